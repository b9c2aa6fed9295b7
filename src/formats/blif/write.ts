import { coneOf, supportOf } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf, TRUE } from "../../logic/lit.js";
import { bitNames } from "../../model/bit-names.js";
import type { Model } from "../../model/model.js";
import type { Design, Property } from "../../model/property.js";
import { forBlif } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";

export interface BlifText {
  readonly text: string;
  /** Fairness, of which the formats know nothing: a .fair file for VIS. Empty without any. */
  readonly fair: string;
  /** All but bad states, which become outputs. */
  readonly leftOut: readonly Property[];
}

/**
 * A design as BLIF or BLIF-MV, bit by bit. Bad states become outputs, under the names of the properties. Neither format has fairness, which becomes outputs
 * and a file beside it, nor constraints: a model that has some is refused. First values that depend on others can be written in BLIF-MV only.
 */
export function writeBlif(design: Design, format: "blif" | "blif-mv"): BlifText {
  if (design.model.constraints.length > 0)
    throw new InputError("blif-constraints", "constraints cannot be written in this format");
  const writer = new Writer(design, format);
  return { text: writer.write(), fair: writer.fair(), leftOut: design.properties.filter((p) => p.kind !== "bad") };
}

interface Output {
  readonly name: string;
  readonly bit: Lit;
}

class Writer {
  private readonly lines: string[] = [];
  private readonly model: Model;
  /** By node. */
  private readonly names: string[] = [];
  private readonly taken = new Set<string>();
  /** Names of the design that the format allows: no changed name becomes one of them. */
  private readonly kept: ReadonlySet<string>;
  private readonly outputs: readonly Output[];
  private readonly conditions: readonly Output[];

  constructor(
    { model, properties }: Design,
    private readonly format: "blif" | "blif-mv",
  ) {
    this.model = model;
    const bits = bitNames(model);
    const named = [...bits.inputs, ...bits.latches, ...bits.outputs.map((o) => o.name)];
    this.kept = new Set(named.filter((name) => name !== undefined).filter((name) => forBlif(name) === name));
    model.inputs.forEach((node, i) => {
      this.names[node] = this.fresh(bits.inputs[i] ?? `i${i}`);
    });
    model.latches.forEach(({ node }, i) => {
      this.names[node] = this.fresh(bits.latches[i] ?? `l${i}`);
    });
    const bad = properties.flatMap((p) => (p.kind === "bad" ? [{ name: p.name, bit: p.literal }] : []));
    const output = ({ name, bit }: Output): Output => ({ name: this.fresh(name), bit });
    const asked = [...bits.outputs, ...bad].map(output);
    this.conditions = model.fairness.map((bit, i) => output({ name: `fair_${i}`, bit }));
    this.outputs = [...asked, ...this.conditions];
  }

  /** In the syntax of VIS: each holds infinitely often. */
  fair(): string {
    return this.conditions.map(({ name }) => `${name}=1;\n`).join("");
  }

  write(): string {
    const { aig, inputs, latches } = this.model;
    this.lines.push(".model top");
    this.list(
      ".inputs",
      inputs.map((node) => this.names[node]!),
    );
    this.list(
      ".outputs",
      this.outputs.map((o) => o.name),
    );
    const firsts = latches.flatMap(({ reset }) =>
      reset === "free" || reset === FALSE || reset === TRUE ? [] : [reset],
    );
    this.checkFirsts(firsts);
    const cone = coneOf(aig, [...latches.map((l) => l.next), ...firsts, ...this.outputs.map((o) => o.bit)]);
    for (let node = 1; node < aig.size; node++)
      if (cone[node] === 1 && aig.isGate(node)) {
        this.names[node] = this.fresh(`n${node}`);
        this.gate(this.names[node]!, [aig.fanin0(node), aig.fanin1(node)]);
      }
    for (const { node, next, reset } of latches) {
      const name = this.names[node]!;
      const input = this.fresh(`${name}_next`);
      this.gate(input, [next]);
      this.latch(input, name, reset);
    }
    for (const { name, bit } of this.outputs) this.gate(name, [bit]);
    this.lines.push(".end", "");
    return this.lines.join("\n");
  }

  private checkFirsts(firsts: readonly Lit[]): void {
    const { aig, inputs } = this.model;
    if (firsts.length > 0 && this.format === "blif")
      throw new InputError(
        "blif-reset",
        "first values that depend on others cannot be written in BLIF: BLIF-MV (.mv) can",
      );
    const ofSteps = new Set(inputs);
    if (supportOf(aig, firsts).some((node) => ofSteps.has(node)))
      throw new InputError(
        "blif-reset",
        "first values that depend on the inputs of the first step cannot be written in BLIF-MV",
      );
  }

  private list(keyword: string, names: readonly string[]): void {
    this.lines.push([keyword, ...names].join(" "));
  }

  /** The conjunction of literals. */
  private gate(name: string, literals: readonly Lit[]): void {
    const constant = literals.length === 1 && nodeOf(literals[0]!) === 0 ? literals[0]! : null;
    const read = constant === null ? literals : [];
    const inputs = read.map((l) => this.names[nodeOf(l)]!);
    const values = read.map((l) => (isNegated(l) ? "0" : "1"));
    if (this.format === "blif") {
      this.list(".names", [...inputs, name]);
      if (constant !== FALSE) this.lines.push(`${values.join("")}${values.length > 0 ? " " : ""}1`);
      return;
    }
    this.list(".table", [...inputs, "->", name]);
    // A constant is a row: ABC does not take a table that has a default only.
    if (constant !== null) this.lines.push(constant === TRUE ? "1" : "0");
    else this.lines.push(".default 0", [...values, "1"].join(" "));
  }

  private latch(input: string, name: string, reset: Lit | "free"): void {
    if (this.format === "blif") {
      this.lines.push(`.latch ${input} ${name} ${reset === "free" ? 2 : reset === TRUE ? 1 : 0}`);
      return;
    }
    this.lines.push(`.latch ${input} ${name}`);
    if (reset === "free" || reset === FALSE || reset === TRUE) {
      this.lines.push(`.reset ${name}`, reset === "free" ? "-" : reset === TRUE ? "1" : "0");
      return;
    }
    const source = this.names[nodeOf(reset)]!;
    this.lines.push(`.reset ${source} -> ${name}`, `0 ${isNegated(reset) ? 1 : 0}`, `1 ${isNegated(reset) ? 0 : 1}`);
  }

  /** A name that nothing has yet. */
  private fresh(wanted: string): string {
    const name = forBlif(wanted);
    let free = name;
    for (let i = 1; this.taken.has(free) || (free !== wanted && this.kept.has(free)); i++) free = `${name}_${i}`;
    this.taken.add(free);
    return free;
  }
}

import { Aig } from "../../logic/aig.js";
import { type Lit, nodeOf } from "../../logic/lit.js";
import { constantBits, foldCode } from "../../logic/vector.js";
import type { Model } from "../../model/model.js";
import type { Design } from "../../model/property.js";
import { assembleSignals, type NamedBit, type Signal } from "../../model/symbols.js";
import { withFirstValues } from "../vis/first-values.js";
import type { NamedText } from "../vis/questions.js";
import { withQuestions } from "../vis/with-questions.js";
import { blifError } from "./lines.js";
import { type FlatDesign, type FlatTable, flatten, type Net } from "./nets.js";
import { readBlifFile } from "./read-file.js";
import { tableCircuit } from "./tables.js";

const MOST_NODES = 2 ** 25;

export interface BlifOptions {
  /** The top model; the first of the file when absent. */
  readonly top?: string;
  /** Texts of .fair files. */
  readonly fairness?: readonly NamedText[];
  /** Texts of .ctl, .ltl and .inv files, in VIS's syntax. */
  readonly questions?: readonly NamedText[];
}

/**
 * Reads BLIF and BLIF-MV. Subcircuits are put in their places, variables with several values become bits, and what a table leaves open becomes
 * inputs. The formats have no properties: these are in files of their own.
 *
 * @example
 * ```ts
 * import { readBlif } from "fairlead";
 *
 * const text = ".model toggle\n.outputs q\n.latch n q 0\n.names q n\n0 1\n.end\n";
 * const { model } = readBlif(text);
 * console.log(model.latches.length, model.signals[0].name); // 1 q
 * ```
 */
export function readBlif(text: string, options: BlifOptions = {}): Design {
  const flat = flatten(readBlifFile(text), options.top);
  return new Compiler(flat).design(options);
}

class Compiler {
  private readonly aig = new Aig(MOST_NODES);
  private readonly inputs: number[] = [];
  private readonly bits = new Map<Net, readonly Lit[]>();
  private readonly done = new Set<FlatTable>();

  constructor(private readonly flat: FlatDesign) {}

  design({ fairness = [], questions = [] }: BlifOptions): Design {
    const { flat, aig } = this;
    for (const net of flat.inputs) this.bits.set(net, foldCode(aig, net.domain.size, this.free(net.width)));
    for (const { output } of flat.latches)
      this.bits.set(
        output,
        Array.from({ length: output.width }, () => aig.leaf()),
      );
    for (const table of flat.tables) this.evaluate(table);
    const stepInputs = this.inputs.length;
    const registers = flat.latches.flatMap(({ input, output, first }) => {
      const [next, current] = [this.bitsOf(input), this.bitsOf(output)];
      const reset = this.firstValue(first, output);
      return current.map((bit, i) => ({ bit, next: next[i]!, first: reset?.[i] ?? null, net: output }));
    });
    const started = withFirstValues(aig, registers, this.inputs, stepInputs);
    if ("cyclic" in started) {
      const { name, at } = registers[started.cyclic]!.net;
      throw blifError("blif-cycle", `the first value of '${name}' depends on itself`, at);
    }
    const model: Model = {
      aig,
      inputs: started.inputs,
      latches: started.latches,
      constraints: [],
      fairness: [],
      signals: this.signals(flat),
      modules: this.modules(),
      origin: { name: flat.name },
    };
    const all = new Map(flat.nets.map((net) => [net.name, this.signal(net)]));
    return withQuestions({ model, properties: [] }, aig, all, fairness, questions);
  }

  private free(width: number): Lit[] {
    return Array.from({ length: width }, () => this.input());
  }

  private readonly input = (): Lit => {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  };

  private readonly bitsOf = (net: Net): readonly Lit[] => this.bits.get(net)!;

  /** Null where any bits are a value of the latch. A digit is the value of that name. */
  private firstValue(first: "0" | "1" | "free" | FlatTable, { name, domain, width, at }: Net): readonly Lit[] | null {
    const { size, values } = domain;
    if (first === "free") return size === 2 ** width ? null : foldCode(this.aig, size, this.free(width));
    if (typeof first !== "string") return tableCircuit(this.aig, first, this.bitsOf, this.input)[0]!;
    const code = values.indexOf(first);
    if (code < 0)
      throw blifError("blif-value", `'${name}' has no value '${first}': a .reset says which one is first`, at);
    return constantBits(code, width);
  }

  /** A table after the tables that it reads, without recursion: chains of gates are long. */
  private evaluate(start: FlatTable): void {
    const pending = [start];
    const active = new Set<FlatTable>();
    while (pending.length > 0) {
      const flat = pending.at(-1)!;
      if (this.done.has(flat)) {
        pending.pop();
        continue;
      }
      const missing = flat.inputs.filter((net) => !this.bits.has(net));
      if (missing.length === 0) {
        const values = tableCircuit(this.aig, flat, this.bitsOf, this.input);
        flat.outputs.forEach((net, i) => {
          this.bits.set(net, values[i]!);
        });
        this.done.add(flat);
        active.delete(flat);
        pending.pop();
        continue;
      }
      active.add(flat);
      for (const net of missing) {
        const { driver } = net;
        if (driver?.kind !== "table") continue;
        if (active.has(driver.table))
          throw blifError("blif-cycle", `'${net.name}' depends on itself, with no latch in between`, flat.table.at);
        pending.push(driver.table);
      }
    }
  }

  /** Inputs, latches, outputs, and every variable with a declaration of its own. */
  private signals({ nets, outputs }: FlatDesign): Signal[] {
    const isOutput = new Set(outputs);
    const shown = nets.filter((n) => n.isDeclared || n.driver?.kind !== "table" || isOutput.has(n));
    const isBit = (net: Net): boolean =>
      net.domain.size === 2 && net.domain.values[0] === "0" && net.domain.values[1] === "1";
    const bits = shown
      .filter(isBit)
      .map((net): NamedBit => ({ name: net.name, kind: kindOf(net), bit: this.bitsOf(net)[0]! }));
    return [...assembleSignals(bits), ...shown.filter((n) => !isBit(n)).map((n) => this.signal(n))];
  }

  private signal(net: Net): Signal {
    const { name, domain } = net;
    const isBinary = domain.size === 2 && domain.values[0] === "0" && domain.values[1] === "1";
    return {
      name,
      kind: kindOf(net) === "input" && domain.size !== 2 ** net.width ? "define" : kindOf(net),
      type: isBinary ? { kind: "bool" } : { kind: "enum", values: domain.values },
      bits: this.bitsOf(net),
      source: { line: net.at.line, column: net.at.column },
    };
  }

  private modules(): number[][] {
    let bit = 0;
    const bitsOf = this.flat.latches.map(({ output }) => Array.from({ length: output.width }, () => bit++));
    return this.flat.modules.map((latches) => latches.flatMap((i) => bitsOf[i]!));
  }
}

const kindOf = ({ driver }: Net): Signal["kind"] =>
  driver?.kind === "input" ? "input" : driver?.kind === "latch" ? "latch" : "define";

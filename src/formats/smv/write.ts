import { coneOf } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf, not, TRUE } from "../../logic/lit.js";
import { bitNames } from "../../model/bit-names.js";
import type { Model } from "../../model/model.js";
import { type Design, literalsOf, type Property } from "../../model/property.js";
import { readsInputs } from "../../model/reads-inputs.js";
import { forLine } from "../../text/escape.js";
import { Identifiers } from "./identifiers.js";
import { ctlText, ltlText } from "./write-formula.js";

export interface SmvText {
  readonly text: string;
  /** Properties that would mean something else in the text. */
  readonly leftOut: readonly Property[];
}

/**
 * A design in the language of NuSMV: Boolean variables for inputs and latches, a definition for each gate, and every
 * property. Names that the language does not allow are changed and stand in a comment.
 *
 * Inputs become variables, so that a state of the text has the values of the inputs. Linear properties do not see the
 * difference; CTL does, and so inputs are IVARs where there are CTL properties. Where something else must read inputs
 * (fairness, atoms…), which IVARs forbid, CTL properties are left out. For an initial state without a fair path no CTL
 * formula of the text is asked.
 */
export function writeSmv(design: Design): SmvText {
  const { model, properties } = design;
  const hasCtl = properties.some((p) => p.kind === "ctl") && model.inputs.length > 0;
  const ivar = hasCtl && !inputsAreRead(design);
  const fits = (p: Property): boolean => p.kind !== "ctl" || !hasCtl || ivar;
  const text = new Writer(model, properties.filter(fits), ivar).write();
  return { text, leftOut: properties.filter((p) => !fits(p)) };
}

/** Would an IVAR be read where none may be? Constraints on inputs can be TRANS, unless a run's last step needs them. */
function inputsAreRead({ model, properties }: Design): boolean {
  const resets = model.latches.flatMap((l) => (l.reset === "free" ? [] : [l.reset]));
  const roots = [...model.fairness, ...resets, ...properties.flatMap(literalsOf)];
  const needsLastStep = properties.some((p) => p.kind === "bad");
  return readsInputs(model, needsLastStep ? [...roots, ...model.constraints] : roots);
}

class Writer {
  private readonly identifiers: Identifiers;
  private readonly nameOf = new Map<number, string>();
  private readonly lines: string[] = [];

  constructor(
    private readonly model: Model,
    private readonly properties: readonly Property[],
    private readonly ivar: boolean,
  ) {
    const { inputs, latches, outputs } = bitNames(model);
    const named = [...inputs, ...latches].filter((name) => name !== undefined);
    this.identifiers = new Identifiers([...named, ...outputs.map((o) => o.name)]);
  }

  write(): string {
    const { model } = this;
    const names = bitNames(model);
    this.lines.push("MODULE main");
    this.variables(this.ivar ? "IVAR" : "VAR", model.inputs, (i) => names.inputs[i] ?? `i${i}`);
    const latches = model.latches.map((l) => l.node);
    this.variables("VAR", latches, (i) => names.latches[i] ?? `l${i}`);
    // All names of the design are given out before those of gates.
    const outputs = names.outputs.map(({ name, bit }) => ({ ...this.named(name), bit }));
    const specifications = this.properties.map((property) => ({ ...this.named(property.name), property }));
    this.assignments();
    this.definitions(outputs);
    for (const l of model.constraints)
      this.lines.push(`${this.ivar && readsInputs(model, [l]) ? "TRANS" : "INVAR"} ${this.lit(l)};`);
    for (const l of model.fairness) this.lines.push(`FAIRNESS ${this.lit(l)};`);
    // Where constraints make dead ends, this asks for infinite paths.
    if (model.constraints.length > 0 && model.fairness.length === 0) this.lines.push("FAIRNESS TRUE;");
    for (const { name, comment, property } of specifications)
      this.lines.push(`${this.specification(name, property)};${comment}`);
    return `${this.lines.join("\n")}\n`;
  }

  private variables(section: "VAR" | "IVAR", nodes: readonly number[], nameAt: (i: number) => string): void {
    if (nodes.length > 0) this.lines.push(section);
    nodes.forEach((node, i) => {
      const { name, comment } = this.named(nameAt(i));
      this.nameOf.set(node, name);
      this.lines.push(`  ${name} : boolean;${comment}`);
    });
  }

  /** An identifier, and a comment with the wanted name where it had to be changed. */
  private named(wanted: string): { readonly name: string; readonly comment: string } {
    const name = this.identifiers.take(wanted);
    return { name, comment: wanted === name ? "" : ` -- ${forLine(wanted)}` };
  }

  private assignments(): void {
    const { latches } = this.model;
    if (latches.length > 0) this.lines.push("ASSIGN");
    for (const { node, reset, next } of latches) {
      const name = this.nameOf.get(node)!;
      if (reset !== "free") this.lines.push(`  init(${name}) := ${this.lit(reset)};`);
      this.lines.push(`  next(${name}) := ${this.lit(next)};`);
    }
  }

  private definitions(
    outputs: readonly { readonly name: string; readonly comment: string; readonly bit: Lit }[],
  ): void {
    const { model } = this;
    const roots = [
      ...model.latches.flatMap((l) => (l.reset === "free" ? [l.next] : [l.next, l.reset])),
      ...outputs.map((o) => o.bit),
      ...model.constraints,
      ...model.fairness,
      ...this.properties.flatMap(literalsOf),
    ];
    const gates = [...coneOf(model.aig, roots).entries()].filter(([n, used]) => used === 1 && model.aig.isGate(n));
    if (gates.length + outputs.length > 0) this.lines.push("DEFINE");
    for (const [n] of gates)
      this.lines.push(`  ${this.gate(n)} := ${this.lit(model.aig.fanin0(n))} & ${this.lit(model.aig.fanin1(n))};`);
    for (const { name, bit, comment } of outputs) this.lines.push(`  ${name} := ${this.lit(bit)};${comment}`);
  }

  private gate(node: number): string {
    let name = this.nameOf.get(node);
    if (name === undefined) {
      name = this.identifiers.take(`n${node}`);
      this.nameOf.set(node, name);
    }
    return name;
  }

  private lit(l: Lit): string {
    if (l === FALSE) return "FALSE";
    if (l === TRUE) return "TRUE";
    return `${isNegated(l) ? "!" : ""}${this.gate(nodeOf(l))}`;
  }

  private specification(name: string, property: Property): string {
    const atom = (atoms: ReadonlyMap<string, Lit>) => (a: string) => this.lit(atoms.get(a)!);
    switch (property.kind) {
      case "bad":
        return `INVARSPEC NAME ${name} := ${this.lit(not(property.literal))}`;
      case "justice": {
        const often = property.literals.map((l) => `G F ${this.lit(l)}`);
        return `LTLSPEC NAME ${name} := !(${often.join(" & ") || "TRUE"})`;
      }
      case "ltl":
        return `LTLSPEC NAME ${name} := ${ltlText(property.formula, atom(property.atoms))}`;
      case "ctl":
        return `CTLSPEC NAME ${name} := ${ctlText(property.formula, atom(property.atoms))}`;
    }
  }
}

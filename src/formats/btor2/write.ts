import { coneOf } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, TRUE } from "../../logic/lit.js";
import { type BitNames, bitNames } from "../../model/bit-names.js";
import type { Model } from "../../model/model.js";
import type { BadStateProperty, Design, JusticeProperty, Property } from "../../model/property.js";
import { resetOrder } from "../../model/resets.js";
import { forBtor2 } from "../../text/escape.js";

export interface Btor2Text {
  readonly text: string;
  /** Formulas, for which the format has no words. */
  readonly leftOut: readonly Property[];
}

/**
 * A design as a BTOR2 file of single bits. Inputs and latches keep their order, as inputs and states; gates are those that something
 * reads, and definitions become outputs. Blanks in names become underscores.
 *
 * A latch that resets to a literal is written as a state without a first value and a term that chooses: the literal in
 * the first step, the state in all others. There first values may not read inputs. The state that knows the first step comes last.
 */
export function writeBtor2(design: Design): Btor2Text {
  const leftOut = design.properties.filter((p) => p.kind === "ltl" || p.kind === "ctl");
  return { text: new Writer(design).write(), leftOut };
}

const BIT = 1;

class Writer {
  private readonly lines: string[] = [`${BIT} sort bitvec 1`];
  /** By node: the number of the line that has its value. */
  private readonly lineOf: Int32Array;
  private readonly isNeeded: Uint8Array;
  private readonly model: Model;
  private readonly bad: readonly BadStateProperty[];
  private readonly justice: readonly JusticeProperty[];
  private readonly names: BitNames;

  constructor({ model, properties }: Design) {
    this.model = model;
    this.bad = properties.filter((p) => p.kind === "bad");
    this.justice = properties.filter((p) => p.kind === "justice");
    this.names = bitNames(model);
    this.lineOf = new Int32Array(model.aig.size);
    this.isNeeded = coneOf(model.aig, [
      ...model.latches.flatMap((l) => (l.reset === "free" ? [l.next] : [l.next, l.reset])),
      ...this.names.outputs.map((o) => o.bit),
      ...model.constraints,
      ...model.fairness,
      ...this.bad.map((p) => p.literal),
      ...this.justice.flatMap((p) => p.literals),
    ]);
  }

  write(): string {
    const { model, names } = this;
    this.lineOf[0] = this.add(`zero ${BIT}`);
    model.inputs.forEach((node, i) => {
      this.lineOf[node] = this.add(`input ${BIT}`, names.inputs[i]);
    });
    const states = model.latches.map(({ node }, i) => {
      this.lineOf[node] = this.add(`state ${BIT}`, names.latches[i]);
      return this.lineOf[node];
    });
    this.resets(states);
    for (let node = 1; node < this.isNeeded.length; node++) this.lit(litOf(node));
    model.latches.forEach(({ next }, i) => {
      this.add(`next ${BIT} ${states[i]} ${this.lit(next)}`);
    });
    for (const { name, bit } of names.outputs) this.add(`output ${this.lit(bit)}`, name);
    for (const l of model.constraints) this.add(`constraint ${this.lit(l)}`);
    model.fairness.forEach((l, k) => {
      this.add(`fair ${this.lit(l)}`, model.fairnessNames?.[k]);
    });
    this.questions();
    return `${this.lines.join("\n")}\n`;
  }

  private add(content: string, name?: string): number {
    const id = this.lines.length + 1;
    const symbol = name === undefined ? "" : ` ${forBtor2(name)}`;
    this.lines.push(`${id} ${content}${symbol}`);
    return id;
  }

  private resets(states: readonly number[]): void {
    const { latches, aig } = this.model;
    latches.forEach(({ reset }, i) => {
      if (reset === FALSE || reset === TRUE) this.add(`init ${BIT} ${states[i]} ${this.lit(reset)}`);
    });
    const { order } = resetOrder(aig, latches);
    if (order.length === 0) return;
    const isFirst = this.add(`state ${BIT}`);
    this.add(`init ${BIT} ${isFirst} ${-this.lineOf[0]!}`);
    this.add(`next ${BIT} ${isFirst} ${this.lineOf[0]}`);
    for (const i of order) {
      const { node, reset } = latches[i]!;
      this.lineOf[node] = this.add(`ite ${BIT} ${isFirst} ${this.lit(reset as Lit)} ${states[i]}`);
    }
  }

  /** The line of a literal, negative where it is negated; with the gates below it that have none yet. */
  private lit(root: Lit): number {
    const { aig } = this.model;
    const pending = [nodeOf(root)];
    while (pending.length > 0) {
      const node = pending[pending.length - 1]!;
      if (this.lineOf[node] === 0 && aig.isGate(node) && this.isNeeded[node] === 1) {
        const fanins = [aig.fanin0(node), aig.fanin1(node)];
        const missing = fanins.map(nodeOf).filter((n) => this.lineOf[n] === 0);
        if (missing.length > 0) {
          pending.push(...missing);
          continue;
        }
        this.lineOf[node] = this.add(`and ${BIT} ${fanins.map((l) => this.signed(l)).join(" ")}`);
      }
      pending.pop();
    }
    return this.signed(root);
  }

  private signed(l: Lit): number {
    const line = this.lineOf[nodeOf(l)]!;
    return isNegated(l) ? -line : line;
  }

  private questions(): void {
    this.bad.forEach(({ name, literal }, i) => {
      this.add(`bad ${this.lit(literal)}`, name === `b${i}` ? undefined : name);
    });
    this.justice.forEach(({ name, literals }, i) => {
      const conditions = literals.length > 0 ? literals : [TRUE];
      const operands = conditions.map((l) => this.lit(l)).join(" ");
      this.add(`justice ${conditions.length} ${operands}`, name === `j${i}` ? undefined : name);
    });
  }
}

/** A symbol has no blanks, and does not begin like a comment. */

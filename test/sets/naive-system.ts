import { isNegated, type Lit, nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";

/** The oracle of the set tests: a model's transitions as a list of pairs, by evaluating literals recursively. */
export class NaiveSystem {
  readonly states: readonly number[];
  readonly transitions: readonly (readonly [from: number, to: number, inputs: number])[];

  constructor(readonly model: Model) {
    this.states = Array.from({ length: 2 ** model.latches.length }, (_, s) => s);
    const transitions: [number, number, number][] = [];
    for (const s of this.states)
      for (let i = 0; i < 2 ** model.inputs.length; i++)
        if (model.constraints.every((c) => this.holds(c, s, i))) transitions.push([s, this.next(s, i), i]);
    this.transitions = transitions;
  }

  holds(lit: Lit, state: number, inputs = 0): boolean {
    const node = nodeOf(lit);
    return this.nodeHolds(node, state, inputs) !== isNegated(lit);
  }

  initial(): Set<number> {
    return new Set(
      this.states.filter((s) => this.model.latches.every((l, i) => l.reset === "free" || l.reset === ((s >> i) & 1))),
    );
  }

  /** Where behaviours may begin, also where resets are literals. */
  first(): Set<number> {
    return new Set(this.transitions.filter(([s, , inputs]) => this.isFirst(s, inputs)).map(([s]) => s));
  }

  /** Whether a behaviour may begin with these latches and inputs, also where resets are literals. */
  isFirst(state: number, inputs: number): boolean {
    return this.model.latches.every(
      ({ reset }, i) => reset === "free" || this.holds(reset, state, inputs) === (((state >> i) & 1) === 1),
    );
  }

  pre(set: ReadonlySet<number>): Set<number> {
    return new Set(this.transitions.filter(([, to]) => set.has(to)).map(([from]) => from));
  }

  post(set: ReadonlySet<number>): Set<number> {
    return new Set(this.transitions.filter(([from]) => set.has(from)).map(([, to]) => to));
  }

  /** States that agree with one of the set's on the given latches. */
  cylinder(set: ReadonlySet<number>, latches: readonly number[]): Set<number> {
    const key = (s: number) => latches.map((i) => (s >> i) & 1).join("");
    const keys = new Set([...set].map(key));
    return new Set(this.states.filter((s) => keys.has(key(s))));
  }

  private next(state: number, inputs: number): number {
    return this.model.latches.reduce((sum, l, i) => sum + (this.holds(l.next, state, inputs) ? 1 << i : 0), 0);
  }

  private nodeHolds(node: number, state: number, inputs: number): boolean {
    const { aig } = this.model;
    if (node === 0) return false;
    if (aig.isGate(node))
      return this.holds(aig.fanin0(node), state, inputs) && this.holds(aig.fanin1(node), state, inputs);
    const input = this.model.inputs.indexOf(node);
    if (input >= 0) return ((inputs >> input) & 1) === 1;
    return ((state >> this.model.latches.findIndex((l) => l.node === node)) & 1) === 1;
  }
}

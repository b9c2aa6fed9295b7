import { Aig } from "../logic/aig.js";
import { nodeOf } from "../logic/lit.js";
import type { Scope } from "../sets/state-sets.js";
import {
  type Certificate,
  type CertificateStep,
  type Closure,
  type ExcludeReason,
  NO_MONITOR,
} from "../verdict/certificate.js";
import type { Operator } from "./operators.js";
import type { Direction } from "./reach.js";
import type { SccLog } from "./scc-log.js";

/** A step of a certificate without its predicate. */
type Rule<T = CertificateStep> = T extends { readonly predicate: unknown } ? Omit<T, "predicate"> : never;

export interface ProofBudget {
  /** Size of all sets together. */
  readonly nodes: number;
  readonly steps: number;
}

const DEFAULT_BUDGET: ProofBudget = { nodes: 100_000, steps: 5_000 };

/**
 * What the algorithms find out on their way to "no fair cycle", remembered as sets, and written down at the end. Beyond its
 * budget it forgets everything: the answer then stands without a certificate.
 *
 * Sets are given as functions, so that nothing is computed for a proof that was given up.
 */
export class ProofLog<S> implements SccLog<S>, Disposable {
  private readonly scope: Scope<S>;
  private entries: { readonly rule: Rule; readonly states: S }[] | null = [];
  private nodes = 0;

  constructor(
    sets: Scope<S>,
    private readonly budget: ProofBudget = DEFAULT_BUDGET,
    /** Sets were computed with don't cares outside this set: what is written is cut to it. */
    private care: S | null = null,
  ) {
    this.scope = sets.open();
  }

  get isComplete(): boolean {
    return this.entries !== null;
  }

  /** From here on sets are right inside this set only. */
  careFor(states: S): void {
    if (this.entries !== null) this.care = this.scope.and(states, states);
  }

  /** No state outside the set is reachable. */
  reachable(states: () => S): void {
    this.add({ rule: "reach" }, states);
  }

  /** An operator of GSH took the states away: EU_i and ES_i what is closed and misses c_i, EX and EY one ring. */
  removed(operator: Operator, states: () => S): void {
    this.add({ rule: "exclude", because: reasonOf(operator) }, states);
  }

  split(states: S, closed: Direction): void {
    this.add({ rule: "split", closed }, () => states);
  }

  unfair(states: S, condition: number): void {
    const closed: Closure = "forward"; // both sides are cut: either would do
    this.add({ rule: "exclude", because: { kind: "condition", closed, condition } }, () => states);
  }

  trivial(states: S): void {
    this.add({ rule: "exclude", because: { kind: "no-start" } }, () => states);
  }

  trimmed(states: S, direction: Direction): void {
    this.add({ rule: "exclude", because: { kind: direction === "forward" ? "no-start" : "no-end" } }, () => states);
  }

  /** The certificate, for a model with so many latches and inputs; null when the proof was given up. */
  certificate(latches: number, inputs: number): Certificate | null {
    if (this.entries === null) return null;
    const aig = new Aig();
    const latchLits = Array.from({ length: latches }, () => aig.leaf());
    const inputLits = Array.from({ length: inputs }, () => aig.leaf());
    const steps = this.entries.map(
      ({ rule, states }) => ({ ...rule, predicate: this.scope.toAig(states, aig, latchLits) }) as CertificateStep,
    );
    return {
      aig,
      latches: latchLits.map(nodeOf),
      inputs: inputLits.map(nodeOf),
      monitor: NO_MONITOR,
      steps: [...steps, { rule: "done", unroll: 0 }],
    };
  }

  [Symbol.dispose](): void {
    this.entries = null;
    this.scope[Symbol.dispose]();
  }

  private add(rule: Rule, states: () => S): void {
    if (this.entries === null) return;
    using s = this.scope.open();
    const told = states();
    const cut = this.care === null || rule.rule === "reach" ? told : s.and(told, this.care);
    this.nodes += s.size(cut);
    if (this.nodes > this.budget.nodes || this.entries.length >= this.budget.steps) this[Symbol.dispose]();
    else this.entries.push({ rule, states: s.keep(cut) });
  }
}

function reasonOf({ kind, condition }: Operator): ExcludeReason {
  switch (kind) {
    case "EU":
      return { kind: "condition", closed: "forward", condition };
    case "ES":
      return { kind: "condition", closed: "backward", condition };
    case "EX":
      return { kind: "no-start" };
    case "EY":
      return { kind: "no-end" };
  }
}

import { type Certificate, type CertificateStep, type ExcludeReason, NO_MONITOR } from "../evidence/certificate.js";
import { Aig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import type { Cell, Scope } from "../sets/state-sets.js";
import type { Operator } from "./operators.js";
import type { Direction } from "./reach.js";
import type { Given, SccLog } from "./scc-log.js";

/** A step of a certificate without its predicate. */
type Rule<T = CertificateStep> = T extends { readonly predicate: unknown } ? Omit<T, "predicate"> : never;

export interface ProofBudget {
  /** Size of all sets together. */
  readonly nodes: number;
  readonly steps: number;
}

const DEFAULT_BUDGET: ProofBudget = { nodes: 300_000, steps: 10_000 };

/**
 * What the algorithms find out on their way to "no fair cycle", remembered as sets, and written down at the end. Beyond its
 * budget it forgets everything: the answer then stands without a certificate.
 *
 * Sets are given as functions, so that nothing is computed for a proof that was given up.
 */
export class ProofLog<S> implements SccLog<S>, Disposable {
  private readonly scope: Scope<S>;
  private entries: Entry<S>[] | null = [];
  private nodes = 0;
  private reason = "";
  /** Steps that bound the reachable states. */
  private readonly bounds: number[] = [];
  /** What operators took away; null after other rules, whose facts cannot be told apart. */
  private gone: Gone<S> | null;
  /** Steps that excluded something; null once a step did not say what it needs. */
  private excluded: number[] | null = [];

  constructor(
    sets: Scope<S>,
    private readonly budget: ProofBudget = DEFAULT_BUDGET,
    /** Sets were computed with don't cares outside this set: what is written is cut to it. */
    private care: S | null = null,
  ) {
    this.scope = sets.open();
    this.gone = this.nothing([]);
  }

  get isComplete(): boolean {
    return this.entries !== null;
  }

  /** Why the proof was given up. */
  get why(): string {
    return this.reason;
  }

  /** Nothing is remembered from here on. */
  giveUp(why: string): void {
    this.reason = why;
    this[Symbol.dispose]();
  }

  /** From here on sets are right inside this set only. */
  careFor(states: S): void {
    if (this.entries !== null) this.care = this.scope.hold(states);
  }

  /** Operators work inside this set from here on. All that was told makes it closed, and is not needed any more inside. */
  inside(states: S): void {
    if (this.entries === null || this.entries.length === 0) return;
    this.excluded = null;
    const border = this.entries.length;
    this.add({ rule: "split", closed: "forward" }, () => states, null);
    if (this.entries !== null) this.gone = this.nothing([border], this.scope.hold(states));
  }

  /** No state outside the set is reachable. */
  reachable(states: () => S): void {
    this.add({ rule: "reach" }, states);
  }

  /** An operator of GSH took the states away: EU_i and ES_i what is closed and misses c_i, EX and EY one ring. */
  removed(operator: Operator, states: () => S): void {
    if (this.gone === null) this.excluded = null;
    this.add({ rule: "exclude", because: reasonOf(operator) }, states, this.enough(), true);
  }

  split(states: S, closed: Direction, given: Given): number {
    return this.tell({ rule: "split", closed }, states, given);
  }

  unfair(states: S, condition: number, closed: Direction, given: Given): number {
    return this.tell({ rule: "exclude", because: { kind: "condition", closed, condition } }, states, given);
  }

  trimmed(states: S, direction: Direction, given: Given): number {
    const kind = direction === "forward" ? "no-start" : "no-end";
    return this.tell({ rule: "exclude", because: { kind } }, states, given);
  }

  /** The certificate, for a model with so many latches and inputs; null when the proof was given up. */
  certificate(latches: number, inputs: number): Certificate | null {
    if (this.entries === null) return null;
    const aig = new Aig();
    const latchLits = Array.from({ length: latches }, () => aig.leaf());
    const inputLits = Array.from({ length: inputs }, () => aig.leaf());
    const predicates: Lit[] = [];
    const steps = this.entries.map(({ rule, states, uses, inside }) => {
      const said = this.scope.toAig(states, aig, latchLits);
      const predicate = inside === undefined ? said : aig.and(predicates[inside]!, said);
      predicates.push(predicate);
      return { ...rule, predicate, ...using(uses) } as CertificateStep;
    });
    return {
      kind: "certificate",
      aig,
      latches: latchLits.map(nodeOf),
      inputs: inputLits.map(nodeOf),
      monitor: NO_MONITOR,
      steps: [...steps, { rule: "done", unroll: 0, ...using(this.last()) }],
    };
  }

  [Symbol.dispose](): void {
    this.entries = null;
    this.scope[Symbol.dispose]();
  }

  private nothing(border: readonly number[], inside: S | null = null): Gone<S> {
    return { border, inside, states: this.scope.cell(this.scope.empty), steps: [], nodes: 0 };
  }

  /** A fact of an SCC enumeration: its number. */
  private tell(rule: Rule, states: S, given: Given): number {
    if (this.entries === null) return -1;
    const index = this.entries.length;
    if (given === null || (this.gone?.steps.length ?? 0) > 0) this.excluded = null;
    this.gone = null;
    if (rule.rule === "exclude") this.excluded?.push(index);
    this.add(rule, () => states, given === null ? null : [...this.bounds, ...given]);
    return index;
  }

  private add(rule: Rule, states: () => S, uses = this.enough(), byOperator = false): void {
    if (this.entries === null) return;
    using s = this.scope.open();
    const told = states();
    const cut = this.care === null || rule.rule === "reach" ? told : s.and(told, this.care);
    const index = this.entries.length;
    if (rule.rule === "reach") this.bounds.push(index);
    const said = this.gone !== null && byOperator ? this.shortest(s, this.gone, cut, index) : cut;
    this.nodes += s.size(said);
    const { nodes, steps } = this.budget;
    if (this.nodes > nodes || index >= steps)
      this.giveUp(`its proof has more than ${steps} steps, or ${nodes} BDD nodes`);
    else {
      const inside = this.gone !== null && byOperator ? this.gone.border[0] : undefined;
      this.entries.push({ rule, states: s.keep(said), uses: rule.rule === "reach" ? null : uses, inside });
    }
  }

  /** Steps whose facts say as much as all facts together; null when that is not known. */
  private enough(): number[] | null {
    return this.gone === null ? null : [...this.bounds, ...this.gone.border, ...this.gone.steps];
  }

  /** Steps that leave no live transition: those of what has gone. */
  private last(): number[] | null {
    if (this.excluded === null) return null;
    return this.gone === null ? [...this.bounds, ...this.excluded] : this.enough();
  }

  /**
   * What to write when an operator takes away P after Q: P, or P ∨ Q, which then stands for both. Whatever makes P go makes
   * P ∨ Q go, since no transition that is still live starts or ends in Q. Fewer and smaller facts are easier to check with.
   */
  private shortest(s: Scope<S>, gone: Gone<S>, taken: S, index: number): S {
    gone.states.value = s.or(gone.states.value, taken);
    const care = gone.inside ?? this.care;
    const all = care === null ? gone.states.value : s.simplify(gone.states.value, care);
    const nodes = gone.nodes + s.size(taken);
    if (s.size(all) > nodes) {
      gone.steps.push(index);
      gone.nodes = nodes;
      return taken;
    }
    gone.steps = [index];
    gone.nodes = s.size(all);
    return all;
  }
}

interface Entry<S> {
  readonly rule: Rule;
  readonly states: S;
  /** null: all that come before. */
  readonly uses: readonly number[] | null;
  /** The states are right inside those of this step only: the predicate is both. */
  readonly inside: number | undefined;
}

interface Gone<S> {
  /** Steps that made what the operators work on closed. */
  readonly border: readonly number[];
  /** What the operators work on, if not everything. */
  readonly inside: S | null;
  readonly states: Cell<S>;
  /** What was written of them, and its size. */
  steps: number[];
  nodes: number;
}

const using = (uses: readonly number[] | null) => (uses === null ? {} : { uses });

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

import {
  type Certificate,
  type CertificateStep,
  type Closure,
  type ExcludeReason,
  isRelative,
  type SkeletonAsked,
} from "../evidence/certificate.js";
import { FALSE, type Lit, litOf, nodeOf } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";
import type { Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { Frame, type Oracle } from "./frames.js";
import { Misfit, type ProofSystem, proofSystem, shadowSystem } from "./proof-system.js";

/**
 * What a certificate must prove: that no fair cycle is reachable, or that `bad` is not. Its monitor may only watch, unless the
 * claim is about an `automaton` that the certificate embeds: who makes such a claim answers for the automaton.
 */
export type Claim =
  | { readonly kind: "no-fair-cycle"; readonly model: Model; readonly automaton?: true }
  | { readonly kind: "unreachable"; readonly model: Model; readonly bad: Lit };

export type CertificateCheck =
  | { readonly result: "checked"; readonly queries: number }
  /** `transition`: two steps of model and monitor that break the obligation. */
  | {
      readonly result: "rejected";
      readonly step: number;
      readonly problem: string;
      readonly transition: readonly [Step, Step] | null;
    }
  | { readonly result: "not-checked"; readonly step: number; readonly problem: string };

export interface ObligationOptions {
  /** A fresh oracle without clauses; asked for a few times. */
  oracle(): Oracle;
  /** Called before each query. */
  onQuery?(step: number, obligation: string): void;
}

/** No skeleton of a real proof is unrolled further, and a hostile file must not make the checker do it. */
const MAX_UNROLL = 32;

/**
 * Checks every obligation of every step, each as one SAT query on the original model and the certificate's monitor.
 * Nothing of how the proof was found is used: no engine, no transform, no set.
 */
export function checkCertificate(claim: Claim, certificate: Certificate, options: ObligationOptions): CertificateCheck {
  try {
    return new Checker(claim, certificate, options).check();
  } catch (e) {
    if (e instanceof Rejected) return e.outcome;
    if (e instanceof Misfit) return { result: "rejected", step: 0, problem: e.message, transition: null };
    throw e;
  }
}

/** Ends a check at the first thing that is wrong. */
export class Rejected extends Error {
  constructor(readonly outcome: CertificateCheck) {
    super();
  }
}

class Checker {
  private readonly system: ProofSystem;
  private readonly initial: InitialQueries;
  private transitions: TransitionQueries;
  private queries = 0;
  private step = 0;

  constructor(
    private readonly claim: Claim,
    private readonly certificate: Certificate,
    private readonly options: ObligationOptions,
  ) {
    if (isRelative(certificate) && !(claim.kind === "no-fair-cycle" && claim.automaton))
      throw new Misfit("the monitor has constraints or fairness, and may only watch here");
    this.system = proofSystem(claim.model, claim.kind === "unreachable" ? claim.bad : FALSE, certificate);
    this.initial = new InitialQueries(this.system, options.oracle());
    this.transitions = new TransitionQueries(this.system, options.oracle());
  }

  check(): CertificateCheck {
    const { steps } = this.certificate;
    for (; this.step < steps.length; this.step++) {
      const step = steps[this.step]!;
      const uses = this.uses(step);
      if (uses !== ALL && this.transitions.isFull)
        this.transitions = this.transitions.on(this.system, this.options.oracle());
      const ends = this.checkStep(step, uses);
      if (ends) return { result: "checked", queries: this.queries };
    }
    return this.reject("the proof does not end: expected a step 'done', 'l2s' or 'safe'");
  }

  /** Checks the obligations of a step and takes its fact; true when the proof is complete. */
  private checkStep(step: CertificateStep, uses: Uses): boolean {
    switch (step.rule) {
      case "reach": {
        const p = this.stepPredicate(step.predicate);
        this.checkReach(this.initial, this.transitions, p, uses);
        this.transitions.addFact({ rule: "reach", predicate: p });
        return false;
      }
      case "split": {
        const p = this.predicate(step.predicate);
        this.checkClosed(p, step.closed, uses);
        this.transitions.addFact({ rule: "split", predicate: p });
        return false;
      }
      case "exclude": {
        const p = this.predicate(step.predicate);
        this.checkExclude(p, step.because, uses);
        this.transitions.addFact({ rule: "exclude", predicate: p });
        return false;
      }
      case "done":
        this.expectClaim("no-fair-cycle", "done");
        this.checkSkeleton(null, step, uses);
        return true;
      case "l2s": {
        this.expectClaim("no-fair-cycle", "l2s");
        const shadow = shadowSystem(this.system, this.certificate, step.shadow);
        const p = shadow.predicate(step.predicate);
        if (p === null) this.reject("the predicate reads more than latches");
        else {
          const transitions = this.transitions.on(shadow, this.options.oracle());
          this.checkReach(new InitialQueries(shadow, this.options.oracle()), transitions, p, uses);
          transitions.addFact({ rule: "reach", predicate: p });
          this.demand("the saved state does not come back", transitions.bad(ALL));
        }
        return true;
      }
      case "safe":
        this.expectClaim("unreachable", "safe");
        this.demand("the bad literal does not hold in a reachable state", this.transitions.bad(uses));
        return true;
    }
  }

  private checkReach(initial: InitialQueries, transitions: TransitionQueries, p: Lit, uses: Uses): void {
    this.demand("P holds in every first step", initial.outside(p));
    this.demand("reachable transitions from P end in P", transitions.leaving(p, uses));
  }

  private checkClosed(p: Lit, closed: Closure, uses: Uses): void {
    const inside = { from: [p], to: [p] };
    if (closed === "forward")
      this.demand("live transitions from P end in P", this.transitions.live(uses, { ...inside, negateTo: true }));
    else
      this.demand("live transitions into P start in P", this.transitions.live(uses, { ...inside, negateFrom: true }));
  }

  private checkExclude(p: Lit, because: ExcludeReason, uses: Uses): void {
    switch (because.kind) {
      case "no-start":
        this.demand("no live transition starts in P", this.transitions.live(uses, { from: [p], to: [] }));
        break;
      case "no-end":
        this.demand("no live transition ends in P", this.transitions.live(uses, { from: [], to: [p] }));
        break;
      case "condition": {
        const { condition, closed } = because;
        this.checkClosed(p, closed, uses);
        const meeting = this.transitions.live(uses, { from: [p, this.condition(condition)], to: [p] });
        this.demand(`no live transition inside P meets condition ${condition}`, meeting);
        break;
      }
      case "skeleton":
        this.checkClosed(p, because.closed, uses);
        this.checkSkeleton(p, because, uses);
        break;
      default:
        this.reject("there is no such reason to exclude P"); // of a caller without types
    }
  }

  private checkSkeleton(p: Lit | null, { unroll, conditions: chosen }: SkeletonAsked, uses: Uses): void {
    if (!(unroll >= 0 && unroll <= MAX_UNROLL)) this.reject(`expected an unrolling from 0 to ${MAX_UNROLL}`);
    if (chosen?.length === 0) this.reject("a skeleton meets at least one condition");
    const conditions = chosen?.map((j) => this.condition(j)) ?? this.system.conditions;
    const facts = this.transitions.chosen(uses);
    const query = skeletonQuery(this.system, this.options.oracle(), facts, p, unroll, conditions);
    this.demand("no skeleton meets every condition", query);
  }

  private condition(j: number): Lit {
    return this.system.conditions[j] ?? this.reject(`there is no condition ${j}`);
  }

  private demand(obligation: string, query: Query): void {
    this.options.onQuery?.(this.step, obligation);
    this.queries++;
    const answer = query.oracle.solve(query.assumptions);
    if (answer === "unsat") return;
    if (answer === "unknown")
      throw new Rejected({ result: "not-checked", step: this.step, problem: `undecided: ${obligation}` });
    const transition = [this.read(query.from), this.read(query.to)] as const;
    throw new Rejected({ result: "rejected", step: this.step, problem: `not true: ${obligation}`, transition });
  }

  private read(frame: Frame): Step {
    return {
      latches: frame.values(this.system.latches.map((l) => l.node)),
      inputs: frame.values(this.system.inputs),
    };
  }

  private predicate(l: Lit): Lit {
    return this.system.predicate(l) ?? this.reject("the predicate reads more than latches");
  }

  private stepPredicate(l: Lit): Lit {
    return this.system.stepPredicate(l) ?? this.reject("the predicate reads more than latches and inputs");
  }

  /** Facts that a step may use: those of the named steps, or of all before it. */
  private uses(step: CertificateStep): Uses {
    if (step.uses === undefined) return ALL;
    for (const k of step.uses)
      if (!(Number.isInteger(k) && k >= 0 && k < this.step)) this.reject(`a step can only use earlier steps, not ${k}`);
    return step.uses;
  }

  private expectClaim(kind: Claim["kind"], rule: string): void {
    if (this.claim.kind !== kind) this.reject(`'${rule}' does not prove what is claimed`);
  }

  private reject(problem: string): never {
    throw new Rejected({ result: "rejected", step: this.step, problem, transition: null });
  }
}

/** Indices of facts, or all there are. */
type Uses = readonly number[] | typeof ALL;
const ALL = "all";

interface Query {
  readonly oracle: Oracle;
  readonly assumptions: readonly SatLit[];
  readonly from: Frame;
  readonly to: Frame;
}

interface ProvedFact {
  readonly rule: "reach" | "split" | "exclude";
  readonly predicate: Lit;
}

/** What a fact says of a transition. */
function factLits({ rule, predicate }: ProvedFact, from: Frame, to: Frame): SatLit[] {
  const p = from.lit(predicate);
  const q = to.lit(predicate);
  switch (rule) {
    case "reach":
      return [p, q];
    case "split":
      return [from.iff(p, q)];
    case "exclude":
      return [satNot(p), satNot(q)];
  }
}

const all = (frame: Frame, lits: readonly Lit[]): SatLit[] => lits.map((l) => frame.lit(l));

/** Queries about first steps. */
class InitialQueries {
  private readonly frame: Frame;

  constructor(
    system: ProofSystem,
    private readonly oracle: Oracle,
  ) {
    this.frame = Frame.free(system, oracle);
    for (const { node, reset } of system.latches) {
      if (reset === "free") continue;
      oracle.addClause([this.frame.iff(this.frame.lit(litOf(node)), this.frame.lit(reset))]);
    }
    for (const l of all(this.frame, system.constraints)) oracle.addClause([l]);
  }

  /** A first step outside P. */
  outside(p: Lit): Query {
    return { oracle: this.oracle, assumptions: [satNot(this.frame.lit(p))], from: this.frame, to: this.frame };
  }
}

/**
 * Queries about one transition under facts. These become clauses when they are first used. All facts together are one
 * literal each for reach facts and for all facts, made longer with every fact, so that a query does not list them again.
 */
class TransitionQueries {
  private readonly from: Frame;
  private readonly to: Frame;
  private readonly steps: readonly SatLit[];
  private readonly facts: ProvedFact[] = [];
  private readonly lits: SatLit[][] = [];
  private readonly enough: number;
  private readonly allLive = new Conjunction();
  private readonly allReach = new Conjunction();

  constructor(
    private readonly system: ProofSystem,
    private readonly oracle: Oracle,
  ) {
    this.from = Frame.free(system, oracle);
    this.to = this.from.next();
    this.steps = [...all(this.from, system.constraints), ...all(this.to, system.constraints)];
    this.enough = 2 * this.size + MANY_GATES;
  }

  /** The oracle knows so much of facts that a new one would be faster for whoever needs few of them. */
  get isFull(): boolean {
    return this.size > this.enough;
  }

  private get size(): number {
    return this.from.size + this.to.size;
  }

  /** The same facts about a system that extends this one, or about the same one. */
  on(system: ProofSystem, oracle: Oracle): TransitionQueries {
    const other = new TransitionQueries(system, oracle);
    for (const fact of this.facts) other.addFact(fact);
    return other;
  }

  addFact(fact: ProvedFact): void {
    this.facts.push(fact);
  }

  chosen(uses: Uses): ProvedFact[] {
    return uses === ALL ? this.facts : uses.map((k) => this.facts[k]!);
  }

  /** A transition between reachable states that leaves P. */
  leaving(p: Lit, uses: Uses): Query {
    return this.query([...this.reachable(uses), this.from.lit(p), satNot(this.to.lit(p))]);
  }

  /** A live transition with the given literals in its two steps. */
  live(
    uses: Uses,
    where: { from: readonly Lit[]; to: readonly Lit[]; negateFrom?: boolean; negateTo?: boolean },
  ): Query {
    const from = all(this.from, where.from).map((l) => (where.negateFrom ? satNot(l) : l));
    const to = all(this.to, where.to).map((l) => (where.negateTo ? satNot(l) : l));
    const facts = uses === ALL ? this.together(this.allLive, () => true) : uses.flatMap((k) => this.litsOf(k));
    return this.query([...facts, ...from, ...to]);
  }

  /** A reachable step in which the bad literal holds. Only this step is constrained: a finite run may end there. */
  bad(uses: Uses): Query {
    const { oracle, from, to } = this;
    const facts = this.chosen(uses).flatMap((f) => (f.rule === "reach" ? [from.lit(f.predicate)] : []));
    const constraints = all(from, this.system.constraints);
    return { oracle, assumptions: [...constraints, ...facts, from.lit(this.system.bad)], from, to };
  }

  private reachable(uses: Uses): SatLit[] {
    const isReach = (k: number) => this.facts[k]!.rule === "reach";
    return uses === ALL ? this.together(this.allReach, isReach) : uses.filter(isReach).flatMap((k) => this.litsOf(k));
  }

  private query(assumptions: readonly SatLit[]): Query {
    return { oracle: this.oracle, assumptions: [...this.steps, ...assumptions], from: this.from, to: this.to };
  }

  private litsOf(k: number): SatLit[] {
    this.lits[k] ??= factLits(this.facts[k]!, this.from, this.to);
    return this.lits[k];
  }

  /** The conjunction of all facts of a kind. */
  private together(conjunction: Conjunction, isMeant: (k: number) => boolean): SatLit[] {
    for (; conjunction.facts < this.facts.length; conjunction.facts++)
      if (isMeant(conjunction.facts)) conjunction.lit = this.also(conjunction.lit, this.litsOf(conjunction.facts));
    return conjunction.lit === null ? [] : [conjunction.lit];
  }

  /** A literal that implies another and further ones. */
  private also(before: SatLit | null, lits: readonly SatLit[]): SatLit {
    const l = satLit(this.oracle.newVar());
    if (before !== null) this.oracle.addClause([satNot(l), before]);
    for (const fact of lits) this.oracle.addClause([satNot(l), fact]);
    return l;
  }
}

const MANY_GATES = 2_000;

/** A literal that implies those of the first so many facts that it is about. */
class Conjunction {
  lit: SatLit | null = null;
  facts = 0;
}

/**
 * skel(P,k) of the certificate language: for each given condition a path of 2k+1 live transitions inside P whose middle one meets it. All paths agree on
 * every split predicate, since no live transition crosses one and the paths lie on one cycle. With k > 0 a path goes round a simple cycle (FAIR, Section
 * III-B), again and again where that is shorter. States are compared by the latches that matter to any of this: a fair cycle is one of the system of
 * these latches alone, too. Reach facts hold in all steps, so also in those of a walk round it.
 */
function skeletonQuery(
  system: ProofSystem,
  oracle: Oracle,
  facts: readonly ProvedFact[],
  p: Lit | null,
  k: number,
  conditions: readonly Lit[],
): Query {
  const read = [
    ...system.constraints,
    ...system.conditions,
    ...facts.flatMap((f) => (f.rule === "reach" ? [] : [f.predicate])),
    ...(p === null ? [] : [p]),
  ];
  const latches = k > 0 ? latchesBehind(system, read) : [];
  const paths = conditions.map((condition) => {
    const path = livePath(system, oracle, facts, p, 2 * k + 1);
    oracle.addClause([path[k]!.lit(condition)]);
    if (k > 0) goRound(path, latches, oracle);
    return path;
  });
  const [first, ...others] = paths.map((path) => path[k]!);
  for (const { rule, predicate } of facts)
    if (rule === "split")
      for (const other of others) oracle.addClause([other.iff(first!.lit(predicate), other.lit(predicate))]);
  return { oracle, assumptions: [], from: first!, to: paths[0]![k + 1]! };
}

function livePath(
  system: ProofSystem,
  oracle: Oracle,
  facts: readonly ProvedFact[],
  p: Lit | null,
  length: number,
): Frame[] {
  const path = [Frame.free(system, oracle)];
  while (path.length <= length) path.push(path.at(-1)!.next());
  path.forEach((frame, i) => {
    for (const l of all(frame, system.constraints)) oracle.addClause([l]);
    if (p !== null) oracle.addClause([frame.lit(p)]);
    if (i > 0) for (const fact of facts) for (const l of factLits(fact, path[i - 1]!, frame)) oracle.addClause([l]);
  });
  return path;
}

/** States at the same distance from each other are the same everywhere on the path, or nowhere. */
function goRound(path: readonly Frame[], latches: readonly number[], oracle: Oracle): void {
  for (let distance = 1; distance < path.length - 1; distance++) {
    const [first, ...others] = path.slice(distance).map((frame, i) => frame.sameState(path[i]!, latches));
    for (const other of others) oracle.addClause([path[0]!.iff(first!, other)]);
  }
}

/** Nodes of the latches that the literals depend on, now or later. */
function latchesBehind({ aig, latches }: ProofSystem, lits: readonly Lit[]): number[] {
  const nextOf = new Map(latches.map((l) => [l.node, l.next]));
  const found = new Set(lits.map(nodeOf));
  for (const node of found) {
    const next = nextOf.get(node);
    if (next !== undefined) found.add(nodeOf(next));
    else if (aig.isGate(node)) found.add(nodeOf(aig.fanin0(node))).add(nodeOf(aig.fanin1(node)));
  }
  return [...found].filter((node) => nextOf.has(node));
}

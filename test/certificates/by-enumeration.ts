import type { Claim } from "../../src/checkers/check-certificate.js";
import type { Certificate, CertificateStep, Closure, Shadow } from "../../src/evidence/certificate.js";
import type { ReadonlyAig } from "../../src/logic/aig.js";
import { type Lit, litOf, nodeOf } from "../../src/logic/lit.js";

/**
 * A second checker of certificates, for a handful of latches and inputs: every step of model and monitor is written out, and every
 * obligation is a sentence about lists of steps and transitions. It has no solver, no clauses and no graph of its own. What it accepts
 * is what docs/reference/certificates.md says, so it is no looser and no stricter than the checker is meant to be.
 */
export function acceptsByEnumeration(claim: Claim, certificate: Certificate): boolean {
  try {
    return new Enumeration(claim, certificate).accepts();
  } catch (e) {
    if (e instanceof Refused) return false;
    throw e;
  }
}

class Refused extends Error {}

/** Bit i of `state` is latch i (the model's, the monitor's, then those of the shadow); bit i of `inputs` is input i. */
interface Step {
  readonly state: number;
  readonly inputs: number;
}
interface Transition {
  readonly from: Step;
  readonly to: Step;
}
type Predicate = (step: Step) => boolean;
type Fact = { readonly rule: "reach" | "split" | "exclude"; readonly holds: Predicate; readonly predicate: Lit };

/** A latch or an input: its position among the bits. */
interface Reading {
  readonly aig: ReadonlyAig;
  readonly latch: ReadonlyMap<number, number>;
  readonly input: ReadonlyMap<number, number>;
}

const MAX_UNROLL = 32;

class Enumeration {
  private readonly facts: Fact[] = [];
  private readonly system: System;
  private readonly ofModel: Reading;
  private readonly ofProof: Reading;
  private readonly ofStates: Reading;
  private readonly conditions: readonly { readonly holds: Predicate; readonly read: () => Iterable<number> }[];

  constructor(
    private readonly claim: Claim,
    private readonly certificate: Certificate,
  ) {
    const { model } = claim;
    const { monitor, latches, inputs, aig } = certificate;
    const cuts = monitor.constraints.length + monitor.fairness.length > 0;
    if (cuts && !(claim.kind === "no-fair-cycle" && claim.automaton)) throw new Refused("the monitor cuts");
    if (latches.length !== model.latches.length || inputs.length !== model.inputs.length) throw new Refused("shape");
    const none = new Map<number, number>();
    const places = (nodes: readonly number[]) => new Map(nodes.map((node, i) => [node, i]));
    const ownLatches = [...latches, ...monitor.latches.map((l) => l.node)];
    const ownInputs = [...inputs, ...monitor.inputs];
    if (new Set([...ownLatches, ...ownInputs]).size < ownLatches.length + ownInputs.length) throw new Refused("twice");
    const modelLatches = places(model.latches.map((l) => l.node));
    this.ofModel = { aig: model.aig, latch: modelLatches, input: places(model.inputs) };
    this.ofProof = { aig, latch: places(ownLatches), input: places(ownInputs) };
    this.ofStates = { aig, latch: places(ownLatches), input: none };
    const models = (l: Lit) => predicate(this.ofModel, l);
    const proofs = (l: Lit) => predicate(this.ofProof, l);
    const conditions = [
      ...model.fairness.map((l) => ({ holds: models(l), read: () => this.latchesOf(this.ofModel, l) })),
      ...monitor.fairness.map((l) => ({ holds: proofs(l), read: () => this.latchesOf(this.ofProof, l) })),
    ];
    this.conditions = conditions.length > 0 ? conditions : [{ holds: () => true, read: () => [] }];
    this.system = new System({
      latches: [
        ...model.latches.map(({ next, reset }) => ({
          next: models(next),
          reset: reset === "free" ? reset : models(reset),
        })),
        ...monitor.latches.map(({ next, reset }) => ({
          next: proofs(next),
          reset: reset === "free" ? reset : () => reset === 1,
        })),
      ],
      inputs: ownInputs.length,
      constraints: [...model.constraints.map(models), ...monitor.constraints.map(proofs)],
    });
  }

  accepts(): boolean {
    for (const [k, step] of this.certificate.steps.entries()) {
      if (step.uses?.some((use) => !Number.isInteger(use) || use < 0 || use >= k)) return false;
      const used = step.uses?.map((use) => this.facts[use]!) ?? this.facts;
      if (step.rule === "done") return this.claim.kind === "no-fair-cycle" && this.hasNoSkeleton(null, step, used);
      if (step.rule === "safe") return this.claim.kind === "unreachable" && this.isSafe(this.claim.bad, used);
      if (step.rule === "l2s") return this.claim.kind === "no-fair-cycle" && this.neverComesBack(step, used);
      const holds = predicate(step.rule === "reach" ? this.ofProof : this.ofStates, step.predicate);
      if (!this.isRight(step, holds, used)) return false;
      this.facts.push({ rule: step.rule, holds, predicate: step.predicate });
    }
    return false;
  }

  private isRight(
    step: CertificateStep & { readonly rule: "reach" | "split" | "exclude" },
    p: Predicate,
    used: readonly Fact[],
  ): boolean {
    if (step.rule === "reach") return isInvariant(this.system, p, used);
    const live = this.live(used);
    if (step.rule === "split") return isClosed(live, p, step.closed);
    const { because } = step;
    switch (because.kind) {
      case "no-start":
        return !live.some(({ from }) => p(from));
      case "no-end":
        return !live.some(({ to }) => p(to));
      case "condition": {
        const condition = this.conditions[because.condition];
        if (condition === undefined || !isClosed(live, p, because.closed)) return false;
        return !live.some(({ from, to }) => p(from) && p(to) && condition.holds(from));
      }
      case "skeleton":
        return isClosed(live, p, because.closed) && this.hasNoSkeleton(step.predicate, because, used);
    }
  }

  private live(used: readonly Fact[]): Transition[] {
    return this.system.transitions.filter((t) => used.every((fact) => allows(fact, t)));
  }

  private isSafe(bad: Lit, used: readonly Fact[]): boolean {
    const isBad = predicate(this.ofModel, bad);
    const reach = used.filter((f) => f.rule === "reach");
    return !this.system.steps.some((s) => isBad(s) && reach.every((f) => f.holds(s)));
  }

  /** No choice of a path for each condition, so that their middle states agree on all splits. */
  private hasNoSkeleton(
    inside: Lit | null,
    { unroll: k, conditions: named }: { readonly unroll: number; readonly conditions?: readonly number[] },
    used: readonly Fact[],
  ): boolean {
    if (!(k >= 0 && k <= MAX_UNROLL)) return false;
    const asked = named === undefined ? this.conditions : named.map((j) => this.conditions[j]);
    if (asked.length === 0 || !asked.every((c) => c !== undefined)) return false;
    const p: Predicate = inside === null ? () => true : predicate(this.ofStates, inside);
    const splits = used.filter((f) => f.rule === "split");
    const live = this.live(used).filter(({ from, to }) => p(from) && p(to));
    const matter = k === 0 ? 0 : this.matter(inside, used);
    const classOf = (step: Step) => splits.map((f) => (f.holds(step) ? "1" : "0")).join("");
    const paths = new Paths(live);
    const isMiddle = (step: Step): boolean => {
      for (const path of paths.through(step, k)) if (k === 0 || goesRound(path, matter)) return true;
      return false;
    };
    const middles = [...paths.starts].filter(isMiddle);
    const classes = asked.map((condition) => new Set(middles.filter(condition.holds).map(classOf)));
    return ![...classes[0]!].some((c) => classes.every((found) => found.has(c)));
  }

  /** The bits by which states of a path are compared. */
  private matter(inside: Lit | null, used: readonly Fact[]): number {
    const { model } = this.claim;
    const { monitor } = this.certificate;
    const predicates = [
      ...used.filter((f) => f.rule !== "reach").map((f) => f.predicate),
      ...(inside === null ? [] : [inside]),
    ];
    const found = new Set<number>([
      ...model.constraints.flatMap((l) => [...this.latchesOf(this.ofModel, l)]),
      ...monitor.constraints.flatMap((l) => [...this.latchesOf(this.ofProof, l)]),
      ...this.conditions.flatMap(({ read }) => [...read()]),
      ...predicates.flatMap((l) => [...this.latchesOf(this.ofProof, l)]),
    ]);
    for (const i of found) {
      const own = i - model.latches.length;
      const more =
        own < 0
          ? this.latchesOf(this.ofModel, model.latches[i]!.next)
          : this.latchesOf(this.ofProof, monitor.latches[own]!.next);
      for (const j of more) found.add(j);
    }
    return [...found].reduce((mask, i) => mask | (1 << i), 0);
  }

  private latchesOf({ aig, latch }: Reading, l: Lit): Iterable<number> {
    const found = new Set([nodeOf(l)]);
    for (const node of found) if (aig.isGate(node)) found.add(nodeOf(aig.fanin0(node))).add(nodeOf(aig.fanin1(node)));
    return [...found].flatMap((node) => latch.get(node) ?? []);
  }

  /** The liveness-to-safety model, step by step, from its definition. */
  private neverComesBack({ predicate: p, shadow }: { predicate: Lit; shadow: Shadow }, used: readonly Fact[]): boolean {
    const { system, conditions } = this;
    const n = system.latches.length;
    if (shadow.copies.length !== n || shadow.seen.length !== conditions.length) return false;
    const bit = (s: Step, i: number) => ((s.state >> i) & 1) === 1;
    const save: Predicate = ({ inputs }) => ((inputs >> system.inputs) & 1) === 1;
    const saved: Predicate = (s) => bit(s, n);
    const lasting = system.latches.map(({ next, reset }) => ({ next, reset }));
    const shadowed = new System({
      latches: [
        ...lasting,
        { next: (s) => saved(s) || save(s), reset: () => false },
        ...system.latches.map((_, i) => ({
          next: (s: Step) => (save(s) && !saved(s) ? bit(s, i) : bit(s, n + 1 + i)),
          reset: "free" as const,
        })),
        ...conditions.map(({ holds }, j) => ({
          next: (s: Step) => (saved(s) || save(s)) && (bit(s, 2 * n + 1 + j) || holds(s)),
          reset: () => false,
        })),
      ],
      inputs: system.inputs + 1,
      constraints: system.constraints,
    });
    const own = [...this.certificate.latches, ...this.certificate.monitor.latches.map((l) => l.node)];
    const nodes = [...own, shadow.saved, ...shadow.copies, ...shadow.seen];
    if (new Set(nodes).size < nodes.length) return false;
    const reading = { ...this.ofStates, latch: new Map(nodes.map((node, i) => [node, i])) };
    const invariant = predicate(reading, p);
    if (!isInvariant(shadowed, invariant, used)) return false;
    const reach = [...this.facts.filter((f) => f.rule === "reach").map((f) => f.holds), invariant];
    const isBack: Predicate = (s) =>
      saved(s) &&
      system.latches.every((_, i) => bit(s, i) === bit(s, n + 1 + i)) &&
      conditions.every((_, j) => bit(s, 2 * n + 1 + j));
    return !shadowed.steps.some((s) => isBack(s) && reach.every((holds) => holds(s)));
  }
}

interface Latch {
  readonly next: Predicate;
  readonly reset: Predicate | "free";
}

/** All steps that constraints allow, and all transitions between them. */
class System {
  readonly latches: readonly Latch[];
  readonly inputs: number;
  readonly constraints: readonly Predicate[];
  readonly steps: readonly Step[];
  readonly transitions: readonly Transition[];

  constructor(given: Pick<System, "latches" | "inputs" | "constraints">) {
    this.latches = given.latches;
    this.inputs = given.inputs;
    this.constraints = given.constraints;
    const bits = this.latches.length + this.inputs;
    if (bits > MAX_BITS) throw new Error(`${bits} latches and inputs are too many to enumerate`);
    const steps: Step[] = [];
    for (let state = 0; state < 2 ** this.latches.length; state++)
      for (let inputs = 0; inputs < 2 ** this.inputs; inputs++) steps.push({ state, inputs });
    this.steps = steps.filter((s) => this.constraints.every((c) => c(s)));
    const inState = groupBy(this.steps, (s) => s.state);
    this.transitions = this.steps.flatMap((from) => {
      const state = this.latches.reduce((sum, { next }, i) => sum + (next(from) ? 2 ** i : 0), 0);
      return (inState.get(state) ?? []).map((to) => ({ from, to }));
    });
  }

  get first(): Step[] {
    const isFirst = (s: Step) =>
      this.latches.every(({ reset }, i) => reset === "free" || reset(s) === (((s.state >> i) & 1) === 1));
    return this.steps.filter(isFirst);
  }
}

function groupBy<T, K>(list: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of list) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** What can be written out in a moment. */
export const MAX_BITS = 11;

function isInvariant(system: System, p: Predicate, used: readonly Fact[]): boolean {
  const reach = used.filter((f) => f.rule === "reach");
  const known = (t: Transition) => reach.every((f) => allows(f, t));
  return system.first.every(p) && system.transitions.every((t) => !p(t.from) || p(t.to) || !known(t));
}

function isClosed(live: readonly Transition[], p: Predicate, closed: Closure): boolean {
  return live.every(({ from, to }) => (closed === "forward" ? !p(from) || p(to) : !p(to) || p(from)));
}

function allows({ rule, holds }: Fact, { from, to }: Transition): boolean {
  switch (rule) {
    case "reach":
      return holds(from) && holds(to);
    case "split":
      return holds(from) === holds(to);
    case "exclude":
      return !holds(from) && !holds(to);
  }
}

/**
 * Paths of 2k+1 transitions whose middle one starts with a given step: the states of each, one character a state. Inputs are not
 * kept, since no more is asked than that there are some.
 */
class Paths {
  private readonly after: ReadonlyMap<Step, readonly Transition[]>;
  private readonly before: ReadonlyMap<Step, readonly Transition[]>;

  constructor(live: readonly Transition[]) {
    this.after = groupBy(live, (t) => t.from);
    this.before = groupBy(live, (t) => t.to);
  }

  *through(middle: Step, k: number): Iterable<string> {
    const stems = walks(this.before, (t) => t.from, middle, k);
    const rests = stems.size === 0 ? [] : walks(this.after, (t) => t.to, middle, k + 1);
    for (const rest of rests) for (const stem of stems) yield [...stem].reverse().join("").slice(0, -1) + rest;
  }

  get starts(): Iterable<Step> {
    return this.after.keys();
  }
}

/** The states of all walks of so many transitions, from the step on. */
function walks(
  next: ReadonlyMap<Step, readonly Transition[]>,
  end: (t: Transition) => Step,
  from: Step,
  length: number,
): ReadonlySet<string> {
  let ends = new Map([[from, new Set([state(from)])]]);
  for (let n = 0; n < length; n++) {
    const further = new Map<Step, Set<string>>();
    for (const [at, walked] of ends)
      for (const t of next.get(at) ?? []) {
        const to = end(t);
        const known = further.get(to) ?? new Set();
        further.set(to, known);
        for (const states of walked) known.add(states + state(to));
      }
    ends = further;
  }
  return new Set([...ends.values()].flatMap((walked) => [...walked]));
}

const state = (step: Step): string => String.fromCharCode(step.state);

function goesRound(path: string, matter: number): boolean {
  const same = (i: number, j: number) => ((path.charCodeAt(i) ^ path.charCodeAt(j)) & matter) === 0;
  for (let distance = 1; distance < path.length - 1; distance++) {
    const equal = same(0, distance);
    for (let i = 1; i + distance < path.length; i++) if (same(i, i + distance) !== equal) return false;
  }
  return true;
}

/** The function of a literal, written out once. Reading anything else than it may is refused. */
function predicate(reading: Reading, l: Lit): Predicate {
  const { aig, latch, input } = reading;
  const nodes = new Set([nodeOf(l)]);
  for (const node of nodes)
    if (aig.isGate(node)) nodes.add(nodeOf(aig.fanin0(node))).add(nodeOf(aig.fanin1(node)));
    else if (node !== 0 && !latch.has(node) && !input.has(node)) throw new Refused(`reads node ${node}`);
  const inOrder = [...nodes].filter((node) => node !== 0).sort((a, b) => a - b);
  const values = new Map<number, boolean>();
  const of = (x: Lit): boolean => (values.get(nodeOf(x)) ?? false) !== (x !== litOf(nodeOf(x)));
  const known = new Map<number, boolean>();
  return ({ state, inputs }) => {
    const key = state * 2 ** 10 + inputs;
    const before = known.get(key);
    if (before !== undefined) return before;
    for (const node of inOrder) {
      const [i, j] = [latch.get(node), input.get(node)];
      if (aig.isGate(node)) values.set(node, of(aig.fanin0(node)) && of(aig.fanin1(node)));
      else values.set(node, (i !== undefined ? (state >> i) & 1 : (inputs >> j!) & 1) === 1);
    }
    known.set(key, of(l));
    return of(l);
  };
}

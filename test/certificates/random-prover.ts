import { type CertificateCheck, type Claim, checkCertificate } from "../../src/checkers/check-certificate.js";
import {
  type Certificate,
  type CertificateStep,
  type Closure,
  type ExcludeReason,
  NO_MONITOR,
} from "../../src/evidence/certificate.js";
import { Aig } from "../../src/logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf, not } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { NaiveSystem } from "../sets/naive-system.js";

/** A graph over a model's latches and inputs in which predicates can be written down. */
export class PredicateGraph {
  readonly aig = new Aig();
  readonly latches: readonly number[];
  readonly inputs: readonly number[];

  constructor(readonly model: Model) {
    this.latches = model.latches.map(() => nodeOf(this.aig.leaf()));
    this.inputs = model.inputs.map(() => nodeOf(this.aig.leaf()));
  }

  /** The predicate that holds exactly in the given states (bit i of a state is latch i). */
  ofStates(states: Iterable<number>): Lit {
    return this.aig.orAll([...states].map((s) => this.aig.andAll(this.bits(this.latches, s))));
  }

  /** The predicate that holds exactly in the given steps. */
  ofSteps(steps: Iterable<readonly [state: number, inputs: number]>): Lit {
    const minterms = [...steps].map(([s, i]) => [...this.bits(this.latches, s), ...this.bits(this.inputs, i)]);
    return this.aig.orAll(minterms.map((m) => this.aig.andAll(m)));
  }

  private bits(nodes: readonly number[], value: number): Lit[] {
    return nodes.map((node, i) => negateIf(litOf(node), ((value >> i) & 1) === 0));
  }

  certificate(steps: readonly CertificateStep[]): Certificate {
    return {
      kind: "certificate",
      aig: this.aig,
      latches: this.latches,
      inputs: this.inputs,
      monitor: NO_MONITOR,
      steps,
    };
  }
}

export const checkWithKernel = (model: Model, certificate: Certificate, sat: WebAssembly.Module): CertificateCheck =>
  checkClaim({ kind: "no-fair-cycle", model }, certificate, sat);

export const checkClaim = (claim: Claim, certificate: Certificate, sat: WebAssembly.Module): CertificateCheck =>
  checkCertificate(claim, certificate, { oracle: () => new SatSolver(sat) });

/**
 * Looks for a proof by proposing steps at random and keeping those that the checker accepts: the strongest attack on
 * the rules that needs no cleverness. Returns how many sequences were tried and whether one was accepted as a proof.
 */
export function attack(model: Model, random: Random, proposals: number, sat: WebAssembly.Module) {
  const graph = new PredicateGraph(model);
  const proposer = new Proposer(graph, random);
  const accepted: CertificateStep[] = [];
  for (let tried = 1; tried <= proposals; tried++) {
    const step = proposer.step(accepted.length);
    const last: CertificateStep = { rule: "done", unroll: random.below(3), ...proposer.conditions() };
    const outcome = checkWithKernel(model, graph.certificate([...accepted, step, last]), sat);
    if (outcome.result === "checked") return { tried, proof: graph.certificate([...accepted, step, last]) };
    if (outcome.result === "not-checked") throw new Error(outcome.problem);
    if (outcome.step > accepted.length) accepted.push(step);
  }
  return { tried: proposals, proof: null };
}

/** Steps over sets of states: some mean something (closures of sets, the reachable states), some are noise. */
class Proposer {
  private readonly system: NaiveSystem;
  private readonly sets: ReadonlySet<number>[] = [];

  constructor(
    private readonly graph: PredicateGraph,
    private readonly random: Random,
  ) {
    this.system = new NaiveSystem(graph.model);
    this.sets.push(this.closed(this.system.first(), (s) => this.system.post(s)));
  }

  step(before: number): CertificateStep {
    const predicate = this.predicate();
    const uses =
      this.random.below(3) === 0 ? { uses: Array.from({ length: before }, (_, k) => k).filter(() => this.coin()) } : {};
    switch (this.random.below(4)) {
      case 0:
        return { rule: "reach", predicate: this.coin() ? predicate : this.stepPredicate(), ...uses };
      case 1:
        return { rule: "split", predicate, closed: this.closure(), ...uses };
      default:
        return { rule: "exclude", predicate, because: this.reason(), ...uses };
    }
  }

  /** All of them, or some. */
  conditions(): { conditions?: readonly number[] } {
    if (this.coin()) return {};
    const all = Array.from({ length: Math.max(1, this.graph.model.fairness.length) }, (_, j) => j);
    return { conditions: all.filter(() => this.coin()) };
  }

  private reason(): ExcludeReason {
    switch (this.random.below(4)) {
      case 0:
        return { kind: "no-start" };
      case 1:
        return { kind: "no-end" };
      case 2: {
        const conditions = Math.max(1, this.graph.model.fairness.length);
        return { kind: "condition", closed: this.closure(), condition: this.random.below(conditions) };
      }
      default:
        return { kind: "skeleton", closed: this.closure(), unroll: this.random.below(3), ...this.conditions() };
    }
  }

  private predicate(): Lit {
    const p = this.graph.ofStates(this.states());
    return this.random.below(4) === 0 ? not(p) : p;
  }

  /** First steps, or random ones, and all steps in a set of states, random or closed; now and then with a mutation. */
  private stepPredicate(): Lit {
    const { system, random } = this;
    const isRandom = random.below(3) === 0;
    const first = system.transitions.filter(([s, , i]) => (isRandom ? this.coin() : system.isFirst(s, i)));
    const later = this.coin() ? this.states() : this.closed(new Set(first.map(([, to]) => to)), (s) => system.post(s));
    const noise = random.below(4) === 0 ? 8 : Number.MAX_SAFE_INTEGER;
    const said = system.transitions.filter(
      (t) => (later.has(t[0]) || first.includes(t)) !== (random.below(noise) === 1),
    );
    return this.graph.ofSteps(said.map(([s, , i]) => [s, i]));
  }

  private states(): ReadonlySet<number> {
    const { system, random } = this;
    const seed = new Set(system.states.filter(() => random.below(3) === 0));
    const old = this.sets[random.below(this.sets.length)]!;
    const set = [
      () => seed,
      () => this.closed(seed, (s) => system.post(s)),
      () => this.closed(seed, (s) => system.pre(s)),
      () => old,
      () => new Set(system.states.filter((s) => old.has(s) && seed.has(s))),
      () => new Set(system.states.filter((s) => old.has(s) && !seed.has(s))),
      () => new Set(system.states.filter((s) => old.has(s) !== (random.below(8) === 0))), // a mutation
      () => new Set([random.below(system.states.length)]),
    ][random.below(8)]!();
    this.sets.push(set);
    return set;
  }

  private closed(start: ReadonlySet<number>, more: (s: ReadonlySet<number>) => ReadonlySet<number>): Set<number> {
    const set = new Set(start);
    for (let size = -1; size !== set.size; ) {
      size = set.size;
      for (const s of more(set)) set.add(s);
    }
    return set;
  }

  private closure(): Closure {
    return this.coin() ? "forward" : "backward";
  }

  private coin(): boolean {
    return this.random.below(2) === 0;
  }
}

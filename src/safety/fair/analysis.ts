import type { Lasso, Run } from "../../evidence/verdict.js";
import type { Progress } from "../../limits/progress.js";
import { type Lit, not } from "../../logic/lit.js";
import { Random } from "../../logic/random.js";
import { type Clause, type Cube, negated } from "../cube.js";
import { Ic3 } from "../ic3/ic3.js";
import { startFrame } from "../ic3/start.js";
import type { Start } from "../reach-query.js";
import { ProofRefiner } from "../refine-proof.js";
import type { TransitionSystem } from "../transition-system.js";
import type { Findings } from "./findings.js";
import type { Ledger } from "./ledger.js";
import { race } from "./race.js";
import type { SkeletonState } from "./skeleton.js";

/** stemQ, which leads to state `to`, or cycleQ from a state of the skeleton to the next one. */
interface SkeletonRacer {
  readonly what: "stem" | "cycle";
  readonly query: Ic3;
  readonly from: number;
  readonly to: number;
}

/** Lines 18-40: one skeleton is completed to a lasso, or a fact is found that excludes it. */
export class Analysis {
  private readonly system: TransitionSystem;
  /** One query for all stems: what it has learned about the resets is good for every target. */
  private readonly stemQuery: Ic3;
  private readonly stemProofs: ProofRefiner;
  private readonly cycleProofs: ProofRefiner;
  // How many invariants of the stem query are assertions already.
  private shared = 0;
  private readonly random: Random;

  constructor(
    private readonly ledger: Ledger,
    private readonly findings: Findings,
    seed: number,
  ) {
    this.system = ledger.system;
    this.stemProofs = new ProofRefiner(ledger.system, ledger.reachable);
    this.cycleProofs = new ProofRefiner(ledger.system, ledger.live);
    this.stemQuery = new Ic3(ledger.stem, { kind: "resets" }, { kind: "states", cubes: [] });
    ledger.stemQueries.add(this.stemQuery);
    this.random = new Random(seed);
  }

  /** Null: a fact was found, here, by others, or beside the queries. The first `known` facts do not rule the skeleton out. */
  *connect(states: readonly SkeletonState[], known: number): Generator<Progress, Lasso | null> {
    const { ledger, findings } = this;
    const { counts, facts } = ledger;
    const skeleton = this.merged(states);
    counts.skeletons++;
    counts.largest = Math.max(counts.largest, skeleton.length);
    yield { what: "skeleton", figures: { ...counts, states: skeleton.length } };
    const racers = [this.stemTo(skeleton), ...this.cyclesOf(skeleton)];
    try {
      let seen = known;
      const ruledOut = () => {
        findings.listen();
        const first = seen;
        seen = facts.length;
        return first < seen && ledger.rulesOut(skeleton, first);
      };
      const first = this.random.below(racers.length);
      const result = yield* race(racers, first, ruledOut, () => ({ ...counts }));
      if (result.kind === "over") return null;
      if (result.kind === "runs")
        return lassoOf(
          racers.map((racer) => result.runs.get(racer)!),
          racers[0]!.to,
        );
      this.shareInvariants();
      const { winner, clauses } = result;
      if (winner.what === "stem") this.learnAssertion(clauses);
      else this.learnWall(clauses, skeleton, winner);
      return null;
    } finally {
      for (const { what, query } of racers) if (what === "cycle") query[Symbol.dispose]();
    }
  }

  // The queries (Section III-A).

  private stemTo(skeleton: readonly SkeletonState[]): SkeletonRacer {
    const to = this.random.below(skeleton.length);
    this.stemQuery.aimAt({ kind: "states", cubes: [this.cubeOf(skeleton[to]!)] });
    return { what: "stem", query: this.stemQuery, from: -1, to };
  }

  private cyclesOf(skeleton: readonly SkeletonState[]): SkeletonRacer[] {
    return skeleton.map((state, from) => {
      const to = (from + 1) % skeleton.length;
      const target = { kind: "states", cubes: [this.cubeOf(skeleton[to]!)] } as const;
      const query = new Ic3(this.ledger.cycle, this.startAt(state, skeleton.length), target);
      return { what: "cycle", query, from, to };
    });
  }

  private cubeOf(state: SkeletonState): Cube {
    return this.system.stateCube(state.latches);
  }

  /** A lone state must come back to itself; and a condition that reads inputs asks for a certain first step. */
  private startAt(state: SkeletonState, size: number): Start {
    const conditions = state.conditions.map((b) => this.system.fairness[b]!);
    const cube = this.cubeOf(state);
    if (size > 1 && conditions.every((c) => this.system.readsLatchesOnly(c))) return { kind: "cube", cube };
    return { kind: "successors", cube, where: this.system.graph.andAll(conditions) };
  }

  /** Copies that chose the same state are one, unless they need different steps there. */
  private merged(states: readonly SkeletonState[]): SkeletonState[] {
    const merged: SkeletonState[] = [];
    const anyStep = (s: SkeletonState) =>
      s.conditions.every((b) => this.system.readsLatchesOnly(this.system.fairness[b]!));
    for (const s of states) {
      const k = merged.findIndex(
        (m) => same(m.latches, s.latches) && (same(m.inputs, s.inputs) || anyStep(m) || anyStep(s)),
      );
      if (k < 0) {
        merged.push(s);
        continue;
      }
      const conditions = [...merged[k]!.conditions, ...s.conditions];
      merged[k] = { ...(anyStep(s) ? merged[k]! : s), conditions };
    }
    return merged;
  }

  // What a proof says (Sections III-C and III-D).

  /** Invariants that the stem query has found are facts, whether or not it has an answer. */
  private shareInvariants(): void {
    const invariants = this.stemQuery.invariants();
    const fresh = invariants.slice(this.shared).map((lemma) => negated(lemma.cube));
    this.shared = invariants.length;
    this.findings.assertion(fresh);
  }

  private learnAssertion(clauses: readonly Clause[]): void {
    const start = startFrame(this.ledger.stem, { kind: "resets" });
    this.findings.assertion(this.stemProofs.strengthen(clauses, start));
  }

  private learnWall(clauses: readonly Clause[], skeleton: readonly SkeletonState[], winner: SkeletonRacer): void {
    const { cycle } = this.ledger;
    const start = startFrame(cycle, this.startAt(skeleton[winner.from]!, skeleton.length));
    const proof = this.cycleProofs.weaken(clauses, start, this.cubeOf(skeleton[winner.to]!));
    start.release();
    if (this.isAssertion(proof)) {
      this.findings.assertion(proof);
      return;
    }
    const wall = this.system.predicate(proof);
    const open = this.findings.wall(wall);
    if (open && skeleton.length === 1) this.excludeEdges(wall, skeleton[0]!);
  }

  /** Section V: a cycle proof that is inductive for the whole system excludes its negation altogether. */
  private isAssertion(proof: readonly Clause[]): boolean {
    const initial = startFrame(this.ledger.stem, { kind: "resets" });
    return proof.every((c) => initial.meets(negated(c)) === null) && this.stemProofs.isInductive(proof);
  }

  /**
   * Section III-C, lines 38-40: the wall runs between a lone state and its successors. Part of the state is enough to have
   * no live successor on its side, and part of a successor to have no live predecessor on the other.
   */
  private excludeEdges(wall: Lit, state: SkeletonState): void {
    const { system } = this;
    const { live } = this.ledger;
    const before = this.cubeOf(state);
    live.encode(wall);
    if (!live.solve([not(wall), ...before])) this.excludePart(before, not(wall), (l) => live.failed(l), "no-start");
    const after = system.stateCube(state.successor);
    const arriving = after.map((l) => system.primed(l));
    if (!live.solve([wall, ...arriving])) this.excludePart(after, wall, (l) => live.failed(system.primed(l)), "no-end");
  }

  private excludePart(cube: Cube, side: Lit, isNeeded: (l: Lit) => boolean, kind: "no-start" | "no-end"): void {
    const part = cube.filter(isNeeded);
    if (part.length === cube.length) return;
    this.findings.deadEnd(this.system.graph.and(side, this.system.cube(part)), kind);
  }
}

/** From the state that the stem leads to, round through all states. */
function lassoOf([stem, ...cycles]: readonly Run[], entry: number): Lasso {
  const around = cycles.flatMap((_, i) => cycles[(entry + i) % cycles.length]!.steps.slice(0, -1));
  const before = stem!.steps.slice(0, -1);
  return { kind: "lasso", steps: [...before, ...around], loop: before.length };
}

const same = (a: Uint8Array, b: Uint8Array): boolean => a.every((v, i) => v === b[i]);

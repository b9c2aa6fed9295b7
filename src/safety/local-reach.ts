import type { Progress } from "../limits/progress.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { type Lit, negateIf, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Clause } from "./cube.js";
import type { SolverHost } from "./host.js";
import { Ic3 } from "./ic3/ic3.js";
import { LatchCores } from "./latch-cores.js";
import type { Reached, Separated } from "./reach-query.js";
import { runQuery } from "./run-query.js";
import { StepRelation } from "./step-relation.js";
import { TransitionSystem } from "./transition-system.js";

/** So many transitions are unrolled before the first proof is tried. */
const FIRST_DEPTH = 8;
/** By so much an unrolling becomes deeper at once: there may be a core before the end of the run that is to be excluded. */
const GROWTH = 1.3;

/**
 * Localisation by cores (McMillan and Amla, TACAS 2003; Gupta, Ganai, Yang and Ashar, ICCAD 2003): IC3 on the latches that keep unrollings
 * from the target, while others may have any value. Where that has no run, the whole has none. A run says how far to unroll: as far there is a
 * run of the whole, or a core with further latches.
 *
 * Latches are kept in the order in which they were met: what IC3 learned on fewer latches is read on more as it is.
 */
export class LocalReach implements Disposable {
  private readonly cores: LatchCores;
  private readonly kept = new Set<number>();
  private last: Ic3 | null = null;
  private propagations = 0;

  /**
   * The target is the conjunction of `parts`, each by the index of a latch that nothing but this part and the latch itself reads. A part can
   * always be met if its latch is free: it is left out until the latch is kept.
   */
  constructor(
    private readonly system: TransitionSystem,
    private readonly parts: ReadonlyMap<number, Lit>,
    private readonly host: SolverHost,
    private readonly firstDepth = FIRST_DEPTH,
  ) {
    this.cores = new LatchCores(system, system.graph.andAll([...parts.values()]), host);
  }

  figures(): Record<string, number> {
    const propagations = this.propagations + this.cores.spent();
    return { ...this.cores.figures(), kept: this.kept.size, propagations };
  }

  *search(): Generator<Progress, Reached | Separated> {
    for (let far = this.firstDepth; ; ) {
      const run = yield* this.exclude(far);
      if (run !== null) return run;
      const result = yield* this.onKept();
      if (result.kind === "separated") return result;
      far = result.run.steps.length - 1;
    }
  }

  [Symbol.dispose](): void {
    this.cores[Symbol.dispose]();
  }

  /** Keeps further latches, so that there is no run of `far` transitions any more; or finds one on all latches. */
  private *exclude(far: number): Generator<Progress, Reached | null> {
    const { cores, kept } = this;
    for (let size = kept.size; ; ) {
      const depth = Math.min(far, Math.max(this.firstDepth, Math.ceil(GROWTH * (cores.depth + 1))));
      yield { what: "unrolling", figures: this.figures() };
      const found = cores.decide(depth, kept);
      if ("kind" in found) return { kind: "reached", run: found };
      for (const latch of found) kept.add(latch);
      if (kept.size > size || depth === far) return null;
    }
  }

  private *onKept(): Generator<Progress, Reached | Separated> {
    const kept = [...this.kept];
    const { model, target } = localised(this.system, kept, this.parts);
    const system = new TransitionSystem(model);
    using relation = new StepRelation(system, this.host);
    using query = new Ic3(relation, { kind: "resets" }, { kind: "step", lit: system.literal(target) });
    if (this.last !== null) query.learnFrom(this.last);
    this.last = query;
    try {
      const result = yield* runQuery("blocking", query, () => this.figures());
      return result.kind === "reached"
        ? result
        : { ...result, clauses: result.clauses.map((c) => this.inAll(kept, c)) };
    } finally {
      this.propagations += relation.spent();
    }
  }

  private inAll(kept: readonly number[], clause: Clause): Lit[] {
    return clause.map((l) => negateIf(this.system.latch(kept[nodeOf(l) - 1]!), (l & 1) === 1));
  }
}

/** Only kept latches have functions, others are inputs; only what is read is copied. */
function localised(
  system: TransitionSystem,
  kept: readonly number[],
  parts: ReadonlyMap<number, Lit>,
): { readonly model: Model; readonly target: Lit } {
  const aig = new Aig();
  const leaves = new Map(kept.map((i) => [nodeOf(system.latch(i)), aig.leaf()]));
  const inputs: number[] = [];
  const copier = new AigCopier(system.graph, aig, (node) => {
    const latch = leaves.get(node);
    if (latch !== undefined) return latch;
    const input = aig.leaf();
    inputs.push(nodeOf(input));
    return input;
  });
  const copy = (l: Lit) => copier.copy(l);
  const { latches: given } = system.model;
  const latches = kept.map((i) => ({
    node: nodeOf(leaves.get(nodeOf(system.latch(i)))!),
    next: copy(system.next[i]!),
    // A constant, or free.
    reset: given[i]!.reset,
  }));
  const target = aig.andAll(kept.flatMap((i) => parts.get(i) ?? []).map(copy));
  const constraints = system.constraints.map(copy);
  return { model: { aig, inputs, latches, constraints, fairness: [], signals: [], modules: [] }, target };
}

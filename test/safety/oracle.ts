import type { Run } from "../../src/evidence/verdict.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Step } from "../../src/model/step.js";
import type { Clause, Cube } from "../../src/safety/cube.js";
import type { SolverHost } from "../../src/safety/host.js";
import type { Start, Target } from "../../src/safety/reach-query.js";
import type { TransitionSystem } from "../../src/safety/transition-system.js";
import { NaiveSystem } from "../sets/naive-system.js";
import { satKernel } from "../solvers/sat/kernel.js";

export const host = (shouldStop: SolverHost["shouldStop"] = () => null): SolverHost => ({
  kernels: { sat: satKernel },
  memoryLimit: 2 ** 30,
  shouldStop,
});

export const inCube = (cube: Cube, state: number): boolean =>
  cube.every((l) => ((state >> ((l >> 1) - 1)) & 1) === ((l & 1) ^ 1));

export const inClause = (clause: Clause, state: number): boolean =>
  clause.some((l) => ((state >> ((l >> 1) - 1)) & 1) === ((l & 1) ^ 1));

/** Everything about a reach question, by enumeration of states and inputs: the oracle of the queries. */
export class ReachOracle {
  private readonly naive: NaiveSystem;
  private readonly transitions: NaiveSystem["transitions"];

  /** `conditions` and the literals of start and target are the system's; `model` has the same leaves. */
  constructor(
    model: Model,
    private readonly system: TransitionSystem,
    conditions: readonly Lit[],
    private readonly start: Start,
    private readonly target: Target,
  ) {
    // The same model, on the system's own graph: its literals can then be evaluated.
    this.naive = new NaiveSystem(asModel(system, model));
    this.transitions = this.naive.transitions.filter(([s, , i]) => conditions.every((c) => this.naive.holds(c, s, i)));
  }

  /** States in which runs are, once they have started. */
  started(): Set<number> {
    const { start, naive } = this;
    switch (start.kind) {
      case "resets":
        return naive.initial();
      case "cube":
        return new Set(naive.states.filter((s) => inCube(start.cube, s)));
      case "successors":
        return new Set(
          this.transitions
            .filter(([s, , i]) => inCube(start.cube, s) && naive.holds(start.where, s, i))
            .map(([, to]) => to),
        );
    }
  }

  isTarget(state: number): boolean {
    const { target, naive } = this;
    if (target.kind === "states") return target.cubes.some((c) => inCube(c, state));
    return this.transitions.some(([s, , i]) => s === state && naive.holds(target.lit, s, i));
  }

  reachable(): boolean {
    return this.distance() !== null;
  }

  /** How many transitions a shortest run takes once it has started; null when there is none. */
  distance(): number | null {
    const seen = this.started();
    for (let steps = 0, ring = [...seen]; ring.length > 0; steps++) {
      if (ring.some((s) => this.isTarget(s))) return steps;
      const next = new Set(this.transitions.filter(([from]) => ring.includes(from)).map(([, to]) => to));
      ring = [...next].filter((s) => !seen.has(s));
      for (const s of ring) seen.add(s);
    }
    return null;
  }

  /** What is wrong with a proof, or null. */
  flaw(clauses: readonly Clause[]): string | null {
    const proof = (s: number) => clauses.every((c) => inClause(c, s));
    if ([...this.started()].some((s) => !proof(s))) return "a start state is outside";
    if (this.transitions.some(([s, t]) => proof(s) && !proof(t))) return "it is not inductive";
    if (this.naive.states.some((s) => proof(s) && this.isTarget(s))) return "the target is inside";
    return null;
  }

  /** What is wrong with a run of the system without the extra conditions, or null. */
  broken(run: Run): string | null {
    const { naive, start, target } = this;
    const states = run.steps.map((s) => bits(s.latches));
    const inputs = run.steps.map((s: Step) => bits(s.inputs));
    const first = states[0]!;
    const holds = (l: Lit, k: number) => naive.holds(l, states[k]!, inputs[k]!);
    if (start.kind === "resets" && !naive.initial().has(first)) return "it does not start in a reset state";
    if (start.kind !== "resets" && !inCube(start.cube, first)) return "it does not start in the cube";
    if (start.kind === "successors" && !holds(start.where, 0)) return "its first step is not as asked";
    const last = states.length - 1;
    for (let k = 0; k < last; k++) {
      const next = naive.transitions.find(([s, , i]) => s === states[k] && i === inputs[k]);
      if (next === undefined) return `constraints do not hold in step ${k}`;
      if (next[1] !== states[k + 1]) return `step ${k} does not lead to the next state`;
    }
    if (start.kind === "successors" && last === 0) return "it takes no step";
    if (target.kind === "states") return this.isTarget(states[last]!) ? null : "it does not end in the target";
    if (!this.system.constraints.every((c) => holds(c, last))) return "constraints do not hold in the last step";
    return holds(target.lit, last) ? null : "it does not end in the target";
  }
}

const bits = (values: Uint8Array): number => values.reduce((sum, v, i) => sum + (v << i), 0);

/** The system as a model on its own graph. */
export function asModel(system: TransitionSystem, like: Model): Model {
  return {
    ...like,
    aig: system.graph,
    inputs: like.inputs.map((_, i) => system.input(i) >> 1),
    latches: like.latches.map(({ reset }, i) => ({ node: i + 1, next: system.next[i]!, reset })),
    constraints: system.constraints,
    fairness: system.fairness,
  };
}

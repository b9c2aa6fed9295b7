import type { Progress } from "../limits/progress.js";
import { type Lit, litOf, not } from "../logic/lit.js";
import type { Clause } from "./cube.js";
import type { SolverHost } from "./host.js";
import { StepSolver } from "./step-solver.js";
import type { TransitionSystem } from "./transition-system.js";

/** Says whether a set of states meets a cube: by latch 0, 1, or -1 where it says nothing. */
export interface MeetsCubes {
  meets(cube: Int8Array): boolean;
}

/** By how much old uses of a latch count less with each clause. */
const DECAY = 0.99;

/**
 * An invariant in clauses that excludes what is bad, from a set of states that is closed under steps, has all initial states and none that is
 * bad. The set may be a large diagram, which is hard to check; of its clauses few are needed. Each clause must be preserved: while a
 * step breaks it, the state before lies outside the set, and so does a largest cube around it, whose negation is one more clause. Null beyond `most` clauses.
 */
export function* clausalInvariant(
  system: TransitionSystem,
  host: SolverHost,
  bad: Lit,
  states: MeetsCubes,
  most: number,
): Generator<Progress, readonly Clause[] | null> {
  const meter = { propagations: 0 };
  // Constraints need not hold where a bad state ends a run.
  using ends = new StepSolver(system, host, meter);
  using steps = new StepSolver(system, host, meter);
  for (const c of system.constraints) steps.require(c);
  const primes = new PrimeClauses(states, system.latchCount);
  const clauses: Clause[] = [];
  const exclude = (latches: Uint8Array): boolean => {
    if (clauses.length === most) return false;
    const clause = primes.excluding(latches);
    clauses.push(clause);
    ends.addClause(clause);
    steps.addClause(clause);
    return true;
  };
  while (ends.solve([bad])) if (!exclude(ends.latches())) return null;
  // A clause that is preserved together with others is preserved together with more.
  for (let k = 0; k < clauses.length; k++) {
    const broken = clauses[k]!.map((l) => not(system.primed(l)));
    while (steps.solve(broken)) if (!exclude(steps.latches())) return null;
    if (k % 64 === 0) yield { what: "clauses", figures: { clauses: clauses.length, preserved: k, ...meter } };
  }
  return clauses;
}

/** Clauses that no state of a set breaks, with no literal too many. */
class PrimeClauses {
  // By latch: how often it was in a clause, lately.
  private readonly activity: Float64Array;
  private readonly order: number[];

  constructor(
    private readonly states: MeetsCubes,
    latches: number,
  ) {
    this.activity = new Float64Array(latches);
    this.order = Array.from({ length: latches }, (_, i) => i);
  }

  excluding(state: Uint8Array): Clause {
    const { states, activity, order } = this;
    const cube = Int8Array.from(state);
    if (states.meets(cube)) throw new Error("a state of the set steps out of it, or is bad");
    order.sort((a, b) => activity[a]! - activity[b]!);
    for (const i of order) {
      const value = cube[i]!;
      cube[i] = -1;
      if (states.meets(cube)) cube[i] = value;
    }
    const clause: Lit[] = [];
    for (let i = 0; i < cube.length; i++) {
      activity[i]! *= DECAY;
      if (cube[i] === -1) continue;
      activity[i]! += 1;
      clause.push(litOf(i + 1, cube[i] === 1));
    }
    return clause;
  }
}

import type { Progress } from "../limits/progress.js";
import type { StateSets } from "../sets/state-sets.js";

export interface FairCycles<S> {
  /** NC: exactly the states on fair cycles inside `within`. */
  readonly states: S;
  /** How often the relation was squared. */
  readonly squarings: number;
}

/**
 * Fair cycles by transitive closure (Catch-them-young, Section 2.1): the relation is squared until it no longer grows,
 * so that a path of length n is found in ⌈log₂ n⌉ rounds; then NC = ⋂_i { x | R(x,y) ∧ R(y,x) for some y ∈ F_i }.
 */
export function* fairCyclesByClosure<S>(sets: StateSets<S>, within: S): Generator<Progress, FairCycles<S>> {
  using s = sets.open();
  let closed = s.relation(within);
  try {
    let squarings = 0;
    for (;;) {
      using square = closed.compose(closed);
      const grown = closed.union(square);
      const done = grown.equals(closed);
      closed[Symbol.dispose]();
      closed = grown;
      if (done) break;
      squarings++;
      yield { what: "squaring", figures: { iterations: squarings } };
    }
    using cycles = s.cell(within);
    for (const condition of sets.conditions) {
      using turn = s.open();
      cycles.value = turn.and(cycles.value, closed.cyclesThrough(turn, condition));
      yield { what: "condition", figures: {} };
    }
    return { states: s.keep(cycles.value), squarings };
  } finally {
    closed[Symbol.dispose]();
  }
}

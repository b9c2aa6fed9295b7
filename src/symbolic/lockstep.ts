import type { Progress } from "../limits/progress.js";
import type { Scope, StateSets } from "../sets/state-sets.js";
import { type FairRegion, meetsAll } from "./fair-region.js";
import { OpenParts, type PartOptions } from "./open-parts.js";
import { type Fronts, searchFrom } from "./two-way-search.js";

export interface LockstepOptions<S> extends PartOptions<S> {
  /** Stops when F(v) ∩ B(v) meets every condition (GSH, Theorem 10). Default: yes, unless all fair SCCs are asked for. */
  readonly early?: boolean;
  /** Told every fair SCC while it is alive: the search then goes on after the first one. */
  readonly fair?: (scc: S) => void;
  /** Told of the two searches after each step, and of every SCC that they find. */
  readonly stepped?: (fronts: Fronts<S>) => void;
  readonly found?: (scc: S, fair: boolean) => void;
  /** Sets whose states are known to lie on cycles with each other: searches start from them as they are. */
  readonly seeds?: readonly S[];
}

/**
 * A fair cycle inside an SCC-closed set, or null: the Lockstep algorithm (Bloem, Gabow, Somenzi 2000) with the
 * early termination of GSH, Section 5. The SCC of a seed is φ(v) ∩ β(v), by a search in each direction, one step of each at
 * a time; what the one that ends first has found, and what it has not, are SCC-closed and searched next.
 */
export function* lockstep<S>(
  sets: StateSets<S>,
  start: S,
  options: LockstepOptions<S> = {},
): Generator<Progress, FairRegion<S> | null> {
  using s = sets.open();
  const parts = new OpenParts(s, start, options);
  const early = options.early !== false && options.fair === undefined;
  for (;;) {
    const part = yield* parts.next();
    if (part === null) return null;
    using states = part.states;
    using turn = s.open();
    const v = seedIn(turn, states.value, options.seeds);
    const found = yield* parts.withinLimit(searchFrom(turn, v, states.value, early, options.stepped));
    if (found === null) {
      parts.giveUp(states.value);
      continue;
    }
    if ("region" in found) return { core: s.keep(found.core), region: s.keep(found.region) };
    parts.sccs++;
    const fair = found.nontrivial && meetsAll(turn, found.scc);
    options.found?.(found.scc, fair);
    if (fair && options.fair === undefined) return { core: s.keep(found.scc), region: s.keep(found.scc) };
    if (fair) options.fair?.(found.scc);
    parts.divide(turn, part, found, fair);
    yield { what: found.direction, figures: { iterations: parts.sccs, ...s.steps } };
  }
}

/** A state of the first condition, since a fair SCC meets it; or a seed that is known. */
function seedIn<S>(turn: Scope<S>, all: S, seeds: readonly S[] | undefined): S {
  return seeds?.find((scc) => turn.intersects(scc, all)) ?? turn.pick(turn.and(all, turn.conditions[0] as S));
}

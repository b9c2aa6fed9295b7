import type { Progress } from "../../limits/progress.js";
import type { Scope } from "../../sets/state-sets.js";
import { type FairRegion, meetsAll } from "../fair-region.js";
import { stepWithin } from "../reach.js";
import { searchFrom } from "../two-way-search.js";

/** A fair region of an under-approximation, or SCCs of under-approximations, none of them trivial. */
export interface Under<S> {
  readonly fair: FairRegion<S> | null;
  /** SCCs that overlap are one: their states lie on cycles with each other. */
  readonly seeds: readonly S[];
}

const APPROXIMATIONS = 3;
const DEPTH = 4;

/**
 * SCCs of the system restricted to what lies a few steps around single states of a set: D'n'C, end of Section 5. Each is part of an
 * SCC of the system, and a good seed for it; if it is fair, so is that. Results live in `sets`.
 */
export function* underApproximate<S>(sets: Scope<S>, states: S): Generator<Progress, Under<S>> {
  using s = sets.open();
  let seeds: S[] = [];
  using left = s.cell(states);
  for (let k = 0; k < APPROXIMATIONS && s.intersects(left.value, s.conditions[0]!); k++) {
    const start = s.pick(s.and(left.value, s.conditions[0]!));
    const near = around(s, start, states);
    left.value = s.minus(left.value, near);
    const found = yield* searchFrom(s, start, near);
    if ("region" in found) return { fair: kept(s, found), seeds: [] };
    if (!found.nontrivial) continue;
    if (meetsAll(s, found.scc)) return { fair: kept(s, { core: found.scc, region: found.scc }), seeds: [] };
    const overlapping = seeds.filter((seed) => s.intersects(seed, found.scc));
    const joined = overlapping.reduce((a, b) => s.or(a, b), found.scc);
    seeds = [...seeds.filter((seed) => !overlapping.includes(seed)), joined];
  }
  return { fair: null, seeds: seeds.map((seed) => s.keep(seed)) };
}

const kept = <S>(s: Scope<S>, { core, region }: FairRegion<S>): FairRegion<S> => ({
  core: s.keep(core),
  region: s.keep(region),
});

/** States of a set at most so many steps after or before one of them. */
function around<S>(s: Scope<S>, start: S, states: S): S {
  let near = start;
  for (const direction of ["forward", "backward"] as const)
    for (let k = 0; k < DEPTH; k++) near = s.or(near, stepWithin(s, direction, near, states));
  return near;
}

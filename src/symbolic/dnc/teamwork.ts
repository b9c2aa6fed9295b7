import type { Cell, Scope } from "../../sets/state-sets.js";
import type { Operator } from "../operators.js";
import type { ProofLog } from "../proof.js";

/** What an operator of GSH took away from a set. */
export interface Removal<S> {
  readonly operator: Operator;
  readonly states: S;
}

/** A suspect set that has no fair cycle in the exact system, and how it became empty. */
export interface Refutation<S> {
  readonly set: S;
  readonly removed: readonly Removal<S>[];
}

/** The other members of a team, which refine the same system in the same way and so come to the same suspect sets. */
export interface Team<S> {
  /** 0: all sets at once. Others begin with different ones. */
  readonly member: number;
  tell(refutation: Refutation<S>): void;
  /** What others told since it was last asked. The sets live in the scope. */
  hear(s: Scope<S>): readonly Refutation<S>[];
}

/** How far along the sets that are left a member begins: from both ends, then between. */
const PLACES = [0, 1, 0.5, 0.25, 0.75, 0.125, 0.625];

/** The position of the set that a member takes next, of so many. */
export const placeOf = (member: number, sets: number): number =>
  Math.round((PLACES[(member - 1) % PLACES.length] ?? 0) * (sets - 1));

/** Sets that were told to others, and sets of others that were of use, or could not be shown. */
export interface TeamCounts {
  told: number;
  taken: number;
  refused: number;
}

/**
 * Takes away from sets that wait what others took away from them, as far as it can be shown here, and tells the proof. Those of which nothing
 * is left.
 */
export function refutedByOthers<S, E extends { readonly states: Cell<S> }>(
  s: Scope<S>,
  team: Team<S>,
  waiting: readonly E[],
  reached: S,
  proof: ProofLog<S>,
  counts: TeamCounts,
): E[] {
  const empty = new Set<E>();
  for (const { set, removed } of team.hear(s)) {
    const entry = waiting.find((e) => s.equal(e.states.value, set));
    if (entry === undefined || empty.has(entry)) continue;
    const states = s.and(entry.states.value, reached);
    const { left, shown } = leftOf(s, states, removed);
    if (shown.length > 0) proof.inside(states);
    for (const { operator, states: gone } of shown) proof.removed(operator, () => gone);
    if (shown.length === 0 && removed.length > 0) counts.refused++;
    else counts.taken++;
    entry.states.value = left;
    if (s.isEmpty(left)) empty.add(entry);
  }
  return [...empty];
}

/**
 * What is left of a set when that is taken away which another member took away. Each removal is shown again, by one step; the first that
 * does not hold ends it, so that a wrong one costs time only.
 */
function leftOf<S>(
  s: Scope<S>,
  set: S,
  removed: readonly Removal<S>[],
): { readonly left: S; readonly shown: readonly Removal<S>[] } {
  let left = set;
  const shown: Removal<S>[] = [];
  for (const { operator, states } of removed) {
    const gone = s.and(states, left);
    if (s.isEmpty(gone)) continue;
    if (!isRemoved(s, operator, gone, left)) break;
    shown.push({ operator, states: gone });
    left = s.minus(left, gone);
  }
  return { left, shown };
}

/** EU_i and ES_i take away what is closed and misses c_i, EX what has no successor, EY what has no predecessor. */
function isRemoved<S>(s: Scope<S>, { kind, condition }: Operator, gone: S, left: S): boolean {
  const misses = () => s.conditions[condition] !== undefined && !s.intersects(gone, s.conditions[condition]);
  switch (kind) {
    case "EU":
      return misses() && s.subset(s.and(s.post(gone), left), gone);
    case "ES":
      return misses() && s.subset(s.and(s.pre(gone), left), gone);
    case "EX":
      return !s.intersects(gone, s.pre(left));
    case "EY":
      return !s.intersects(gone, s.post(left));
  }
}

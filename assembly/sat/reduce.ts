import { CORE_GLUE } from "./analyze";
import {
  firstClause,
  flagsOf,
  following,
  GARBAGE,
  GLUE_SHIFT,
  isGarbage,
  literal,
  PROTECTED,
  setFlags,
  setLiteral,
  shrink,
  sizeOf,
  top,
  USED_MASK,
  USED_SHIFT,
} from "./arena";
import { learnedClauses, removeClause } from "./clauses";
import { collect, protectReasons } from "./collect";
import { at, length } from "./list";
import { beginShortened, endShortened, logging } from "./proof";
import { assigned, trailAt } from "./trail";
import { NO_REASON, setReason, valueOfLit } from "./variables";

/** Learned clauses given up since the kernel was made. */
export let forgotten: f64 = 0;

// How many candidates there are of each rank.
const RANKS: i32 = 64 * 64;
const histogram: usize = memory.data(64 * 64 * 4);

export function resetReduction(): void {
  forgotten = 0;
}

/** Gives up the worse half of the learned clauses that are neither good nor lately used. */
export function reduce(): void {
  protectReasons();
  memory.fill(histogram, 0, RANKS << 2);
  const n = length(learnedClauses);
  let candidates = 0;
  for (let i = 0; i < n; i++) {
    const c = at(learnedClauses, i);
    if (!isCandidate(c)) continue;
    candidates++;
    count(rank(c), 1);
  }
  let quota = (candidates * 3) >> 2;
  let bar = RANKS - 1;
  while (bar > 0 && counted(bar) < quota) quota -= counted(bar--);
  for (let i = 0; i < n; i++) {
    const c = at(learnedClauses, i);
    if (!isCandidate(c)) age(c);
    else if (rank(c) > bar || (rank(c) == bar && quota-- > 0)) {
      removeClause(c);
      forgotten++;
    }
  }
  collect();
}

function isCandidate(c: i32): bool {
  const flags = flagsOf(c);
  return (flags & (GARBAGE | PROTECTED | USED_MASK)) == 0 && flags >> GLUE_SHIFT > CORE_GLUE && sizeOf(c) > 2;
}

function age(c: i32): void {
  const flags = flagsOf(c);
  if ((flags & USED_MASK) != 0) setFlags(c, flags - (1 << USED_SHIFT));
}

/** Worse clauses have a higher rank: glue first, then size. */
function rank(c: i32): i32 {
  const g = flagsOf(c) >> GLUE_SHIFT;
  const n = sizeOf(c);
  return ((g > 63 ? 63 : g) << 6) | (n > 63 ? 63 : n);
}

function counted(r: i32): i32 {
  return load<i32>(histogram + ((<usize>r) << 2));
}

function count(r: i32, by: i32): void {
  store<i32>(histogram + ((<usize>r) << 2), counted(r) + by);
}

/** Removes satisfied clauses and false literals. Pre: level 0, everything propagated. */
export function simplify(): void {
  for (let i = 0; i < assigned; i++) setReason(trailAt(i) >> 1, NO_REASON);
  for (let c = firstClause(); c < top; c = following(c)) if (!isGarbage(c)) simplifyClause(c);
  collect();
}

/** Watched literals of a clause that is not satisfied are unassigned here, so that they keep their places. */
function simplifyClause(c: i32): void {
  const n = sizeOf(c);
  let falses = 0;
  for (let k = 0; k < n; k++) {
    const value = valueOfLit(literal(c, k));
    if (value > 0) {
      removeClause(c);
      return;
    }
    if (value < 0) falses++;
  }
  if (falses > 0) dropFalseLiterals(c);
}

function dropFalseLiterals(c: i32): void {
  const n = sizeOf(c);
  if (logging) beginShortened(c);
  let j = 0;
  for (let k = 0; k < n; k++) {
    const lit = literal(c, k);
    if (valueOfLit(lit) == 0) setLiteral(c, j++, lit);
  }
  shrink(c, j);
  if (logging) endShortened(c);
}

import { enlarge } from "./memory";

/**
 * All clauses of two and more literals, one after the other. A clause is named by the index of its first word:
 *
 *     word 0   number of literals
 *     word 1   flags, and the glue (distinct levels when learned) above GLUE_SHIFT
 *     then     the literals; the first two are watched
 *
 * With a proof log one more word, the clause's number in the proof, stands before word 0. A negative word 0 is a gap of
 * that many words, left by a clause that was made shorter.
 */
export const HEADER: i32 = 2;

export const LEARNED: i32 = 1;
export const GARBAGE: i32 = 2;
/** Depends on a temporary clause, and goes with it. */
export const TEMPORARY: i32 = 4;
/** The reason of an assigned literal, while clauses are moved. */
export const PROTECTED: i32 = 8;
/** Used in a conflict since the last reduction: two bits, so that good clauses survive two. */
export const USED_SHIFT: i32 = 4;
export const USED_MASK: i32 = 3 << USED_SHIFT;
export const GLUE_SHIFT: i32 = 6;

/** First word of the arena: 0 means "no clause". */
export const FIRST: i32 = 2;

export let arena: usize = 0;
/** First free word. */
export let top: i32 = FIRST;
/** Words of garbage clauses and gaps. */
export let wasted: i32 = 0;

let capacity: i32 = 0;

export function resetArena(): void {
  arena = 0;
  top = FIRST;
  wasted = 0;
  capacity = 0;
}

/** A new clause of `n` literals, still to be filled in; 0 when memory is out. */
export function newClause(n: i32, flags: i32): i32 {
  if (!reserve(top + HEADER + n)) return 0;
  const c = top;
  top += HEADER + n;
  const p = clauseAddress(c);
  store<i32>(p, n);
  store<i32>(p, flags, 4);
  return c;
}

function reserve(words: i32): bool {
  if (words <= capacity) return true;
  if (words >= 1 << 29) return false;
  let wanted = capacity < 1024 ? 1024 : capacity << 1;
  while (wanted < words) wanted <<= 1;
  const block = enlarge(arena, (<usize>capacity) << 2, (<usize>wanted) << 2);
  if (block == 0) return false;
  arena = block;
  capacity = wanted;
  return true;
}

export function clauseAddress(c: i32): usize {
  return arena + ((<usize>c) << 2);
}

export function sizeOf(c: i32): i32 {
  return load<i32>(clauseAddress(c));
}

export function literal(c: i32, k: i32): i32 {
  return load<i32>(clauseAddress(c) + ((<usize>k) << 2), 8);
}

export function setLiteral(c: i32, k: i32, lit: i32): void {
  store<i32>(clauseAddress(c) + ((<usize>k) << 2), lit, 8);
}

export function flagsOf(c: i32): i32 {
  return load<i32>(clauseAddress(c), 4);
}

export function setFlags(c: i32, flags: i32): void {
  store<i32>(clauseAddress(c), flags, 4);
}

export function isGarbage(c: i32): bool {
  return (flagsOf(c) & GARBAGE) != 0;
}

/** The clause must not be watched any more, or the watches be rebuilt before the next propagation. */
export function discard(c: i32): void {
  setFlags(c, flagsOf(c) | GARBAGE);
  wasted += HEADER + sizeOf(c);
}

/** Gives the room of the last clause back at once. */
export function dropLast(c: i32): void {
  top = c;
}

/** Keeps the first `n` literals of a clause that is not watched. */
export function shrink(c: i32, n: i32): void {
  const gap = sizeOf(c) - n;
  if (gap == 0) return;
  store<i32>(clauseAddress(c), n);
  store<i32>(clauseAddress(c + HEADER + n), -gap);
  wasted += gap;
}

/** The first clause at or after `c`, gaps skipped; `top` when there is none. */
export function skipGaps(c: i32): i32 {
  while (c < top) {
    const word = load<i32>(clauseAddress(c));
    if (word > 0) return c;
    c -= word;
  }
  return c;
}

export function following(c: i32): i32 {
  return skipGaps(c + HEADER + sizeOf(c));
}

/** Moves clause `from` down to `to`, for a compaction that walks upwards. */
export function moveClause(from: i32, to: i32): void {
  if (from != to) memory.copy(clauseAddress(to), clauseAddress(from), (<usize>(HEADER + sizeOf(from))) << 2);
}

/** Ends a compaction: everything below `words` is live. */
export function compacted(words: i32): void {
  top = words;
  wasted = 0;
}

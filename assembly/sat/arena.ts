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
const HEADER: i32 = 2;

export const LEARNED: i32 = 1;
export const GARBAGE: i32 = 2;
/** Depends on a temporary clause, and goes with it. */
export const TEMPORARY: i32 = 4;
/** The reason of an assigned literal, while clauses are moved. */
export const PROTECTED: i32 = 8;
/** Used in a conflict since the last reduction: two bits, so that good clauses survive two. */
export const USED_SHIFT: i32 = 4;
export const USED_MASK: i32 = 3 << USED_SHIFT;
/** Vivification has had its turn. */
export const VIVIFIED: i32 = 64;
export const GLUE_SHIFT: i32 = 7;

/** First word of the arena: 0 means "no clause". */
const FIRST: i32 = 2;

/** Words before word 0: one when clauses have numbers in a proof. */
let prefix: i32 = 0;

export let arena: usize = 0;
/** First free word. */
export let top: i32 = FIRST;
/** Words of garbage clauses and gaps. */
export let wasted: i32 = 0;

let capacity: i32 = 0;

/** Pre: there are no clauses. */
export function numberClauses(): void {
  prefix = 1;
}

export function resetArena(): void {
  prefix = 0;
  arena = 0;
  top = FIRST;
  wasted = 0;
  capacity = 0;
}

/** A new clause of `n` literals, still to be filled in; 0 when memory is out. */
export function newClause(n: i32, flags: i32): i32 {
  if (!reserve(top + prefix + HEADER + n)) return 0;
  const c = top + prefix;
  top = c + HEADER + n;
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

/** Number of the clause in the proof. Pre: clauses are numbered. */
export function numberOf(c: i32): i32 {
  return load<i32>(clauseAddress(c - 1));
}

export function setNumber(c: i32, number: i32): void {
  store<i32>(clauseAddress(c - 1), number);
}

/** The clause must not be watched any more, or the watches be rebuilt before the next propagation. */
export function discard(c: i32): void {
  setFlags(c, flagsOf(c) | GARBAGE);
  wasted += prefix + HEADER + sizeOf(c);
}

export function isLast(c: i32): bool {
  return c + HEADER + sizeOf(c) == top;
}

/** Gives the room of the last clause, which was discarded, back at once. */
export function dropLast(c: i32): void {
  wasted -= top - (c - prefix);
  top = c - prefix;
}

/** Keeps the first `n` literals of a clause that is not watched. */
export function shrink(c: i32, n: i32): void {
  const gap = sizeOf(c) - n;
  if (gap == 0) return;
  store<i32>(clauseAddress(c), n);
  store<i32>(clauseAddress(c + HEADER + n), -gap);
  wasted += gap;
}

/** The first clause in the words from `word` on; `top` when there is none. */
function clauseAt(word: i32): i32 {
  while (word < top) {
    const first = load<i32>(clauseAddress(word));
    if (first > 0) return word + prefix;
    word -= first;
  }
  return top;
}

/** The first clause; not below `top` when there is none. */
export function firstClause(): i32 {
  return clauseAt(FIRST);
}

export function following(c: i32): i32 {
  return clauseAt(c + HEADER + sizeOf(c));
}

/** Moves a clause down so that it begins at `word`, for a compaction that walks upwards; its new name. */
export function moveClause(from: i32, word: i32): i32 {
  const words = prefix + HEADER + sizeOf(from);
  memory.copy(clauseAddress(word), clauseAddress(from - prefix), (<usize>words) << 2);
  return word + prefix;
}

/** Begins a compaction: the first word to move clauses to. */
export function firstWord(): i32 {
  return FIRST;
}

/** First word behind a clause. */
export function endOf(c: i32): i32 {
  return c + HEADER + sizeOf(c);
}

/** Ends a compaction: everything below `words` is live. */
export function compacted(words: i32): void {
  top = words;
  wasted = 0;
}

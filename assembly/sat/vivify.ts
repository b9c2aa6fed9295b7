import { CORE_GLUE, TIER_GLUE } from "./analyze";
import {
  flagsOf,
  GARBAGE,
  GLUE_SHIFT,
  LEARNED,
  literal,
  setFlags,
  setLiteral,
  sizeOf,
  TEMPORARY,
  VIVIFIED,
} from "./arena";
import {
  becomeIncomplete,
  becomeInconsistent,
  consistent,
  incomplete,
  learnedClauses,
  removeClause,
  storeClause,
} from "./clauses";
import { add, at, clear, forget, LIST_BYTES, length, reserve } from "./list";
import { logging, logLearned, setUnit } from "./proof";
import { NO_CONFLICT, NO_MEMORY, propagate, propagations } from "./propagate";
import { assign, assigned, backtrack, levelBegin, newLevel, savePhases, trailAt } from "./trail";
import { BINARY, levelOf, markOf, NO_REASON, reasonOf, setMark, valueOfLit } from "./variables";
import { attach, binaryClause, detach, watchList } from "./watches";

/**
 * Vivification: a good learned clause is left out for a moment and its literals are made false one by one. When a part of them
 * already leads to a conflict, or decides another one, that part is the clause.
 */

/** Literals taken out of clauses since the kernel was made. */
export let vivified: f64 = 0;

// What the clause becomes.
const shorter: usize = memory.data(LIST_BYTES);

export function resetVivification(): void {
  vivified = 0;
  forget(shorter);
}

/** Vivifies good clauses that have not been yet, latest first. Pre: level 0, everything propagated. */
export function vivify(maxPropagations: f64): void {
  const end = propagations + maxPropagations;
  savePhases(false);
  for (let i = length(learnedClauses) - 1; i >= 0 && propagations < end && consistent && !incomplete; i--) {
    const c = at(learnedClauses, i);
    if (isCandidate(c)) vivifyClause(c);
  }
  savePhases(true);
}

function isCandidate(c: i32): bool {
  const flags = flagsOf(c);
  if ((flags & (GARBAGE | TEMPORARY | VIVIFIED)) != 0 || flags >> GLUE_SHIFT > TIER_GLUE || sizeOf(c) == 2)
    return false;
  for (let k = 0, n = sizeOf(c); k < n; k++) if (valueOfLit(literal(c, k)) != 0) return false;
  return true;
}

function vivifyClause(c: i32): void {
  setFlags(c, flagsOf(c) | VIVIFIED);
  const n = sizeOf(c);
  if (!reserve(shorter, n)) return;
  detach(c);
  sortLiterals(c);
  const why = falsifyAll(c);
  if (why == NO_MEMORY || length(shorter) == n) {
    backtrack(0);
    reattach(c);
    return;
  }
  const number = logging ? logLearned(shorter, why) : 0;
  backtrack(0);
  replace(c, number);
}

/** Literals that many clauses wait for come first: they propagate most. */
function sortLiterals(c: i32): void {
  for (let k = 1, n = sizeOf(c); k < n; k++) {
    const lit = literal(c, k);
    let j = k;
    for (; j > 0 && waiting(literal(c, j - 1)) < waiting(lit); j--) setLiteral(c, j, literal(c, j - 1));
    setLiteral(c, j, lit);
  }
}

/** Clauses to visit when the literal becomes false. */
function waiting(lit: i32): i32 {
  return load<i32>(watchList(lit ^ 1), 4);
}

/** A clause that all of `shorter` being false makes false, which shows that `shorter` follows; or NO_MEMORY. */
function falsifyAll(c: i32): i32 {
  clear(shorter);
  for (let k = 0, n = sizeOf(c); k < n; k++) {
    const lit = literal(c, k);
    const value = valueOfLit(lit);
    if (value < 0) continue;
    if (value > 0) {
      clear(shorter);
      add(shorter, lit);
      const reason = reasonOf(lit >> 1);
      const why = reason < 0 ? binaryClause(lit, reason & ~BINARY) : reason;
      addCauses(why, lit);
      return why;
    }
    newLevel();
    assign(lit ^ 1, NO_REASON);
    add(shorter, lit);
    const conflict = propagate();
    if (conflict == NO_MEMORY) return NO_MEMORY;
    if (conflict != NO_CONFLICT) {
      clear(shorter);
      addCauses(conflict, -1);
      return conflict;
    }
  }
  return c;
}

/** Adds the complements of the decisions that make all literals of a clause false but `skip`. */
function addCauses(c: i32, skip: i32): void {
  markOthers(c, skip);
  for (let i = assigned - 1, begin = levelBegin(1); i >= begin; i--) {
    const lit = trailAt(i);
    if (markOf(lit >> 1) == 0) continue;
    setMark(lit >> 1, 0);
    const reason = reasonOf(lit >> 1);
    if (reason == NO_REASON) add(shorter, lit ^ 1);
    else if (reason < 0) markAbove(reason & ~BINARY);
    else markOthers(reason, lit);
  }
}

function markOthers(c: i32, skip: i32): void {
  for (let k = 0, n = sizeOf(c); k < n; k++) if (literal(c, k) != skip) markAbove(literal(c, k));
}

function markAbove(lit: i32): void {
  if (levelOf(lit >> 1) > 0) setMark(lit >> 1, 1);
}

function reattach(c: i32): void {
  if (!attach(c)) becomeIncomplete();
}

/** Puts `shorter` in the place of a clause that is not watched. Pre: level 0. */
function replace(c: i32, number: i32): void {
  const n = length(shorter);
  vivified += sizeOf(c) - n;
  if (n == 1) {
    removeClause(c);
    assign(at(shorter, 0), NO_REASON);
    if (logging) setUnit(at(shorter, 0) >> 1, number);
    const conflict = propagate();
    if (conflict == NO_MEMORY) becomeIncomplete();
    else if (conflict != NO_CONFLICT) becomeInconsistent(conflict);
    return;
  }
  const glue = min(flagsOf(c) >> GLUE_SHIFT, max(n - 1, CORE_GLUE));
  if (storeClause(shorter, LEARNED | VIVIFIED | (glue << GLUE_SHIFT), number) == 0) becomeIncomplete();
  removeClause(c);
}

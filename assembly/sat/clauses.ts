import {
  discard,
  dropLast,
  flagsOf,
  HEADER,
  isGarbage,
  LEARNED,
  newClause,
  setLiteral,
  sizeOf,
  TEMPORARY,
  top,
} from "./arena";
import { domainOnly } from "./domain";
import { address, at, clear, forget, LIST_BYTES, length, pop, push, reserve } from "./list";
import { insertInOrder } from "./order";
import { NO_CONFLICT, NO_MEMORY, propagate } from "./propagate";
import { assign, backtrack, unassignFixed } from "./trail";
import { markOf, NO_REASON, setMark, valueOfLit } from "./variables";
import { attach, detach } from "./watches";

/** False once the clauses have no model. */
export let consistent: bool = true;
/** True once a clause or variable could not be stored: nothing but 'unknown' can be said any more. */
export let incomplete: bool = false;

/** Learned clauses, oldest first; garbage among them until the next collection. */
export const learnedClauses: usize = memory.data(LIST_BYTES);
/** Temporary clauses and everything learned from them. */
export const temporaryClauses: usize = memory.data(LIST_BYTES);

// The clause that is being added.
const clause: usize = memory.data(LIST_BYTES);

/** Original clauses of two and more literals, temporary ones included. */
export let originals: i32 = 0;

export function resetClauses(): void {
  consistent = true;
  incomplete = false;
  originals = 0;
  forget(learnedClauses);
  forget(temporaryClauses);
  forget(clause);
}

export function becomeInconsistent(): void {
  consistent = false;
}

export function becomeIncomplete(): void {
  incomplete = true;
}

/** Begins a clause of at most `n` literals. Pre: level 0. */
export function beginClause(n: i32): bool {
  clear(clause);
  if (reserve(clause, n)) return true;
  incomplete = true;
  return false;
}

// Results of `addLiteral` and of a whole clause.
export const SATISFIED: i32 = 1;
const OPEN: i32 = 0;

/** SATISFIED when the literal makes the clause true for good: it must then be given up by `abandonClause`. */
export function addLiteral(lit: i32): i32 {
  const value = valueOfLit(lit);
  if (value > 0) return SATISFIED;
  if (value < 0) return OPEN;
  const seen = markOf(lit >> 1);
  const mine = 1 + (lit & 1);
  if (seen == mine) return OPEN;
  if (seen != 0) return SATISFIED;
  setMark(lit >> 1, mine);
  push(clause, lit);
  return OPEN;
}

export function abandonClause(): void {
  for (let i = 0, n = length(clause); i < n; i++) setMark(at(clause, i) >> 1, 0);
  clear(clause);
}

/** Stores the clause that was begun: as a contradiction, a fixed literal, or in the arena. */
export function endClause(flags: i32): void {
  const n = length(clause);
  for (let i = 0; i < n; i++) setMark(at(clause, i) >> 1, 0);
  if (n == 0) consistent = false;
  else if (n == 1) fix(at(clause, 0));
  else if (storeClause(clause, flags) == 0) incomplete = true;
  else originals++;
}

/** Makes a literal true for good. Pre: level 0. */
function fix(lit: i32): void {
  assign(lit, NO_REASON);
  const conflict = propagate();
  if (conflict == NO_MEMORY) incomplete = true;
  else if (conflict != NO_CONFLICT) consistent = false;
}

/** The clause of a list of literals, watched and registered; 0, and nothing changed, when memory is out. */
export function storeClause(lits: usize, flags: i32): i32 {
  const n = length(lits);
  if ((flags & LEARNED) != 0 && !reserve(learnedClauses, length(learnedClauses) + 1)) return 0;
  if ((flags & TEMPORARY) != 0 && !reserve(temporaryClauses, length(temporaryClauses) + 1)) return 0;
  const c = newClause(n, flags);
  if (c == 0) return 0;
  const from = address(lits);
  for (let k = 0; k < n; k++) setLiteral(c, k, load<i32>(from + ((<usize>k) << 2)));
  if (!attach(c)) {
    dropLast(c);
    return 0;
  }
  if ((flags & LEARNED) != 0) push(learnedClauses, c);
  if ((flags & TEMPORARY) != 0) push(temporaryClauses, c);
  return c;
}

/** Removes all temporary clauses and what was learned from them, and frees their activation literal. */
export function dropTemporaries(activation: i32): void {
  backtrack(0);
  while (length(temporaryClauses) > 0) {
    const c = pop(temporaryClauses);
    if (isGarbage(c)) continue;
    detach(c);
    const isLearned = (flagsOf(c) & LEARNED) != 0;
    if (!isLearned) originals--;
    if (c + HEADER + sizeOf(c) == top) {
      if (isLearned) pop(learnedClauses);
      dropLast(c);
    } else discard(c);
  }
  if (valueOfLit(activation) != 0) {
    unassignFixed(activation ^ 1);
    if (!domainOnly) insertInOrder(activation >> 1);
  }
}

import {
  discard,
  dropLast,
  flagsOf,
  isGarbage,
  isLast,
  LEARNED,
  newClause,
  numberOf,
  setLiteral,
  setNumber,
  TEMPORARY,
} from "./arena";
import { decideAgain } from "./decide";
import { address, at, clear, forget, LIST_BYTES, length, pop, push, reserve } from "./list";
import {
  forgetHints,
  hintFalse,
  logContradiction,
  logDeletion,
  logging,
  logInput,
  logSimplified,
  setContradiction,
  setUnit,
} from "./proof";
import { NO_CONFLICT, NO_MEMORY, propagate } from "./propagate";
import { assign, unassignFixed } from "./trail";
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

// The clause that is being added, and its number in the proof.
let input: i32 = 0;
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

/** Pre: level 0, all literals of `conflict` are false. */
export function becomeInconsistent(conflict: i32): void {
  if (logging) logContradiction(conflict);
  consistent = false;
}

/** The empty clause was derived, with this number in the proof. */
export function contradict(number: i32): void {
  if (logging) setContradiction(number);
  consistent = false;
}

export function countOriginals(more: i32): void {
  originals += more;
}

export function becomeIncomplete(): void {
  incomplete = true;
}

/** Begins a clause of at most `n` literals. Pre: level 0. */
export function beginClause(n: i32): bool {
  clear(clause);
  if (!reserve(clause, n)) {
    incomplete = true;
    return false;
  }
  if (logging) input = logInput();
  return true;
}

/** As `beginClause`, for one that the proof knows already by its number. */
export function beginReturned(n: i32, number: i32): bool {
  clear(clause);
  input = number;
  if (!consistent || incomplete) return false;
  incomplete = !reserve(clause, n);
  return !incomplete;
}

// Results of `addLiteral` and of a whole clause.
export const SATISFIED: i32 = 1;
const OPEN: i32 = 0;

/** SATISFIED when the clause holds anyway: it must then be given up by `abandonClause`. */
export function addLiteral(lit: i32): i32 {
  const value = valueOfLit(lit);
  if (value > 0) return SATISFIED;
  if (value < 0) {
    if (logging) hintFalse(lit);
    return OPEN;
  }
  const seen = markOf(lit >> 1);
  const mine = 1 + (lit & 1);
  if (seen == mine) return OPEN;
  if (seen != 0) return SATISFIED;
  setMark(lit >> 1, mine);
  push(clause, lit);
  return OPEN;
}

export function abandonClause(): void {
  unmark();
  clear(clause);
  if (!logging) return;
  forgetHints();
  logDeletion(input);
}

/** Stores the clause that was begun: as a contradiction, a fixed literal, or in the arena. */
export function endClause(flags: i32): void {
  const n = length(clause);
  unmark();
  const number = logging ? logSimplified(input, clause) : 0;
  if (n == 0) consistent = false;
  else if (n == 1) {
    if (logging) setUnit(at(clause, 0) >> 1, number);
    fix(at(clause, 0));
  } else if (storeClause(clause, flags, number) == 0) incomplete = true;
  else originals++;
}

function unmark(): void {
  for (let i = 0, n = length(clause); i < n; i++) setMark(at(clause, i) >> 1, 0);
}

/** Makes a literal true for good. Pre: level 0. */
function fix(lit: i32): void {
  assign(lit, NO_REASON);
  const conflict = propagate();
  if (conflict == NO_MEMORY) incomplete = true;
  else if (conflict != NO_CONFLICT) becomeInconsistent(conflict);
}

/** The clause of a list of literals, watched and registered; 0, and nothing changed, when memory is out. */
export function storeClause(lits: usize, flags: i32, number: i32): i32 {
  const n = length(lits);
  if ((flags & LEARNED) != 0 && !reserve(learnedClauses, length(learnedClauses) + 1)) return 0;
  if ((flags & TEMPORARY) != 0 && !reserve(temporaryClauses, length(temporaryClauses) + 1)) return 0;
  const c = newClause(n, flags);
  if (c == 0) return 0;
  const from = address(lits);
  for (let k = 0; k < n; k++) setLiteral(c, k, load<i32>(from + ((<usize>k) << 2)));
  if (logging) setNumber(c, number);
  if (!attach(c)) {
    discard(c);
    dropLast(c);
    return 0;
  }
  if ((flags & LEARNED) != 0) push(learnedClauses, c);
  if ((flags & TEMPORARY) != 0) push(temporaryClauses, c);
  return c;
}

/** Gives up a clause whose watches are gone, or will be before the next propagation. */
export function removeClause(c: i32): void {
  if (logging) logDeletion(numberOf(c));
  discard(c);
}

/** Removes all temporary clauses and what was learned from them. Pre: level 0. */
export function dropTemporaries(): void {
  while (length(temporaryClauses) > 0) {
    const c = pop(temporaryClauses);
    if (isGarbage(c)) continue;
    detach(c);
    const isLearned = (flagsOf(c) & LEARNED) != 0;
    const last = isLast(c);
    removeClause(c);
    if (!isLearned) originals--;
    if (!last) continue;
    if (isLearned) pop(learnedClauses);
    dropLast(c);
  }
}

/** Makes an activation literal fit for other clauses. Pre: level 0, no clause contains it. */
export function freeActivation(activation: i32): void {
  if (valueOfLit(activation) == 0) return;
  unassignFixed(activation ^ 1);
  decideAgain(activation >> 1);
}

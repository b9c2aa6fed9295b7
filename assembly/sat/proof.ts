import { clauseAddress, literal, numberClauses, numberOf, setNumber, sizeOf } from "./arena";
import { proof } from "./host";
import { add, address, at, clear, forget, LIST_BYTES, length, push, put, reserve } from "./list";
import { allocate } from "./memory";
import { assigned, trailAt } from "./trail";
import { BINARY, levelOf, markOf, NO_REASON, reasonOf, setMark, valueOfLit } from "./variables";
import { binaryClause } from "./watches";

/**
 * A log of everything that changes the set of clauses, with the hints of LRAT: for each derived clause the clauses that
 * become unit, in this order, when its literals are false, and last the one that becomes empty.
 *
 * Clauses have numbers, in the order of their making. Records are words:
 *
 *     INPUT number                                    the next clause that the host has added
 *     DERIVE number n literals… m hints…              (hints are numbers)
 *     DELETE number
 *     CONCLUDE number                                 the clause that answers the call: some assumptions cannot hold
 */
const INPUT: i32 = 1;
const DERIVE: i32 = 2;
const DELETE: i32 = 3;
const CONCLUDE: i32 = 4;

export let logging: bool = false;

const BUFFER_WORDS: i32 = 1 << 14;
let buffer: usize = 0;
let used: i32 = 0;

let lastNumber: i32 = 0;
// Number of the empty clause, once it is derived.
let contradiction: i32 = 0;
// By variable: number of the unit clause of a fixed literal.
const units: usize = memory.data(LIST_BYTES);
// The first `loggedFixed` literals of the trail have unit clauses.
let loggedFixed: i32 = 0;
// Hints of the clause that is being derived.
const hints: usize = memory.data(LIST_BYTES);

// Marks: a variable whose assignment needs an explanation, and one that is a literal of the derived clause.
const OPEN: i32 = 8;
const GIVEN: i32 = 16;

export function resetProof(): void {
  logging = false;
  buffer = 0;
  used = 0;
  lastNumber = 0;
  contradiction = 0;
  loggedFixed = 0;
  forget(units);
  forget(hints);
}

/** Pre: no variables and no clauses yet. False when memory is out. */
export function startLogging(): bool {
  buffer = allocate((<usize>BUFFER_WORDS) << 2);
  if (buffer == 0) return false;
  logging = true;
  numberClauses();
  return true;
}

/** Room for `count` variables; false when memory is out. */
export function reserveProof(count: i32): bool {
  return !logging || (reserve(units, count) && reserve(hints, 2 * count + 2));
}

// --- The log ------------------------------------------------------------------------------------------------------

function emit(word: i32): void {
  if (used == BUFFER_WORDS) flush();
  store<i32>(buffer + ((<usize>used) << 2), word);
  used++;
}

/** Hands the log over to the host. */
export function flush(): void {
  if (used > 0) proof(buffer, used);
  used = 0;
}

/** A clause that came from outside; its number. */
export function logInput(): i32 {
  emit(INPUT);
  emit(++lastNumber);
  return lastNumber;
}

export function logDeletion(number: i32): void {
  emit(DELETE);
  emit(number);
}

/** The clause of a list, from the hints collected; its number. */
function derive(lits: usize): i32 {
  const n = length(lits);
  emit(DERIVE);
  emit(++lastNumber);
  emit(n);
  for (let i = 0; i < n; i++) emit(at(lits, i));
  emitHints();
  return lastNumber;
}

function emitHints(): void {
  const n = length(hints);
  emit(n);
  for (let i = 0; i < n; i++) emit(at(hints, i));
  clear(hints);
}

// --- Fixed literals -----------------------------------------------------------------------------------------------

export function unitOf(v: i32): i32 {
  return load<i32>(address(units) + ((<usize>v) << 2));
}

export function setUnit(v: i32, number: i32): void {
  put(units, v, number);
}

/** Derives the unit clauses of literals that propagation has fixed. Pre: level 0. */
export function logFixed(): void {
  for (; loggedFixed < assigned; loggedFixed++) {
    const lit = trailAt(loggedFixed);
    const reason = reasonOf(lit >> 1);
    if (reason == NO_REASON) continue;
    clear(hints);
    if (reason < 0) add(hints, unitOf((reason & ~BINARY) >> 1));
    else hintUnits(reason, lit);
    add(hints, reasonNumber(lit));
    emit(DERIVE);
    emit(++lastNumber);
    emit(1);
    emit(lit);
    emitHints();
    setUnit(lit >> 1, lastNumber);
  }
}

/** The units that make all literals of a clause false but `skip`. */
function hintUnits(c: i32, skip: i32): void {
  let p = clauseAddress(c) + 8;
  const end = p + ((<usize>sizeOf(c)) << 2);
  for (; p < end; p += 4) {
    const lit = load<i32>(p);
    if (lit != skip) add(hints, unitOf(lit >> 1));
  }
}

/** The empty clause. Pre: level 0, all literals of `conflict` are false. */
export function logContradiction(conflict: i32): void {
  if (contradiction != 0) return;
  clear(hints);
  hintUnits(conflict, -1);
  add(hints, numberOf(conflict));
  deriveEmpty();
}

function deriveEmpty(): void {
  emit(DERIVE);
  emit(++lastNumber);
  emit(0);
  emitHints();
  contradiction = lastNumber;
}

// --- Added clauses ------------------------------------------------------------------------------------------------

/** An added clause loses a literal that is false for good; see `logSimplified`. */
export function hintFalse(lit: i32): void {
  push(hints, unitOf(lit >> 1));
}

/** What an input becomes when its false literals are gone; its number. The hints are those of `hintFalse`. */
export function logSimplified(input: i32, lits: usize): i32 {
  if (length(hints) == 0 && length(lits) > 0) return input;
  push(hints, input);
  const number = derive(lits);
  logDeletion(input);
  if (length(lits) == 0) contradiction = number;
  return number;
}

export function forgetHints(): void {
  clear(hints);
}

/** Before false literals are taken out of a stored clause. Pre: level 0. */
export function beginShortened(c: i32): void {
  clear(hints);
  for (let k = 0, n = sizeOf(c); k < n; k++) if (valueOfLit(literal(c, k)) < 0) hintFalse(literal(c, k));
  push(hints, numberOf(c));
}

/** Afterwards. */
export function endShortened(c: i32): void {
  const old = numberOf(c);
  emit(DERIVE);
  emit(++lastNumber);
  emit(sizeOf(c));
  for (let k = 0, n = sizeOf(c); k < n; k++) emit(literal(c, k));
  emitHints();
  setNumber(c, lastNumber);
  logDeletion(old);
}

/** One more hint for the clause that `logResolvent` derives. */
export function hintNumber(number: i32): void {
  push(hints, number);
}

/** Derives the clause of `n` literals at an address from the hints given; its number. */
export function logResolvent(lits: usize, n: i32): i32 {
  emit(DERIVE);
  emit(++lastNumber);
  emit(n);
  for (let k = 0; k < n; k++) emit(load<i32>(lits + ((<usize>k) << 2)));
  emitHints();
  return lastNumber;
}

export function setContradiction(number: i32): void {
  contradiction = number;
}

// --- Learned clauses and cores ------------------------------------------------------------------------------------

/** The clause learned from a conflict; its number. Pre: the assignment is still that of the conflict. */
export function logLearned(lits: usize, conflict: i32): i32 {
  clear(hints);
  give(lits);
  for (let k = 0, n = sizeOf(conflict); k < n; k++) open(literal(conflict, k) >> 1);
  explain();
  add(hints, numberOf(conflict));
  takeBack(lits);
  return derive(lits);
}

/**
 * The answer to the call: not all literals of `assumptions` are true, of which `failed` is found to be false.
 * Pre: its complement is not itself an assumption.
 */
export function logCore(assumptions: usize, failed: i32): void {
  clear(hints);
  for (let i = 0, n = length(assumptions); i < n; i++)
    if (at(assumptions, i) != failed) setMark(at(assumptions, i) >> 1, GIVEN);
  open(failed >> 1);
  explain();
  takeBack(assumptions);
  emit(DERIVE);
  emit(++lastNumber);
  emit(length(assumptions));
  for (let i = 0, n = length(assumptions); i < n; i++) emit(at(assumptions, i) ^ 1);
  emitHints();
  conclude(lastNumber);
  logDeletion(lastNumber);
}

/** The answer to the call: there is no model at all. */
export function concludeContradiction(): void {
  conclude(contradiction);
}

function conclude(number: i32): void {
  emit(CONCLUDE);
  emit(number);
}

function give(lits: usize): void {
  for (let i = 0, n = length(lits); i < n; i++) setMark(at(lits, i) >> 1, GIVEN);
}

function takeBack(lits: usize): void {
  for (let i = 0, n = length(lits); i < n; i++) setMark(at(lits, i) >> 1, 0);
}

// Variables to explain.
let openCount: i32 = 0;

function open(v: i32): void {
  if (markOf(v) != 0) return;
  setMark(v, OPEN);
  openCount++;
}

/** Hints for all open variables and whatever these need, in the order of the trail. */
function explain(): void {
  for (let i = assigned - 1; openCount > 0; i--) {
    const lit = trailAt(i);
    const v = lit >> 1;
    if (markOf(v) != OPEN) continue;
    setMark(v, 0);
    openCount--;
    if (levelOf(v) == 0) {
      add(hints, unitOf(v));
      continue;
    }
    add(hints, reasonNumber(lit));
    const reason = reasonOf(v);
    if (reason < 0) open((reason & ~BINARY) >> 1);
    else for (let k = 0, n = sizeOf(reason); k < n; k++) if (literal(reason, k) != lit) open(literal(reason, k) >> 1);
  }
  reverse(hints);
}

function reverse(list: usize): void {
  for (let i = 0, j = length(list) - 1; i < j; i++, j--) {
    const x = at(list, i);
    put(list, i, at(list, j));
    put(list, j, x);
  }
}

/** Number of the clause that implies `lit`; one of two literals is looked up in the watches. */
function reasonNumber(lit: i32): i32 {
  const reason = reasonOf(lit >> 1);
  if (reason > 0) return numberOf(reason);
  return numberOf(binaryClause(lit, reason & ~BINARY));
}

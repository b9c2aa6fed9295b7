/**
 * An incremental CDCL solver in linear memory. Clauses and assumptions come in through the exchange buffer: the host
 * writes words at `exchange(n)` and calls with their number. Models are read from the assignment itself, which stays until the
 * next clause, temporary clause or call.
 */
import { reserveAnalysis, resetAnalysis } from "./analyze";
import { resetArena, TEMPORARY } from "./arena";
import {
  abandonClause,
  addLiteral,
  becomeIncomplete,
  beginClause,
  consistent,
  dropTemporaries,
  endClause,
  freeActivation,
  incomplete,
  learnedClauses,
  originals as originalClauses,
  resetClauses,
  SATISFIED,
} from "./clauses";
import { collect, collections as compactions, protectReasons, resetCollections, worthCollecting } from "./collect";
import { clearCore, core, reserveCore, resetCore } from "./core";
import { addToDecide, decideFromEnd, reserveDecisions, resetDecisions } from "./decide";
import { liftRestriction, resetDomain, restrictTo } from "./domain";
import { eliminate, resetElimination } from "./eliminate";
import { absent, extendedLit, forgetExtension, mention, resetExtension } from "./extension";
import { address, forget, LIST_BYTES, length, reserve } from "./list";
import { setMemoryLimit as limitMemory, memoryInUse, releaseAll } from "./memory";
import { concludeContradiction, flush, logging, reserveProof, resetProof, startLogging } from "./proof";
import { propagations as propagated, resetPropagations } from "./propagate";
import { forgotten, resetReduction } from "./reduce";
import {
  MEMORY,
  reason,
  resetSearch,
  run,
  conflicts as searchConflicts,
  decisions as searchDecisions,
  restarts as searchRestarts,
  UNKNOWN,
  UNSAT,
} from "./search";
import { backtrack, fixedLiterals, reserveLevels, reserveTrail, resetTrail } from "./trail";
import {
  setPhase as choosePhase,
  createVariable,
  ELIMINATED,
  FROZEN,
  hasFailed,
  levelOf,
  reserveVariables,
  resetVariables,
  setStatus,
  statusOf,
  valueOfLit,
  variableCapacity,
  variables,
} from "./variables";
import { resetVivification, vivified, vivify } from "./vivify";
import { reserveLists, resetWatches } from "./watches";

const buffer: usize = memory.data(LIST_BYTES);

// The activation literal of temporary clauses, or -1 when there has been none yet.
let activation: i32 = -1;
// Whether temporary clauses are there, and whether the call that they are for is over.
const NONE: i32 = 0;
const WAITING: i32 = 1;
const SPENT: i32 = 2;
let temporaries: i32 = NONE;
let why: i32 = 0;

// --- Memory -------------------------------------------------------------------------------------------------------

/** Address of a buffer for `n` words; 0 when memory is out. It may move when asked for more. */
export function exchange(n: i32): usize {
  return reserve(buffer, n + 1) ? address(buffer) : 0;
}

export function setMemoryLimit(bytes: u32): void {
  limitMemory(bytes);
}

/** Logs everything from now on. Pre: no variables and no clauses yet. */
export function startProof(): void {
  if (!startLogging()) becomeIncomplete();
}

/** The host could not hand over a clause. */
export function loseClause(): void {
  becomeIncomplete();
}

/** Back to no variables and no clauses. Linear memory keeps its size. */
export function reset(): void {
  releaseAll();
  forget(buffer);
  resetVariables();
  resetArena();
  resetWatches();
  resetDecisions();
  resetTrail();
  resetDomain();
  resetClauses();
  resetCore();
  resetAnalysis();
  resetPropagations();
  resetReduction();
  resetCollections();
  resetSearch();
  resetProof();
  resetElimination();
  resetExtension();
  resetVivification();
  activation = -1;
  temporaries = NONE;
}

// --- Problem ------------------------------------------------------------------------------------------------------

/** Makes `n` variables; the number of the first. */
export function newVariables(n: i32): i32 {
  const first = variables;
  if (incomplete || !growTo(first + n)) becomeIncomplete();
  else for (let i = 0; i < n; i++) addToDecide(createVariable());
  return first;
}

function growTo(count: i32): bool {
  const had = variableCapacity();
  if (count <= had) return true;
  if (!reserveVariables(count)) return false;
  const capacity = variableCapacity();
  return (
    reserveLists(2 * capacity) &&
    reserveTrail(capacity) &&
    reserveDecisions(had, capacity) &&
    reserveAnalysis(capacity) &&
    reserveProof(capacity)
  );
}

/** Undoes the last search, and removes the temporary clauses that it used. */
function settle(): void {
  backtrack(0);
  if (temporaries != SPENT) return;
  dropTemporaries();
  temporaries = NONE;
  // A proof cannot take back what it knows of an activation literal: then each call gets its own.
  if (logging) activation = -1;
  else freeActivation(activation);
  if (worthCollecting()) {
    protectReasons();
    collect();
  }
}

export function addUnit(a: i32): void {
  settle();
  mention(a >> 1);
  if (!consistent || incomplete || !beginClause(1)) return;
  if (addLiteral(a) == SATISFIED) abandonClause();
  else endClause(0);
}

export function addBinary(a: i32, b: i32): void {
  settle();
  mention(a >> 1);
  mention(b >> 1);
  if (!consistent || incomplete || !beginClause(2)) return;
  if (addLiteral(a) == SATISFIED || addLiteral(b) == SATISFIED) abandonClause();
  else endClause(0);
}

export function addTernary(a: i32, b: i32, c: i32): void {
  settle();
  mention(a >> 1);
  mention(b >> 1);
  mention(c >> 1);
  if (!consistent || incomplete || !beginClause(3)) return;
  if (addLiteral(a) == SATISFIED || addLiteral(b) == SATISFIED || addLiteral(c) == SATISFIED) abandonClause();
  else endClause(0);
}

/** The clause of the first `n` words of the exchange buffer. */
export function addClause(n: i32): void {
  settle();
  addOne(address(buffer), n);
}

/** All clauses in the first `n` words of the exchange buffer, each as its number of literals, then the literals. */
export function addClauses(n: i32): void {
  settle();
  const from = address(buffer);
  for (let i = 0; i < n; ) {
    const size = load<i32>(from + ((<usize>i) << 2));
    addOne(from + ((<usize>(i + 1)) << 2), size);
    i += size + 1;
  }
}

function addOne(from: usize, n: i32): void {
  mentionAll(from, n);
  if (!consistent || incomplete || !beginClause(n)) return;
  if (addLiterals(from, n)) endClause(0);
}

function mentionAll(from: usize, n: i32): void {
  if (absent > 0) for (let i = 0; i < n; i++) mention(load<i32>(from + ((<usize>i) << 2)) >> 1);
}

function addLiterals(from: usize, n: i32): bool {
  for (let i = 0; i < n; i++) {
    if (addLiteral(load<i32>(from + ((<usize>i) << 2))) == SATISFIED) {
      abandonClause();
      return false;
    }
  }
  return true;
}

/** A clause for the next call only. */
export function addTemporary(n: i32): void {
  settle();
  if (!consistent || incomplete) return;
  mentionAll(address(buffer), n);
  if (activation < 0) activation = 2 * newVariables(1);
  if (incomplete || !beginClause(n + 1)) return;
  temporaries = WAITING;
  if (!addLiterals(address(buffer), n)) return;
  if (addLiteral(activation ^ 1) == SATISFIED) abandonClause();
  else endClause(TEMPORARY);
}

/** The sign that the first decision on a variable takes, until it is assigned otherwise. */
export function setPhase(v: i32, sign: i32): void {
  if (v < variables) choosePhase(v, sign);
}

// --- Solving ------------------------------------------------------------------------------------------------------

/** The literal that switches the temporary clauses of the next call on; -1 when there are none. */
export function activationLiteral(): i32 {
  return temporaries == WAITING ? activation : -1;
}

/**
 * Eliminates variables, except those in the first `n` words of the exchange buffer. An eliminated variable that is mentioned
 * later comes back by itself; models give values to all.
 */
export function eliminateVariables(n: i32, effort: f64): void {
  settle();
  liftRestriction();
  if (!consistent || incomplete || temporaries == WAITING) return;
  const from = address(buffer);
  for (let i = 0; i < n; i++) freeze(load<i32>(from + ((<usize>i) << 2)), FROZEN);
  eliminate(effort);
  for (let i = 0; i < n; i++) freeze(load<i32>(from + ((<usize>i) << 2)), 0);
  decideFromEnd();
}

/** Shortens learned clauses, with about so many propagations. */
export function vivifyClauses(maxPropagations: f64): void {
  settle();
  if (consistent && !incomplete && reserveLevels(variables)) vivify(maxPropagations);
}

function freeze(v: i32, frozen: i32): void {
  mention(v);
  setStatus(v, (statusOf(v) & ~FROZEN) | frozen);
}

export function eliminatedCount(): i32 {
  return absent;
}

/** Restricts the next calls to the variables in the first `n` words of the exchange buffer. */
export function setDomain(n: i32): void {
  settle();
  if (absent > 0) for (let i = 0; i < n; i++) mention(load<i32>(address(buffer) + ((<usize>i) << 2)));
  if (!incomplete) restrictTo(address(buffer), n);
}

export function clearDomain(): void {
  settle();
  liftRestriction();
}

/** Under the first `n` words of the exchange buffer, in that order: 1 satisfiable, -1 not, 0 unknown. */
export function solve(n: i32, maxConflicts: f64, maxPropagations: f64): i32 {
  settle();
  clearCore();
  forgetExtension();
  mentionAll(address(buffer), n);
  const result = consistent ? search(n, maxConflicts, maxPropagations) : UNSAT;
  if (logging) {
    if (!consistent) concludeContradiction();
    flush();
  }
  return result;
}

function search(n: i32, maxConflicts: f64, maxPropagations: f64): i32 {
  const active = temporaries == WAITING;
  const count = active ? n + 1 : n;
  if (incomplete || !reserve(buffer, count) || !reserveLevels(variables + count) || !reserveCore(count))
    return outOfMemory();
  if (active) {
    store<i32>(address(buffer) + ((<usize>n) << 2), activation);
    temporaries = SPENT;
  }
  const result = run(address(buffer), count, active ? activation : -1, maxConflicts, maxPropagations);
  if (result == UNKNOWN) why = reason;
  return result;
}

function outOfMemory(): i32 {
  why = MEMORY;
  return UNKNOWN;
}

/** Why the last result was 0: 1 conflicts, 2 propagations, 3 stopped by the host, 4 memory. */
export function unknownReason(): i32 {
  return why;
}

// --- Reading state ------------------------------------------------------------------------------------------------

/** 1 true, -1 false, 0 neither, in the present assignment. */
export function value(lit: i32): i32 {
  if (lit >> 1 >= variables) return 0;
  return (statusOf(lit >> 1) & ELIMINATED) != 0 ? extendedLit(lit) : valueOfLit(lit);
}

/** As `value`, for what holds in every model. */
export function fixed(lit: i32): i32 {
  return lit >> 1 < variables && valueOfLit(lit) != 0 && levelOf(lit >> 1) == 0 ? valueOfLit(lit) : 0;
}

export function coreSize(): i32 {
  return length(core);
}

export function coreAddress(): usize {
  return address(core);
}

export function failed(lit: i32): bool {
  return lit >> 1 < variables && hasFailed(lit);
}

export function isConsistent(): bool {
  return consistent;
}

// --- Statistics ---------------------------------------------------------------------------------------------------

export function variableCount(): i32 {
  return variables;
}

export function clauseCount(): i32 {
  return originalClauses;
}

export function learnedCount(): i32 {
  return length(learnedClauses);
}

export function fixedCount(): i32 {
  return fixedLiterals();
}

export function conflicts(): f64 {
  return searchConflicts;
}

export function decisions(): f64 {
  return searchDecisions;
}

export function propagations(): f64 {
  return propagated;
}

export function restarts(): f64 {
  return searchRestarts;
}

export function forgottenClauses(): f64 {
  return forgotten;
}

export function vivifiedLiterals(): f64 {
  return vivified;
}

export function collections(): i32 {
  return compactions;
}

export function memoryBytes(): u32 {
  return <u32>memoryInUse();
}

import { analyze, backjump, glue, learned } from "./analyze";
import { GLUE_SHIFT, LEARNED, TEMPORARY, top } from "./arena";
import { becomeInconsistent, originals, storeClause } from "./clauses";
import { findCore } from "./core";
import { comesBefore, decide, nextVariable } from "./decide";
import { poll } from "./host";
import { at, length } from "./list";
import { beginTargets, noteConsistent, rephaseWhenDue } from "./phases";
import { logging, logLearned, setUnit } from "./proof";
import { fuel, NO_CONFLICT, NO_MEMORY, propagate, propagations, refuel } from "./propagate";
import { reduce, simplify } from "./reduce";
import {
  beginPhases,
  firstPhase,
  nextPhase,
  noteRestart,
  observeGlue,
  phaseIsOver,
  resetRestarts,
  stable,
  wantsRestart,
} from "./restart";
import { assign, assigned, backtrack, level, levelBegin, newLevel, trailAt } from "./trail";
import { BINARY, NO_REASON, valueOfLit } from "./variables";

// Results.
export const SAT: i32 = 1;
export const UNSAT: i32 = -1;
export const UNKNOWN: i32 = 0;
const RESTARTED: i32 = 2;
const UNDECIDED: i32 = 3;

// Why a result is UNKNOWN.
export const CONFLICTS: i32 = 1;
export const PROPAGATIONS: i32 = 2;
export const STOPPED: i32 = 3;
export const MEMORY: i32 = 4;
export let reason: i32 = 0;

export let conflicts: f64 = 0;
export let decisions: f64 = 0;
export let restarts: f64 = 0;

let conflictLimit: f64 = 0;
let propagationLimit: f64 = 0;

// Assumptions of this call: words at `assumptions`; the activation literal of temporary clauses is one of them, or -1.
let assumptions: usize = 0;
let assumptionCount: i32 = 0;
let activation: i32 = -1;

const REDUCE_FIRST: f64 = 100;
const REDUCE_MORE: f64 = 20;
// A small problem has short watch lists: many learned clauses would cost it more than learning some again.
const REDUCE_MORE_SMALL: f64 = 5;
const REDUCE_MORE_EACH: f64 = 1.0 / 200;
let conflictsBefore: f64 = 0;
let nextReduce: f64 = REDUCE_FIRST;

// Fixed literals, and propagations, when clauses were last simplified.
let simplifiedAt: i32 = 0;
let nextSimplify: f64 = 0;

export function resetSearch(): void {
  conflicts = 0;
  decisions = 0;
  restarts = 0;
  resetRestarts();
  nextReduce = REDUCE_FIRST;
  simplifiedAt = 0;
  nextSimplify = 0;
}

/** Pre: level 0. Post: SAT and all variables (of the domain) assigned; UNSAT and `core`; UNKNOWN and `reason`. */
export function run(from: usize, n: i32, act: i32, maxConflicts: f64, maxPropagations: f64): i32 {
  assumptions = from;
  assumptionCount = n;
  activation = act;
  conflictsBefore = conflicts;
  conflictLimit = conflicts + maxConflicts;
  propagationLimit = propagations + maxPropagations;
  beginPhases();
  let result = RESTARTED;
  while (result == RESTARTED) result = searchUntilRestart();
  return result;
}

/** The engine compiles this loop better once it has been entered a few times: it must not run for ever. */
function searchUntilRestart(): i32 {
  let result = UNDECIDED;
  while (result == UNDECIDED) {
    const conflict = propagate();
    result = conflict == NO_CONFLICT ? goOn() : learn(conflict);
  }
  return result;
}

/** After propagation without conflict: limits, upkeep, and the next decision. */
function goOn(): i32 {
  if (fuel <= 0 && !askToGoOn()) return giveUp(STOPPED);
  if (conflicts >= conflictLimit) return giveUp(CONFLICTS);
  if (propagations >= propagationLimit) return giveUp(PROPAGATIONS);
  if (level == 0) simplifyWhenWorthIt();
  if (level > assumptionCount && (wantsRestart() || phaseIsOver())) return restart();
  if (conflicts >= nextReduce) reduceNow();
  const lit = nextDecision();
  if (lit == ALL_ASSIGNED) return SAT;
  if (lit == ASSUMPTION_FAILED) return UNSAT;
  newLevel();
  assign(lit, NO_REASON);
  return UNDECIDED;
}

function giveUp(why: i32): i32 {
  reason = why;
  return UNKNOWN;
}

function askToGoOn(): bool {
  const more = poll();
  if (more <= 0) return false;
  refuel(more);
  return true;
}

/** Analyses a conflict, backjumps and asserts what was learned. */
function learn(conflict: i32): i32 {
  if (conflict == NO_MEMORY) return giveUp(MEMORY);
  if (level == 0) {
    becomeInconsistent(conflict);
    return UNSAT;
  }
  conflicts++;
  if (stable) noteConsistent(levelBegin(level));
  analyze(conflict);
  observeGlue(glue);
  const number = logging ? logLearned(learned, conflict) : 0;
  backtrack(backjump);
  const asserting = at(learned, 0);
  if (length(learned) == 1) {
    assign(asserting, NO_REASON);
    if (logging) setUnit(asserting >> 1, number);
  } else {
    const c = storeClause(learned, LEARNED | (glue << GLUE_SHIFT) | temporaryFlag(), number);
    if (c == 0) return giveUp(MEMORY);
    assign(asserting, length(learned) == 2 ? binaryReason() : c);
  }
  return UNDECIDED;
}

function binaryReason(): i32 {
  return BINARY | at(learned, 1);
}

function temporaryFlag(): i32 {
  if (activation < 0) return 0;
  for (let i = 0, n = length(learned); i < n; i++) if (at(learned, i) == (activation ^ 1)) return TEMPORARY;
  return 0;
}

function restart(): i32 {
  restarts++;
  noteRestart();
  backtrack(levelToKeep());
  if (phaseIsOver()) switchStrategy();
  if (stable) rephaseWhenDue(conflicts);
  return RESTARTED;
}

/** Decisions that would be taken again right away need not be undone. */
function levelToKeep(): i32 {
  const v = nextVariable();
  let d = assumptionCount;
  while (v >= 0 && d < level && comesBefore(trailAt(levelBegin(d + 1)) >> 1, v)) d++;
  return v < 0 ? level : d;
}

function switchStrategy(): void {
  if (firstPhase()) beginTargets(conflicts);
  nextPhase();
}

function reduceNow(): void {
  const more = min(REDUCE_MORE, REDUCE_MORE_SMALL + REDUCE_MORE_EACH * <f64>originals);
  nextReduce = conflicts + REDUCE_FIRST + more * Math.sqrt(conflicts - conflictsBefore);
  reduce();
}

function simplifyWhenWorthIt(): void {
  if (assigned == simplifiedAt || propagations < nextSimplify) return;
  simplify();
  simplifiedAt = assigned;
  nextSimplify = propagations + <f64>top;
}

const ALL_ASSIGNED: i32 = -1;
const ASSUMPTION_FAILED: i32 = -2;

/** The next assumption that is not true yet, else the most active variable. */
function nextDecision(): i32 {
  while (level < assumptionCount) {
    const lit = load<i32>(assumptions + ((<usize>level) << 2));
    const value = valueOfLit(lit);
    if (value == 0) return lit;
    if (value < 0) {
      findCore(lit, activation);
      return ASSUMPTION_FAILED;
    }
    newLevel();
  }
  decisions++;
  return decide();
}

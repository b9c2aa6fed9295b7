import { decideByActivity } from "./decide";
import { domainOnly } from "./domain";
import { propagations } from "./propagate";

/**
 * When to restart, and by which strategy to search. A call begins focused: quick restarts when the last glues are worse than the
 * average (Glucose), decisions by queue. A call that turns out to be long alternates with stable phases: rare restarts in Luby's
 * sequence, decisions by activity, target phases. Both get about the same number of propagations.
 */
/** Whether the search is in a stable phase. */
export let stable: bool = false;

// Conflicts of a call before activities decide.
const SHORT: i32 = 50;

const FAST: f64 = 0.03;
const SLOW: f64 = 1e-4;
const MARGIN: f64 = 1.25;
const MIN_INTERVAL: i32 = 2;
let fastGlue: f64 = 0;
let slowGlue: f64 = 0;
let observed: f64 = 0;
let sinceRestart: i32 = 0;

// Conflicts in the first focused phase; later phases are measured in propagations.
const FIRST_PHASE: i32 = 10000;
let inPhase: i32 = 0;
let phases: i32 = 0;
let phaseBegin: f64 = 0;
let phaseLength: f64 = 0;

// Luby's sequence by reluctant doubling.
const LUBY_UNIT: i32 = 1024;
let lubyU: i32 = 1;
let lubyV: i32 = 1;

export function resetRestarts(): void {
  fastGlue = 0;
  slowGlue = 0;
  observed = 0;
}

/** A new call begins. */
export function beginPhases(): void {
  stable = false;
  decideByActivity(false);
  sinceRestart = 0;
  inPhase = 0;
  phases = 0;
  phaseBegin = propagations;
}

/** A clause with this glue was learned. */
export function observeGlue(glue: i32): void {
  sinceRestart++;
  inPhase++;
  if (phases == 0 && inPhase == SHORT && !domainOnly) decideByActivity(true);
  if (stable) return;
  observed++;
  const first = 1.0 / observed;
  fastGlue += (<f64>glue - fastGlue) * (first > FAST ? first : FAST);
  slowGlue += (<f64>glue - slowGlue) * (first > SLOW ? first : SLOW);
}

export function wantsRestart(): bool {
  if (stable) return sinceRestart >= lubyV * LUBY_UNIT;
  return sinceRestart >= MIN_INTERVAL && fastGlue > MARGIN * slowGlue;
}

/** Whether the present strategy has had its turn. */
export function phaseIsOver(): bool {
  if (domainOnly) return false;
  return phases == 0 ? inPhase >= FIRST_PHASE : propagations - phaseBegin >= phaseLength;
}

/** No strategy has had its turn yet in this call. */
export function firstPhase(): bool {
  return phases == 0;
}

export function noteRestart(): void {
  sinceRestart = 0;
  if (!stable) return;
  if ((lubyU & -lubyU) == lubyV) {
    lubyU++;
    lubyV = 1;
  } else lubyV <<= 1;
}

/** The other strategy: each pair of phases is longer than the one before. */
export function nextPhase(): void {
  if (phases == 0) phaseLength = propagations - phaseBegin;
  else if (stable) phaseLength *= 2;
  phases++;
  phaseBegin = propagations;
  stable = !stable;
  lubyU = 1;
  lubyV = 1;
}

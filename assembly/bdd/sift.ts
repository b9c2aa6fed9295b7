/*
 * Rudell's sifting, by groups: each group in turn, largest first, is moved through the whole order and left where the
 * diagrams were smallest.
 *
 * Symmetric sifting (Panda and Somenzi) also ties symmetric variables when they meet, and moves them on together: apart,
 * neither would leave the other. Only variables that were not tied before are looked at, and they are untied at the end.
 */
import { interact } from "./interaction";
import { beginReordering, closeOrder, groupBefore, groupEnd, openOrder, shouldEnd, swapGroups } from "./reorder";
import { keysOf } from "./subtables";
import { isSymmetric } from "./symmetry";
import { used } from "./unique";
import { cell, levelOfVar, SIFTED, setTied, varAtLevel, varCount } from "./variables";

/** A direction is given up when the diagrams grow beyond this share of their best size. */
let maxGrowth: f64 = 1.2;
let symmetric: bool = false;

export function setMaxGrowth(factor: f64): void {
  maxGrowth = factor;
}

// What SIFTED says of a variable.
const WAITING: i32 = 0;
const DONE: i32 = 1;
/** Added for a variable that was tied to another one before. */
const TIED_BEFORE: i32 = 2;

function stateOf(level: i32): i32 {
  return load<i32>(cell(SIFTED, varAtLevel(level)));
}

function setState(level: i32, state: i32): void {
  store<i32>(cell(SIFTED, varAtLevel(level)), state);
}

/** Sifts every group once, as far as the host gives time. */
export function siftAll(withSymmetry: bool): void {
  if (varCount < 2 || !openOrder()) return;
  beginReordering();
  symmetric = withSymmetry;
  for (let level = 0; level < varCount; ) {
    const end = groupEnd(level);
    for (let l = level; l < end; l++) setState(l, end - level > 1 ? TIED_BEFORE : WAITING);
    level = end;
  }
  for (let level = nextGroup(); level >= 0 && !shouldEnd(); level = nextGroup()) {
    const leader = sift(varAtLevel(level));
    const first = levelOfVar(leader);
    const end = groupEnd(first);
    for (let l = first; l < end; l++) setState(l, stateOf(l) | DONE);
  }
  if (symmetric) {
    for (let level = 0; level < varCount; level++)
      if ((stateOf(level) & TIED_BEFORE) == 0) setTied(varAtLevel(level), false);
  }
  closeOrder();
}

/** First level of the largest group that was not sifted yet, or -1. */
function nextGroup(): i32 {
  let best = -1;
  let most = 0;
  for (let level = 0; level < varCount; ) {
    const end = groupEnd(level);
    if ((stateOf(level) & DONE) == 0) {
      const keys = keysIn(level, end);
      if (keys > most) {
        best = level;
        most = keys;
      }
    }
    level = end;
  }
  return best;
}

/** Nodes of a group that a change of order could save: each variable's own function stays. */
function keysIn(from: i32, to: i32): i32 {
  let keys = 0;
  for (let level = from; level < to; level++) keys += keysOf(varAtLevel(level)) - 1;
  return keys;
}

function groupsInteract(from: i32, to: i32, otherFrom: i32, otherTo: i32): bool {
  for (let a = from; a < to; a++)
    for (let b = otherFrom; b < otherTo; b++) if (interact(varAtLevel(a), varAtLevel(b))) return true;
  return false;
}

let bestSize: i32 = 0;
let bestLevel: i32 = 0;

/** Moves the group whose first variable is `leader` to its best place. Returns the first variable of what it has become. */
function sift(leader: i32): i32 {
  for (;;) {
    leader = joinNeighbours(leader);
    bestSize = used;
    bestLevel = levelOfVar(leader);
    // The nearer end first: less to undo. Where symmetric groups meet, it starts again with both.
    const downFirst = varCount - groupEnd(bestLevel) < bestLevel;
    if (downFirst) siftDown(leader);
    else siftUp(leader);
    if (!meetsSymmetric(leader)) {
      if (downFirst) siftUp(leader);
      else siftDown(leader);
    }
    if (!meetsSymmetric(leader)) break;
  }
  while (levelOfVar(leader) < bestLevel && stepDown(leader, true)) {}
  while (levelOfVar(leader) > bestLevel && stepUp(leader, true)) {}
  return leader;
}

// Symmetric groups.

/** Whether the group that ends above `middle` and the one that begins there may be tied. */
function canJoin(middle: i32): bool {
  return (
    middle > 0 &&
    middle < varCount &&
    ((stateOf(middle - 1) | stateOf(middle)) & TIED_BEFORE) == 0 &&
    isSymmetric(middle - 1)
  );
}

function meetsSymmetric(leader: i32): bool {
  if (!symmetric) return false;
  const level = levelOfVar(leader);
  return canJoin(level) || canJoin(groupEnd(level));
}

/** Ties all symmetric groups beside this one to it. Returns the first variable. */
function joinNeighbours(leader: i32): i32 {
  while (meetsSymmetric(leader)) {
    const level = levelOfVar(leader);
    const middle = canJoin(level) ? level : groupEnd(level);
    const above = groupBefore(middle);
    setTied(varAtLevel(middle - 1), true);
    leader = varAtLevel(above);
  }
  return leader;
}

function note(leader: i32): void {
  if (used >= bestSize) return;
  bestSize = used;
  bestLevel = levelOfVar(leader);
}

function stepDown(leader: i32, beyond: bool): bool {
  const at = levelOfVar(leader);
  const middle = groupEnd(at);
  return swapGroups(at, middle, groupEnd(middle), beyond);
}

function stepUp(leader: i32, beyond: bool): bool {
  const middle = levelOfVar(leader);
  return swapGroups(groupBefore(middle), middle, groupEnd(middle), beyond);
}

/**
 * Down to the bottom, unless it becomes too large, or it is sure that nothing better can follow: a step down can at best
 * save the nodes of the groups below that interact.
 */
function siftDown(leader: i32): void {
  let savings = 0;
  const at = levelOfVar(leader);
  const end = groupEnd(at);
  for (let level = end; level < varCount; ) {
    const next = groupEnd(level);
    if (groupsInteract(at, end, level, next)) savings += keysIn(level, next);
    level = next;
  }
  for (;;) {
    const level = levelOfVar(leader);
    const middle = groupEnd(level);
    if (middle >= varCount || used - savings >= bestSize || tooLarge() || shouldEnd()) return;
    if (meetsSymmetric(leader)) return;
    const next = groupEnd(middle);
    if (groupsInteract(level, middle, middle, next)) savings -= keysIn(middle, next);
    if (!stepDown(leader, false)) return;
    note(leader);
  }
}

/** Up to the top, likewise: it can at best save its own nodes and those of the groups above that interact. */
function siftUp(leader: i32): void {
  let savings = 0;
  const at = levelOfVar(leader);
  const end = groupEnd(at);
  for (let level = at; level > 0; ) {
    const before = groupBefore(level);
    if (groupsInteract(at, end, before, level)) savings += keysIn(before, level);
    level = before;
  }
  for (;;) {
    const level = levelOfVar(leader);
    if (level == 0 || tooLarge() || shouldEnd() || meetsSymmetric(leader)) return;
    const middle = groupEnd(level);
    if (used - savings - keysIn(level, middle) >= bestSize) return;
    const before = groupBefore(level);
    if (groupsInteract(level, middle, before, level)) savings -= keysIn(before, level);
    if (!stepUp(leader, false)) return;
    note(leader);
  }
}

function tooLarge(): bool {
  return <f64>used > maxGrowth * <f64>bestSize + 16;
}

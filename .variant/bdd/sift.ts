/*
 * Rudell's sifting, by groups: each group in turn, largest first, is moved through the whole order and left where the
 * diagrams were smallest.
 */
import { reorderingShouldEnd } from "./host";
import { interact } from "./interaction";
import { closeOrder, groupBefore, groupEnd, openOrder, swapGroups } from "./reorder";
import { keysOf } from "./subtables";
import { used } from "./unique";
import { cell, levelOfVar, SIFTED, varAtLevel, varCount } from "./variables";

export let reorderings: i32 = 0;
/** A direction is given up when the diagrams grow beyond this share of their best size. */
let maxGrowth: f64 = 1.2;
let ending: bool = false;

export function setMaxGrowth(factor: f64): void {
  maxGrowth = factor;
}

/** Sifts every group once, as far as the host gives time. */
export function siftAll(): void {
  if (varCount < 2 || !openOrder()) return;
  reorderings++;
  ending = false;
  for (let v = 0; v < varCount; v++) store<i32>(cell(SIFTED, v), 0);
  for (let level = nextGroup(); level >= 0 && !shouldEnd(); level = nextGroup()) {
    for (let l = level; l < groupEnd(level); l++) store<i32>(cell(SIFTED, varAtLevel(l)), 1);
    sift(varAtLevel(level));
  }
  closeOrder();
}

function shouldEnd(): bool {
  if (!ending) ending = reorderingShouldEnd() != 0;
  return ending;
}

/** First level of the largest group that was not sifted yet, or -1. */
function nextGroup(): i32 {
  let best = -1;
  let most = 0;
  for (let level = 0; level < varCount; ) {
    const end = groupEnd(level);
    if (load<i32>(cell(SIFTED, varAtLevel(level))) == 0) {
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

/** Moves the group whose first variable is `leader` to its best place. */
function sift(leader: i32): void {
  bestSize = used;
  bestLevel = levelOfVar(leader);
  const end = groupEnd(bestLevel);
  // The nearer end first: less to undo.
  if (varCount - end < bestLevel) {
    siftDown(leader);
    siftUp(leader);
  } else {
    siftUp(leader);
    siftDown(leader);
  }
  while (levelOfVar(leader) < bestLevel && stepDown(leader, true)) {}
  while (levelOfVar(leader) > bestLevel && stepUp(leader, true)) {}
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
    if (level == 0 || tooLarge() || shouldEnd()) return;
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

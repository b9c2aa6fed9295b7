import { mayDecide } from "./decide";
import { enlarge } from "./memory";
import { cause, setPhase, values } from "./variables";

/**
 * Assigned literals in order of assignment, and the decision levels over them.
 *
 *     level record (8 bytes)   index in the trail where the level begins; stamp of the last count of levels
 *
 * Level 0 has no record of a beginning: record d-1 begins level d. Stamps are indexed by the level itself.
 */
const LEVEL_BITS: usize = 3;

export let trail: usize = 0;
export let assigned: i32 = 0;
/** Literals before it are propagated. */
export let head: i32 = 0;
export let level: i32 = 0;

let levels: usize = 0;
let capacity: i32 = 0;
let levelCapacity: i32 = 0;
let stamp: i32 = 0;
let saving: bool = true;

export function resetTrail(): void {
  trail = 0;
  assigned = 0;
  head = 0;
  level = 0;
  levels = 0;
  capacity = 0;
  levelCapacity = 0;
  stamp = 0;
  saving = true;
}

/** Room for `count` literals; false when memory is out. */
export function reserveTrail(count: i32): bool {
  if (count <= capacity) return true;
  const grown = enlarge(trail, (<usize>capacity) << 2, (<usize>count) << 2);
  if (grown == 0) return false;
  trail = grown;
  capacity = count;
  return true;
}

/** Room for levels 0 … `count`; false when memory is out. */
export function reserveLevels(count: i32): bool {
  if (count < levelCapacity) return true;
  const wanted = count + 1 + (count >> 1);
  const grown = enlarge(levels, (<usize>levelCapacity) << LEVEL_BITS, (<usize>wanted) << LEVEL_BITS);
  if (grown == 0) return false;
  levels = grown;
  memory.fill(levels + ((<usize>levelCapacity) << LEVEL_BITS), 0, (<usize>(wanted - levelCapacity)) << LEVEL_BITS);
  levelCapacity = wanted;
  return true;
}

export function trailAt(i: i32): i32 {
  return load<i32>(trail + ((<usize>i) << 2));
}

/** Index in the trail of the first literal of level d, d ≥ 1. */
export function levelBegin(d: i32): i32 {
  return load<i32>(levels + ((<usize>(d - 1)) << LEVEL_BITS));
}

/** Literals of level 0. */
export function fixedLiterals(): i32 {
  return level == 0 ? assigned : levelBegin(1);
}

export function newLevel(): void {
  store<i32>(levels + ((<usize>level) << LEVEL_BITS), assigned);
  level++;
}

/** Pre: the literal is unassigned. */
export function assign(lit: i32, reason: i32): void {
  store<i8>(values + <usize>lit, 1);
  store<i8>(values + <usize>(lit ^ 1), -1);
  store<i64>(cause(lit >> 1), <i64>level | ((<i64>reason) << 32));
  store<i32>(trail + ((<usize>assigned) << 2), lit);
  assigned++;
}

export function setAssigned(count: i32): void {
  assigned = count;
}

export function setHead(i: i32): void {
  head = i;
}

/** Whether `backtrack` saves phases. */
export function savePhases(on: bool): void {
  saving = on;
}

/** Undoes all levels above `d`; phases are saved, and variables go back to the decision order. */
export function backtrack(d: i32): void {
  if (level <= d) return;
  const begin = levelBegin(d + 1);
  for (let i = assigned - 1; i >= begin; i--) {
    const lit = trailAt(i);
    store<i8>(values + <usize>lit, 0);
    store<i8>(values + <usize>(lit ^ 1), 0);
    if (saving) setPhase(lit >> 1, lit & 1);
    mayDecide(lit >> 1);
  }
  assigned = begin;
  head = begin;
  level = d;
}

/** Takes a literal of level 0 that nothing depends on out of the trail again. */
export function unassignFixed(lit: i32): void {
  let i = assigned - 1;
  while (trailAt(i) != lit) i--;
  if (head > i) head--;
  for (; i + 1 < assigned; i++) {
    store<i32>(trail + ((<usize>i) << 2), trailAt(i + 1));
  }
  assigned--;
  store<i8>(values + <usize>lit, 0);
  store<i8>(values + <usize>(lit ^ 1), 0);
}

/** Begins a new count of levels. */
export function newStamp(): void {
  stamp++;
}

/** True the first time that level `d` is met in the current count. */
export function meetLevel(d: i32): bool {
  const p = levels + ((<usize>d) << LEVEL_BITS);
  if (load<i32>(p, 4) == stamp) return false;
  store<i32>(p, stamp, 4);
  return true;
}

/** Whether level `d` was met in the current count. */
export function levelMet(d: i32): bool {
  return load<i32>(levels + ((<usize>d) << LEVEL_BITS), 4) == stamp;
}

import {
  comesBeforeInDomain,
  domainOnly,
  moveToEndInDomain,
  nextInDomain,
  noteUnassignedInDomain,
  reserveDomain,
} from "./domain";
import { at, forget, LIST_BYTES, length, reserve } from "./list";
import {
  activityOf,
  bump,
  decayActivities,
  firstInOrder,
  insertInOrder,
  orderIsEmpty,
  removeFromOrder,
  reserveOrder,
  resetOrder,
  takeFirst,
} from "./order";
import {
  dequeue,
  enqueue,
  forgetQueue,
  lastUnassigned,
  moveToEnd,
  noteUnassigned,
  QUEUE_BYTES,
  reserveQueue,
  searchFromEnd,
  timeOf,
} from "./queue";
import { stable } from "./restart";
import { sortPairs } from "./sort";
import { phaseOf, targetOf, valueOfLit } from "./variables";

/**
 * Which variable comes next. Calls with a domain decide by an order of it; others by a queue over all variables at first, and
 * by activity when they turn out to be long. The heap of activities is complete whenever nothing is assigned.
 */
export const queue: usize = memory.data(QUEUE_BYTES);
forgetQueue(queue);

// Whether activities decide.
let byActivity: bool = false;

export function decideByActivity(on: bool): void {
  byActivity = on;
}

export function resetDecisions(): void {
  byActivity = false;
  forgetQueue(queue);
  forget(sorted);
  resetOrder();
}

/** Room for `count` variables, `had` before; false when memory is out. */
export function reserveDecisions(had: i32, count: i32): bool {
  return reserveQueue(queue, had, count) && reserveDomain(count) && reserveOrder(count) && reserve(sorted, 4 * count);
}

/** A new variable is one to decide, except in a domain. */
export function addToDecide(v: i32): void {
  enqueue(queue, v);
  insertInOrder(v);
}

/** The variable is eliminated. Pre: no domain; unassigned. */
export function stopDeciding(v: i32): void {
  dequeue(queue, v);
  removeFromOrder(v);
}

/** It is back. */
export function startDeciding(v: i32): void {
  addToDecide(v);
}

/** A fixed variable is free again. Pre: level 0, all other variables that are not fixed are unassigned. */
export function decideAgain(v: i32): void {
  noteUnassigned(queue, v);
  insertInOrder(v);
}

/** Variables have been taken out while they were unassigned. Pre: level 0. */
export function decideFromEnd(): void {
  searchFromEnd(queue);
}

/** The literal to decide next; -1 when all variables (of the domain) are assigned. */
export function decide(): i32 {
  const v = nextVariable();
  return v < 0 ? -1 : (v << 1) | signOf(v);
}

/** The variable to decide next, or -1. */
export function nextVariable(): i32 {
  if (domainOnly) return nextInDomain();
  return byActivity ? mostActive() : lastUnassigned(queue);
}

/** Whether `u` would be decided before `v`, were both unassigned. */
export function comesBefore(u: i32, v: i32): bool {
  if (domainOnly) return comesBeforeInDomain(u, v);
  return byActivity ? activityOf(u) > activityOf(v) : timeOf(queue, u) > timeOf(queue, v);
}

function signOf(v: i32): i32 {
  if (!stable) return phaseOf(v);
  const target = targetOf(v);
  return target > 0 ? target - 1 : phaseOf(v);
}

/** It stays in the heap until it is met there assigned. */
function mostActive(): i32 {
  while (!orderIsEmpty()) {
    const v = firstInOrder();
    if (valueOfLit(v << 1) == 0) return v;
    takeFirst();
  }
  return -1;
}

/** A variable has become unassigned. */
export function mayDecide(v: i32): void {
  if (domainOnly) {
    noteUnassignedInDomain(v);
    return;
  }
  noteUnassigned(queue, v);
  if (byActivity) insertInOrder(v);
}

/** The variables of a list took part in a conflict. */
export function bumpAll(list: usize): void {
  for (let i = 0, n = length(list); i < n; i++) bump(at(list, i));
  decayActivities();
  if (!byActivity) moveAll(list);
}

// Pairs of time and variable, and as much again for sorting.
const sorted: usize = memory.data(LIST_BYTES);

/** Moves them to the end in the order that they have among themselves. */
function moveAll(list: usize): void {
  const base = load<usize>(sorted);
  const n = length(list);
  for (let i = 0; i < n; i++) {
    const v = at(list, i);
    store<i64>(base + ((<usize>i) << 3), ((<i64>timeOf(queue, v)) << 32) | <i64>v);
  }
  const from = sortPairs(base, n);
  for (let i = 0; i < n; i++) {
    const v = load<i32>(from + ((<usize>i) << 3));
    moveToEnd(queue, v);
    if (domainOnly) moveToEndInDomain(v);
  }
}

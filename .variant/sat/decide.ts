import { domainOnly, domainQueue } from "./domain";
import { at, forget, LIST_BYTES, length, reserve } from "./list";
import { bump, decayActivities, insertInOrder, orderIsEmpty, reserveOrder, resetOrder, takeFirst } from "./order";
import {
  enqueue,
  forgetQueue,
  lastUnassigned,
  moveToEnd,
  noteUnassigned,
  QUEUE_BYTES,
  reserveQueue,
  timeOf,
} from "./queue";
import { inDomain, phaseOf, valueOfLit } from "./variables";

/**
 * Which variable comes next. Calls with a domain decide by a queue over it; others by a queue over all variables, or, in stable
 * phases of long searches, by activity. The heap of activities is complete whenever nothing is assigned.
 */
const queue: usize = memory.data(QUEUE_BYTES);
forgetQueue(queue);

/** Whether activities decide. */
export let stable: bool = false;

export function setStable(on: bool): void {
  stable = on;
}

export function resetDecisions(): void {
  stable = false;
  forgetQueue(queue);
  forget(sorted);
  resetOrder();
}

/** Room for `count` variables, `had` before; false when memory is out. */
export function reserveDecisions(had: i32, count: i32): bool {
  return (
    reserveQueue(queue, had, count) &&
    reserveQueue(domainQueue, had, count) &&
    reserveOrder(count) &&
    reserve(sorted, 4 * count)
  );
}

/** A new variable is one to decide, except in a domain. */
export function addToDecide(v: i32): void {
  enqueue(queue, v);
  insertInOrder(v);
}

/** The literal to decide next; -1 when all variables (of the domain) are assigned. */
export function decide(): i32 {
  let v = -1;
  if (domainOnly) v = lastUnassigned(domainQueue);
  else if (stable) v = mostActive();
  else v = lastUnassigned(queue);
  return v < 0 ? -1 : (v << 1) | phaseOf(v);
}

function mostActive(): i32 {
  while (!orderIsEmpty()) {
    const v = takeFirst();
    if (valueOfLit(v << 1) == 0) return v;
  }
  return -1;
}

/** A variable has become unassigned. */
export function mayDecide(v: i32): void {
  if (domainOnly) {
    if (inDomain(v)) noteUnassigned(domainQueue, v);
    return;
  }
  noteUnassigned(queue, v);
  insertInOrder(v);
}

/** The variables of a list took part in a conflict. */
export function bumpAll(list: usize): void {
  if (stable && !domainOnly) {
    for (let i = 0, n = length(list); i < n; i++) bump(at(list, i));
    decayActivities();
  } else moveAll(list, domainOnly ? domainQueue : queue);
}

// Pairs of time and variable, and as much again for sorting.
const sorted: usize = memory.data(LIST_BYTES);

/** Moves them to the end in the order that they have among themselves. */
function moveAll(list: usize, to: usize): void {
  const base = load<usize>(sorted);
  let count = 0;
  for (let i = 0, n = length(list); i < n; i++) {
    const v = at(list, i);
    if (domainOnly && !inDomain(v)) continue;
    store<i64>(base + ((<usize>count) << 3), ((<i64>timeOf(to, v)) << 32) | <i64>v);
    count++;
  }
  const from = sortPairs(base, count);
  for (let i = 0; i < count; i++) moveToEnd(to, load<i32>(from + ((<usize>i) << 3)));
}

/** Merge sort of `n` words of 64 bits, with room for as many behind them; where the result is. */
function sortPairs(base: usize, n: i32): usize {
  let from = base;
  let to = base + ((<usize>n) << 3);
  for (let run = 1; run < n; run <<= 1) {
    for (let i = 0; i < n; i += run << 1) merge(from, to, i, min(i + run, n), min(i + (run << 1), n));
    const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

function merge(from: usize, to: usize, begin: i32, middle: i32, end: i32): void {
  let i = from + ((<usize>begin) << 3);
  let j = from + ((<usize>middle) << 3);
  const iEnd = j;
  const jEnd = from + ((<usize>end) << 3);
  let out = to + ((<usize>begin) << 3);
  while (i < iEnd && j < jEnd) {
    const x = load<i64>(i);
    const y = load<i64>(j);
    if (x <= y) {
      store<i64>(out, x);
      i += 8;
    } else {
      store<i64>(out, y);
      j += 8;
    }
    out += 8;
  }
  memory.copy(out, i, iEnd - i);
  memory.copy(out + (iEnd - i), j, jEnd - j);
}

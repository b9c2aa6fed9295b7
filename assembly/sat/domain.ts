import { queue } from "./decide";
import { at, clear, forget, LIST_BYTES, length, put, reserve, setLength } from "./list";
import { enlarge } from "./memory";
import {
  ageOf,
  emptyQueue,
  fillQueue,
  forgetQueue,
  lastUnassigned,
  moveToEnd,
  noteUnassigned,
  QUEUE_BYTES,
  reserveQueue,
  searchFromEnd,
  timeOf,
} from "./queue";

/**
 * Decisions, and in part propagation, may be restricted to a domain. It changes with almost every call of some callers: members
 * are told by a stamp, and a queue is made of them only when there is something to decide.
 */
export let domainOnly: bool = false;

/** By variable: the byte `stamp` for members. */
export let stamps: usize = 0;
export let stamp: i32 = 0;
let capacity: i32 = 0;

const members: usize = memory.data(LIST_BYTES);
const domainQueue: usize = memory.data(QUEUE_BYTES);
forgetQueue(domainQueue);
let queued: bool = false;

// The members by age, oldest first, and where those of each age begin in it: ages are told apart by powers of two.
const byAge: usize = memory.data(LIST_BYTES);
const AGES: i32 = 33;
const begins: usize = memory.data(33 * 4);

export function resetDomain(): void {
  forget(members);
  forget(byAge);
  forgetQueue(domainQueue);
  domainOnly = false;
  queued = false;
  stamps = 0;
  stamp = 0;
  capacity = 0;
}

/** Room for `count` variables; false when memory is out. */
export function reserveDomain(count: i32): bool {
  const had = capacity;
  const grown = enlarge(stamps, <usize>had, <usize>count);
  if (grown == 0) return false;
  stamps = grown;
  memory.fill(stamps + <usize>had, 0, <usize>(count - had));
  capacity = count;
  return reserve(members, count) && reserve(byAge, count) && reserveQueue(domainQueue, had, count);
}

export function inDomain(v: i32): bool {
  return load<u8>(stamps + <usize>v) == stamp;
}

/** Restricts the next searches to `n` variables, at `from` as words. Pre: level 0. */
export function restrictTo(from: usize, n: i32): void {
  liftRestriction();
  domainOnly = true;
  if (++stamp == 256) {
    memory.fill(stamps, 0, <usize>capacity);
    stamp = 1;
  }
  let count = 0;
  for (let i = 0; i < n; i++) {
    const v = load<i32>(from + ((<usize>i) << 2));
    if (inDomain(v)) continue;
    store<u8>(stamps + <usize>v, <u8>stamp);
    put(members, count++, v);
  }
  setLength(members, count);
}

/** Makes every variable one to decide again. Pre: level 0. */
export function liftRestriction(): void {
  if (!domainOnly) return;
  clear(members);
  emptyQueue(domainQueue);
  queued = false;
  domainOnly = false;
  // Restricted searches have moved variables in the queue of all without looking at their values.
  searchFromEnd(queue);
}

// --- Decisions in the domain --------------------------------------------------------------------------------------

/** The member to decide next; -1 when all are assigned. */
export function nextInDomain(): i32 {
  if (!queued) makeQueue();
  return lastUnassigned(domainQueue);
}

/** Whether member `u` would be decided before member `v`. */
export function comesBeforeInDomain(u: i32, v: i32): bool {
  return timeOf(domainQueue, u) > timeOf(domainQueue, v);
}

/** A variable has become unassigned. */
export function noteUnassignedInDomain(v: i32): void {
  if (queued && inDomain(v)) noteUnassigned(domainQueue, v);
}

/** A variable took part in a conflict. */
export function moveToEndInDomain(v: i32): void {
  if (queued && inDomain(v)) moveToEnd(domainQueue, v);
}

/** Variables of late conflicts come first. */
function makeQueue(): void {
  const count = length(members);
  memory.fill(begins, 0, AGES << 2);
  for (let i = 0; i < count; i++) {
    const p = beginOf(at(members, i));
    store<i32>(p, load<i32>(p) + 1);
  }
  let begin = 0;
  for (let p = begins; p < begins + (AGES << 2); p += 4) {
    const size = load<i32>(p);
    store<i32>(p, begin);
    begin += size;
  }
  for (let i = 0; i < count; i++) {
    const v = at(members, i);
    const p = beginOf(v);
    const k = load<i32>(p);
    store<i32>(p, k + 1);
    put(byAge, k, v);
  }
  fillQueue(domainQueue, load<usize>(byAge), count);
  queued = true;
}

function beginOf(v: i32): usize {
  return begins + ((<usize>clz(ageOf(queue, v))) << 2);
}

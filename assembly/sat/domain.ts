import { queue } from "./decide";
import { at, clear, forget, LIST_BYTES, length, put, reserve, setLength } from "./list";
import { enlarge } from "./memory";
import { ageOf, searchFromEnd } from "./queue";
import { valueOfLit } from "./variables";

/**
 * Decisions, and in part propagation, may be restricted to a domain. It changes with almost every call of some callers: members
 * are told by a stamp, and they are put in order only when there is something to decide.
 */
export let domainOnly: bool = false;

/** By variable: the byte `stamp` for members. */
export let stamps: usize = 0;
export let stamp: i32 = 0;
let capacity: i32 = 0;

const members: usize = memory.data(LIST_BYTES);

// Decisions are taken from the end of `order`. A member that takes part in a conflict is put there again; what counts is its
// last place, in `places`. All members behind `cursor` are assigned.
const order: usize = memory.data(LIST_BYTES);
let ordered: bool = false;
let places: usize = 0;
let cursor: i32 = -1;

// Members that have moved lately in the queue of all variables, and how many of each age there are: ages are told apart by
// powers of two.
const late: usize = memory.data(LIST_BYTES);
const LATE_BITS: i32 = 12;
const begins: usize = memory.data(33 * 4);

export function resetDomain(): void {
  forget(members);
  forget(order);
  forget(late);
  domainOnly = false;
  ordered = false;
  places = 0;
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
  const grownPlaces = enlarge(places, (<usize>had) << 2, (<usize>count) << 2);
  if (grownPlaces == 0) return false;
  places = grownPlaces;
  capacity = count;
  return reserve(members, count) && reserve(late, count) && reserve(order, 2 * count);
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
  ordered = false;
  domainOnly = false;
  // Restricted searches have moved variables in the queue of all without looking at their values.
  searchFromEnd(queue);
}

// --- Decisions in the domain --------------------------------------------------------------------------------------

/** The member to decide next; -1 when all are assigned. */
export function nextInDomain(): i32 {
  if (!ordered) putInOrder();
  for (; cursor >= 0; cursor--) {
    const v = at(order, cursor);
    if (valueOfLit(v << 1) == 0 && placeOf(v) == cursor) return v;
  }
  return -1;
}

/** Whether member `u` would be decided before member `v`. */
export function comesBeforeInDomain(u: i32, v: i32): bool {
  return placeOf(u) > placeOf(v);
}

/** A variable has become unassigned. */
export function noteUnassignedInDomain(v: i32): void {
  if (ordered && inDomain(v) && placeOf(v) > cursor) cursor = placeOf(v);
}

/** An assigned variable took part in a conflict. */
export function moveToEndInDomain(v: i32): void {
  if (!ordered || !inDomain(v)) return;
  if (length(order) == 2 * length(members)) dropFormerPlaces();
  append(v);
}

function placeOf(v: i32): i32 {
  return load<i32>(places + ((<usize>v) << 2));
}

function append(v: i32): void {
  const n = length(order);
  put(order, n, v);
  setLength(order, n + 1);
  store<i32>(places + ((<usize>v) << 2), n);
}

function dropFormerPlaces(): void {
  const n = length(order);
  clear(order);
  for (let i = 0; i < n; i++) if (placeOf(at(order, i)) == i) append(at(order, i));
  cursor = length(order) - 1;
}

/** Members that have moved lately come first, by age; of the others, those named last. */
function putInOrder(): void {
  clear(order);
  memory.fill(begins, 0, 33 << 2);
  let count = 0;
  for (let i = 0, n = length(members); i < n; i++) {
    const v = at(members, i);
    if (ageOf(queue, v) >> LATE_BITS != 0) append(v);
    else {
      put(late, count++, v);
      const p = beginOf(v);
      store<i32>(p, load<i32>(p) + 1);
    }
  }
  appendLate(count);
  cursor = length(order) - 1;
  ordered = true;
}

/** Oldest first. */
function appendLate(count: i32): void {
  let begin = length(order);
  for (let p = begins; p < begins + (33 << 2); p += 4) {
    const size = load<i32>(p);
    store<i32>(p, begin);
    begin += size;
  }
  for (let i = 0; i < count; i++) {
    const v = at(late, i);
    const p = beginOf(v);
    const k = load<i32>(p);
    store<i32>(p, k + 1);
    put(order, k, v);
    store<i32>(places + ((<usize>v) << 2), k);
  }
  setLength(order, begin);
}

function beginOf(v: i32): usize {
  return begins + ((<usize>clz(ageOf(queue, v))) << 2);
}

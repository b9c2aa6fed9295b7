import { enlarge } from "./memory";
import { valueOfLit } from "./variables";

/**
 * A decision queue (VMTF): a list of variables in which those of the last conflicts are moved to the end, and decisions are
 * taken from the end. Everything costs constant time, which tiny calls need.
 *
 *     queue (24 bytes)   address of the links, first, last, search, clock, address of the times
 *     link (8 bytes)     previous, next (-1 at the ends)
 *     time (4 bytes)     of the last move; apart, because backtracking looks at nothing else
 *
 * Times grow along the list. All variables behind `search` are assigned.
 */
export const QUEUE_BYTES: i32 = 24;
const LINK_BITS: usize = 3;

export function forgetQueue(queue: usize): void {
  store<usize>(queue, 0);
  store<i32>(queue, -1, 4);
  store<i32>(queue, -1, 8);
  store<i32>(queue, -1, 12);
  store<i32>(queue, 0, 16);
  store<usize>(queue, 0, 20);
}

/** Room for `count` variables, of which `had` had room before; false when memory is out. */
export function reserveQueue(queue: usize, had: i32, count: i32): bool {
  const grown = enlarge(load<usize>(queue), (<usize>had) << LINK_BITS, (<usize>count) << LINK_BITS);
  if (grown == 0) return false;
  store<usize>(queue, grown);
  const times = enlarge(load<usize>(queue, 20), (<usize>had) << 2, (<usize>count) << 2);
  if (times == 0) return false;
  store<usize>(queue, times, 20);
  return true;
}

function link(queue: usize, v: i32): usize {
  return load<usize>(queue) + ((<usize>v) << LINK_BITS);
}

export function timeOf(queue: usize, v: i32): i32 {
  return load<i32>(load<usize>(queue, 20) + ((<usize>v) << 2));
}

function setTime(queue: usize, v: i32, time: i32): void {
  store<i32>(load<usize>(queue, 20) + ((<usize>v) << 2), time);
}

/** Moves that there have been since the variable's last. */
export function ageOf(queue: usize, v: i32): i32 {
  return load<i32>(queue, 16) - timeOf(queue, v);
}

/** Adds a variable at the end. */
export function enqueue(queue: usize, v: i32): void {
  const last = load<i32>(queue, 8);
  const p = link(queue, v);
  const time = load<i32>(queue, 16) + 1;
  store<i32>(queue, time, 16);
  store<i32>(p, last);
  store<i32>(p, -1, 4);
  setTime(queue, v, time);
  if (last < 0) store<i32>(queue, v, 4);
  else store<i32>(link(queue, last), v, 4);
  store<i32>(queue, v, 8);
  if (load<i32>(queue, 12) < 0 || valueOfLit(v << 1) == 0) store<i32>(queue, v, 12);
}

/** Takes a variable out. When it is unassigned, `searchFromEnd` may have to follow. */
export function dequeue(queue: usize, v: i32): void {
  const p = link(queue, v);
  const previous = load<i32>(p);
  const next = load<i32>(p, 4);
  if (previous < 0) store<i32>(queue, next, 4);
  else store<i32>(link(queue, previous), next, 4);
  if (next < 0) store<i32>(queue, previous, 8);
  else store<i32>(link(queue, next), previous);
  if (load<i32>(queue, 12) == v) store<i32>(queue, previous < 0 ? next : previous, 12);
}

/** Moves a variable to the end. Pre: it is in the queue and assigned. */
export function moveToEnd(queue: usize, v: i32): void {
  if (load<i32>(link(queue, v), 4) < 0) return;
  if (load<i32>(queue, 16) == i32.MAX_VALUE) renumber(queue);
  dequeue(queue, v);
  enqueue(queue, v);
}

/** Times begin at 1 again. */
function renumber(queue: usize): void {
  let time = 0;
  for (let v = load<i32>(queue, 4); v >= 0; v = load<i32>(link(queue, v), 4)) setTime(queue, v, ++time);
  store<i32>(queue, time, 16);
}

/** The variable has become unassigned. Pre: it is in the queue. */
export function noteUnassigned(queue: usize, v: i32): void {
  if (timeOf(queue, v) > timeOf(queue, load<i32>(queue, 12))) store<i32>(queue, v, 12);
}

/** The last variable that is unassigned; -1 when there is none. */
export function lastUnassigned(queue: usize): i32 {
  let v = load<i32>(queue, 12);
  while (v >= 0 && valueOfLit(v << 1) != 0) v = load<i32>(link(queue, v));
  if (v >= 0) store<i32>(queue, v, 12);
  return v;
}

/** All variables may be unassigned: look for the next decision from the end again. */
export function searchFromEnd(queue: usize): void {
  store<i32>(queue, load<i32>(queue, 8), 12);
}

import { add, at, forget, LIST_BYTES, length, put, reserve, setLength } from "./list";
import { record, variables } from "./variables";

/**
 * The decision order: variables by activity (VSIDS) in a binary heap, largest first. Assigned variables stay in it until
 * they are met at its top; unassigning puts them back.
 */
const heap: usize = memory.data(LIST_BYTES);

const LIMIT: f64 = 1e100;
let increment: f64 = 1;

export function resetOrder(): void {
  forget(heap);
  increment = 1;
}

/** Room for `count` variables; false when memory is out. */
export function reserveOrder(count: i32): bool {
  return reserve(heap, count);
}

export function orderIsEmpty(): bool {
  return length(heap) == 0;
}

export function activityOf(v: i32): f64 {
  return load<f64>(record(v));
}

function place(i: i32, v: i32): void {
  put(heap, i, v);
  store<i32>(record(v), i, 8);
}

function siftUp(i: i32): void {
  const v = at(heap, i);
  const a = activityOf(v);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const u = at(heap, parent);
    if (activityOf(u) >= a) break;
    place(i, u);
    i = parent;
  }
  place(i, v);
}

function siftDown(i: i32): void {
  const v = at(heap, i);
  const a = activityOf(v);
  const n = length(heap);
  for (;;) {
    let child = 2 * i + 1;
    if (child >= n) break;
    if (child + 1 < n && activityOf(at(heap, child + 1)) > activityOf(at(heap, child))) child++;
    const u = at(heap, child);
    if (a >= activityOf(u)) break;
    place(i, u);
    i = child;
  }
  place(i, v);
}

/** No effect when it is there. Pre: room is reserved. */
export function insertInOrder(v: i32): void {
  if (load<i32>(record(v), 8) >= 0) return;
  add(heap, v);
  siftUp(length(heap) - 1);
}

/** Pre: there is one. */
export function firstInOrder(): i32 {
  return at(heap, 0);
}

/** No effect when it is not there. */
export function removeFromOrder(v: i32): void {
  const i = load<i32>(record(v), 8);
  if (i < 0) return;
  store<i32>(record(v), -1, 8);
  const n = length(heap) - 1;
  setLength(heap, n);
  if (i == n) return;
  place(i, at(heap, n));
  siftUp(i);
  siftDown(load<i32>(record(at(heap, i)), 8));
}

export function takeFirst(): i32 {
  const first = at(heap, 0);
  store<i32>(record(first), -1, 8);
  const n = length(heap) - 1;
  setLength(heap, n);
  if (n > 0) {
    put(heap, 0, at(heap, n));
    siftDown(0);
  }
  return first;
}

export function bump(v: i32): void {
  const r = record(v);
  const a = load<f64>(r) + increment;
  store<f64>(r, a);
  if (a > LIMIT) rescale();
  const i = load<i32>(r, 8);
  if (i > 0) siftUp(i);
}

export function decayActivities(): void {
  increment *= 1.0 / 0.95;
}

function rescale(): void {
  for (let v = 0; v < variables; v++) store<f64>(record(v), activityOf(v) * (1.0 / LIMIT));
  increment *= 1.0 / LIMIT;
}

import { enlarge } from "./memory";

/** A growing list of i32, kept in static memory as three words: address, length, capacity. */
export const LIST_BYTES: i32 = 12;

export function clear(list: usize): void {
  store<i32>(list, 0, 4);
}

/** Forgets the list's block: for a reset of the whole memory. */
export function forget(list: usize): void {
  memory.fill(list, 0, LIST_BYTES);
}

export function length(list: usize): i32 {
  return load<i32>(list, 4);
}

export function setLength(list: usize, length: i32): void {
  store<i32>(list, length, 4);
}

export function at(list: usize, i: i32): i32 {
  return load<i32>(load<usize>(list) + ((<usize>i) << 2));
}

export function put(list: usize, i: i32, x: i32): void {
  store<i32>(load<usize>(list) + ((<usize>i) << 2), x);
}

/** Address of the first element; good until the list grows. */
export function address(list: usize): usize {
  return load<usize>(list);
}

/** Room for `count` elements in all; false when memory is out. */
export function reserve(list: usize, count: i32): bool {
  const capacity = load<i32>(list, 8);
  if (count <= capacity) return true;
  let wanted = capacity < 16 ? 16 : capacity << 1;
  while (wanted < count) wanted <<= 1;
  const block = enlarge(load<usize>(list), (<usize>capacity) << 2, (<usize>wanted) << 2);
  if (block == 0) return false;
  store<usize>(list, block);
  store<i32>(list, wanted, 8);
  return true;
}

/** Pre: room is reserved. */
export function add(list: usize, x: i32): void {
  const n = load<i32>(list, 4);
  store<i32>(load<usize>(list) + ((<usize>n) << 2), x);
  store<i32>(list, n + 1, 4);
}

/** Adds an element, growing; false when memory is out. */
export function push(list: usize, x: i32): bool {
  if (!reserve(list, load<i32>(list, 4) + 1)) return false;
  add(list, x);
  return true;
}

export function pop(list: usize): i32 {
  const n = load<i32>(list, 4) - 1;
  store<i32>(list, n, 4);
  return load<i32>(load<usize>(list) + ((<usize>n) << 2));
}

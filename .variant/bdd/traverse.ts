/*
 * Walks over the nodes of some diagrams, for sizes, supports and everything that the host computes node by node.
 *
 *   begin(); visit(f); visit(g); …     count() nodes so far, each once, in scratch, children before parents
 *   flatten()                          writes them as a table that the host can read without calls (see below)
 *   end()                              must come last: the marks have to be zero between operations
 */
import { flipMark, isMarked } from "./marks";
import { path, reserveScratch, scratch } from "./memory";
import { hiAt, levelAt, loAt } from "./store";
import { hash3 } from "./unique";
import { varAtLevel } from "./variables";

let count: i32 = 0;
let room: i32 = 0;

/** The node that was visited as number k. */
export function listed(k: i32): i32 {
  return load<i32>(scratch + ((<usize>k) << 2));
}

export function begin(): void {
  count = 0;
  room = 0;
  flipMark(0);
}

export function visited(): i32 {
  return count;
}

/** Adds the nodes of f. When the memory does not suffice, the marks are put right before the failure is reported. */
export function visit(f: i32): void {
  const root = f >> 1;
  if (isMarked(root)) return;
  let tip = path;
  store<i32>(tip, root);
  flipMark(root);
  for (;;) {
    const i = load<i32>(tip);
    const n = (<usize>i) << 4;
    const lo = loAt(n) >> 1;
    const hi = hiAt(n) >> 1;
    const next = isMarked(lo) ? hi : lo;
    if (!isMarked(next)) {
      tip += 4;
      store<i32>(tip, next);
      flipMark(next);
      continue;
    }
    append(i, tip);
    if (tip == path) return;
    tip -= 4;
  }
}

function append(i: i32, tip: usize): void {
  if (count == room) {
    // The walk is unmarked first, because the reservation may throw, and marked again afterwards.
    flipAll(tip);
    reserveScratch(<u64>(room + 16384) * 4);
    flipAll(tip);
    room += 16384;
  }
  store<i32>(scratch + ((<usize>count) << 2), i);
  count++;
}

function flipAll(tip: usize): void {
  for (let p = path; p <= tip; p += 4) flipMark(load<i32>(p));
  flipListed();
}

function flipListed(): void {
  flipMark(0);
  for (let k = 0; k < count; k++) flipMark(listed(k));
}

export function end(): void {
  flipListed();
}

/**
 * Numbers the nodes 1, 2, … in their order (0 is the terminal) and writes for each: variable, lo, hi, the edges over the
 * new numbers. Ends the walk. Returns the table's address; after it, a word for each number says which node it is.
 */
export function flatten(): usize {
  end();
  let capacity = 4;
  while (capacity < count * 2) capacity <<= 1;
  const index = scratch + ((<usize>count) << 2);
  reserveScratch(<u64>count * 4 + <u64>capacity * 8 + <u64>count * 12);
  const table = index + ((<usize>capacity) << 3);
  memory.fill(index, 0, (<usize>capacity) << 3);
  for (let k = 0; k < count; k++) {
    const i = listed(k);
    const n = (<usize>i) << 4;
    const row = table + <usize>k * 12;
    store<i32>(row, varAtLevel(levelAt(n)));
    store<i32>(row, renumber(index, capacity, loAt(n)), 4);
    store<i32>(row, renumber(index, capacity, hiAt(n)), 8);
    const slot = find(index, capacity, i);
    store<i32>(slot, i);
    store<i32>(slot, k + 1, 4);
  }
  return table;
}

/** The number that flatten gave to an edge's node, with the edge's sign. Valid until the next operation. */
export function numberOf(table: usize, edge: i32): i32 {
  const index = scratch + ((<usize>count) << 2);
  return renumber(index, <i32>((table - index) >> 3), edge);
}

function find(index: usize, capacity: i32, i: i32): usize {
  let k = hash3(i, 0, 0) & (capacity - 1);
  let slot = index + ((<usize>k) << 3);
  while (load<i32>(slot) != i && load<i32>(slot) != 0) {
    k = (k + 1) & (capacity - 1);
    slot = index + ((<usize>k) << 3);
  }
  return slot;
}

function renumber(index: usize, capacity: i32, edge: i32): i32 {
  if (edge <= 1) return edge;
  return (load<i32>(find(index, capacity, edge >> 1), 4) << 1) | (edge & 1);
}

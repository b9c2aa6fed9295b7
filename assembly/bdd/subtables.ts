/*
 * While the order changes, nodes hold their variable in place of their level, and each variable has a unique table of its
 * own, chained through `next` as well, so that its nodes can be listed. These tables, and the interaction matrix, live where
 * the buckets and the computed table lie, which are side by side and rebuilt at the end: the arena. Addresses are offsets
 * in bytes from `buckets`, because the arena moves when the node store grows.
 */
import { bucketCount, buckets, slotCount } from "./memory";
import { hiAt, loAt, nextAt, setNextAt } from "./store";
import { hash3 } from "./unique";
import { cell, KEYS, SUBTABLE_AT, SUBTABLE_SIZE } from "./variables";

const LEAST_SIZE: i32 = 4;
const NONE: i32 = -1;

let arenaTop: i32 = 0;
let arenaEnd: i32 = 0;

/** Heads of lists of given-back tables, by size class; a list runs through the first words. */
const spare: usize = memory.data(128);

function spareOf(size: i32): usize {
  return spare + ((<usize>(31 - clz<i32>(size))) << 2);
}

export function openArena(): void {
  arenaTop = 0;
  // Beyond 2 GiB the arena needs no more.
  arenaEnd = <i32>min<u64>(<u64>bucketCount * 4 + <u64>slotCount * 16, 0x7ffffff0);
  memory.fill(spare, 0xff, 128);
}

/** Offset of `bytes` fresh bytes, or -1. */
export function takeArena(bytes: i32): i32 {
  if (bytes > arenaEnd - arenaTop) return NONE;
  const at = arenaTop;
  arenaTop += bytes;
  return at;
}

export function keysOf(v: i32): i32 {
  return load<i32>(cell(KEYS, v));
}

export function addKeys(v: i32, change: i32): void {
  const at = cell(KEYS, v);
  store<i32>(at, load<i32>(at) + change);
}

export function sizeOfTable(v: i32): i32 {
  return load<i32>(cell(SUBTABLE_SIZE, v));
}

/** Address of the first bucket; not to be kept while nodes are made. */
export function tableOf(v: i32): usize {
  return buckets + <usize>load<i32>(cell(SUBTABLE_AT, v));
}

/** Where (lo, hi) belongs in a table of `size` buckets. */
export function bucketIn(table: usize, size: i32, lo: i32, hi: i32): usize {
  return table + ((<usize>(hash3(lo, hi, 0) & (size - 1))) << 2);
}

function takeTable(size: i32): i32 {
  const list = spareOf(size);
  const at = load<i32>(list);
  if (at == NONE) return takeArena(size << 2);
  store<i32>(list, load<i32>(buckets + <usize>at));
  return at;
}

function giveTable(at: i32, size: i32): void {
  const list = spareOf(size);
  store<i32>(buckets + <usize>at, load<i32>(list));
  store<i32>(list, at);
}

/** An empty table for about `keys` nodes. False when the arena is full. */
export function openTable(v: i32, keys: i32): bool {
  let size = LEAST_SIZE;
  while (size < keys) size <<= 1;
  let at = takeTable(size);
  while (at == NONE && size > LEAST_SIZE) {
    size >>= 1;
    at = takeTable(size);
  }
  if (at == NONE) return false;
  store<i32>(cell(SUBTABLE_AT, v), at);
  store<i32>(cell(SUBTABLE_SIZE, v), size);
  store<i32>(cell(KEYS, v), 0);
  memory.fill(buckets + <usize>at, 0, (<usize>size) << 2);
  return true;
}

/** Puts a node into a table. */
export function link(table: usize, size: i32, i: i32): void {
  const n = (<usize>i) << 4;
  const bucket = bucketIn(table, size, loAt(n), hiAt(n));
  setNextAt(n, load<i32>(bucket));
  store<i32>(bucket, i);
}

/** Takes a node out of the table that it is in. */
export function unlink(table: usize, size: i32, i: i32): void {
  const n = (<usize>i) << 4;
  const bucket = bucketIn(table, size, loAt(n), hiAt(n));
  let at = load<i32>(bucket);
  if (at == i) store<i32>(bucket, nextAt(n));
  else {
    while (nextAt((<usize>at) << 4) != i) at = nextAt((<usize>at) << 4);
    setNextAt((<usize>at) << 4, nextAt(n));
  }
}

/** Keeps the table's size near the number of its nodes: chains stay short, and listing costs no more than the nodes. */
export function fitTable(v: i32): void {
  const keys = keysOf(v);
  const size = sizeOfTable(v);
  if (keys > size << 1) resize(v, size << 2);
  else if (size > LEAST_SIZE && keys < size >> 3) resize(v, max<i32>(size >> 2, LEAST_SIZE));
}

function resize(v: i32, size: i32): void {
  const to = takeTable(size);
  if (to == NONE) return;
  const oldSize = sizeOfTable(v);
  const old = load<i32>(cell(SUBTABLE_AT, v));
  memory.fill(buckets + <usize>to, 0, (<usize>size) << 2);
  store<i32>(cell(SUBTABLE_AT, v), to);
  store<i32>(cell(SUBTABLE_SIZE, v), size);
  for (let b = 0; b < oldSize; b++) {
    let i = load<i32>(buckets + <usize>old + ((<usize>b) << 2));
    while (i != 0) {
      const next = nextAt((<usize>i) << 4);
      link(buckets + <usize>to, size, i);
      i = next;
    }
  }
  giveTable(old, oldSize);
}

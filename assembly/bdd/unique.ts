/*
 * The unique table: one node for each (level, lo, hi), in chains through the nodes' `next`. One table for all levels.
 */

import { makeRoom } from "./collect";
import { fail, OUT_OF_ALLOWANCE } from "./host";
import { clearMarks, isMarked } from "./marks";
import { bucketCount, buckets, nodeCapacity } from "./memory";
import { FREE, hiAt, levelAt, loAt, nextAt, setHiAt, setLevelAt, setLoAt, setNextAt } from "./store";

/** Nodes from here on were never used. */
export let top: i32 = 1;
/** Nodes from here on are not to be used before the next collection. */
let ceiling: i32 = 0;
let freeList: i32 = 0;
/** Nodes in use, the terminal left out, garbage not yet collected included. */
export let used: i32 = 0;
/** How many nodes may still be made before the operation must stop. */
let allowance: i32 = i32.MAX_VALUE;
let granted: i32 = i32.MAX_VALUE;
let created: f64 = 0;

export function hash3(a: i32, b: i32, c: i32): i32 {
  const h = a * <i32>0x9e3779b1 + b * <i32>0x85ebca77 + c * <i32>0xc2b2ae3d;
  return h ^ (h >>> 15);
}

function bucketOf(level: i32, lo: i32, hi: i32): usize {
  return buckets + ((<usize>(hash3(lo, hi, level) & (bucketCount - 1))) << 2);
}

/**
 * The node (level, hi, lo), found or made; `level` must lie above both cofactors. May collect and grow: what is needed
 * afterwards must be protected, or lie on the stack below `sp`. The two cofactors are kept in any case.
 */
export function mk(level: i32, hi: i32, lo: i32, sp: usize): i32 {
  if (hi == lo) return hi;
  const complement = hi & 1;
  hi ^= complement;
  lo ^= complement;
  let bucket = bucketOf(level, lo, hi);
  const head = load<i32>(bucket);
  for (let i = head; i != 0; ) {
    const n = (<usize>i) << 4;
    if (loAt(n) == lo && hiAt(n) == hi && levelAt(n) == level) return (i << 1) | complement;
    i = nextAt(n);
  }
  if (--allowance < 0) spendAllowance();
  let i = freeList;
  if (i == 0) {
    if (top >= ceiling) {
      store<i32>(sp, hi);
      store<i32>(sp, lo, 4);
      makeRoom(sp + 8);
      bucket = bucketOf(level, lo, hi);
      i = freeList;
    }
  }
  if (i != 0) freeList = nextAt((<usize>i) << 4);
  else i = top++;
  used++;
  const n = (<usize>i) << 4;
  setLevelAt(n, level);
  setLoAt(n, lo);
  setHiAt(n, hi);
  setNextAt(n, load<i32>(bucket));
  store<i32>(bucket, i);
  return (i << 1) | complement;
}

/** Grants `nodes` new nodes; negative means without limit. */
export function grant(nodes: i32): void {
  created = createdNodes();
  granted = nodes < 0 ? i32.MAX_VALUE : nodes;
  allowance = granted;
}

export function createdNodes(): f64 {
  return created + <f64>(granted - allowance);
}

function spendAllowance(): void {
  allowance = 0;
  if (granted == i32.MAX_VALUE) grant(-1);
  else fail(OUT_OF_ALLOWANCE);
}

/** Room without growing: nodes that `mk` can still make. */
export function freeNodes(): i32 {
  return nodeCapacity - 1 - used;
}

/** A node of the store, not yet in the table. One must be free. */
export function takeNode(): i32 {
  const i = freeList;
  used++;
  if (i == 0) return top++;
  freeList = nextAt((<usize>i) << 4);
  return i;
}

/** Gives back a node that is no longer in the table. */
export function giveNode(i: i32): void {
  const n = (<usize>i) << 4;
  setLevelAt(n, FREE);
  setNextAt(n, freeList);
  freeList = i;
  used--;
}

/**
 * Frees the nodes whose mark is not set, clears the marks, and hashes the others again. Freed nodes that are not to be
 * reused stay marked as free, so that the use of one can be noticed.
 */
export function sweep(reuse: bool): void {
  memory.fill(buckets, 0, (<usize>bucketCount) << 2);
  ceiling = nodeCapacity;
  freeList = 0;
  used = 0;
  // Downwards, so that the free list hands out low nodes first.
  for (let i = top - 1; i > 0; i--) {
    const n = (<usize>i) << 4;
    if (isMarked(i)) {
      link(i);
      used++;
    } else {
      setLevelAt(n, FREE);
      setNextAt(n, freeList);
      if (reuse) freeList = i;
    }
  }
  clearMarks(top);
}

/** Lets only so many of the free nodes be used until the next collection or growth. */
export function holdBack(nodes: i32): void {
  let last = 0;
  for (let i = freeList; i != 0 && nodes > 0; nodes--) {
    last = i;
    i = nextAt((<usize>i) << 4);
  }
  if (nodes > 0) ceiling = min<i32>(ceiling, top + min<i32>(nodes, nodeCapacity - top));
  else {
    if (last == 0) freeList = 0;
    else setNextAt((<usize>last) << 4, 0);
    ceiling = top;
  }
}

/** Hashes all nodes again, after the number of buckets or what is hashed has changed. */
export function rehash(): void {
  memory.fill(buckets, 0, (<usize>bucketCount) << 2);
  ceiling = nodeCapacity;
  for (let i = top - 1; i > 0; i--) {
    if (levelAt((<usize>i) << 4) != FREE) link(i);
  }
}

function link(i: i32): void {
  const n = (<usize>i) << 4;
  const bucket = bucketOf(levelAt(n), loAt(n), hiAt(n));
  setNextAt(n, load<i32>(bucket));
  store<i32>(bucket, i);
}

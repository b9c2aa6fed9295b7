/*
 * Changing the order in place: neighbouring levels are exchanged by rewriting the nodes of the upper one, so that every
 * edge keeps its function. Between openOrder and closeOrder nodes hold variables (subtables.ts), `refs` counts parents as
 * well as protections, and there is no garbage: a node whose counter reaches zero is freed at once. Nothing in between may
 * throw.
 */
import { collect, headroom, nodeLimit, notePeak, reserveNodes } from "./collect";
import { forgetAll } from "./computed";
import { reorderingShouldEnd } from "./host";
import { computeInteractions, interact } from "./interaction";
import { growNodes, NODES, nodeCapacity, refs, STACK } from "./memory";
import { FREE, hiAt, levelAt, loAt, nextAt, nodeOf, setHiAt, setLevelAt, setLoAt, setNextAt } from "./store";
import {
  addKeys,
  bucketIn,
  fitTable,
  keysOf,
  link,
  openArena,
  openTable,
  sizeOfTable,
  tableOf,
  unlink,
} from "./subtables";
import { freeNodes, giveNode, rehash, takeNode, top, used } from "./unique";
import {
  cell,
  exchange,
  forgetRenamed,
  forgetSubstituted,
  isTied,
  KEYS,
  levelOfVar,
  orderedAt,
  setTied,
  varAtLevel,
  varCount,
} from "./variables";

let swaps: f64 = 0;
export let reorderings: i32 = 0;
let ending: bool = false;

/** To be called when the order is open, by whatever looks for a better one. */
export function beginReordering(): void {
  reorderings++;
  ending = false;
}

export function shouldEnd(): bool {
  if (!ending) ending = reorderingShouldEnd() != 0;
  return ending;
}

export function swapCount(): f64 {
  return swaps;
}

function addRefs(edge: i32, change: i32): i32 {
  const count = refs + ((<usize>(edge >> 1)) << 2);
  const now = load<i32>(count) + change;
  store<i32>(count, now);
  return now;
}

/** False, and nothing has changed, when the memory does not suffice. May throw before it begins. */
export function openOrder(): bool {
  headroom(48);
  forgetRenamed();
  forgetSubstituted();
  collect(STACK, true);
  // Room for the nodes that exchanges make before they free others.
  reserveNodes(used >> 1);
  openArena();
  for (let v = 0; v < varCount; v++) store<i32>(cell(KEYS, v), 0);
  for (let i = 1; i < top; i++) {
    const n = (<usize>i) << 4;
    if (levelAt(n) == FREE) continue;
    const v = varAtLevel(levelAt(n));
    setLevelAt(n, v);
    addKeys(v, 1);
  }
  computeInteractions();
  for (let v = 0; v < varCount; v++) {
    if (!openTable(v, keysOf(v))) {
      restoreLevels();
      return false;
    }
  }
  for (let i = 1; i < top; i++) {
    const n = (<usize>i) << 4;
    const v = levelAt(n);
    if (v == FREE) continue;
    link(tableOf(v), sizeOfTable(v), i);
    addKeys(v, 1);
    addRefs(loAt(n), 1);
    addRefs(hiAt(n), 1);
  }
  return true;
}

export function closeOrder(): void {
  for (let i = 1; i < top; i++) {
    const n = (<usize>i) << 4;
    if (levelAt(n) == FREE) continue;
    addRefs(loAt(n), -1);
    addRefs(hiAt(n), -1);
  }
  restoreLevels();
}

function restoreLevels(): void {
  for (let i = 1; i < top; i++) {
    const n = (<usize>i) << 4;
    if (levelAt(n) != FREE) setLevelAt(n, levelOfVar(levelAt(n)));
  }
  forgetAll();
  rehash();
}

/** Whether exchanging the level with the next one is sure to find free nodes; grows the store, `beyond` limits or not. */
export function hasRoomToSwap(level: i32, beyond: bool): bool {
  const upper = varAtLevel(level);
  const most = keysOf(upper) << 1;
  if (freeNodes() >= most || !interact(upper, varAtLevel(level + 1))) return true;
  const nodes = nodeCapacity + max<i32>(most - freeNodes(), nodeCapacity >> 3);
  return (beyond || nodes <= nodeLimit) && growNodes(nodes, beyond);
}

/** Exchanges the variables at `level` and `level + 1`. Needs hasRoomToSwap. */
export function swap(level: i32): void {
  const upper = varAtLevel(level);
  const lower = varAtLevel(level + 1);
  if (interact(upper, lower)) rewriteAll(upper, lower);
  exchange(level);
  swaps += 1;
  notePeak();
}

// The two variables that change places, and their tables, which stay where they are while nodes are rewritten.
let x: i32 = 0;
let y: i32 = 0;
let xTable: usize = 0;
let yTable: usize = 0;
let xSize: i32 = 0;
let ySize: i32 = 0;
let xKeys: i32 = 0;
let yKeys: i32 = 0;

/** Nodes of x with a child in y become nodes of y; their children, nodes of x, are found or made. */
function rewriteAll(upper: i32, lower: i32): void {
  x = upper;
  y = lower;
  xTable = tableOf(x);
  yTable = tableOf(y);
  xSize = sizeOfTable(x);
  ySize = sizeOfTable(y);
  xKeys = 0;
  yKeys = 0;
  let i = unlinkParents();
  if (i == 0) return;
  while (i != 0) {
    const next = nextAt((<usize>i) << 4);
    rewrite(i);
    i = next;
  }
  addKeys(x, xKeys);
  addKeys(y, yKeys);
  fitTable(x);
  fitTable(y);
}

/** Takes the nodes of x with a child in y out of their table. Returns the first; a list runs through `next`. */
function unlinkParents(): i32 {
  const lower = y;
  let list = 0;
  let taken = 0;
  const end = xTable + ((<usize>xSize) << 2);
  for (let bucket = xTable; bucket < end; bucket += 4) {
    let at = bucket;
    let i = load<i32>(at);
    while (i != 0) {
      const n = (<usize>i) << 4;
      const next = nextAt(n);
      if (levelAt(nodeOf(loAt(n))) == lower || levelAt(nodeOf(hiAt(n))) == lower) {
        store<i32>(at, next);
        setNextAt(n, list);
        list = i;
        taken++;
      } else at = NODES + n + 12;
      i = next;
    }
  }
  xKeys -= taken;
  return list;
}

/** f = x ? (y ? f11 : f10) : (y ? f01 : f00)  becomes  y ? (x ? f11 : f01) : (x ? f10 : f00). */
function rewrite(i: i32): void {
  const n = (<usize>i) << 4;
  const f1 = hiAt(n);
  const f0 = loAt(n);
  const n1 = nodeOf(f1);
  const n0 = nodeOf(f0);
  let f11 = f1;
  let f10 = f1;
  if (levelAt(n1) == y) {
    f11 = hiAt(n1);
    f10 = loAt(n1);
  }
  let f01 = f0;
  let f00 = f0;
  if (levelAt(n0) == y) {
    const c = f0 & 1;
    f01 = hiAt(n0) ^ c;
    f00 = loAt(n0) ^ c;
  }
  // f11 is not complemented, so neither is the new hi.
  const hi = obtain(f11, f01);
  addRefs(hi, 1);
  const lo = obtain(f10, f00);
  addRefs(lo, 1);
  setLevelAt(n, y);
  setHiAt(n, hi);
  setLoAt(n, lo);
  link(yTable, ySize, i);
  yKeys++;
  if (addRefs(f1, -1) == 0) discard(f1);
  if (addRefs(f0, -1) == 0) discard(f0);
}

/** The node (x, hi, lo), found or made; its counter does not count the caller yet. */
function obtain(hi: i32, lo: i32): i32 {
  if (hi == lo) return hi;
  const complement = hi & 1;
  hi ^= complement;
  lo ^= complement;
  const bucket = bucketIn(xTable, xSize, lo, hi);
  const head = load<i32>(bucket);
  for (let i = head; i != 0; ) {
    const n = (<usize>i) << 4;
    if (loAt(n) == lo && hiAt(n) == hi) return (i << 1) | complement;
    i = nextAt(n);
  }
  const i = takeNode();
  const n = (<usize>i) << 4;
  setLevelAt(n, x);
  setLoAt(n, lo);
  setHiAt(n, hi);
  setNextAt(n, head);
  store<i32>(bucket, i);
  store<i32>(refs + ((<usize>i) << 2), 0);
  addRefs(lo, 1);
  addRefs(hi, 1);
  xKeys++;
  return (i << 1) | complement;
}

/** Frees a node of y without parents. Its children have new parents, so that they stay. */
function discard(edge: i32): void {
  const i = edge >> 1;
  const n = (<usize>i) << 4;
  unlink(yTable, ySize, i);
  yKeys--;
  addRefs(loAt(n), -1);
  addRefs(hiAt(n), -1);
  giveNode(i);
}

// Groups: variables on neighbouring levels that move together.

/** One past the last level of the group that begins at `level`. */
export function groupEnd(level: i32): i32 {
  while (isTied(varAtLevel(level))) level++;
  return level + 1;
}

/** First level of the group that ends just above `level`. */
export function groupBefore(level: i32): i32 {
  level--;
  while (level > 0 && isTied(varAtLevel(level - 1))) level--;
  return level;
}

/**
 * Exchanges the groups [at, middle) and [middle, end). False when there was no room; then nothing has changed, or, if not
 * even memory beyond the limit could be had half-way, the broken groups are untied.
 */
export function swapGroups(at: i32, middle: i32, end: i32, beyond: bool): bool {
  const upper = middle - at;
  let first = true;
  for (let from = middle; from < end; from++) {
    for (let level = from - 1; level >= from - upper; level--) {
      if (!hasRoomToSwap(level, beyond || !first)) {
        if (!first) for (let l = at; l < end; l++) setTied(varAtLevel(l), false);
        return false;
      }
      swap(level);
      first = false;
    }
  }
  return true;
}

/**
 * Brings about the order that the host wrote, top first, as far as time and memory allow; or at any price, for the way
 * back. Groups are dissolved.
 */
export function applyOrder(atAnyPrice: bool): void {
  for (let v = 0; v < varCount; v++) setTied(v, false);
  if (!openOrder()) return;
  moveAll(atAnyPrice);
  closeOrder();
}

function moveAll(atAnyPrice: bool): void {
  for (let level = 0; level < varCount; level++) {
    const v = orderedAt(level);
    while (levelOfVar(v) > level) {
      const above = levelOfVar(v) - 1;
      if ((!atAnyPrice && reorderingShouldEnd() != 0) || !hasRoomToSwap(above, atAnyPrice)) return;
      swap(above);
    }
  }
}

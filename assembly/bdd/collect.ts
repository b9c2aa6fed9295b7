/*
 * Collection: mark and sweep, run when no node is free, also in the middle of an operation.
 *
 * Roots are the nodes that the caller protects (refs) and the edges on the stack. The stack runs from STACK up to the
 * `sp` that every recursive function takes as its last parameter: a function stores there what it still needs while
 * another one runs that may make nodes, and passes on an sp above it. Operands need no place of their own: the exported
 * operations in index.ts store them first, and cofactors of a kept node are kept.
 */

import { forgetAll, forgetUnmarked, refuel } from "./computed";
import { fail, OUT_OF_MEMORY, OUT_OF_NODES, reorderingDue } from "./host";
import { countMarks, setMark } from "./marks";
import {
  bucketCount,
  fits,
  MOST_VARIABLES,
  nodeCapacity,
  path,
  refs,
  relayout,
  STACK,
  slotCount,
  varCapacity,
} from "./memory";
import { hiAt, loAt, setLevelAt, TERMINAL } from "./store";
import { freeNodes, holdBack, rehash, sweep, top, used } from "./unique";

/** More nodes than fit in 4 GiB. */
const MOST_NODES: i32 = 0x0ff00000;

export let collections: i32 = 0;
export let peak: i32 = 0;
export let nodeLimit: i32 = MOST_NODES;

/** With so many live nodes after a collection, the host is told that a reordering is due. */
let reorderAt: i32 = i32.MAX_VALUE;

export function setReorderAt(nodes: i32): void {
  reorderAt = nodes;
  if (nodes != i32.MAX_VALUE) holdBack(untilNextLook());
}

/** A store that is much larger than the threshold would hide that it is reached: the next collection comes sooner. */
function untilNextLook(): i32 {
  return max<i32>(nodeCapacity >> 2, (reorderAt - used) << 1);
}

/** For tests: collect again after so many nodes. 0 means when it is necessary. */
let stress: i32 = 0;

export function setStress(nodes: i32): void {
  stress = nodes;
}

export function setNodeLimit(nodes: i32): void {
  nodeLimit = min<i32>(nodes, MOST_NODES - 1) + 1;
}

/** Up to so many nodes, the store grows rather than be collected. */
const COMFORTABLE: i32 = 1 << 16;
/** After so many collections, a store that is not large grows even if little in it lives. */
const PATIENCE: i32 = 16;
const LARGE: i32 = 1 << 20;

let collectionsOfThisSize: i32 = 0;

/** Called when no node is free. Afterwards some are, or it has thrown. Everything may have moved. */
export function makeRoom(sp: usize): void {
  headroom(32);
  if (nodeCapacity < COMFORTABLE && used < reorderAt && stress == 0 && grow()) return;
  const live = markLive(sp);
  const due = live >= reorderAt;
  forgetUnmarked();
  if (!due && isTooSmall(live)) enlarge();
  sweep(true);
  if (due) {
    reorderingDue();
    if (isTooSmall(live)) grow();
  }
  if (reorderAt != i32.MAX_VALUE) holdBack(untilNextLook());
  if (stress != 0) holdBack(stress);
  if (freeNodes() <= nodeCapacity >> 5) fail(nodeCapacity >= nodeLimit ? OUT_OF_NODES : OUT_OF_MEMORY);
}

/**
 * Half of the store should be free after a collection, which then pays for itself. More room than that costs time: a small
 * store stays in the processor's caches. But a long computation makes its garbage again and again, so that it gets room for
 * some of it in the end.
 */
function isTooSmall(live: i32): bool {
  return live > nodeCapacity >> 1 || (++collectionsOfThisSize >= PATIENCE && nodeCapacity < LARGE && stress == 0);
}

/** Runs out of stack here, if it must, while nothing is half done: later calls of a collection or growth go less deep. */
export function headroom(frames: i32): i32 {
  return frames == 0 ? 0 : headroom(frames - 1) + 1;
}

export function notePeak(): void {
  peak = max<i32>(peak, used);
}

export function collect(sp: usize, reuse: bool): void {
  markLive(sp);
  forgetUnmarked();
  sweep(reuse);
}

/** Marks what must stay, and counts it. May throw before it begins. */
function markLive(sp: usize): i32 {
  refuel();
  collections++;
  notePeak();
  mark(0);
  for (let i = 1; i < top; i++) {
    if (load<i32>(refs + ((<usize>i) << 2)) != 0) mark(i);
  }
  for (let p = STACK; p < sp; p += 4) mark(load<i32>(p) >> 1);
  return countMarks(top) - 1;
}

/** Depth first, hi before lo. At most one lo a level waits, so `path` is long enough. */
function mark(root: i32): void {
  if (!setMark(root)) return;
  let waiting = path;
  let i = root;
  for (;;) {
    const n = (<usize>i) << 4;
    const lo = loAt(n) >> 1;
    const hi = hiAt(n) >> 1;
    if (setMark(lo)) {
      store<i32>(waiting, lo);
      waiting += 4;
    }
    if (setMark(hi)) {
      i = hi;
      continue;
    }
    if (waiting == path) return;
    waiting -= 4;
    i = load<i32>(waiting);
  }
}

/** More nodes, buckets and slots, as far as the limits allow. False when not even a few more nodes can be had. */
function grow(): bool {
  if (!enlarge()) return false;
  rehash();
  return true;
}

/** As grow, but the nodes have to be hashed afterwards. Marks are kept. */
function enlarge(): bool {
  const doubled = min<i32>(nodeCapacity > MOST_NODES >> 1 ? MOST_NODES : nodeCapacity << 1, nodeLimit);
  if (doubled <= nodeCapacity) return false;
  let nodes = doubled;
  let buckets = bucketCount < doubled ? bucketCount << 1 : bucketCount;
  const slots = slotCount;
  if (!fits(nodes, buckets, slots, varCapacity)) buckets = bucketCount;
  const step = max<i32>(nodeCapacity >> 4, 1);
  while (!fits(nodes, buckets, slots, varCapacity) || !relayout(nodes, buckets, slots, varCapacity)) {
    nodes -= step;
    if (nodes <= nodeCapacity) return false;
    buckets = bucketCount;
  }
  collectionsOfThisSize = 0;
  return true;
}

/** Tries to have `nodes` free nodes. */
export function reserveNodes(nodes: i32): void {
  while (freeNodes() < nodes && grow()) {}
}

/** Makes room for the arrays of `variables` variables. */
export function reserveVariables(variables: i32): void {
  if (variables <= varCapacity) return;
  if (variables > MOST_VARIABLES) fail(OUT_OF_MEMORY);
  headroom(32);
  const capacity = max<i32>(variables, min<i32>(varCapacity << 1, MOST_VARIABLES));
  if (!relayout(nodeCapacity, bucketCount, slotCount, capacity)) fail(OUT_OF_MEMORY);
}

/** The first layout. The sizes are powers of two. */
export function start(nodes: i32, slots: i32, variables: i32): void {
  if (!relayout(nodes, nodes, slots, variables)) fail(OUT_OF_MEMORY);
  setLevelAt(0, TERMINAL);
  forgetAll();
  rehash();
}

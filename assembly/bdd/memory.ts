/*
 * Linear memory, from low addresses to high ones. The stack and the node store stand at fixed addresses, so that frames can
 * hold addresses on the stack and reading a node costs no base register; everything after the nodes moves up when something
 * before it grows.
 *
 *   STACK      nearly 4 MiB        intermediate results that a collection must keep (see collect.ts)
 *   NODES      nodeCapacity × 16   level, lo, hi, next (see store.ts); node 0 is the terminal
 *   buckets    bucketCount × 4     heads of the unique table's chains, 0 for none
 *   computed   slotCount × 16      the computed table (see computed.ts)
 *   refs       nodeCapacity × 4    protections by the caller, one counter a node
 *   marks      nodeCapacity / 8    one bit a node; all zero between operations
 *   vars       varCapacity × 44    eleven arrays of 4 bytes per variable or level (see variables.ts)
 *   path       varCapacity × 4     nodes that a depth-first walk still has to visit: at most one a level
 *   scratch    to the end          belongs to whichever traversal runs; nothing in it outlives a call
 *
 * bucketCount and slotCount are powers of two.
 */
import { fail, OUT_OF_MEMORY } from "./host";

export const STACK: usize = 0x10000;
export const NODES: usize = 0x400000;
/** An operation on n levels has at most 2n frames, each with at most 8 bytes on the stack. */
export const MOST_VARIABLES: i32 = <i32>((NODES - STACK) / 24);
const VAR_ARRAYS: i32 = 11;
const VAR_BYTES: u64 = 44;
const PATH_BYTES: u64 = 4;
const PAGE: u64 = 65536;
// The last page stays unused, so that no address wraps around.
const MOST_BYTES: u64 = 65535 * PAGE;

export let nodeCapacity: i32 = 0;
export let bucketCount: i32 = 0;
export let slotCount: i32 = 0;
export let varCapacity: i32 = 0;

export let buckets: usize = 0;
export let computed: usize = 0;
export let refs: usize = 0;
export let marks: usize = 0;
export let vars: usize = 0;
export let path: usize = 0;
export let scratch: usize = 0;

let memoryLimit: u64 = MOST_BYTES;

export function setMemoryLimit(bytes: f64): void {
  memoryLimit = <u64>min<f64>(bytes, <f64>MOST_BYTES);
}

function layoutBytes(nodes: i32, buckets: i32, slots: i32, variables: i32): u64 {
  return (
    <u64>NODES +
    <u64>nodes * 16 +
    <u64>buckets * 4 +
    <u64>slots * 16 +
    <u64>nodes * 4 +
    markBytes(nodes) +
    <u64>variables * (VAR_BYTES + PATH_BYTES)
  );
}

function markBytes(nodes: i32): u64 {
  return <u64>((nodes + 63) >> 6) * 8;
}

export function fits(nodes: i32, buckets: i32, slots: i32, variables: i32): bool {
  return layoutBytes(nodes, buckets, slots, variables) <= memoryLimit;
}

/** Makes the memory reach `end`. False when the limit or the machine forbids it. */
function reach(end: u64): bool {
  if (end > memoryLimit) return false;
  const need = <i32>((end + PAGE - 1) / PAGE);
  const have = memory.size();
  return need <= have || memory.grow(need - have) >= 0;
}

/**
 * Gives every region its new size, none smaller than before, and moves contents along. New counters, marks and variables
 * are zero; new buckets and slots hold rubbish, which the caller must put right. False, and nothing changed, when the
 * memory does not suffice.
 */
export function relayout(nodes: i32, newBuckets: i32, slots: i32, variables: i32): bool {
  if (!reach(layoutBytes(nodes, newBuckets, slots, variables))) return false;
  const bucketsAt = NODES + ((<usize>nodes) << 4);
  const computedAt = bucketsAt + ((<usize>newBuckets) << 2);
  const refsAt = computedAt + ((<usize>slots) << 4);
  const marksAt = refsAt + ((<usize>nodes) << 2);
  const varsAt = marksAt + <usize>markBytes(nodes);
  const pathAt = varsAt + <usize>variables * <usize>VAR_BYTES;
  const end = pathAt + <usize>variables * <usize>PATH_BYTES;

  // Last region first: no region moves onto one that has not moved yet.
  for (let array = VAR_ARRAYS - 1; array >= 0; array--) {
    const from = vars + <usize>array * ((<usize>varCapacity) << 2);
    const to = varsAt + <usize>array * ((<usize>variables) << 2);
    memory.copy(to, from, (<usize>varCapacity) << 2);
    memory.fill(to + ((<usize>varCapacity) << 2), 0, (<usize>(variables - varCapacity)) << 2);
  }
  memory.copy(marksAt, marks, <usize>markBytes(nodeCapacity));
  memory.fill(marksAt + <usize>markBytes(nodeCapacity), 0, <usize>(markBytes(nodes) - markBytes(nodeCapacity)));
  memory.copy(refsAt, refs, (<usize>nodeCapacity) << 2);
  memory.fill(refsAt + ((<usize>nodeCapacity) << 2), 0, (<usize>(nodes - nodeCapacity)) << 2);
  memory.copy(computedAt, computed, (<usize>slotCount) << 4);
  memory.copy(bucketsAt, buckets, (<usize>bucketCount) << 2);

  buckets = bucketsAt;
  computed = computedAt;
  refs = refsAt;
  marks = marksAt;
  vars = varsAt;
  path = pathAt;
  scratch = end;
  nodeCapacity = nodes;
  bucketCount = newBuckets;
  slotCount = slots;
  varCapacity = variables;
  return true;
}

/** More nodes, and nothing else changed but where regions lie. `beyond` the limit if must be. */
export function growNodes(nodes: i32, beyond: bool): bool {
  const limit = memoryLimit;
  if (beyond) memoryLimit = MOST_BYTES;
  const done = relayout(nodes, bucketCount, slotCount, varCapacity);
  memoryLimit = limit;
  return done;
}

/** Makes at least `bytes` of scratch usable. What is in it stays. */
export function reserveScratch(bytes: u64): void {
  if (!tryScratch(bytes)) fail(OUT_OF_MEMORY);
}

export function tryScratch(bytes: u64): bool {
  return reach(<u64>scratch + bytes);
}

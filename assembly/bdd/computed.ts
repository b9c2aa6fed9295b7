/*
 * The computed table: a direct-mapped, lossy memory of results. A slot is (a, b, c, result), empty when a is EMPTY. Edges
 * need fewer than 29 bits, so the three top bits of c name a family of operations, which says how to read the operands:
 *
 *   ITE, AND_EXISTS   a, b, c are edges
 *   BINARY            a, b are edges, c names the operation
 *   NUMBERED          a is an edge, b a number (a renaming, a substitution), c names the operation
 *   COMPOSE           a, b are edges, c a level
 *
 * The result is an edge in every family.
 */

import { headroom } from "./collect";
import { poll } from "./host";
import { isMarked } from "./marks";
import { bucketCount, computed, nodeCapacity, relayout, slotCount, varCapacity } from "./memory";
import { hash3 } from "./unique";

const EMPTY: i32 = -1;
const FAMILY: i32 = 29;
const BINARY: i32 = 2;
const NUMBERED: i32 = 3;

export const ITE: i32 = 0;
export const AND_EXISTS: i32 = 1 << FAMILY;
export const COMPOSE: i32 = 4 << FAMILY;

export const AND: i32 = (BINARY << FAMILY) | 0;
export const XOR: i32 = (BINARY << FAMILY) | 1;
export const DISJOINT: i32 = (BINARY << FAMILY) | 2;
export const EXISTS: i32 = (BINARY << FAMILY) | 3;
export const CONSTRAIN: i32 = (BINARY << FAMILY) | 4;
export const RESTRICT: i32 = (BINARY << FAMILY) | 5;
export const SQUEEZE: i32 = (BINARY << FAMILY) | 6;
export const COFACTOR: i32 = (BINARY << FAMILY) | 7;

export const RENAME: i32 = (NUMBERED << FAMILY) | 0;
export const SUBSTITUTE: i32 = (NUMBERED << FAMILY) | 1;

let fuel: i32 = 0;
let granted: i32 = 0;
let hits: i64 = 0;
let misses: i64 = 0;

export function hashOf(a: i32, b: i32, c: i32): i32 {
  return hash3(a, b, c);
}

export function slotOf(hash: i32): usize {
  return computed + ((<usize>(hash & (slotCount - 1))) << 4);
}

export function holds(slot: usize, a: i32, b: i32, c: i32): bool {
  // The first two words at once: a few percent faster.
  return load<u64>(slot) == (((<u64>(<u32>b)) << 32) | <u64>(<u32>a)) && load<i32>(slot, 8) == c;
}

export function resultAt(slot: usize): i32 {
  hits++;
  return load<i32>(slot, 12);
}

/** To be called on every miss, before anything is done. */
export function burn(): void {
  if (--fuel < 0) refuel();
}

/** Takes the hash, not the slot: the table may have moved since the look-up. */
export function remember(hash: i32, a: i32, b: i32, c: i32, result: i32): void {
  const slot = slotOf(hash);
  store<i32>(slot, a);
  store<i32>(slot, b, 4);
  store<i32>(slot, c, 8);
  store<i32>(slot, result, 12);
}

/** Polls. Everything may have moved. */
export function refuel(): void {
  misses += <i64>(granted - max<i32>(fuel, 0));
  granted = 0;
  fuel = 0;
  const fresh = poll();
  granted = fresh;
  fuel = fresh;
  if (misses - missesAtGrowth > <i64>slotCount * GROW_AFTER) considerGrowth();
}

/** Misses per slot after which the table may grow. */
const GROW_AFTER: i64 = 4;
let missesAtGrowth: i64 = 0;
let hitsAtGrowth: i64 = 0;

/** The table doubles when it was filled several times over and pays, up to one slot for two nodes of the store. */
function considerGrowth(): void {
  const newMisses = misses - missesAtGrowth;
  const newHits = hits - hitsAtGrowth;
  missesAtGrowth = misses;
  hitsAtGrowth = hits;
  const old = slotCount;
  if (old >= nodeCapacity >> 1 || newHits * 6 < newMisses) return;
  headroom(32);
  if (relayout(nodeCapacity, bucketCount, old << 1, varCapacity)) spread(old);
}

export function cacheHits(): f64 {
  return <f64>hits;
}

export function cacheMisses(): f64 {
  return <f64>(misses + <i64>(granted - max<i32>(fuel, 0)));
}

export function forgetAll(): void {
  memory.fill(computed, 0xff, (<usize>slotCount) << 4);
}

/** After the table has doubled: half of the entries move to the new half. */
export function spread(oldCount: i32): void {
  const old = (<usize>oldCount) << 4;
  memory.fill(computed + old, 0xff, old);
  for (let i = 0; i < oldCount; i++) {
    const slot = computed + ((<usize>i) << 4);
    const a = load<i32>(slot);
    if (a == EMPTY) continue;
    const b = load<i32>(slot, 4);
    const c = load<i32>(slot, 8);
    if ((hash3(a, b, c) & oldCount) == 0) continue;
    remember(hash3(a, b, c), a, b, c, load<i32>(slot, 12));
    store<i32>(slot, EMPTY);
  }
}

/** Forgets what speaks of nodes that are not marked. */
export function forgetUnmarked(): void {
  const end = computed + ((<usize>slotCount) << 4);
  for (let slot = computed; slot < end; slot += 16) {
    const a = load<i32>(slot);
    if (a == EMPTY) continue;
    const b = load<i32>(slot, 4);
    const c = load<i32>(slot, 8);
    const family = c >>> FAMILY;
    const alive =
      isMarked(a >> 1) &&
      isMarked(load<i32>(slot, 12) >> 1) &&
      (family == NUMBERED || isMarked(b >> 1)) &&
      (family >= BINARY || isMarked((c & ((1 << FAMILY) - 1)) >> 1));
    if (!alive) store<i32>(slot, EMPTY);
  }
}

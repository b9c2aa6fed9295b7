import { literal, sizeOf } from "./arena";
import { allocate, enlarge, release } from "./memory";
import { BINARY } from "./variables";

/**
 * A list for each literal p: the clauses to look at when p becomes true, which are those that watch ¬p.
 *
 *     list record (16 bytes)   address, length, capacity in watches, unused
 *     watch (8 bytes)          blocker: a literal of the clause; while it is true the clause needs no visit
 *                              clause, with the sign bit set when it has two literals: the blocker is then the other one
 */
export const LIST_BITS: usize = 4;
export const WATCH_BITS: usize = 3;

export let lists: usize = 0;

let capacity: i32 = 0;

export function resetWatches(): void {
  lists = 0;
  capacity = 0;
}

/** Lists for `literals` literals in all, new ones empty; false when memory is out. */
export function reserveLists(literals: i32): bool {
  if (literals <= capacity) return true;
  const grown = enlarge(lists, (<usize>capacity) << LIST_BITS, (<usize>literals) << LIST_BITS);
  if (grown == 0) return false;
  lists = grown;
  memory.fill(lists + ((<usize>capacity) << LIST_BITS), 0, (<usize>(literals - capacity)) << LIST_BITS);
  capacity = literals;
  return true;
}

export function watchList(lit: i32): usize {
  return lists + ((<usize>lit) << LIST_BITS);
}

export function watch(blocker: i32, clause: i32): i64 {
  return ((<i64>clause) << 32) | <i64>(<u32>blocker);
}

/** Adds a watch; false, and nothing changed, when memory is out. */
export function pushWatch(lit: i32, w: i64): bool {
  const list = watchList(lit);
  const n = load<i32>(list, 4);
  if (n == load<i32>(list, 8) && !growList(list, n)) return false;
  store<i64>(load<usize>(list) + ((<usize>n) << WATCH_BITS), w);
  store<i32>(list, n + 1, 4);
  return true;
}

function growList(list: usize, n: i32): bool {
  const wanted = n < 4 ? 4 : n << 1;
  const block = allocate((<usize>wanted) << WATCH_BITS);
  if (block == 0) return false;
  const old = load<usize>(list);
  if (n > 0) {
    memory.copy(block, old, (<usize>n) << WATCH_BITS);
    release(old, (<usize>n) << WATCH_BITS);
  }
  store<usize>(list, block);
  store<i32>(list, wanted, 8);
  return true;
}

/** Watches the first two literals; false, and nothing changed, when memory is out. */
export function attach(c: i32): bool {
  const a = literal(c, 0);
  const b = literal(c, 1);
  const tagged = sizeOf(c) == 2 ? c | BINARY : c;
  if (!pushWatch(a ^ 1, watch(b, tagged))) return false;
  if (pushWatch(b ^ 1, watch(a, tagged))) return true;
  const list = watchList(a ^ 1);
  store<i32>(list, load<i32>(list, 4) - 1, 4);
  return false;
}

export function detach(c: i32): void {
  removeWatch(literal(c, 0) ^ 1, c);
  removeWatch(literal(c, 1) ^ 1, c);
}

/** From the end, where the clauses that live shortest are. Order among the others stays. */
function removeWatch(lit: i32, c: i32): void {
  const list = watchList(lit);
  const n = load<i32>(list, 4);
  const begin = load<usize>(list);
  let w = begin + ((<usize>(n - 1)) << WATCH_BITS);
  while ((load<i32>(w, 4) & ~BINARY) != c) w -= 8;
  memory.copy(w, w + 8, begin + ((<usize>(n - 1)) << WATCH_BITS) - w);
  store<i32>(list, n - 1, 4);
}

/** The clause of two literals, the second of which is false and so implies the first. */
export function binaryClause(implied: i32, other: i32): i32 {
  let w = load<usize>(watchList(other ^ 1));
  while (load<i32>(w) != implied || load<i32>(w, 4) >= 0) w += 8;
  return load<i32>(w, 4) & ~BINARY;
}

/** Empties the lists of all literals below `literals`; their room stays. */
export function clearLists(literals: i32): void {
  for (let lit = 0; lit < literals; lit++) store<i32>(watchList(lit), 0, 4);
}

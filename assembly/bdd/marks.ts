/*
 * One bit for each node, apart from the nodes, so that a sweep of the computed table stays in the caches. All bits are
 * zero between operations.
 */
import { marks } from "./memory";

function wordOf(i: i32): usize {
  return marks + ((<usize>(i >> 5)) << 2);
}

export function isMarked(i: i32): bool {
  return ((load<u32>(wordOf(i)) >>> (i & 31)) & 1) != 0;
}

/** False when the mark was set already. */
export function setMark(i: i32): bool {
  const at = wordOf(i);
  const word = load<u32>(at);
  const bit = (<u32>1) << (i & 31);
  if ((word & bit) != 0) return false;
  store<u32>(at, word | bit);
  return true;
}

export function flipMark(i: i32): void {
  const at = wordOf(i);
  store<u32>(at, load<u32>(at) ^ ((<u32>1) << (i & 31)));
}

/** Clears the marks of the nodes below `top`. */
export function clearMarks(top: i32): void {
  memory.fill(marks, 0, (<usize>((top + 31) >> 5)) << 2);
}

/** How many nodes below `top` are marked. */
export function countMarks(top: i32): i32 {
  let count = 0;
  const end = marks + ((<usize>((top + 31) >> 5)) << 2);
  for (let at = marks; at < end; at += 4) count += popcnt<u32>(load<u32>(at));
  return count;
}

/*
 * Which variables occur together in some function. Two neighbours that never do can change places without a look at
 * their nodes. The relation does not depend on the order; it is computed once a reordering.
 */
import { buckets, refs, tryScratch } from "./memory";
import { FREE, hiAt, levelAt, loAt } from "./store";
import { takeArena } from "./subtables";
import { begin, end, listed, visit, visited } from "./traverse";
import { top, used } from "./unique";
import { varCount } from "./variables";

const NONE: i32 = -1;
/** Walks over functions that share nodes may visit each node this often on average; beyond, all variables interact. */
const PATIENCE: i64 = 30;
const MOST_BYTES: i64 = 0x4000000;

let matrix: i32 = NONE;
let rowBytes: i32 = 0;

function wordAt(x: i32, y: i32): usize {
  return buckets + <usize>(matrix + x * rowBytes + ((y >> 5) << 2));
}

export function interact(x: i32, y: i32): bool {
  return matrix == NONE || ((load<u32>(wordAt(x, y)) >>> (y & 31)) & 1) != 0;
}

/**
 * Needs an open arena, nodes that hold their variables, and no garbage. Without enough memory, or when functions share so
 * much that it would take too long, every two variables are taken to interact.
 */
export function computeInteractions(): void {
  matrix = NONE;
  rowBytes = ((varCount + 31) >> 5) << 2;
  const bytes = <i64>rowBytes * (varCount + 1);
  // A walk lists the nodes it visits, in chunks.
  if (bytes > MOST_BYTES || !tryScratch(<u64>used * 4 + 131072)) return;
  const at = takeArena(<i32>bytes);
  if (at == NONE) return;
  memory.fill(buckets + <usize>at, 0, <usize>bytes);
  flagChildren();
  if (walkRoots(at)) matrix = at;
  clearFlags();
}

/** One walk for each node without a parent. False when patience ends. */
function walkRoots(at: i32): bool {
  // The last row collects the variables of one walk.
  const support = at + varCount * rowBytes;
  let patience = PATIENCE * <i64>(used + 1000);
  for (let i = 1; i < top; i++) {
    if (levelAt((<usize>i) << 4) == FREE || isFlagged(i)) continue;
    begin();
    visit(i << 1);
    const count = visited();
    for (let k = 0; k < count; k++) addTo(support, levelAt((<usize>listed(k)) << 4));
    end();
    patience -= count;
    if (patience < 0) return false;
    joinSupport(at, support);
  }
  return true;
}

function addTo(row: i32, v: i32): void {
  const word = buckets + <usize>(row + ((v >> 5) << 2));
  store<u32>(word, load<u32>(word) | ((<u32>1) << (v & 31)));
}

/** Adds the collected set to the rows of all its members, and empties it. */
function joinSupport(at: i32, support: i32): void {
  for (let v = 0; v < varCount; v++) {
    const word = load<u32>(buckets + <usize>(support + ((v >> 5) << 2)));
    if (((word >>> (v & 31)) & 1) == 0) continue;
    const row = at + v * rowBytes;
    for (let b = 0; b < rowBytes; b += 4) {
      const to = buckets + <usize>(row + b);
      store<u32>(to, load<u32>(to) | load<u32>(buckets + <usize>(support + b)));
    }
  }
  memory.fill(buckets + <usize>support, 0, rowBytes);
}

// Nodes that have a parent are told by the top bit of their counter, which no count reaches.

function flagChildren(): void {
  for (let i = 1; i < top; i++) {
    const n = (<usize>i) << 4;
    if (levelAt(n) == FREE) continue;
    flag(loAt(n) >> 1);
    flag(hiAt(n) >> 1);
  }
}

function flag(i: i32): void {
  const count = refs + ((<usize>i) << 2);
  store<i32>(count, load<i32>(count) | i32.MIN_VALUE);
}

function isFlagged(i: i32): bool {
  return load<i32>(refs + ((<usize>i) << 2)) < 0;
}

function clearFlags(): void {
  for (let i = 0; i < top; i++) {
    const count = refs + ((<usize>i) << 2);
    store<i32>(count, load<i32>(count) & i32.MAX_VALUE);
  }
}

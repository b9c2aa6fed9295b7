/**
 * Linear memory as blocks of 2^k bytes with a free list per size. Blocks never move by themselves, so that addresses
 * stay good while others are allocated; a region that outgrows its block is moved by its owner.
 *
 * Running out is an ordinary result: `allocate` then returns 0 and changes nothing.
 */

const SMALLEST: i32 = 5;
const PAGE_BITS: i32 = 16;

// Heads of the free lists by size class; the first word of a free block points to the next one.
const free: usize = memory.data(33 * 4);

let end: usize = 0;
let limit: usize = 0xffff0000;

/** Bytes in use or on free lists. */
export function memoryInUse(): usize {
  return end;
}

export function setMemoryLimit(bytes: usize): void {
  limit = bytes;
}

/** Forgets every block. */
export function releaseAll(): void {
  memory.fill(free, 0, 33 * 4);
  end = 0;
}

function sizeClass(bytes: usize): i32 {
  const k = 32 - clz<u32>(<u32>(bytes - 1));
  return k < SMALLEST ? SMALLEST : k;
}

/** Bytes that a block for `bytes` really has. */
export function blockSize(bytes: usize): usize {
  return (<usize>1) << sizeClass(bytes);
}

/** A block of at least `bytes` (1 … 2^31), not cleared; 0 when there is none. */
export function allocate(bytes: usize): usize {
  if (bytes > 0x80000000) return 0;
  const k = sizeClass(bytes);
  const head = free + ((<usize>k) << 2);
  const block = load<usize>(head);
  if (block != 0) {
    store<usize>(head, load<usize>(block));
    return block;
  }
  return extendTo(<u64>start() + ((<u64>1) << k)) ? takeEnd(k) : 0;
}

export function release(block: usize, bytes: usize): void {
  const head = free + ((<usize>sizeClass(bytes)) << 2);
  store<usize>(block, load<usize>(head));
  store<usize>(head, block);
}

/** Moves a block to one that holds `bytes`, or makes it longer where it lies; 0 (and nothing changed) when it cannot. */
export function enlarge(block: usize, oldBytes: usize, bytes: usize): usize {
  if (block == 0) return allocate(bytes);
  const old = blockSize(oldBytes);
  if (bytes <= old) return block;
  if (bytes > 0x80000000) return 0;
  if (block + old == end) {
    const size = blockSize(bytes);
    if (!extendTo(<u64>block + <u64>size)) return 0;
    end = block + size;
    return block;
  }
  const moved = allocate(bytes);
  if (moved == 0) return 0;
  memory.copy(moved, block, oldBytes);
  release(block, oldBytes);
  return moved;
}

function start(): usize {
  if (end == 0) end = (__heap_base + 31) & ~31;
  return end;
}

function takeEnd(k: i32): usize {
  const block = end;
  end += (<usize>1) << k;
  return block;
}

/** Makes memory up to `address` usable; some more is asked for at a time, because the host may have to move views. */
function extendTo(address: u64): bool {
  if (address > <u64>limit) return false;
  const need = <i32>((address + 0xffff) >> PAGE_BITS);
  const have = memory.size();
  if (need <= have) return true;
  let more = need - have;
  const spare = have >> 3;
  if (more < spare && (<u64>(have + spare)) << PAGE_BITS <= <u64>limit) more = spare;
  return memory.grow(more) >= 0 || memory.grow(need - have) >= 0;
}

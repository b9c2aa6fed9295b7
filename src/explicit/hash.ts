/**
 * A hash value of packed words. Each word is mixed in by two multiplications with a shift after each: with one, a change
 * of a word's highest bit reaches the next word as a change of two bits, whatever the seed, and can be taken back there.
 */
export function hashOf(data: Int32Array, at: number, words: number, seed: number): number {
  let h = seed;
  for (let k = at; k < at + words; k++) {
    h = Math.imul(h ^ data[k]!, 0x9e3779b1);
    h ^= h >>> 15;
    h = Math.imul(h, 0x85ebca6b);
    h ^= h >>> 13;
  }
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/** Another one: with other factors and shifts, so that states which share the first value do not share this one, too. */
export function secondHashOf(data: Int32Array, at: number, words: number, seed: number): number {
  let h = seed ^ 0x5bd1e995;
  for (let k = at; k < at + words; k++) {
    h = Math.imul(h ^ data[k]!, 0xcc9e2d51);
    h ^= h >>> 16;
    h = Math.imul(h, 0x2c1b3c6d);
    h ^= h >>> 12;
  }
  h = Math.imul(h, 0x297a2d39);
  return h ^ (h >>> 15);
}

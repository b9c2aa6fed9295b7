/** A hash value of packed words; different seeds give independent ones. */
export function hashOf(data: Int32Array, at: number, words: number, seed: number): number {
  let h = seed;
  for (let k = at; k < at + words; k++) {
    h = Math.imul(h ^ data[k]!, 0x9e3779b1);
    h ^= h >>> 15;
  }
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

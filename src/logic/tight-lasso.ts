/**
 * The shortest way to write the same infinite sequence: a loop that repeats itself is given once, and what the loop shows
 * anyway is left out of the stem. `keys` tell elements apart; the first `length` of them remain.
 */
export function tightLasso(keys: readonly string[], loop: number): { readonly loop: number; readonly length: number } {
  let start = loop;
  let end = loop + primitivePeriod(keys.slice(loop));
  while (start > 0 && keys[start - 1] === keys[end - 1]) {
    start--;
    end--;
  }
  return { loop: start, length: end };
}

function primitivePeriod(loop: readonly string[]): number {
  for (let p = 1; p < loop.length; p++)
    if (loop.length % p === 0 && loop.every((key, i) => key === loop[i % p])) return p;
  return loop.length;
}

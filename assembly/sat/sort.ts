/** Merge sort of `n` words of 64 bits at `base`, with room for as many behind them; where the result is. */
export function sortPairs(base: usize, n: i32): usize {
  let from = base;
  let to = base + ((<usize>n) << 3);
  for (let run = 1; run < n; run <<= 1) {
    for (let i = 0; i < n; i += run << 1) merge(from, to, i, min(i + run, n), min(i + (run << 1), n));
    const swapped = from;
    from = to;
    to = swapped;
  }
  return from;
}

function merge(from: usize, to: usize, begin: i32, middle: i32, end: i32): void {
  let i = from + ((<usize>begin) << 3);
  let j = from + ((<usize>middle) << 3);
  const iEnd = j;
  const jEnd = from + ((<usize>end) << 3);
  let out = to + ((<usize>begin) << 3);
  while (i < iEnd && j < jEnd) {
    const x = load<i64>(i);
    const y = load<i64>(j);
    if (x <= y) {
      store<i64>(out, x);
      i += 8;
    } else {
      store<i64>(out, y);
      j += 8;
    }
    out += 8;
  }
  memory.copy(out, i, iEnd - i);
  memory.copy(out + (iEnd - i), j, jEnd - j);
}

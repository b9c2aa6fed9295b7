/** At most this many names are looked through, so that a wrong name in a huge model still gets its answer at once. */
const MOST_NAMES = 20_000;

/** Up to three of the names, those that a misspelling most likely meant, the nearest first. */
export function suggest(wrong: string, names: Iterable<string>): string[] {
  const budget = Math.max(1, Math.floor(wrong.length / 3));
  const near: { readonly name: string; readonly distance: number }[] = [];
  let looked = 0;
  for (const name of names) {
    if (++looked > MOST_NAMES) break;
    const distance = distanceWithin(wrong.toLowerCase(), name.toLowerCase(), budget);
    if (distance !== null) near.push({ name, distance });
  }
  near.sort((a, b) => a.distance - b.distance);
  return [...new Set(near.map((n) => n.name))].slice(0, 3);
}

/** ` (did you mean 'a' or 'b'?)`, or nothing. */
export function didYouMean(suggestions: readonly string[]): string {
  return suggestions.length === 0 ? "" : ` (did you mean ${suggestions.map((s) => `'${s}'`).join(" or ")}?)`;
}

/** Number of letters to insert, drop, replace or swap with their neighbour; null when more than `budget`. */
function distanceWithin(a: string, b: string, budget: number): number | null {
  if (Math.abs(a.length - b.length) > budget) return null;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    if (Math.min(...row) > budget) return null;
    before = previous;
    previous = row;
  }
  return previous[b.length]! <= budget ? previous[b.length]! : null;
}

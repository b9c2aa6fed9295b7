/**
 * Where a row of matches ends that begins at `start`. In one regular expression, `(?:…|…)*`, each of them would need some stack, and there
 * may be millions. `pattern` is sticky.
 */
export function afterRow(pattern: RegExp, text: string, start: number): number {
  let index = start;
  for (;;) {
    pattern.lastIndex = index;
    if (!pattern.test(text) || pattern.lastIndex === index) return index;
    index = pattern.lastIndex;
  }
}

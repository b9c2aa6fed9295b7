import { boundedOf } from "./bounded.js";
import type { Ltl } from "./ltl.js";
import { operandsOf } from "./parts.js";
import { printWritten } from "./print.js";
import { type LassoWord, truthAlong } from "./words.js";

/**
 * A formula and its parts, each before what it is made of and once: whether it holds, by position of the word. Past operators may tell later turns of the
 * loop from the first, which is the one that is given.
 */
export function rowsAlong(
  word: LassoWord,
  formula: Ltl,
): { readonly formula: string; readonly holds: readonly boolean[] }[] {
  const rows = new Map<string, { readonly formula: string; readonly holds: readonly boolean[] }>();
  const add = (f: Ltl): void => {
    const text = printWritten(f);
    if (f.op === "true" || f.op === "false" || rows.has(text)) return;
    rows.set(text, { formula: text, holds: Array.from(truthAlong(word, f).subarray(0, word.length), (v) => v === 1) });
    const bounded = boundedOf(f);
    for (const part of bounded === null ? operandsOf(f) : [bounded.arg]) add(part);
  };
  add(formula);
  return [...rows.values()];
}

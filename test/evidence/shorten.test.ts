import fc from "fast-check";
import { expect, it } from "vitest";
import { shorten as shortenBy } from "../../src/evidence/shorten.js";
import type { Lasso, Run } from "../../src/evidence/verdict.js";

/** States are numbers; inputs do not matter here. */
const lassoOf = (states: readonly number[], loop: number): Lasso => ({
  kind: "lasso",
  loop,
  steps: states.map((n) => ({ latches: Uint8Array.of(n), inputs: Uint8Array.of() })),
});
const statesOf = ({ steps }: Lasso): number[] => steps.map((s) => s.latches[0]!);
const movesOf = (lasso: Lasso): Set<string> => {
  const states = statesOf(lasso);
  return new Set(states.map((s, i) => `${s} ${states[i + 1] ?? states[lasso.loop]}`));
};
const loopMeets = (wanted: readonly number[]) => (lasso: Lasso) =>
  wanted.every((w) => statesOf(lasso).slice(lasso.loop).includes(w));

const sameState = ({ latches }: Lasso["steps"][number]) => latches.join();
const shorten = <P extends Lasso | Run>(path: P, shows: (path: P) => boolean, work: number, keyOf = sameState): P =>
  shortenBy(path, (p) => (shows(p) ? p : null), work, keyOf);

it("leaves out detours that nothing asks for", () => {
  expect(shorten(lassoOf([0, 1, 0, 1, 2, 3, 2, 4], 4), loopMeets([4]), 1000)).toEqual(lassoOf([0, 1, 2, 4], 2));
  expect(shorten(lassoOf([0, 1, 2, 3, 1], 2), loopMeets([1]), 1000)).toEqual(lassoOf([0, 1, 2, 3], 1));
  expect(shorten(lassoOf([0, 1, 2, 1, 3], 1), loopMeets([2, 3]), 1000)).toEqual(lassoOf([0, 1, 2, 1, 3], 1));
  const run = { kind: "run", steps: lassoOf([0, 1, 2, 1, 3], 0).steps } as const;
  expect(shorten(run, () => true, 1000).steps).toEqual(lassoOf([0, 1, 3], 0).steps);
});

it("closes where it first can once the violation is there", () => {
  const violates = (lasso: Lasso) => statesOf(lasso).includes(2);
  expect(shorten(lassoOf([0, 1, 2, 3, 4, 3, 4, 5, 6], 7), violates, 1000)).toEqual(lassoOf([0, 1, 2, 3, 4], 3));
});

it("takes states for the same that differ in what does not matter", () => {
  const isEven = ({ latches }: Lasso["steps"][number]) => `${latches[0]! % 2}`;
  expect(shorten(lassoOf([0, 2, 4, 1, 3, 5], 3), (l) => statesOf(l).some((n) => n % 2 === 1), 1000, isEven)).toEqual(
    lassoOf([4, 1], 1),
  );
});

it("goes the same ways, still shows what it must, and no detour is left", () => {
  const states = fc.array(fc.nat(4), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(states, fc.nat(), fc.subarray([0, 1, 2, 3, 4]), (word, n, wanted) => {
      const lasso = lassoOf(word, n % word.length);
      const shows = loopMeets(wanted.filter((w) => word.slice(lasso.loop).includes(w)));
      const short = shorten(lasso, shows, 1e6);
      expect(shows(short)).toBe(true);
      expect(short.steps.length).toBeLessThanOrEqual(word.length);
      expect(statesOf(short)[0]).toBe(word[0]);
      for (const move of movesOf(short)) expect(movesOf(lasso)).toContain(move);
      expect(shorten(short, shows, 1e6).steps.length).toBe(short.steps.length);
    }),
    { numRuns: 500 },
  );
});

it("asks no more often than it may", () => {
  let asked = 0;
  const count = (l: Lasso): boolean => {
    asked += l.steps.length;
    return false;
  };
  shorten(lassoOf(new Array(100).fill(0), 0), count, 500);
  expect(asked).toBeLessThanOrEqual(500);
});

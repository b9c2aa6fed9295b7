import fc from "fast-check";
import { expect, it } from "vitest";
import { tighten } from "../../src/evidence/tighten.js";
import type { Lasso } from "../../src/evidence/verdict.js";

const lassoOf = (word: readonly number[], loop: number): Lasso => ({
  kind: "lasso",
  loop,
  steps: word.map((n) => ({ latches: Uint8Array.of(n & 1), inputs: Uint8Array.of(n >> 1) })),
});
const at = ({ steps, loop }: Lasso, i: number): string => {
  const step = steps[i < steps.length ? i : loop + ((i - loop) % (steps.length - loop))]!;
  return `${step.latches}/${step.inputs}`;
};

it("a tightened lasso is the same infinite behaviour, and no longer", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 12 }), fc.nat(), (word, n) => {
      const lasso = lassoOf(word, n % word.length);
      const tight = tighten(lasso);
      expect(tight.steps.length).toBeLessThanOrEqual(word.length);
      for (let i = 0; i < 200; i++) expect(at(tight, i)).toBe(at(lasso, i));
      expect(tighten(tight)).toEqual(tight);
    }),
  );
});

it("a stem that the loop repeats goes, and a loop that repeats itself is given once", () => {
  expect(tighten(lassoOf([0, 1, 1], 2))).toEqual(lassoOf([0, 1], 1));
  expect(tighten(lassoOf([2, 0, 1, 0, 1], 1))).toEqual(lassoOf([2, 0, 1], 1));
  expect(tighten(lassoOf([3, 1, 0, 1], 2))).toEqual(lassoOf([3, 1, 0], 1));
});

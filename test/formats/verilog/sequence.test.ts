import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matches, type Sequence, whenMatched } from "../../../src/formats/verilog/sequence.js";
import type { Ltl } from "../../../src/formula/ltl.js";
import { satisfies } from "../../../src/formula/words.js";
import { type ListedWord, lassoWords } from "../../arbitraries/formulas.js";

const atom = (name: string): Ltl => ({ op: "atom", name });
const condition = fc.constantFrom(atom("a"), atom("b"), { op: "not", arg: atom("a") } as Ltl);
const ranges = (lowest: number) =>
  fc
    .tuple(fc.integer({ min: lowest, max: 2 }), fc.constantFrom(0, 1, Infinity))
    .map(([low, more]) => ({ low, high: low + more }));

const sequences = fc.letrec<{ sequence: Sequence }>((tie) => ({
  sequence: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: fc.constant("now" as const), condition }),
    fc.record({
      kind: fc.constant("then" as const),
      first: fc.option(tie("sequence")),
      delay: ranges(0),
      second: tie("sequence"),
    }),
    fc
      .record({ kind: fc.constant("repeat" as const), inner: tie("sequence"), times: ranges(1) })
      .filter((s) => s.inner.kind === "now" || s.times.high !== Infinity),
    fc.record({ kind: fc.constant("goto" as const), condition, times: ranges(1), isLoose: fc.boolean() }),
  ),
})).sequence;

/** No match ends only later than this many steps, for words and sequences of the sizes that are tried here. */
const STEPS = 60;

/** Where matches end that start at a step, by the definition of sequences; those that end within STEPS. */
function ends(s: Sequence, word: ListedWord, from: number): Set<number> {
  const found = new Set<number>();
  if (from >= STEPS) return found;
  const holds = (f: Ltl, i: number): boolean => {
    const at = i < word.length ? i : word.loop + ((i - word.loop) % (word.length - word.loop));
    return f.op === "not" ? !holds(f.arg, i) : f.op === "atom" && word.holds(f.name, at);
  };
  switch (s.kind) {
    case "now":
      if (holds(s.condition, from)) found.add(from);
      break;
    case "then":
      for (const middle of s.first === null ? [from] : ends(s.first, word, from))
        for (let i = middle + s.delay.low; i < STEPS && i <= middle + s.delay.high; i++)
          for (const end of ends(s.second, word, i)) found.add(end);
      break;
    case "repeat": {
      let now = ends(s.inner, word, from);
      for (let n = 1; now.size > 0 && n <= s.times.high; n++) {
        if (n >= s.times.low) for (const end of now) found.add(end);
        now = new Set([...now].flatMap((end) => [...ends(s.inner, word, end + 1)]));
      }
      break;
    }
    case "goto":
      for (let i = from, n = 0; i < STEPS; i++) {
        if (holds(s.condition, i)) n++;
        const isEnd = s.isLoose || holds(s.condition, i);
        if (isEnd && n >= s.times.low && n <= s.times.high) found.add(i);
      }
  }
  return found;
}

const loud = (): Error => new Error("it was said");

describe("sequences", () => {
  it("match as formulas say, and formulas hold after each match", () => {
    fc.assert(
      fc.property(sequences, lassoWords({ maxLength: 5 }), (sequence, word) => {
        const found = ends(sequence, word, 0);
        expect(satisfies(word, matches(sequence, "strong", loud))).toBe(found.size > 0);
        const then = atom("c");
        const at = (i: number) => (i < word.length ? i : word.loop + ((i - word.loop) % (word.length - word.loop)));
        expect(satisfies(word, whenMatched(sequence, then))).toBe([...found].every((i) => word.holds("c", at(i))));
      }),
      { numRuns: 4000 },
    );
  });

  it("that match, match weakly; weakly they may also wait", () => {
    const waits: Sequence = {
      kind: "goto",
      condition: atom("a"),
      times: { low: 1, high: 1 },
      isLoose: false,
    };
    fc.assert(
      fc.property(sequences, lassoWords({ maxLength: 5 }), (sequence, word) => {
        const strong = satisfies(word, matches(sequence, "strong", loud));
        if (strong) expect(satisfies(word, matches(sequence, "weak", loud))).toBe(true);
      }),
      { numRuns: 1000 },
    );
    expect(matches(waits, "weak", loud)).toEqual({ op: "true" });
    expect(() => matches(waits, "unsaid", loud)).toThrow("it was said");
  });
});

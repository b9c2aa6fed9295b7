import { describe, expect, it } from "vitest";
import { hashOf, secondHashOf } from "../../src/explicit/hash.js";
import { array } from "../../src/program/compound.js";
import { bool } from "../../src/program/domain.js";
import { searchProgram } from "../../src/program/explicit.js";
import { readQuestion } from "../../src/program/question.js";
import { system } from "../../src/program/system.js";

/** Different states, as bits of some words. */
interface Family {
  readonly name: string;
  readonly words: number;
  readonly states: readonly Int32Array[];
}

const withBits = (words: number, bits: readonly number[]): Int32Array => {
  const state = new Int32Array(words);
  for (const bit of bits) state[bit >> 5]! |= 1 << (bit & 31);
  return state;
};

/** All states with at most three flags set. */
function fewFlags(words: number, flags: readonly number[]): Family {
  const states = [withBits(words, [])];
  for (const a of flags)
    for (const b of flags) for (const c of flags) if (a <= b && b <= c) states.push(withBits(words, [a, b, c]));
  const distinct = new Map(states.map((state) => [state.join(), state]));
  return { name: `at most three of ${flags.length} flags in ${words} words`, words, states: [...distinct.values()] };
}

/** All values of some counters, each of `width` bits, of which the highest `live` count. */
function counters(count: number, width: number, live: number): Family {
  const words = Math.ceil((count * width) / 32);
  const states = Array.from({ length: 2 ** (count * live) }, (_, n) => {
    const bits: number[] = [];
    for (let c = 0; c < count; c++)
      for (let b = 0; b < live; b++) if ((n >>> (c * live + b)) & 1) bits.push((c + 1) * width - live + b);
    return withBits(words, bits);
  });
  return { name: `${count} counters of ${width} bits that go in steps of ${2 ** (width - live)}`, words, states };
}

function permutations(n: number, width: number): Family {
  const perWord = Math.floor(32 / width);
  const words = Math.ceil(n / perWord);
  const states: Int32Array[] = [];
  const extend = (order: readonly number[]) => {
    if (order.length === n) {
      const state = new Int32Array(words);
      order.forEach((value, i) => {
        state[Math.floor(i / perWord)]! |= value << (width * (i % perWord));
      });
      states.push(state);
    }
    for (let v = 0; v < n; v++) if (!order.includes(v)) extend([...order, v]);
  };
  extend([]);
  return { name: `permutations of ${n} in fields of ${width} bits`, words, states };
}

const oneHot = (words: number): Family => ({
  name: `one of ${32 * words} flags`,
  words,
  states: Array.from({ length: 32 * words }, (_, bit) => withBits(words, [bit])),
});

const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

const FAMILIES: readonly Family[] = [
  fewFlags(2, range(64)),
  fewFlags(3, range(96)),
  // The highest bytes of many words.
  fewFlags(9, range(72).map((k) => 32 * (k >> 3) + 24 + (k & 7))), // biome-ignore format: one line
  oneHot(250),
  counters(17, 4, 1),
  counters(8, 8, 2),
  counters(4, 32, 4),
  permutations(8, 4),
  permutations(8, 16),
];

describe.each(FAMILIES)("hash values of $name", ({ words, states }) => {
  const values = (of: typeof hashOf, seed: number) => states.map((state) => of(state, 0, words, seed) >>> 0);
  const lost = (keys: readonly (number | string)[]) => keys.length - new Set(keys).size;
  const pairs = (states.length * (states.length - 1)) / 2;

  it.each([1, 12345])("are different where there are 64 bits of them (seed %i)", (seed) => {
    const second = values(secondHashOf, seed);
    expect(lost(values(hashOf, seed).map((h, k) => `${h} ${second[k]}`))).toBe(0);
  });

  it.each([
    ["first", hashOf],
    ["second", secondHashOf],
  ] as const)("collide no more often than by chance (%s)", (_, of) => {
    for (const seed of [0, 1, 12345]) {
      // The birthday bound, with five standard deviations.
      const expected = pairs / 2 ** 32;
      expect(lost(values(of, seed))).toBeLessThanOrEqual(Math.ceil(expected + 5 * Math.sqrt(expected + 1)));
    }
  });

  it("spread over the slots of a table as by chance", () => {
    const slots = 2 ** Math.ceil(Math.log2((4 / 3) * states.length));
    const used = new Set(values(hashOf, 0).map((h) => h % slots)).size;
    const expected = slots * (1 - (1 - 1 / slots) ** states.length);
    // The number of used slots has a variance below the number of states.
    expect(used).toBeGreaterThan(expected - 5 * Math.sqrt(states.length));
  });
});

describe("a violation behind states that differ in the highest bits of two words", () => {
  // Three flags: bit 31 of the first word, bits 16 and 31 of the second.
  const flags = system("three-flags", { flag: array(64, bool) }, { deadlock: "stutter" });
  const { flag } = flags.vars;
  const [a, b, c] = [flag.at(31), flag.at(48), flag.at(63)];
  const zero = a.not().and(b.not(), c.not());
  flags.process(
    "p",
    {},
    {
      right: { when: zero, do: [c.set(true)] },
      left: { when: zero, do: [a.set(true), b.set(true)] },
      on: { when: a.and(b, c.not()), do: [c.set(true), a.set(false)] },
    },
  );
  flags.proposition("bad", b.and(c));

  it.each(["compact", "bitstate"] as const)("is found with %s hashing, whatever the seed", (hash) => {
    for (let seed = 0; seed < 50; seed++) {
      const question = readQuestion(flags, "ltl", "G !bad");
      if (question.logic !== "ltl") throw new Error("it is LTL");
      const search = searchProgram(flags, question, { hash, seed, field: 2 ** 16 });
      let step = search.next();
      while (!step.done) step = search.next();
      expect(step.value.kind).toBe("violated");
    }
  });

  it.each(["compact", "bitstate"] as const)(
    "is never ruled out by %s hashing: it does not claim to see all",
    (hash) => {
      const question = readQuestion(flags, "ltl", "G F (bad | !bad)");
      if (question.logic !== "ltl") throw new Error("it is LTL");
      const search = searchProgram(flags, question, { hash });
      let step = search.next();
      while (!step.done) step = search.next();
      if (step.value.kind !== "unknown") throw new Error("a lossy search proves nothing");
      expect(step.value.detail).toMatch(/about 99\.9999 % of the states/);
      expect(step.value.stats.coverage).toBeLessThan(1);
    },
  );
});

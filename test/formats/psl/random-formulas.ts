import type { Psl, Sere } from "../../../src/formats/psl/syntax.js";
import { goTo, occurrences, together } from "../../../src/formats/psl/syntax.js";
import type { Random } from "../../../src/logic/random.js";
import type { Condition, Word } from "./definition.js";

const ATOMS = ["a", "b", "c"];
const CONDITIONS = { any: "true", not: (c: Condition) => (c.startsWith("!") ? c.slice(1) : `!${c}`) };

const pick = <T>(random: Random, all: readonly T[]): T => all[random.below(all.length)]!;

function condition(random: Random): Condition {
  if (random.below(10) === 0) return "true";
  const atom = pick(random, ATOMS);
  return random.below(3) === 0 ? `!${atom}` : atom;
}

/** A sequence with about so many operators. */
export function randomSere(random: Random, size: number): Sere<Condition> {
  if (size <= 0) return random.below(25) === 0 ? { op: "empty" } : { op: "letter", holds: condition(random) };
  const left = (): Sere<Condition> => randomSere(random, Math.floor((size - 1) / 2));
  const right = (): Sere<Condition> => randomSere(random, Math.ceil((size - 1) / 2));
  switch (random.below(11)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return { op: "concat", left: left(), right: right() };
    case 4:
      return { op: "fusion", left: left(), right: right() };
    case 5:
      return { op: "or", left: left(), right: right() };
    case 6:
      return { op: "and", left: left(), right: right() };
    case 7:
      return together(left(), right(), CONDITIONS);
    case 8: {
      const atom = pick(random, ATOMS);
      const low = random.below(2);
      const high = pick(random, [low, low + 1, Infinity]);
      return random.below(2) === 0
        ? goTo(atom, Math.max(1, low), Math.max(1, high), CONDITIONS)
        : occurrences(atom, low, high, CONDITIONS);
    }
    default: {
      const low = random.below(3);
      return {
        op: "repeat",
        arg: randomSere(random, size - 1),
        low,
        high: pick(random, [low, low + 1, Infinity, Infinity]),
      };
    }
  }
}

/** A formula with about so many operators, some of them sequences. */
export function randomPsl(random: Random, size: number): Psl<Condition> {
  if (size <= 0) return { op: "boolean", holds: condition(random) };
  const one = (): Psl<Condition> => randomPsl(random, size - 1);
  const left = (): Psl<Condition> => randomPsl(random, Math.floor((size - 1) / 2));
  const right = (): Psl<Condition> => randomPsl(random, Math.ceil((size - 1) / 2));
  const sere = (): Sere<Condition> => randomSere(random, 1 + random.below(3));
  switch (random.below(16)) {
    case 0:
      return { op: "not", arg: one() };
    case 1:
      return { op: "X", arg: one() };
    case 2:
      return { op: "F", arg: one() };
    case 3:
    case 4:
      return { op: "G", arg: one() };
    case 5:
      return { op: "and", left: left(), right: right() };
    case 6:
      return { op: pick(random, ["or", "implies"]), left: left(), right: right() };
    case 7:
      return { op: pick(random, ["iff", "xor"]), left: left(), right: right() };
    case 8:
      return { op: "U", left: left(), right: right() };
    case 9:
      return { op: "W", left: left(), right: right() };
    case 10:
      return { op: "abort", arg: one(), when: pick(random, ATOMS) };
    case 11:
    case 12:
      return { op: "sequence", sere: sere(), strong: random.below(2) === 0, isMarked: true };
    default:
      return { op: "suffix", sere: sere(), follows: one() };
  }
}

export function randomWord(random: Random): Word {
  const length = 1 + random.below(4);
  const letters = Array.from({ length }, () => new Set(ATOMS.filter(() => random.below(2) === 0)));
  return { letters, loop: random.below(length) };
}

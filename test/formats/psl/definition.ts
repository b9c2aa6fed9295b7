import type { Psl, Sere } from "../../../src/formats/psl/syntax.js";

/** What holds in a step: a set of atoms, everything (⊤), or nothing, not even a negation (⊥). */
export type Letter = ReadonlySet<string> | "everything" | "nothing";

/** An infinite word: after the last letter it goes on with the one at `loop`. */
export interface Word {
  readonly letters: readonly Letter[];
  readonly loop: number;
}

/** A condition of one step: an atom, its negation, or true. */
export type Condition = string;

const holdsIn = (letter: Letter, c: Condition): boolean => {
  if (letter === "everything") return true;
  if (letter === "nothing") return false;
  if (c === "true") return true;
  return c.startsWith("!") ? !letter.has(c.slice(1)) : letter.has(c);
};

const at = (w: Word, i: number): Letter => {
  if (i < w.letters.length) return w.letters[i]!;
  const period = w.letters.length - w.loop;
  return w.letters[w.loop + ((i - w.loop) % period)]!;
};

const from = (w: Word, i: number): Word => {
  const start = i < w.letters.length ? i : w.loop + ((i - w.loop) % (w.letters.length - w.loop));
  if (start <= w.loop) return { letters: w.letters.slice(start), loop: w.loop - start };
  return { letters: [...w.letters.slice(start), ...w.letters.slice(w.loop, start)], loop: 0 };
};

const dual = (w: Word): Word => ({
  letters: w.letters.map((l) => (l === "everything" ? "nothing" : l === "nothing" ? "everything" : l)),
  loop: w.loop,
});

/** The first letters, and then everything for ever. */
const cut = (w: Word, length: number): Word => ({
  letters: [...Array.from({ length }, (_, i) => at(w, i)), "everything"],
  loop: length,
});

/** Lengths of prefixes beyond this are not tried: sequences and words of tests are small enough for it. */
export const HORIZON = 40;

/** By the lengths of prefixes: does the word from `start` to there match the sequence? */
function matches(w: Word, start: number, s: Sere<Condition>): boolean[] {
  const lengths = (is: (n: number) => boolean): boolean[] => Array.from({ length: HORIZON + 1 }, (_, n) => is(n));
  switch (s.op) {
    case "letter": {
      const holds = holdsIn(at(w, start), s.holds);
      return lengths((n) => n === 1 && holds);
    }
    case "empty":
      return lengths((n) => n === 0);
    case "or":
    case "and": {
      const [a, b] = [matches(w, start, s.left), matches(w, start, s.right)];
      return lengths((n) => (s.op === "or" ? a[n]! || b[n]! : a[n]! && b[n]!));
    }
    case "concat":
    case "fusion": {
      const overlap = s.op === "fusion" ? 1 : 0;
      const found = Array<boolean>(HORIZON + 1).fill(false);
      matches(w, start, s.left).forEach((ends, n) => {
        if (!ends || n < overlap) return;
        matches(w, start + n - overlap, s.right).forEach((also, m) => {
          if (also && m >= overlap && n + m - overlap <= HORIZON) found[n + m - overlap] = true;
        });
      });
      return found;
    }
    case "repeat": {
      // By the number of repetitions: what they may reach together.
      const found = Array<boolean>(HORIZON + 1).fill(false);
      let reached = lengths((n) => n === 0);
      const one: boolean[][] = [];
      for (let times = 0; times <= Math.min(s.high, HORIZON + s.low); times++) {
        reached.forEach((is, n) => {
          if (is && times >= s.low) found[n] = true;
        });
        const further = Array<boolean>(HORIZON + 1).fill(false);
        reached.forEach((is, n) => {
          if (!is) return;
          one[n] ??= matches(w, start + n, s.arg);
          one[n].forEach((also, m) => {
            if (also && n + m <= HORIZON) further[n + m] = true;
          });
        });
        reached = further;
        if (!reached.includes(true)) break;
      }
      return found;
    }
  }
}

/** Does the word satisfy the formula, by the definitions of the standard's Annex B? */
export function satisfies(w: Word, f: Psl<Condition>): boolean {
  const positions = (): number[] => Array.from({ length: w.letters.length }, (_, i) => i);
  switch (f.op) {
    case "boolean":
      return holdsIn(w.letters[0]!, f.holds);
    case "not":
      return !satisfies(dual(w), f.arg);
    case "and":
      return satisfies(w, f.left) && satisfies(w, f.right);
    case "or":
      return satisfies(w, f.left) || satisfies(w, f.right);
    case "implies":
      return !satisfies(dual(w), f.left) || satisfies(w, f.right);
    case "iff":
      return satisfies(w, {
        op: "and",
        left: { ...f, op: "implies" },
        right: { op: "implies", left: f.right, right: f.left },
      });
    case "xor":
      return satisfies(w, { op: "not", arg: { ...f, op: "iff" } });
    case "X":
      return satisfies(from(w, 1), f.arg);
    case "F":
      return positions().some((i) => satisfies(from(w, i), f.arg));
    case "G":
      return positions().every((i) => satisfies(from(w, i), f.arg));
    case "U":
      return positions().some(
        (k) => satisfies(from(w, k), f.right) && positions().every((j) => j >= k || satisfies(from(w, j), f.left)),
      );
    case "W":
      return satisfies(w, { ...f, op: "U" }) || satisfies(w, { op: "G", arg: f.left });
    case "sequence": {
      const strong = (word: Word): boolean => matches(word, 0, f.sere).some((is, n) => is && n > 0);
      if (f.strong) return strong(w);
      // Every prefix can be completed; those that are longer than the horizon would tell nothing new.
      return Array.from({ length: HORIZON / 2 }, (_, n) => n).every((n) => strong(cut(w, n)));
    }
    case "suffix":
      return matches(dual(w), 0, f.sere).every((is, n) => !is || n === 0 || satisfies(from(w, n - 1), f.follows));
    case "abort":
      return (
        satisfies(w, f.arg) || positions().some((j) => holdsIn(w.letters[j]!, f.when) && satisfies(cut(w, j), f.arg))
      );
  }
}

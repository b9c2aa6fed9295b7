/**
 * The foundation language of PSL (IEEE 1850) over conditions `B` of single steps, reduced to what its other operators are defined
 * by. docs/reference/psl.md says what it means.
 */
export type Psl<B> =
  | { readonly op: "boolean"; readonly holds: B }
  | { readonly op: "not" | "X" | "F" | "G"; readonly arg: Psl<B> }
  | {
      readonly op: "and" | "or" | "implies" | "iff" | "xor" | "U" | "W";
      readonly left: Psl<B>;
      readonly right: Psl<B>;
    }
  /** A match of the sequence starts here; a weak one may also go on for ever. `isMarked`: the text says which is meant. */
  | { readonly op: "sequence"; readonly sere: Sere<B>; readonly strong: boolean; readonly isMarked: boolean }
  /** `{sere} |-> follows`: at the end of every match that starts here, `follows` holds. */
  | { readonly op: "suffix"; readonly sere: Sere<B>; readonly follows: Psl<B> }
  /** `arg abort when`: from a step on in which `when` holds, nothing more is asked. */
  | { readonly op: "abort"; readonly arg: Psl<B>; readonly when: B };

/** A sequential extended regular expression: a set of finite sequences of steps. */
export type Sere<B> =
  | { readonly op: "letter"; readonly holds: B }
  | { readonly op: "empty" }
  | {
      /** One after the other; overlapping in one step; either; both, of the same length. */
      readonly op: "concat" | "fusion" | "or" | "and";
      readonly left: Sere<B>;
      readonly right: Sere<B>;
    }
  /** `high` may be Infinity. */
  | { readonly op: "repeat"; readonly arg: Sere<B>; readonly low: number; readonly high: number };

/** How conditions of single steps are combined. */
export interface Conditions<B> {
  readonly any: B;
  not(holds: B): B;
}

const any = <B>(c: Conditions<B>): Sere<B> => ({
  op: "repeat",
  arg: { op: "letter", holds: c.any },
  low: 0,
  high: Infinity,
});

/** `left & right`: both start here; the shorter one may end earlier. */
export function together<B>(left: Sere<B>, right: Sere<B>, c: Conditions<B>): Sere<B> {
  const longer = (s: Sere<B>): Sere<B> => ({ op: "concat", left: s, right: any(c) });
  return {
    op: "or",
    left: { op: "and", left, right: longer(right) },
    right: { op: "and", left: longer(left), right },
  };
}

/** `b[->low:high]`: up to an occurrence of b that is one of these. */
export function goTo<B>(b: B, low: number, high: number, c: Conditions<B>): Sere<B> {
  const one: Sere<B> = { op: "concat", left: unless(b, c), right: { op: "letter", holds: b } };
  return { op: "repeat", arg: one, low, high };
}

/** `b[=low:high]`: so many occurrences of b, and no more. */
export function occurrences<B>(b: B, low: number, high: number, c: Conditions<B>): Sere<B> {
  return { op: "concat", left: goTo(b, low, high, c), right: unless(b, c) };
}

const unless = <B>(b: B, c: Conditions<B>): Sere<B> => ({
  op: "repeat",
  arg: { op: "letter", holds: c.not(b) },
  low: 0,
  high: Infinity,
});

import type { Ltl } from "../../formula/ltl.js";
import { booleanOf } from "../../formula/propositions.js";
import type { Aig } from "../../logic/aig.js";
import { type Lit, not, TRUE } from "../../logic/lit.js";

/** Where assumptions and covers go: registers that watch, conditions of every step, conditions of infinitely many. */
export interface Watching {
  readonly aig: Aig;
  readonly atoms: ReadonlyMap<string, Lit>;
  /** A register that is 0 at first and has the value of each step in the next one. */
  later(value: Lit): Lit;
  /** A register that is 0 at first, and whose next value is made of its own. */
  state(next: (now: Lit) => Lit): Lit;
  constrain(literal: Lit): void;
  repeat(literal: Lit): void;
}

/**
 * Leaves out behaviours in which, at some step where `asked` is true, f does not hold. Nothing is guessed: registers remember
 * what is still to come, so that it is right for every kind of property. False where f is a formula that this cannot do.
 */
export function assume(w: Watching, f: Ltl, asked: Lit = TRUE): boolean {
  const { aig } = w;
  const now = literalOf(w, f);
  if (now !== null) {
    w.constrain(aig.implies(asked, now));
    return true;
  }
  switch (f.op) {
    case "and":
      return assume(w, f.left, asked) && assume(w, f.right, asked);
    case "implies": {
      const left = literalOf(w, f.left);
      return left !== null && assume(w, f.right, aig.and(asked, left));
    }
    case "or": {
      const left = literalOf(w, f.left);
      if (left !== null) return assume(w, f.right, aig.and(asked, not(left)));
      const right = literalOf(w, f.right);
      return right !== null && assume(w, f.left, aig.and(asked, not(right)));
    }
    case "X":
      return assume(w, f.arg, w.later(asked));
    case "G":
      return assume(w, f.arg, fromThen(w, asked));
    case "F": {
      // F F f is F f, and F G F f is G F f.
      if (f.arg.op === "F" || (f.arg.op === "G" && f.arg.arg.op === "F")) return assume(w, f.arg, asked);
      const what = literalOf(w, f.arg);
      return what !== null && eventually(w, what, asked);
    }
    case "U":
    case "W":
    case "R":
    case "M": {
      const left = literalOf(w, f.left);
      const right = literalOf(w, f.right);
      if (left === null || right === null) return false;
      const isRelease = f.op === "R" || f.op === "M";
      const end = isRelease ? left : right;
      const pending = held(w, asked, (now) => aig.and(now, not(end)));
      w.constrain(aig.implies(pending, isRelease ? right : aig.or(left, right)));
      return f.op === "W" || f.op === "R" || eventually(w, end, asked);
    }
    default:
      return false;
  }
}

/** `what` comes after every step where `asked` is true. */
function eventually(w: Watching, what: Lit, asked: Lit): true {
  const { aig } = w;
  const waiting = asked === TRUE ? TRUE : held(w, asked, (now) => aig.and(now, not(what)));
  w.repeat(not(aig.and(waiting, not(what))));
  return true;
}

/** A literal that is true where the formula has just been matched, from some earlier step where `begun` is true; or null. */
export function covered(w: Watching, f: Ltl, begun: Lit = TRUE): Lit | null {
  const { aig } = w;
  const now = literalOf(w, f);
  if (now !== null) return aig.and(begun, now);
  switch (f.op) {
    case "or": {
      const left = covered(w, f.left, begun);
      const right = left === null ? null : covered(w, f.right, begun);
      return left === null || right === null ? null : aig.or(left, right);
    }
    case "and": {
      const left = literalOf(w, f.left);
      if (left !== null) return covered(w, f.right, aig.and(begun, left));
      const right = literalOf(w, f.right);
      return right === null ? null : covered(w, f.left, aig.and(begun, right));
    }
    case "X":
      return covered(w, f.arg, w.later(begun));
    case "F":
      return covered(w, f.arg, fromThen(w, begun));
    case "U": {
      const left = literalOf(w, f.left);
      if (left === null) return null;
      return covered(
        w,
        f.right,
        held(w, begun, (now) => aig.and(now, left)),
      );
    }
    default:
      return null;
  }
}

/** True at every step from the first on where `begun` is. */
const fromThen = (w: Watching, begun: Lit): Lit => (begun === TRUE ? TRUE : held(w, begun, (now) => now));

/** True where `begun` is, and in steps after those where it was and `stays` was. */
function held(w: Watching, begun: Lit, stays: (now: Lit) => Lit): Lit {
  return w.aig.or(
    begun,
    w.state((now) => stays(w.aig.or(begun, now))),
  );
}

/** A formula without temporal operators, as a literal. */
const literalOf = (w: Watching, f: Ltl): Lit | null =>
  booleanOf(w.aig, f, ({ name }: Ltl & { op: "atom" }) => w.atoms.get(name)!);

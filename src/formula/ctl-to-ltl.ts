import type { Ctl } from "./ctl.js";
import { normalFormOf } from "./ctl-normal.js";
import type { Ltl } from "./ltl.js";

/**
 * The LTL formula that a universal CTL formula is equivalent to, for formulas in which every choice between going on and
 * stopping is made by a proposition (Maidl, The common fragment of CTL and LTL, 2000): AG(p -> AF q) is G(p -> F q), but
 * AF AG p has no equivalent. Null outside that fragment. Checkers rest on it: a proof of the one is a proof of the other.
 *
 * Why, by induction over the formula, for a state in which a fair behaviour starts: if all of them satisfy the LTL formula, the CTL
 * formula holds there. Take a behaviour and a state on it, up to which no goal was met and no way out taken. Whatever fair behaviour goes on from that
 * state, with what came before it is a behaviour of the first state, so it satisfies the formula; and the propositions before it, being the same,
 * say that it is the operand which must hold from there on. So all behaviours from that state satisfy the operand. In the other direction, what
 * holds in the states of a behaviour holds along it.
 *
 * Quantifiers over fair behaviours change one thing: in an initial state where none starts a proposition may be false,
 * while every LTL formula holds there. So the formula must be true there by its form.
 */
export function ctlToLtl(formula: Ctl): Ltl | null {
  const normal = normalFormOf(formula);
  return holdsWithoutBehaviours(normal) ? linear(normal) : null;
}

/** Every A formula does; a proposition may not. */
function holdsWithoutBehaviours(f: Ctl): boolean {
  switch (f.op) {
    case "and":
      return holdsWithoutBehaviours(f.left) && holdsWithoutBehaviours(f.right);
    case "or":
      return holdsWithoutBehaviours(f.left) || holdsWithoutBehaviours(f.right);
    default:
      return f.op === "true" || f.op.startsWith("A");
  }
}

/** `f` in negation normal form, asked where a fair behaviour starts. */
function linear(f: Ctl): Ltl | null {
  if (f.op === "AF" && f.arg.op === "false") return f.arg; // no fair behaviour starts here
  const literal = propositional(f);
  if (literal !== null) return literal;
  switch (f.op) {
    case "and":
      return binary("and", linear(f.left), linear(f.right));
    case "or": {
      const [left, right] = [linear(f.left), linear(f.right)];
      return isProposition(left) || isProposition(right) ? binary("or", left, right) : null;
    }
    case "AX":
      return unary("X", linear(f.arg));
    case "AG":
      return unary("G", linear(f.arg));
    case "AF":
      return unary("F", propositional(f.arg));
    case "AU":
      return binary("U", linear(f.left), propositional(f.right));
    case "AW":
      return binary("W", linear(f.left), propositional(f.right));
    case "AR":
      return binary("R", propositional(f.left), linear(f.right));
    default:
      return null;
  }
}

function isProposition(f: Ltl | null): boolean {
  if (f === null) return false;
  if (f.op === "and" || f.op === "or") return isProposition(f.left) && isProposition(f.right);
  return f.op === "true" || f.op === "false" || f.op === "atom" || (f.op === "not" && isProposition(f.arg));
}

function propositional(f: Ctl): Ltl | null {
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return f;
    case "not":
      return unary("not", propositional(f.arg));
    case "and":
    case "or":
      return binary(f.op, propositional(f.left), propositional(f.right));
    default:
      return null;
  }
}

const unary = (op: "not" | "X" | "F" | "G", arg: Ltl | null): Ltl | null => (arg === null ? null : { op, arg });

const binary = (op: "and" | "or" | "U" | "W" | "R", left: Ltl | null, right: Ltl | null): Ltl | null =>
  left === null || right === null ? null : { op, left, right };

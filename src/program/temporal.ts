import { quotedName } from "../formula/lex.js";
import { BoolExpr } from "./expression.js";
import { ModelError } from "./model-error.js";

/** A formula of LTL whose atoms are conditions of the program. */
export class Temporal {
  constructor(private readonly node: Node) {}

  not(): Temporal {
    return new Temporal({ op: "!", arg: this });
  }

  and(...others: readonly Formulable[]): Temporal {
    return others.reduce<Temporal>((left, right) => binary("&", left, right), this);
  }

  or(...others: readonly Formulable[]): Temporal {
    return others.reduce<Temporal>((left, right) => binary("|", left, right), this);
  }

  implies(other: Formulable): Temporal {
    return binary("->", this, other);
  }

  /** As text; `nameOf` gives each condition a name. */
  text(nameOf: (condition: BoolExpr) => string): string {
    const { node } = this;
    switch (node.op) {
      case "atom":
        return quotedName(nameOf(node.condition));
      case "!":
      case "G":
      case "F":
      case "X":
        return `${node.op} (${node.arg.text(nameOf)})`;
      default:
        return `(${node.left.text(nameOf)}) ${node.op} (${node.right.text(nameOf)})`;
    }
  }
}

type Node =
  | { readonly op: "atom"; readonly condition: BoolExpr }
  | { readonly op: "!" | "G" | "F" | "X"; readonly arg: Temporal }
  | { readonly op: "&" | "|" | "->" | "U" | "W" | "R"; readonly left: Temporal; readonly right: Temporal };

/** A condition on states is a formula about the first one. */
export type Formulable = Temporal | BoolExpr;

function formula(given: Formulable): Temporal {
  if (given instanceof Temporal) return given;
  if (given instanceof BoolExpr) return new Temporal({ op: "atom", condition: given });
  throw new ModelError("model-expression", "expected a condition or a formula");
}

const unary = (op: "G" | "F" | "X", arg: Formulable): Temporal => new Temporal({ op, arg: formula(arg) });

const binary = (op: "&" | "|" | "->" | "U" | "W" | "R", left: Formulable, right: Formulable): Temporal =>
  new Temporal({ op, left: formula(left), right: formula(right) });

/** It holds in every state. */
export const always = (f: Formulable): Temporal => unary("G", f);

/** It holds in some state. */
export const eventually = (f: Formulable): Temporal => unary("F", f);

/** It holds in the next state. */
export const next = (f: Formulable): Temporal => unary("X", f);

/** The first holds until the second does, which it does. */
export const until = (hold: Formulable, end: Formulable): Temporal => binary("U", hold, end);

/** The first holds until the second does, or for ever. */
export const unless = (hold: Formulable, end: Formulable): Temporal => binary("W", hold, end);

/** Whenever the first holds, the second does then or later. */
export const leadsTo = (cause: Formulable, effect: Formulable): Temporal =>
  always(formula(cause).implies(eventually(effect)));

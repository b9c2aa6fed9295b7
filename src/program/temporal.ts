import { quotedName } from "../formula/lex.js";
import { show } from "./domain.js";
import { exactMethods, expectAtMost, expectOne } from "./exact-calls.js";
import { BoolExpr } from "./expression.js";
import { ModelError } from "./model-error.js";
import { expectUse, use } from "./unused.js";

/** A formula of LTL whose atoms are conditions of the program. */
export class Temporal {
  private readonly owner: object | null;

  constructor(private readonly node: Node) {
    const parts = "left" in node ? [node.left, node.right] : "arg" in node ? [node.arg] : [];
    for (const part of parts) use(part, part.owner);
    this.owner = "condition" in node ? node.condition.owner : parts.reduce<object | null>((o, p) => o ?? p.owner, null);
    expectUse(this, "formula", this.owner);
  }

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
    use(this, this.owner);
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

exactMethods(Temporal, "and", "or");

type Node =
  | { readonly op: "atom"; readonly condition: BoolExpr }
  | { readonly op: "!" | "G" | "F" | "X"; readonly arg: Temporal }
  | { readonly op: "&" | "|" | "->" | "U" | "W" | "R"; readonly left: Temporal; readonly right: Temporal };

/** A condition on states is a formula about the first one. */
export type Formulable = Temporal | BoolExpr;

function formula(given: Formulable): Temporal {
  if (given instanceof Temporal) return given;
  if (given instanceof BoolExpr) return new Temporal({ op: "atom", condition: given });
  throw new ModelError("model-expression", `expected a condition or a formula, not ${show(given)}`);
}

const unary = (op: "G" | "F" | "X", arg: Formulable): Temporal => new Temporal({ op, arg: formula(arg) });

const binary = (op: "&" | "|" | "->" | "U" | "W" | "R", left: Formulable, right: Formulable): Temporal =>
  new Temporal({ op, left: formula(left), right: formula(right) });

/** If the first holds, the second does. */
export function implies(left: Formulable, right: Formulable): Temporal {
  expectAtMost("implies", 2, arguments);
  return binary("->", left, right);
}

/** It holds in every state. */
export function always(f: Formulable): Temporal {
  expectOne("always", arguments);
  return unary("G", f);
}

/** It holds in some state. */
export function eventually(f: Formulable): Temporal {
  expectOne("eventually", arguments);
  return unary("F", f);
}

/** It holds in the next state. */
export function next(f: Formulable): Temporal {
  expectOne("next", arguments);
  return unary("X", f);
}

/** The first holds until the second does, which it does. */
export function until(hold: Formulable, end: Formulable): Temporal {
  expectAtMost("until", 2, arguments);
  return binary("U", hold, end);
}

/** The first holds until the second does, or for ever. */
export function unless(hold: Formulable, end: Formulable): Temporal {
  expectAtMost("unless", 2, arguments);
  return binary("W", hold, end);
}

/** Whenever the first holds, the second does then or later. */
export function leadsTo(cause: Formulable, effect: Formulable): Temporal {
  expectAtMost("leadsTo", 2, arguments);
  return always(formula(cause).implies(eventually(effect)));
}

import type { Psl } from "../psl/syntax.js";

/**
 * The abstract syntax of an SMV text. `at` is an index into the text: positions are worked out only when a message
 * needs them. A chain holds all operands of one left-associative level, so that long sums and conjunctions do not
 * nest; the operands of `implies` associate to the right.
 */
export type Expr =
  | { readonly kind: "boolean"; readonly value: boolean; readonly at: number }
  | { readonly kind: "integer"; readonly value: number; readonly at: number }
  | {
      readonly kind: "word";
      readonly signed: boolean;
      readonly width: number;
      readonly value: bigint;
      readonly at: number;
    }
  | { readonly kind: "name"; readonly name: string; readonly at: number }
  | { readonly kind: "self"; readonly at: number }
  | { readonly kind: "dot"; readonly of: Expr; readonly name: string; readonly at: number }
  | { readonly kind: "index"; readonly of: Expr; readonly index: Expr; readonly at: number }
  | { readonly kind: "bits"; readonly of: Expr; readonly high: Expr; readonly low: Expr; readonly at: number }
  | { readonly kind: "unary"; readonly op: "!" | "-"; readonly arg: Expr; readonly at: number }
  | { readonly kind: "chain"; readonly first: Expr; readonly rest: readonly Link[]; readonly at: number }
  | { readonly kind: "implies"; readonly args: readonly Expr[]; readonly at: number }
  | { readonly kind: "set"; readonly items: readonly Expr[]; readonly at: number }
  | { readonly kind: "range"; readonly low: Expr; readonly high: Expr; readonly at: number }
  /** `case` (no `otherwise`: it is an error when no condition holds) and `c ? a : b`. */
  | {
      readonly kind: "case";
      readonly branches: readonly Branch[];
      readonly otherwise: Expr | null;
      readonly at: number;
    }
  | { readonly kind: "call"; readonly fn: Builtin; readonly args: readonly Expr[]; readonly at: number }
  | { readonly kind: "list"; readonly items: readonly Expr[]; readonly at: number }
  | {
      readonly kind: "path";
      readonly op: UnaryTemporal;
      readonly arg: Expr;
      readonly bound: Bound | null;
      readonly at: number;
    }
  | {
      readonly kind: "until";
      readonly op: "EU" | "AU";
      readonly left: Expr;
      readonly right: Expr;
      readonly bound: Bound | null;
      readonly at: number;
    };

export interface Link {
  readonly op: ChainOp;
  readonly arg: Expr;
  readonly at: number;
}

export interface Branch {
  readonly condition: Expr;
  readonly value: Expr;
}

export interface Bound {
  readonly low: number;
  readonly high: number;
}

export type ChainOp =
  | "<->"
  | "|"
  | "xor"
  | "xnor"
  | "&"
  | "U"
  | "S"
  | "V"
  | "T"
  | Comparison
  | "in"
  | "union"
  | "<<"
  | ">>"
  | "+"
  | "-"
  | "*"
  | "/"
  | "mod"
  | "::";

export type Comparison = "=" | "!=" | "<" | ">" | "<=" | ">=";

export type Builtin =
  | "next"
  | "bool"
  | "word1"
  | "toint"
  | "signed"
  | "unsigned"
  | "extend"
  | "resize"
  | "sizeof"
  | "uwconst"
  | "swconst"
  | "count"
  | "abs"
  | "min"
  | "max";

export type LinearUnary = "X" | "F" | "G" | "Y" | "Z" | "H" | "O";
export type BranchingUnary = "EX" | "AX" | "EF" | "AF" | "EG" | "AG" | "EBF" | "ABF" | "EBG" | "ABG";
export type UnaryTemporal = LinearUnary | BranchingUnary;

export type TypeExpr =
  | { readonly kind: "boolean"; readonly at: number }
  | { readonly kind: "word"; readonly signed: boolean; readonly width: Expr; readonly at: number }
  | { readonly kind: "range"; readonly low: Expr; readonly high: Expr; readonly at: number }
  | { readonly kind: "enum"; readonly values: readonly (string | number)[]; readonly at: number }
  | {
      readonly kind: "array";
      readonly low: Expr;
      readonly high: Expr;
      readonly of: TypeExpr;
      readonly at: number;
    }
  | {
      readonly kind: "module";
      readonly module: string;
      readonly args: readonly Expr[];
      readonly process: boolean;
      readonly at: number;
    };

export type Declaration =
  | {
      readonly kind: "variable";
      readonly role: "state" | "input" | "frozen";
      readonly name: string;
      readonly type: TypeExpr;
      readonly at: number;
    }
  | { readonly kind: "define"; readonly name: string; readonly body: Expr; readonly at: number }
  | { readonly kind: "constants"; readonly names: readonly string[]; readonly at: number }
  | {
      readonly kind: "assign";
      readonly when: "init" | "next" | "always";
      readonly target: Expr;
      readonly value: Expr;
      readonly at: number;
    }
  | { readonly kind: "constraint"; readonly on: "INIT" | "INVAR" | "TRANS"; readonly body: Expr; readonly at: number }
  | { readonly kind: "justice"; readonly body: Expr; readonly at: number }
  | { readonly kind: "compassion"; readonly often: Expr; readonly follows: Expr; readonly at: number }
  | {
      readonly kind: "spec";
      readonly logic: "ctl" | "ltl" | "invariant";
      readonly name: string | null;
      readonly body: Expr;
      /** `IN context`: the instance in which the formula is read. */
      readonly context: Expr | null;
      readonly at: number;
    }
  | {
      readonly kind: "psl";
      readonly name: string | null;
      readonly formula: Psl<Expr>;
      /** As it is written. */
      readonly text: string;
      readonly context: Expr | null;
      readonly at: number;
    }
  /** A question that is not answered here; it says nothing about the behaviour of the model. */
  | {
      readonly kind: "unsupported-spec";
      /** What to call the question; null for COMPUTE, which asks none. */
      readonly name: string | null;
      readonly why: string;
      readonly at: number;
    }
  | { readonly kind: "isa"; readonly module: string; readonly at: number };

export interface ModuleDeclaration {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Declaration[];
  readonly at: number;
}

export interface Program {
  readonly text: string;
  readonly modules: ReadonlyMap<string, ModuleDeclaration>;
  /** Whether a `next(…)` stands in an expression anywhere (left sides of assignments do not count). */
  readonly readsNext: boolean;
}

import type { VisToken } from "./tokens.js";

/** Expressions of VIS's Verilog. `at` is where one starts, or its operator. */
export type Expression =
  /** `width` is null for a number without size. `wild` has a 1 for each bit that is `?`, `x` or `z`. */
  | {
      readonly kind: "number";
      readonly value: bigint;
      readonly width: number | null;
      readonly wild: bigint;
      readonly at: VisToken;
    }
  | { readonly kind: "name"; readonly name: string; readonly at: VisToken }
  | { readonly kind: "index"; readonly base: Expression; readonly index: Expression; readonly at: VisToken }
  | {
      readonly kind: "slice";
      readonly base: Expression;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: VisToken;
    }
  | { readonly kind: "unary"; readonly op: UnaryOperator; readonly arg: Expression; readonly at: VisToken }
  | {
      readonly kind: "binary";
      readonly op: BinaryOperator;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: VisToken;
    }
  | {
      readonly kind: "choose";
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
      readonly at: VisToken;
    }
  | { readonly kind: "concat"; readonly parts: readonly Expression[]; readonly at: VisToken }
  | { readonly kind: "repeat"; readonly count: Expression; readonly part: Expression; readonly at: VisToken }
  | { readonly kind: "call"; readonly name: string; readonly args: readonly Expression[]; readonly at: VisToken }
  /** `$ND(…)`: any of the values. */
  | { readonly kind: "any"; readonly values: readonly Expression[]; readonly at: VisToken };

export type UnaryOperator = "!" | "~" | "-" | "+" | "&" | "|" | "^";
export type BinaryOperator =
  | "||"
  | "&&"
  | "|"
  | "^"
  | "~^"
  | "&"
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "<<"
  | ">>"
  | "+"
  | "-"
  | "*"
  | "/"
  | "%";

export type Statement =
  | {
      readonly kind: "assign";
      readonly target: Expression;
      readonly value: Expression;
      readonly blocking: boolean;
      readonly at: VisToken;
    }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly then: Statement;
      readonly otherwise: Statement | null;
      readonly at: VisToken;
    }
  | {
      readonly kind: "case";
      readonly subject: Expression;
      /** Without labels: the default. */
      readonly items: readonly { readonly labels: readonly Expression[] | null; readonly body: Statement }[];
      readonly at: VisToken;
    }
  | { readonly kind: "block"; readonly body: readonly Statement[]; readonly at: VisToken }
  | {
      readonly kind: "for";
      readonly variable: string;
      readonly from: Expression;
      readonly condition: Expression;
      readonly step: Expression;
      readonly body: Statement;
      readonly at: VisToken;
    }
  | { readonly kind: "task"; readonly name: string; readonly args: readonly Expression[]; readonly at: VisToken };

export interface Range {
  readonly left: Expression;
  readonly right: Expression;
}

/** What one declaration says of a name; several may add up (`output x; reg x;`). */
export interface Declaration {
  readonly name: string;
  readonly direction: "input" | "output" | null;
  readonly storage: "reg" | "wire" | "integer" | null;
  readonly type: string | null;
  readonly range: Range | null;
  readonly array: Range | null;
  readonly at: VisToken;
}

export interface Assignment {
  readonly target: Expression;
  readonly value: Expression;
  readonly at: VisToken;
}

/** `clock` is null for a block that computes whenever something changes. */
export interface Always {
  readonly clock: { readonly name: string; readonly edge: "posedge" | "negedge"; readonly at: VisToken } | null;
  readonly body: Statement;
  readonly at: VisToken;
}

/** A function or a task. */
export interface Routine {
  readonly kind: "function" | "task";
  readonly name: string;
  /** A function's result; one bit without. */
  readonly range: Range | null;
  readonly type: string | null;
  readonly declarations: readonly Declaration[];
  readonly body: Statement;
  readonly at: VisToken;
}

export interface Connection {
  /** Null where connections go by their order. */
  readonly port: string | null;
  /** Null where nothing is connected. */
  readonly value: Expression | null;
  readonly at: VisToken;
}

export interface Instance {
  readonly module: string;
  readonly name: string;
  readonly parameters: readonly Connection[];
  readonly connections: readonly Connection[];
  readonly at: VisToken;
}

export interface Parameter {
  readonly name: string;
  readonly value: Expression;
  readonly isLocal: boolean;
  readonly at: VisToken;
}

export interface VisModule {
  readonly name: string;
  readonly ports: readonly string[];
  readonly parameters: Parameter[];
  readonly declarations: Declaration[];
  readonly assignments: Assignment[];
  readonly always: Always[];
  readonly initial: Statement[];
  readonly routines: Routine[];
  readonly instances: Instance[];
  readonly at: VisToken;
}

export interface Enumeration {
  readonly name: string;
  readonly values: readonly string[];
}

export interface VisFile {
  readonly modules: ReadonlyMap<string, VisModule>;
  readonly types: ReadonlyMap<string, Enumeration>;
}

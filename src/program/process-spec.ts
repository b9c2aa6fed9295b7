import type { Actions } from "./action.js";
import type { Domain, Fields, Value } from "./compound.js";
import type { BoolExpr } from "./expression.js";
import type { Choose, ProcessFairness } from "./program.js";
import type { Statement } from "./statement.js";
import type { VariableOf } from "./variable.js";

// What an author says of a process, and what the functions that say it get to see.

export type Variables = Readonly<Record<string, Domain>>;

/** A state to look at: what guards, propositions and fairness conditions get. */
export type View<V extends Variables> = {
  readonly [K in keyof V]: DeepReadonly<Value<V[K]>>;
};

type DeepReadonly<T> =
  T extends Set<infer U>
    ? ReadonlySet<U>
    : T extends Map<infer K, infer U>
      ? ReadonlyMap<K, DeepReadonly<U>>
      : T extends readonly (infer U)[]
        ? readonly DeepReadonly<U>[]
        : T extends object
          ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
          : T;

/** A state to change: what effects get. */
export type Draft<V extends Variables> = {
  -readonly [K in keyof V]: Value<V[K]>;
};

/** An expression, or a function of the state. A function must only look. */
export type Predicate<V extends Variables> = BoolExpr | ((state: View<V>) => boolean);

export interface StepSpec<V extends Variables> {
  /** When the step can be taken; always when absent. */
  readonly when?: Predicate<V>;
  /**
   * What a scheduler grants this step, besides what it grants the process; nothing when absent. `none`: what it grants
   * the process does not speak of this step, which may be left undone.
   */
  readonly fair?: ProcessFairness | "none";
  /** What it does, at once: all values are read before anything is written. Or a function that changes the state it is given. */
  readonly do: Actions | ((state: Draft<V>, choose: Choose) => void);
}

export interface ProcessOptions {
  /** What a scheduler grants the process; nothing when absent. */
  readonly fair?: ProcessFairness;
}

/** A process with variables of its own, whose names follow its name: `node[2].term`. */
export interface LocalOptions<L extends Fields> extends ProcessOptions {
  readonly locals?: L;
}

/** Several processes of one kind, which know their numbers. */
export interface FamilyOptions<L extends Fields> extends LocalOptions<L> {
  readonly count: number;
}

/** A process as its own text sees it. */
export type Me<L extends Fields> = { readonly [K in keyof L]: VariableOf<L[K]> } & {
  /** Its number, from 0. */
  readonly id: number;
  /** It is about to execute the statement with one of these labels. */
  isAt(...labels: readonly string[]): BoolExpr;
};

/** What processes of one kind do: steps by name, or statements one after the other. */
export type Body<V extends Variables> = Readonly<Record<string, StepSpec<V>>> | readonly Statement[];

export const isSequence = (body: Body<never>): body is readonly Statement[] => Array.isArray(body);

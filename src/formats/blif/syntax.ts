import type { Word } from "./lines.js";

/** What a row says of one variable. */
export type Entry =
  | { readonly kind: "any" }
  /** One of these values, or none of them. */
  | { readonly kind: "values"; readonly values: readonly Word[]; readonly isNegated: boolean }
  /** The value of another variable of the table. */
  | { readonly kind: "same"; readonly as: Word };

export interface Row {
  readonly inputs: readonly Entry[];
  readonly outputs: readonly Entry[];
  readonly at: Word;
}

/** A table of BLIF-MV, or a cover of BLIF. */
export interface Table {
  readonly inputs: readonly Word[];
  readonly outputs: readonly Word[];
  readonly rows: Row[];
  /** What the outputs are where no row fits. */
  fallback: readonly Entry[] | null;
  /** The rows say where the output is 1 (or 0); elsewhere it is 0 (or 1). */
  isCover: boolean;
  readonly at: Word;
}

export interface BlifLatch {
  readonly input: Word;
  readonly output: Word;
  /** BLIF's own first value. */
  readonly first: "0" | "1" | "free";
}

export interface Subcircuit {
  readonly model: Word;
  readonly name: string;
  readonly connections: readonly { readonly formal: Word; readonly actual: Word }[];
}

/** The domain of variables that are not binary. */
export interface Domain {
  readonly size: number;
  /** Names of the values; numbers where there are none. */
  readonly values: readonly string[];
}

export interface BlifModel {
  readonly name: string;
  readonly inputs: Word[];
  readonly outputs: Word[];
  readonly domains: Map<string, Domain>;
  readonly tables: Table[];
  readonly latches: BlifLatch[];
  /** By the name of the latch. */
  readonly resets: Map<string, Table>;
  readonly subcircuits: Subcircuit[];
  readonly at: Word;
}

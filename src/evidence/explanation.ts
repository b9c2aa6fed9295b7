/** Why a behaviour shows what it shows. Signals are given by their positions in the trace. */
export interface Explanation {
  /** Of each condition: the first step in which the loop, or the end of a run, meets it, and the signals whose values make it so. */
  readonly conditions: readonly { readonly name: string; readonly step: number; readonly because: readonly number[] }[];
  /** A formula and its parts, each before what it is made of: whether it holds, by step. */
  readonly rows: readonly FormulaRow[];
  /** Signals that may be anything in all steps at once. */
  readonly anything: readonly number[];
}

export interface FormulaRow {
  readonly formula: string;
  readonly holds: readonly boolean[];
}

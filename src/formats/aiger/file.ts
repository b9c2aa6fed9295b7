/** In `latches`: the file says nothing about the reset, which then is 0. */
export const NO_RESET = -1;

/** Variables that a file may use: literals stay within 31 bits. */
export const MAX_VARIABLE = 2 ** 30 - 1;

/** The letters of the symbol table. */
export type SymbolKind = "i" | "l" | "o" | "b" | "c" | "j" | "f";

export interface AigerSymbol {
  readonly kind: SymbolKind;
  /** Position in the section of its kind, from 0. */
  readonly index: number;
  readonly name: string;
}

/**
 * An AIGER file as it is written: every field, in the file's own numbering and order. Reading a file and writing it again
 * gives the same bytes, if numbers are written without leading zeros and lines end in a plain newline.
 *
 * All literals are the file's (twice the variable, plus one when negated); `toDesign` gives them a meaning.
 */
export interface AigerFile {
  readonly encoding: "ascii" | "binary";
  /** How many of the header's M I L O A B C J F are written: 5 (format 1.0) to 9. */
  readonly headerFields: number;
  /** M of the header: at least the number of inputs, latches and gates; in a binary file exactly that. */
  readonly maxVariable: number;
  readonly inputs: Int32Array;
  /** Three numbers for each latch: its literal, the next state, the reset or NO_RESET. */
  readonly latches: Int32Array;
  readonly outputs: Int32Array;
  readonly bad: Int32Array;
  readonly constraints: Int32Array;
  /** The number of literals of each justice property; the literals stand one after the other in `justice`. */
  readonly justiceSizes: Int32Array;
  readonly justice: Int32Array;
  readonly fairness: Int32Array;
  /** Three numbers for each gate: its literal and the two fanins, in any order of gates if the file is ASCII. */
  readonly gates: Int32Array;
  readonly symbols: readonly AigerSymbol[];
  /** What follows the line `c`, to the end of the file; null without that line. */
  readonly comment: string | null;
  /** How symbols and comment are stored. Latin-1, which reads any bytes, only where they are not UTF-8. */
  readonly text: "utf-8" | "latin1";
}

/** The parts of a file that hold literals, in the order of the file. */
export type Section =
  | "input"
  | "latch"
  | "output"
  | "bad"
  | "constraint"
  | "justice size"
  | "justice"
  | "fairness"
  | "gate";

/** A literal of a file: which entry of which section, and which number of the entry (a gate has three). */
export interface Entry {
  readonly section: Section;
  readonly index: number;
  readonly field: number;
}

/** Throws the error that fits where the file came from. */
export type Fail = (code: string, problem: string, entry: Entry) => never;

/** Where the literals of justice property `index` begin in `justice`, for all properties, and the end of the last. */
export function justiceStarts(file: Pick<AigerFile, "justiceSizes">): Int32Array {
  const starts = new Int32Array(file.justiceSizes.length + 1);
  file.justiceSizes.forEach((size, i) => {
    starts[i + 1] = starts[i]! + size;
  });
  return starts;
}

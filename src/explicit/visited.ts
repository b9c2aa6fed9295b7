/** Where a search finds a state. */
export const NEW = 0;
export const ON_PATH = 1;
export const PROCESSED = 2;
export type Where = typeof NEW | typeof ON_PATH | typeof PROCESSED;

/** A set of conditions: bit j of the words for condition j. */
export type Marks = Int32Array;

export const marksWords = (conditions: number): number => Math.max(1, Math.ceil(conditions / 32));

export function allMarks(conditions: number, words = marksWords(conditions)): Marks {
  const marks = new Int32Array(words);
  for (let j = 0; j < conditions; j++) marks[j >> 5]! |= 1 << (j & 31);
  return marks;
}

/**
 * The memory of a nested emptiness search (Fig. 2): the stack `path`, the set `processed`, and a `label` for each of
 * their states. The path is always exact. `processed` may take states with equal hash values for one another, which
 * share a label: then some states are never visited.
 *
 * Lines 12-14 and 27-28 spell out what sharing does. Here a state on the path has a label of its own until it leaves;
 * then its label joins the shared one.
 */
export interface Visited {
  /** States that were put on the path. */
  readonly count: number;
  /** States on the path. */
  readonly depth: number;
  /** Of the states and their labels, with what finding them needs. */
  readonly tableBytes: number;
  /** Of the path, as far as it is not in the table, and the set `states` of Fig. 2. */
  readonly stackBytes: number;
  /** Bits for each state, without the room that hashing wastes. */
  readonly bitsPerState: number;
  /** How many of all states were visited: 1, or an estimate that is less. */
  coverage(): number;

  /** Where a state is: the found one, unless it is new. Then it is put on the path, with an empty label (line 7). */
  visit(data: Int32Array, at: number): Where;
  /** Where a state is: from now on until the next call, the found one. */
  find(data: Int32Array, at: number): Where;
  /** Adds to the label of the found state: was anything new? */
  addLabel(marks: Marks): boolean;
  /** Adds the label of the found state, which is on the path, to these. */
  addLabelTo(marks: Marks): void;
  /** How deep on the path the found state is, which is there. */
  foundDepth(): number;
  /** The label of the state on top of the path. */
  topLabel(into: Marks): void;
  /** From the path to the processed states (lines 12-17). */
  pop(): void;
  /** A state on the path, by its depth. */
  onPath(depth: number, into: Int32Array): void;

  /** Puts the found state, which is at `data[at]`, into the set `states` of Fig. 2. */
  defer(data: Int32Array, at: number): void;
  /** Takes a state out of that set; false when it is empty. */
  next(into: Int32Array): boolean;
}

/** Adds marks to a label that starts at a word of the entries, shifted; whether it grew. */
export function mergeMarks(entries: Int32Array, start: number, shift: number, marks: Marks): boolean {
  let grew = false;
  for (let w = 0; w < marks.length; w++) {
    const before = entries[start + w]!;
    const after = before | (marks[w]! << shift);
    if (before === after) continue;
    entries[start + w] = after;
    grew = true;
  }
  return grew;
}

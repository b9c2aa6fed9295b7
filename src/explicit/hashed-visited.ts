import { PathTable } from "./path-table.js";
import { type Marks, marksWords, NEW, ON_PATH, PROCESSED, type Visited, type Where } from "./visited.js";
import { WordStack } from "./word-stack.js";

/** A set of hash values with labels. Forgets nothing, but takes some states for others. */
export interface HashedStates {
  readonly bytes: number;
  readonly bitsPerState: number;
  coverage(count: number): number;
  /** Does it seem to be in the set? From now on until the next call, the found one. */
  has(data: Int32Array, at: number): boolean;
  /** Adds a state, or just the label to the state that it is taken for. */
  add(data: Int32Array, at: number, label: Marks): void;
  /** Adds to the label of the found state: was anything new? */
  addLabel(marks: Marks): boolean;
}

/** The path exactly, all other states by their hash values (Nested emptiness search, Section 4.3). */
export class HashedVisited implements Visited {
  count = 0;
  private readonly path: PathTable;
  private readonly states = new WordStack();
  private readonly top: Int32Array;
  private readonly label: Marks;
  // The depth of the found state, or -1 when it is processed.
  private found = -1;

  constructor(
    private readonly words: number,
    conditions: number,
    private readonly processed: HashedStates,
  ) {
    this.label = new Int32Array(marksWords(conditions));
    this.top = new Int32Array(words);
    this.path = new PathTable(words, this.label.length);
  }

  get depth(): number {
    return this.path.depth;
  }

  get tableBytes(): number {
    return this.processed.bytes;
  }

  get stackBytes(): number {
    return this.path.bytes + this.states.bytes;
  }

  get bitsPerState(): number {
    return this.processed.bitsPerState;
  }

  coverage(): number {
    return Math.min(1 - Number.EPSILON, this.processed.coverage(this.count));
  }

  visit(data: Int32Array, at: number): Where {
    const where = this.find(data, at);
    if (where !== NEW) return where;
    this.path.push(data, at);
    this.count++;
    return NEW;
  }

  find(data: Int32Array, at: number): Where {
    this.found = this.path.find(data, at);
    return this.found >= 0 ? ON_PATH : this.processed.has(data, at) ? PROCESSED : NEW;
  }

  addLabel(marks: Marks): boolean {
    if (this.found < 0) return this.processed.addLabel(marks);
    const { labels } = this.path;
    const start = this.path.labelOf(this.found);
    let grew = false;
    for (let w = 0; w < marks.length; w++) {
      if ((marks[w]! & ~labels[start + w]!) === 0) continue;
      labels[start + w]! |= marks[w]!;
      grew = true;
    }
    return grew;
  }

  addLabelTo(marks: Marks): void {
    const { labels } = this.path;
    const start = this.path.labelOf(this.found);
    for (let w = 0; w < marks.length; w++) marks[w]! |= labels[start + w]!;
  }

  foundDepth(): number {
    return this.found;
  }

  topLabel(into: Marks): void {
    this.path.label(this.depth - 1, into);
  }

  pop(): void {
    this.path.copy(this.depth - 1, this.top);
    this.path.label(this.depth - 1, this.label);
    this.path.pop();
    this.processed.add(this.top, 0, this.label);
  }

  onPath(depth: number, into: Int32Array): void {
    this.path.copy(depth, into);
  }

  defer(data: Int32Array, at: number): void {
    for (let k = 0; k < this.words; k++) this.states.push(data[at + k]!);
  }

  next(into: Int32Array): boolean {
    if (this.states.length === 0) return false;
    for (let k = this.words - 1; k >= 0; k--) into[k] = this.states.pop();
    return true;
  }
}

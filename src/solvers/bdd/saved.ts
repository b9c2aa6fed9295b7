import type { FlatForest } from "./flat.js";

/** What a file of diagrams holds: the order of all variables, top first, and diagrams over them. */
export interface SavedDiagrams {
  readonly order: readonly number[];
  readonly forest: FlatForest;
}

/** The bytes are not such a file, or not a whole one. */
export class SavedDiagramsError extends Error {
  override readonly name = "SavedDiagramsError";
}

/** "FLBDD", and the version of the format. */
const MAGIC = [0x46, 0x4c, 0x42, 0x44, 0x44, 1];

/*
 * After the magic, numbers of seven bits a byte, the low ones first, the top bit set on all but the last byte:
 *   variables, then the order
 *   nodes, then for each its variable and how far back its two edges lie: 2·node - edge, lo first
 *   diagrams, then the edge of each
 */

export function encode({ order, forest }: SavedDiagrams): Uint8Array {
  const { variable, lo, hi, roots } = forest;
  const out = new NumberWriter(6 * variable.length + 2 * order.length + 64);
  for (const byte of MAGIC) out.number(byte);
  out.list(order);
  out.number(variable.length);
  for (let i = 0; i < variable.length; i++) {
    out.number(variable[i]!);
    out.number(2 * (i + 1) - lo[i]!);
    out.number(2 * (i + 1) - hi[i]!);
  }
  out.list(roots);
  return out.bytes();
}

/** Throws SavedDiagramsError on anything that `encode` would not have written. */
export function decode(bytes: Uint8Array): SavedDiagrams {
  const input = new NumberReader(bytes);
  for (const byte of MAGIC) if (input.number() !== byte) throw new SavedDiagramsError("not a file of diagrams");
  const order = input.list();
  const seen = new Uint8Array(order.length);
  for (const v of order) seen[v] = 1;
  if (seen.includes(0)) throw new SavedDiagramsError("its order is not one of all variables");
  const nodes = input.length(3);
  const variable = new Int32Array(nodes);
  const lo = new Int32Array(nodes);
  const hi = new Int32Array(nodes);
  const check = (edge: number, below: number) => {
    if (edge < 0 || edge >= 2 * below) throw new SavedDiagramsError(`edge ${edge} leads to no node`);
    return edge;
  };
  for (let i = 0; i < nodes; i++) {
    const v = input.number();
    if (v >= order.length) throw new SavedDiagramsError(`there is no variable ${v}`);
    variable[i] = v;
    lo[i] = check(2 * (i + 1) - input.number(), i + 1);
    hi[i] = check(2 * (i + 1) - input.number(), i + 1);
  }
  const roots = input.list();
  for (const root of roots) check(root, nodes + 1);
  input.end();
  return { order, forest: { variable, lo, hi, roots } };
}

class NumberWriter {
  private buffer: Uint8Array;
  private at = 0;

  constructor(capacity: number) {
    this.buffer = new Uint8Array(capacity);
  }

  number(n: number): void {
    if (this.at + 5 > this.buffer.length) {
      const larger = new Uint8Array(2 * this.buffer.length);
      larger.set(this.buffer);
      this.buffer = larger;
    }
    let rest = n;
    for (; rest > 127; rest >>>= 7) this.buffer[this.at++] = 128 | (rest & 127);
    this.buffer[this.at++] = rest;
  }

  list(numbers: readonly number[]): void {
    this.number(numbers.length);
    for (const n of numbers) this.number(n);
  }

  bytes(): Uint8Array {
    return this.buffer.slice(0, this.at);
  }
}

class NumberReader {
  private at = 0;

  constructor(private readonly buffer: Uint8Array) {}

  number(): number {
    let n = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.buffer[this.at++];
      if (byte === undefined) throw new SavedDiagramsError("it ends too early");
      n += (byte & 127) * 2 ** shift;
      if (byte < 128) return n;
    }
    throw new SavedDiagramsError("a number is too large");
  }

  /** How many entries follow, of at least so many bytes each: never more than there are bytes for. */
  length(entryBytes: number): number {
    const n = this.number();
    if (n * entryBytes > this.buffer.length - this.at) throw new SavedDiagramsError("it ends too early");
    return n;
  }

  list(): number[] {
    const list: number[] = [];
    for (let left = this.length(1); left > 0; left--) list.push(this.number());
    return list;
  }

  end(): void {
    if (this.at < this.buffer.length) throw new SavedDiagramsError("something follows its end");
  }
}

import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import { own } from "../../text/record.js";
import { type Cell, type NetBit, netlistError } from "./netlist.js";

/**
 * A combinational cell of the synthesizer, on words. Its output bits are made one at a time where they need different
 * inputs: a word may feed back on itself as long as no bit does.
 */
export interface WordCell {
  /** The bits of nets that an output bit needs first; of a ripple carry also the output bit below. */
  needs(i: number): Iterable<NetBit>;
  /** The literal of an output bit, once those are known. */
  value(i: number): Lit;
}

/** What cells are built from. */
export interface Builder {
  readonly aig: Aig;
  /** Of a bit of a net that is known. */
  literal(bit: NetBit): Lit;
  /** A value that is undefined: anything, in every step. */
  anything(): Lit;
}

type Word = readonly NetBit[];

/** The meaning of a cell, or null when it is none of these: then it is not combinational, or not known here. */
export function wordCell(cell: Cell, b: Builder): WordCell | null {
  const { A = [], B = [], S = [], Y = [] } = cell.connections;
  const bitwise = BITWISE.get(cell.type);
  if (bitwise !== undefined) return new Bitwise(Y.length, extended(cell, A, Y.length), extended(cell, B, Y.length), bitwise, b); // biome-ignore format: one line
  const ripple = RIPPLE.get(cell.type);
  if (ripple !== undefined) {
    const [left, right] = ripple === "negative" ? [[], A] : [A, B];
    const both = [extended(cell, left, Y.length), extended(cell, right, Y.length)] as const;
    return new Ripple(Y, ...both, ripple !== "sum", b);
  }
  switch (cell.type) {
    case "$mux":
      return new Bits([S], (i) => [A[i]!, B[i]!], (i) => b.aig.mux(b.literal(S[0]!), b.literal(B[i]!), b.literal(A[i]!))); // biome-ignore format: one line
    case "$bwmux":
      return new Bits([], (i) => [S[i]!, A[i]!, B[i]!], (i) => b.aig.mux(b.literal(S[i]!), b.literal(B[i]!), b.literal(A[i]!))); // biome-ignore format: one line
    case "$pmux":
      return new Bits(
        [S],
        (i) => [A[i]!, ...choices(B, S, Y, i)],
        (i) => chosen(b, A[i]!, choices(B, S, Y, i), S),
      );
    default: {
      const whole = WHOLE.get(cell.type);
      return whole === undefined ? null : new Whole([A, B, S], () => whole(cell, b));
    }
  }
}

const choices = (B: Word, S: Word, Y: Word, i: number): NetBit[] => S.map((_, k) => B[k * Y.length + i]!);

/** The choice whose condition holds, all of them or'ed if several do, the default if none does. */
function chosen(b: Builder, otherwise: NetBit, values: Word, S: Word): Lit {
  const conditions = S.map((s) => b.literal(s));
  const any = b.aig.orAll(values.map((v, k) => b.aig.and(conditions[k]!, b.literal(v))));
  return b.aig.mux(b.aig.orAll(conditions), any, b.literal(otherwise));
}

const flag = (cell: Cell, name: string): boolean => /1/.test(own(cell.parameters, name) ?? "");

/** Operands are signed together or not at all. */
const isSigned = (cell: Cell): boolean =>
  flag(cell, "A_SIGNED") && (cell.connections.B === undefined || flag(cell, "B_SIGNED"));

/** Cut, or filled up with zeros or the sign. */
function extended(cell: Cell, word: Word, width: number): NetBit[] {
  const fill = isSigned(cell) && word.length > 0 ? word.at(-1)! : "0";
  return Array.from({ length: width }, (_, i) => word[i] ?? fill);
}

type Gate = (aig: Aig, a: Lit, b: Lit) => Lit;

const BITWISE: ReadonlyMap<string, Gate> = new Map<string, Gate>([
  ["$pos", (_, a) => a],
  ["$buf", (_, a) => a],
  ["$not", (_, a) => not(a)],
  ["$and", (aig, x, y) => aig.and(x, y)],
  ["$or", (aig, x, y) => aig.or(x, y)],
  ["$xor", (aig, x, y) => aig.xor(x, y)],
  ["$xnor", (aig, x, y) => aig.iff(x, y)],
]);

const RIPPLE: ReadonlyMap<string, "sum" | "difference" | "negative"> = new Map([
  ["$add", "sum"],
  ["$sub", "difference"],
  ["$neg", "negative"],
]);

class Bits implements WordCell {
  constructor(
    private readonly shared: readonly Word[],
    private readonly own: (i: number) => Iterable<NetBit>,
    readonly value: (i: number) => Lit,
  ) {}

  *needs(i: number): Iterable<NetBit> {
    for (const word of this.shared) yield* word;
    yield* this.own(i);
  }
}

class Bitwise extends Bits {
  constructor(width: number, A: Word, B: Word, gate: Gate, b: Builder) {
    if (A.length !== width || B.length !== width) throw new Error("operands are as wide as the result");
    super(
      [],
      (i) => [A[i]!, B[i]!],
      (i) => gate(b.aig, b.literal(A[i]!), b.literal(B[i]!)),
    );
  }
}

/** A sum or difference, whose carry goes up from bit to bit. */
class Ripple implements WordCell {
  private readonly carries: Lit[];

  constructor(
    private readonly Y: Word,
    private readonly A: Word,
    private readonly B: Word,
    private readonly isDifference: boolean,
    private readonly b: Builder,
  ) {
    this.carries = [isDifference ? TRUE : FALSE];
  }

  needs(i: number): NetBit[] {
    return [this.A[i]!, this.B[i]!, ...(i > 0 ? [this.Y[i - 1]!] : [])];
  }

  value(i: number): Lit {
    // An output bit that goes nowhere has not been asked for.
    for (let k = this.carries.length; k <= i; k++) this.carries[k] = this.at(k - 1).carry;
    return this.at(i).sum;
  }

  private at(i: number): { readonly sum: Lit; readonly carry: Lit } {
    const { aig } = this.b;
    const x = this.b.literal(this.A[i]!);
    const y = this.isDifference ? not(this.b.literal(this.B[i]!)) : this.b.literal(this.B[i]!);
    const carry = this.carries[i]!;
    const half = aig.xor(x, y);
    return { sum: aig.xor(half, carry), carry: aig.or(aig.and(x, y), aig.and(half, carry)) };
  }
}

/** All output bits at once, from all inputs. */
class Whole implements WordCell {
  private bits: readonly Lit[] | null = null;

  constructor(
    private readonly inputs: readonly Word[],
    private readonly make: () => readonly Lit[],
  ) {}

  *needs(): Iterable<NetBit> {
    if (this.bits === null) for (const word of this.inputs) yield* word;
  }

  value(i: number): Lit {
    this.bits ??= this.make();
    return this.bits[i]!;
  }
}

type Make = (cell: Cell, b: Builder) => readonly Lit[];

/** A condition as a word: filled up with zeros. */
const condition =
  (make: (cell: Cell, b: Builder) => Lit): Make =>
  (cell, b) =>
    vector.resized([make(cell, b)], cell.connections.Y!.length, false);

const literals = (word: Word | undefined, b: Builder): Lit[] => (word ?? []).map((bit) => b.literal(bit));

const parity = (cell: Cell, b: Builder): Lit =>
  literals(cell.connections.A, b).reduce<Lit>((x, y) => b.aig.xor(x, y), FALSE);

const anyOf = (word: Word | undefined, b: Builder): Lit => b.aig.orAll(literals(word, b));

/** Both operands, as wide as the wider one and `width`. */
function operands(cell: Cell, b: Builder, width = 0): [Lit[], Lit[]] {
  const { A = [], B = [] } = cell.connections;
  const wide = Math.max(width, A.length, B.length);
  return [literals(extended(cell, A, wide), b), literals(extended(cell, B, wide), b)];
}

function less(cell: Cell, b: Builder, isSwapped: boolean): Lit {
  const [x, y] = operands(cell, b);
  const [low, high] = isSwapped ? [y, x] : [x, y];
  return isSigned(cell) ? vector.lessSigned(b.aig, low, high) : vector.lessUnsigned(b.aig, low, high);
}

const equal = (cell: Cell, b: Builder): Lit => vector.equal(b.aig, ...operands(cell, b));

/** Left by an unsigned distance; what is filled in is 0. */
function shiftedLeft(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], B, Y = [] } = cell.connections;
  return vector.shiftLeft(b.aig, vector.resized(literals(A, b), Y.length, flag(cell, "A_SIGNED")), literals(B, b));
}

/** Right by an unsigned distance; an arithmetic shift of a signed word fills in its sign. */
function shiftedRight(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], B, Y = [] } = cell.connections;
  const signed = flag(cell, "A_SIGNED");
  const word = vector.resized(literals(A, b), Math.max(A.length, Y.length), signed);
  const fill = cell.type === "$sshr" && signed ? (word.at(-1) ?? FALSE) : FALSE;
  return lowest(b.aig, word, literals(B, b), Y.length, fill);
}

/** The lowest bits of a word that is shifted right: what no later step can bring down to them is left out. */
function lowest(aig: Aig, word: readonly Lit[], by: readonly Lit[], width: number, fill: Lit): Lit[] {
  let out = [...word];
  for (let stage = by.length - 1; stage >= 0; stage--) {
    const distance = stage < 31 ? 2 ** stage : Number.POSITIVE_INFINITY;
    const wanted = Math.min(out.length, width + distance - 1);
    const from = out;
    out = Array.from({ length: wanted }, (_, i) => aig.mux(by[stage]!, from[i + distance] ?? fill, from[i]!));
  }
  return Array.from({ length: width }, (_, i) => out[i] ?? fill);
}

/** Right, or left by a negative distance. */
function shifted(aig: Aig, word: readonly Lit[], by: readonly Lit[], width: number, signed: boolean): Lit[] {
  if (!signed || by.length === 0) return lowest(aig, word, by, width, FALSE);
  const left = vector.shiftLeft(aig, vector.resized(word, width, false), vector.negative(aig, by));
  return vector.select(aig, by.at(-1)!, left, lowest(aig, word, by.slice(0, -1), width, FALSE));
}

/** A part of a word from a place on; what lies outside of the word may be anything. */
function part(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], B, Y = [] } = cell.connections;
  const [by, signed] = [literals(B, b), flag(cell, "B_SIGNED")] as const;
  const value = shifted(b.aig, literals(A, b), by, Y.length, signed);
  const isInside = shifted(b.aig, A.map(() => TRUE), by, Y.length, signed); // biome-ignore format: one line
  return value.map((bit, i) => (isInside[i] === TRUE ? bit : b.aig.mux(isInside[i]!, bit, b.anything())));
}

function movedWord(cell: Cell, b: Builder): readonly Lit[] {
  const { A, B, Y = [] } = cell.connections;
  return shifted(b.aig, literals(A, b), literals(B, b), Y.length, flag(cell, "B_SIGNED"));
}

function multiplied(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], B = [], Y = [] } = cell.connections;
  const x = literals(extended(cell, A, Y.length), b);
  const y = literals(extended(cell, B, Y.length), b);
  const isConstant = (word: readonly Lit[]): boolean => word.every((l) => l === TRUE || l === FALSE);
  return isConstant(x) ? vector.product(b.aig, y, x) : vector.product(b.aig, x, y);
}

/** A quotient is cut towards zero. By zero it is all ones (1 of a negative dividend), and the remainder is the dividend. */
function divided(cell: Cell, b: Builder): readonly Lit[] {
  const { aig } = b;
  const width = cell.connections.Y!.length;
  const [x, y] = operands(cell, b, width);
  const signed = isSigned(cell);
  const { quotient, remainder } = signed ? vector.divideSigned(aig, x, y) : vector.divideUnsigned(aig, x, y);
  const isZero = not(aig.orAll(y));
  const ones = x.map((_, i) => (signed && i > 0 ? not(x.at(-1)!) : TRUE));
  const result =
    cell.type === "$div" ? vector.select(aig, isZero, ones, quotient) : vector.select(aig, isZero, x, remainder);
  return result.slice(0, width);
}

function power(cell: Cell, b: Builder): readonly Lit[] {
  const { aig } = b;
  const { A, B, Y = [] } = cell.connections;
  const exponent = literals(B, b);
  if (flag(cell, "B_SIGNED") && exponent.at(-1) !== FALSE)
    throw netlistError("verilog-unsupported", "an exponent that may be negative is not supported", cell.attributes);
  let square = vector.resized(literals(A, b), Y.length, flag(cell, "A_SIGNED"));
  let result = vector.constantBits(1, Y.length);
  const last = exponent.findLastIndex((bit) => bit !== FALSE);
  for (let i = 0; i <= last; i++) {
    result = vector.select(aig, exponent[i]!, vector.product(aig, result, square), result);
    if (i < last) square = vector.product(aig, square, square);
  }
  return result;
}

/** One of the words of A. */
function indexed(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], S = [], Y = [] } = cell.connections;
  let words = literals(A, b);
  for (const s of S) {
    const pairs = words.length / (2 * Y.length);
    const from = words;
    const at = (k: number) => from.slice(k * Y.length, (k + 1) * Y.length);
    words = Array.from({ length: pairs }, (_, k) =>
      vector.select(b.aig, b.literal(s), at(2 * k + 1), at(2 * k)),
    ).flat();
  }
  return words;
}

/** A at the place that is selected, zeros elsewhere. */
function placed(cell: Cell, b: Builder): readonly Lit[] {
  const { A = [], S = [], Y = [] } = cell.connections;
  const word = literals(A, b);
  const select = literals(S, b);
  return Y.map((_, i) => {
    const code = vector.hasCode(b.aig, select, Math.floor(i / A.length));
    return b.aig.and(code, word[i % A.length]!);
  });
}

const WHOLE: ReadonlyMap<string, Make> = new Map<string, Make>([
  ["$reduce_and", condition((c, b) => b.aig.andAll(literals(c.connections.A, b)))],
  ["$reduce_or", condition((c, b) => anyOf(c.connections.A, b))],
  ["$reduce_bool", condition((c, b) => anyOf(c.connections.A, b))],
  ["$reduce_xor", condition(parity)],
  ["$reduce_xnor", condition((c, b) => not(parity(c, b)))],
  ["$logic_not", condition((c, b) => not(anyOf(c.connections.A, b)))],
  ["$logic_and", condition((c, b) => b.aig.and(anyOf(c.connections.A, b), anyOf(c.connections.B, b)))],
  ["$logic_or", condition((c, b) => b.aig.or(anyOf(c.connections.A, b), anyOf(c.connections.B, b)))],
  ["$eq", condition(equal)],
  ["$eqx", condition(equal)],
  ["$ne", condition((c, b) => not(equal(c, b)))],
  ["$nex", condition((c, b) => not(equal(c, b)))],
  ["$lt", condition((c, b) => less(c, b, false))],
  ["$gt", condition((c, b) => less(c, b, true))],
  ["$ge", condition((c, b) => not(less(c, b, false)))],
  ["$le", condition((c, b) => not(less(c, b, true)))],
  ["$shl", shiftedLeft],
  ["$sshl", shiftedLeft],
  ["$shr", shiftedRight],
  ["$sshr", shiftedRight],
  ["$shift", movedWord],
  ["$shiftx", part],
  ["$mul", multiplied],
  ["$div", divided],
  ["$mod", divided],
  ["$pow", power],
  ["$bmux", indexed],
  ["$demux", placed],
]);

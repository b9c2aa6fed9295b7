import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import { readElement, writeElement } from "../../logic/memory.js";
import type { Bits } from "../../logic/vector.js";
import * as vector from "../../logic/vector.js";
import { TAGS } from "./syntax.js";

/** The circuit of an operator; `x`, `y`: the numbers that `slice` and the extensions come with. */
type OperatorCircuit = (aig: Aig, a: Bits, b: Bits, c: Bits, x: number, y: number) => Lit[];

const bitwise =
  (gate: (aig: Aig, x: Lit, y: Lit) => Lit): OperatorCircuit =>
  (aig, a, b) =>
    a.map((x, i) => gate(aig, x, b[i]!));

const one =
  (circuit: (aig: Aig, a: Bits, b: Bits) => Lit): OperatorCircuit =>
  (aig, a, b) => [circuit(aig, a, b)];

const signOf = (a: Bits): Lit => a[a.length - 1]!;

/** By the names of the language, which has the meaning of SMT-LIB: division by zero included. */
const CIRCUITS: Readonly<Record<string, OperatorCircuit>> = {
  not: (_, a) => vector.negatedBits(a),
  inc: vector.successor,
  dec: vector.predecessor,
  neg: vector.negative,
  redand: one((aig, a) => aig.andAll(a)),
  redor: one((aig, a) => aig.orAll(a)),
  redxor: one(vector.parity),

  and: bitwise((aig, x, y) => aig.and(x, y)),
  nand: bitwise((aig, x, y) => not(aig.and(x, y))),
  or: bitwise((aig, x, y) => aig.or(x, y)),
  nor: bitwise((aig, x, y) => not(aig.or(x, y))),
  xor: bitwise((aig, x, y) => aig.xor(x, y)),
  xnor: bitwise((aig, x, y) => aig.iff(x, y)),
  iff: bitwise((aig, x, y) => aig.iff(x, y)),
  implies: bitwise((aig, x, y) => aig.implies(x, y)),

  rol: vector.rotateLeft,
  ror: vector.rotateRight,
  sll: (aig, a, b) => vector.shiftLeft(aig, a, b),
  srl: (aig, a, b) => vector.shiftRight(aig, a, b, FALSE),
  sra: (aig, a, b) => vector.shiftRight(aig, a, b, signOf(a)),

  add: (aig, a, b) => vector.sum(aig, a, b),
  sub: vector.difference,
  mul: vector.product,
  udiv: (aig, a, b) => vector.divideUnsigned(aig, a, b).quotient,
  urem: (aig, a, b) => vector.divideUnsigned(aig, a, b).remainder,
  sdiv: (aig, a, b) => vector.divideSigned(aig, a, b).quotient,
  srem: (aig, a, b) => vector.divideSigned(aig, a, b).remainder,
  smod: vector.moduloSigned,

  eq: one(vector.equal),
  neq: one((aig, a, b) => not(vector.equal(aig, a, b))),
  ult: one(vector.lessUnsigned),
  ulte: one((aig, a, b) => not(vector.lessUnsigned(aig, b, a))),
  ugt: one((aig, a, b) => vector.lessUnsigned(aig, b, a)),
  ugte: one((aig, a, b) => not(vector.lessUnsigned(aig, a, b))),
  slt: one(vector.lessSigned),
  slte: one((aig, a, b) => not(vector.lessSigned(aig, b, a))),
  sgt: one((aig, a, b) => vector.lessSigned(aig, b, a)),
  sgte: one((aig, a, b) => not(vector.lessSigned(aig, a, b))),

  uaddo: one((aig, a, b) => vector.sumOverflows(aig, a, b, false)),
  saddo: one((aig, a, b) => vector.sumOverflows(aig, a, b, true)),
  usubo: one((aig, a, b) => vector.differenceOverflows(aig, a, b, false)),
  ssubo: one((aig, a, b) => vector.differenceOverflows(aig, a, b, true)),
  umulo: one((aig, a, b) => vector.productOverflows(aig, a, b, false)),
  smulo: one((aig, a, b) => vector.productOverflows(aig, a, b, true)),
  sdivo: one(vector.quotientOverflows),

  concat: (_, a, b) => [...b, ...a],
  slice: (_, a, __, ___, upper, lower) => a.slice(lower, upper + 1),
  uext: (_, a, __, ___, by) => vector.resized(a, a.length + by, false),
  sext: (_, a, __, ___, by) => vector.resized(a, a.length + by, true),
  ite: (aig, a, b, c) => vector.select(aig, a[0]!, b, c),
  read: (aig, a, b) => readElement(aig, a, b, a.length / 2 ** b.length),
  write: writeElement,
};

const byName = new Map(Object.entries(CIRCUITS));
const byTag = TAGS.map((name) => byName.get(name));

/** The circuit of an operator, by its tag. */
export const circuitOf = (tag: number): OperatorCircuit => byTag[tag]!;

/** The bits of a constant of the text. */
export function constantBits(tag: string, digits: string, width: number): Lit[] {
  switch (tag) {
    case "zero":
      return vector.constantBits(0, width);
    case "one":
      return vector.constantBits(1, width);
    case "ones":
      return vector.constantBits(-1, width);
    case "const":
      return Array.from(digits, (c) => (c === "1" ? TRUE : FALSE)).reverse();
    default:
      return vector.constantBits(BigInt(tag === "consth" ? `0x${digits}` : digits), width);
  }
}

/** How many gates an operator may need, generously: for limits, before any of them is made. */
export function gatesFor(tag: string, a: Bits, b: Bits): number {
  const width = a.length;
  switch (tag) {
    case "mul":
      return 8 * width * Math.min(vector.possibleOnes(a), vector.possibleOnes(b));
    case "umulo":
      return 32 * width * Math.min(vector.possibleOnes(a), vector.possibleOnes(b));
    case "smulo":
      return 32 * width * width;
    case "udiv":
    case "urem":
    case "sdiv":
    case "srem":
    case "smod":
      return 18 * width * width;
    case "sll":
    case "srl":
    case "sra":
      return 3 * width * (vector.codeWidth(width) + 1);
    case "rol":
    case "ror":
      return 3 * width * Math.min(b.length, Number.isInteger(Math.log2(width)) ? Math.log2(width) : b.length);
    case "add":
    case "sub":
    case "saddo":
    case "uaddo":
    case "ssubo":
    case "usubo":
      return 14 * width;
    default:
      return 4 * Math.max(width, b.length);
  }
}

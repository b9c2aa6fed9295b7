/** What operators take and give. Widths: n is that of the operands. */
export type Shape =
  | "unary" // n → n
  | "reduction" // n → 1
  | "binary" // n × n → n
  | "comparison" // n × n → 1
  | "equality" // any two of one sort → 1
  | "logical" // 1 × 1 → 1
  | "concat"
  | "slice"
  | "extension"
  | "ite"
  | "read"
  | "write";

const BY_SHAPE = {
  unary: ["not", "inc", "dec", "neg"],
  reduction: ["redand", "redor", "redxor"],
  binary: [
    ...["and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl"],
    ...["add", "mul", "sdiv", "udiv", "smod", "srem", "urem", "sub"],
  ],
  comparison: [
    ...["sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte"],
    ...["saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo"],
  ],
  equality: ["eq", "neq"],
  logical: ["iff", "implies"],
  concat: ["concat"],
  slice: ["slice"],
  extension: ["sext", "uext"],
  ite: ["ite"],
  read: ["read"],
  write: ["write"],
} as const satisfies Record<Shape, readonly string[]>;

export const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(BY_SHAPE).flatMap(([shape, names]) => names.map((name): [string, Shape] => [name, shape as Shape])),
);

const CONSTANTS = ["const", "constd", "consth", "one", "ones", "zero"] as const;
const DECLARATIONS = ["sort", "input", "state", "init", "next"] as const;
const ROOTS = ["bad", "constraint", "fair", "output", "justice"] as const;

/** Every word that may follow the number of a line. A line's `tag` is an index into these. */
export const TAGS: readonly string[] = [...DECLARATIONS, ...ROOTS, ...CONSTANTS, ...SHAPES.keys()];

const LETTERS = 27;
/** 27^10 is below 2^53: no two words have one key. */
const LONGEST_TAG = 10;
const keyOf = (name: string): number => Array.from(name).reduce((key, c) => LETTERS * key + c.charCodeAt(0) - 96, 0);
const byKey = new Map(TAGS.map((name, i) => [keyOf(name), i]));

/** The index of the tag in these bytes; undefined where there is none of this name. Every line has one: no text is made of it. */
export function tagIn(bytes: Uint8Array, start: number, end: number): number | undefined {
  if (end - start > LONGEST_TAG) return undefined;
  let key = 0;
  for (let i = start; i < end; i++) {
    const letter = bytes[i]! - 96;
    if (letter < 1 || letter >= LETTERS) return undefined;
    key = LETTERS * key + letter;
  }
  return byKey.get(key);
}

export const SORT = TAGS.indexOf("sort");
export const INPUT = TAGS.indexOf("input");
export const STATE = TAGS.indexOf("state");
export const INIT = TAGS.indexOf("init");
export const NEXT = TAGS.indexOf("next");
export const BAD = TAGS.indexOf("bad");
export const CONSTRAINT = TAGS.indexOf("constraint");
export const FAIR = TAGS.indexOf("fair");
export const OUTPUT = TAGS.indexOf("output");
export const JUSTICE = TAGS.indexOf("justice");

const firstConstant = TAGS.indexOf(CONSTANTS[0]);
const firstOperator = firstConstant + CONSTANTS.length;

export const isConstant = (tag: number): boolean => tag >= firstConstant && tag < firstOperator;
export const isOperator = (tag: number): boolean => tag >= firstOperator;
/** Other lines have no value: nothing can refer to them. */
export const isTerm = (tag: number): boolean => tag === INPUT || tag === STATE || tag >= firstConstant;

const ARITIES: Readonly<Record<Shape, number>> = {
  unary: 1,
  reduction: 1,
  binary: 2,
  comparison: 2,
  equality: 2,
  logical: 2,
  concat: 2,
  slice: 1,
  extension: 1,
  ite: 3,
  read: 2,
  write: 3,
};

const shapes = TAGS.map((name) => SHAPES.get(name));
const arities = shapes.map((shape) => (shape === undefined ? 0 : ARITIES[shape]));

export const shapeOf = (operator: number): Shape => shapes[operator]!;
/** How many terms a line reads, if it is an operator. */
export const arityOf = (tag: number): number => arities[tag]!;

/** A word of `width` bits, or an array of them with indices of `index` bits. */
export interface Sort {
  readonly width: number;
  readonly index: number | null;
}

export const sameSort = (a: Sort, b: Sort): boolean => a.width === b.width && a.index === b.index;

/** Bits of a value. */
export const bitsOf = ({ width, index }: Sort): number => (index === null ? width : width * 2 ** index);

export const sortText = ({ width, index }: Sort): string =>
  index === null ? `bitvec ${width}` : `array of bitvec ${width} by bitvec ${index}`;

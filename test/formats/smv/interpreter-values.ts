// The values of SMV and its operators on them, by their definitions: nothing of the reader is used.

export type Value = boolean | number | string | Word | ArrayOf | SetOf;

export class Word {
  constructor(
    readonly signed: boolean,
    readonly width: number,
    /** Unsigned. */
    readonly bits: bigint,
  ) {}

  get value(): bigint {
    return this.signed ? BigInt.asIntN(this.width, this.bits) : this.bits;
  }

  with(bits: bigint): Word {
    return new Word(this.signed, this.width, BigInt.asUintN(this.width, bits));
  }
}

export class ArrayOf {
  constructor(
    readonly low: number,
    readonly items: readonly Value[],
  ) {}
}

export class SetOf {
  constructor(readonly items: readonly Value[]) {}
}

/** An expression that the language calls an error. */
export class Undefined extends Error {}

export const itemsOf = (v: Value): readonly Value[] => (v instanceof SetOf ? v.items : [v]);

export function same(a: Value, b: Value): boolean {
  if (a instanceof Word && b instanceof Word) return a.bits === b.bits;
  if (a instanceof ArrayOf && b instanceof ArrayOf) return a.items.every((x, i) => same(x, b.items[i]!));
  return a === b;
}

export const isMember = (v: Value, set: Value): boolean => itemsOf(set).some((x) => same(x, v));

export const asInteger = (v: Value): bigint => (v instanceof Word ? v.value : BigInt(v as number | boolean));

/** The left operand first, as in most languages; `& | ->` may also be decided by the right one alone. */
export function binary(op: string, left: () => Value, right: () => Value): Value {
  if (op === "&" || op === "|" || op === "->") return connective(op, left, right);
  return strict(op, left(), right());
}

function connective(op: "&" | "|" | "->", left: () => Value, right: () => Value): Value {
  const decides = (v: Value, isLeft: boolean): boolean =>
    op === "&" ? v === false : op === "|" ? v === true : isLeft ? v === false : v === true;
  const a = attempt(left);
  if (!(a instanceof Undefined) && decides(a, true)) return op !== "&";
  const b = attempt(right);
  if (!(b instanceof Undefined) && decides(b, false)) return op !== "&";
  if (a instanceof Undefined) throw a;
  if (b instanceof Undefined) throw b;
  return strict(op, a, b);
}

function attempt(f: () => Value): Value | Undefined {
  try {
    return f();
  } catch (e) {
    if (e instanceof Undefined) return e;
    throw e;
  }
}

function strict(op: string, a: Value, b: Value): Value {
  switch (op) {
    case "=":
      return same(a, b);
    case "!=":
      return !same(a, b);
    case "in":
      return itemsOf(a).every((x) => isMember(x, b));
    case "union":
      return new SetOf([...itemsOf(a), ...itemsOf(b)]);
    case "<":
      return asInteger(a) < asInteger(b);
    case ">":
      return asInteger(a) > asInteger(b);
    case "<=":
      return asInteger(a) <= asInteger(b);
    case ">=":
      return asInteger(a) >= asInteger(b);
  }
  if (a instanceof Word) return words(op, a, b);
  if (typeof a === "boolean") return booleans(op, a, b as boolean);
  return integers(op, a as number, b as number);
}

function booleans(op: string, a: boolean, b: boolean): boolean {
  switch (op) {
    case "&":
      return a && b;
    case "|":
      return a || b;
    case "->":
      return !a || b;
    case "xor":
      return a !== b;
    case "xnor":
    case "<->":
      return a === b;
    default:
      throw new Error(`Boolean ${op}`);
  }
}

function integers(op: string, a: number, b: number): number {
  if ((op === "/" || op === "mod") && b === 0) throw new Undefined("division by zero");
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b + 0;
    case "/":
      return Math.trunc(a / b) + 0;
    case "mod":
      return (a % b) + 0;
    default:
      throw new Error(`integer ${op}`);
  }
}

function words(op: string, a: Word, b: Value): Word {
  if (op === "<<" || op === ">>") {
    const by = asInteger(b);
    if (by < 0n || by > BigInt(a.width)) throw new Undefined("shift");
    return a.with(op === "<<" ? a.bits << by : a.value >> by);
  }
  const c = b as Word;
  if (op === "::") return new Word(false, a.width + c.width, (a.bits << BigInt(c.width)) | c.bits);
  if ((op === "/" || op === "mod") && c.bits === 0n) throw new Undefined("division by zero");
  switch (op) {
    case "+":
      return a.with(a.bits + c.bits);
    case "-":
      return a.with(a.bits - c.bits);
    case "*":
      return a.with(a.bits * c.bits);
    case "/":
      return a.with(a.value / c.value);
    case "mod":
      return a.with(a.value % c.value);
    case "&":
      return a.with(a.bits & c.bits);
    case "|":
      return a.with(a.bits | c.bits);
    case "xor":
      return a.with(a.bits ^ c.bits);
    case "xnor":
    case "<->":
      return a.with(~(a.bits ^ c.bits));
    case "->":
      return a.with(~a.bits | c.bits);
    default:
      throw new Error(`word ${op}`);
  }
}

export function call(fn: string, args: readonly Value[]): Value {
  const [a, b] = args as [Value, Value];
  switch (fn) {
    case "bool":
      return asInteger(a) !== 0n;
    case "word1":
      return new Word(false, 1, a === true ? 1n : 0n);
    case "toint":
      return Number(asInteger(a));
    case "signed":
    case "unsigned":
      return new Word(fn === "signed", (a as Word).width, (a as Word).bits);
    case "extend":
      return resize(a as Word, (a as Word).width + (b as number));
    case "resize":
      return resize(a as Word, b as number);
    case "sizeof":
      return (a as Word).width;
    case "uwconst":
    case "swconst":
      return new Word(fn === "swconst", b as number, BigInt.asUintN(b as number, BigInt(a as number)));
    case "count":
      return args.filter((v) => v === true).length;
    case "abs":
      return Math.abs(a as number);
    case "min":
      return Math.min(a as number, b as number);
    case "max":
      return Math.max(a as number, b as number);
    default:
      throw new Error(fn);
  }
}

function resize(w: Word, width: number): Word {
  if (width >= w.width || !w.signed) return new Word(w.signed, width, BigInt.asUintN(width, w.value));
  const sign = w.value < 0n ? 1n << BigInt(width - 1) : 0n;
  return new Word(true, width, BigInt.asUintN(width - 1, w.bits) | sign);
}

/** As NuSMV and the traces write it. */
export function show(v: Value): string {
  if (typeof v === "boolean") return v ? "TRUE" : "FALSE";
  if (!(v instanceof Word)) return `${v}`;
  const sign = v.value < 0n ? "-" : "";
  return `${sign}0${v.signed ? "s" : "u"}d${v.width}_${v.value < 0n ? -v.value : v.value}`;
}

/**
 * BTOR2 by its definition, on integers of any size: words are bigints, arrays lists of them. Shares nothing with the reader
 * but the language. Files are believed to be well-formed, their symbols and comments to be absent.
 */
export type Value = bigint | readonly bigint[];

/** By the number of an input's or state's line. */
export type Valuation = ReadonlyMap<number, Value>;

interface Line {
  readonly tag: string;
  readonly args: readonly string[];
}

interface Sort {
  readonly width: number;
  /** Elements of an array; 0 for a word. */
  readonly elements: number;
}

export class Interpreter {
  private readonly lines = new Map<number, Line>();
  readonly inputs: number[] = [];
  readonly states: number[] = [];
  readonly inits = new Map<number, number>();
  readonly nexts = new Map<number, number>();

  constructor(text: string) {
    for (const line of text.split("\n")) {
      const [id = "", tag = "", ...args] = line.split(" ");
      if (id === "" || id === ";") continue;
      this.lines.set(Number(id), { tag, args });
      if (tag === "input") this.inputs.push(Number(id));
      if (tag === "state") this.states.push(Number(id));
      if (tag === "init") this.inits.set(Number(args[1]), Number(args[2]));
      if (tag === "next") this.nexts.set(Number(args[1]), Number(args[2]));
    }
  }

  /** The operands of all lines with a tag: of a justice property several. */
  all(tag: string): number[][] {
    const found = [...this.lines.values()].filter((l) => l.tag === tag);
    return found.map(({ args }) => (tag === "justice" ? args.slice(1) : args).map(Number));
  }

  sort(id: number): Sort {
    const { tag, args } = this.lines.get(Math.abs(id))!;
    if (tag !== "sort") return this.sort(Number(args[0]));
    if (args[0] === "bitvec") return { width: Number(args[1]), elements: 0 };
    return { width: this.sort(Number(args[2])).width, elements: 2 ** this.sort(Number(args[1])).width };
  }

  /** What was computed for a valuation, by line: terms share parts. */
  private readonly computed = new WeakMap<Valuation, Map<number, Value>>();

  /** The value of a term; a negative number negates it. A valuation must not change once something was asked of it. */
  value(id: number, at: Valuation): Value {
    if (id < 0) {
      const { width } = this.sort(-id);
      return BigInt.asUintN(width, ~(this.value(-id, at) as bigint));
    }
    const known = this.computed.get(at) ?? new Map<number, Value>();
    this.computed.set(at, known);
    const value = at.get(id) ?? known.get(id) ?? this.compute(id, at);
    known.set(id, value);
    return value;
  }

  private compute(id: number, at: Valuation): Value {
    const { tag, args } = this.lines.get(id)!;
    const { width } = this.sort(id);
    const cut = (v: bigint): bigint => BigInt.asUintN(width, v);
    switch (tag) {
      case "zero":
        return 0n;
      case "one":
        return 1n;
      case "ones":
        return cut(-1n);
      case "const":
        return BigInt(`0b${args[1]}`);
      case "constd":
        return cut(BigInt(args[1]!));
      case "consth":
        return BigInt(`0x${args[1]}`);
      case "slice":
        return BigInt.asUintN(width, (this.value(Number(args[1]), at) as bigint) >> BigInt(args[3]!));
      case "uext":
        return this.value(Number(args[1]), at);
      case "sext":
        return cut(BigInt.asIntN(this.sort(Number(args[1])).width, this.value(Number(args[1]), at) as bigint));
    }
    const [a, b, c] = args.slice(1).map((arg) => this.value(Number(arg), at));
    switch (tag) {
      case "read":
        return (a as readonly bigint[])[Number(b)]!;
      case "write":
        return (a as readonly bigint[]).map((v, i) => (BigInt(i) === b ? (c as bigint) : v));
      case "ite":
        return a === 1n ? b! : c!;
      case "eq":
        return bit(same(a!, b!));
      case "neq":
        return bit(!same(a!, b!));
    }
    const operand = this.sort(Number(args[1])).width;
    const second = args.length > 2 ? this.sort(Number(args[2])).width : operand;
    return cut(operate(tag, operand, second, a as bigint, (b as bigint | undefined) ?? 0n));
  }

  /** The first value of a state, spread over all elements where it is a word; null without one. */
  first(state: number, at: Valuation): Value | null {
    const init = this.inits.get(state);
    if (init === undefined) return null;
    const value = this.value(init, at);
    const { elements } = this.sort(state);
    return elements > 0 && typeof value === "bigint" ? Array<bigint>(elements).fill(value) : value;
  }
}

const same = (a: Value, b: Value): boolean => String(a) === String(b);

const bit = (holds: boolean): bigint => (holds ? 1n : 0n);

/** Operators on words of `w` bits (`v` the second one of concat), cut to their width by the caller. */
function operate(tag: string, w: number, v: number, a: bigint, b: bigint): bigint {
  const sa = BigInt.asIntN(w, a);
  const sb = BigInt.asIntN(w, b);
  const fits = (x: bigint): boolean => BigInt.asIntN(w, x) === x;
  const fitsUnsigned = (x: bigint): boolean => BigInt.asUintN(w, x) === x;
  const turn = Number(b % BigInt(w));
  const digits = a.toString(2).padStart(w, "0");
  const rotated = (left: number): bigint => BigInt(`0b${digits.slice(left)}${digits.slice(0, left)}`);
  switch (tag) {
    case "not":
      return ~a;
    case "inc":
      return a + 1n;
    case "dec":
      return a - 1n;
    case "neg":
      return -a;
    case "redand":
      return bit(!digits.includes("0"));
    case "redor":
      return bit(a !== 0n);
    case "redxor":
      return BigInt(digits.replace(/0/g, "").length % 2);
    case "iff":
    case "xnor":
      return ~(a ^ b);
    case "implies":
      return ~a | b;
    case "and":
      return a & b;
    case "nand":
      return ~(a & b);
    case "or":
      return a | b;
    case "nor":
      return ~(a | b);
    case "xor":
      return a ^ b;
    case "rol":
      return rotated(turn);
    case "ror":
      return rotated((w - turn) % w);
    case "sll":
      return b >= BigInt(w) ? 0n : a << b;
    case "srl":
      return b >= BigInt(w) ? 0n : a >> b;
    case "sra":
      return sa >> (b >= BigInt(w) ? BigInt(w) : b);
    case "add":
      return a + b;
    case "sub":
      return a - b;
    case "mul":
      return a * b;
    case "udiv":
      return b === 0n ? -1n : a / b;
    case "urem":
      return b === 0n ? a : a % b;
    case "sdiv":
      return b === 0n ? (sa < 0n ? 1n : -1n) : sa / sb;
    case "srem":
      return b === 0n ? a : sa % sb;
    case "smod":
      return b === 0n ? a : ((sa % sb) + sb) % sb;
    case "ult":
      return bit(a < b);
    case "ulte":
      return bit(a <= b);
    case "ugt":
      return bit(a > b);
    case "ugte":
      return bit(a >= b);
    case "slt":
      return bit(sa < sb);
    case "slte":
      return bit(sa <= sb);
    case "sgt":
      return bit(sa > sb);
    case "sgte":
      return bit(sa >= sb);
    case "uaddo":
      return bit(!fitsUnsigned(a + b));
    case "saddo":
      return bit(!fits(sa + sb));
    case "usubo":
      return bit(!fitsUnsigned(a - b));
    case "ssubo":
      return bit(!fits(sa - sb));
    case "umulo":
      return bit(!fitsUnsigned(a * b));
    case "smulo":
      return bit(!fits(sa * sb));
    case "sdivo":
      return bit(b !== 0n && !fits(sa / sb));
    case "concat":
      return (a << BigInt(v)) | b;
    default:
      throw new Error(`the interpreter does not know '${tag}'`);
  }
}

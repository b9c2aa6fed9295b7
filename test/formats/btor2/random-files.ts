import type { Random } from "../../../src/logic/random.js";

const SAME = ["and", "nand", "nor", "or", "xnor", "xor", "rol", "ror", "sll", "sra", "srl", "add", "mul", "sdiv"];
const BINARY = [...SAME, "udiv", "smod", "srem", "urem", "sub"];
const ORDERS = ["sgt", "ugt", "sgte", "ugte", "slt", "ult", "slte", "ulte"];
const COMPARISONS = [...ORDERS, "saddo", "uaddo", "sdivo", "smulo", "umulo", "ssubo", "usubo", "eq", "neq"];
const UNARY = ["not", "inc", "dec", "neg"];
const REDUCTIONS = ["redand", "redor", "redxor"];

export interface FileShape {
  readonly widths: readonly number[];
  readonly inputs: number;
  readonly states: number;
  readonly terms: number;
  /** Index and element width of the arrays. */
  readonly array: readonly [number, number] | null;
}

/** A well-formed file of random terms, with first values, next values, properties, constraints and fairness. */
export function randomFile(random: Random, shape: FileShape): string {
  return new Writer(random, shape).text();
}

interface Term {
  readonly id: number;
  /** The width of a word; -1 for the array. */
  readonly width: number;
  readonly readsInput: boolean;
}

class Writer {
  private readonly lines: string[] = [];
  private readonly sorts = new Map<number, number>();
  private readonly terms: Term[] = [];

  constructor(
    private readonly random: Random,
    private readonly shape: FileShape,
  ) {}

  text(): string {
    const { shape, random } = this;
    for (const width of new Set([1, ...shape.widths, ...(shape.array ?? [])]))
      this.sorts.set(width, this.add(`sort bitvec ${width}`));
    if (shape.array !== null)
      this.sorts.set(-1, this.add(`sort array ${shape.array.map((w) => this.sorts.get(w)!).join(" ")}`));
    for (const width of this.sorts.keys()) if (width > 0) this.constant(width);
    const isArray = (k: number): boolean => shape.array !== null && k === 0;
    for (let k = 0; k < shape.inputs; k++)
      this.term("input", isArray(k) && shape.states === 0 ? -1 : this.width(), "", true);
    const states: { term: Term; first: Term | null }[] = [];
    for (let k = 0; k < shape.states; k++) {
      const width = isArray(k) ? -1 : this.width();
      const first = this.firstValue(width);
      states.push({ term: this.term("state", width, "", false), first });
    }
    for (let k = 0; k < shape.terms; k++) this.operator();
    for (const { term, first } of states) {
      const sort = this.sorts.get(term.width)!;
      if (first !== null && random.below(4) > 0) this.add(`init ${sort} ${term.id} ${this.reference(first)}`);
      if (random.below(5) > 0) this.add(`next ${sort} ${term.id} ${this.any(term.width)}`);
    }
    for (const tag of ["bad", "bad", "constraint", "fair"])
      if (tag === "bad" || random.below(2) === 0) this.add(`${tag} ${this.any(1)}`);
    for (const count of [1, 2])
      this.add(`justice ${count} ${Array.from({ length: count }, () => this.any(1)).join(" ")}`);
    return `${this.lines.join("\n")}\n`;
  }

  /** Numbers of lines have gaps. */
  private next = 0;

  private add(content: string): number {
    this.next += 1 + this.random.below(2);
    this.lines.push(`${this.next} ${content}`);
    return this.next;
  }

  private term(tag: string, width: number, operands: string, readsInput: boolean): Term {
    const id = this.add(`${tag} ${this.sorts.get(width)}${operands === "" ? "" : ` ${operands}`}`);
    const term = { id, width, readsInput };
    this.terms.push(term);
    return term;
  }

  private width(): number {
    return this.pick(this.shape.widths);
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.random.below(from.length)]!;
  }

  private constant(width: number): void {
    const { random } = this;
    const bits = Array.from({ length: width }, () => random.below(2)).join("");
    const value = BigInt(`0b${bits}`);
    this.term("const", width, bits, false);
    this.term("constd", width, `${random.below(2) === 0 ? value : BigInt.asIntN(width, value)}`, false);
    this.term("consth", width, value.toString(16), false);
    this.term(this.pick(["zero", "one", "ones"]), width, "", false);
  }

  /** A term of this width that reads no input; for arrays also a constant element. */
  private firstValue(width: number): Term | null {
    const element = this.shape.array?.[1];
    const constants = width === -1 ? this.terms.filter((t) => t.width === element && !t.readsInput) : [];
    const fitting = [...constants, ...this.terms.filter((t) => t.width === width && !t.readsInput)];
    return fitting.length === 0 ? null : this.pick(fitting);
  }

  private chosen(width: number): Term {
    const fitting = this.terms.filter((t) => t.width === width);
    // Late ones more often, so that terms get deep.
    return fitting[
      fitting.length - 1 - Math.min(this.random.below(fitting.length), this.random.below(fitting.length))
    ]!;
  }

  private reference(term: Term): number {
    return term.width > 0 && this.random.below(4) === 0 ? -term.id : term.id;
  }

  private any(width: number): number {
    return this.reference(this.chosen(width));
  }

  private operator(): Term {
    const { random } = this;
    const width = this.width();
    const operation = (tag: string, result: number, widths: readonly number[], more = ""): Term => {
      const operands = widths.map((w) => this.any(w));
      return this.term(tag, result, `${operands.join(" ")}${more}`, true);
    };
    const array = this.shape.array;
    switch (random.below(array === null ? 9 : 12)) {
      case 0:
        return operation(this.pick(UNARY), width, [width]);
      case 1:
        return operation(this.pick(REDUCTIONS), 1, [width]);
      case 2:
      case 3:
        return operation(this.pick(BINARY), width, [width, width]);
      case 4:
        return operation(this.pick(COMPARISONS), 1, [width, width]);
      case 5:
        return operation(this.pick(["iff", "implies"]), 1, [1, 1]);
      case 6:
        return operation("ite", width, [1, width, width]);
      case 7: {
        const wider = this.pick([...this.sorts.keys()].filter((w) => w >= width));
        if (random.below(2) === 0 || wider === width)
          return operation(this.pick(["uext", "sext"]), wider, [width], ` ${wider - width}`);
        return this.sorts.has(wider - width)
          ? operation("concat", wider, [width, wider - width])
          : operation("uext", wider, [width], ` ${wider - width}`);
      }
      case 8: {
        const narrower = this.pick([...this.sorts.keys()].filter((w) => w > 0 && w <= width));
        const lower = random.below(width - narrower + 1);
        return operation("slice", narrower, [width], ` ${lower + narrower - 1} ${lower}`);
      }
      case 9:
        return operation("read", array![1], [-1, array![0]]);
      case 10:
        return operation("write", -1, [-1, array![0], array![1]]);
      default:
        return random.below(2) === 0
          ? operation("ite", -1, [1, -1, -1])
          : operation(this.pick(["eq", "neq"]), 1, [-1, -1]);
    }
  }
}

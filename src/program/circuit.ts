import type { Aig } from "../logic/aig.js";
import { FALSE, type Lit, not } from "../logic/lit.js";
import {
  type Bits,
  constantBits,
  difference,
  divideUnsigned,
  equal,
  integerWidth,
  lessSigned,
  product,
  resized,
  select,
  sum,
} from "../logic/vector.js";
import { arithmeticBounds, boundsOf, type Term } from "./term.js";

/** A number as a circuit: two's complement, just wide enough for `low` to `high`. Booleans are 0 and 1. */
export interface Value {
  readonly bits: Bits;
  readonly low: number;
  readonly high: number;
  /** Where evaluating it is an error; the bits mean nothing there. */
  readonly fails: Lit;
}

/** Terms as circuits, by the meaning that `evaluate` gives them. `slots` are the values of the slots. */
export class TermCircuits {
  private readonly made = new Map<Term, Value>();

  constructor(
    readonly aig: Aig,
    private readonly slots: readonly Value[],
  ) {}

  /** Of a term that is 0 or 1. */
  condition(term: Term): { readonly lit: Lit; readonly fails: Lit } {
    const { bits, fails } = this.value(term);
    return { lit: bits[0]!, fails };
  }

  value(term: Term): Value {
    let value = this.made.get(term);
    if (value === undefined) {
      value = this.make(term);
      this.made.set(term, value);
    }
    return value;
  }

  private make(term: Term): Value {
    const { aig } = this;
    switch (term.op) {
      case "constant":
        return number(constantBits(term.value, integerWidth(term.value, term.value)), term.value, term.value, FALSE);
      case "slot":
        return this.slots[term.slot]!;
      case "element":
        return this.element(term);
      case "not": {
        const { lit, fails } = this.condition(term.arg);
        return bool(not(lit), fails);
      }
      case "and": {
        const { lits, fails } = this.inOrder(term.args, (lit) => lit);
        return bool(aig.andAll(lits), fails);
      }
      case "or": {
        const { lits, fails } = this.inOrder(term.args, not);
        return bool(aig.orAll(lits), fails);
      }
      case "equal":
      case "less": {
        const [a, b, fails] = this.pair(term.left, term.right);
        return bool(term.op === "equal" ? equal(aig, a, b) : lessSigned(aig, a, b), fails);
      }
      case "plus":
      case "minus":
      case "times": {
        const { low, high } = arithmeticBounds(term.op, boundsOf(term.left), boundsOf(term.right));
        const [a, b, fails] = this.pair(term.left, term.right, integerWidth(low, high));
        const circuit = { plus: sum, minus: difference, times: product }[term.op];
        return number(circuit(aig, a, b), low, high, fails);
      }
      case "min":
      case "max": {
        const { low, high } = boundsOf(term);
        const [a, b, fails] = this.pair(term.left, term.right);
        const isLess = lessSigned(aig, a, b);
        return number(select(aig, term.op === "min" ? isLess : not(isLess), a, b), low, high, fails);
      }
      case "bitand":
      case "bitor":
      case "bitxor": {
        const { low, high } = boundsOf(term);
        const [a, b, fails] = this.pair(term.left, term.right);
        const gate = ({ bitand: "and", bitor: "or", bitxor: "xor" } as const)[term.op];
        return number(
          a.map((bit, i) => aig[gate](bit, b[i]!)),
          low,
          high,
          fails,
        );
      }
      case "divide":
      case "modulo":
        return this.divided(term.op, this.value(term.left), this.value(term.right));
      case "bounded": {
        const index = this.value(term.arg);
        return number(index.bits, 0, term.length - 1, aig.or(index.fails, this.outside(index, 0, term.length - 1)));
      }
      case "mod":
        return this.mod(this.value(term.left), term.modulus);
      case "if": {
        const { lit, fails } = this.condition(term.condition);
        const yes = this.value(term.yes);
        const no = this.value(term.no);
        const { low, high } = boundsOf(term);
        const width = integerWidth(low, high);
        const bits = select(aig, lit, resized(yes.bits, width, true), resized(no.bits, width, true));
        return number(bits, low, high, aig.or(fails, aig.mux(lit, yes.fails, no.fails)));
      }
    }
  }

  private element({ first, length, index, low, high }: Term & { op: "element" }): Value {
    const { aig } = this;
    const at = this.value(index);
    const width = integerWidth(low, high);
    const hits = Array.from({ length }, (_, k) => this.isValue(at, k));
    let bits: Lit[] = resized(this.slots[first]!.bits, width, true);
    for (let k = 1; k < length; k++)
      bits = select(aig, hits[k]!, resized(this.slots[first + k]!.bits, width, true), bits);
    return number(bits, low, high, aig.or(at.fails, this.outside(at, 0, length - 1)));
  }

  /** The value is not one of `low` to `high`. */
  outside(value: Value, low: number, high: number): Lit {
    const { aig } = this;
    const below = value.low < low ? this.less(value, constant(low)) : FALSE;
    const above = value.high > high ? this.less(constant(high), value) : FALSE;
    return aig.or(below, above);
  }

  isValue(value: Value, n: number): Lit {
    if (n < value.low || n > value.high) return FALSE;
    return equal(this.aig, value.bits, constantBits(n, value.bits.length));
  }

  private less(a: Value, b: Value): Lit {
    const width = Math.max(a.bits.length, b.bits.length);
    return lessSigned(this.aig, resized(a.bits, width, true), resized(b.bits, width, true));
  }

  /** Values of arguments that are looked at one after the other, as long as `goesOn` says so. */
  private inOrder(args: readonly Term[], goesOn: (lit: Lit) => Lit): { readonly lits: Lit[]; readonly fails: Lit } {
    const { aig } = this;
    const values = args.map((arg) => this.condition(arg));
    const fails = values.reduceRight((later, { lit, fails: now }) => aig.or(now, aig.and(goesOn(lit), later)), FALSE);
    return { lits: values.map(({ lit }) => lit), fails };
  }

  /** Two values of one width, at least the given one, and where one of them is an error. */
  private pair(left: Term, right: Term, width = 1): [Bits, Bits, Lit] {
    const a = this.value(left);
    const b = this.value(right);
    const common = Math.max(width, a.bits.length, b.bits.length);
    return [resized(a.bits, common, true), resized(b.bits, common, true), this.aig.or(a.fails, b.fails)];
  }

  /** Rounded down, and what is left: of the dividend plus a multiple of the divisor that makes it positive. */
  private divided(op: "divide" | "modulo", a: Value, b: Value): Value {
    const { aig } = this;
    const { low, high } = arithmeticBounds(op, a, b);
    const fails = aig.orAll([a.fails, b.fails, this.outside(b, 1, b.high)]);
    const times = Math.max(0, -a.low);
    // Room for the divisor, too, which may be larger than anything that it divides.
    const width = integerWidth(a.low, Math.max(a.high, b.high, 1) + times * Math.max(1, b.high)) + 1;
    const divisor = resized(b.bits, width, true);
    const offset = product(aig, divisor, constantBits(times, width));
    const dividend = sum(aig, resized(a.bits, width, true), offset);
    const { quotient, remainder } = divideUnsigned(aig, dividend, divisor);
    const result = op === "modulo" ? remainder : difference(aig, quotient, constantBits(times, width));
    return number(result, low, high, fails);
  }

  private mod(value: Value, modulus: number): Value {
    const { aig } = this;
    if (value.low >= 0 && value.high < modulus)
      return { ...value, low: 0, high: modulus - 1, bits: resized(value.bits, integerWidth(0, modulus - 1), true) };
    // A multiple of the modulus makes it positive.
    const offset = value.low >= 0 ? 0 : Math.ceil(-value.low / modulus) * modulus;
    const width = Math.max(integerWidth(0, value.high + offset), integerWidth(0, modulus));
    const positive = sum(aig, resized(value.bits, width, true), constantBits(offset, width));
    const { remainder } = divideUnsigned(aig, positive, constantBits(modulus, width));
    return number(remainder, 0, modulus - 1, value.fails);
  }
}

export const bool = (lit: Lit, fails: Lit = FALSE): Value => ({ bits: [lit, FALSE], low: 0, high: 1, fails });

const number = (bits: Bits, low: number, high: number, fails: Lit): Value => ({
  bits: resized(bits, integerWidth(low, high), true),
  low,
  high,
  fails,
});

const constant = (n: number): Value => number(constantBits(n, integerWidth(n, n)), n, n, FALSE);

/** The number whose distance from `low` the code bits are. */
export function decoded(aig: Aig, code: Bits, low: number, high: number): Value {
  const width = integerWidth(low, high);
  return number(sum(aig, resized(code, width, false), constantBits(low, width)), low, high, FALSE);
}

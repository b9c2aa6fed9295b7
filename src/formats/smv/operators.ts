import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import { type Bits, codeWidth, constantBits, hasCode, integerWidth, tableBits } from "../../logic/vector.js";
import type { InputError } from "../../text/input-error.js";
import type { Comparison } from "./syntax.js";
import {
  type ArrayValue,
  type BoolValue,
  bool,
  type Constant,
  choiceOf,
  type EnumValue,
  type Failures,
  failing,
  guardFails,
  type IntValue,
  integer,
  joinFails,
  typeName,
  type Value,
  type WordValue,
} from "./values.js";

/** Integer expressions may not leave what a double holds exactly. */
const MAX_MAGNITUDE = 2 ** 48;
/** Beyond this many values an integer is not treated value by value. */
export const MAX_VALUES = 4096;

/** What the operators need from whoever reports: both are given a place in the text. */
export interface Reporter {
  error(code: string, problem: string, at: number): InputError;
  /** Something accepted that the language's current version would not accept. */
  note(code: string, problem: string, at: number): void;
}

/** The operators of the language on values, with its rules on types. Every method gives a value for its circuit. */
export class Operators {
  constructor(
    readonly aig: Aig,
    private readonly report: Reporter,
  ) {}

  // Conversions

  /** Older versions of the language let 0 and 1 stand for FALSE and TRUE; models written for them still do. */
  toBool(v: Value, at: number, where: string): BoolValue {
    if (v.kind === "boolean") return v;
    if (v.kind === "integer" && v.low >= 0 && v.high <= 1) {
      this.report.note("smv-integer-as-boolean", "0 and 1 are read as FALSE and TRUE here, as in older versions", at);
      return bool(v.bits[0]!, v.fails);
    }
    throw this.typeError(`${where} must be a Boolean, not ${typeName(v)}`, at);
  }

  toInt(v: Value, at: number, where: string): IntValue {
    if (v.kind === "integer") return v;
    if (v.kind === "boolean") {
      this.report.note("smv-boolean-as-integer", "a Boolean is read as 0 or 1 here, as in older versions", at);
      return this.intOfBool(v);
    }
    throw this.typeError(`${where} must be an integer, not ${typeName(v)}`, at);
  }

  intOfBool(v: BoolValue): IntValue {
    if (v.lit === FALSE || v.lit === TRUE) return integer([], v.lit, v.lit, v.fails);
    return integer([v.lit, FALSE], 0, 1, v.fails);
  }

  typeError(problem: string, at: number): InputError {
    return this.report.error("smv-type", problem, at);
  }

  /** An integer as a value of an enumeration that also has symbols. */
  enumOfInt(v: IntValue, at: number): EnumValue {
    const size = v.high - v.low + 1;
    if (size > MAX_VALUES) throw this.report.error("smv-limit", `more than ${MAX_VALUES} values beside symbols`, at);
    const values = Array.from({ length: size }, (_, i) => v.low + i);
    const wide = vector.resized(v.bits, integerWidth(v.low, v.high) + 1, true);
    const code = vector.difference(this.aig, wide, constantBits(v.low, wide.length));
    return { kind: "enum", values, bits: code.slice(0, codeWidth(size)), fails: v.fails };
  }

  recode(v: EnumValue, values: readonly Constant[]): Bits {
    if (sameConstants(v.values, values)) return v.bits;
    const width = codeWidth(values.length);
    return tableBits(
      this.aig,
      v.bits,
      v.values.map((c) => constantBits(Math.max(values.indexOf(c), 0), width)),
    );
  }

  // Boolean and bitwise

  not(v: Value, at: number): Value {
    if (v.kind === "word") return { ...v, bits: vector.negatedBits(v.bits) };
    const b = this.toBool(v, at, "the operand of '!'");
    return bool(not(b.lit), b.fails);
  }

  /** `& | xor xnor -> <->` on two Booleans or two equal words. */
  logical(op: "&" | "|" | "xor" | "xnor" | "->" | "<->", left: Value, right: Value, at: number): Value {
    if (left.kind === "word" && right.kind === "word") {
      this.sameWords(op, left, right, at);
      const bits = left.bits.map((x, i) => this.gate(op, x, right.bits[i]!));
      return { ...left, bits, fails: joinFails(left.fails, right.fails) };
    }
    if (left.kind === "word" || right.kind === "word") throw this.operands(op, left, right, at);
    const a = this.toBool(left, at, `the left operand of '${op}'`);
    const b = this.toBool(right, at, `the right operand of '${op}'`);
    return bool(this.gate(op, a.lit, b.lit), this.lazyFails(op, a, b));
  }

  private gate(op: "&" | "|" | "xor" | "xnor" | "->" | "<->", a: Lit, b: Lit): Lit {
    switch (op) {
      case "&":
        return this.aig.and(a, b);
      case "|":
        return this.aig.or(a, b);
      case "->":
        return this.aig.implies(a, b);
      case "xor":
        return this.aig.xor(a, b);
      default:
        return this.aig.iff(a, b);
    }
  }

  /** One operand alone may decide a conjunction, whatever happens in the other: `i < 3 & a[i]`. */
  private lazyFails(op: string, a: BoolValue, b: BoolValue): Failures {
    if (a.fails.length === 0 && b.fails.length === 0) return a.fails;
    if (op === "xor" || op === "xnor" || op === "<->") return joinFails(a.fails, b.fails);
    const aMatters = op === "&" || op === "->" ? a.lit : not(a.lit);
    const bMatters = op === "&" ? b.lit : not(b.lit);
    return joinFails(
      guardFails(this.aig, a.fails, this.aig.or(bMatters, failing(this.aig, b))),
      guardFails(this.aig, b.fails, this.aig.or(aMatters, failing(this.aig, a))),
    );
  }

  private sameWords(op: string, a: WordValue, b: WordValue, at: number): void {
    if (a.signed !== b.signed || a.bits.length !== b.bits.length) throw this.operands(op, a, b, at);
  }

  operands(op: string, a: Value, b: Value, at: number): InputError {
    return this.typeError(`'${op}' does not apply to ${typeName(a)} and ${typeName(b)}`, at);
  }

  // Comparison

  compare(op: Comparison, left: Value, right: Value, at: number): BoolValue {
    const fails = joinFails(left.fails, right.fails);
    if (op === "=" || op === "!=") {
      const same = this.equalLit(left, right, op, at);
      return bool(op === "=" ? same : not(same), fails);
    }
    const swap = op === ">" || op === "<=";
    const less = swap ? this.less(right, left, op, at) : this.less(left, right, op, at);
    return bool(op === "<" || op === ">" ? less : not(less), fails);
  }

  less(a: Value, b: Value, op: string, at: number): Lit {
    if (a.kind === "word" && b.kind === "word") {
      this.sameWords(op, a, b, at);
      return (a.signed ? vector.lessSigned : vector.lessUnsigned)(this.aig, a.bits, b.bits);
    }
    if (a.kind === "enum" || b.kind === "enum" || a.kind === "word" || b.kind === "word") {
      throw this.operands(op, a, b, at);
    }
    const x = this.toInt(a, at, `an operand of '${op}'`);
    const y = this.toInt(b, at, `an operand of '${op}'`);
    if (x.high < y.low) return TRUE;
    if (x.low >= y.high) return FALSE;
    const width = Math.max(x.bits.length, y.bits.length);
    return vector.lessSigned(this.aig, vector.resized(x.bits, width, true), vector.resized(y.bits, width, true));
  }

  /** Whether two values of comparable types are the same. */
  equalLit(a: Value, b: Value, op: string, at: number): Lit {
    if (a.kind === "boolean" && b.kind === "boolean") return this.aig.iff(a.lit, b.lit);
    if (a.kind === "word" && b.kind === "word") {
      this.sameWords(op, a, b, at);
      return vector.equal(this.aig, a.bits, b.bits);
    }
    if (a.kind === "array" && b.kind === "array") return this.equalArrays(a, b, op, at);
    if (a.kind === "set" || b.kind === "set" || a.kind === "array" || b.kind === "array") {
      throw this.operands(op, a, b, at);
    }
    if (a.kind === "word" || b.kind === "word") throw this.operands(op, a, b, at);
    if (a.kind === "enum" || b.kind === "enum") {
      if (a.kind === "boolean" || b.kind === "boolean") throw this.operands(op, a, b, at);
      return this.equalEnums(a, b, at);
    }
    return this.equalInts(this.toInt(a, at, `an operand of '${op}'`), this.toInt(b, at, `an operand of '${op}'`));
  }

  private equalInts(a: IntValue, b: IntValue): Lit {
    if (a.high < b.low || b.high < a.low) return FALSE;
    const width = Math.max(a.bits.length, b.bits.length);
    return vector.equal(this.aig, vector.resized(a.bits, width, true), vector.resized(b.bits, width, true));
  }

  private equalEnums(a: EnumValue | IntValue, b: EnumValue | IntValue, at: number): Lit {
    const x = a.kind === "enum" ? a : this.enumOfInt(a, at);
    const y = b.kind === "enum" ? b : this.enumOfInt(b, at);
    if (sameConstants(x.values, y.values)) return vector.equal(this.aig, x.bits, y.bits);
    const [few, many] = x.values.length <= y.values.length ? [x, y] : [y, x];
    const pairs = few.values.flatMap((c, i) => {
      const j = many.values.indexOf(c);
      return j < 0 ? [] : [this.aig.and(hasCode(this.aig, few.bits, i), hasCode(this.aig, many.bits, j))];
    });
    return this.aig.orAll(pairs);
  }

  private equalArrays(a: ArrayValue, b: ArrayValue, op: string, at: number): Lit {
    if (a.low !== b.low || a.items.length !== b.items.length) throw this.operands(op, a, b, at);
    return this.aig.andAll(a.items.map((x, i) => this.equalLit(x, b.items[i]!, op, at)));
  }

  // Arithmetic

  negate(v: Value, at: number): Value {
    if (v.kind === "word") return { ...v, bits: vector.negative(this.aig, v.bits) };
    const n = this.toInt(v, at, "the operand of '-'");
    const width = integerWidth(Math.min(n.low, -n.high), Math.max(n.high, -n.low));
    return integer(vector.negative(this.aig, vector.resized(n.bits, width, true)), -n.high || 0, -n.low || 0, n.fails);
  }

  arithmetic(op: "+" | "-" | "*" | "/" | "mod", left: Value, right: Value, at: number): Value {
    if (left.kind === "word" && right.kind === "word") return this.wordArithmetic(op, left, right, at);
    if (left.kind === "word" || right.kind === "word") throw this.operands(op, left, right, at);
    const a = this.toInt(left, at, `the left operand of '${op}'`);
    const b = this.toInt(right, at, `the right operand of '${op}'`);
    switch (op) {
      case "+":
        return this.intResult(vector.sum, a, b, [a.low + b.low, a.high + b.high], at);
      case "-":
        return this.intResult(vector.difference, a, b, [a.low - b.high, a.high - b.low], at);
      case "*": {
        const corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high];
        return this.intResult(vector.product, a, b, [Math.min(...corners), Math.max(...corners)], at);
      }
      default:
        return this.intDivision(op, a, b, joinFails(joinFails(a.fails, b.fails), this.zeroDivisor(b, at)));
    }
  }

  private intResult(
    circuit: (aig: Aig, a: Bits, b: Bits) => Lit[],
    a: IntValue,
    b: IntValue,
    [low, high]: readonly [number, number],
    at: number,
  ): IntValue {
    this.checkMagnitude(low, high, at);
    const width = Math.max(integerWidth(low, high), a.bits.length, b.bits.length);
    const bits = circuit(this.aig, vector.resized(a.bits, width, true), vector.resized(b.bits, width, true));
    return integer(bits, low + 0, high + 0, joinFails(a.fails, b.fails));
  }

  private checkMagnitude(low: number, high: number, at: number): void {
    if (low < -MAX_MAGNITUDE || high > MAX_MAGNITUDE) {
      throw this.report.error("smv-limit", `this integer can lie beyond ±2^48 (it ranges over ${low}..${high})`, at);
    }
  }

  private zeroDivisor(b: IntValue | WordValue, at: number): Failures {
    const zero = not(this.aig.orAll(b.bits));
    return zero === FALSE ? [] : [{ when: zero, problem: "division by zero", at }];
  }

  private intDivision(op: "/" | "mod", a: IntValue, b: IntValue, fails: Failures): IntValue {
    const width = Math.max(a.bits.length, b.bits.length) + 1;
    const x = vector.resized(a.bits, width, true);
    const y = vector.resized(b.bits, width, true);
    const { quotient, remainder } = vector.divideSigned(this.aig, x, y);
    if (op === "/") {
      const [low, high] = quotientBounds(a, b);
      return integer(quotient, low, high, fails);
    }
    const largest = Math.max(Math.abs(b.low), Math.abs(b.high), 1) - 1;
    const low = a.low >= 0 ? 0 : -Math.min(-a.low, largest);
    const high = a.high <= 0 ? 0 : Math.min(a.high, largest);
    return integer(remainder, low || 0, high || 0, fails);
  }

  private wordArithmetic(op: "+" | "-" | "*" | "/" | "mod", a: WordValue, b: WordValue, at: number): WordValue {
    this.sameWords(op, a, b, at);
    const fails = joinFails(a.fails, b.fails);
    switch (op) {
      case "+":
        return { ...a, bits: vector.sum(this.aig, a.bits, b.bits), fails };
      case "-":
        return { ...a, bits: vector.difference(this.aig, a.bits, b.bits), fails };
      case "*":
        return { ...a, bits: vector.product(this.aig, a.bits, b.bits), fails };
    }
    const divide = a.signed ? vector.divideSigned : vector.divideUnsigned;
    const { quotient, remainder } = divide(this.aig, a.bits, b.bits);
    return { ...a, bits: op === "/" ? quotient : remainder, fails: joinFails(fails, this.zeroDivisor(b, at)) };
  }

  abs(v: Value, at: number): Value {
    const zero = v.kind === "word" ? { ...v, bits: constantBits(0, v.bits.length) } : integer([], 0, 0);
    const positive = this.compare(">=", v, zero, at);
    const joined = this.mux(positive, v, this.negate(v, at), at);
    if (v.kind !== "integer" || joined.kind !== "integer") return joined;
    const low = v.low >= 0 ? v.low : v.high <= 0 ? -v.high : 0;
    return integer(joined.bits, low || 0, Math.max(Math.abs(v.low), Math.abs(v.high)), joined.fails);
  }

  /** min(a, b) and max(a, b). */
  extreme(which: "min" | "max", a: Value, b: Value, at: number): Value {
    const less = this.compare("<", a, b, at);
    const joined = which === "min" ? this.mux(less, a, b, at) : this.mux(less, b, a, at);
    if (a.kind !== "integer" || b.kind !== "integer" || joined.kind !== "integer") return joined;
    const of = which === "min" ? Math.min : Math.max;
    return integer(joined.bits, of(a.low, b.low), of(a.high, b.high), joined.fails);
  }

  count(args: readonly Value[], at: number): IntValue {
    return args
      .map((v) => this.intOfBool(this.toBool(v, at, "an argument of 'count'")))
      .reduce((a, b) => this.arithmetic("+", a, b, at) as IntValue);
  }

  // Casts

  boolCast(v: Value, at: number): BoolValue {
    if (v.kind === "boolean") return v;
    const isWord1 = v.kind === "word" && !v.signed && v.bits.length === 1;
    if (v.kind !== "integer" && !isWord1) {
      throw this.typeError(`'bool' applies to an integer or an unsigned word[1], not to ${typeName(v)}`, at);
    }
    return bool(this.aig.orAll(v.bits), v.fails);
  }

  word1(v: Value, at: number): WordValue {
    const b = this.toBool(v, at, "the argument of 'word1'");
    return { kind: "word", signed: false, bits: [b.lit], fails: b.fails };
  }

  toIntCast(v: Value, at: number): IntValue {
    if (v.kind === "integer") return v;
    if (v.kind === "boolean") return this.intOfBool(v);
    if (v.kind !== "word") throw this.typeError(`'toint' does not apply to ${typeName(v)}`, at);
    const width = v.bits.length;
    const known = vector.constantOf(v.bits);
    if (known !== null) {
      const n = Number(v.signed ? BigInt.asIntN(width, known) : known);
      this.checkMagnitude(n, n, at);
      return integer([], n, n, v.fails);
    }
    const low = v.signed ? -(2 ** (width - 1)) : 0;
    const high = v.signed ? 2 ** (width - 1) - 1 : 2 ** width - 1;
    this.checkMagnitude(low, high, at);
    return integer(v.signed ? v.bits : [...v.bits, FALSE], low, high, v.fails);
  }

  // Conditions and arrays

  mux(condition: BoolValue, then: Value, otherwise: Value, at: number): Value {
    const fails = joinFails(
      condition.fails,
      joinFails(
        guardFails(this.aig, then.fails, condition.lit),
        guardFails(this.aig, otherwise.fails, not(condition.lit)),
      ),
    );
    return { ...this.select(condition.lit, then, otherwise, at), fails };
  }

  private select(condition: Lit, then: Value, otherwise: Value, at: number): Value {
    if (then.kind === "set" || otherwise.kind === "set") {
      return {
        kind: "set",
        choice: {
          kind: "if",
          condition,
          whenTrue: choiceOf(then, at),
          whenFalse: choiceOf(otherwise, at),
        },
        fails: [],
      };
    }
    if (then.kind === "word" && otherwise.kind === "word") {
      this.sameWords("?:", then, otherwise, at);
      return { ...then, bits: vector.select(this.aig, condition, then.bits, otherwise.bits) };
    }
    if (then.kind === "array" && otherwise.kind === "array") {
      if (then.low !== otherwise.low || then.items.length !== otherwise.items.length) {
        throw this.operands("?:", then, otherwise, at);
      }
      return { ...then, items: then.items.map((x, i) => this.mux(bool(condition), x, otherwise.items[i]!, at)) };
    }
    return this.selectScalar(condition, then, otherwise, at);
  }

  private selectScalar(condition: Lit, a: Value, b: Value, at: number): Value {
    if (a.kind === "boolean" && b.kind === "boolean") return bool(this.aig.mux(condition, a.lit, b.lit));
    const isScalar = (v: Value): v is BoolValue | IntValue | EnumValue =>
      v.kind === "boolean" || v.kind === "integer" || v.kind === "enum";
    if (!isScalar(a) || !isScalar(b)) throw this.branches(a, b, at);
    if (a.kind === "enum" || b.kind === "enum") {
      if (a.kind === "boolean" || b.kind === "boolean") throw this.branches(a, b, at);
      return this.selectEnum(condition, a, b, at);
    }
    // One is an integer. 0 and 1 beside a Boolean are the Booleans of older versions.
    const isBit = (v: BoolValue | IntValue): boolean => v.kind === "boolean" || (v.low >= 0 && v.high <= 1);
    if ((a.kind === "boolean" || b.kind === "boolean") && isBit(a) && isBit(b)) {
      return bool(this.aig.mux(condition, this.toBool(a, at, "this value").lit, this.toBool(b, at, "this value").lit));
    }
    if (a.kind === "boolean" || b.kind === "boolean") throw this.branches(a, b, at);
    const width = Math.max(a.bits.length, b.bits.length);
    const bits = vector.select(
      this.aig,
      condition,
      vector.resized(a.bits, width, true),
      vector.resized(b.bits, width, true),
    );
    return integer(bits, Math.min(a.low, b.low), Math.max(a.high, b.high));
  }

  private branches(a: Value, b: Value, at: number): InputError {
    return this.typeError(`the alternatives are ${typeName(a)} and ${typeName(b)}`, at);
  }

  private selectEnum(condition: Lit, a: EnumValue | IntValue, b: EnumValue | IntValue, at: number): EnumValue {
    const x = a.kind === "enum" ? a : this.enumOfInt(a, at);
    const y = b.kind === "enum" ? b : this.enumOfInt(b, at);
    const values = sameConstants(x.values, y.values) ? x.values : [...new Set([...x.values, ...y.values])];
    const bits = vector.select(this.aig, condition, this.recode(x, values), this.recode(y, values));
    return { kind: "enum", values, bits, fails: [] };
  }

  element(v: Value, index: Value, at: number): Value {
    if (v.kind !== "array") throw this.typeError(`only arrays have elements; this is ${typeName(v)}`, at);
    const i =
      index.kind === "word" || index.kind === "boolean" ? this.toIntCast(index, at) : this.toInt(index, at, "an index");
    const last = v.low + v.items.length - 1;
    let result = v.items[Math.max(0, Math.min(i.high, last) - v.low)]!;
    for (let k = Math.min(i.high, last) - 1; k >= Math.max(i.low, v.low); k--) {
      result = this.mux(bool(this.equalInts(i, integer([], k, k))), v.items[k - v.low]!, result, at);
    }
    const outside = this.aig.or(
      this.less(i, integer([], v.low, v.low), "<", at),
      this.less(integer([], last, last), i, "<", at),
    );
    const bound: Failures =
      outside === FALSE ? [] : [{ when: outside, problem: `index outside of ${v.low}..${last}`, at }];
    return { ...result, fails: joinFails(joinFails(result.fails, v.fails), joinFails(i.fails, bound)) };
  }
}

function sameConstants(a: readonly Constant[], b: readonly Constant[]): boolean {
  return a === b || (a.length === b.length && a.every((c, i) => c === b[i]));
}

/** Of the quotient that is cut towards zero. */
function quotientBounds(a: IntValue, b: IntValue): [number, number] {
  // Divisors nearest to zero give the largest quotients, the ones farthest from it the smallest.
  const divisors = [b.low, b.high, -1, 1].filter((d) => d !== 0 && d >= b.low && d <= b.high);
  const quotients = divisors.flatMap((d) => [Math.trunc(a.low / d), Math.trunc(a.high / d)]);
  if (quotients.length === 0) return [0, 0];
  if (a.low <= 0 && a.high >= 0) quotients.push(0);
  return [Math.min(...quotients) + 0, Math.max(...quotients) + 0];
}

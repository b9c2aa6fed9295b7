import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import type { InputError } from "../../text/input-error.js";
import { constantValue } from "./constants.js";
import type { Network } from "./network.js";
import { bitsFor, type Part, Parts, type Values } from "./parts.js";
import type { Enumeration, Expression, Routine } from "./syntax.js";
import { type VisToken, visError } from "./tokens.js";
import { bitAt, type Scope, type Variable } from "./variables.js";

const MOST_WIDTH = 4096;

/** Where an expression stands: what its names mean, and what blocks have assigned before. */
export interface Context {
  readonly scope: Scope;
  readonly values: Values | null;
}

/** Runs a function; given by who executes statements. */
export type Call = (routine: Routine, args: readonly Expression[], context: Context, at: VisToken) => Variable & Called;
export interface Called {
  readonly bits: readonly Lit[];
}

/**
 * Expressions as circuits. Sizes are those of Verilog, but for numbers without one: such a number has as many bits as it
 * needs, and a negative constant is as wide as what it is compared with.
 */
export class Expressions {
  readonly parts: Parts;
  private readonly aig: Aig;

  constructor(
    private readonly network: Network,
    private readonly call: Call,
  ) {
    this.aig = network.aig;
    this.parts = new Parts(network);
  }

  /** A value for a variable of this type and width. */
  value(e: Expression, type: Enumeration | null, width: number, c: Context): readonly Lit[] {
    if (type !== null) return this.enumerated(e, type, c);
    return this.bits(e, Math.max(width, this.widthOf(e, c)), c).slice(0, width);
  }

  /** Is the value not zero? */
  condition(e: Expression, c: Context): Lit {
    return this.aig.orAll(this.bits(e, this.widthOf(e, c), c));
  }

  /** The type of an expression; `symbol` for values that several types may have. */
  typeOf(e: Expression, c: Context): Enumeration | "symbol" | null {
    switch (e.kind) {
      case "name":
        return c.scope.variable(e.name)?.type ?? (c.scope.isSymbol(e.name) ? "symbol" : null);
      case "index":
        return e.base.kind === "name" ? (c.scope.variable(e.base.name)?.type ?? null) : null;
      case "choose": {
        const then = this.typeOf(e.then, c);
        return then === null || then === "symbol" ? (this.typeOf(e.otherwise, c) ?? then) : then;
      }
      case "any": {
        const types = e.values.map((v) => this.typeOf(v, c));
        return types.find((t) => t !== null && t !== "symbol") ?? types[0] ?? null;
      }
      case "call": {
        const type = c.scope.routines.get(e.name)?.type;
        return type == null ? null : c.scope.types.get(type)!;
      }
      default:
        return null;
    }
  }

  private enumerated(e: Expression, type: Enumeration, c: Context): readonly Lit[] {
    const { aig } = this;
    switch (e.kind) {
      case "name":
      case "index": {
        if (e.kind === "name" && c.scope.isSymbol(e.name)) {
          const code = type.values.indexOf(e.name);
          if (code < 0) throw this.noValue(type, e.name, e.at);
          return vector.constantBits(code, vector.codeWidth(type.values.length));
        }
        const part = this.part(e, c);
        if (part.type !== type) throw this.mismatch(e.at, type);
        return this.parts.read(part, c.values, e.at);
      }
      case "choose": {
        const condition = this.condition(e.condition, c);
        return vector.select(aig, condition, this.enumerated(e.then, type, c), this.enumerated(e.otherwise, type, c));
      }
      case "any":
        return this.anyOf(e.values.map((v) => this.enumerated(v, type, c)));
      case "call": {
        const called = this.called(e, c);
        if (called.type !== type) throw this.mismatch(e.at, type);
        return called.bits;
      }
      default:
        throw this.mismatch(e.at, type);
    }
  }

  private mismatch(at: VisToken, type: Enumeration): InputError {
    return visError("vis-type", `expected a value of type '${type.name}'`, at);
  }

  private noValue(type: Enumeration, value: string, at: VisToken): InputError {
    return visError("vis-type", `the type '${type.name}' has no value '${value}'`, at);
  }

  /** Bits that an expression has by itself. */
  widthOf(e: Expression, c: Context): number {
    return this.network.deeper(() => this.ownWidth(e, c), e.at);
  }

  private ownWidth(e: Expression, c: Context): number {
    switch (e.kind) {
      case "number":
        return e.width ?? bitsFor(e.value);
      case "name": {
        const constant = c.scope.constant(e.name);
        return constant !== null ? bitsFor(constant) : this.part(e, c).width;
      }
      case "index":
      case "slice":
        return this.part(e, c).width;
      case "unary":
        return /[!&|^]/.test(e.op) ? 1 : this.widthOf(e.arg, c);
      case "binary":
        if (/^(\|\||&&|==|!=|<|<=|>|>=)$/.test(e.op)) return 1;
        if (e.op === "<<" || e.op === ">>") return this.widthOf(e.left, c);
        return Math.max(this.widthOf(e.left, c), this.widthOf(e.right, c));
      case "choose":
        return Math.max(this.widthOf(e.then, c), this.widthOf(e.otherwise, c));
      case "any":
        return Math.max(1, ...e.values.map((v) => this.widthOf(v, c)));
      case "concat":
        return this.fitting(
          e.parts.reduce((sum, p) => sum + this.widthOf(p, c), 0),
          e.at,
        );
      case "repeat":
        return this.fitting(this.count(e.count, c) * this.widthOf(e.part, c), e.at);
      case "call":
        return this.resultWidth(e, c);
    }
  }

  private resultWidth(e: Expression & { kind: "call" }, c: Context): number {
    const { range } = this.functionOf(e, c);
    return range === null ? 1 : this.distance(range.left, range.right, c) + 1;
  }

  private distance(left: Expression, right: Expression, c: Context): number {
    const [a, b] = [this.constant(left, c), this.constant(right, c)];
    return this.fitting(Number(a > b ? a - b : b - a), left.at);
  }

  private fitting(width: number, at: VisToken): number {
    if (width > MOST_WIDTH) throw visError("vis-limit", `a value of ${width} bits: at most ${MOST_WIDTH}`, at);
    return width;
  }

  private count(e: Expression, c: Context): number {
    const count = this.constant(e, c);
    if (count < 1n || count > BigInt(MOST_WIDTH))
      throw visError("vis-limit", `a value cannot be repeated ${count} times`, e.at);
    return Number(count);
  }

  /** A number that must be known. */
  constant(e: Expression, c: Context): bigint {
    const value = constantValue(e, c.scope);
    if (value === null)
      throw visError("vis-constant", "expected a constant: numbers, parameters, the counter of a loop", e.at);
    return value;
  }

  /** In at least its own width. */
  private bits(e: Expression, width: number, c: Context): readonly Lit[] {
    return this.network.deeper(() => this.widened(e, width, c), e.at);
  }

  private widened(e: Expression, width: number, c: Context): readonly Lit[] {
    const { aig } = this;
    const constant = constantValue(e, c.scope);
    if (constant !== null) return vector.constantBits(constant, width);
    const both = (l: Expression, r: Expression) => [this.bits(l, width, c), this.bits(r, width, c)] as const;
    switch (e.kind) {
      case "number":
        if (e.wild !== 0n)
          throw visError("vis-unsupported", "unknown bits are supported in labels of cases only", e.at);
        return vector.constantBits(e.value, width);
      case "name":
      case "index":
      case "slice": {
        if (this.typeOf(e, c) !== null)
          throw visError("vis-type", "an enumerated value is not a number: compare it", e.at);
        return vector.resized(this.parts.read(this.part(e, c), c.values, e.at), width, false);
      }
      case "unary":
        return this.unary(e, width, c);
      case "binary":
        return this.binary(e, width, c);
      case "choose": {
        const condition = this.condition(e.condition, c);
        const [then, otherwise] = both(e.then, e.otherwise);
        return vector.select(aig, condition, then, otherwise);
      }
      case "any":
        return this.anyOf(e.values.map((v) => this.bits(v, width, c)));
      case "concat": {
        const parts = [...e.parts].reverse().map((p) => this.bits(p, this.widthOf(p, c), c));
        return vector.resized(parts.flat(), width, false);
      }
      case "repeat": {
        const part = this.bits(e.part, this.widthOf(e.part, c), c);
        const all = Array.from({ length: this.count(e.count, c) }, () => part).flat();
        return vector.resized(all, width, false);
      }
      case "call":
        return vector.resized(this.called(e, c).bits, width, false);
    }
  }

  private called(e: Expression & { kind: "call" }, c: Context): Variable & Called {
    return this.call(this.functionOf(e, c), e.args, c, e.at);
  }

  private functionOf(e: Expression & { kind: "call" }, c: Context): Routine {
    const routine = c.scope.routines.get(e.name);
    if (routine?.kind !== "function") throw visError("vis-unknown", `there is no function '${e.name}'`, e.at);
    return routine;
  }

  /** A new input chooses. */
  private anyOf(values: readonly (readonly Lit[])[]): readonly Lit[] {
    const code = this.network.freeCode(values.length);
    return values.reduceRight((rest, value, i) =>
      vector.select(this.aig, vector.hasCode(this.aig, code, i), value, rest),
    );
  }

  private unary(e: Expression & { kind: "unary" }, width: number, c: Context): readonly Lit[] {
    const { aig } = this;
    if (e.op === "~") return vector.negatedBits(this.bits(e.arg, width, c));
    if (e.op === "-") return vector.negative(aig, this.bits(e.arg, width, c));
    if (e.op === "+") return this.bits(e.arg, width, c);
    const arg = this.bits(e.arg, this.widthOf(e.arg, c), c);
    const bit = {
      "!": () => not(aig.orAll(arg)),
      "&": () => aig.andAll(arg),
      "|": () => aig.orAll(arg),
      "^": () => vector.parity(aig, arg),
    }[e.op]();
    return vector.resized([bit], width, false);
  }

  private binary(e: Expression & { kind: "binary" }, width: number, c: Context): readonly Lit[] {
    const { aig } = this;
    const bit = this.comparison(e, c);
    if (bit !== null) return vector.resized([bit], width, false);
    const a = this.bits(e.left, width, c);
    if (e.op === "<<" || e.op === ">>") {
      const by = this.bits(e.right, this.widthOf(e.right, c), c);
      return e.op === "<<" ? vector.shiftLeft(aig, a, by) : vector.shiftRight(aig, a, by, FALSE);
    }
    const b = this.bits(e.right, width, c);
    const each = (gate: (x: Lit, y: Lit) => Lit) => a.map((x, i) => gate(x, b[i]!));
    switch (e.op) {
      case "|":
        return each((x, y) => aig.or(x, y));
      case "&":
        return each((x, y) => aig.and(x, y));
      case "^":
        return each((x, y) => aig.xor(x, y));
      case "~^":
        return each((x, y) => aig.iff(x, y));
      case "+":
        return vector.sum(aig, a, b);
      case "-":
        return vector.difference(aig, a, b);
      case "*":
        return vector.product(aig, a, b);
      case "/":
        return vector.divideUnsigned(aig, a, b).quotient;
      case "%":
        return vector.divideUnsigned(aig, a, b).remainder;
      default:
        throw new Error(`operator ${e.op}`);
    }
  }

  /** The operators that give one bit; null for the others. */
  private comparison(e: Expression & { kind: "binary" }, c: Context): Lit | null {
    const { aig } = this;
    if (e.op === "&&") return aig.and(this.condition(e.left, c), this.condition(e.right, c));
    if (e.op === "||") return aig.or(this.condition(e.left, c), this.condition(e.right, c));
    if (!/^(==|!=|<|<=|>|>=)$/.test(e.op)) return null;
    if (e.op === "==" || e.op === "!=") {
      const same = this.equal(e.left, e.right, c);
      return e.op === "==" ? same : not(same);
    }
    const [a, b] = this.compared(e.left, e.right, c);
    switch (e.op) {
      case "<":
        return vector.lessUnsigned(aig, a, b);
      case ">=":
        return not(vector.lessUnsigned(aig, a, b));
      case ">":
        return vector.lessUnsigned(aig, b, a);
      default:
        return not(vector.lessUnsigned(aig, b, a));
    }
  }

  /** Equality of numbers or of enumerated values. A label of a case may have bits that may be anything. */
  equal(left: Expression, right: Expression, c: Context): Lit {
    const types = [this.typeOf(left, c), this.typeOf(right, c)];
    const type = types.find((t) => t !== null && t !== "symbol");
    if (typeof type === "object" && type !== null)
      return vector.equal(this.aig, this.enumerated(left, type, c), this.enumerated(right, type, c));
    if (types.includes("symbol")) return this.sameSymbol(left, right);
    if (right.kind === "number" && right.wild !== 0n) return this.matches(left, right, c);
    const [a, b] = this.compared(left, right, c);
    return vector.equal(this.aig, a, b);
  }

  /** Two values of which no side says what type they are. */
  private sameSymbol(left: Expression, right: Expression): Lit {
    if (left.kind !== "name" || right.kind !== "name")
      throw visError("vis-type", "what type do these values have?", left.at);
    return left.name === right.name ? TRUE : FALSE;
  }

  private matches(left: Expression, label: Expression & { kind: "number" }, c: Context): Lit {
    const width = Math.max(this.widthOf(left, c), label.width ?? bitsFor(label.value | label.wild));
    const bits = this.bits(left, width, c);
    const cares = bits.flatMap((bit, i) => {
      if ((label.wild >> BigInt(i)) & 1n) return [];
      return [(label.value >> BigInt(i)) & 1n ? bit : not(bit)];
    });
    return this.aig.andAll(cares);
  }

  /** Both sides in the same width. */
  private compared(left: Expression, right: Expression, c: Context): readonly [readonly Lit[], readonly Lit[]] {
    const side = (e: Expression, other: Expression): number => {
      const constant = constantValue(e, c.scope);
      return constant !== null && constant < 0n ? this.widthOf(other, c) : this.widthOf(e, c);
    };
    const width = Math.max(side(left, right), side(right, left));
    return [this.bits(left, width, c), this.bits(right, width, c)];
  }

  /** What a name with its selections means. */
  part(e: Expression, c: Context): Part {
    if (e.kind === "name") {
      const variable = this.variable(e, c);
      if (variable.array !== null)
        throw visError("vis-type", `'${variable.path}' is an array: one element is wanted`, e.at);
      return {
        variable,
        element: null,
        offset: 0,
        width: variable.width,
        bit: null,
        type: variable.type,
        isOutside: false,
      };
    }
    if (e.kind !== "index" && e.kind !== "slice") throw visError("vis-type", "only variables have parts", e.at);
    if (e.base.kind === "name") {
      const variable = this.variable(e.base, c);
      if (variable.array !== null) {
        if (e.kind === "slice")
          throw visError("vis-type", `'${variable.path}' is an array: one element is wanted`, e.at);
        return this.element(variable, e.index, c);
      }
    }
    const whole = this.part(e.base, c);
    if (whole.bit !== null || whole.width !== whole.variable.width || whole.type !== null)
      throw visError("vis-type", "a part of a part, or of an enumerated value", e.at);
    return e.kind === "slice" ? this.sliced(whole, e, c) : this.selected(whole, e.index, c);
  }

  private variable(e: Expression & { kind: "name" }, c: Context): Variable {
    const found = c.scope.variable(e.name);
    if (found !== null) return found;
    if (c.scope.constant(e.name) !== null) throw visError("vis-type", `'${e.name}' is a constant`, e.at);
    throw visError("vis-unknown", `there is no variable '${e.name}' here`, e.at);
  }

  private element(variable: Variable, index: Expression, c: Context): Part {
    const { low, high } = variable.array!;
    const { width, type } = variable;
    const known = constantValue(index, c.scope);
    if (known === null) {
      const element = this.bits(index, this.widthOf(index, c), c);
      return { variable, element, offset: 0, width, bit: null, type, isOutside: false };
    }
    const isOutside = known < BigInt(low) || known > BigInt(high);
    const offset = isOutside ? 0 : (Number(known) - low) * width;
    return { variable, element: null, offset, width, bit: null, type, isOutside };
  }

  private sliced(whole: Part, e: Expression & { kind: "slice" }, c: Context): Part {
    const { variable } = whole;
    const [first, last] = [bitAt(variable, this.constant(e.left, c)), bitAt(variable, this.constant(e.right, c))];
    if (first === null || last === null || first < last)
      throw visError("vis-range", `'${variable.path}' has bits ${variable.left} to ${variable.right}`, e.at);
    return { ...whole, offset: whole.offset + last, width: first - last + 1 };
  }

  private selected(whole: Part, index: Expression, c: Context): Part {
    const known = constantValue(index, c.scope);
    if (known === null) return { ...whole, width: 1, bit: this.bits(index, this.widthOf(index, c), c) };
    const bit = bitAt(whole.variable, known);
    if (bit === null) return { ...whole, width: 1, isOutside: true };
    return { ...whole, offset: whole.offset + bit, width: 1 };
  }
}

import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import { type Bits, codeWidth, constantBits, foldCode, hasCode, integerWidth } from "../../logic/vector.js";
import type { InputError } from "../../text/input-error.js";
import { MAX_VALUES, type Operators, type Reporter } from "./operators.js";
import {
  type BoolValue,
  bool,
  type Choice,
  type Constant,
  choiceOf,
  type Domain,
  type Failures,
  guardFails,
  integer,
  joinFails,
  type SetValue,
  sizeOf,
  typeName,
  type Value,
  widthOf,
} from "./values.js";

/** Nondeterminism: sets of values, and how a variable takes one of them, as a code of its domain. */
export class Choices {
  private readonly aig: Aig;

  constructor(
    private readonly ops: Operators,
    private readonly report: Reporter,
  ) {
    this.aig = ops.aig;
  }

  // Sets as values.

  union(items: readonly Value[], at: number): SetValue {
    for (const v of items) {
      if (v.kind === "word" || v.kind === "array") throw this.ops.typeError(`a set cannot hold ${typeName(v)}`, at);
    }
    const options = items.flatMap((v) => {
      const choice = choiceOf(v, at);
      return choice.kind === "any" ? choice.options : [choice];
    });
    const fails = items.map((v) => v.fails).reduce(joinFails, []);
    return { kind: "set", choice: { kind: "any", options }, fails };
  }

  /** Every value of the left side is one of the right side. */
  isIn(left: Value, right: Value, at: number): BoolValue {
    const rightChoice = choiceOf(right, at);
    const all = this.forEachOption(choiceOf(left, at), (v) => this.isMember(v, rightChoice, at));
    return bool(all, joinFails(left.fails, right.fails));
  }

  private forEachOption(choice: Choice, test: (v: Value) => Lit): Lit {
    switch (choice.kind) {
      case "one":
        return test(choice.value);
      case "any":
        return this.aig.andAll(choice.options.map((o) => this.forEachOption(o, test)));
      case "if":
        return this.aig.mux(
          choice.condition,
          this.forEachOption(choice.whenTrue, test),
          this.forEachOption(choice.whenFalse, test),
        );
      case "span": {
        const { low, high, at } = choice;
        if (high - low >= MAX_VALUES) throw this.report.error("smv-limit", `more than ${MAX_VALUES} values`, at);
        const values = Array.from({ length: high - low + 1 }, (_, i) => integer([], low + i, low + i));
        return this.aig.andAll(values.map(test));
      }
    }
  }

  isMember(v: Value, choice: Choice, at: number): Lit {
    switch (choice.kind) {
      case "one":
        return this.ops.equalLit(v, choice.value, "in", at);
      case "any":
        return this.aig.orAll(choice.options.map((o) => this.isMember(v, o, at)));
      case "if":
        return this.aig.mux(
          choice.condition,
          this.isMember(v, choice.whenTrue, at),
          this.isMember(v, choice.whenFalse, at),
        );
      case "span":
        return this.isBetween(v, choice.low, choice.high, at);
    }
  }

  private isBetween(v: Value, low: number, high: number, at: number): Lit {
    if (v.kind === "enum") {
      const inside = v.values.flatMap((c, i) =>
        typeof c === "number" && c >= low && c <= high ? [hasCode(this.aig, v.bits, i)] : [],
      );
      return this.aig.orAll(inside);
    }
    const n = this.ops.toInt(v, at, "the left operand of 'in'");
    return this.aig.and(
      not(this.ops.less(n, integer([], low, low), "in", at)),
      not(this.ops.less(integer([], high, high), n, "in", at)),
    );
  }

  // Codes of variables.

  /**
   * The code of one of the choice's values in the domain; `selector(i)` are the free bits that decide which, shared
   * between alternatives that exclude each other. Fails where a value is outside of the domain.
   */
  pick(domain: Domain, choice: Choice, selector: (i: number) => Lit, name: string): { bits: Lit[]; fails: Failures } {
    return this.pickFrom(domain, choice, selector, 0, name);
  }

  private pickFrom(
    domain: Domain,
    choice: Choice,
    selector: (i: number) => Lit,
    used: number,
    name: string,
  ): { bits: Lit[]; fails: Failures } {
    switch (choice.kind) {
      case "one":
        return this.encode(domain, choice.value, name, choice.at);
      case "if": {
        const then = this.pickFrom(domain, choice.whenTrue, selector, used, name);
        const otherwise = this.pickFrom(domain, choice.whenFalse, selector, used, name);
        return {
          bits: vector.select(this.aig, choice.condition, then.bits, otherwise.bits),
          fails: joinFails(
            guardFails(this.aig, then.fails, choice.condition),
            guardFails(this.aig, otherwise.fails, not(choice.condition)),
          ),
        };
      }
      case "span": {
        const size = choice.high - choice.low + 1;
        const free = Array.from({ length: codeWidth(size) }, (_, i) => selector(used + i));
        const code = foldCode(this.aig, size, free);
        const low = constantBits(choice.low, integerWidth(choice.low, choice.high));
        const bits = vector.sum(this.aig, vector.resized(code, low.length, false), low);
        return this.encode(domain, integer(bits, choice.low, choice.high), name, choice.at);
      }
      case "any": {
        const width = codeWidth(choice.options.length);
        const picked = choice.options.map((o) => this.pickFrom(domain, o, selector, used + width, name));
        const free = Array.from({ length: width }, (_, i) => selector(used + i));
        return {
          bits: this.selectByCode(
            free,
            picked.map((p) => p.bits),
          ),
          fails: picked.map((p) => p.fails).reduce(joinFails, []),
        };
      }
    }
  }

  /** A balanced tree; codes beyond the last row lose their top bit. */
  private selectByCode(code: Bits, rows: readonly Bits[]): Bits & Lit[] {
    if (rows.length === 1 || code.length === 0) return [...rows[0]!];
    const half = 2 ** (code.length - 1);
    const lower = this.selectByCode(code.slice(0, -1), rows.slice(0, half));
    if (rows.length <= half) return lower;
    const upperRows = rows.map((_, i) => (i < half ? (rows[half + i] ?? rows[i]!) : rows[i]!)).slice(0, half);
    const upper = this.selectByCode(code.slice(0, -1), upperRows);
    return vector.select(this.aig, code[code.length - 1]!, upper, lower);
  }

  /** Encodes one value; fails where the domain does not have it. */
  encode(domain: Domain, v: Value, name: string, at: number): { bits: Lit[]; fails: Failures } {
    switch (domain.kind) {
      case "boolean":
        return { bits: [this.ops.toBool(v, at, `the value of '${name}'`).lit], fails: [] };
      case "word": {
        const fits = v.kind === "word" && v.signed === domain.signed && v.bits.length === domain.width;
        if (!fits) {
          const wanted = `${domain.signed ? "a signed" : "an unsigned"} word[${domain.width}]`;
          throw this.ops.typeError(`'${name}' is ${wanted}, and cannot be ${typeName(v)}`, at);
        }
        return { bits: [...v.bits], fails: [] };
      }
      case "range":
        return this.encodeRange(domain, v, name, at);
      case "enum":
        return this.encodeEnum(domain, v, name, at);
    }
  }

  private encodeRange(
    domain: { readonly low: number; readonly high: number },
    v: Value,
    name: string,
    at: number,
  ): { bits: Lit[]; fails: Failures } {
    if (v.kind === "enum") throw this.outsideOf(domain.low, domain.high, v, name, at);
    const n = this.ops.toInt(v, at, `the value of '${name}'`);
    const outside = this.aig.or(
      this.ops.less(n, integer([], domain.low, domain.low), "<", at),
      this.ops.less(integer([], domain.high, domain.high), n, "<", at),
    );
    const width = Math.max(n.bits.length, integerWidth(domain.low, domain.high)) + 1;
    const code = vector.difference(this.aig, vector.resized(n.bits, width, true), constantBits(domain.low, width));
    const fails: Failures =
      outside === FALSE
        ? []
        : [
            {
              when: outside,
              problem: this.cannotBe(name, n.low === n.high ? n.low : `outside of ${domain.low}..${domain.high}`),
              at,
            },
          ];
    return { bits: code.slice(0, codeWidth(domain.high - domain.low + 1)), fails };
  }

  private outsideOf(low: number, high: number, v: Value, name: string, at: number): InputError {
    return this.ops.typeError(`'${name}' is an integer in ${low}..${high}, and cannot be ${typeName(v)}`, at);
  }

  private cannotBe(name: string, what: Constant): string {
    return `'${name}' cannot have a value ${typeof what === "number" ? `${what}` : what}`;
  }

  private encodeEnum(
    domain: { readonly values: readonly Constant[] },
    v: Value,
    name: string,
    at: number,
  ): { bits: Lit[]; fails: Failures } {
    const isNumeric = domain.values.every((c) => typeof c === "number");
    if (v.kind !== "enum" && v.kind !== "integer") {
      throw this.ops.typeError(`'${name}' is an enumeration, and cannot be ${typeName(v)}`, at);
    }
    if (isNumeric && v.kind === "enum")
      throw this.ops.typeError(`'${name}' is an integer, and cannot be ${typeName(v)}`, at);
    const isWide = v.kind === "integer" && v.high - v.low >= MAX_VALUES;
    if (isWide) throw this.report.error("smv-limit", `more than ${MAX_VALUES} values for '${name}'`, at);
    const from = v.kind === "enum" ? v : this.ops.enumOfInt(v, at);
    const missing = from.values.filter((c) => !domain.values.includes(c));
    const outside = this.aig.orAll(missing.map((c) => hasCode(this.aig, from.bits, from.values.indexOf(c))));
    const fails: Failures =
      outside === FALSE ? [] : [{ when: outside, problem: this.cannotBe(name, `such as ${missing[0]}`), at }];
    return { bits: [...this.ops.recode(from, domain.values)], fails };
  }

  /** A code of the domain, whatever the free bits are. */
  freeCode(domain: Domain, selector: (i: number) => Lit): Lit[] {
    const free = Array.from({ length: widthOf(domain) }, (_, i) => selector(i));
    return domain.kind === "word" ? free : foldCode(this.aig, sizeOf(domain), free);
  }
}

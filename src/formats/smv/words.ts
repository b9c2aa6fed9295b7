import type { Aig } from "../../logic/aig.js";
import { FALSE } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import { codeWidth } from "../../logic/vector.js";
import type { Operators, Reporter } from "./operators.js";
import { integer, joinFails, typeName, type Value, type WordValue } from "./values.js";

/** Bits of a word that an expression makes. */
const MAX_WORD_BITS = 2 ** 16;

/** The operators that only words have. */
export class Words {
  private readonly aig: Aig;

  constructor(
    private readonly ops: Operators,
    private readonly report: Reporter,
  ) {
    this.aig = ops.aig;
  }

  shift(op: "<<" | ">>", left: Value, right: Value, at: number): WordValue {
    if (left.kind !== "word") throw this.ops.typeError(`'${op}' shifts words, not ${typeName(left)}`, at);
    if (right.kind === "word" && right.signed) throw this.ops.operands(op, left, right, at);
    const by =
      right.kind === "word" ? this.ops.toIntCast(right, at) : this.ops.toInt(right, at, `the right operand of '${op}'`);
    const outside = this.aig.or(
      this.ops.less(by, integer([], 0, 0), "<", at),
      this.ops.less(integer([], left.bits.length, left.bits.length), by, "<", at),
    );
    const fails = joinFails(
      joinFails(left.fails, right.fails),
      outside === FALSE ? [] : [{ when: outside, problem: `'${op}' by more bits than the word has`, at }],
    );
    const distance = by.bits.slice(0, codeWidth(left.bits.length + 1));
    const sign = left.bits[left.bits.length - 1]!;
    const bits =
      op === "<<"
        ? vector.shiftLeft(this.aig, left.bits, distance)
        : vector.shiftRight(this.aig, left.bits, distance, left.signed ? sign : FALSE);
    return { ...left, bits, fails };
  }

  concatenate(high: Value, low: Value, at: number): WordValue {
    if (high.kind !== "word" || low.kind !== "word") throw this.ops.operands("::", high, low, at);
    this.expectWidth(high.bits.length + low.bits.length, at);
    return { kind: "word", signed: false, bits: [...low.bits, ...high.bits], fails: joinFails(high.fails, low.fails) };
  }

  private expectWidth(bits: number, at: number): void {
    if (bits <= MAX_WORD_BITS) return;
    throw this.report.error("smv-limit", `this word has ${bits} bits: at most ${MAX_WORD_BITS} are read`, at);
  }

  selectBits(v: Value, high: number, low: number, at: number): WordValue {
    if (v.kind !== "word") throw this.ops.typeError(`bits are taken from a word, not from ${typeName(v)}`, at);
    if (low < 0 || high < low || high >= v.bits.length) {
      throw this.report.error("smv-range", `bits [${high}:${low}] are not within word[${v.bits.length}]`, at);
    }
    return { kind: "word", signed: false, bits: v.bits.slice(low, high + 1), fails: v.fails };
  }

  extend(v: Value, by: number, at: number): WordValue {
    if (v.kind !== "word") throw this.ops.typeError(`'extend' applies to a word, not to ${typeName(v)}`, at);
    if (by < 0) throw this.report.error("smv-range", "'extend' by a negative number of bits", at);
    this.expectWidth(v.bits.length + by, at);
    return { ...v, bits: vector.resized(v.bits, v.bits.length + by, v.signed) };
  }

  /** A signed word that gets narrower keeps its sign and its lowest bits. */
  resize(v: Value, width: number, at: number): WordValue {
    if (v.kind !== "word") throw this.ops.typeError(`'resize' applies to a word, not to ${typeName(v)}`, at);
    if (width < 1) throw this.report.error("smv-range", "a word has at least one bit", at);
    this.expectWidth(width, at);
    const narrower = width < v.bits.length && v.signed;
    const bits = narrower
      ? [...v.bits.slice(0, width - 1), v.bits[v.bits.length - 1]!]
      : vector.resized(v.bits, width, v.signed);
    return { ...v, bits };
  }

  setSigned(v: Value, signed: boolean, at: number): WordValue {
    const name = signed ? "signed" : "unsigned";
    if (v.kind !== "word" || v.signed === signed) {
      throw this.ops.typeError(
        `'${name}' applies to ${signed ? "an unsigned" : "a signed"} word, not to ${typeName(v)}`,
        at,
      );
    }
    return { ...v, signed };
  }
}

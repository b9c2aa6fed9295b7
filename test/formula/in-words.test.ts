import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ctl } from "../../src/formula/ctl.js";
import { INFIXES, inWords, PREFIXES, TURNED } from "../../src/formula/in-words.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseCtl, parseLtl } from "../../src/formula/parse.js";
import { printFormula } from "../../src/formula/print.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";

const words = (text: string) => inWords(parseLtl(text).formula);

describe("a formula in plain words", () => {
  it.each([
    ["G(req -> F ack)", "always, if req then (now or later, ack)"],
    ["G F x = 2", "always, now or later, x = 2"],
    ["!(a U b) & X c", "(it is not so that, a until b, which comes) and (in the next step, c)"],
    ["a R b", "b up to and in the step of a, which need not come"],
    ["G(grant -> O request)", "always, if grant then (now or before, request)"],
    ["F[0,3] p", "in some step from 0 to 3 from now, p"],
    ["G[2,4] (p & q)", "in every step from 2 to 4 from now, p and q"],
    ["X[3] p", "in 3 steps, p"],
    ["H[0,2] p", "in every step from 0 to 2 ago as far as there was one, p"],
    ['"until" | b', '"until" or b'],
  ])("%s", (formula, expected) => {
    expect(words(formula)).toBe(expected);
  });

  it("tells branching time with its quantifiers", () => {
    expect(inWords(parseCtl("AG(req -> AF ack)").formula)).toBe(
      "whatever happens, always, if req then (whatever happens, now or later, ack)",
    );
    expect(inWords(parseCtl("E[a U b]").formula)).toBe("it is possible that, a until b, which comes");
  });
});

/** Reads the words back, from left to right, without knowing how they were made. */
class Reader {
  private at = 0;
  constructor(private readonly text: string) {}

  whole(): string {
    const read = this.phrase();
    if (this.at !== this.text.length) throw new Error(`left over: ${this.text.slice(this.at)}`);
    return read;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, "y");
    sticky.lastIndex = this.at;
    const found = sticky.exec(this.text);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private phrase(quantifier = ""): string {
    if (quantifier === "" && this.take(/it is not so that, /)) return `!(${this.phrase()})`;
    if (this.take(/whatever happens, /)) return this.phrase("A");
    if (this.take(/it is possible that, /)) return this.phrase("E");
    if (quantifier !== "" && this.take(/in the next step, /)) return `${quantifier}X(${this.phrase()})`;
    for (const [op, prefix] of PREFIXES)
      if (op.length === 1 && this.take(new RegExp(`${prefix}, `))) return `${quantifier}${op}(${this.phrase()})`;
    const bounded = this.take(/in (some|every) step from (\d+) to (\d+) (from now|ago as far as there was one|ago), /);
    if (bounded) return this.unrolled(bounded[1] === "some", bounded[4]!, Number(bounded[2]), Number(bounded[3]));
    const next = this.take(/in (?:the next step|(\d+) steps), /);
    if (next) return repeated("X", Number(next[1] ?? 1), this.phrase());
    const before = this.take(/there was a step (?:before|(\d+) ago) and in it, /);
    if (before) return repeated("Y", Number(before[1] ?? 1), this.phrase());
    const weakly = this.take(/in the step (?:before|(\d+) ago) if there was one, /);
    if (weakly) return repeated("Z", Number(weakly[1] ?? 1), this.phrase());
    if (this.take(/if /)) {
      const left = this.operand();
      this.take(/ then /);
      return `(${left}) -> (${this.operand()})`;
    }
    return this.infix(quantifier);
  }

  private unrolled(isSome: boolean, where: string, low: number, high: number): string {
    const part = this.phrase();
    const step = where === "from now" ? "X" : isSome ? "Y" : "Z";
    let text = `(${part})`;
    for (let k = low; k < high; k++) text = `((${part}) ${isSome ? "|" : "&"} ${step} ${text})`;
    return repeated(step, low, text);
  }

  private infix(quantifier: string): string {
    const first = this.operand();
    for (const sign of ["and", "or"]) {
      const all = [first];
      while (this.take(new RegExp(` ${sign} (?!else )`))) all.push(this.operand());
      if (all.length > 1) return all.map((o) => `(${o})`).join(sign === "and" ? " & " : " | ");
    }
    for (const [op, [between, after]] of INFIXES) {
      const start = this.at;
      if (this.take(new RegExp(` ${between} `))) {
        const second = this.operand();
        if (after === "" || this.take(new RegExp(after))) {
          const [left, right] = TURNED.has(op) ? [second, first] : [first, second];
          const sign = new Map([["iff", "<->"], ["xor", "xor"]]).get(op) ?? op; // biome-ignore format: one line
          return quantifier === "" ? `(${left}) ${sign} (${right})` : `${quantifier}[(${left}) ${sign} (${right})]`;
        }
      }
      this.at = start;
    }
    return first;
  }

  private operand(): string {
    if (this.take(/\(/)) {
      const inner = this.phrase();
      if (this.take(/\)/) === null) throw new Error(`not closed: ${this.text.slice(this.at)}`);
      return inner;
    }
    if (this.take(/not /)) return `!(${this.operand()})`;
    const atom = this.take(/[abc]|true|false/);
    if (atom === null) throw new Error(`no atom: ${this.text.slice(this.at)}`);
    return atom[0];
  }
}

const repeated = (op: string, times: number, text: string): string => `${`${op} `.repeat(times)}(${text})`;

/** `&` and `|` associate. */
const flat = (f: Ltl | Ctl): string => printFormula(f);

describe("the words can be read in one way only:", () => {
  it("formulas of linear time, past included, are read back as they were", () => {
    fc.assert(
      fc.property(ltlFormulas({ depth: 4 }), (formula) => {
        const read = parseLtl(new Reader(inWords(formula)).whole()).formula;
        expect(flat(read)).toBe(flat(formula));
      }),
      { numRuns: 400 },
    );
  });

  it("formulas of branching time, too", () => {
    fc.assert(
      fc.property(ctlFormulas({ depth: 4 }), (formula) => {
        const read = parseCtl(new Reader(inWords(formula)).whole()).formula;
        expect(flat(read)).toBe(flat(formula));
      }),
      { numRuns: 400 },
    );
  });

  it("bounded operators, also in each other", () => {
    const op = fc.constantFrom("F", "G", "O", "H");
    const bounds = fc.tuple(fc.nat(2), fc.nat(3)).map(([low, more]) => `[${low},${low + more}]`);
    const bounded = fc.tuple(op, bounds, op, bounds, fc.constantFrom("a", "(a & b)", "!a", "(a U b)"));
    fc.assert(
      fc.property(bounded, ([op1, b1, op2, b2, part]) => {
        const { formula } = parseLtl(`${op1}${b1} (c | ${op2}${b2} ${part})`);
        expect(flat(parseLtl(new Reader(inWords(formula)).whole()).formula)).toBe(flat(formula));
      }),
      { numRuns: 200 },
    );
  });
});

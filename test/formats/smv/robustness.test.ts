import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSmv } from "../../../src/formats/smv/read.js";
import type { Design } from "../../../src/model/property.js";
import { InputError } from "../../../src/text/input-error.js";
import { randomFeatures, randomModel } from "./random-models.js";

/** A design, or an error with a place in the text; anything else is thrown on. */
function outcome(text: string): Design | InputError {
  try {
    return readSmv(text, "m.smv");
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    expect(e.at).toMatchObject({ line: expect.any(Number), column: expect.any(Number) });
    return e;
  }
}

const FRAGMENTS = [
  ..."( ) [ ] { } ; : := .. . , ? -> <-> & | ! + - * / = != < > <= >= << >> ::".split(" "),
  ..."MODULE VAR IVAR DEFINE ASSIGN INIT TRANS INVAR SPEC LTLSPEC FAIRNESS case esac next init TRUE FALSE".split(" "),
  ..."union in mod xor word boolean array of process self signed toint count max X G F U S V EX AG E A BU".split(" "),
  ...'x v0 v1 main m 0 1 7 99999999999 0ud3_5 0sb2_11 -- /-- --/ " # \n @ é \0'.split(" "),
];

describe("SMV texts of all kinds", () => {
  it("end in a model or in an error with a position, however they are damaged", () => {
    const cut = fc.tuple(fc.integer({ min: 0 }), fc.integer({ min: 0, max: 20 }), fc.constantFrom("", ...FRAGMENTS));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.array(cut, { minLength: 1, maxLength: 4 }), (seed, cuts) => {
        let { text } = randomModel(seed, randomFeatures(seed));
        for (const [where, length, put] of cuts) {
          const at = where % (text.length + 1);
          text = `${text.slice(0, at)} ${put} ${text.slice(at + length)}`;
        }
        outcome(text);
      }),
      { numRuns: 300 },
    );
  });

  it("may be any sequence of tokens, or of characters", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 60 }), (words) => {
        outcome(`MODULE main VAR v0 : boolean; ${words.join(" ")}`);
      }),
      { numRuns: 300 },
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        outcome(text);
        outcome(`MODULE main\n${text}`);
      }),
      { numRuns: 300 },
    );
  });

  it("may nest expressions deeply: up to a limit they are read, beyond it they are refused", () => {
    const nested = (n: number): string => `MODULE main VAR x : boolean; INVAR ${"(x | ".repeat(n)}x${")".repeat(n)}`;
    expect(outcome(nested(300))).not.toBeInstanceOf(InputError);
    for (const open of ["(", "!", "-", "{", "case ", "next(", "AX ", "A [ ", "X ", "x[", "[", "x ? "]) {
      const e = outcome(`MODULE main VAR x : boolean; SPEC ${open.repeat(100_000)}`);
      expect(e).toBeInstanceOf(InputError);
    }
    const unary = outcome(`MODULE main VAR x : boolean; INVAR ${"!".repeat(700)}x`);
    expect(unary).not.toBeInstanceOf(InputError);
  });

  it("may have chains of any length", () => {
    const n = 50_000;
    const chain = (op: string, operand: string): string => Array(n).fill(operand).join(` ${op} `);
    const texts = [
      `INVAR ${chain("&", "x")}`,
      `INVAR ${chain("|", "y = 1")}`,
      `INVAR ${chain("->", "x")}`,
      `INVAR ${chain("xor", "x")}`,
      `INVAR ${chain("+", "y")} > 0`,
      `LTLSPEC ${chain("&", "G x")}`,
      `SPEC ${chain("|", "AX x")}`,
      `ASSIGN next(y) := case ${"x : 0; ".repeat(n)} TRUE : 1; esac;`,
      `ASSIGN next(y) := ${"x ? 0 : ".repeat(n)} 1;`,
      `ASSIGN next(y) := {${Array(1000).fill("0").join(", ")}};`,
    ];
    for (const text of texts) {
      expect(outcome(`MODULE main VAR x : boolean; y : 0..1; ${text}`)).not.toBeInstanceOf(InputError);
    }
  });

  it("may define names by names by names", () => {
    const n = 30_000;
    const defines = Array.from({ length: n }, (_, i) => `d${i} := d${i + 1} & x;`).join("\n");
    const model = (last: string): string => `MODULE main VAR x : boolean; DEFINE ${defines} d${n} := ${last}; INVAR d0`;
    expect(outcome(model("!x"))).not.toBeInstanceOf(InputError);
    expect(outcome(model("d5"))).toMatchObject({ code: "smv-circular" });
  });

  it("may have more definitions than fit on the stack", () => {
    const definitions = Array.from({ length: 150_000 }, (_, i) => `d${i} := x;`).join("\n");
    const { model } = readSmv(`MODULE main\nVAR x : boolean;\nDEFINE\n${definitions}\nINVARSPEC d0;\n`, "m.smv");
    expect(model.signals.length).toBe(150_001);
  });

  it("may pass values through many variables", () => {
    const n = 3000;
    const text = [
      "MODULE main VAR x0 : boolean;",
      ...Array.from({ length: n }, (_, i) => `VAR x${i + 1} : boolean; ASSIGN next(x${i + 1}) := next(x${i});`),
    ].join("\n");
    const design = outcome(text);
    if (design instanceof InputError) throw design;
    expect(design.model.latches.length).toBe(n + 1);
  });

  it("are refused where they would not fit: instances, arrays, words, integers", () => {
    const tower = Array.from({ length: 30 }, (_, i) => `MODULE m${i} VAR a : m${i + 1}; b : m${i + 1};`).join("\n");
    expect(outcome(`MODULE main VAR x : m0;\n${tower}\nMODULE m30`)).toMatchObject({ code: "smv-limit" });
    for (const body of [
      "VAR a : array 0..1000000 of boolean;",
      "VAR w : word[100000];",
      "VAR x : 0..2000000000; INVAR x * x * x * x > 3",
      "VAR x : 0..2000000000; y : {0, a}; ASSIGN next(y) := x;",
      "VAR x : boolean; LTLSPEC G [0, 100000] x",
    ]) {
      expect(outcome(`MODULE main ${body}`), body).toMatchObject({ code: "smv-limit" });
    }
  });

  it("of a megabyte are read", () => {
    const n = 12_000;
    const lines = Array.from({ length: n }, (_, i) => {
      const [a, b] = [(i * 7) % n, (i * 13) % n];
      return `VAR v${i} : 0..3; ASSIGN init(v${i}) := 0; next(v${i}) := case v${a} = 1 & v${b} != 2 : {v${i}, 1}; TRUE : v${b}; esac;`;
    });
    const text = `MODULE main\n${lines.join("\n")}\nLTLSPEC G v0 < 4`;
    expect(text.length).toBeGreaterThan(1_000_000);
    const design = outcome(text);
    if (design instanceof InputError) throw design;
    expect(design.model.latches.length).toBe(2 * n);
  });
});

import { describe, expect, it } from "vitest";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readWitnesses } from "../../src/formats/aiger/witness.js";
import { tokenizeHoa } from "../../src/formats/hoa/tokens.js";
import { endOfMacro, scan } from "../../src/formats/verilog/scan.js";
import { atomNamed } from "../../src/formula/atom.js";
import { isPlainName, tokenize } from "../../src/formula/lex.js";
import { patternFormula } from "../../src/formula/patterns.js";
import { printLtl } from "../../src/formula/print.js";
import { readJson } from "../../src/text/positioned-json.js";

const MANY = 20_000_000;

/** Kinds of the tokens, but the end, and how long they are. */
const formula = (text: string) => tokenize(text, "syntax").map(({ kind, index, end }) => [kind, end - index]);

describe("what is long does not exhaust the stack:", () => {
  it("space and comments of a formula", () => {
    for (const blank of [" ".repeat(MANY), "\n".repeat(MANY), "-- x\n".repeat(MANY / 4), "#\n".repeat(MANY / 2)])
      expect(formula(`${blank}p`)).toEqual([
        ["word", 1],
        ["end", 0],
      ]);
  });

  it("names of a formula", () => {
    expect(formula("p".repeat(MANY))[0]).toEqual(["word", MANY]);
    expect(formula(`"${"p".repeat(MANY)}"`)[0]).toEqual(["quoted", MANY + 2]);
    expect(formula(`"${'\\"'.repeat(MANY / 2)}"`)[0]).toEqual(["quoted", MANY + 2]);
  });

  it("names of many parts, in formulas and where it is asked whether they need quotes", () => {
    const rows = [
      "a",
      "-a".repeat(MANY / 4),
      "[0]".repeat(MANY / 4),
      ".a-b".repeat(MANY / 4),
      "<*1*>".repeat(MANY / 4),
    ];
    const name = rows.join("");
    expect(formula(`${name} & p`)).toEqual([
      ["word", name.length],
      ["symbol", 1],
      ["word", 1],
      ["end", 0],
    ]);
    expect(isPlainName(name)).toBe(true);
    expect(printLtl({ op: "atom", name: "AG".repeat(MANY / 4) })).toBe(`"${"AG".repeat(MANY / 4)}"`);
    const quoted = `"${"\\n".repeat(MANY / 4)}"`;
    expect(atomNamed(`${quoted} = 1`)).toMatchObject({ kind: "compare", right: 1 });
    expect(patternFormula(`absence(${quoted})`).length).toBeGreaterThan(MANY / 2);
    expect(readJson(quoted)).toMatchObject({ kind: "text" });
    expect(scan(quoted)).toHaveLength(2);
  });

  it("references to properties in witnesses", () => {
    const { model } = readAiger(new TextEncoder().encode("aag 0 0 0 0 0\n"));
    const text = `0\n${"j0".repeat(MANY / 4)}\n.\n`;
    expect(readWitnesses(text, model)).toHaveLength(1);
  });

  it("texts of an automaton in the HOA format", () => {
    expect(tokenizeHoa(`"${"p".repeat(MANY)}"`)[0]).toMatchObject({ kind: "string", text: "p".repeat(MANY) });
  });

  it("macros of Verilog", () => {
    expect(endOfMacro(`\`define A ${"p".repeat(MANY)}\nx`, 0)).toBe(MANY + 10);
  });
});

it.each([
  ["`define A 1\nx", 11],
  ["`define A 1", 11],
  ["`define A \\\n1\nx", 13],
  ["`define A \\\r\n1\r\nx", 15],
  ["`define A \\", 11],
  ["`define A \\ \nx", 12],
])("a macro ends with its line, or the last that a backslash continues: %j", (text, end) => {
  expect(endOfMacro(text, 0)).toBe(end);
});

it("what is in quotes ends with the first quote without a backslash, or not at all", () => {
  expect(formula('"a\\"b" & "c\\\\"')).toEqual([
    ["quoted", 6],
    ["symbol", 1],
    ["quoted", 5],
    ["end", 0],
  ]);
  expect(() => formula('p & "a\\"')).toThrow("expected an operator or a name, found '\"'");
});

import { describe, expect, it } from "vitest";
import { tokenizeHoa } from "../../src/formats/hoa/tokens.js";
import { endOfMacro } from "../../src/formats/verilog/scan.js";
import { tokenize } from "../../src/formula/lex.js";

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

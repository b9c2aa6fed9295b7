import { describe, expect, it } from "vitest";
import { readBtor2 } from "../../../src/formats/btor2/to-design.js";
import { InputError } from "../../../src/text/input-error.js";

const read = (text: string) => readBtor2(new TextEncoder().encode(text));

/** The error that a text gets: code, line:column, problem. */
function refusal(text: string): string {
  try {
    read(text);
  } catch (e) {
    if (e instanceof InputError && e.at !== null && "line" in e.at)
      return `${e.code} ${e.at.line}:${e.at.column} ${e.problem}`;
    throw e;
  }
  return "read";
}

const SORTS = "1 sort bitvec 1\n2 sort bitvec 8\n3 sort array 1 2\n4 input 1 bit\n5 input 2 byte\n6 state 3 memory\n";

describe("what is no BTOR2 is refused with place, code and reason", () => {
  it.each([
    ["x sort bitvec 1", "btor2-syntax 7:1 expected the number of a line, found 'x'"],
    ["0 sort bitvec 1", "btor2-id 7:1 expected the number of a line from 1"],
    ["6 zero 1", "btor2-id 7:1 6 is defined already"],
    ["3000000000000 zero 1", "btor2-id 7:1"],
    ["7 frob 1 4", "btor2-tag 7:3 'frob' is nothing that BTOR2 knows"],
    ["7 nto 1 4", "(did you mean 'not'"],
    ["7 var 8 x", "version 1 of BTOR"],
    ["7 sort bitvec 0", "btor2-sort 7:8 a word has at least one bit"],
    ["7 sort word 3", "btor2-sort 7:8 expected 'bitvec' or 'array'"],
    ["7 sort array 1 3", "btor2-unsupported 7:16 arrays of arrays"],
    ["7 sort array 1 4", "btor2-reference 7:16 expected the sort of the elements, but line 4 is 'input'"],
    ["7 not 9 4", "btor2-undefined 7:7 expected a sort, but no line before this has number 9"],
    ["7 not 2", "btor2-syntax 7:8 expected a space after what comes before, found the end of the line"],
    ["7 not 2 9", "btor2-undefined 7:9 expected a term"],
    ["7 not 2 2", "btor2-reference 7:9 expected a term, but line 2 is 'sort'"],
    ["7 not 2 4", "btor2-sort 7:1 'not' gives bitvec 1 here, and the line says bitvec 8"],
    ["7 add 2 5 4", "btor2-sort 7:11 expected bitvec 8, and this is bitvec 1"],
    ["7 add 3 6 6", "btor2-sort 7:9 'add' takes words, not an array of bitvec 8 by bitvec 1"],
    ["7 redor 2 5", "btor2-sort 7:1 'redor' gives bitvec 1 here"],
    ["7 iff 1 5 5", "btor2-sort 7:9 expected bitvec 1"],
    ["7 eq 1 5 6", "btor2-sort 7:10 expected bitvec 8"],
    ["7 concat 2 4 5", "'concat' gives bitvec 9 here"],
    ["7 slice 1 5 8 8", "btor2-slice 7:1 bits 8 to 8 are not within a word of 8 bits"],
    ["7 slice 1 5 2 3", "btor2-slice 7:1 bits 2 to 3"],
    ["7 uext 2 4 6", "'uext' gives bitvec 7 here"],
    ["7 ite 2 5 5 5", "btor2-sort 7:9 expected bitvec 1"],
    ["7 read 2 5 4", "btor2-sort 7:10 expected array of bitvec 8 by bitvec 1"],
    ["7 read 2 6 5", "btor2-sort 7:12 expected bitvec 1"],
    ["7 write 3 6 4 4", "btor2-sort 7:15 expected bitvec 8"],
    ["7 read 2 -6 4", "btor2-sort 7:10 an array cannot be negated"],
    ["7 const 2 0101", "btor2-constant 7:11 expected 8 digits, found 4"],
    ["7 const 2 01010102", "btor2-constant 7:11 '01010102' is no number of 'const'"],
    ["7 constd 2 256", "btor2-constant 7:12 '256' does not fit in 8 bits"],
    ["7 constd 2 -129", "btor2-constant 7:12 '-129' does not fit in 8 bits"],
    ["7 consth 2 1ff", "btor2-constant 7:12 '1ff' does not fit in 8 bits"],
    ["7 zero 3", "btor2-sort 7:1 'zero' is a word"],
    ["7 next 1 4 4", "btor2-reference 7:10 'next' is for states"],
    ["7 next 3 6 5", "btor2-sort 7:12 expected array"],
    ["7 next 3 6 6\n8 next 3 6 6", "btor2-twice 8:10 state 6 has two 'next' lines"],
    ["7 zero 1\n8 state 1\n9 init 1 8 4", "btor2-init 9:12 a first value cannot depend on inputs"],
    ["7 state 1\n8 zero 1\n9 init 1 7 8", "btor2-init 9:12 the first value must come before the state"],
    ["7 state 2\n8 state 3\n9 init 3 8 7", "btor2-init 9:12 the elements of an array can be set to a constant only"],
    ["7 bad 5", "btor2-sort 7:7 expected bitvec 1"],
    ["7 justice 0", "btor2-syntax 7:1 a justice property has at least one condition"],
    ["7 justice 2 4", "btor2-syntax 7:14"],
    ["7 justice 1000000000 4", "btor2-syntax"],
    ["7 bad 4 two words", "btor2-syntax 7:13 expected the end of the line after a symbol, found 'w'"],
    ["7 bad 4x", "btor2-syntax 7:8 expected the end of the line after this, found 'x'"],
  ])("%s", (line, problem) => {
    expect(refusal(`${SORTS}${line}\n`)).toContain(problem);
  });

  it("comments, empty lines, blanks, tabs, gaps in the numbers and a last line without an end are read", () => {
    const { properties } = read("; first\n\n  1 sort bitvec 1 ; a bit\r\n\t10 input  1 x;y ; comment\n20 bad -10 done");
    expect(properties.map((p) => p.name)).toEqual(["done"]);
  });
});

describe("what is too large is refused with the figure, before it takes memory", () => {
  const BOMBS: readonly (readonly [string, string])[] = [
    ["1 sort bitvec 1000000000\n2 input 1\n", "btor2-limit 2:1 a word of 1000000000 bits: at most 1048576"],
    ["1 sort bitvec 99999999999\n", "btor2-limit 1:15 the width must be below 2^31"],
    ["1 sort bitvec 2000000000\n2 zero 1\n3 bad 2\n", "btor2-sort 3:7"],
    [
      "1 sort bitvec 32\n2 sort bitvec 8\n3 sort array 1 2\n4 state 3\n",
      "btor2-limit 4:1 an array of 2^32 elements of 8 bits, of 34359738368 bits: at most 1048576",
    ],
    ["1 sort bitvec 100000\n2 sort array 1 1\n3 input 2\n", "btor2-limit 3:1 an array of 2^100000 elements"],
    [wide("mul", 100_000), "btor2-limit 4:1 'mul' of 100000 bits may need 80000000000 gates: at most 33554432"],
    [wide("sdiv", 20_000), "btor2-limit 4:1 'sdiv' of 20000 bits may need 7200000000 gates"],
    [wide("smulo", 50_000, 1), "btor2-limit"],
    [wide("rol", 100_003), "btor2-limit 4:1 'rol' of 100003 bits"],
    [
      `1 sort bitvec 1000000\n${Array.from({ length: 70 }, (_, i) => `${i + 2} input 1\n`).join("")}`,
      "btor2-limit 6:1 inputs and states up to here have 5000000 bits: at most 4194304",
    ],
    [
      `1 sort bitvec 1000000\n2 input 1\n${Array.from({ length: 70 }, (_, i) => `${i + 3} not 1 ${i + 2}\n`).join("")}99 output 72\n`,
      "btor2-limit 69:1 terms up to here have 68000000 bits: at most 67108864",
    ],
  ];

  it("many large operators, also where their gates are shared", () => {
    const repeated = Array.from({ length: 300 }, (_, i) => `${i + 4} udiv 1 2 3 q${i}\n`).join("");
    const text = `1 sort bitvec 500\n2 zero 1\n3 one 1\n${repeated}`;
    expect(refusal(text)).toContain("btor2-limit 242:1 operators up to here may ask for 1075500000 gates");
  });

  it.each(BOMBS)("%#", (text, problem) => {
    expect(refusal(text)).toContain(problem);
  });

  it("what nothing needs may be large", () => {
    expect(refusal("1 sort bitvec 1000000000\n2 zero 1\n3 not 1 2\n")).toBe("read");
  });

  it("shifts by distances of any width are small", () => {
    const { model } = read(`${wide("sll", 4096)}`);
    expect(model.aig.gateCount).toBeLessThan(4 * 4096 * 14);
  });

  it("an array of 65,536 bits is read and written", () => {
    const text =
      "1 sort bitvec 12\n2 sort bitvec 16\n3 sort array 1 2\n4 sort bitvec 1\n5 state 3 memory\n6 input 1 at\n7 input 2 value\n" +
      "8 write 3 5 6 7\n9 next 3 5 8\n10 read 2 5 6\n11 eq 4 10 7\n12 bad 11\n";
    const { model } = read(text);
    expect(model.latches.length).toBe(65_536);
    expect(model.signals.find((s) => s.name === "memory[4095]")?.bits.length).toBe(16);
  });
});

/** An operator on two words that an output needs. */
function wide(tag: string, width: number, result = width): string {
  const operation = `${tag} ${result === width ? 1 : 5} 2 3`;
  const words = `1 sort bitvec ${width}\n2 input 1\n3 input 1\n`;
  return result === width
    ? `${words}4 ${operation}\n6 output 4\n`
    : `${words}5 sort bitvec ${result}\n6 ${operation}\n7 output 6\n`;
}

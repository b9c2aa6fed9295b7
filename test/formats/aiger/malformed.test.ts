import { describe, expect, it } from "vitest";
import { readAigerFile } from "../../../src/formats/aiger/read.js";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import { writeAigerFile } from "../../../src/formats/aiger/write.js";
import { InputError } from "../../../src/text/input-error.js";

type Content = string | readonly (string | readonly number[])[];

/** A file from text and single bytes. */
function bytesOf(content: Content): Uint8Array {
  const parts = typeof content === "string" ? [content] : content;
  return Buffer.concat(parts.map((p) => (typeof p === "string" ? Buffer.from(p) : Buffer.from(p))));
}

function errorOf(content: Content): InputError {
  try {
    readAigerFile(bytesOf(content));
  } catch (error) {
    if (error instanceof InputError) return error.in("f");
    throw error;
  }
  throw new Error("the file was read");
}

const CASES: readonly [what: string, content: Content, code: string, message: string][] = [
  ["an empty file", "", "aiger-header", "f:1:1: expected an AIGER file, which begins with 'aag ' or 'aig '"],
  ["another format", "MODULE main\n", "aiger-header", "f:1:1: expected an AIGER file"],
  ["binary garbage", [[0xff, 0xfe, 0, 1, 2, 3]], "aiger-header", "f:1:1: expected an AIGER file"],
  ["a header without numbers", "aag \n", "aiger-syntax", "f:1:5: expected the header's M, found the end of the line"],
  [
    "a header cut short",
    "aag 1 2 3",
    "aiger-syntax",
    "f:1:10: expected a space after the header's L, found the end of the file",
  ],
  ["a header with a word", "aag 1 x 0 0 0\n", "aiger-syntax", "f:1:7: expected the header's I, found 'x'"],
  ["two spaces in the header", "aag 1  0 0 0 0\n", "aiger-syntax", "f:1:7: expected the header's I, found a space"],
  ["ten numbers", "aag 0 0 0 0 0 0 0 0 0 0\n", "aiger-syntax", "f:1:22: expected the end of the line after the header"],
  ["a negative count", "aag -1 0 0 0 0\n", "aiger-syntax", "f:1:5: expected the header's M, found '-'"],
  [
    "M beyond any use",
    "aag 99999999999999999999 0 0 0 0\n",
    "aiger-header",
    "f:1:5: expected M to be at most 1073741823",
  ],
  ["M too small", "aag 1 1 1 0 0\n2\n4 2\n", "aiger-header", "f:1:5: expected M ≥ I+L+A in the header, found 1 and 2"],
  [
    "M too large for binary",
    "aig 3 1 1 0 0\n2\n",
    "aiger-header",
    "f:1:5: expected M = I+L+A in the header, found 3 and 2",
  ],
  [
    "more gates than the file can hold",
    "aag 1000000 0 0 0 1000000\n",
    "aiger-count",
    "expected at least 6000000 bytes for what the header promises, found 1",
  ],
  [
    "more latches than the file can hold",
    "aig 1000000 0 1000000 0 0\n",
    "aiger-count",
    "expected at least 2000000 bytes",
  ],
  [
    "more justice properties than fit",
    "aag 0 0 0 0 0 0 0 900000000\n0\n",
    "aiger-count",
    "expected at least 1800000000 bytes",
  ],
  [
    "more justice literals than fit",
    "aag 0 0 0 0 0 0 0 1\n900000000\n0\n",
    "aiger-count",
    "f:2:1: expected at least 1800000000 bytes for 900000000 justice literals",
  ],
  [
    "inputs that nothing accounts for",
    "aig 900000000 900000000 0 0 0\n",
    "aiger-count",
    "f:1:5: expected at most 100000 inputs more than the file has bytes",
  ],
  [
    "an odd input",
    "aag 1 1 0 0 0\n3\n",
    "aiger-definition",
    "f:2:1: expected an even literal from 2 to define an input, found 3",
  ],
  [
    "the constant as an input",
    "aag 1 1 0 0 0\n0\n",
    "aiger-definition",
    "f:2:1: expected an even literal from 2 to define an input, found 0",
  ],
  [
    "an input beyond M",
    "aag 1 1 0 0 0\n4\n",
    "aiger-literal",
    "f:2:1: expected a literal up to 3 (2M+1), found a larger one",
  ],
  [
    "an input twice",
    "aag 2 2 0 0 0\n2\n2\n",
    "aiger-definition",
    "f:3:1: expected an undefined literal, but 2 is defined already",
  ],
  [
    "an input that is a latch",
    "aag 2 1 1 0 0\n2\n2 0\n",
    "aiger-definition",
    "f:3:1: expected an undefined literal, but 2 is defined already",
  ],
  [
    "a gate that is an input",
    "aag 2 1 0 0 1\n2\n2 0 0\n",
    "aiger-definition",
    "f:3:1: expected an undefined literal, but 2",
  ],
  [
    "an odd gate",
    "aag 2 1 0 0 1\n2\n5 2 2\n",
    "aiger-definition",
    "f:3:1: expected an even literal from 2 to define a gate, found 5",
  ],
  [
    "a gate with one fanin",
    "aag 2 1 0 0 1\n2\n4 2\n\n",
    "aiger-syntax",
    "f:3:4: expected a space after the first fanin, found the end of the line",
  ],
  [
    "a gate with three fanins",
    "aag 2 1 0 0 1\n2\n4 2 2 2\n",
    "aiger-syntax",
    "f:3:6: expected the end of the line after the gate, found a space",
  ],
  [
    "a missing line",
    "aag 2 1 1 1 0\n2\n4 2 0\n",
    "aiger-syntax",
    "f:4:1: expected an output literal, found the end of the file",
  ],
  [
    "an empty line",
    "aag 2 1 0 1 0\n\n2\n2\n",
    "aiger-syntax",
    "f:2:1: expected an input literal, found the end of the line",
  ],
  [
    "an undefined output",
    "aag 5 1 0 1 0\n2\n8\n",
    "aiger-undefined",
    "f:3:1: expected a defined literal: no input, latch or gate defines 8",
  ],
  [
    "an undefined next state",
    "aag 5 0 1 0 0\n2 9\n",
    "aiger-undefined",
    "f:2:3: expected a defined literal: no input, latch or gate defines 8",
  ],
  ["an undefined reset", "aag 5 0 1 0 0\n2 2 8\n", "aiger-undefined", "f:2:5: expected a defined literal"],
  ["an undefined fanin", "aag 5 1 0 0 1\n2\n4 2 8\n", "aiger-undefined", "f:3:5: expected a defined literal"],
  ["undefined bad, constraint", "aag 5 0 0 0 0 1 1\n0\n8\n", "aiger-undefined", "f:3:1: expected a defined literal"],
  ["undefined justice", "aag 5 0 0 0 0 0 0 1\n2\n0\n8\n", "aiger-undefined", "f:4:1: expected a defined literal"],
  ["undefined fairness", "aag 5 0 0 0 0 0 0 0 1\n8\n", "aiger-undefined", "f:2:1: expected a defined literal"],
  [
    "a gate that reads itself",
    "aag 1 0 0 0 1\n2 2 1\n",
    "aiger-cycle",
    "f:2:1: expected gates without cycles, but 2 depends on itself: 2 → 2",
  ],
  [
    "gates in a cycle",
    "aag 4 1 0 0 3\n2\n4 9 2\n6 4 2\n8 6 6\n",
    "aiger-cycle",
    "f:3:1: expected gates without cycles, but 4 depends on itself: 4 → 8 → 6 → 4",
  ],
  [
    "a reset that is the latch's negation",
    "aag 1 0 1 0 0\n2 2 3\n",
    "aiger-reset-cycle",
    "f:2:5: expected resets without cycles, but the first value of latch 2 depends on itself: 2 → 2",
  ],
  [
    "resets in a cycle through a gate",
    "aag 3 0 2 0 1\n2 2 6\n4 4 2\n6 4 4\n",
    "aiger-reset-cycle",
    "f:2:5: expected resets without cycles, but the first value of latch 2 depends on itself: 2 → 4 → 2",
  ],
  [
    "resets in a cycle, binary",
    ["aig 2 0 2 0 0\n2 4\n4 2\n"],
    "aiger-reset-cycle",
    "f:2:3: expected resets without cycles",
  ],
  [
    "truncated gates",
    ["aig 2 1 0 0 1\n", [1]],
    "aiger-truncated",
    "f:byte 15: expected the rest of the gates, found the end of the file",
  ],
  [
    "a truncated difference",
    ["aig 2 1 0 0 1\n", [1, 0x80]],
    "aiger-truncated",
    "f:byte 16: expected the rest of the gates",
  ],
  [
    "an overlong difference",
    ["aig 2 1 0 0 1\n", [0x82, 0x00, 0]],
    "aiger-delta",
    "f:byte 14: expected the shortest form of a difference",
  ],
  [
    "a difference of six bytes",
    ["aig 2 1 0 0 1\n", [0xff, 0xff, 0xff, 0xff, 0xff, 1, 0]],
    "aiger-delta",
    "f:byte 14: expected a difference of at most 5 bytes",
  ],
  [
    "a difference below zero",
    ["aig 2 1 0 0 1\n", [5, 0]],
    "aiger-delta",
    "f:byte 14: expected a difference of at most 4, found 5",
  ],
  [
    "a second difference below zero",
    ["aig 2 1 0 0 1\n", [2, 3]],
    "aiger-delta",
    "f:byte 15: expected a difference of at most 2, found 3",
  ],
  [
    "a binary gate that reads itself",
    ["aig 2 1 0 0 1\n", [0, 0]],
    "aiger-delta",
    "f:byte 14: expected gate 4 to read a smaller literal, found itself",
  ],
  [
    "text after the gates",
    "aag 1 1 0 0 0\n2\nhello\n",
    "aiger-symbol",
    "f:3:1: expected a symbol (i, l, o, b, c, j or f), 'c' or the end, found 'h'",
  ],
  [
    "garbage after binary gates",
    ["aig 2 1 0 0 1\n", [2, 2, 0xfe]],
    "aiger-symbol",
    "f:byte 16: expected a symbol (i, l, o, b, c, j or f), 'c' or the end, found byte 0xfe",
  ],
  [
    "a symbol without a position",
    "aag 1 1 0 0 0\n2\ni x\n",
    "aiger-syntax",
    "f:3:2: expected a position after 'i', found a space",
  ],
  [
    "a symbol of nothing",
    "aag 1 1 0 0 0\n2\ni1 x\n",
    "aiger-symbol",
    "f:3:1: expected a symbol of one of 1 inputs, found i1",
  ],
  [
    "a constraint's symbol without one",
    "aag 1 1 0 0 0\n2\nc0 x\n",
    "aiger-symbol",
    "f:3:1: expected a symbol of one of 0 constraints, found c0",
  ],
  [
    "two symbols for one",
    "aag 1 1 0 0 0\n2\ni0 x\ni0 y\n",
    "aiger-symbol",
    "f:4:1: expected one symbol for i0, found a second",
  ],
  [
    "a symbol cut short",
    "aag 1 1 0 0 0\n2\ni0",
    "aiger-syntax",
    "f:3:3: expected a space after i0, found the end of the file",
  ],
];

describe("malformed files get the place and what was expected", () => {
  it.each(CASES)("%s", (_, content, code, message) => {
    const error = errorOf(content);
    expect(error.message).toContain(message);
    expect(error.code).toBe(code);
  });

  it("every prefix of a binary file is a file or gets an error of ours", () => {
    const whole = bytesOf(["aig 5 2 1 1 2 1\n10 1\n9\n8\n", [2, 2, 2, 6], "i0 x\nc\nend\n"]);
    expect(readAigerFile(whole).comment).toBe("end\n");
    for (let n = 0; n < whole.length; n++) {
      try {
        readAigerFile(whole.subarray(0, n));
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
      }
    }
  });
});

describe("what is unusual but right is read", () => {
  it("a huge M with few definitions takes no memory", () => {
    const { model } = readAiger(bytesOf("aag 1073741823 1 0 0 1\n2147483646\n2 2147483646 2147483647\n"));
    expect([model.inputs.length, model.aig.gateCount]).toEqual([1, 0]);
  });

  it("Windows line ends and a last line without its newline", () => {
    const { model } = readAiger(bytesOf("aag 2 1 1 0 0\r\n2\r\n4 2 4\r\ni0 go"));
    expect(model.signals.map((s) => s.name)).toEqual(["go", "l0"]);
    expect(model.latches[0]!.reset).toBe("free");
  });

  it("names that are not UTF-8 come back as they were", () => {
    const bytes = bytesOf(["aag 1 1 0 0 0\n2\ni0 ", [0xe9, 0x80], "\nc\n", [0xff], "\n"]);
    const file = readAigerFile(bytes);
    expect(file.symbols[0]!.name).toBe("\u00e9\u0080");
    expect(Buffer.compare(writeAigerFile(file), bytes)).toBe(0);
  });

  it("a deep chain of gates, upside down", () => {
    const depth = 50_000;
    const lines = [`aag ${depth + 1} 1 0 1 ${depth}`, "2", `${2 * depth + 2}`];
    for (let g = depth; g >= 1; g--) lines.push(`${2 * g + 2} ${2 * g} ${g % 2 === 0 ? 2 * g : 3}`);
    const { model, properties } = readAiger(bytesOf(`${lines.join("\n")}\n`));
    expect(model.inputs.length).toBe(1);
    expect(properties.length).toBe(1);
  });

  it("one name for different bits: each can be told by position", () => {
    const { model } = readAiger(bytesOf("aag 2 1 1 1 0 0\n2\n4 2\n5\ni0 x\nl0 q\no0 q\n"));
    expect(model.signals.map((s) => `${s.kind} ${s.name} ${s.bits}`)).toEqual([
      "input x 2",
      "latch q 4",
      "define q 5",
      "define l0 4",
      "define o0 5",
    ]);
  });
});

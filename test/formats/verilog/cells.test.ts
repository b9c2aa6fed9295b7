import { runYosys } from "@yowasp/yosys";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordCell } from "../../../src/formats/verilog/cells.js";
import type { Cell, NetBit } from "../../../src/formats/verilog/netlist.js";
import { readVerilog } from "../../../src/formats/verilog/read.js";
import type { RunYosys } from "../../../src/formats/verilog/yosys.js";
import { Aig, type ReadonlyAig } from "../../../src/logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf, TRUE } from "../../../src/logic/lit.js";

interface Operands {
  readonly type: string;
  readonly a: bigint;
  readonly b: bigint;
  readonly widthA: number;
  readonly widthB: number;
  readonly widthY: number;
  readonly signed: boolean;
  /** Which bits are constants to the cell: the others it reads from nets. */
  readonly constants: number;
}

/** What cells compute, on numbers: by the standard, and by the manual of the synthesizer where the standard has x. */
const MEANING = new Map<string, (a: bigint, b: bigint, o: Operands) => bigint>([
  ["$pos", (a) => a],
  ["$not", (a) => ~a],
  ["$neg", (a) => -a],
  ["$and", (a, b) => a & b],
  ["$or", (a, b) => a | b],
  ["$xor", (a, b) => a ^ b],
  ["$xnor", (a, b) => ~(a ^ b)],
  ["$add", (a, b) => a + b],
  ["$sub", (a, b) => a - b],
  ["$mul", (a, b) => a * b],
  ["$div", (a, b) => (b === 0n ? (a < 0n ? 1n : -1n) : a / b)],
  ["$mod", (a, b) => (b === 0n ? a : a % b)],
  ["$eq", (a, b) => BigInt(a === b)],
  ["$ne", (a, b) => BigInt(a !== b)],
  ["$lt", (a, b) => BigInt(a < b)],
  ["$le", (a, b) => BigInt(a <= b)],
  ["$gt", (a, b) => BigInt(a > b)],
  ["$ge", (a, b) => BigInt(a >= b)],
  ["$logic_not", (a) => BigInt(a === 0n)],
  ["$logic_and", (a, b) => BigInt(a !== 0n && b !== 0n)],
  ["$logic_or", (a, b) => BigInt(a !== 0n || b !== 0n)],
  ["$reduce_and", (_, __, { a, widthA }) => BigInt(a === 2n ** BigInt(widthA) - 1n)],
  ["$reduce_or", (a) => BigInt(a !== 0n)],
  ["$reduce_xor", (_, __, { a }) => BigInt([...a.toString(2)].filter((d) => d === "1").length % 2)],
  ["$shl", (a, _, { b }) => a << b],
  ["$sshl", (a, _, { b }) => a << b],
  ["$shift", (_, b, { a }) => (b < 0n ? a << -b : a >> b)],
  ["$sshr", (a, _, { b }) => a >> b],
  ["$shr", (a, _, { b, widthA, widthY }) => BigInt.asUintN(Math.max(widthA, widthY), a) >> b],
]);

const numberOf = (bits: bigint, width: number, signed: boolean): bigint => (signed ? BigInt.asIntN(width, bits) : bits);

/** The value of a literal; `values` has those of the leaves, and becomes the values of all nodes up to it. */
function evaluate(aig: ReadonlyAig, lit: Lit, values: Map<number, boolean>): boolean {
  const isTrue = (l: Lit): boolean => values.get(nodeOf(l))! !== isNegated(l);
  values.set(0, false);
  for (let n = 1; n <= nodeOf(lit); n++)
    if (aig.isGate(n) && !values.has(n)) values.set(n, isTrue(aig.fanin0(n)) && isTrue(aig.fanin1(n)));
  return isTrue(lit);
}

/** The value of a cell's output, by its circuit. */
function computed(o: Operands): bigint {
  const aig = new Aig();
  const known = new Map<NetBit, Lit>([
    ["0", FALSE],
    ["1", TRUE],
  ]);
  const leaves = new Map<number, boolean>();
  let nets = 2;
  const word = (value: bigint, width: number, shift: number): NetBit[] =>
    Array.from({ length: width }, (_, i) => {
      const bit = ((value >> BigInt(i)) & 1n) === 1n;
      if ((o.constants >> (i + shift)) & 1) return bit ? "1" : "0";
      const lit = aig.leaf();
      leaves.set(nodeOf(lit), bit);
      known.set(nets, lit);
      return nets++;
    });
  const A = word(o.a, o.widthA, 0);
  const isUnary = /^\$(pos|not|neg|logic_not|reduce_\w+)$/.test(o.type);
  const B = isUnary ? undefined : word(o.b, o.widthB, 9);
  const Y = Array.from({ length: o.widthY }, (_, i) => -1 - i);
  const flag = o.signed ? "1" : "0";
  const cell: Cell = {
    hide_name: 1,
    type: o.type,
    parameters: { A_SIGNED: flag, B_SIGNED: flag },
    attributes: {},
    connections: B === undefined ? { A, Y } : { A, B, Y },
  };
  const made = wordCell(cell, { aig, literal: (bit) => known.get(bit)!, anything: () => aig.leaf() })!;
  return Y.reduce((sum, y, i) => {
    known.set(y, made.value(i));
    return sum + (evaluate(aig, known.get(y)!, leaves) ? 1n << BigInt(i) : 0n);
  }, 0n);
}

const width = fc.integer({ min: 1, max: 9 });
const operands: fc.Arbitrary<Operands> = fc
  .record({
    type: fc.constantFrom(...MEANING.keys()),
    a: fc.bigInt({ min: 0n, max: 511n }),
    b: fc.bigInt({ min: 0n, max: 511n }),
    widthA: width,
    widthB: width,
    widthY: width,
    signed: fc.boolean(),
    constants: fc.oneof(fc.constant(0), fc.nat({ max: 2 ** 18 - 1 })),
  })
  .map((o) => ({ ...o, a: BigInt.asUintN(o.widthA, o.a), b: BigInt.asUintN(o.widthB, o.b) }));

describe("cells of the synthesizer", () => {
  it("compute what numbers do", () => {
    fc.assert(
      fc.property(operands, (o) => {
        const [a, b] = [numberOf(o.a, o.widthA, o.signed), numberOf(o.b, o.widthB, o.signed)];
        expect(computed(o)).toBe(BigInt.asUintN(o.widthY, MEANING.get(o.type)!(a, b, o)));
      }),
      { numRuns: 3000 },
    );
  });

  it("compute what the synthesizer's own evaluation of constants does", async () => {
    const expressions = fc.sample(expression, { numRuns: 60, seed: 1 });
    const declared = expressions.flatMap((e, i) => [
      `wire ${e.signed} [${e.widthA - 1}:0] a${i} = from[${e.widthA - 1}:0] ^ ${sized(e.widthA, e.a)};`,
      `wire ${e.signed} [${e.widthB - 1}:0] b${i} = from[${e.widthB - 1}:0] ^ ${sized(e.widthB, e.b)};`,
      `localparam ${e.signed} [${e.widthA - 1}:0] ca${i} = ${sized(e.widthA, e.a)};`,
      `localparam ${e.signed} [${e.widthB - 1}:0] cb${i} = ${sized(e.widthB, e.b)};`,
      `wire ${e.signed} [9:0] y${i} = ${e.text(`a${i}`, `b${i}`)};`,
      `localparam ${e.signed} [9:0] cy${i} = ${e.text(`ca${i}`, `cb${i}`)};`,
      `always @* assert (y${i} == cy${i});`,
    ]);
    const text = `module top(input clk, input [7:0] x);\nreg [7:0] from = 0; always @(posedge clk) from <= x;\n${declared.join("\n")}\nendmodule`;
    const { model, properties } = await readVerilog([{ name: "top.sv", text }], runYosys as RunYosys);
    const zeros = new Map([...model.inputs, ...model.latches.map((l) => l.node)].map((n) => [n, false]));
    const wrong = properties.filter((p) => p.kind === "bad" && evaluate(model.aig, p.literal, zeros));
    expect(properties.length).toBe(expressions.length);
    expect(wrong.map((p) => p.source?.line)).toEqual([]);
  });
});

const sized = (bits: number, value: number): string => `${bits}'d${value % 2 ** bits}`;

const expression = fc.record({
  signed: fc.constantFrom("", "signed"),
  widthA: fc.integer({ min: 1, max: 8 }),
  widthB: fc.integer({ min: 1, max: 8 }),
  a: fc.nat({ max: 255 }),
  b: fc.nat({ max: 255 }),
  text: fc.constantFrom<(a: string, b: string) => string>(
    ...["+", "-", "*", "&", "|", "^", "~^", "<<", ">>", "<<<", ">>>", "<", "<=", ">", ">=", "==", "!=", "&&", "||"].map(
      (op) => (a: string, b: string) => `${a} ${op} ${b}`,
    ),
    (a, b) => `(${b} == 0) ? 0 : ${a} / ${b}`,
    (a, b) => `(${b} == 0) ? 0 : ${a} % ${b}`,
    (a, b) => `${a} % 10 + ${b} / 3`,
    (a, b) => `${a} ** 3 - ${b} ** 2`,
    (a, b) => `2 ** ${b}[0] + ${a}`,
    (a) => `-${a} + ^${a} + ~&${a} + |${a}`,
    (a, b) => `${a}[0] ? {${b}, ${a}} : {2{${a}}}`,
    (a, b) => `{${a}, ${b}, ${a}} >> ${b}[0]`,
  ),
});

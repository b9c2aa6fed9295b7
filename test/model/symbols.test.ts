import { describe, expect, it } from "vitest";
import type { Lit } from "../../src/logic/lit.js";
import { assembleSignals, type NamedBit, splitIndex } from "../../src/model/symbols.js";

let count = 0;
const bit = (name: string, kind: NamedBit["kind"] = "latch"): NamedBit => ({ name, kind, bit: (2 * ++count) as Lit });
const shape = (bits: readonly NamedBit[]) => assembleSignals(bits).map((s) => `${s.kind} ${s.name}:${s.bits.length}`);

describe("names with an index", () => {
  it.each([
    ["state<3>", { base: "state", index: 3 }],
    ["state[12]", { base: "state", index: 12 }],
    ["mem<*2*><0>", { base: "mem<*2*>", index: 0 }],
    ["a[1][0]", { base: "a[1]", index: 0 }],
    ["mem<*2*>", null],
    ["state", null],
    ["a<03>", null],
    ["a<>", null],
    ["<3>", null],
    ["a<3]", null],
    ["a[99999999]", null],
  ])("%s", (name, expected) => expect(splitIndex(name)).toEqual(expected));
});

describe("buses are assembled from bits", () => {
  it("in any order and either kind of brackets", () => {
    const [b1, b0, clock, c0, c1] = [bit("s<1>"), bit("s<0>"), bit("clock", "input"), bit("t[0]"), bit("t[1]")];
    expect(assembleSignals([b1, b0, clock, c0, c1])).toEqual([
      { name: "s", kind: "latch", type: { kind: "unsigned" }, bits: [b0.bit, b1.bit] },
      { name: "clock", kind: "input", type: { kind: "bool" }, bits: [clock.bit] },
      { name: "t", kind: "latch", type: { kind: "unsigned" }, bits: [c0.bit, c1.bit] },
    ]);
  });

  it("words of a memory are buses of their own", () => {
    expect(shape([bit("m<*0*><0>"), bit("m<*1*><0>"), bit("m<*0*><1>"), bit("m<*1*><1>")])).toEqual([
      "latch m<*0*>:2",
      "latch m<*1*>:2",
    ]);
  });

  it.each([
    ["a hole", ["s<0>", "s<2>"]],
    ["no bit 0", ["s<1>", "s<2>"]],
    ["a single bit", ["s<0>"]],
    ["another signal of the bus's name", ["s", "s<0>", "s<1>"]],
    ["both kinds of brackets for one bit", ["s<0>", "s[0]", "s<1>"]],
    ["one name for two bits", ["s<0>", "s<1>", "s<1>"]],
  ])("but not with %s: then every bit is a signal", (_, names) => {
    expect(shape(names.map((n) => bit(n)))).toEqual(names.map((n) => `latch ${n}:1`));
  });

  it("an output that repeats a latch's name for the same bit is the latch", () => {
    const bits = [bit("s<0>"), bit("s<1>")];
    expect(shape([...bits, ...bits.map((b): NamedBit => ({ ...b, kind: "define" }))])).toEqual(["latch s:2"]);
  });

  it("bits of different kinds stay signals beside the bus, so that no latch is lost", () => {
    expect(shape([bit("s<0>"), bit("s<1>", "define")])).toEqual(["define s:2", "latch s<0>:1", "define s<1>:1"]);
  });
});

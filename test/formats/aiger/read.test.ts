import { describe, expect, it } from "vitest";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import { FALSE, litOf, not, TRUE } from "../../../src/logic/lit.js";

const text = (...lines: string[]): Uint8Array => new TextEncoder().encode(`${lines.join("\n")}\n`);

describe("what an AIGER file means", () => {
  it("an output of a 1.0 file is a bad state", () => {
    // A toggle with enable: the output is the latch.
    const file = text("aag 5 1 1 1 3", "2", "4 10", "4", "6 4 2", "8 5 3", "10 9 7", "i0 enable", "l0 q", "o0 on");
    const { model, properties } = readAiger(file);
    const q = litOf(model.latches[0]!.node);
    expect(properties).toEqual([{ kind: "bad", name: "on", literal: q }]);
    const enable = litOf(model.inputs[0]!);
    const aig = model.aig.fork();
    expect(model.latches[0]!.next).toBe(aig.and(not(aig.and(not(q), not(enable))), not(aig.and(q, enable))));
    expect(model.signals.map((s) => [s.name, s.kind])).toEqual([
      ["enable", "input"],
      ["q", "latch"],
      ["on", "define"],
    ]);
  });

  it("the sections of a 1.9 file are bad states, constraints, justice and fairness; its outputs are names", () => {
    const file = text(
      ...["aag 3 2 1 1 0 1 1 2 1", "2", "4", "6 2", "7", "6", "5", "2", "1", "2", "6", "3", "4"],
      ...["b0 broken", "j1 progress", "c0 assume"],
    );
    const { model, properties } = readAiger(file);
    const [a, b] = model.inputs.map((n) => litOf(n)) as [never, never];
    const q = litOf(model.latches[0]!.node);
    expect(model.constraints).toEqual([not(b)]);
    expect(model.fairness).toEqual([b]);
    expect(properties).toEqual([
      { kind: "bad", name: "broken", literal: q },
      { kind: "justice", name: "j0", literals: [a, q] },
      { kind: "justice", name: "progress", literals: [not(a)] },
    ]);
    expect(model.signals.find((s) => s.name === "o0")).toMatchObject({ kind: "define", bits: [not(q)] });
    expect(model.signals.find((s) => s.name === "assume")).toMatchObject({ kind: "define", bits: [not(b)] });
  });

  it("an output is a bad state, too, where constraints were added to a 1.0 file and nothing else", () => {
    const kinds = (...lines: string[]) => readAiger(text(...lines)).properties.map((p) => `${p.kind} ${p.name}`);
    expect(kinds("aag 1 1 0 1 0 0 1", "2", "2", "3")).toEqual(["bad o0"]);
    expect(kinds("aag 1 1 0 1 0 1 1", "2", "2", "3", "2")).toEqual(["bad b0"]);
    expect(kinds("aag 1 1 0 1 0 0 1 0", "2", "2", "3")).toEqual([]);
    expect(kinds("aag 1 1 0 1 0 0", "2", "2")).toEqual([]);
    expect(kinds("aag 1 1 0 1 0 0 0", "2", "2")).toEqual([]);
  });

  it("latches reset to 0, 1, anything, or a literal", () => {
    const file = text("aag 6 1 5 0 0", "2", "4 4", "6 6 0", "8 8 1", "10 10 10", "12 12 9");
    const { latches } = readAiger(file).model;
    expect(latches.map((l) => l.reset)).toEqual([FALSE, FALSE, TRUE, "free", not(litOf(latches[2]!.node))]);
  });

  it("gates of an ASCII file may come in any order", () => {
    const file = text("aag 5 3 0 1 2", "2", "4", "6", "10", "10 8 6", "8 4 2");
    const { model, properties } = readAiger(file);
    const [a, b, c] = model.inputs.map((n) => litOf(n)) as [never, never, never];
    const aig = model.aig.fork();
    expect(properties[0]).toMatchObject({ literal: aig.and(aig.and(a, b), c) });
  });
});

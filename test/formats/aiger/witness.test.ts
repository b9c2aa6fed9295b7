import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Lasso, Run } from "../../../src/evidence/verdict.js";
import { writeAiger } from "../../../src/formats/aiger/from-design.js";
import { readAiger } from "../../../src/formats/aiger/to-design.js";
import {
  ANY,
  lassosOf,
  readWitnesses,
  referredTo,
  runOf,
  runTo,
  subjectOf,
  writeAnswer,
  writeWitness,
} from "../../../src/formats/aiger/witness.js";
import { type Lit, litOf, TRUE } from "../../../src/logic/lit.js";
import type { Model } from "../../../src/model/model.js";
import type { Design, Property } from "../../../src/model/property.js";
import { resetLatches, simulate } from "../../../src/model/simulate.js";
import { InputError } from "../../../src/text/input-error.js";
import { systems } from "../../arbitraries/systems.js";

const text = (...lines: string[]): string => `${lines.join("\n")}\n`;
const design = (...lines: string[]): Design => readAiger(new TextEncoder().encode(text(...lines)));

// A latch that remembers its input, and one that is free at first and then stays.
const SMALL = design("aag 3 1 2 0 0 2 0 1", "2", "4 2", "6 6 6", "4", "6", "1", "4");
const rows = (values: readonly Uint8Array[]): string[] => values.map((v) => v.join(""));

describe("witnesses are read", () => {
  it("one with a trace", () => {
    const [witness, ...more] = readWitnesses(text("1", "b0", "0x", "1", "x", "."), SMALL.model);
    expect(more).toEqual([]);
    expect(witness).toEqual({
      answer: "fails",
      properties: [{ kind: "bad", index: 0 }],
      formula: null,
      loop: null,
      stimulus: { latches: Uint8Array.of(0, ANY), inputs: [Uint8Array.of(1), Uint8Array.of(ANY)] },
    });
  });

  it.each([
    [["1", "b0", "00", "c fairlead loop 0", "1", "c fairlead loop 1", "."], "6:1: a second comment 'c fairlead loop'"],
    [
      ["1", "c fairlead property p", "c fairlead property q", "00", "1", "."],
      "3:1: a second comment 'c fairlead property'",
    ],
    [
      ["1", "b0", "00", "1", "c fairlead loop 1e9", "."],
      "5:1: expected the step at which the loop starts, found '1e9'",
    ],
  ])("only if they say one thing: %j", (lines, problem) => {
    expect(() => readWitnesses(text(...lines), SMALL.model)).toThrow(problem);
    const apart = text("0", "b0", "c fairlead loop 7", ".", "1", "b0", "00", "c fairlead loop 0", "1", ".");
    expect(readWitnesses(apart, SMALL.model)[1]).toMatchObject({ loop: 0 });
  });

  it("several, with comments and answers without a trace", () => {
    const file = text(
      "c a comment",
      "1",
      "b0j0",
      "01",
      "1",
      "u4",
      "0",
      ".",
      "0",
      "b1",
      ".",
      "2",
      "j0",
      ".",
      "c the end",
    );
    expect(readWitnesses(file, SMALL.model).map((w) => [w.answer, w.properties.length])).toEqual([
      ["fails", 2],
      ["holds", 1],
      ["unknown", 1],
    ]);
  });

  it("an answer alone", () => {
    expect(readWitnesses("0\n", SMALL.model)).toEqual([{ answer: "holds", properties: [], formula: null }]);
  });

  it("a trace without the first lines, and one in columns, as ABC writes them", () => {
    const bare = readWitnesses("01\n1\n0# DONE\n", SMALL.model);
    const columns = readWitnesses(text("1", "01 1 0 11", "11 0 1 01"), SMALL.model);
    for (const [witness] of [bare, columns]) {
      if (witness?.answer !== "fails") throw new Error("expected a trace");
      expect(witness.stimulus.latches.join("")).toBe("01");
      expect(rows(witness.stimulus.inputs)).toEqual(["1", "0"]);
    }
  });

  it.each([
    ["nothing", "", "1:1: expected a witness, which begins with a line '0', '1' or '2'"],
    ["another file", "hello\n", "1:1: expected a witness"],
    ["a wrong property", text("1", "b", "00", "0", "."), "2:1: expected 'b' or 'j' and the number of a property"],
    ["a property and more", text("1", "b0k", "00", "0", "."), "2:3: expected 'b' or 'j'"],
    ["no first values", text("1", "b0"), "3:1: expected the first values of the latches, found the end of the file"],
    ["too few latches", text("1", "b0", "0", "0", "."), "3:1: expected 2 values, one for each of the latches, found 1"],
    [
      "too many inputs",
      text("1", "b0", "00", "01", "."),
      "4:1: expected 1 values, one for each of the inputs, found 2",
    ],
    ["another value", text("1", "b0", "02", "0", "."), "3:2: expected 0, 1 or x, found '2'"],
    ["no steps", text("1", "b0", "00", "."), "5:1: expected the inputs of at least one step"],
    ["no end", text("1", "b0", "00", "1", "0"), "6:1: expected inputs, or '.' at the end of the trace, found the end"],
    ["columns that do not fit", text("1", "01 11 0 11"), "2:4: expected 1 values, one for each of the inputs, found 2"],
  ])("%s gets the place and what was expected", (_, file, message) => {
    expect(() => readWitnesses(file, SMALL.model)).toThrow(InputError);
    expect(() => readWitnesses(file, SMALL.model)).toThrow(message);
  });

  it("properties are named by their kind and position", () => {
    const { properties } = SMALL;
    const references = [
      { kind: "bad", index: 0 },
      { kind: "bad", index: 1 },
      { kind: "justice", index: 0 },
    ] as const;
    expect(properties.map((p) => subjectOf(properties, p))).toEqual(references.map((r) => [r]));
    expect(references.map((r) => referredTo(properties, r))).toEqual(properties);
    expect(referredTo(properties, { kind: "justice", index: 1 })).toBe(null);
    const ltl: Property = { kind: "ltl", name: "f", formula: { op: "true" }, atoms: new Map() };
    expect(subjectOf([...properties, ltl], ltl)).toBe("f");
  });
});

describe("a stimulus is replayed", () => {
  it("with values of its own choice where it leaves one", () => {
    const model = design("aag 4 1 3 0 0", "2", "4 2 1", "6 6 6", "8 8 2").model;
    const run = runOf(model, { latches: Uint8Array.of(ANY, ANY, ANY), inputs: [Uint8Array.of(1), Uint8Array.of(ANY)] });
    expect(run.steps.map((s) => `${s.latches.join("")} ${s.inputs.join("")}`)).toEqual(["101 1", "101 0"]);
  });

  it("a lasso closes at every step that the end repeats, the longest loop first, or where the file says", () => {
    const inputs = [0, 1, 1].map((v) => Uint8Array.of(v));
    const latches = Uint8Array.of(0, 0);
    const loops = (steps: Uint8Array[], matters: Uint8Array, loop: number | null = null) =>
      [...lassosOf(SMALL.model, { latches, inputs: steps }, matters, loop)].map((l) => l.loop);
    expect(loops(inputs.slice(0, 2), Uint8Array.of(1, 1))).toEqual([]);
    expect(loops([...inputs, Uint8Array.of(0)], Uint8Array.of(1, 1))).toEqual([0, 1]);
    expect(loops(inputs.slice(0, 2), Uint8Array.of(0, 1))).toEqual([0, 1]);
    expect(loops(inputs, Uint8Array.of(1, 1), 2)).toEqual([2]);
    const [lasso] = lassosOf(SMALL.model, { latches, inputs: [...inputs, Uint8Array.of(0)] }, Uint8Array.of(1, 1));
    expect(rows(lasso!.steps.map((s) => s.latches))).toEqual(["00", "00", "10", "10"]);
  });

  it("a run ends where the literal first holds", () => {
    const inputs = [0, 1, 0, 1].map((v) => Uint8Array.of(v));
    const stimulus = { latches: Uint8Array.of(0, 0), inputs };
    const [remembered, other] = SMALL.model.latches.map((l) => litOf(l.node));
    expect(runTo(SMALL.model, stimulus, remembered!).steps).toHaveLength(3);
    expect(runTo(SMALL.model, stimulus, other!).steps).toHaveLength(4);
  });
});

describe("comments of ours", () => {
  it("say which step follows the last one, and what formula it is about, of each witness by itself", () => {
    const ours = text("1", "c fairlead property G p", "00", "1", "c fairlead loop 0", ".", "1", "j0", "00", "1", ".");
    const read = readWitnesses(ours, SMALL.model);
    expect(read.map((w) => [w.formula, w.answer === "fails" ? w.loop : ""])).toEqual([
      ["G p", 0],
      [null, null],
    ]);
  });
});

/** A run that violates no constraint, and a lasso if the walk comes round. */
function evidenceOf(model: Model, seed: readonly number[]): { readonly run: Run; readonly lasso: Lasso | null } {
  const vector = (n: number, from: number): Uint8Array =>
    Uint8Array.from({ length: n }, (_, i) => (from >> (i % 16)) & 1);
  const inputs = seed.map((s) => vector(model.inputs.length, s));
  const latches = resetLatches(model, vector(model.latches.length, seed[0]!), inputs[0]!);
  const steps = simulate(model, latches, [...inputs, vector(model.inputs.length, 0)]);
  const key = (k: number): string => steps[k]!.latches.join("");
  for (let end = 1; end < steps.length; end++)
    for (let loop = 0; loop < end; loop++)
      if (key(loop) === key(end))
        return { run: { kind: "run", steps }, lasso: { kind: "lasso", steps: steps.slice(0, end), loop } };
  return { run: { kind: "run", steps }, lasso: null };
}

const walks = fc.array(fc.nat({ max: 65535 }), { minLength: 1, maxLength: 12 });

describe("written witnesses", () => {
  it("are read as the same behaviours", () => {
    let lassos = 0;
    fc.assert(
      fc.property(systems({ literalResets: true }), walks, ({ model }, seed) => {
        const { run, lasso } = evidenceOf(model, seed);
        const references = [{ kind: "justice", index: 12 } as const];
        const [back] = readWitnesses(writeWitness(references, run), model);
        if (back?.answer !== "fails") throw new Error("expected a trace");
        expect(back.properties).toEqual(references);
        expect(runOf(model, back.stimulus)).toEqual(run);
        if (lasso === null) return;
        lassos++;
        const [loop] = readWitnesses(writeWitness(references, lasso), model);
        if (loop?.answer !== "fails") throw new Error("expected a trace");
        const all = new Uint8Array(model.latches.length).fill(1);
        expect([...lassosOf(model, loop.stimulus, all, loop.loop)]).toEqual([lasso]);
      }),
    );
    expect(lassos).toBeGreaterThan(10);
  });

  it("of answers without a trace", () => {
    const file =
      writeAnswer([{ kind: "bad", index: 1 }], "holds") + writeAnswer([{ kind: "justice", index: 0 }], "unknown");
    expect(file).toBe("0\nb1\n.\n2\nj0\n.\n");
    expect(readWitnesses(file, SMALL.model).map((w) => w.answer)).toEqual(["holds", "unknown"]);
  });
});

const aigsim = process.env.FAIRLEAD_AIGSIM;

describe("witnesses before the field's own checker (skipped unless FAIRLEAD_AIGSIM names an aigsim)", () => {
  const folder = aigsim ? mkdtempSync(join(tmpdir(), "fairlead-aigsim-")) : "";
  afterAll(() => {
    if (folder !== "") rmSync(folder, { recursive: true });
  });

  const accepts = (subject: Design, witness: string): boolean => {
    writeFileSync(join(folder, "model.aig"), writeAiger(subject, "binary").aiger);
    writeFileSync(join(folder, "witness"), witness);
    return spawnSync(aigsim!, ["-c", join(folder, "model.aig"), join(folder, "witness")]).status === 0;
  };

  it.skipIf(!aigsim)("lassos and runs are accepted, and broken ones are not", () => {
    const seen = { lassos: 0, runs: 0 };
    fc.assert(
      fc.property(systems({ literalResets: true }), walks, ({ model: whole }, seed) => {
        // Every walk is a behaviour of the model without its constraints, and meets conditions that always hold.
        const model: Model = { ...whole, constraints: [], fairness: [] };
        const { run, lasso } = evidenceOf(model, seed);
        const properties: Property[] = [
          { kind: "bad", name: "b0", literal: TRUE },
          { kind: "justice", name: "j0", literals: [TRUE] },
          { kind: "justice", name: "j1", literals: [0 as Lit] },
        ];
        expect(accepts({ model, properties }, writeWitness([{ kind: "bad", index: 0 }], run))).toBe(true);
        seen.runs++;
        if (lasso === null) return;
        expect(accepts({ model, properties }, writeWitness([{ kind: "justice", index: 0 }], lasso))).toBe(true);
        expect(accepts({ model, properties }, writeWitness([{ kind: "justice", index: 1 }], lasso))).toBe(false);
        seen.lassos++;
      }),
      { numRuns: 40 },
    );
    expect(seen.lassos).toBeGreaterThan(5);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromDesign, writeAiger } from "../../../src/formats/aiger/from-design.js";
import { readAigerFile } from "../../../src/formats/aiger/read.js";
import { asAscii, asBinary } from "../../../src/formats/aiger/renumber.js";
import { readAiger, toDesign } from "../../../src/formats/aiger/to-design.js";
import { writeAigerFile } from "../../../src/formats/aiger/write.js";
import { Aig } from "../../../src/logic/aig.js";
import { type Lit, litOf, nodeOf } from "../../../src/logic/lit.js";
import type { Model } from "../../../src/model/model.js";
import type { Design, Property } from "../../../src/model/property.js";
import { aigerFiles, fileValues } from "../../arbitraries/aiger-files.js";
import { evaluateLit } from "../../arbitraries/aigs.js";
import { systems } from "../../arbitraries/systems.js";

/** Everything a design says, as text, under one assignment: latches and inputs by position. */
function saysUnder(design: Design, assignment: number): string {
  const { model, properties } = design;
  const leaves = [...model.inputs, ...model.latches.map((l) => l.node)];
  const bit = (l: Lit): string =>
    evaluateLit(model.aig, l, (n) => ((assignment >> leaves.indexOf(n)) & 1) === 1) ? "1" : "0";
  const bits = (lits: readonly Lit[]): string => lits.map(bit).join("");
  const property = (p: Property): string =>
    p.kind === "bad" ? `${p.name} ${bit(p.literal)}` : p.kind === "justice" ? `${p.name} ${bits(p.literals)}` : p.name;
  return [
    ...model.latches.map((l) => `${bit(l.next)} ${l.reset === "free" ? "free" : bit(l.reset)}`),
    `constraints ${bits(model.constraints)} fairness ${bits(model.fairness)}`,
    ...properties.map(property),
    ...model.signals.map((s) => `${s.kind} ${s.name} ${bits(s.bits)}`).sort(),
  ].join("\n");
}

const ASSIGNMENTS = Array.from({ length: 12 }, (_, k) => Math.imul(k, 0x9e3779b1) >>> 3);

function expectSame(a: Design, b: Design): void {
  for (const assignment of ASSIGNMENTS) expect(saysUnder(a, assignment)).toBe(saysUnder(b, assignment));
}

describe("random AIGER files", () => {
  it("are read as they were written, and written again byte for byte", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const bytes = writeAigerFile(file);
        const read = readAigerFile(bytes);
        expect(read).toEqual(file);
        expect(Buffer.compare(writeAigerFile(read), bytes)).toBe(0);
      }),
      { numRuns: 400 },
    );
  });

  it("mean what the format says", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const { model, properties } = toDesign(file);
        const leafLits = [...file.inputs, ...file.latches.filter((_, i) => i % 3 === 0)];
        const leafNodes = [...model.inputs, ...model.latches.map((l) => l.node)];
        for (const assignment of ASSIGNMENTS) {
          const bit = (k: number): boolean => ((assignment >> k) & 1) === 1;
          const oracle = fileValues(file, (lit) => bit(leafLits.indexOf(lit)));
          const same = (lits: Iterable<number>, ours: readonly Lit[]): void =>
            expect(ours.map((l) => evaluateLit(model.aig, l, (n) => bit(leafNodes.indexOf(n))))).toEqual(
              [...lits].map(oracle),
            );
          same(
            file.latches.filter((_, i) => i % 3 === 1),
            model.latches.map((l) => l.next),
          );
          const literalResets = model.latches.flatMap((l) => (l.reset === "free" ? [] : [l.reset]));
          const written = [...file.latches].filter((lit, i) => i % 3 === 2 && lit !== file.latches[i - 2]);
          same(
            written.map((lit) => Math.max(lit, 0)),
            literalResets,
          );
          same(file.constraints, model.constraints);
          same(file.fairness, model.fairness);
          const { headerFields, constraints } = file;
          const isOld = headerFields === 5 || (headerFields === 7 && constraints.length > 0 && file.bad.length === 0);
          const bad = isOld ? [...file.outputs] : [...file.bad];
          const literals = properties.flatMap((p) =>
            p.kind === "bad" ? [p.literal] : p.kind === "justice" ? p.literals : [],
          );
          same([...bad, ...file.justice], literals);
        }
        model.latches.forEach(({ reset }, i) => {
          expect(reset === "free").toBe(file.latches[3 * i] === file.latches[3 * i + 2]);
        });
      }),
      { numRuns: 200 },
    );
  });

  it("mean the same in the other encoding", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const binary = readAigerFile(writeAigerFile(asBinary(file)));
        expect(binary.encoding).toBe("binary");
        expectSame(toDesign(binary), toDesign(file));
        const ascii = readAigerFile(writeAigerFile(asAscii(binary)));
        expect(ascii.encoding).toBe("ascii");
        expect(asBinary(ascii)).toEqual(binary);
      }),
      { numRuns: 200 },
    );
  });

  it("mean the same when they are written from the design that was read", () => {
    fc.assert(
      fc.property(aigerFiles(), fc.constantFrom("ascii" as const, "binary" as const), (file, encoding) => {
        const design = toDesign(file);
        const { aiger, leftOut } = fromDesign(design, encoding);
        expect(leftOut).toEqual([]);
        const again = readAiger(writeAigerFile(aiger));
        for (const assignment of ASSIGNMENTS) {
          const strip = (d: Design): Design => ({ ...d, model: { ...d.model, signals: [] } });
          expect(saysUnder(strip(again), assignment)).toBe(saysUnder(strip(design), assignment));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("designs", () => {
  it("survive being written and read, whatever the model", () => {
    fc.assert(
      fc.property(systems({ literalResets: true, extraLits: 4 }), ({ model, lits }) => {
        const [a, b, c, d] = lits as [Lit, Lit, Lit, Lit];
        const design: Design = {
          model: withSignals(model, [a]),
          properties: [
            { kind: "bad", name: "b0", literal: b },
            { kind: "justice", name: "progress", literals: [c, d] },
            { kind: "justice", name: "j1", literals: [] },
          ],
        };
        const { aiger: bytes } = writeAiger(design, "binary");
        expectSame(readAiger(bytes), design);
      }),
      { numRuns: 200 },
    );
  });

  it("report the formulas that AIGER cannot express", () => {
    const aig = new Aig();
    const formula = { op: "true" } as const;
    const properties: Property[] = [
      { kind: "ltl", name: "live", formula, atoms: new Map() },
      { kind: "bad", name: "broken", literal: litOf(0) },
      { kind: "ctl", name: "tree", formula, atoms: new Map() },
    ];
    const { aiger, leftOut } = writeAiger({ model: empty(aig), properties }, "ascii");
    expect(new TextDecoder().decode(aiger)).toBe("aag 0 0 0 0 0 1\n0\nb0 broken\n");
    expect(leftOut.map((p) => p.name)).toEqual(["live", "tree"]);
  });

  it("write buses bit by bit, and what is not a leaf as an output", () => {
    const aig = new Aig();
    const [x, y] = [aig.leaf(), aig.leaf()];
    const both = aig.and(x, y);
    const model: Model = {
      ...empty(aig),
      inputs: [nodeOf(x)],
      latches: [{ node: nodeOf(y), next: both, reset: "free" }],
      signals: [
        { name: "go", kind: "input", type: { kind: "bool" }, bits: [x] },
        { name: "seen", kind: "latch", type: { kind: "bool" }, bits: [y] },
        { name: "pair", kind: "define", type: { kind: "unsigned" }, bits: [both, y] },
      ],
    };
    const { aiger } = writeAiger({ model, properties: [] }, "ascii");
    expect(new TextDecoder().decode(aiger)).toBe(
      "aag 3 1 1 2 1 0\n2\n4 6 4\n6\n4\n6 4 2\ni0 go\nl0 seen\no0 pair<0>\no1 pair<1>\n",
    );
    expect(readAiger(aiger).model.signals.map((s) => `${s.kind} ${s.name}:${s.bits.length}`)).toEqual([
      "input go:1",
      "latch seen:1",
      "define pair:2",
    ]);
  });
});

const empty = (aig: Aig): Model => ({
  aig,
  inputs: [],
  latches: [],
  constraints: [],
  fairness: [],
  signals: [],
  modules: [],
});

/** Names for everything: a bus of latches, inputs by position, one definition. */
function withSignals(model: Model, [define]: [Lit]): Model {
  const latches = model.latches.map((l) => litOf(l.node));
  return {
    ...model,
    signals: [
      latches.length > 1
        ? { name: "state", kind: "latch", type: { kind: "unsigned" }, bits: latches }
        : { name: "bit", kind: "latch", type: { kind: "bool" }, bits: latches },
      ...model.inputs.map((n, i) => ({
        name: `i${i}`,
        kind: "input" as const,
        type: { kind: "bool" as const },
        bits: [litOf(n)],
      })),
      { name: "shown", kind: "define", type: { kind: "bool" }, bits: [define] },
    ],
  };
}

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readAiger, toDesign } from "../../../src/formats/aiger/to-design.js";
import { readBlif } from "../../../src/formats/blif/to-design.js";
import { writeBlif } from "../../../src/formats/blif/write.js";
import { type Lit, litOf, not } from "../../../src/logic/lit.js";
import { Random } from "../../../src/logic/random.js";
import type { Model } from "../../../src/model/model.js";
import type { Design } from "../../../src/model/property.js";
import { Simulator } from "../../../src/model/simulate.js";
import { aigerFiles } from "../../arbitraries/aiger-files.js";

const hasAbc = spawnSync("berkeley-abc", ["-c", "quit"]).error === undefined;
if (!hasAbc) console.log("berkeley-abc is not installed: BLIF is not compared with it");
const folder = mkdtempSync(join(tmpdir(), "fairlead-blif-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

function abc(commands: string): void {
  const { stdout, status } = spawnSync("berkeley-abc", ["-c", commands], { encoding: "utf8" });
  if (status !== 0 || /error|cannot|failed/i.test(stdout)) throw new Error(stdout);
}

/** Circuits whose outputs are bad states, with known first values and nothing else that BLIF cannot say. */
const circuits = (): Design[] =>
  fc
    .sample(aigerFiles(), { seed: 1, numRuns: 60 })
    .map((aiger) => toDesign(aiger))
    .map(({ model }): Design => {
      const latches = model.latches.map((l) => ({ ...l, reset: l.reset === 1 ? l.reset : (0 as Lit) }));
      const properties = model.latches.map(({ next }, i) => ({ kind: "bad", name: `bad${i}`, literal: next }) as const);
      return {
        model: { ...model, latches, constraints: [], fairness: [], fairnessNames: [], signals: [] },
        properties,
      };
    })
    .filter((d) => d.properties.length > 0)
    .slice(0, 10);

/** What the literals are worth in random runs from the first step. */
function runs(model: Model, watch: readonly Lit[]): number[][] {
  const random = new Random(7);
  const sim = new Simulator(model, { watch });
  sim.reset();
  return Array.from({ length: 20 }, () => {
    for (let i = 0; i < sim.inputs.length; i++) sim.inputs[i] = random.word();
    sim.evaluate();
    const values = watch.map((l) => (l === 0 ? 0 : l === 1 ? -1 : sim.value(l)));
    sim.advance();
    return values;
  });
}

const asked = ({ properties }: Design): Lit[] => properties.map((p) => (p.kind === "bad" ? p.literal : (0 as Lit)));
const named = ({ model }: Design, names: readonly string[]): Lit[] =>
  names.map((name) => {
    const bus = /^(.*?)(\d+)$/.exec(name);
    return (model.signals.find((s) => s.name === name)?.bits[0] ??
      model.signals.find((s) => s.name === bus?.[1])?.bits[Number(bus?.[2])])!;
  });

describe.skipIf(!hasAbc)("BLIF and BLIF-MV beside ABC", () => {
  it.each(["blif", "blif-mv"] as const)("what we write as %s, ABC reads as the same circuit", (format) => {
    const ending = format === "blif" ? "blif" : "mv";
    for (const design of circuits()) {
      writeFileSync(file(`ours.${ending}`), writeBlif(design, format).text);
      abc(
        `read_${format === "blif" ? "blif" : "blif_mv"} ${file(`ours.${ending}`)}; strash; write_aiger ${file("theirs.aig")}`,
      );
      const theirs = readAiger(readFileSync(file("theirs.aig")));
      expect(runs(theirs.model, asked(theirs))).toEqual(runs(design.model, asked(design)));
    }
  });

  it("what ABC writes, we read as the same circuit", () => {
    for (const design of circuits()) {
      writeFileSync(file("ours.blif"), writeBlif(design, "blif").text);
      abc(`read_blif ${file("ours.blif")}; strash; write_blif ${file("b.blif")}; write_blif_mv ${file("b.mv")}`);
      const names = design.properties.map((p) => p.name);
      // ABC writes a constant as a table that allows both values in BLIF-MV.
      const hasConstants = asked(design).some((l) => l < 2);
      for (const name of hasConstants ? ["b.blif"] : ["b.blif", "b.mv"]) {
        const theirs = readBlif(readFileSync(file(name), "utf8"));
        expect(runs(theirs.model, named(theirs, names))).toEqual(runs(design.model, asked(design)));
      }
    }
  });
});

describe("BLIF written and read", () => {
  it.each(["blif", "blif-mv"] as const)("%s gives the same circuit again", (format) => {
    for (const design of circuits()) {
      const again = readBlif(writeBlif(design, format).text);
      expect(again.model.latches.map((l) => l.reset)).toEqual(design.model.latches.map((l) => l.reset));
      expect(
        runs(
          again.model,
          named(
            again,
            design.properties.map((p) => p.name),
          ),
        ),
      ).toEqual(runs(design.model, asked(design)));
    }
  });

  it.each(["blif", "blif-mv"] as const)("%s gives the same fairness again, by a .fair file", (format) => {
    for (const design of circuits()) {
      const { latches, inputs } = design.model;
      const fairness = [litOf(latches[0]!.node), not(litOf(inputs[0] ?? latches[0]!.node)), ...asked(design)];
      const { text, fair } = writeBlif({ ...design, model: { ...design.model, fairness } }, format);
      const again = readBlif(text, { fairness: [{ name: "m.fair", text: fair }] });
      expect(again.model.fairness).toHaveLength(fairness.length);
      expect(runs(again.model, again.model.fairness)).toEqual(runs(design.model, fairness));
    }
  });

  it("refuses what the formats cannot say, and never drops it", () => {
    const [design] = circuits();
    const constrained = { ...design!, model: { ...design!.model, constraints: [2 as Lit] } };
    expect(() => writeBlif(constrained, "blif")).toThrow(/constraints cannot be written/);
  });
});

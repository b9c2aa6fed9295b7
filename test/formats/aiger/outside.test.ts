import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAigerFile } from "../../../src/formats/aiger/read.js";
import { readAiger, toDesign } from "../../../src/formats/aiger/to-design.js";
import { writeAigerFile } from "../../../src/formats/aiger/write.js";
import { outsideAigerFiles } from "./outside-models.js";

const root = process.env.FAIRLEAD_BENCHMARKS;

describe("outside AIGER files (skipped unless FAIRLEAD_BENCHMARKS is set)", () => {
  it.skipIf(!root)("are read and written again byte for byte", () => {
    const files = outsideAigerFiles();
    expect(files.length).toBeGreaterThan(80);
    for (const { name, bytes } of files) {
      const again = writeAigerFile(readAigerFile(bytes));
      expect(Buffer.compare(again, bytes), name).toBe(0);
    }
  });

  it.skipIf(!root)("become models with as many inputs, latches and properties as the file has", () => {
    for (const { name, bytes } of outsideAigerFiles()) {
      const file = readAigerFile(bytes);
      const { model, properties } = toDesign(file);
      expect(model.inputs.length, name).toBe(file.inputs.length);
      expect(model.latches.length, name).toBe(file.latches.length / 3);
      expect(model.fairness.length, name).toBe(file.fairness.length);
      const asked = file.bad.length + file.justiceSizes.length + (file.headerFields === 5 ? file.outputs.length : 0);
      expect(properties.length, name).toBe(asked);
    }
  });

  it.skipIf(!root)("have their bits assembled into buses", () => {
    const { model } = readAiger(readFileSync(join(root!, "ctl/abqueues2m.aig")));
    const widths = Object.fromEntries(model.signals.map((s) => [s.name, `${s.kind} ${s.bits.length}`]));
    expect(widths).toMatchObject({
      add: "input 1",
      move: "input 2",
      "sr0.mem<*3*>": "latch 3",
      empty: "latch 2",
      dataOut0: "define 3",
    });
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAigerFile } from "../../src/formats/aiger/read.js";
import { toDesign } from "../../src/formats/aiger/to-design.js";
import { writeAigerFile } from "../../src/formats/aiger/write.js";
import { outputFormatOf, reencodeAiger } from "../../src/formats/convert.js";
import { FALSE, nodeOf } from "../../src/logic/lit.js";
import { readDesign } from "../../src/reading/read-design.js";
import { aigerFiles } from "../arbitraries/aiger-files.js";

describe("convert", () => {
  it("chooses the format by the ending of the name", () => {
    const names = ["x.aag", "dir.aig/x.AIG", "x.smv", "x.blif", "x.mv", "aag"];
    expect(names.map((n) => outputFormatOf(n)?.name ?? null)).toEqual([
      "AIGER, ASCII",
      "AIGER, binary",
      "SMV",
      "BLIF",
      "BLIF-MV",
      null,
    ]);
  });

  it("every format writes every design that AIGER can say", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const design = toDesign(file);
        for (const name of ["x.aag", "x.aig", "x.smv"]) {
          const { bytes, leftOut } = outputFormatOf(name)!.write(design);
          expect(leftOut).toEqual([]);
          expect(bytes.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 50 },
    );
  });

  it("a name that the format allows stays with its signal, whatever others are changed to", async () => {
    const lines = ["aag 2 0 2 0 0 1", "2 2 1", "4 4 0", "2", "l0 a b", "l1 a_b"];
    const design = await readDesign(new TextEncoder().encode(`${lines.join("\n")}\n`), "x.aag");
    for (const name of ["x.smv", "x.blif", "x.mv"]) {
      const { model } = await readDesign(outputFormatOf(name)!.write(design).bytes, name);
      const [bit] = model.signals.find((s) => s.name === "a_b")!.bits;
      expect(model.latches.find((l) => l.node === nodeOf(bit!))!.reset).toBe(FALSE);
    }
  });

  it("an AIGER file in its own encoding stays as it is, and in the other keeps names and comment", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const bytes = writeAigerFile(file);
        expect(Buffer.compare(reencodeAiger(bytes, file.encoding), bytes)).toBe(0);
        const other = readAigerFile(reencodeAiger(bytes, file.encoding === "binary" ? "ascii" : "binary"));
        expect(other.encoding).not.toBe(file.encoding);
        expect([other.symbols, other.comment, other.headerFields]).toEqual([
          file.symbols,
          file.comment,
          file.headerFields,
        ]);
      }),
      { numRuns: 100 },
    );
  });
});

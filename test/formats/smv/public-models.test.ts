import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import { decide } from "../../engines/running.js";

const folder = process.env.FAIRLEAD_BENCHMARKS === undefined ? "" : join(process.env.FAIRLEAD_BENCHMARKS, "smv");
const missing = !existsSync(folder);

/** Blanks at the end are lost in the table. */
const bare = (spec: string): string => spec.trim().replace(/ +\)/g, ")").replace(/ +/g, " ");

/** Models whose states the reference engine writes down within a second or so. */
const SMALL = ["counter", "mutex", "mutex1", "ring", "semaphore", "short", "syncarb5", "periodic", "brp"];

describe.skipIf(missing)("public SMV models (skipped when FAIRLEAD_BENCHMARKS has no smv folder)", () => {
  const rows = missing
    ? []
    : readFileSync(join(folder, "EXPECTED.tsv"), "utf8")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.split("\t") as [string, string, string]);

  it("have every specification that NuSMV prints, under its name", () => {
    for (const file of readdirSync(folder).filter((f) => f.endsWith(".smv"))) {
      const { properties } = readSmv(readFileSync(join(folder, file), "latin1"), file);
      const names = new Set(properties.map((p) => bare(p.text ?? "")));
      for (const [, , spec] of rows.filter((r) => r[0] === file)) expect(names, file).toContain(bare(spec));
    }
  });

  it.each(SMALL)("%s: the reference engine gives NuSMV's verdicts on CTL", (name) => {
    const file = `${name}.smv`;
    const { model, properties } = readSmv(readFileSync(join(folder, file), "latin1"), file);
    for (const [, verdict, spec] of rows.filter((r) => r[0] === file)) {
      const p = properties.find((q) => bare(q.text ?? "") === bare(spec))!;
      if (p.kind !== "ctl") continue;
      const { answer } = decide(reference, { kind: "ctl", model, formula: p.formula, atoms: p.atoms });
      expect(answer, spec).toBe(verdict === "true" ? "holds" : "fails");
    }
  });

  it("of old, with 0 and 1 for the Booleans, are read and remarked on", () => {
    const text = readFileSync(join(folder, "lmcs", "short", "short.smv"), "latin1");
    const { notices } = readSmv(text, "short.smv");
    expect(notices?.map((n) => n.code)).toContain("smv-integer-as-boolean");
  });
});

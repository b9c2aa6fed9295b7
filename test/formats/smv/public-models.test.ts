import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { readSmv } from "../../../src/formats/smv/read.js";
import { solved } from "../../cross-engine/solving.js";
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

  const lmcs = join(folder, "lmcs");
  const asked = missing
    ? []
    : readFileSync(join(lmcs, "EXPECTED.tsv"), "utf8")
        .split("\n")
        .map((line) => line.split("\t"))
        .filter(([model, , , holds]) => /^(short|brp|dme2)$/.test(model!) && /^(TRUE|FALSE)$/.test(holds!))
        .map(([model, , property, holds]) => [model!, property!, holds === "TRUE" ? "holds" : "fails"] as const);

  it.each(asked)("%s, %s: %s (LTL with past)", (model, property, answer) => {
    const group = join(lmcs, model.replace(/\d/g, ""));
    const file = `${model}.smv`;
    const text = readFileSync(join(group, `${property}.ltl`), "utf8");
    const formulas = [{ logic: "ltl", text, file: `${property}.ltl`, isFile: true }] as const;
    const design = readSmv(readFileSync(join(group, file), "latin1"), file, { formulas });
    expect(solved(design.model, design.properties[0]!, reference).verdict.answer).toBe(answer);
  });

  it("of old, with 0 and 1 for the Booleans, are read and remarked on", () => {
    const text = readFileSync(join(folder, "lmcs", "short", "short.smv"), "latin1");
    const { notices } = readSmv(text, "short.smv");
    expect(notices?.map((n) => n.code)).toContain("smv-integer-as-boolean");
  });
});

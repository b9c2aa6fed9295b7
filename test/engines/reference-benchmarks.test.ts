import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { checkLasso } from "../../src/checkers/check-lasso.js";
import { reference } from "../../src/engines/reference.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { parseCtlFile } from "../../src/formula/parse.js";
import { SignalTable } from "../../src/model/signal-table.js";
import { coneOfInfluence } from "../../src/transform/cone.js";
import { decide } from "./running.js";

/** The files that the reference finishes in a moment, with the verdicts that others published for them. */
const folder = process.env.FAIRLEAD_BENCHMARKS || undefined;
const outside = folder === undefined ? describe.skip : describe;
const note = folder === undefined ? " (skipped: FAIRLEAD_BENCHMARKS is not set)" : "";

const rows = (set: string): string[][] =>
  readFileSync(join(folder!, set, "EXPECTED.tsv"), "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
const design = (set: string, name: string) => readAiger(readFileSync(join(folder!, set, `${name}.aig`)));

outside(`reference on justice properties of public models${note}`, () => {
  it.each([
    "cucnt3",
    "cuhanoi4",
    "cucnt10",
    "lmcs06short0",
    "lmcs06short1",
    "culock",
    "cuhanoi7",
    "cutarb4",
    "cuasq10",
    "cuffl09",
    "cuffl12",
  ])("%s", (name) => {
    const expected = rows("aiger")
      .find((row) => row[0] === name)!
      .at(-1);
    const { model, properties } = design("aiger", name);
    const [property] = properties;
    if (property?.kind !== "justice") throw new Error("expected a justice property");
    const cone = coneOfInfluence({ ...model, fairness: [...model.fairness, ...property.literals] }, []);
    const verdict = decide(reference, { kind: "fair-cycle", model: cone.model });
    expect(verdict.answer).toBe(expected === "SAT" ? "fails" : "holds");
    if (verdict.answer !== "fails") return;
    if (verdict.by.kind !== "lasso") throw new Error("expected a lasso");
    expect(checkLasso(model, cone.lift.lasso(verdict.by), property.literals)).toMatchObject({ ok: true });
  });
});

outside(`reference on CTL properties of public models${note}`, () => {
  it.each(["andersonSQ", "lock", "microwave", "reqAck", "simple4"])("%s", (name) => {
    const { model } = design("ctl", name);
    const signals = new SignalTable(model);
    const formulas = parseCtlFile(readFileSync(join(folder!, "ctl", `${name}.ctl`), "utf8"));
    const expected = rows("ctl").filter((row) => row[0] === name);
    expect(expected.length).toBeGreaterThan(0);
    for (const [, index, result] of expected) {
      const { formula, atoms, text } = formulas[Number(index)]!;
      const literals = signals.literals(atoms);
      const verdict = decide(reference, {
        kind: "ctl",
        model: { ...model, aig: signals.aig },
        formula,
        atoms: literals,
      });
      expect(verdict.answer, text).toBe(result === "0" ? "holds" : "fails");
    }
  });
});

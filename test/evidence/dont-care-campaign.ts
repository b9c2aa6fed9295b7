import { checkWitness } from "../../src/checkers/check-witness.js";
import { reference } from "../../src/engines/reference.js";
import { dontCares } from "../../src/evidence/dont-care.js";
import type { Lasso, Run } from "../../src/evidence/verdict.js";
import type { Model } from "../../src/model/model.js";
import { literalsOf, type Property } from "../../src/model/property.js";
import { simulate } from "../../src/model/simulate.js";
import { solved } from "../cross-engine/solving.js";

/** Beyond so many fillings of one counterexample only as many are tried. */
const MOST = 256;

/**
 * Fills what is called indifferent in a counterexample in every possible way: first values, and inputs of each step. How many fillings there were, or
 * one that does not replay, in words; null where the property holds or nothing is indifferent.
 */
export function allFillings(model: Model, property: Property): number | string | null {
  const { verdict } = solved(model, property, reference);
  if (verdict.answer !== "fails" || (verdict.by.kind !== "lasso" && verdict.by.kind !== "run")) return null;
  const { by } = verdict;
  const free = dontCares(model, by, literalsOf(property));
  const latches = marked(free.latches).map((i) => ({ step: -1, i }));
  const inputs = by.steps.flatMap((_, step) => marked(free.inputs).map((i) => ({ step, i })));
  const holes = [...latches, ...inputs];
  if (holes.length === 0) return null;
  const count = Math.min(MOST, 2 ** holes.length);
  for (let filling = 0; filling < count; filling++) {
    const bit = (step: number, i: number, otherwise: number) => {
      const hole = holes.findIndex((h) => h.step === step && h.i === i);
      return hole < 0 ? otherwise : (filling >> hole) & 1;
    };
    const first = by.steps[0]!.latches.map((v, i) => bit(-1, i, v));
    const steps = simulate(
      model,
      first,
      by.steps.map((s, step) => s.inputs.map((v, i) => bit(step, i, v))),
    );
    const problem = checkWitness(model, property, { ...by, steps } as Lasso | Run);
    if (problem !== null) return `filling ${filling} of ${count}: ${problem}`;
  }
  return count;
}

const marked = (marks: Uint8Array): number[] => [...marks.keys()].filter((i) => marks[i] === 1);

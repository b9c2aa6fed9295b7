import { reference } from "../../src/engines/reference.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { FALSE } from "../../src/logic/lit.js";
import { problemWith, satisfiesFormula } from "../../src/program/behaviour.js";
import { behaviourOf } from "../../src/program/decode.js";
import type { Program } from "../../src/program/program.js";
import { ProgramSpace } from "../../src/program/space.js";
import { programModel } from "../../src/program/to-model.js";
import { solved } from "../cross-engine/solving.js";
import { asFunctions } from "./as-functions.js";
import { truthOf } from "./definition.js";
import { pastSecondLooks, reachable, transitionsOf } from "./graph.js";

/** Where two meanings of a program differ; null for one that is too large. */
export function meaningsOf(program: Program, formula: Ltl, most = 300): string[] | null {
  const propositions = [...program.propositions.values()];
  const generated = new ProgramSpace(program, { propositions });
  const states = reachable(generated, most);
  if (states.length * 2 ** generated.pairs > most) return null;
  const functions = asFunctions(program);
  const others = {
    "the interpreter": new ProgramSpace(program, { propositions, mode: "interpret" }),
    functions: pastSecondLooks(new ProgramSpace(functions, { propositions: [...functions.propositions.values()] })),
  };
  const found: string[] = [];
  for (const state of states) {
    const expected = transitionsOf(generated, state).sort().join("; ");
    for (const [name, space] of Object.entries(others))
      if (transitionsOf(space, state).sort().join("; ") !== expected)
        found.push(`${name} differs in ${state.join(" ")}`);
  }
  const truth = truthOf(program, formula, most);
  return truth === null ? null : [...found, ...circuitDifferences(program, formula, truth)];
}

function circuitDifferences(program: Program, formula: Ltl, truth: NonNullable<ReturnType<typeof truthOf>>): string[] {
  const compiled = programModel(program);
  const atoms = new Map([...program.propositions].map(([name, { holds }]) => [name, compiled.literal(holds, name)]));
  const { verdict } = solved(compiled.model, { kind: "ltl", name: "f", formula, atoms }, reference);
  const found: string[] = [];
  const compare = (what: string, actual: string, expected: boolean) => {
    if (actual !== (expected ? "fails" : "holds")) found.push(`the circuit says ${actual} of ${what}`);
  };
  compare("the formula", verdict.answer, truth.isViolated);
  if (compiled.error !== FALSE || truth.hasMistake) {
    const bad = solved(compiled.model, { kind: "bad", name: "error", literal: compiled.error }, reference);
    compare("mistakes", bad.verdict.answer, truth.hasMistake);
  }
  if (verdict.answer === "fails" && verdict.by.kind === "lasso") {
    const behaviour = behaviourOf(compiled, verdict.by);
    const problem = problemWith(program, behaviour);
    if (problem !== null) found.push(`its lasso is none: ${problem}`);
    else if (satisfiesFormula(program, behaviour, formula, program.propositions))
      found.push("its lasso satisfies the formula");
  }
  return found;
}

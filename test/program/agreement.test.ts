import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import { printCtl } from "../../src/formula/print.js";
import { problemWith, satisfiesFormula } from "../../src/program/behaviour.js";
import { behaviourOf } from "../../src/program/decode.js";
import { readQuestion } from "../../src/program/question.js";
import { ProgramSpace } from "../../src/program/space.js";
import type { System } from "../../src/program/system.js";
import { programDesign } from "../../src/program/to-design.js";
import { programModel } from "../../src/program/to-model.js";
import { check } from "../../src/program.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";
import { solved } from "../cross-engine/solving.js";
import { asFunctions } from "./as-functions.js";
import { truthOf } from "./definition.js";
import { pastSecondLooks, reachable, transitionsOf } from "./graph.js";
import { type ProgramShape, randomProgram } from "./random-programs.js";

const seeds = fc.integer({ min: 0, max: 2 ** 30 });
const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3, past: false });

/** Small enough for oracles. */
function smallProgram(seed: number, shape: ProgramShape = {}): System {
  const program = randomProgram(seed, shape);
  const space = new ProgramSpace(program);
  // The circuit has promises of strong fairness in its states.
  fc.pre(reachable(space, 400).length * 2 ** space.pairs <= 400);
  return program;
}

describe("a program of expressions", () => {
  it("has the same transitions when it is interpreted and when it is compiled to JavaScript", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const program = smallProgram(seed);
        const propositions = [...program.propositions.values()];
        const generated = new ProgramSpace(program, { propositions });
        const interpreted = new ProgramSpace(program, { propositions, mode: "interpret" });
        expect(generated.isGenerated).toBe(true);
        for (const state of reachable(generated).slice(0, 500))
          expect(transitionsOf(generated, state).sort()).toEqual(transitionsOf(interpreted, state).sort());
      }),
      { numRuns: 60 },
    );
  });

  it("has the same transitions when it is written with functions", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const program = smallProgram(seed);
        const functions = asFunctions(program);
        const space = new ProgramSpace(program, { propositions: [...program.propositions.values()] });
        const propositions = [...functions.propositions.values()];
        const called = pastSecondLooks(new ProgramSpace(functions, { propositions }));
        const interpreted = new ProgramSpace(functions, { propositions, mode: "interpret" });
        expect(called.isGenerated).toBe(true);
        for (const state of reachable(space).slice(0, 200)) {
          const expected = transitionsOf(space, state).sort();
          expect(transitionsOf(called, state).sort()).toEqual(expected);
          expect(transitionsOf(interpreted, state).sort()).toEqual(expected);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("has the same answers of branching time, here and now and as a circuit", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, ctlFormulas({ atoms: ["a", "b"], depth: 2 }), async (seed, formula) => {
        const program = smallProgram(seed, { strong: false, mistakes: false, deadlock: "stutter" });
        const { answer } = await check(program, { ctl: printCtl(formula) });
        const question = readQuestion(program, "ctl", printCtl(formula));
        const { design } = programDesign(program, [question]);
        expect(answer).toBe(solved(design.model, design.properties.at(-1)!, reference).verdict.answer);
      }),
      { numRuns: 25 },
    );
  });

  it("has the same verdicts as a circuit", () => {
    fc.assert(
      fc.property(seeds, formulas, (seed, formula) => {
        const program = smallProgram(seed);
        const propositions = [...program.propositions.values()];
        const fails = truthOf(program, formula)?.isViolated;

        const compiled = programModel(program);
        const atoms = new Map(propositions.map(({ name, holds }) => [name, compiled.literal(holds, name)]));
        const { verdict } = solved(compiled.model, { kind: "ltl", name: "f", formula, atoms }, reference);
        expect(verdict.answer).toBe(fails ? "fails" : "holds");
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        const behaviour = behaviourOf(compiled, verdict.by);
        expect(problemWith(program, behaviour)).toBe(null);
        expect(satisfiesFormula(program, behaviour, formula, program.propositions)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("has the same mistakes and deadlocks as a circuit", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const program = smallProgram(seed);
        const space = new ProgramSpace(program, { fairness: false });
        const states = reachable(space);
        const deadlock = states.some((s) => space.isDeadlock(s, 0));

        const compiled = programModel(program);
        const bad = (literal: typeof compiled.error) =>
          solved(compiled.model, { kind: "bad", name: "bad", literal }, reference).verdict.answer;
        expect(bad(compiled.error)).toBe(space.mistake === null ? "holds" : "fails");
        expect(bad(compiled.deadlock)).toBe(deadlock ? "fails" : "holds");
      }),
      { numRuns: 60 },
    );
  });
});

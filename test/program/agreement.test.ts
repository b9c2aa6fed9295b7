import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { printCtl, printLtl } from "../../src/formula/print.js";
import { problemWith, refutesFormula, satisfiesFormula } from "../../src/program/behaviour.js";
import { behaviourOf } from "../../src/program/decode.js";
import { type ExplicitAnswer, searchProgram } from "../../src/program/explicit.js";
import { readQuestion } from "../../src/program/question.js";
import { ProgramSpace } from "../../src/program/space.js";
import type { System } from "../../src/program/system.js";
import { programDesign } from "../../src/program/to-design.js";
import { programModel } from "../../src/program/to-model.js";
import { check } from "../../src/program.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";
import { solved } from "../cross-engine/solving.js";
import { asFunctions } from "./as-functions.js";
import { reachable, transitionsOf, violates } from "./graph-oracle.js";
import { type ProgramShape, randomProgram } from "./random-programs.js";

function searched(program: System, formula: Ltl, mode: "generate" | "interpret"): ExplicitAnswer {
  const question = { logic: "ltl", text: "", formula, atoms: program.propositions } as const;
  const limits = { states: 1e6, bytes: 2 ** 30, mode, shouldStop: () => null };
  const search = searchProgram(program, question, limits);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Some reachable state is a deadlock that counts as an error, or one in which the program makes a mistake. */
function hasTrouble(program: System): boolean {
  const space = new ProgramSpace(program, { fairness: false });
  const deadlock = reachable(space).some((s) => space.isDeadlock(s, 0));
  return (deadlock && program.deadlock === "error") || space.mistake !== null;
}

const seeds = fc.integer({ min: 0, max: 2 ** 30 });
const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3, past: false });

/** Small enough for oracles. */
function smallProgram(seed: number, shape: ProgramShape = {}): System {
  const program = randomProgram(seed, shape);
  fc.pre(reachable(new ProgramSpace(program), 400).length <= 400);
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
        const other = new ProgramSpace(functions, { propositions: [...functions.propositions.values()] });
        expect(other.isGenerated).toBe(false);
        for (const state of reachable(space).slice(0, 200))
          expect(transitionsOf(other, state).sort()).toEqual(transitionsOf(space, state).sort());
      }),
      { numRuns: 60 },
    );
  });

  it("has the same answers of branching time, here and now and as a circuit", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, ctlFormulas({ atoms: ["a", "b"], depth: 2 }), async (seed, formula) => {
        const program = smallProgram(seed, { strong: false, mistakes: false, deadlock: "stutter" });
        const { answer } = await check(program, { ctl: printCtl(formula) });
        const question = readQuestion(program, "ctl", printCtl(formula));
        const { design } = programDesign(program, [question]);
        expect(answer).toBe(solved(design.model, design.properties[0]!, gsh).verdict.answer);
      }),
      { numRuns: 25 },
    );
  });

  it("has the same verdicts as a circuit", () => {
    fc.assert(
      fc.property(seeds, formulas, (seed, formula) => {
        const program = smallProgram(seed);
        const propositions = [...program.propositions.values()];
        const space = new ProgramSpace(program, { propositions });
        const fails = violates(space, formula, ["a", "b"]);

        const compiled = programModel(program);
        const atoms = new Map(propositions.map(({ name, holds }) => [name, compiled.literal(holds, name)]));
        const { verdict } = solved(compiled.model, { kind: "ltl", name: "f", formula, atoms }, reference);
        expect(verdict.answer).toBe(fails ? "fails" : "holds");
        if (verdict.answer !== "fails" || verdict.witness?.kind !== "lasso") return;
        const behaviour = behaviourOf(compiled, verdict.witness);
        expect(problemWith(program, behaviour)).toBe(null);
        expect(satisfiesFormula(program, behaviour, formula, program.propositions)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("has the same verdicts by every algorithm of the explicit search", async () => {
    await fc.assert(
      fc.asyncProperty(seeds, formulas, async (seed, formula) => {
        const program = smallProgram(seed, { mistakes: false, deadlock: "end" });
        const answers = ["explicit", "nested-emptiness", "cvwy", "couvreur"].map(async (engine) => {
          const { answer } = await check(program, printLtl(formula), { engine });
          return answer;
        });
        expect(new Set(await Promise.all(answers)).size).toBe(1);
      }),
      { numRuns: 60 },
    );
  });

  it("has the same verdicts when the explicit search decides, with and without generated code", () => {
    fc.assert(
      fc.property(seeds, formulas, (seed, formula) => {
        const program = smallProgram(seed);
        const propositions = [...program.propositions.values()];
        const fails = violates(new ProgramSpace(program, { propositions }), formula, ["a", "b"]);
        for (const mode of ["generate", "interpret"] as const) {
          const answer = searched(program, formula, mode);
          if (answer.kind !== "violated") {
            expect(fails).toBe(false);
            continue;
          }
          expect(problemWith(program, answer.behaviour)).toBe(null);
          if (answer.behaviour.loop !== null) {
            expect(fails).toBe(true);
            expect(satisfiesFormula(program, answer.behaviour, formula, program.propositions)).toBe(false);
          } else {
            // A run may be one that only goes on to deadlocks and mistakes.
            expect(refutesFormula(program, answer.behaviour, formula, program.propositions)).toBe(true);
            expect(fails || hasTrouble(program)).toBe(true);
          }
        }
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

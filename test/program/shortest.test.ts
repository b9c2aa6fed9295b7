import fc from "fast-check";
import { expect, it } from "vitest";
import type { Ltl } from "../../src/formula/ltl.js";
import { type Behaviour, problemWith, satisfiesFormula } from "../../src/program/behaviour.js";
import { behaviourOf } from "../../src/program/decode.js";
import type { Program } from "../../src/program/program.js";
import { Semantics } from "../../src/program/semantics.js";
import { withoutPromises } from "../../src/program/to-design.js";
import { shortestPath } from "../../src/solving/shortest.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { context } from "../cross-engine/solving.js";
import { randomProgram } from "./random-programs.js";

const MOST = 3;
const MOST_PATHS = 500;

/** The lasso with the least number of steps, at most `MOST`, that the circuit has for a violation. */
function byCircuit(program: Program, formula: Ltl): Behaviour | null {
  const question = { logic: "ltl", text: "", formula, atoms: program.propositions } as const;
  const { compiled, design } = withoutPromises(program, question);
  const asked = { steps: MOST + 1, closing: compiled.state };
  const search = shortestPath(design.model, design.properties[0]!, asked, context);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value.path && behaviourOf(compiled, step.value.path);
}

/** The least number of steps by trying all paths, by the semantics of programs; null when it is more, undefined for too many paths. */
function exhaustively(program: Program, formula: Ltl): number | null | undefined {
  const semantics = new Semantics(program);
  const violates = (lasso: Behaviour) =>
    problemWith(program, lasso) === null && !satisfiesFormula(program, lasso, formula, program.propositions);
  let paths = [...semantics.initial()].map(
    (state): Pick<Behaviour, "states" | "steps"> => ({ states: [state], steps: [] }),
  );
  for (let length = 1; length <= MOST; length++) {
    const longer = paths.flatMap(({ states, steps }) => {
      const state = states.at(-1)!;
      const enabled = semantics.enabled(state);
      const moves = semantics.steps.flatMap((step, k) =>
        enabled[k] ? semantics.after(step, state).map((next) => [step, next] as const) : [],
      );
      return [...moves, [null, state] as const].map(([step, next]) => ({
        states: [...states, next],
        steps: [...steps, step],
      }));
    });
    if (longer.length > MOST_PATHS) return undefined;
    for (const { states, steps } of longer)
      for (let loop = 0; loop < length; loop++)
        if (violates({ states: states.slice(0, -1), steps, loop })) return length;
    paths = longer;
  }
  return null;
}

it("finds lassos of random programs, strong fairness among them, as short as those of an exhaustive search", () => {
  let found = 0;
  fc.assert(
    fc.property(fc.nat(), ltlFormulas({ atoms: ["a", "b"], depth: 2 }), (seed, formula) => {
      const program = randomProgram(seed, {});
      let least: number | null | undefined;
      try {
        least = exhaustively(program, formula);
      } catch {
        fc.pre(false); // the program makes a mistake, which is reported before anything else
      }
      fc.pre(least !== undefined);
      const behaviour = byCircuit(program, formula);
      expect(behaviour?.states.length ?? null).toBe(least);
      if (behaviour === null) return;
      found++;
      expect(problemWith(program, behaviour)).toBeNull();
      expect(satisfiesFormula(program, behaviour, formula, program.propositions)).toBe(false);
    }),
    { numRuns: 40 },
  );
  expect(found).toBeGreaterThan(5);
});

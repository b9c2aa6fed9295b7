import { describe, expect, it, vi } from "vitest";
import { LratChecker, ProofError } from "../../src/checkers/check-lrat.js";
import { CheckedSolver } from "../../src/checkers/checked-solver.js";
import { Random } from "../../src/logic/random.js";
import { satLit, satNot } from "../../src/logic/sat-lit.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { enumerate, pigeonhole } from "../solvers/sat/formulas.js";
import { satKernel } from "../solvers/sat/kernel.js";

const [INPUT, DERIVE, DELETE, CONCLUDE] = [1, 2, 3, 4];
const a = satLit(0);
const b = satLit(1);

/** (a ∨ b)(a ∨ ¬b)(¬a ∨ b)(¬a ∨ ¬b), taken in as clauses 1 to 4. */
function allFour(): LratChecker {
  const checker = new LratChecker();
  checker.addInput([a, b]);
  checker.addInput([a, satNot(b)]);
  checker.addInput([satNot(a), b]);
  checker.addInput([satNot(a), satNot(b)]);
  checker.feed(Int32Array.of(INPUT, 1, INPUT, 2, INPUT, 3, INPUT, 4));
  return checker;
}

const derive = (number: number, literals: number[], hints: number[]) =>
  Int32Array.of(DERIVE, number, literals.length, ...literals, hints.length, ...hints);

describe("the proof checker", () => {
  it("accepts a refutation, in one part or word by word", () => {
    const proof = [...derive(5, [a], [1, 2]), ...derive(6, [], [5, 3, 4]), DELETE, 5, CONCLUDE, 6];
    const whole = allFour();
    whole.feed(Int32Array.from(proof));
    expect(whole.proves([])).toBe(true);
    const slow = allFour();
    for (const word of proof) slow.feed(Int32Array.of(word));
    expect(slow.proves([])).toBe(true);
  });

  it("lets a conclusion serve once", () => {
    const checker = allFour();
    checker.feed(Int32Array.of(...derive(5, [a], [1, 2]), CONCLUDE, 5));
    expect(checker.proves([satNot(a)])).toBe(true);
    expect(checker.proves([satNot(a)])).toBe(false);
  });

  it("wants a conclusion about the assumptions themselves", () => {
    for (const [core, proved] of [
      [[satNot(a)], true],
      [[satNot(a), b], true],
      [[a], false],
      [[b], false],
      [[], false],
    ] as const) {
      const checker = allFour();
      checker.feed(Int32Array.of(...derive(5, [a], [1, 2]), CONCLUDE, 5));
      expect(checker.proves(core)).toBe(proved);
    }
    expect(new LratChecker().proves([a, satNot(a)])).toBe(true);
    expect(new LratChecker().proves([])).toBe(false);
  });

  it("refuses steps that do not follow", () => {
    const refused = (...words: (number | Int32Array)[]) =>
      expect(() =>
        allFour().feed(Int32Array.from(words.flatMap((w) => (typeof w === "number" ? [w] : [...w])))),
      ).toThrow(ProofError);
    refused(derive(5, [a], [1]));
    refused(derive(5, [a], [2, 3]));
    refused(derive(5, [], [1, 2, 3, 4]));
    refused(derive(5, [a], []));
    refused(derive(5, [a], [1, 2]), derive(6, [], [1, 2])); // what was false while clause 5 was derived is not false now
    refused(derive(5, [a], [1, 9]));
    refused(derive(4, [a], [1, 2]));
    refused(DELETE, 5);
    refused(DELETE, 1, derive(5, [a], [1, 2]));
    refused(CONCLUDE, 7);
    refused(INPUT, 5);
    refused(17, 0);
    refused(DERIVE, 5, -1, 0);
  });

  it("notices a changed word in a solver's log", () => {
    const { variables, clauses } = pigeonhole(4);
    const log: number[] = [];
    const solver = new SatSolver(satKernel, { proof: (words) => log.push(...words) });
    solver.newVars(variables);
    for (const clause of clauses) solver.addClause(clause);
    expect(solver.solve()).toBe("unsat");
    const proved = (words: number[]) => {
      const checker = new LratChecker();
      for (const clause of clauses) checker.addInput(clause);
      checker.feed(Int32Array.from(words));
      return checker.proves([]);
    };
    expect(proved(log)).toBe(true);
    // What is changed may still be a proof, but never one of something false: these clauses without the first have a model.
    const random = new Random(5);
    const weaker = clauses.slice(1);
    let accepted = 0;
    for (let round = 0; round < 2000; round++) {
      const words = [...log];
      words[random.below(words.length)] = random.below(40);
      const checker = new LratChecker();
      for (const clause of weaker) checker.addInput(clause);
      checker.addInput([satLit(variables)]);
      try {
        checker.feed(Int32Array.from(words));
        if (checker.proves([])) accepted++;
      } catch (error) {
        expect(error).toBeInstanceOf(ProofError);
      }
    }
    expect(accepted).toBe(0);
  });
});

describe("a checked solver", () => {
  it("refutes the pigeonhole principle with a proof that checks", () => {
    for (let holes = 1; holes <= 6; holes++) {
      const { variables, clauses } = pigeonhole(holes);
      const solver = new CheckedSolver(satKernel);
      solver.newVars(variables);
      for (const clause of clauses) solver.addClause(clause);
      expect(solver.solve()).toBe("unsat");
      expect(solver.solve()).toBe("unsat");
    }
  });

  it("answers with temporary clauses and contradictory assumptions", () => {
    const solver = new CheckedSolver(satKernel);
    solver.newVars(2);
    expect(solver.solve([a, satNot(a)])).toBe("unsat");
    expect(solver.solveWith([[a], [satNot(a)]], [b])).toBe("unsat");
    expect(solver.core()).toEqual([]);
    expect(solver.solveWith([[a, b]], [satNot(a), satNot(b)])).toBe("unsat");
    expect(enumerate(2, [[a, b]])).not.toBe(undefined);
    expect(solver.solve([satNot(a), satNot(b)])).toBe("sat");
    solver.addClause([a]);
    solver.addClause([satNot(a), b]);
    expect(solver.solve([satNot(b)])).toBe("unsat");
    solver.addClause([satNot(b)]);
    expect(solver.solve([a])).toBe("unsat");
    expect(solver.core()).toEqual([]);
  });

  it("does not pass on an answer that the log does not prove", () => {
    const solver = new CheckedSolver(satKernel);
    solver.newVars(2);
    const lies = vi.spyOn(SatSolver.prototype, "solve").mockReturnValue("unsat");
    const core = vi.spyOn(SatSolver.prototype, "core").mockReturnValue([]);
    try {
      expect(() => solver.solve([a])).toThrow("the log does not conclude that the assumptions fail");
      core.mockReturnValue([b, satNot(b)]);
      expect(() => solver.solve([a])).toThrow(`${b} is in the core, but not assumed`);
    } finally {
      lies.mockRestore();
      core.mockRestore();
    }
    expect(solver.solve([a])).toBe("sat");
  });
});

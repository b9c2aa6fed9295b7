import type { SearchOptions } from "../../src/explicit/search.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { problemWith, refutesFormula, satisfiesFormula } from "../../src/program/behaviour.js";
import { type ExplicitAnswer, type ExplicitOptions, searchProgram } from "../../src/program/explicit.js";
import { FAIRNESS, type Program } from "../../src/program/program.js";
import { type Truth, truthOf } from "./definition.js";

const EARLY = [true, false] as const;

/** Every way to search that there is: engines with what each allows, generated code or none, and hashing that loses states. */
export const WAYS: readonly ExplicitOptions[] = [
  {},
  { check: true },
  { mode: "interpret" },
  { algorithm: "couvreur" },
  ...EARLY.map((early) => ({ algorithm: "cvwy", early }) as const),
  ...EARLY.flatMap((early) =>
    [
      {},
      { hash: "compact" } as const,
      { hash: "bitstate", field: 2 ** 16 } as const,
      // 128 bits: almost everything collides.
      { hash: "bitstate", field: 16, functions: 1 } as const,
    ].map((hashing) => ({ algorithm: "nested-emptiness", early, ...hashing }) as const),
  ),
  // No engine has this.
  { algorithm: "cvwy", hash: "bitstate", field: 64, functions: 2 },
];

/** The fairness of all processes: as written, or another. That of steps, groups and conditions stays. */
export const PROCESS_FAIRNESS = ["as written", null, ...FAIRNESS] as const;

export function withProcessFairness(program: Program, kind: (typeof PROCESS_FAIRNESS)[number]): Program {
  if (kind === "as written") return program;
  const { name, variables, slots, propositions, deadlock, stopping, fairness, groups } = program;
  const processes = program.processes.map((process) => ({ ...process, fairness: kind }));
  return { name, variables, slots, propositions, deadlock, stopping, fairness, groups, processes };
}

export function answered(program: Program, formula: Ltl, options: ExplicitOptions): ExplicitAnswer {
  const question = { logic: "ltl", text: "", formula, atoms: program.propositions } as const;
  const search = searchProgram(program, question, { states: 1e6, memoryLimit: 2 ** 30, ...options });
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Compares every way to search with the definitions: what differs, in words. Null for a program that is too large. */
export function differences(program: Program, formula: Ltl, seed = 1): string[] | null {
  const truth = truthOf(program, formula);
  if (truth === null) return null;
  return WAYS.flatMap((way) => {
    const answer = answered(program, formula, { ...way, seed });
    const problem = problemOf(program, formula, way, answer, truth);
    return problem === null ? [] : [`${JSON.stringify(way)} says ${answer.kind}: ${problem}`];
  });
}

function problemOf(
  program: Program,
  formula: Ltl,
  { hash = "exact" }: SearchOptions,
  answer: ExplicitAnswer,
  { isViolated, hasMistake, hasDeadlock }: Truth,
): string | null {
  const isWrong = hasMistake || hasDeadlock;
  switch (answer.kind) {
    case "unknown":
      return hash === "exact" ? answer.detail : null;
    case "holds":
      if (hash !== "exact") return "a search that loses states proves nothing";
      if (answer.check !== null && answer.check.kind !== "checked") return JSON.stringify(answer.check);
      return isViolated ? "a fair behaviour violates it" : isWrong ? "there is a mistake or a deadlock" : null;
    case "mistake":
      if (hash === "exact" && isViolated) return "a fair behaviour violates it";
      return hasMistake ? problemWith(program, answer.run) : "there is no mistake";
    case "deadlock":
      if (hash === "exact" && isViolated) return "a fair behaviour violates it";
      return hasDeadlock ? problemWith(program, answer.run) : "there is no deadlock";
    case "violated": {
      const { behaviour } = answer;
      const problem = problemWith(program, behaviour);
      if (problem !== null) return problem;
      if (behaviour.loop === null) {
        if (!refutesFormula(program, behaviour, formula, program.propositions)) return "the run refutes nothing";
        // It may go on to mistakes and deadlocks only.
        return isViolated || isWrong ? null : "no fair behaviour goes on so";
      }
      if (satisfiesFormula(program, behaviour, formula, program.propositions)) return "the formula holds on the lasso";
      return isViolated ? null : "no fair behaviour violates it";
    }
  }
}

import fc from "fast-check";
import type { Engine } from "../../src/engines/engine.js";
import { engines } from "../../src/engines/registry.js";
import type { Property } from "../../src/model/property.js";
import { branchingQuestions, linearQuestions, type Question } from "../arbitraries/questions.js";
import { solved } from "../cross-engine/solving.js";

/** Every seventh question is a branching one: engines for these are few. */
const QUESTIONS = fc.oneof(
  { weight: 6, arbitrary: linearQuestions },
  { weight: 1, arbitrary: branchingQuestions },
) satisfies fc.Arbitrary<Question>;

const [reference, ...others] = [
  engines.find((e) => e.name === "reference")!,
  ...engines.filter((e) => e.name !== "reference"),
];

export interface EngineCounts {
  questions: number;
  fails: number;
  holds: number;
  /** What the other engine left open, as `bmc` may. */
  open: number;
  /** Each with the number of the question in its chunk, and what was said. */
  readonly different: string[];
}

const KIND = { bad: "reach", justice: "fair-cycle", ltl: "fair-cycle", ctl: "ctl" } as const;

/** The engines take turns: question i goes to the reference and to one of those that decide its kind. */
function engineFor({ kind }: Property, turn: number): Engine {
  const able = others.filter((e) => e.decides[KIND[kind]] !== undefined);
  return able[turn % able.length]!;
}

/** Random questions of a seed to the reference and one other engine each, in this thread. Evidence that does not check counts, too. */
export function compareEngines(seed: number, questions: number): EngineCounts {
  const counts: EngineCounts = { questions: 0, fails: 0, holds: 0, open: 0, different: [] };
  for (const [i, { model, property }] of fc.sample(QUESTIONS, { seed, numRuns: questions }).entries()) {
    const engine = engineFor(property, seed + i);
    counts.questions++;
    try {
      const expected = solved(model, property, reference!).verdict.answer;
      const { answer } = solved(model, property, engine).verdict;
      if (expected !== "unknown") counts[expected]++;
      if (answer === "unknown" && expected !== "unknown") counts.open++;
      else if (answer !== expected)
        counts.different.push(`question ${i}: ${engine.name} says ${answer}, the reference ${expected}`);
    } catch (e) {
      counts.different.push(`question ${i}: ${engine.name}: ${e instanceof Error ? e.message : e}`);
    }
  }
  return counts;
}

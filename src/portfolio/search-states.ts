import { violationsOf } from "../automata/violations.js";
import type { Progress } from "../limits/progress.js";
import type { Limits } from "../limits/stopped.js";
import { answerData } from "../program/answer-data.js";
import { NO_FUNCTIONS } from "../program/data.js";
import { programFrom } from "../program/data-reader.js";
import { searchProgram } from "../program/explicit.js";
import { FunctionTable } from "../program/function-table.js";
import { learn } from "./asking-data.js";
import { mistakeData, searchOptions } from "./program-search.js";
import type { Job, JobSubject, WorkerMessage } from "./worker-protocol.js";

export type SearchStates = typeof searchStates;

/** The states of a program, visited one by one. */
export function* searchStates(
  job: Job,
  subject: Exclude<JobSubject, { kind: "design" }>,
  shouldStop: Limits["shouldStop"],
): Generator<Progress, WorkerMessage> {
  const { program, question } = subject.kind === "program" ? programIn(subject) : subject;
  const options = {
    ...searchOptions(job.engine, job.options),
    memoryLimit: job.memoryBytes,
    seed: job.seed,
    shouldStop,
  };
  const answer = yield* searchProgram(program, question, options);
  if (subject.kind === "program-here") return { type: "found", answer };
  return { type: "found-data", data: answerData(program, NO_FUNCTIONS, answer, mistakeData) };
}

function programIn({ data, formula, automata }: JobSubject & { kind: "program" }) {
  if (automata !== null) learn(violationsOf(formula), automata);
  const program = programFrom(data, new FunctionTable());
  return { program, question: { logic: "ltl", text: "", formula, atoms: program.propositions } as const };
}

import type { Stats } from "../evidence/verdict.js";
import type { Behaviour } from "./behaviour.js";
import type { AuthorFunctions } from "./data.js";
import { among, type Fields, list, record, text, whole } from "./data-fields.js";
import type { ExplicitAnswer } from "./explicit.js";
import { type FunctionTable, type FunctionValues, stateFrom, valuesAlong } from "./function-table.js";
import type { ModelError } from "./model-error.js";
import type { Program } from "./program.js";
import type { SecondVisit } from "./second-visit.js";
import { Semantics } from "./semantics.js";

/** What a search found, as data: a behaviour comes with what functions say along it, for whoever replays it. */
export type AnswerData<Thrown> = { readonly stats: Stats } & (
  | { readonly kind: "holds"; readonly check: SecondVisit | null }
  | { readonly kind: "unknown"; readonly reason: string; readonly detail: string }
  | { readonly kind: "violated" | "deadlock"; readonly run: BehaviourData; readonly values: readonly FunctionValues[] }
  | { readonly kind: "mistake"; readonly run: BehaviourData; readonly error: Thrown }
);

interface BehaviourData {
  readonly states: readonly (readonly number[])[];
  /** Positions among all steps of the program. */
  readonly steps: readonly (number | null)[];
  readonly loop: number | null;
}

export function answerData<Thrown>(
  program: Program,
  functions: AuthorFunctions,
  answer: ExplicitAnswer,
  thrown: (error: ModelError) => Thrown,
): AnswerData<Thrown> {
  const { stats, kind } = answer;
  switch (kind) {
    case "holds":
      return { kind, stats, check: answer.check };
    case "unknown":
      return { kind, stats, reason: answer.reason, detail: answer.detail };
    case "mistake":
      return { kind, stats, run: behaviourData(program, answer.run), error: thrown(answer.error) };
    case "violated":
    case "deadlock": {
      const run = kind === "violated" ? answer.behaviour : answer.run;
      return { kind, stats, run: behaviourData(program, run), values: valuesAlong(program, functions, run) };
    }
  }
}

function behaviourData(program: Program, { states, steps, loop }: Behaviour): BehaviourData {
  const all = new Semantics(program).steps;
  const position = (process: number, name: string) => all.findIndex((s) => s.process === process && s.name === name);
  return {
    states: states.map((state) => [...state]),
    steps: steps.map((step) => (step === null ? null : position(step.process, step.name))),
    loop,
  };
}

/** The answer that data says about a program. `table` learns what is needed to replay it. */
export function answerFrom(
  program: Program,
  table: FunctionTable,
  given: unknown,
  error: (thrown: unknown) => ModelError,
): ExplicitAnswer {
  const data = record(given, "an answer");
  const stats = record(data.stats, "figures") as Stats;
  const kind = among(data.kind, ["holds", "unknown", "mistake", "violated", "deadlock"], "an answer");
  if (kind === "holds")
    return { kind, stats, check: data.check === null ? null : secondVisitFrom(record(data.check, "a check")) };
  if (kind === "unknown") {
    const reason = among(data.reason, ["time", "memory", "bound", "cancelled", "unsupported"], "a reason");
    return { kind, stats, reason, detail: text(data.detail, "a reason") };
  }
  const run = behaviourFrom(program, record(data.run, "a behaviour"));
  if (kind === "mistake") return { kind, stats, run, error: error(data.error) };
  table.learn(program, data.values);
  return kind === "violated" ? { kind, stats, behaviour: run } : { kind, stats, run };
}

function secondVisitFrom(data: Fields): SecondVisit {
  const kind = among(data.kind, ["checked", "refused", "stopped"], "a check");
  switch (kind) {
    case "checked":
      return { kind, components: whole(data.components, 1, Number.MAX_SAFE_INTEGER, "a number of components") };
    case "refused":
      return { kind, problem: text(data.problem, "a problem") };
    case "stopped":
      return { kind, detail: text(data.detail, "a reason") };
  }
}

function behaviourFrom(program: Program, data: Fields): Behaviour {
  const all = new Semantics(program).steps;
  const states = list(data.states, "states").map((state) => stateFrom(program, state));
  const steps = list(data.steps, "steps").map((s) =>
    s === null ? null : all[whole(s, 0, all.length - 1, "the number of a step")]!,
  );
  const loop = data.loop === null ? null : whole(data.loop, 0, states.length - 1, "the start of the loop");
  return { states, steps, loop };
}

import { Action, type Actions, type Branch, branchName, conjunction, together } from "./action.js";
import { expectOptions } from "./author-checks.js";
import { type EnumDomain, show } from "./domain.js";
import { constant } from "./expression.js";
import { ModelError } from "./model-error.js";
import type { OwnTerms } from "./own-terms.js";
import type { CallPlace } from "./place.js";
import type { StepSpec, Variables } from "./process-spec.js";
import { type Choose, FAIRNESS, type StateObject, type Step } from "./program.js";
import type { Ref } from "./ref.js";
import type { Compiled } from "./sequential.js";
import { Control } from "./statement.js";
import type { Term } from "./term.js";

/** A step as its process has it, whichever way it is taken. */
interface WrittenStep {
  readonly process: string;
  readonly written: string;
  readonly fairness: Step["fairness"];
  readonly place: Step["place"];
  readonly isStatement: boolean;
}

/** Steps by name, as the author specified them. */
export function specifiedSteps<V extends Variables>(
  terms: OwnTerms<V>,
  process: string,
  specs: Readonly<Record<string, StepSpec<V>>>,
  place: CallPlace,
): Step[] {
  if (
    typeof specs !== "object" ||
    specs === null ||
    specs instanceof Action ||
    specs instanceof Control ||
    Array.isArray(specs)
  )
    throw new ModelError(
      "model-step",
      `what process '${process}' does is ${show(specs)}: expected steps by name, or a function that returns a list of statements`,
    );
  return Object.entries(specs).flatMap(([step, spec]) => specifiedStep(terms, process, step, spec, place));
}

function specifiedStep<V extends Variables>(
  terms: OwnTerms<V>,
  process: string,
  name: string,
  spec: StepSpec<V>,
  called: CallPlace,
): Step[] {
  const where = `${process}.${name}`;
  if (typeof spec !== "object" || spec === null || spec instanceof Action)
    throw new ModelError("model-step", `${where} is ${show(spec)}: expected { when, do }`, { process, step: name });
  expectOptions(spec, { when: null, fair: [...FAIRNESS, "none"], do: null }, where);
  const fairness = spec.fair ?? null;
  const guard = spec.when === undefined ? constant(1) : terms.condition(spec.when, `the guard of ${where}`);
  // The state object has the shape that the type says.
  if (typeof spec.do === "function") {
    const effect = spec.do as (state: StateObject, choose: Choose) => unknown;
    return [{ name, written: name, place: called.get(), isStatement: false, fairness, guard, effect }];
  }
  if (spec.do !== null && !(spec.do instanceof Action) && !Array.isArray(spec.do))
    throw new ModelError("model-step", `the effect of ${where} is a list of assignments or a function`, {
      process,
      step: name,
    });
  const actions: Actions = spec.do;
  const [first] = actions instanceof Action ? [actions] : (actions ?? []);
  const place = (first?.place ?? called).get();
  const branches = together(actions);
  if (typeof guard === "function") {
    if (branches.length !== 1 || branches[0]!.requires.length > 0)
      throw new ModelError("model-step", `${where} has a function as its guard: it cannot choose, send or receive`);
    const effect = terms.assignments(branches[0]!.assignments, process, name);
    return [{ name, written: name, place, isStatement: false, fairness, guard, effect }];
  }
  const guarded = branches.map((b) => ({ ...b, requires: [guard, ...b.requires] }));
  return waysOf(terms, { process, written: name, fairness, place, isStatement: false }, guarded);
}

/** Statements as steps that move `pc`. */
export function sequentialSteps(
  terms: OwnTerms<never>,
  process: string,
  compiled: Compiled,
  pc: Ref<EnumDomain<string>>,
): Step[] {
  return compiled.steps.flatMap(({ name, from, to, branches, fairness, place }) => {
    const here: Term = { op: "equal", left: pc.term(), right: constant(from) };
    const moved = branches.map(
      (b): Branch => ({
        choices: b.choices,
        requires: [here, ...b.requires],
        assignments: from === to ? b.assignments : [...b.assignments, ...pc.write([[constant(to)]])],
      }),
    );
    return waysOf(terms, { process, written: name, fairness, place, isStatement: true }, moved);
  });
}

/** A step that nobody wrote: what the process of a channel does. */
export const unwrittenSteps = (terms: OwnTerms<never>, process: string, name: string, { branches }: Action): Step[] =>
  waysOf(terms, { process, written: name, fairness: null, place: null, isStatement: false }, branches);

/** A step for each way to take one. */
function waysOf(
  terms: OwnTerms<never>,
  { process, written, fairness, place, isStatement }: WrittenStep,
  branches: readonly Branch[],
): Step[] {
  const names = new Set<string>();
  return branches.map((branch) => {
    let name = branchName(written, branch);
    while (names.has(name)) name += "'";
    names.add(name);
    const guard = conjunction(branch.requires);
    try {
      terms.check(guard, `the guard of ${process}.${name}`);
      const effect = terms.assignments(branch.assignments, process, name);
      return { name, written, place, isStatement, fairness, guard, effect };
    } catch (e) {
      throw e instanceof ModelError && e.written === null ? e.writtenAt(place) : e;
    }
  });
}

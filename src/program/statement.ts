import { expectFunction } from "../text/argument-error.js";
import { Action, together } from "./action.js";
import { show } from "./domain.js";
import { expectAtMost, expectOne } from "./exact-calls.js";
import { type Among, type BoolExpr, boolTerm, type Chosen, withEach } from "./expression.js";
import { ModelError } from "./model-error.js";
import { CallPlace } from "./place.js";
import { FAIRNESS, type ProcessFairness } from "./program.js";
import type { Term } from "./term.js";

/** Where a process is that has executed all. */
export const DONE = "done";

/** What a sequential process does: each statement is a step, and control goes on after it. */
export type Statement = Action | Control;

/** A statement that says how control goes on. */
export class Control {
  readonly place = new CallPlace();

  constructor(readonly what: ControlKind) {}
}

export type ControlKind =
  | { readonly kind: "label"; readonly name: string; readonly body: readonly Statement[] }
  | { readonly kind: "loop"; readonly body: readonly Statement[] }
  | { readonly kind: "while"; readonly condition: Term; readonly body: readonly Statement[] }
  | {
      readonly kind: "if";
      readonly condition: Term;
      readonly yes: readonly Statement[];
      readonly no: readonly Statement[];
    }
  | { readonly kind: "either"; readonly ways: readonly (readonly Statement[])[] }
  | { readonly kind: "atomic"; readonly body: readonly Statement[] }
  | { readonly kind: "goto"; readonly label: string }
  | { readonly kind: "fair"; readonly fairness: ProcessFairness | "none"; readonly body: readonly Statement[] };

/** A name for the place where a statement is about to be executed; without one, a step that does nothing. */
export function label(name: string, ...body: readonly Statement[]): Control {
  if (name === DONE)
    throw new ModelError("model-name", `'${DONE}' is where a process is that has executed all: no label`);
  if (typeof name !== "string" || !/^[A-Za-z_]\w*$/.test(name))
    throw new ModelError("model-name", `${show(name)} cannot be a label`);
  return new Control({ kind: "label", name, body: body.length === 0 ? [skip()] : body });
}

/** Again and again, for ever. */
export const loop = (...body: readonly Statement[]): Control => new Control({ kind: "loop", body });

/** As long as the condition is true; each test is a step. */
export const whileDo = (condition: BoolExpr | boolean, ...body: readonly Statement[]): Control =>
  new Control({ kind: "while", condition: boolTerm(condition), body });

/** One or the other; the test is a step. */
export function branch(
  condition: BoolExpr | boolean,
  yes: readonly Statement[],
  no: readonly Statement[] = [],
): Control {
  expectAtMost("branch", 3, arguments);
  return new Control({
    kind: "if",
    condition: boolTerm(condition),
    yes: listed("branch", yes),
    no: listed("branch", no),
  });
}

/** Any of several ways whose first statement is enabled. */
export function either(...ways: readonly (Statement | readonly Statement[])[]): Control {
  if (ways.length === 0) throw new ModelError("model-step", "either needs a way to go");
  return new Control({ kind: "either", ways: ways.map((way) => listOf("either", way)) });
}

/** The way of any value: all that `choose` offers, for several statements. */
export function eitherOf<const T extends Among>(
  among: T,
  way: (value: Chosen<T>) => Statement | readonly Statement[],
): Control {
  expectAtMost("eitherOf", 2, arguments);
  expectFunction("eitherOf", "way", way);
  return new Control({ kind: "either", ways: withEach("eitherOf", among, (value) => listOf("eitherOf", way(value))) });
}

/** All of it in one step, one after the other: each statement sees what those before it did. Possible where all of it is. */
export const atomic = (...body: readonly Statement[]): Control => new Control({ kind: "atomic", body });

/** Waits until the condition is true; then all of the actions happen, in the same step. */
export function waitFor(condition: BoolExpr | boolean, ...actions: readonly Action[]): Action {
  const required = boolTerm(condition);
  return new Action(together(actions).map((b) => ({ ...b, requires: [required, ...b.requires] })));
}

/** A step that does nothing. */
export const skip = (): Action => new Action(together([]));

/** Goes on at a label. It takes no step of its own. */
export function goto(name: string): Control {
  expectOne("goto", arguments);
  if (typeof name !== "string") throw new ModelError("model-name", `goto ${show(name)}: expected a label`);
  return new Control({ kind: "goto", label: name });
}

/** The process need not take these steps, whatever fairness it has. */
export const unfair = (...body: readonly Statement[]): Control => new Control({ kind: "fair", fairness: "none", body });

/** Each of these steps has fairness of its own, besides that of the process. */
export function fairly(fairness: ProcessFairness, ...body: readonly Statement[]): Control {
  if (!FAIRNESS.includes(fairness))
    throw new ModelError("model-option", `fairly: the fairness is ${show(fairness)}, expected ${FAIRNESS.join(", ")}`);
  return new Control({ kind: "fair", fairness, body });
}

const listOf = (call: string, way: Statement | readonly Statement[]): readonly Statement[] =>
  way instanceof Action || way instanceof Control ? [way] : listed(call, way);

function listed(call: string, given: readonly Statement[]): readonly Statement[] {
  if (Array.isArray(given)) return given;
  throw new ModelError("model-step", `${call} takes lists of statements, not ${show(given)}`);
}

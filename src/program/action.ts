import { expectFunction } from "../text/argument-error.js";
import { type AnyScalar, show } from "./domain.js";
import { expectAtMost } from "./exact-calls.js";
import { type Among, type BoolExpr, boolTerm, type Chosen, constant, withEach } from "./expression.js";
import { ModelError } from "./model-error.js";
import { CallPlace } from "./place.js";
import { ownerOf, type Term } from "./term.js";
import { expectUse, use } from "./unused.js";
import { valueText } from "./values.js";

/** A variable, or an element of an array, that a step writes. `index` is absent for a variable of its own. */
export interface Target {
  readonly owner: object;
  readonly name: string;
  readonly first: number;
  readonly length: number;
  readonly index: Term | null;
  readonly domain: AnyScalar;
}

/** What a step does with a variable: a new value, or any of some codes. */
export interface Assignment {
  readonly target: Target;
  readonly value: Term | { readonly op: "any"; readonly codes: readonly number[] };
}

/** One way to do something: where it is possible, and what it writes. */
export interface Branch {
  /** What was chosen, for the name of the step. */
  readonly choices: readonly string[];
  readonly requires: readonly Term[];
  readonly assignments: readonly Assignment[];
}

/** Something that a step does at once, in one of several ways. */
export class Action {
  readonly place = new CallPlace();
  private readonly owner: object | null;

  constructor(private readonly made: readonly Branch[]) {
    this.owner = ownerOfBranches(made);
    expectUse(this, "action", this.owner);
  }

  /** Who reads them uses the action. */
  get branches(): readonly Branch[] {
    use(this, this.owner);
    return this.made;
  }
}

/** The system that it speaks of; null for what does nothing. */
function ownerOfBranches(branches: readonly Branch[]): object | null {
  for (const { assignments, requires } of branches) {
    if (assignments.length > 0) return assignments[0]!.target.owner;
    for (const required of requires) {
      const owner = ownerOf(required);
      if (owner !== null) return owner;
    }
  }
  return null;
}

/** What is done at the same time: all values are read before anything is written. Null: nothing is possible. */
export type Actions = Action | readonly Action[] | null;

/** So many ways to take one step are no mistake yet. */
const MAX_BRANCHES = 4096;

export const NOTHING: Branch = { choices: [], requires: [], assignments: [] };

/** All ways to do all of it at the same time. */
export function together(actions: Actions): Branch[] {
  if (actions === null) return [];
  const list = actions instanceof Action ? [actions] : actions;
  if (!Array.isArray(list)) throw noAction(list);
  return list.reduce<Branch[]>(
    (before, action) => {
      if (!(action instanceof Action)) throw noAction(action);
      return possible(before.flatMap((a) => action.branches.map((b) => joined(a, b))));
    },
    [NOTHING],
  );
}

function noAction(given: unknown): ModelError {
  const hint = given === undefined ? "; a function in braces needs a return" : "";
  return new ModelError(
    "model-step",
    `expected what a variable does (set, send, receive, choose, …), not ${show(given)}${hint}`,
  );
}

export const joined = (a: Branch, b: Branch): Branch => ({
  choices: [...a.choices, ...b.choices],
  requires: [...a.requires, ...b.requires],
  assignments: [...a.assignments, ...b.assignments],
});

export function possible(branches: readonly Branch[]): Branch[] {
  const left = branches.filter(({ requires }) => !requires.some((r) => r.op === "constant" && r.value === 0));
  if (left.length > MAX_BRANCHES)
    throw new ModelError("model-step", `there are ${left.length} ways to take a step: at most ${MAX_BRANCHES}`);
  return left;
}

/**
 * Any value, with which something can be done: the step can be taken once with each. Of a domain without parts, of a list,
 * or of 0 to n - 1.
 */
export function choose<const T extends Among>(among: T, body: (value: Chosen<T>) => Actions): Action {
  expectAtMost("choose", 2, arguments);
  expectFunction("choose", "body", body);
  return new Action(
    possible(
      withEach("choose", among, (value) =>
        together(body(value)).map((branch) => ({ ...branch, choices: [valueText(value), ...branch.choices] })),
      ).flat(),
    ),
  );
}

/** One of several things, which the name of the step tells by its number. */
export const oneOfThese = (actions: readonly Action[]): Action =>
  new Action(
    possible(
      actions.flatMap(({ branches }, i) => branches.map((b) => ({ ...b, choices: [`#${i + 1}`, ...b.choices] }))),
    ),
  );

/** Possible only where the condition is true. */
export function when(condition: BoolExpr | boolean, ...actions: readonly Action[]): Action {
  const required = boolTerm(condition);
  return new Action(
    possible(together(actions).map((branch) => ({ ...branch, requires: [required, ...branch.requires] }))),
  );
}

/** One thing or the other, as the condition says; nothing where there is no other. */
export function ifElse(condition: BoolExpr | boolean, yes: Actions, no: Actions = []): Action {
  expectAtMost("ifElse", 3, arguments);
  const term = boolTerm(condition);
  const side = (actions: Actions, choice: string, required: Term) =>
    together(actions).map((b) => ({ ...b, choices: [choice, ...b.choices], requires: [required, ...b.requires] }));
  return new Action(possible([...side(yes, "then", term), ...side(no, "else", { op: "not", arg: term })]));
}

/** Makes one condition of several. */
export function conjunction(terms: readonly Term[]): Term {
  const real = terms.filter((t) => !(t.op === "constant" && t.value === 1));
  return real.length === 0 ? constant(1) : real.length === 1 ? real[0]! : { op: "and", args: real };
}

/** `step(2, then)` */
export const branchName = (name: string, { choices }: Branch): string =>
  choices.length === 0 ? name : `${name}(${choices.join(", ")})`;

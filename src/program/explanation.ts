import type { Explanation } from "../evidence/explanation.js";
import { rowsAlong } from "../formula/rows.js";
import { type Behaviour, fairnessMet, wordOf } from "./behaviour.js";
import { type FairnessCondition, fairnessOf, firstFunction, type Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import { Semantics } from "./semantics.js";
import { evaluate, partsOf, type Term } from "./term.js";
import { signalSlots } from "./trace.js";
import { slotsThatMatter } from "./what-matters.js";

/** Why a behaviour of a program shows what it shows. Signals are those of `programTrace`, steps are states. */
export function programExplanation(program: Program, question: LtlQuestion, behaviour: Behaviour): Explanation {
  const { formula, atoms } = question;
  const signals = signalSlots(program);
  const named = (slots: ReadonlySet<number>) =>
    [...signals.keys()].filter((k) => signals[k]!.some((slot) => slots.has(slot)));
  const isReadable = firstFunction(program) === null && ![...atoms.values()].some((a) => typeof a.holds === "function");
  const matters = isReadable ? slotsThatMatter(program, question) : null;
  return {
    conditions: conditionsOf(program, behaviour).map(({ name, step, slots }) => ({
      name,
      step,
      because: named(slots),
    })),
    rows: behaviour.loop === null ? [] : rowsAlong(wordOf(program, behaviour, atoms), formula),
    anything: matters === null ? [] : [...signals.keys()].filter((k) => !signals[k]!.some((slot) => matters.has(slot))),
  };
}

interface Met {
  readonly name: string;
  readonly step: number;
  readonly slots: ReadonlySet<number>;
}

/** Of each fairness condition of a loop: where it is met first, and what the values there that make it so belong to. */
function conditionsOf(program: Program, behaviour: Behaviour): Met[] {
  const { loop } = behaviour;
  if (loop === null) return [];
  const because = slotsMeeting(program, behaviour);
  const met = fairnessMet(program, behaviour);
  return fairnessOf(program).flatMap((condition, k) => {
    const step = met[k]!.metIn.find((t) => t >= loop);
    return step === undefined ? [] : [{ name: condition.name, step, slots: because(condition, step) }];
  });
}

/** Why the conditions of `programTrace` are met: `[state][k]` belongs to `met[state][k]` and has positions of signals. */
export function programWhyMet(program: Program, behaviour: Behaviour): readonly (readonly (readonly number[])[])[] {
  const { states, loop } = behaviour;
  if (loop === null) return states.map(() => []);
  const signals = signalSlots(program);
  const because = slotsMeeting(program, behaviour);
  const met = fairnessMet(program, behaviour);
  const conditions = fairnessOf(program);
  return states.map((_, t) =>
    conditions.flatMap((condition, k) => {
      if (!met[k]!.metIn.includes(t)) return [];
      const slots = because(condition, t);
      return [[...signals.keys()].filter((s) => signals[s]!.some((slot) => slots.has(slot)))];
    }),
  );
}

/** What the values belong to that meet a condition in a state. A step that is taken is its own reason; one that is not enabled, what its guards read. */
function slotsMeeting(
  program: Program,
  { states, steps: taken }: Behaviour,
): (condition: FairnessCondition, state: number) => ReadonlySet<number> {
  const { steps } = new Semantics(program);
  return (condition, t) => {
    const step = taken[t];
    const terms =
      condition.kind === "state"
        ? [condition.holds]
        : step && condition.steps.has(step.index)
          ? []
          : [...condition.steps].map((s) => steps[s]!.guard);
    return union(terms.map((term) => (typeof term === "function" ? new Set() : reasons(term, states[t]!))));
  };
}

/** Slots whose values alone make the term what it is in this state. */
export function reasons(term: Term, state: Int32Array): Set<number> {
  switch (term.op) {
    case "slot":
      return new Set([term.slot]);
    case "element":
      return reasons(term.index, state).add(term.first + evaluate(term.index, state));
    case "and":
    case "or": {
      const decides = term.args.find((arg) => evaluate(arg, state) === (term.op === "or" ? 1 : 0));
      return union((decides === undefined ? term.args : [decides]).map((arg) => reasons(arg, state)));
    }
    case "if": {
      const chosen = evaluate(term.condition, state) === 1 ? term.yes : term.no;
      return union([reasons(term.condition, state), reasons(chosen, state)]);
    }
    default:
      return union(partsOf(term).map((part) => reasons(part, state)));
  }
}

const union = (sets: readonly ReadonlySet<number>[]): Set<number> => new Set(sets.flatMap((s) => [...s]));

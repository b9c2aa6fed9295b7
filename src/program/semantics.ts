import type { Assignment, Target } from "./action.js";
import { Choices } from "./choices.js";
import { show } from "./domain.js";
import { type ErrorPlace, ModelError } from "./model-error.js";
import { type Choose, type Condition, fairnessOf, type Program, type StateObject, type Step } from "./program.js";
import { outOfDomain, StateObjects } from "./state-object.js";
import { DivisionError, evaluate, IndexError, indexIn, type Term } from "./term.js";

/** A step with the process that takes it. */
export interface ProcessStep extends Step {
  /** Index into the steps of all processes. */
  readonly index: number;
  /** Index into the program's processes. */
  readonly process: number;
  readonly processName: string;
}

interface StepPlace {
  readonly place: { readonly process: string; readonly step: string };
  readonly guard: string;
  readonly effect: string;
}

/** So many states after one step are no mistake yet. */
const MAX_CHOICES = 2 ** 20;
/** Functions are tried twice in so many states at first, and then now and then, to find those that are not pure. */
const ALWAYS_TWICE = 500;
const TWICE_EVERY = 61;

/**
 * The meaning of a program: its first states, which steps are enabled, what they do. Compilers must agree with this
 * code, and counterexamples are replayed on it. A mistake of the program is a ModelError.
 */
export class Semantics {
  readonly steps: readonly ProcessStep[];
  /** By step: fairness of a process, a step or a group speaks of it. */
  readonly isPromised: readonly boolean[];
  private readonly objects: StateObjects;
  // By step: its place in messages, and what its guard and effect are called there.
  private readonly places: readonly StepPlace[];
  private calls = 0;
  /** Functions are tried twice in every state that is asked about. */
  looksTwice = false;

  constructor(readonly program: Program) {
    this.steps = program.processes
      .flatMap(({ name, steps }, process) => steps.map((step) => ({ ...step, process, processName: name })))
      .map((step, index) => ({ ...step, index }));
    this.places = this.steps.map(({ processName, name }) => ({
      place: { process: processName, step: name },
      guard: `the guard of ${processName}.${name}`,
      effect: `the effect of ${processName}.${name}`,
    }));
    const promised = fairnessOf(program).flatMap((f) => (f.kind === "state" ? [] : [...f.steps]));
    this.isPromised = this.steps.map((_, k) => promised.includes(k));
    this.objects = new StateObjects(program);
  }

  /** All combinations of initial values. */
  *initial(): Generator<Int32Array> {
    const choices = this.program.slots.map((s) => s.initial);
    const at = new Int32Array(choices.length);
    for (;;) {
      yield Int32Array.from(choices, (codes, i) => codes[at[i]!]!);
      let i = 0;
      for (; i < choices.length; i++) {
        if (++at[i]! < choices[i]!.length) break;
        at[i] = 0;
      }
      if (i === choices.length) return;
    }
  }

  /** By step. */
  enabled(state: Int32Array): boolean[] {
    return this.steps.map(({ guard, index }) => {
      const { place, guard: what } = this.places[index]!;
      return this.writtenIn(index, () => this.evaluate(guard, state, what, place));
    });
  }

  /** Nothing may happen where these steps are enabled: the state stays as it is, as long as it likes. */
  mayIdle(enabled: readonly boolean[]): boolean {
    if (!enabled.includes(true)) return this.program.deadlock === "stutter";
    return this.program.stopping === "allowed" && !enabled.some((is, k) => is && this.isPromised[k]);
  }

  holds(condition: Condition, state: Int32Array, what: string): boolean {
    return this.evaluate(condition, state, what, {});
  }

  /** The states after a step that is enabled. */
  after(step: ProcessStep, state: Int32Array): Int32Array[] {
    return this.writtenIn(step.index, () => this.effectOf(step, state));
  }

  private effectOf(step: ProcessStep, state: Int32Array): Int32Array[] {
    const { place, effect: what } = this.places[step.index]!;
    const { effect } = step;
    if (typeof effect !== "function") return assigned(effect, state, place);
    const states = this.changed(effect, state, what, place);
    if (this.isTimeForSecondLook() && !sameStates(states, this.changed(effect, state, what, place)))
      throw new ModelError(
        "model-purity",
        `the effect of ${place.process}.${place.step} does two different things in the same state: it may depend on the state only`,
        place,
      );
    return states;
  }

  /** A mistake gets the place where the step is written. */
  private writtenIn<T>(step: number, work: () => T): T {
    try {
      return work();
    } catch (e) {
      const { place } = this.steps[step]!;
      throw e instanceof ModelError && e.written === null && place !== null ? e.writtenAt(place) : e;
    }
  }

  private evaluate(condition: Condition, state: Int32Array, what: string, place: ErrorPlace): boolean {
    if (typeof condition !== "function") {
      return withIndexErrors(() => evaluate(condition, state) === 1, what, place);
    }
    this.objects.show(state);
    const { view } = this.objects;
    const value = calling(() => condition(view), what, "may only look at the state", place);
    if (typeof value !== "boolean")
      throw new ModelError("model-function", `${what} is ${show(value)}, neither true nor false`, place);
    if (this.isTimeForSecondLook() && condition(view) !== value)
      throw new ModelError(
        "model-purity",
        `${what} is true and false in the same state: it may depend on the state only`,
        place,
      );
    return value;
  }

  /** Runs the function once for each way to choose. */
  private changed(
    effect: (state: StateObject, choose: Choose) => unknown,
    state: Int32Array,
    what: string,
    place: { readonly process: string; readonly step: string },
  ): Int32Array[] {
    const { objects } = this;
    objects.show(state);
    const results: Int32Array[] = [];
    const choices = new Choices((values) => {
      throw new ModelError("model-function", `${what} chooses among ${show(values)}: expected some values`, place);
    });
    do {
      objects.begin();
      const call = () => effect(objects.draft, choices.choose);
      const returned = calling(call, what, "may only set the variables of the system", place);
      // A number is what `(s) => s.items++` returns by the way; a new state or a promise would be a misunderstanding.
      if (typeof returned === "object" && returned !== null)
        throw new ModelError(
          "model-function",
          `${what} returns ${show(returned)}: it must change the state that it is given`,
          place,
        );
      results.push(objects.codes(place));
      if (results.length > MAX_CHOICES) throw new ModelError("model-function", `${what} chooses too often`, place);
    } while (choices.next());
    return results;
  }

  private isTimeForSecondLook(): boolean {
    return this.looksTwice || ++this.calls < ALWAYS_TWICE || this.calls % TWICE_EVERY === 0;
  }
}

/** All right sides and indices are computed first. */
function assigned(
  effect: readonly Assignment[],
  state: Int32Array,
  place: { readonly process: string; readonly step: string },
): Int32Array[] {
  return withIndexErrors(
    () => {
      let results: Int32Array[] = [state.slice()];
      const written = new Set<number>();
      for (const { target, value } of effect) {
        const slot = slotOf(target, state);
        if (written.has(slot))
          throw new ModelError(
            "model-step",
            `${place.process}.${place.step} sets ${nameOf(target, slot)} twice`,
            place,
          );
        written.add(slot);
        if (value.op === "any") {
          results = results.flatMap((r) => value.codes.map((code) => withValue(r, slot, code)));
          continue;
        }
        const code = evaluate(value, state);
        if (code < target.domain.low || code > target.domain.high)
          throw outOfDomain(target.domain, code, nameOf(target, slot), place);
        for (const r of results) r[slot] = code;
      }
      return results;
    },
    `the effect of ${place.process}.${place.step}`,
    place,
  );
}

const nameOf = (target: Target, slot: number): string =>
  target.index === null ? target.name : `${target.name}[${slot - target.first}]`;

/** The number of the slot that is written. */
export const slotTerm = ({ first, index }: Target): Term => {
  const start: Term = { op: "constant", value: first };
  return index === null ? start : { op: "plus", left: index, right: start };
};

/** Pairs of assignments that may write the same slot, since an index decides. */
export function possibleConflicts(effect: readonly Assignment[]): [Assignment, Assignment][] {
  const dynamic = effect.filter((a) => a.target.index !== null);
  return effect.flatMap((a, i) =>
    (a.target.index === null ? dynamic : effect)
      .filter((b) => effect.indexOf(b) > i && mayMeet(a.target, b.target))
      .map((b): [Assignment, Assignment] => [a, b]),
  );
}

const mayMeet = (a: Target, b: Target): boolean =>
  (a.index !== null || b.index !== null) && a.first < b.first + b.length && b.first < a.first + a.length;

const slotOf = (target: Target, state: Int32Array): number =>
  target.index === null ? target.first : target.first + indexIn(target, evaluate(target.index, state));

function withValue(state: Int32Array, slot: number, code: number): Int32Array {
  const copy = state.slice();
  copy[slot] = code;
  return copy;
}

function withIndexErrors<T>(work: () => T, what: string, place: ErrorPlace): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof DivisionError)
      throw new ModelError("model-division", `${what} ${e.message}`, { ...place, value: e.divisor });
    if (!(e instanceof IndexError)) throw e;
    throw new ModelError("model-index", `${what} uses ${e.message}`, { ...place, variable: e.array, value: e.index });
  }
}

/** Calls a function of the author's. States are frozen: what throws a TypeError may be an attempt to change one. */
function calling(call: () => unknown, what: string, rule: string, place: ErrorPlace): unknown {
  try {
    return call();
  } catch (e) {
    if (e instanceof ModelError) throw e;
    const message = e instanceof Error ? e.message : String(e);
    const frozen =
      e instanceof TypeError && /read.only|only a getter|not extensible|delete property|redefine/i.test(message);
    const hint = frozen ? ` (it ${rule})` : "";
    throw new ModelError("model-function", `${what} throws: ${message}${hint}`, place, e);
  }
}

export function sameState(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const sameStates = (a: readonly Int32Array[], b: readonly Int32Array[]): boolean =>
  a.length === b.length && a.every((state, i) => sameState(state, b[i]!));

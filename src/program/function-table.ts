import { own, recordOf } from "../text/record.js";
import type { Behaviour } from "./behaviour.js";
import type { AuthorFunctions } from "./data.js";
import { type Fields, fail, list, record, whole } from "./data-fields.js";
import type { FunctionStubs } from "./data-reader.js";
import { ModelError } from "./model-error.js";
import type { Choose, Program, StateObject } from "./program.js";
import { Semantics } from "./semantics.js";
import { valueIn } from "./state-object.js";

/** What the functions of a program say in one state, by their numbers. */
export interface FunctionValues {
  readonly state: readonly number[];
  /** Null where a function says nothing. */
  readonly conditions: readonly (boolean | null)[];
  /** The effect of the step that is taken, and the states after it. */
  readonly effect: { readonly function: number; readonly after: readonly (readonly number[])[] } | null;
}

/** The values of all functions along a behaviour: what it takes to replay it elsewhere. */
export function valuesAlong(
  program: Program,
  { conditions, effects }: AuthorFunctions,
  { states, steps }: Behaviour,
): FunctionValues[] {
  const semantics = new Semantics(program);
  return states.map((state, t) => {
    const step = steps[t] ?? null;
    const number = typeof step?.effect === "function" ? effects.get(step.effect) : undefined;
    return {
      state: [...state],
      conditions: [...conditions.keys()].map((holds) => valueWhere(() => semantics.holds(holds, state, ""))),
      effect:
        step === null || number === undefined
          ? null
          : { function: number, after: semantics.after(step, state).map((s) => [...s]) },
    };
  });
}

/** A proposition that nobody asked about may be wrong in a state. */
function valueWhere(holds: () => boolean): boolean | null {
  try {
    return holds();
  } catch (e) {
    if (e instanceof ModelError) return null;
    throw e;
  }
}

interface Row {
  readonly conditions: readonly unknown[];
  readonly effects: Map<number, readonly Int32Array[]>;
}

/** Stands for functions that are elsewhere, in the states in which it was told what they say. */
export class FunctionTable implements FunctionStubs {
  private readonly rows = new Map<string, Row>();
  private program: Program | null = null;

  /** `values` came from elsewhere, and are looked at. */
  learn(program: Program, values: unknown): void {
    this.program = program;
    for (const given of list(values, "values of functions")) {
      const { state, conditions, effect } = record(given, "values of functions");
      const codes = stateFrom(program, state);
      const key = this.keyOf(recordOf(program.variables.map((v) => [v.name, valueIn(v, codes)])));
      const row = this.rows.get(key) ?? { conditions: list(conditions, "values of conditions"), effects: new Map() };
      this.rows.set(key, row);
      if (effect !== null) this.learnEffect(program, row, record(effect, "an effect"));
    }
  }

  private learnEffect(program: Program, row: Row, effect: Fields): void {
    const after = list(effect.after, "the states after a step").map((s) => stateFrom(program, s));
    row.effects.set(whole(effect.function, 0, 2 ** 32, "the number of a function"), after);
  }

  condition(number: number): (state: StateObject) => unknown {
    return (state) => this.row(state).conditions[number] ?? fail("the value of a condition");
  }

  effect(number: number): (state: StateObject, choose: Choose) => unknown {
    return (draft, choose) => {
      const next = choose(this.row(draft).effects.get(number) ?? fail("the states after a step"));
      Object.assign(draft, recordOf(this.program!.variables.map((v) => [v.name, valueIn(v, next)])));
    };
  }

  private row(state: StateObject): Row {
    return this.rows.get(this.keyOf(state)) ?? fail("the values of functions in a state");
  }

  private keyOf(state: StateObject): string {
    return JSON.stringify(
      this.program?.variables.map((v) => own(state, v.name)),
      withMembers,
    );
  }
}

/** JSON has no sets and maps: they are lists of their members. */
const withMembers = (_: string, value: unknown): unknown =>
  value instanceof Set || value instanceof Map ? [...value] : value;

/** A state in which every slot has a code of its domain. */
export function stateFrom({ slots }: Program, given: unknown): Int32Array {
  const codes = list(given, "a state");
  if (codes.length !== slots.length) fail("a state");
  return Int32Array.from(slots, ({ domain }, i) => whole(codes[i], domain.low, domain.high, "a code"));
}

import { KeyTable } from "../explicit/reference-table.js";
import { SuccessorBuffer } from "../explicit/state-space.js";
import { type Behaviour, tightened } from "./behaviour.js";
import type { ModelError } from "./model-error.js";
import type { ProcessStep } from "./semantics.js";
import { sameState } from "./semantics.js";
import type { ProgramSpace } from "./space.js";

/** What there is to say about the reachable states of a program, whatever is asked about its behaviours. */
export interface Exploration {
  readonly states: number;
  /** A run to a mistake of the program; the step that makes it is in the error. */
  readonly mistake: { readonly error: ModelError; readonly run: Behaviour } | null;
  /** A run to a state in which no step is enabled, where that is an error. */
  readonly deadlock: Behaviour | null;
}

export class TooManyStates extends Error {}

/** Visits all reachable states, breadth first, until something is wrong. Yields the number of states now and then. */
export function* explore(space: ProgramSpace, maxStates: number): Generator<number, Exploration> {
  const table = new KeyTable(space.words);
  const parents: number[] = [];
  const out = new SuccessorBuffer(space);
  const key = new Int32Array(space.words);
  const take = (parent: number) => {
    for (let at = 0; at < out.length; at += out.stride) {
      for (let k = 0; k < space.words; k++) key[k] = out.data[at + k]!;
      if (table.add(key) === parents.length) parents.push(parent);
    }
    out.length = 0;
  };
  const runTo = (n: number): Behaviour => {
    const path: Int32Array[] = [];
    for (let m = n; m >= 0; m = parents[m]!) path.unshift(table.words.slice(m * space.words, (m + 1) * space.words));
    return alongPath(space, path, null);
  };
  space.initial(out);
  take(-1);
  const isDeadlockError = space.program.deadlock === "error";
  for (let n = 0; n < table.count; n++) {
    if (n % 4096 === 4095) yield table.count;
    if (table.count > maxStates) throw new TooManyStates(`more than the ${maxStates} states allowed`);
    for (let k = 0; k < space.words; k++) key[k] = table.words[n * space.words + k]!;
    space.successors(key, 0, out);
    if (space.mistake !== null)
      return { states: table.count, mistake: { error: space.mistake.error, run: runTo(n) }, deadlock: null };
    if (isDeadlockError && out.length === 0 && space.isDeadlock(key, 0))
      return { states: table.count, mistake: null, deadlock: runTo(n) };
    take(n);
  }
  return { states: table.count, mistake: null, deadlock: null };
}

/**
 * The behaviour along packed states. Where several steps lead from one to the next, `labels` decides: a step must meet
 * the conditions that the label of the transition has.
 */
export function alongPath(
  space: ProgramSpace,
  path: readonly Int32Array[],
  loop: number | null,
  labels?: readonly Int32Array[],
): Behaviour {
  const states = path.map((packed) => {
    const state = new Int32Array(space.program.slots.length);
    space.layout.unpack(packed, 0, state);
    return state;
  });
  const steps = path.map((packed, t): ProcessStep | null => {
    const next = t + 1 < path.length ? t + 1 : loop;
    return next === null ? null : stepBetween(space, packed, states[t]!, states[next]!, labels?.[t]);
  });
  return tightened({ states, steps, loop });
}

function stepBetween(
  space: ProgramSpace,
  packed: Int32Array,
  from: Int32Array,
  to: Int32Array,
  label: Int32Array | undefined,
): ProcessStep | null {
  const { semantics } = space;
  const enabled = semantics.enabled(from);
  const found = semantics.steps.find(
    (step, k) =>
      enabled[k] &&
      space.after(step, from).some((s) => sameState(s, to)) &&
      (label === undefined || space.meetsLike(packed, from, step, label)),
  );
  return found ?? null; // then nothing happens, or the replay will say so
}

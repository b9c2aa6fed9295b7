import { SearchLimit } from "../explicit/growing-words.js";
import { SuccessorBuffer } from "../explicit/state-space.js";
import { StateTable } from "../explicit/state-table.js";
import { WordStack } from "../explicit/word-stack.js";
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

export interface ExploreLimits {
  readonly states?: number;
  readonly bytes?: number;
  shouldStop?(): "time" | "memory" | "cancelled" | null;
}

/**
 * Visits all reachable states, breadth first, until something is wrong. Yields the number of states now and then, and
 * throws a SearchLimit where a limit is met.
 */
export function* explore(space: ProgramSpace, limits: ExploreLimits): Generator<number, Exploration> {
  const table = new StateTable(space.words, space.bits, 0);
  const parents = new WordStack();
  const out = new SuccessorBuffer(space);
  const state = new Int32Array(space.words);
  const take = (parent: number) => {
    for (let at = 0; at < out.length; at += out.stride)
      if (table.add(out.data, at) === parents.length) parents.push(parent);
    out.length = 0;
  };
  const runTo = (end: number): Behaviour => {
    const path: Int32Array[] = [];
    for (let n = end; n >= 0; n = parents.at(n)) {
      const packed = new Int32Array(space.words);
      table.copy(n, packed);
      path.push(packed);
    }
    return alongPath(space, path.reverse(), null);
  };
  space.initial(out);
  take(-1);
  const isDeadlockError = space.program.deadlock === "error";
  for (let n = 0; n < table.count; n++) {
    if (n % SLICE === SLICE - 1) {
      checkLimits(limits, table.count, table.bytes + parents.bytes);
      yield table.count;
    }
    table.copy(n, state);
    space.successors(state, 0, out);
    if (space.mistake !== null)
      return { states: table.count, mistake: { error: space.mistake.error, run: runTo(n) }, deadlock: null };
    if (isDeadlockError && out.length === 0 && space.isDeadlock(state, 0))
      return { states: table.count, mistake: null, deadlock: runTo(n) };
    take(n);
  }
  return { states: table.count, mistake: null, deadlock: null };
}

/** States between two looks at the limits. */
const SLICE = 4096;

function checkLimits({ states, bytes, shouldStop }: ExploreLimits, count: number, used: number): void {
  if (states !== undefined && count > states) throw new SearchLimit("bound", `more than the ${states} states allowed`);
  if (bytes !== undefined && used > bytes) throw new SearchLimit("memory", `${count} states fill the memory allowed`);
  const reason = shouldStop?.() ?? null;
  if (reason !== null) throw new SearchLimit(reason, `stopped after ${count} states`);
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

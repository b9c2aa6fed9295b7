import type { CouvreurSearch } from "./couvreur.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "./state-space.js";
import { StateTable } from "./state-table.js";
import { WordStack } from "./word-stack.js";

/** A shortest stem is looked for among so many states; beyond, the stem is the path of the search. */
const STEM_STATES = 2 ** 20;

/** A path in packed states: each with the label of the transition that leaves it, and the state where it ends. */
interface PackedPath {
  readonly states: Int32Array[];
  readonly labels: Int32Array[];
  readonly end: Int32Array;
}

/** A transition: its source, and its target and label at `out.data[at]`. */
type Goal = (out: SuccessorBuffer, at: number) => boolean;

/**
 * The additional search of Section 4.1, for a component that was found to be fair: a loop through nearest transitions that
 * meet what is missing, and a stem. `before` is a path from an initial state to where the search of components started.
 */
export function lassoInto(space: StateSpace, found: CouvreurSearch, before: readonly Int32Array[]): PackedLasso {
  const isInside = (data: Int32Array, at: number) => {
    const n = found.table.find(data, at);
    return n >= 0 && found.isInTopComponent(n);
  };
  const stem = shortestStem(space, isInside) ?? pathOfSearch(space, found, before, isInside);
  const loop = fairLoop(space, stem.end, isInside);
  return {
    states: [...stem.states, ...loop.states],
    labels: [...stem.labels, ...loop.labels],
    loop: stem.states.length,
  };
}

function shortestStem(space: StateSpace, isGoal: (data: Int32Array, at: number) => boolean): PackedPath | null {
  const initial = new SuccessorBuffer(space);
  space.initial(initial);
  for (let at = 0; at < initial.length; at += initial.stride)
    if (isGoal(initial.data, at)) return { states: [], labels: [], end: stateAt(initial, at) };
  return shortestPath(
    space,
    initial,
    () => true,
    (out, at) => isGoal(out.data, at),
    STEM_STATES,
  );
}

/** The path on which the component was found, up to its first state. */
function pathOfSearch(
  space: StateSpace,
  found: CouvreurSearch,
  before: readonly Int32Array[],
  isGoal: (data: Int32Array, at: number) => boolean,
): PackedPath {
  const path = [...before];
  for (const n of found.pathStates()) {
    const state = new Int32Array(space.words);
    found.table.copy(n, state);
    path.push(state);
  }
  const end = path.findIndex((state) => isGoal(state, 0));
  const states = path.slice(0, end);
  const labels = states.map((from, k) => labelBetween(space, from, path[k + 1]!));
  return { states, labels, end: path[end]! };
}

/** From a state to the nearest transition that meets something new, again and again, then home. */
function fairLoop(
  space: StateSpace,
  start: Int32Array,
  isInside: (data: Int32Array, at: number) => boolean,
): PackedPath {
  const missing = new Set(Array.from({ length: space.conditions }, (_, j) => j));
  const loop: PackedPath = { states: [], labels: [], end: start };
  let end = start;
  const go = (goal: Goal) => {
    const path = shortestPath(space, bufferOf(space, end), isInside, goal, Number.POSITIVE_INFINITY);
    if (path === null) throw new Error("the component is not fair");
    for (const state of path.states) loop.states.push(state);
    for (const label of path.labels) {
      loop.labels.push(label);
      for (const j of missing) if (meets(label, 0, j)) missing.delete(j);
    }
    end = path.end;
  };
  while (missing.size > 0) go((out, at) => [...missing].some((j) => meets(out.data, at + out.words, j)));
  if (loop.states.length === 0 || !sameState(end, 0, start)) go((out, at) => sameState(out.data, at, start));
  return loop;
}

/** A shortest path inside from one of some states to a transition that is a goal; null where so many states have none. */
function shortestPath(
  space: StateSpace,
  starts: SuccessorBuffer,
  isInside: (data: Int32Array, at: number) => boolean,
  goal: Goal,
  most: number,
): PackedPath | null {
  const table = new StateTable(space.words, space.bits, 0);
  const parent = new WordStack();
  const out = new SuccessorBuffer(space);
  const state = new Int32Array(space.words);
  for (let at = 0; at < starts.length; at += starts.stride)
    if (table.add(starts.data, at) === parent.length) parent.push(-1);
  // Numbers are the queue.
  for (let n = 0; n < table.count && n < most; n++) {
    table.copy(n, state);
    out.length = 0;
    space.successors(state, 0, out);
    for (let at = 0; at < out.length; at += out.stride) {
      if (!isInside(out.data, at)) continue;
      if (goal(out, at)) {
        const path = pathTo(space, table, parent, n);
        path.states.push(path.end);
        path.labels.push(labelAt(out, at));
        return { ...path, end: stateAt(out, at) };
      }
      if (table.add(out.data, at) === parent.length) parent.push(n);
    }
  }
  return null;
}

function pathTo(space: StateSpace, table: StateTable, parent: WordStack, end: number): PackedPath {
  const path: Int32Array[] = [];
  for (let n = end; n >= 0; n = parent.at(n)) {
    const state = new Int32Array(space.words);
    table.copy(n, state);
    path.push(state);
  }
  path.reverse();
  const states = path.slice(0, -1);
  return { states, labels: states.map((s, k) => labelBetween(space, s, path[k + 1]!)), end: path[path.length - 1]! };
}

/** The label of a transition from one state to another. */
function labelBetween(space: StateSpace, from: Int32Array, to: Int32Array): Int32Array {
  const out = new SuccessorBuffer(space, 64);
  space.successors(from, 0, out);
  for (let at = 0; at < out.length; at += out.stride) if (sameState(out.data, at, to)) return labelAt(out, at);
  throw new Error("a path of the search is no path of the state space");
}

function bufferOf(space: StateSpace, state: Int32Array): SuccessorBuffer {
  const buffer = new SuccessorBuffer(space);
  const at = buffer.add();
  buffer.data.set(state, at);
  return buffer;
}

const stateAt = (out: SuccessorBuffer, at: number): Int32Array => out.data.slice(at, at + out.words);
const labelAt = (out: SuccessorBuffer, at: number): Int32Array => out.data.slice(at + out.words, at + out.stride);
const meets = (label: Int32Array, at: number, j: number): boolean => ((label[at + (j >> 5)]! >>> (j & 31)) & 1) === 1;

function sameState(data: Int32Array, at: number, state: Int32Array): boolean {
  for (let k = 0; k < state.length; k++) if (data[at + k] !== state[k]) return false;
  return true;
}

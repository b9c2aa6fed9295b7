import type { CouvreurSearch } from "./couvreur.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "./state-space.js";
import { StateTable } from "./state-table.js";
import { WordStack } from "./word-stack.js";

/** A shortest stem is looked for among so many states; beyond, the stem is the path of the search. */
const STEM_STATES = 2 ** 20;

/** States between two calls of `poll`. */
const POLL_STATES = 1024;

/**
 * The additional search of Section 4.1, for a component that was found to be fair: a stem, and a loop through the nearest
 * transitions that meet what is missing. `before` is a path from an initial state to where the search of components
 * started. `poll` is called now and then; it may throw.
 */
export function lassoInto(
  space: StateSpace,
  found: CouvreurSearch,
  before: readonly Int32Array[],
  poll: () => void,
): PackedLasso {
  return new LassoSearch(space, found, poll).lasso(before);
}

/** A path: each state with the label of the transition that leaves it, and the state where it ends. */
export interface PackedPath {
  readonly states: Int32Array[];
  readonly labels: Int32Array[];
  readonly end: Int32Array;
}

/** What a state, or a transition to it, must be; its words are at `out.data[at]`. */
type Test = (out: SuccessorBuffer, at: number) => boolean;

class LassoSearch {
  constructor(
    private readonly space: StateSpace,
    private readonly found: CouvreurSearch,
    private readonly poll: () => void,
  ) {}

  lasso(before: readonly Int32Array[]): PackedLasso {
    const stem = this.shortestStem() ?? this.pathOfSearch(before);
    const loop = this.fairLoop(stem.end);
    return {
      states: stem.states.concat(loop.states),
      labels: stem.labels.concat(loop.labels),
      loop: stem.states.length,
    };
  }

  /** Null when it is not found soon. */
  private shortestStem(): PackedPath | null {
    const initial = new SuccessorBuffer(this.space);
    this.space.initial(initial);
    for (let at = 0; at < initial.length; at += initial.stride)
      if (this.found.isInside(initial.data, at)) return { states: [], labels: [], end: stateAt(initial, at) };
    return this.shortestPath(initial, () => true, this.inside, STEM_STATES);
  }

  /** The path on which the component was found, up to its first state. */
  private pathOfSearch(before: readonly Int32Array[]): PackedPath {
    const path = [...before, ...this.found.pathStates()];
    const end = path.findIndex((state) => this.found.isInside(state, 0));
    if (end >= 0) return alongStates(this.space, path.slice(0, end + 1));
    const known = alongStates(this.space, path);
    const rest = this.shortestPath(this.startAt(known.end), () => true, this.inside, Number.POSITIVE_INFINITY);
    if (rest === null) throw new Error("the path does not lead to the component");
    return { states: [...known.states, ...rest.states], labels: [...known.labels, ...rest.labels], end: rest.end };
  }

  /**
   * From a state to the nearest transition that meets something new, again and again, then home; and again as long as a
   * pair was enabled on the way that was not taken.
   */
  private fairLoop(start: Int32Array): PackedPath {
    const { conditions, pairs } = this.space;
    const met = new Set<number>();
    const wanted = new Set(Array.from({ length: conditions }, (_, j) => j));
    const loop: PackedPath = { states: [], labels: [], end: start };
    let end = start;
    const go = (goal: Test) => {
      const path = this.shortestPath(this.startAt(end), this.inside, goal, Number.POSITIVE_INFINITY);
      if (path === null) throw new Error("the component is not fair");
      for (const state of path.states) loop.states.push(state);
      for (const label of path.labels) {
        loop.labels.push(label);
        for (let j = 0; j < conditions + pairs; j++) if (meets(label, 0, j)) met.add(j);
        for (let i = 0; i < pairs; i++) if (meets(label, 0, conditions + pairs + i)) wanted.add(conditions + i);
      }
      end = path.end;
    };
    const missing = () => [...wanted].filter((j) => !met.has(j));
    do {
      for (let open = missing(); open.length > 0; open = missing())
        go((out, at) => open.some((j) => meets(out.data, at + out.words, j)));
      if (loop.states.length === 0 || !isState(end, 0, start)) go((out, at) => isState(out.data, at, start));
    } while (missing().length > 0);
    return loop;
  }

  /** To the nearest transition that is a goal, from any of some states; null when so many states have none. */
  private shortestPath(starts: SuccessorBuffer, within: Test, goal: Test, most: number): PackedPath | null {
    const { space } = this;
    const table = new StateTable(space.words, space.bits, 0);
    const parent = new WordStack();
    const out = new SuccessorBuffer(space);
    const state = new Int32Array(space.words);
    for (let at = 0; at < starts.length; at += starts.stride)
      if (table.add(starts.data, at) === parent.length) parent.push(-1);
    // Numbers are the queue.
    for (let n = 0; n < table.count && n < most; n++) {
      if (n % POLL_STATES === 0) this.poll();
      table.copy(n, state);
      out.length = 0;
      space.successors(state, 0, out);
      for (let at = 0; at < out.length; at += out.stride) {
        if (!within(out, at)) continue;
        if (goal(out, at)) {
          const path = this.pathTo(table, parent, n);
          path.states.push(path.end);
          path.labels.push(labelAt(out, at));
          return { ...path, end: stateAt(out, at) };
        }
        if (table.add(out.data, at) === parent.length) parent.push(n);
      }
    }
    return null;
  }

  private pathTo(table: StateTable, parent: WordStack, end: number): PackedPath {
    const path: Int32Array[] = [];
    for (let n = end; n >= 0; n = parent.at(n)) path.push(this.stateOf(table, n));
    return alongStates(this.space, path.reverse());
  }

  private readonly inside: Test = (out, at) => this.found.isInside(out.data, at);

  private startAt(state: Int32Array): SuccessorBuffer {
    const from = new SuccessorBuffer(this.space);
    from.data.set(state, from.add());
    return from;
  }

  private stateOf(table: StateTable, n: number): Int32Array {
    const state = new Int32Array(this.space.words);
    table.copy(n, state);
    return state;
  }
}

/** States in a row as a path. `meeting` is a condition that the transition which leaves a state must meet, or -1. */
export function alongStates(
  space: StateSpace,
  path: readonly Int32Array[],
  meeting: (k: number) => number = () => -1,
): PackedPath {
  const out = new SuccessorBuffer(space);
  const states = path.slice(0, -1);
  const labels = states.map((from, k) => {
    const j = meeting(k);
    out.length = 0;
    space.successors(from, 0, out);
    for (let at = 0; at < out.length; at += out.stride)
      if (isState(out.data, at, path[k + 1]!) && (j < 0 || meets(out.data, at + out.words, j))) return labelAt(out, at);
    throw new Error("a path of the search is no path of the state space");
  });
  return { states, labels, end: path[path.length - 1]! };
}

const stateAt = (out: SuccessorBuffer, at: number): Int32Array => out.data.slice(at, at + out.words);
const labelAt = (out: SuccessorBuffer, at: number): Int32Array => out.data.slice(at + out.words, at + out.stride);
export const meets = (label: Int32Array, at: number, j: number): boolean =>
  ((label[at + (j >> 5)]! >>> (j & 31)) & 1) === 1;

function isState(data: Int32Array, at: number, state: Int32Array): boolean {
  for (let k = 0; k < state.length; k++) if (data[at + k] !== state[k]) return false;
  return true;
}

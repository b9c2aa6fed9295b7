import { AppendedField } from "./appended-field.js";
import { alongStates, meets, type PackedPath } from "./lasso.js";
import { PathSuccessors } from "./path-successors.js";
import { PathTable } from "./path-table.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "./state-space.js";
import { NEW, type Visited } from "./visited.js";

/** Transitions between two calls of `poll`. */
const POLL_TRANSITIONS = 4096;

/**
 * A lasso for who has no room to keep states: the last state of `path` is known to lie on a fair cycle. For each condition
 * that is missing a depth-first search goes from there to a transition that meets it, and on to a state of the path,
 * which leads back to the last one. `visited` makes an empty set of states, which may take some for others: null when
 * something was therefore not found. The space has no pairs. `poll` is called now and then; it may throw.
 */
export function lassoFromPath(
  space: StateSpace,
  path: readonly Int32Array[],
  visited: (space: StateSpace) => Visited,
  poll: () => void,
): PackedLasso | null {
  const places = new PathTable(space.words, 0);
  for (const state of path) places.push(state, 0);
  const rounds: PackedPath[] = [];
  const missing = new Set(Array.from({ length: space.conditions }, (_, j) => j));
  do {
    const [condition = -1] = missing;
    const search = new RoundSearch(space, condition, path[path.length - 1]!, places, visited);
    const round = search.run(poll);
    if (round === null) return null;
    const back = places.find(round[round.length - 1]!, 0);
    const states = [...round, ...path.slice(back + 1)];
    const met = search.metAt;
    const taken = alongStates(space, states, (k) => (k === met ? condition : -1));
    for (const label of taken.labels) for (const j of missing) if (meets(label, 0, j)) missing.delete(j);
    rounds.push(taken);
  } while (missing.size > 0);
  // The loop starts at the last state of the path.
  const stem = alongStates(space, path);
  return {
    states: [...stem.states, ...rounds.flatMap((r) => r.states)],
    labels: [...stem.labels, ...rounds.flatMap((r) => r.labels)],
    loop: stem.states.length,
  };
}

/** States with a bit that says whether a condition was met on the way; the condition -1 is met at once. */
class Meeting implements StateSpace {
  readonly conditions = 0;
  readonly pairs = 0;
  readonly propositions = 0;
  readonly words: number;
  readonly bits: number;
  private readonly isMet: AppendedField;
  private readonly found: SuccessorBuffer;
  private readonly state: Int32Array;

  constructor(
    private readonly inner: StateSpace,
    private readonly condition: number,
    private readonly start: Int32Array,
  ) {
    this.isMet = new AppendedField(inner, 2);
    this.words = this.isMet.words;
    this.bits = this.isMet.bits;
    this.found = new SuccessorBuffer(inner);
    this.state = new Int32Array(inner.words);
  }

  initial(out: SuccessorBuffer): void {
    const at = out.add();
    this.isMet.write(this.start, 0, this.condition < 0 ? 1 : 0, out.data, at);
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { inner, found, isMet, state, condition } = this;
    const met = isMet.read(states, at);
    isMet.strip(states, at, state);
    found.length = 0;
    inner.successors(state, 0, found);
    const region = inner.regions?.of(state, 0);
    for (let k = 0; k < found.length; k += found.stride) {
      if (inner.regions?.of(found.data, k) !== region) continue;
      const now = met === 1 || (condition >= 0 && meets(found.data, k + found.words, condition)) ? 1 : 0;
      const start = out.add();
      isMet.write(found.data, k, now, out.data, start);
    }
  }

  isMetIn(states: Int32Array, at: number): boolean {
    return this.isMet.read(states, at) === 1;
  }

  strip(states: Int32Array, at: number, into: Int32Array): Int32Array {
    this.isMet.strip(states, at, into);
    return into;
  }
}

/** From a state through a transition that meets a condition to any state of a path. */
class RoundSearch {
  /** The number of the transition that meets the condition, or -1. */
  metAt = -1;
  private readonly meeting: Meeting;
  private readonly visited: Visited;
  private readonly path: PathSuccessors;
  private readonly target: Int32Array;

  constructor(
    space: StateSpace,
    condition: number,
    start: Int32Array,
    private readonly places: PathTable,
    visited: (space: StateSpace) => Visited,
  ) {
    this.meeting = new Meeting(space, condition, start);
    this.visited = visited(this.meeting);
    this.target = new Int32Array(space.words);
    this.path = new PathSuccessors(this.meeting, (depth, into) => this.visited.onPath(depth, into));
  }

  /** The states, from the first to the one on the path; null when there is no way. */
  run(poll: () => void): Int32Array[] | null {
    const { meeting, visited, path } = this;
    const start = new SuccessorBuffer(meeting);
    meeting.initial(start);
    visited.visit(start.data, 0);
    path.push(start.data, 0);
    for (let steps = 0; path.depth > 0; steps++) {
      if (steps % POLL_TRANSITIONS === 0) poll();
      const goal = this.goalAmongSuccessors();
      if (goal !== null) return this.states(goal);
      this.descend();
    }
    return null;
  }

  /** To the next new state, over transitions of the top or of those before it. */
  private descend(): void {
    const { visited, path } = this;
    for (;;) {
      const next = path.next();
      if (next >= 0) {
        if (visited.visit(path.arena.data, next) !== NEW) continue;
        path.push(path.arena.data, next);
        return;
      }
      visited.pop();
      path.pop();
      if (path.depth === 0) return;
    }
  }

  /** All transitions of a new top are looked at before any is taken. */
  private goalAmongSuccessors(): Int32Array | null {
    const { meeting, places, path, target } = this;
    const { data, stride, length } = path.arena;
    for (let at = path.first; at < length; at += stride) {
      if (!meeting.isMetIn(data, at)) continue;
      meeting.strip(data, at, target);
      if (places.find(target, 0) >= 0) return data.slice(at, at + stride);
    }
    return null;
  }

  private states(goal: Int32Array): Int32Array[] {
    const packed = [...this.path.states(), goal];
    this.metAt = packed.findIndex((state) => this.meeting.isMetIn(state, 0)) - 1;
    return packed.map((state) => this.meeting.strip(state, 0, new Int32Array(this.target.length)));
  }
}

import { PathConditions } from "./path-conditions.js";
import { type PathOptions, PathSuccessors } from "./path-successors.js";
import { type StateSpace, SuccessorBuffer } from "./state-space.js";
import { allMarks, type Marks, NEW, ON_PATH, type Visited } from "./visited.js";

export interface NestedOptions extends PathOptions {
  /** Cycles that the path closes are looked at too, before nested searches show what they meet. */
  readonly early?: boolean;
  /** A cycle that meets so many of the conditions is enough (Section 4.2); by default, all. */
  readonly enough?: number;
}

/**
 * Nested emptiness search for generalized Büchi automata (Tauriainen 2003), Fig. 2, in slices.
 *
 * Fig. 2 has acceptance conditions on states, here they are on transitions: `propagate` starts once for each transition
 * that leaves the top of the path, with the top's label and the conditions of the transition. Where all transitions of a
 * state carry the same conditions that is what Fig. 2 does. The proofs carry over: a condition in the label of a state on
 * the path is met on a cycle through it that takes the marked transition (Lemma 2), and Lemma 4 holds for the states
 * that are reached through that transition first. Still, a state enters nested searches at most once for each condition.
 *
 * States must not be forgotten: with a cache of states in the place of `processed` the search would not be complete.
 */
export class NestedEmptinessSearch {
  transitions = 0;
  /** Entries of states by nested searches. */
  nested = 0;
  private readonly path: PathSuccessors;
  private readonly around: SuccessorBuffer;
  private readonly state: Int32Array;
  private readonly label: Marks;
  private readonly marks: Marks;
  private readonly all: Marks;
  private readonly together: Marks;
  private readonly enough: number;
  private readonly onPath: PathConditions | null;
  private readonly initial: SuccessorBuffer;
  private started = 0;
  // While nested searches from the top of the path go on: the next of its transitions to start from, otherwise -1.
  private rootEdge = -1;
  // Of the top.
  private region = 0;

  constructor(
    private readonly space: StateSpace,
    readonly visited: Visited,
    options: NestedOptions = {},
  ) {
    this.path = new PathSuccessors(space, (depth, into) => visited.onPath(depth, into), options);
    this.around = new SuccessorBuffer(space);
    this.initial = new SuccessorBuffer(space);
    this.state = new Int32Array(space.words);
    this.all = allMarks(space.conditions);
    this.label = new Int32Array(this.all.length);
    this.marks = new Int32Array(this.all.length);
    this.together = new Int32Array(this.all.length);
    this.enough = options.enough ?? space.conditions;
    this.onPath = options.early === true && this.enough > 0 ? new PathConditions(space.conditions) : null;
    space.initial(this.initial);
  }

  /** The states on the path. */
  pathStates(): Int32Array[] {
    return this.path.states();
  }

  /** Of a label. */
  get marksWords(): number {
    return this.all.length;
  }

  get deepest(): number {
    return this.path.deepest;
  }

  /** Of the stacks that are not part of `visited`. */
  get stackBytes(): number {
    return this.path.bytes + this.around.data.byteLength + (this.onPath?.bytes ?? 0);
  }

  /** emptinessSearch, for about `budget` transitions. "found": the top of the path lies on a fair cycle. */
  advance(budget: number): "more" | "found" | "empty" {
    const { path, visited } = this;
    const { arena } = path;
    const end = this.transitions + this.nested + budget;
    while (this.transitions + this.nested < end) {
      if (path.depth === 0 && !this.start()) return "empty";
      const next = path.next();
      if (next >= 0) {
        this.transitions++;
        const where = visited.visit(arena.data, next);
        if (where === NEW) {
          this.onPath?.push(path.depth - 1, arena, next);
          path.push(arena.data, next);
        } else if (where === ON_PATH && this.closesFairCycle(arena.data, next)) return "found";
        continue;
      }
      const propagated = this.propagateFromTop(end);
      if (propagated !== "done") return propagated;
      visited.pop();
      path.pop();
      if (path.depth > 0) this.onPath?.pop();
    }
    return "more";
  }

  /** Section 4.2: starts again from the next initial state that was not visited. */
  private start(): boolean {
    const { initial, path, visited } = this;
    while (this.started < initial.length) {
      const at = this.started;
      this.started += initial.stride;
      if (visited.visit(initial.data, at) !== NEW) continue;
      path.push(initial.data, at);
      return true;
    }
    return false;
  }

  /** The transition from the top of the path to the state at `data[at]`, which is on the path, closes a cycle: a fair one? */
  private closesFairCycle(data: Int32Array, at: number): boolean {
    const { regions } = this.space;
    const fair = regions === undefined ? "some" : regions.fair[regions.of(data, at)];
    if (fair !== "some") return fair !== "no cycle";
    if (this.enough === 0) return true;
    if (this.onPath === null) return false;
    const { together, visited, path } = this;
    for (let w = 0; w < together.length; w++) together[w] = data[at + path.arena.words + w]! & this.all[w]!;
    this.onPath.addTo(together, visited.foundDepth());
    visited.addLabelTo(together);
    return this.isEnough(together);
  }

  private isEnough(marks: Marks): boolean {
    let met = 0;
    for (let w = 0; w < marks.length; w++) met += bitsIn(marks[w]!);
    return met >= this.enough;
  }

  /** Lines 9-11 and 21-30, for one transition of the top of the path after the other. */
  private propagateFromTop(end: number): "more" | "found" | "done" {
    const { arena } = this.path;
    if (this.rootEdge < 0 && !this.beginPropagation()) return "done";
    for (;;) {
      const propagated = this.propagate(end);
      if (propagated !== "done") return propagated;
      const at = this.rootEdge;
      if (at >= arena.length) break;
      this.rootEdge = at + arena.stride;
      if (this.hasMarks(at) && this.enter(arena.data, at)) return "found";
    }
    this.rootEdge = -1;
    return "done";
  }

  /** Looks at the top of the path: can nested searches from it find anything? */
  private beginPropagation(): boolean {
    const { path, visited, state } = this;
    const { regions, conditions } = this.space;
    if (conditions === 0) return false;
    if (regions !== undefined) {
      visited.onPath(visited.depth - 1, state);
      this.region = regions.of(state, 0);
      if (regions.fair[this.region] !== "some") return false;
    }
    visited.topLabel(this.label);
    this.rootEdge = path.first;
    return true;
  }

  /** The conditions to propagate over a transition of the top: are there any? */
  private hasMarks(at: number): boolean {
    const { label, marks, all } = this;
    const { arena } = this.path;
    let some = 0;
    for (let w = 0; w < marks.length; w++) {
      const here = (label[w]! | arena.data[at + arena.words + w]!) & all[w]!;
      marks[w] = here;
      some |= here;
    }
    return some !== 0;
  }

  /** Lines 22-30, with what was entered already as `states`. */
  private propagate(end: number): "more" | "found" | "done" {
    const { visited, around, state, space } = this;
    while (this.transitions + this.nested < end) {
      if (!visited.next(state)) return "done";
      around.length = 0;
      space.successors(state, 0, around);
      for (let at = 0; at < around.length; at += around.stride) if (this.enter(around.data, at)) return "found";
    }
    return "more";
  }

  /**
   * Lines 24-28 for one state. True where the search can end at once (Section 4.1): the state is on the path, and all
   * conditions are met on cycles through it and the top. So line 11 has nothing to add.
   */
  private enter(data: Int32Array, at: number): boolean {
    const { visited, marks, together } = this;
    const { regions } = this.space;
    const where = visited.find(data, at);
    if (where === NEW || (regions !== undefined && regions.of(data, at) !== this.region)) return false;
    if (!visited.addLabel(marks)) return false;
    this.nested++;
    if (where === ON_PATH) {
      together.set(marks);
      visited.addLabelTo(together);
      if (this.isEnough(together)) return true;
    }
    visited.defer(data, at);
    return false;
  }
}

function bitsIn(word: number): number {
  let bits = 0;
  for (let rest = word; rest !== 0; rest &= rest - 1) bits++;
  return bits;
}

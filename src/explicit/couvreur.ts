import { GrowingWords } from "./growing-words.js";
import { type PathOptions, PathSuccessors } from "./path-successors.js";
import type { StateSpace, SuccessorBuffer } from "./state-space.js";
import { StateTable } from "./state-table.js";
import { allMarks, type Marks } from "./visited.js";
import { WordStack } from "./word-stack.js";

/**
 * Strongly connected components on the fly (Couvreur, On-the-fly verification of linear temporal logic, 1999): the roots of
 * the components that the path runs through, each with the conditions that are met inside what is known of it. It ends
 * as soon as a component meets all of them.
 *
 * States are numbered in the order of the search, so numbers serve as depth-first indices.
 */
export class CouvreurSearch {
  transitions = 0;
  readonly table: StateTable;
  /** Components that were left, numbered in that order: edges lead to the same one or to smaller numbers. */
  components = 0;
  private readonly component = new GrowingWords(256);
  private readonly path: PathSuccessors;
  // Numbers of the states on the path.
  private readonly numbers = new WordStack();
  // States of components that were not left.
  private readonly live = new WordStack();
  // Numbers of the roots; `met` has the conditions met inside of each, `into` those of the transition that led there.
  private readonly roots = new WordStack();
  private readonly met: GrowingWords;
  private readonly into: GrowingWords;
  private readonly all: Marks;
  private readonly marks: Marks;
  private started = 0;

  constructor(
    private readonly space: StateSpace,
    private readonly initial: SuccessorBuffer,
    growing: (bytes: number) => void,
    options: PathOptions = {},
  ) {
    this.table = new StateTable(space.words, space.bits, 0, growing);
    this.path = new PathSuccessors(space, (depth, into) => this.table.copy(this.numbers.at(depth), into), options);
    this.all = allMarks(space.conditions);
    this.marks = new Int32Array(this.all.length);
    this.met = new GrowingWords(64 * this.all.length);
    this.into = new GrowingWords(64 * this.all.length);
  }

  get deepest(): number {
    return this.path.deepest;
  }

  get tableBytes(): number {
    return this.table.bytes + 4 * this.table.count;
  }

  get stackBytes(): number {
    return this.path.bytes + this.numbers.bytes + this.live.bytes + this.roots.bytes * (1 + 2 * this.all.length);
  }

  /** The states on the path. */
  pathStates(): Int32Array[] {
    return this.path.states();
  }

  /** Is a state in the component of the top of the path, as far as that is known? */
  isInTopComponent(n: number): boolean {
    return n >= this.roots.at(this.roots.length - 1) && this.component.data[n] === 0;
  }

  /** The component of a state that was left, from 0. */
  componentOf(n: number): number {
    return this.component.data[n]! - 1;
  }

  /** Goes on for about `budget` transitions. When it says "found", the top component is fair. */
  advance(budget: number): "more" | "found" | "empty" {
    const { path, table } = this;
    const { arena } = path;
    const end = this.transitions + budget;
    while (this.transitions < end) {
      if (path.depth === 0 && !this.start()) return "empty";
      const next = path.next();
      if (next < 0) {
        this.backtrack();
        continue;
      }
      this.transitions++;
      this.readMarks(arena, next);
      const known = table.count;
      const n = table.add(arena.data, next);
      if (n === known) this.push(n, arena.data, next);
      else if (this.component.data[n] === 0 && this.merge(n) && this.canBeFair(arena.data, next)) return "found";
    }
    return "more";
  }

  private start(): boolean {
    const { initial, table } = this;
    while (this.started < initial.length) {
      const known = table.count;
      const at = this.started;
      const n = table.add(initial.data, at);
      this.started += initial.stride;
      if (n < known) continue;
      this.marks.fill(0);
      this.push(n, initial.data, at);
      return true;
    }
    return false;
  }

  /** A new state is a component of its own. */
  private push(n: number, data: Int32Array, at: number): void {
    const { roots, marks } = this;
    this.component.reserve(n + 1);
    this.live.push(n);
    const root = roots.length * marks.length;
    this.met.reserve(root + marks.length);
    this.into.reserve(root + marks.length);
    for (let w = 0; w < marks.length; w++) {
      this.met.data[root + w] = 0;
      this.into.data[root + w] = marks[w]!;
    }
    roots.push(n);
    this.numbers.push(n);
    this.path.push(data, at);
  }

  /** A transition to a state on the path's components closes a cycle: all components above become one. Are all conditions met in it? */
  private merge(n: number): boolean {
    const { roots, marks, met, into, all } = this;
    const W = marks.length;
    while (roots.at(roots.length - 1) > n) {
      const at = (roots.length - 1) * W;
      for (let w = 0; w < W; w++) marks[w]! |= met.data[at + w]! | into.data[at + w]!;
      roots.pop();
    }
    const at = (roots.length - 1) * W;
    let missing = 0;
    for (let w = 0; w < W; w++) {
      met.data[at + w]! |= marks[w]!;
      missing |= all[w]! & ~met.data[at + w]!;
    }
    return missing === 0;
  }

  /** A component lies in one region, of which it may be known that none of its cycles counts. */
  private canBeFair(data: Int32Array, at: number): boolean {
    const { regions } = this.space;
    return regions === undefined || regions.fair[regions.of(data, at)] !== "no cycle";
  }

  private backtrack(): void {
    const { roots, live, component } = this;
    const n = this.numbers.pop();
    this.path.pop();
    if (roots.at(roots.length - 1) !== n) return;
    roots.pop();
    this.components++;
    for (let s = live.pop(); ; s = live.pop()) {
      component.data[s] = this.components;
      if (s === n) break;
    }
  }

  /** The conditions of the transition at `at` in the arena. */
  private readMarks(arena: SuccessorBuffer, at: number): void {
    const { marks, all } = this;
    if (this.space.conditions === 0) return;
    for (let w = 0; w < marks.length; w++) marks[w] = arena.data[at + arena.words + w]! & all[w]!;
  }
}

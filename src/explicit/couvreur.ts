import { GrowingWords } from "./growing-words.js";
import type { NumberedComponents } from "./numbered-components.js";
import { type PathOptions, PathSuccessors } from "./path-successors.js";
import { type StateSpace, SuccessorBuffer } from "./state-space.js";
import { StateTable } from "./state-table.js";
import { allMarks, type Marks } from "./visited.js";
import { WordStack } from "./word-stack.js";

/** Writes the next state to start from; false when there is none. */
export type Starts = (into: Int32Array) => boolean;

/** One after the other. */
export function startsIn(states: SuccessorBuffer): Starts {
  let next = 0;
  return (into) => {
    if (next >= states.length) return false;
    for (let k = 0; k < into.length; k++) into[k] = states.data[next + k]!;
    next += states.stride;
    return true;
  };
}

export interface CouvreurOptions extends PathOptions {
  /** Parts of components keep their numbers, too: they can then be checked (`numbered`). */
  readonly numbersParts?: boolean;
  /** The states that count; all others are passed over. */
  readonly inside?: (data: Int32Array, at: number) => boolean;
}

/**
 * Strongly connected components on the fly (Couvreur, On-the-fly verification of linear temporal logic, 1999): the roots of
 * the components that the path runs through, each with the conditions that are met inside what is known of it. It ends
 * as soon as a component is fair: all conditions are met in it, and each pair that is enabled is taken.
 *
 * A component that lacks a condition is left for good. Where only pairs are enabled and not taken, fair cycles keep to states
 * in which they are not enabled: the others are removed, and what remains is divided into components again.
 *
 * States are numbered in the order of the search, so numbers serve as depth-first indices.
 */
export class CouvreurSearch {
  transitions = 0;
  readonly table: StateTable;
  /** Components that were left. */
  components = 0;
  // By state: the number of the component that was left with it, from 1.
  private readonly component = new GrowingWords(256);
  // By component that is a part of another one: the number of that.
  private readonly wholes = new Map<number, number>();
  private readonly path: PathSuccessors;
  // Numbers of the states on the path.
  private readonly numbers = new WordStack();
  // States of components that were not left.
  private readonly live = new WordStack();
  // Numbers of the roots; `met` has the marks of transitions inside of each, `into` those of the transition that led there.
  private readonly roots = new WordStack();
  private readonly met: GrowingWords;
  private readonly into: GrowingWords;
  private readonly all: Marks;
  // Conditions and pairs.
  private readonly looked: Marks;
  private readonly marks: Marks;
  private readonly first: Int32Array;
  // The search of a component without the states in which certain pairs are enabled.
  private inner: { readonly search: CouvreurSearch; readonly root: Int32Array } | null = null;
  private innerBytes = 0;

  constructor(
    private readonly space: StateSpace,
    private readonly starts: Starts,
    private readonly growing: (bytes: number) => void,
    private readonly options: CouvreurOptions = {},
  ) {
    this.table = new StateTable(space.words, space.bits, 0, growing);
    this.path = new PathSuccessors(space, (depth, into) => this.table.copy(this.numbers.at(depth), into), options);
    this.looked = allMarks(space.conditions + 2 * space.pairs);
    this.all = allMarks(space.conditions, this.looked.length);
    this.marks = new Int32Array(this.all.length);
    this.first = new Int32Array(space.words);
    this.met = new GrowingWords(64 * this.all.length);
    this.into = new GrowingWords(64 * this.all.length);
  }

  get deepest(): number {
    return this.path.deepest;
  }

  get tableBytes(): number {
    return this.table.bytes + 4 * this.table.count + this.innerBytes;
  }

  get stackBytes(): number {
    return this.path.bytes + this.numbers.bytes + this.live.bytes + this.roots.bytes * (1 + 2 * this.all.length);
  }

  /** The path to a state from which the component that was found is reached. */
  pathStates(): Int32Array[] {
    const path = this.path.states();
    return this.inner === null ? path : [...path, this.inner.root];
  }

  /** Is a state in the component that was found, as far as that is known? */
  isInside(data: Int32Array, at: number): boolean {
    if (this.inner !== null) return this.inner.search.isInside(data, at);
    const n = this.table.find(data, at);
    return n >= this.roots.at(this.roots.length - 1) && this.component.data[n] === 0;
  }

  /** When it has found nothing: all its states. */
  get numbered(): NumberedComponents {
    const { table, component, wholes, components } = this;
    return {
      states: table.count,
      components,
      copy: (state, into) => table.copy(state, into),
      find: (data, at) => table.find(data, at),
      componentOf: (state) => component.data[state]!,
      wholeOf: (c) => wholes.get(c) ?? 0,
    };
  }

  /** Goes on for about `budget` transitions. When it says "found", there is a fair component. */
  advance(budget: number): "more" | "found" | "empty" {
    const { path, table } = this;
    const { inside } = this.options;
    const { arena } = path;
    const end = this.transitions + budget;
    while (this.transitions < end) {
      if (this.inner !== null) {
        const refined = this.advanceInner(end - this.transitions);
        if (refined !== "empty") return refined;
        continue;
      }
      if (path.depth === 0 && !this.start()) return "empty";
      const next = path.next();
      if (next < 0) {
        this.backtrack();
        continue;
      }
      this.transitions++;
      if (inside?.(arena.data, next) === false) continue;
      this.readMarks(arena, next);
      const known = table.count;
      const n = table.add(arena.data, next);
      if (n === known) this.push(n, arena.data, next);
      else if (this.component.data[n] === 0 && this.merge(n) && this.canBeFair(arena.data, next)) return "found";
    }
    return "more";
  }

  private start(): boolean {
    const { starts, table, first } = this;
    while (starts(first)) {
      const known = table.count;
      const n = table.add(first, 0);
      if (n < known) continue;
      this.marks.fill(0);
      this.push(n, first, 0);
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

  /** A transition to a state on the path's components closes a cycle: all components above become one. Is it fair? */
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
    return missing === 0 && this.owedPairs(at).length === 0;
  }

  /** The pairs that are enabled and not taken inside the component whose marks are at `met.data[at]`. */
  private owedPairs(at: number): number[] {
    const { conditions, pairs } = this.space;
    const owed: number[] = [];
    for (let i = 0; i < pairs; i++)
      if (hasBit(this.met.data, at, conditions + pairs + i) && !hasBit(this.met.data, at, conditions + i)) owed.push(i);
    return owed;
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
    const end = live.length;
    for (let s = live.pop(); ; s = live.pop()) {
      component.data[s] = this.components;
      if (s === n) break;
    }
    if (this.space.pairs > 0) this.refine(n, end);
  }

  /** The component that was just left, whose states are still beyond the end of `live` up to `end`. */
  private refine(root: number, end: number): void {
    const { table, live, component, space } = this;
    const at = this.roots.length * this.marks.length;
    for (let w = 0; w < this.all.length; w++) if ((this.all[w]! & ~this.met.data[at + w]!) !== 0) return;
    const owed = this.owedPairs(at);
    const state = new Int32Array(space.words);
    table.copy(root, state);
    if (owed.length === 0 || !this.canBeFair(state, 0)) return;
    this.wholes.set(this.components + 1, this.components);
    const rest = ++this.components;
    const out = new SuccessorBuffer(space);
    for (let k = live.length; k < end; k++) {
      table.copy(live.at(k), state);
      out.length = 0;
      space.successors(state, 0, out);
      const isEnabled = owed.some((i) => hasBit(out.data, out.words, space.conditions + space.pairs + i));
      if (!isEnabled) component.data[live.at(k)] = rest;
    }
    let next = live.length;
    const starts: Starts = (into) => {
      while (next < end && component.data[live.at(next)] !== rest) next++;
      if (next === end) return false;
      table.copy(live.at(next++), into);
      return true;
    };
    const inside = (data: Int32Array, start: number): boolean => {
      const n = table.find(data, start);
      return n >= 0 && component.data[n] === rest;
    };
    table.copy(root, state);
    const growing = (bytes: number) => this.growing(bytes + this.tableBytes);
    const { numbersParts = false } = this.options;
    this.inner = { search: new CouvreurSearch(space, starts, growing, { numbersParts, inside }), root: state };
  }

  private advanceInner(budget: number): "more" | "found" | "empty" {
    const { search } = this.inner!;
    const before = search.transitions;
    const end = search.advance(budget);
    this.transitions += Math.max(1, search.transitions - before);
    this.innerBytes = search.tableBytes;
    if (end === "empty") {
      if (this.options.numbersParts) this.numberParts(search.numbered);
      this.inner = null;
      this.innerBytes = 0;
    }
    return end;
  }

  /** The components of the last one's rest get the next numbers. */
  private numberParts(parts: NumberedComponents): void {
    const rest = this.components;
    const state = new Int32Array(this.space.words);
    for (let n = 0; n < parts.states; n++) {
      parts.copy(n, state);
      this.component.data[this.table.find(state, 0)] = rest + parts.componentOf(n);
    }
    for (let c = 1; c <= parts.components; c++) this.wholes.set(rest + c, rest + parts.wholeOf(c));
    this.components += parts.components;
  }

  /** The marks of the transition at `at` in the arena. */
  private readMarks(arena: SuccessorBuffer, at: number): void {
    const { marks, looked } = this;
    if (arena.stride === arena.words) return;
    for (let w = 0; w < marks.length; w++) marks[w] = arena.data[at + arena.words + w]! & looked[w]!;
  }
}

const hasBit = (words: Int32Array, at: number, bit: number): boolean =>
  ((words[at + (bit >> 5)]! >>> (bit & 31)) & 1) === 1;

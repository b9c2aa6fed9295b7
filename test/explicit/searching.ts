import { expect } from "vitest";
import { type SearchOptions, type SearchResult, searchFairCycle } from "../../src/explicit/search.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";

/** A search to its end. */
export function searched(space: StateSpace, options: SearchOptions): SearchResult {
  const search = searchFairCycle(space, options);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Is it a path of the space from an initial state, closed, with every condition in its loop? */
export function expectFairLasso(space: StateSpace, { states, labels, loop }: PackedLasso): void {
  const initial = new SuccessorBuffer(space);
  space.initial(initial);
  expect(has(initial, states[0]!)).toBe(true);
  const met = new Set<number>();
  states.forEach((state, k) => {
    const out = new SuccessorBuffer(space);
    space.successors(state, 0, out);
    expect(has(out, states[k + 1] ?? states[loop]!, labels[k]!)).toBe(true);
    if (k >= loop) for (let j = 0; j < space.conditions; j++) if ((labels[k]![j >> 5]! >>> (j & 31)) & 1) met.add(j);
  });
  expect(met.size).toBe(space.conditions);
}

function has(out: SuccessorBuffer, state: Int32Array, label?: Int32Array): boolean {
  for (let at = 0; at < out.length; at += out.stride) {
    const words = out.data.slice(at, at + out.stride);
    const wanted = label === undefined ? [...state] : [...state, ...label];
    if (wanted.every((word, k) => words[k] === word)) return true;
  }
  return false;
}

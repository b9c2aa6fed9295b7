import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ExactVisited } from "../../src/explicit/exact-visited.js";
import { NestedEmptinessSearch } from "../../src/explicit/nested-emptiness.js";
import { StateTable } from "../../src/explicit/state-table.js";
import { fairGraphs } from "../arbitraries/systems.js";
import { GraphSpace, graphHasFairCycle } from "./graph-space.js";

describe("a table of whole states", () => {
  it("numbers states in the order in which they come, also beyond the first page", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 9 })), { maxLength: 600 }),
        fc.constantFrom(3, 7, 16, 64, undefined),
        (states, wordsPerPage) => {
          const table = new StateTable(2, 64, 1, () => {}, wordsPerPage === undefined ? {} : { wordsPerPage });
          const numbers = new Map<string, number>();
          for (const [a, b] of states) {
            const expected = numbers.get(`${a} ${b}`) ?? numbers.size;
            numbers.set(`${a} ${b}`, expected);
            expect(table.add(Int32Array.of(a, b), 0)).toBe(expected);
          }
          expect(table.count).toBe(numbers.size);
          const state = new Int32Array(2);
          for (const [text, n] of numbers) {
            table.copy(n, state);
            expect(state.join(" ")).toBe(text);
            expect(table.find(state, 0)).toBe(n);
            expect(table.page(n)[table.start(n) + 2]).toBe(0); // what is extra
          }
          expect(table.find(Int32Array.of(99, 0), 0)).toBe(-1);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("keeps what a search says of states on every page", () => {
    fc.assert(
      fc.property(fairGraphs({ maxStates: 12, degree: 3 }), fc.constantFrom(2, 4, 8), (graph, wordsPerPage) => {
        const visited = new ExactVisited(1, 32, graph.conditions, () => {}, { wordsPerPage });
        const search = new NestedEmptinessSearch(new GraphSpace(graph), visited);
        let end = search.advance(100);
        while (end === "more") end = search.advance(100);
        expect(end).toBe(graphHasFairCycle(graph) ? "found" : "empty");
      }),
      { numRuns: 300 },
    );
  });
});

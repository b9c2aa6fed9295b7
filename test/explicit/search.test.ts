import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitstate } from "../../src/explicit/bitstate.js";
import { ExactVisited } from "../../src/explicit/exact-visited.js";
import { HashedVisited } from "../../src/explicit/hashed-visited.js";
import { lassoFromPath } from "../../src/explicit/lasso-from-path.js";
import { NestedEmptinessSearch } from "../../src/explicit/nested-emptiness.js";
import type { SearchOptions } from "../../src/explicit/search.js";
import type { StateSpace } from "../../src/explicit/state-space.js";
import { type FairGraph, fairGraphs } from "../arbitraries/systems.js";
import { GraphSpace, graphHasFairCycle, RegionedGraphSpace } from "./graph-space.js";
import { expectFairLasso, searched } from "./searching.js";

/** The same graph with many more conditions: copies of those it has, far apart, and ones that every edge meets. */
const manyConditions = ({ edges, conditions, ...graph }: FairGraph): FairGraph => ({
  ...graph,
  conditions: 80,
  edges: edges.map(({ meets, ...edge }) => ({
    ...edge,
    meets: Array.from({ length: 80 }, (_, j) => j).filter((j) => j % 9 >= conditions || meets.includes(j % 9)),
  })),
});

describe.each([
  { algorithm: "nested-emptiness", early: true },
  { algorithm: "nested-emptiness", early: false },
  { algorithm: "cvwy", early: true },
  { algorithm: "cvwy", early: false },
  { algorithm: "couvreur" },
] satisfies SearchOptions[])("%o", (options) => {
  it("finds a fair cycle of a random graph exactly where the definition has one, and shows it", () => {
    fc.assert(
      fc.property(
        fairGraphs({ maxStates: 10, degree: 3 }),
        fc.constantFrom([1, 32], [1, 4], [1, 29], [2, 64], [3, 70]),
        (graph, [words, bits]) => {
          const space = new GraphSpace(graph, words, bits);
          const result = searched(space, options);
          expect(result.kind).toBe(graphHasFairCycle(graph) ? "fair-cycle" : "empty");
          if (result.kind === "fair-cycle") expectFairLasso(space, result.lasso);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("knows more conditions than a word has bits", () => {
    fc.assert(
      fc.property(fairGraphs({ maxStates: 8, degree: 3 }), (small) => {
        const graph = manyConditions(small);
        const space = new GraphSpace(graph, 1, 5);
        const result = searched(space, options);
        expect(result.kind).toBe(graphHasFairCycle(graph) ? "fair-cycle" : "empty");
        if (result.kind === "fair-cycle") expectFairLasso(space, result.lasso);
      }),
      { numRuns: 300 },
    );
  });
});

describe("searches that confuse states", () => {
  const HASHINGS: readonly SearchOptions[] = [
    { hash: "compact" },
    { hash: "bitstate", field: 2 ** 16 },
    // 64 bits for up to ten states with up to four conditions: almost everything collides.
    { hash: "bitstate", field: 8, functions: 1 },
    { hash: "bitstate", field: 8, functions: 2 },
  ];

  it.each(HASHINGS)("never see a fair cycle where there is none: %o", (options) => {
    const seen = { found: 0, missed: 0 };
    fc.assert(
      fc.property(fairGraphs({ maxStates: 10, degree: 3 }), fc.nat(), (graph, seed) => {
        const space = new GraphSpace(graph);
        const result = searched(space, { ...options, seed });
        const fair = graphHasFairCycle(graph);
        if (result.kind === "fair-cycle") {
          expect(fair).toBe(true);
          expectFairLasso(space, result.lasso);
          seen.found++;
        } else {
          if (result.kind !== "not-found") throw new Error(`${result.kind} is not what such a search can say`);
          expect(result.coverage).toBeGreaterThan(0);
          expect(result.coverage).toBeLessThanOrEqual(1);
          if (fair) seen.missed++;
        }
      }),
      { numRuns: 1000 },
    );
    expect(seen.found).toBeGreaterThan(0);
    // In so few states 52-bit codes are as good as the states; bits in a field may or may not collide.
    if (options.hash === "compact") expect(seen.missed).toBe(0);
  });

  it("estimate how much they have seen", () => {
    const ring = (states: number): FairGraph => ({
      states,
      initial: [0],
      conditions: 1,
      edges: Array.from({ length: states }, (_, s) => ({ from: s, to: (s + 1) % states, meets: [] })),
    });
    const roomy = searched(new GraphSpace(ring(100)), { hash: "bitstate", field: 4096 });
    const crowded = searched(new GraphSpace(ring(100)), { hash: "bitstate", field: 64 });
    if (roomy.kind !== "not-found" || crowded.kind !== "not-found") throw new Error("nothing is to be found");
    expect(roomy.coverage).toBeGreaterThan(0.999);
    expect(crowded.coverage).toBeLessThan(roomy.coverage);
  });

  it("estimate about as much as they have seen", () => {
    // Every state has many ways in: what is missed is missed because of hashing, not because of where it is.
    const states = 600;
    const edges = Array.from({ length: 8 * states }, (_, k) => {
      const from = k % states;
      return { from, to: (from * 31 + 17 * (k + 1) * (1 + (k % 7))) % states, meets: [] };
    });
    const space = new GraphSpace({ states, initial: [0], conditions: 1, edges });
    const all = searched(space, {}).figures.states;
    for (const field of [256, 512, 2048]) {
      let seen = 0;
      let estimated = 0;
      for (let seed = 1; seed <= 10; seed++) {
        const result = searched(space, { hash: "bitstate", field, seed });
        if (result.kind !== "not-found") throw new Error("nothing is to be found");
        seen += result.figures.states / all / 10;
        estimated += result.coverage / 10;
      }
      expect(Math.abs(seen - estimated)).toBeLessThan(0.05);
    }
  });
});

describe("a lasso for who has only the path", () => {
  /** The path on which a nested search ends, or null when there is no fair cycle. */
  function pathOf(space: StateSpace): Int32Array[] | null {
    const search = new NestedEmptinessSearch(space, new ExactVisited(space.words, 32, space.conditions, () => {}));
    return search.advance(Number.POSITIVE_INFINITY) === "found" ? search.pathStates() : null;
  }

  it("is found wherever the last state lies on a fair cycle", () => {
    fc.assert(
      fc.property(fairGraphs({ maxStates: 10, degree: 3 }), fc.boolean(), (graph, regions) => {
        const space = regions ? new RegionedGraphSpace(graph) : new GraphSpace(graph);
        const path = pathOf(space);
        fc.pre(path !== null);
        const exact = (s: StateSpace) => new ExactVisited(s.words, s.bits, s.conditions, () => {});
        const lasso = lassoFromPath(space, path, exact, () => {});
        expect(lasso).not.toBeNull();
        expectFairLasso(space, lasso!);
        expect(lasso!.states.slice(0, path.length)).toEqual(path);
      }),
      { numRuns: 1000 },
    );
  });

  it("is shown where there is no room for whole states", () => {
    const states = 1500;
    const ring: FairGraph = {
      states,
      initial: [0],
      conditions: 2,
      edges: Array.from({ length: states }, (_, s) => ({
        from: s,
        to: (s + 1) % states,
        meets: s === 700 ? [0] : s === 900 ? [1] : [],
      })),
    };
    const space = new GraphSpace(ring, 64);
    const memoryLimit = 150_000; // 256 for a whole state
    expect(searched(space, { memoryLimit })).toMatchObject({ kind: "stopped", why: { reason: "memory" } });
    for (const hash of ["compact", "bitstate"] as const) {
      const result = searched(space, { hash, memoryLimit, field: 2 ** 14 });
      if (result.kind !== "fair-cycle") throw new Error(result.kind);
      expectFairLasso(space, result.lasso);
    }
  });

  it("is fair where states are confused on the way, or is not found", () => {
    const seen = { found: 0, missed: 0 };
    fc.assert(
      fc.property(fairGraphs({ maxStates: 10, degree: 3 }), fc.nat(), (graph, seed) => {
        const space = new GraphSpace(graph);
        const path = pathOf(space);
        fc.pre(path !== null);
        const crowded = (s: StateSpace) => new HashedVisited(s.words, 0, new Bitstate(s.words, 0, 32, 1, seed));
        const lasso = lassoFromPath(space, path, crowded, () => {});
        seen[lasso === null ? "missed" : "found"]++;
        if (lasso !== null) expectFairLasso(space, lasso);
      }),
      { numRuns: 1000 },
    );
    expect(seen.found).toBeGreaterThan(0);
  });
});

it("decides as well in small slices, and when the transitions of the path are not kept", () => {
  const graphs = fairGraphs({ maxStates: 12, degree: 3 });
  fc.assert(
    fc.property(graphs, fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 5 }), (graph, kept, slice) => {
      const visited = new ExactVisited(1, 32, graph.conditions, () => {});
      const search = new NestedEmptinessSearch(new GraphSpace(graph), visited, { kept });
      let end = search.advance(slice);
      while (end === "more") end = search.advance(slice);
      expect(end).toBe(graphHasFairCycle(graph) ? "found" : "empty");
    }),
    { numRuns: 1000 },
  );
});

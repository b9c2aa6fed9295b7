import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bitstate } from "../../src/explicit/bitstate.js";
import { ExactVisited } from "../../src/explicit/exact-visited.js";
import { type HashedStates, HashedVisited } from "../../src/explicit/hashed-visited.js";
import { lassoFromPath } from "../../src/explicit/lasso-from-path.js";
import { NestedEmptinessSearch } from "../../src/explicit/nested-emptiness.js";
import { type Algorithm, type SearchOptions, type SearchResult, searchFairCycle } from "../../src/explicit/search.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import type { Marks, Visited } from "../../src/explicit/visited.js";
import { type FairGraph, fairGraphs } from "../arbitraries/systems.js";
import { GraphSpace, graphHasFairCycle, RegionedGraphSpace } from "./graph-space.js";

const ALGORITHMS: readonly Algorithm[] = ["nested-emptiness", "cvwy", "couvreur"];

function searched(space: StateSpace, options: SearchOptions): SearchResult {
  const search = searchFairCycle(space, options);
  for (;;) {
    const { done, value } = search.next();
    if (done) return value;
  }
}

/** Is it a path of the space from an initial state, closed, with every condition in its loop? */
function expectFairLasso(space: StateSpace, { states, labels, loop }: PackedLasso): void {
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

/** The same graph with many more conditions: copies of those it has, far apart, and ones that every edge meets. */
const manyConditions = ({ edges, conditions, ...graph }: FairGraph): FairGraph => ({
  ...graph,
  conditions: 80,
  edges: edges.map(({ meets, ...edge }) => ({
    ...edge,
    meets: Array.from({ length: 80 }, (_, j) => j).filter((j) => j % 9 >= conditions || meets.includes(j % 9)),
  })),
});

describe.each(ALGORITHMS)("%s", (algorithm) => {
  it("finds a fair cycle of a random graph exactly where the definition has one, and shows it", () => {
    fc.assert(
      fc.property(
        fairGraphs({ maxStates: 10, degree: 3 }),
        fc.constantFrom([1, 32], [1, 4], [1, 29], [2, 64], [3, 70]),
        (graph, [words, bits]) => {
          const space = new GraphSpace(graph, words, bits);
          const result = searched(space, { algorithm });
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
        const result = searched(space, { algorithm });
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
    // In so few states 64-bit codes are as good as the states; bits in a field may or may not collide.
    if (options.hash === "compact") expect(seen.missed).toBe(0);
  });

  it("are sound with any hash function, even with two values", () => {
    let missed = 0;
    fc.assert(
      fc.property(fairGraphs({ maxStates: 10, degree: 3 }), fc.integer({ min: 1, max: 4 }), (graph, values) => {
        const space = new GraphSpace(graph);
        const search = new NestedEmptinessSearch(
          space,
          new HashedVisited(1, graph.conditions, new Remainders(values, graph.conditions)),
        );
        const found = search.advance(Number.POSITIVE_INFINITY) === "found";
        if (found) expect(graphHasFairCycle(graph)).toBe(true);
        else if (graphHasFairCycle(graph)) missed++;
      }),
      { numRuns: 2000 },
    );
    expect(missed).toBeGreaterThan(0);
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

/** The hash value of a state is its remainder. */
class Remainders implements HashedStates {
  readonly bytes = 0;
  readonly bitsPerState = 0;
  private readonly labels = new Map<number, Marks>();
  private found = 0;

  constructor(
    private readonly values: number,
    private readonly conditions: number,
  ) {}

  coverage(): number {
    return 0;
  }

  has(data: Int32Array, at: number): boolean {
    this.found = data[at]! % this.values;
    return this.labels.has(this.found);
  }

  add(data: Int32Array, at: number, label: Marks): void {
    if (!this.has(data, at)) this.labels.set(this.found, new Int32Array(Math.ceil(this.conditions / 32) || 1));
    this.addLabel(label);
  }

  addLabel(marks: Marks): boolean {
    const label = this.labels.get(this.found)!;
    const before = [...label];
    for (let w = 0; w < marks.length; w++) label[w]! |= marks[w]!;
    return before.some((word, w) => word !== label[w]);
  }
}

describe("nested emptiness search, as the paper has it", () => {
  it("enters a state in nested searches at most once for each condition", () => {
    fc.assert(
      fc.property(fairGraphs({ maxStates: 12, degree: 4 }), (graph) => {
        const entered = new Map<number, number>();
        const visited: Visited = new (class extends ExactVisited {
          private last = 0;
          override find(data: Int32Array, at: number) {
            this.last = data[at]!;
            return super.find(data, at);
          }
          override addLabel(marks: Marks): boolean {
            const grew = super.addLabel(marks);
            if (grew) entered.set(this.last, (entered.get(this.last) ?? 0) + 1);
            return grew;
          }
        })(1, 32, graph.conditions, () => {});
        const search = new NestedEmptinessSearch(new GraphSpace(graph), visited);
        search.advance(Number.POSITIVE_INFINITY);
        for (const times of entered.values()) expect(times).toBeLessThanOrEqual(graph.conditions);
        expect([...entered.values()].reduce((a, b) => a + b, 0)).toBe(search.nested);
      }),
      { numRuns: 1000 },
    );
  });

  const graph = (conditions: number, edges: readonly (readonly [number, number, ...number[]])[]): FairGraph => ({
    states: 1 + edges.reduce((most, [from, to]) => Math.max(most, from, to), 0),
    initial: [0],
    conditions,
    edges: edges.map(([from, to, ...meets]) => ({ from, to, meets })),
  });

  it("ends inside a nested search that meets a state of the path whose label it completes (4.1)", () => {
    // From 2, the first entered state is 0: on the path, and all conditions are met on a cycle through it.
    const result = searched(new GraphSpace(graph(1, [[0, 1], [1, 2], [2, 0, 0]])), {}); // biome-ignore format: edges
    expect(result.kind).toBe("fair-cycle");
    expect(result.figures.nested).toBe(1);
  });

  it("propagates in the property's component only, and not where no cycle is fair (4.3)", () => {
    // A component that misses condition 1, an edge that meets it, and a ring after it.
    const ring = graph(2, [[0, 1, 0], [1, 0], [1, 2, 1], [2, 3], [3, 4], [4, 2]]); // biome-ignore format: edges
    const everywhere = searched(new GraphSpace(ring), {});
    const inComponents = searched(new RegionedGraphSpace(ring, () => true), {});
    const knowing = searched(new RegionedGraphSpace(ring), {});
    for (const { kind } of [everywhere, inComponents, knowing]) expect(kind).toBe("empty");
    expect(everywhere.figures.nested).toBe(8); // two conditions go round the ring, one also through 0 and 1
    expect(inComponents.figures.nested).toBe(2);
    expect(knowing.figures.nested).toBe(0);
  });

  it("ends at the first cycle where every one is fair (4.3)", () => {
    const fair = graph(2, [[0, 1], [1, 2, 0], [2, 3, 1], [3, 1], [0, 4], [4, 5], [5, 4]]); // biome-ignore format: edges
    const result = searched(new RegionedGraphSpace(fair), {});
    expect(result.kind).toBe("fair-cycle");
    expect(result.figures).toMatchObject({ nested: 0, states: 4 });
  });

  it.each(ALGORITHMS)("%s decides as well with what is known of components", (algorithm) => {
    fc.assert(
      fc.property(fairGraphs({ maxStates: 10, degree: 3 }), fc.nat(), (random, vague) => {
        const space = new RegionedGraphSpace(random, (region) => ((vague >>> (region % 31)) & 1) === 1);
        const result = searched(space, { algorithm });
        expect(result.kind).toBe(graphHasFairCycle(random) ? "fair-cycle" : "empty");
        if (result.kind === "fair-cycle") expectFairLasso(space, result.lasso);
      }),
      { numRuns: 500 },
    );
  });

  /** Section 2.2: the automaton A_n, without the last `dropped` symbols (their conditions remain). */
  const example = (n: number, dropped = 0): FairGraph => ({
    states: 2 * n,
    initial: [0],
    conditions: n,
    edges: [
      ...Array.from({ length: n - dropped }, (_, i) => ({ from: 0, to: i + 1, meets: [] })),
      ...Array.from({ length: n - dropped }, (_, i) => ({ from: i + 1, to: n + 1 === 2 * n ? 0 : n + 1, meets: [i] })),
      ...Array.from({ length: n - 1 }, (_, k) => ({ from: n + 1 + k, to: (n + 2 + k) % (2 * n), meets: [] })).slice(
        0,
        n - 1,
      ),
    ],
  });

  it.each([2, 3, 5, 8, 40])(
    "visits the 2n states of A_n once, and more than n times as many degeneralized (n = %i)",
    (n) => {
      expect(searched(new GraphSpace(example(n)), {}).kind).toBe("fair-cycle");
      const empty = new GraphSpace(example(n, 1));
      const generalized = searched(empty, { algorithm: "nested-emptiness" });
      const degeneralized = searched(empty, { algorithm: "cvwy" });
      expect(generalized.kind).toBe("empty");
      expect(degeneralized.kind).toBe("empty");
      expect(generalized.figures.states).toBe(2 * n - 1);
      // All levels but those after the condition that is never met: one that the counter waits for in vain.
      expect(degeneralized.figures.states).toBeGreaterThan((n - 1) * n);
    },
  );

  it("needs n(s + |F| + 1) bits, where degeneralization needs |F| n (s + 2)", () => {
    // The example of Section 3.2: 40 bits, three conditions.
    const graph: FairGraph = { ...example(3), conditions: 3 };
    const space = new GraphSpace(graph, 2, 40);
    expect(searched(space, {}).figures.bitsPerState).toBe(40 + 3 + 1);
    const reduction = 1 - (40 + 3 + 1) / (3 * (40 + 2));
    expect(reduction).toBeCloseTo(0.65, 2);
    // What the table really holds: label and path bit find room beside the 40 bits.
    expect(new ExactVisited(2, 40, 3, () => {}).bitsPerState).toBe(44);
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

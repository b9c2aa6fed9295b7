import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explicitSets } from "../../src/sets/explicit-sets.js";
import { catchThemYoung } from "../../src/symbolic/catch-them-young.js";
import { emersonLei, undecided } from "../../src/symbolic/emerson-lei.js";
import { fairCyclesByClosure } from "../../src/symbolic/transitive-closure.js";
import { GraphFacts, graphs } from "../symbolic/graphs.js";
import { finish } from "../symbolic/run.js";

describe("Theorem 1: NC of the transitive closure", () => {
  it("holds exactly the states on fair cycles", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        using sets = explicitSets(graph);
        const { states } = finish(fairCyclesByClosure(sets, sets.all));
        expect(sets.list(states)).toEqual(new GraphFacts(graph).fair());
      }),
    );
  });

  it("squares a path of length n about log₂ n times", () => {
    for (const n of [4, 16, 64]) {
      const edges = Array.from({ length: n }, (_, s) => [s, s + 1] as const);
      using sets = explicitSets({ states: n + 1, edges, initial: [0], conditions: [] });
      expect(finish(fairCyclesByClosure(sets, sets.all)).squarings).toBe(Math.log2(n));
    }
  });
});

describe("Theorem 2: the Emerson-Lei formula", () => {
  it("computes the states from which a fair cycle can be reached, also when conditions are dropped", () => {
    fc.assert(
      fc.property(graphs(), fc.boolean(), (graph, drop) => {
        using sets = explicitSets(graph);
        const { states } = finish(emersonLei(sets, sets.all, { drop }));
        expect(sets.list(states)).toEqual(new GraphFacts(graph).toFair());
      }),
    );
  });
});

describe("Proposition 5: the fixpoint of B#", () => {
  it("is empty when there are no bad cycles, else it holds all of them and a component with states from each F_i", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        const facts = new GraphFacts(graph);
        const bad = facts.fair();
        using sets = explicitSets(graph);
        const found = sets.list(finish(catchThemYoung(sets, sets.all)).states);
        expect(found.length === 0).toBe(bad.length === 0);
        expect(bad.every((s) => found.includes(s))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("is closed in both tenses: every state has a path from and to each F_i inside it", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        const facts = new GraphFacts(graph);
        const from = new Set(facts.fromFair());
        using sets = explicitSets(graph);
        const found = sets.list(finish(catchThemYoung(sets, sets.all)).states);
        expect(found).toEqual(facts.toFair().filter((s) => from.has(s)));
      }),
      { numRuns: 300 },
    );
  });
});

describe("dropping an F_i", () => {
  it("happens when it holds all of b, but the last one stays", () => {
    using sets = explicitSets({ states: 2, edges: [], initial: [0], conditions: [[0, 1], [0], [0, 1]] });
    expect(undecided(sets, sets.all, [0, 1, 2])).toEqual([1]);
    expect(undecided(sets, sets.of(0), [0, 1, 2])).toEqual([2]);
  });
});

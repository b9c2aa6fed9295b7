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
  it("has the fixpoint of the formula as it is written, which starts every condition from the same set", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        using sets = explicitSets(graph);
        let z = sets.all;
        for (;;) {
          // F(c) = c ∧ ⋀_i EX lfp(G_i^c), with G_i^c(d) = c ∧ (F_i ∨ EX d)
          const next = sets.conditions.reduce((f, condition) => {
            let d = sets.empty;
            for (;;) {
              const grown = sets.and(z, sets.or(condition, sets.pre(d)));
              if (sets.equal(grown, d)) break;
              d = grown;
            }
            return sets.and(f, sets.pre(d));
          }, z);
          if (sets.equal(next, z)) break;
          z = next;
        }
        expect(sets.list(finish(emersonLei(sets, sets.all)).states)).toEqual(sets.list(z));
      }),
    );
  });

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

describe("stopping when one tense has no more effect", () => {
  it("gives a hull of all fair cycles whose initial or terminal components are fair, for no more steps", () => {
    let saved = 0;
    fc.assert(
      fc.property(graphs(), (graph) => {
        const facts = new GraphFacts(graph);
        using sets = explicitSets(graph);
        const run = (until: "one-tense" | "all-tenses") => {
          const { ex, ey } = sets.steps;
          const hull = finish(catchThemYoung(sets, sets.all, { until }));
          return { hull, found: sets.list(hull.states), steps: sets.steps.ex + sets.steps.ey - ex - ey };
        };
        const [one, all] = [run("one-tense"), run("all-tenses")];
        expect(one.found.length === 0).toBe(facts.fair().length === 0);
        expect(all.found.every((s) => one.found.includes(s))).toBe(true);
        const closed = { future: facts.toFair(), past: facts.fromFair() };
        expect(one.hull.closed.length).toBeGreaterThan(0);
        for (const tense of one.hull.closed) expect(one.found.every((s) => closed[tense].includes(s))).toBe(true);
        expect(one.steps).toBeLessThanOrEqual(all.steps);
        saved += all.steps - one.steps;
      }),
      { numRuns: 500 },
    );
    expect(saved).toBeGreaterThan(0);
  });
});

describe("dropping an F_i", () => {
  it("happens when it holds all of b, but the last one stays", () => {
    using sets = explicitSets({ states: 2, edges: [], initial: [0], conditions: [[0, 1], [0], [0, 1]] });
    expect(undecided(sets, sets.all, [0, 1, 2])).toEqual([1]);
    expect(undecided(sets, sets.of(0), [0, 1, 2])).toEqual([2]);
  });
});

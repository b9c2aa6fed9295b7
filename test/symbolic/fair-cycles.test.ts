import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Progress } from "../../src/limits/progress.js";
import type { Graph } from "../../src/sets/explicit-graph.js";
import { type ExplicitScope, explicitSets } from "../../src/sets/explicit-sets.js";
import type { ExplicitSet } from "../../src/sets/explicit-world.js";
import { catchThemYoung } from "../../src/symbolic/catch-them-young.js";
import { chain } from "../../src/symbolic/chain.js";
import { emersonLei } from "../../src/symbolic/emerson-lei.js";
import type { FairRegion } from "../../src/symbolic/fair-region.js";
import { sccHull } from "../../src/symbolic/hull.js";
import { lockstep } from "../../src/symbolic/lockstep.js";
import { closure } from "../../src/symbolic/reach.js";
import { makeSchedule, type ScheduleName, type Tenses } from "../../src/symbolic/schedules.js";
import { lassoThroughHull, lassoThroughRegion, type StateLasso } from "../../src/symbolic/trace.js";
import { fairCyclesByClosure } from "../../src/symbolic/transitive-closure.js";
import { GraphFacts, graphs } from "./graphs.js";
import { cancelAt, finish } from "./run.js";

type Sets = ExplicitScope;
type Lasso = StateLasso<ExplicitSet> | null;

/** The whole way from a graph to a lasso, as an engine takes it. */
type Way = (sets: Sets) => Generator<Progress, Lasso>;

function* byHull(sets: Sets, name: ScheduleName, tenses: Tenses, patience?: number): Generator<Progress, Lasso> {
  using s = sets.open();
  const reached = yield* closure(s, "forward", s.initial);
  const schedule = makeSchedule(name, tenses, s.conditions.length, 7);
  const hull = yield* sccHull(s, reached, schedule, { contextual: tenses === "past" });
  return yield* keepLasso(s, hull.states, hull.closed.includes("future") ? "forward" : "backward", patience);
}

function* keepLasso(
  s: Sets,
  hull: ExplicitSet,
  direction: "forward" | "backward",
  patience?: number,
): Generator<Progress, Lasso> {
  if (s.isEmpty(hull)) return null;
  return kept(s, yield* lassoThroughHull(s, hull, direction, patience === undefined ? {} : { patience }));
}

const kept = (s: Sets, lasso: Lasso): Lasso => {
  for (const x of lasso?.states ?? []) s.keep(x);
  return lasso;
};

const byRegion = (find: (sets: Sets, start: ExplicitSet) => Generator<Progress, FairRegion<ExplicitSet> | null>): Way =>
  function* (sets) {
    using s = sets.open();
    const reached = yield* closure(s, "forward", s.initial);
    const region = yield* find(s, reached);
    return region === null ? null : kept(s, yield* lassoThroughRegion(s, region));
  };

const ways: Record<string, Way> = {
  *"emerson-lei"(sets) {
    using s = sets.open();
    const reached = yield* closure(s, "forward", s.initial);
    const { states } = yield* emersonLei(s, reached);
    return yield* keepLasso(s, states, "forward");
  },
  *"emerson-lei, conditions dropped"(sets) {
    using s = sets.open();
    const reached = yield* closure(s, "forward", s.initial, { frontiers: false });
    const { states } = yield* emersonLei(s, reached, { drop: true });
    return yield* keepLasso(s, states, "forward");
  },
  *"catch-them-young"(sets) {
    using s = sets.open();
    const reached = yield* closure(s, "forward", s.initial);
    const { states } = yield* catchThemYoung(s, reached);
    return yield* keepLasso(s, states, "backward");
  },
  *"transitive closure"(sets) {
    using s = sets.open();
    const reached = yield* closure(s, "forward", s.initial);
    const { states } = yield* fairCyclesByClosure(s, reached);
    return yield* keepLasso(s, states, "forward");
  },
  "el2, future, by walks": (sets) => byHull(sets, "el2", "future", 0),
  "el2, past, by walks": (sets) => byHull(sets, "el2", "past", 0),
  lockstep: byRegion((s, start) => lockstep(s, start)),
  "lockstep, trimming": byRegion((s, start) => lockstep(s, start, { trim: true })),
  "lockstep, whole SCCs": byRegion((s, start) => lockstep(s, start, { early: false })),
  chain: byRegion((s, start) => chain(s, start)),
};
for (const name of ["el", "el2", "hh", "random"] as const)
  for (const tenses of ["future", "past", "both"] as const)
    ways[`gsh ${name} ${tenses}`] = (sets) => byHull(sets, name, tenses);

/** By definition: starts in an initial state, follows arcs, closes, and meets every condition in its loop. */
function expectLasso(graph: Graph, sets: Sets, lasso: Lasso): void {
  expect(lasso).not.toBeNull();
  const { states, loop } = lasso!;
  const path = states.map((x) => sets.list(x)[0]!);
  expect(states.every((x) => sets.list(x).length === 1)).toBe(true);
  expect(graph.initial).toContain(path[0]);
  const arcs = new Set(graph.edges.map(([a, b]) => `${a}>${b}`));
  path.forEach((s, k) => {
    expect(arcs).toContain(`${s}>${path[k + 1] ?? path[loop]}`);
  });
  for (const c of graph.conditions) expect(path.slice(loop).some((s) => c.includes(s))).toBe(true);
}

describe.each(Object.entries(ways))("%s", (_, way) => {
  it("finds a lasso exactly when there is a reachable fair cycle (oracle: Warshall), and holds nothing afterwards", () => {
    fc.assert(
      fc.property(graphs(), fc.boolean(), (graph, hostile) => {
        const facts = new GraphFacts(graph);
        const reachable = new Set(facts.reachable());
        using sets = explicitSets(graph, { hostile });
        const before = sets.liveSets;
        {
          using s = sets.open();
          const lasso = finish(way(s));
          if (facts.fair().some((a) => reachable.has(a))) expectLasso(graph, s, lasso);
          else expect(lasso).toBeNull();
        }
        expect(sets.liveSets).toBe(before);
      }),
      { numRuns: 150 },
    );
  });

  it("holds nothing after it was cancelled at any of its yields", () => {
    fc.assert(
      fc.property(graphs({ maxStates: 6 }), (graph) => {
        using sets = explicitSets(graph);
        const before = sets.liveSets;
        for (let n = 0; ; n++) {
          using s = sets.open();
          const cancelled = cancelAt(way(s), n);
          s[Symbol.dispose]();
          expect(sets.liveSets).toBe(before);
          if (!cancelled) break;
        }
      }),
      { numRuns: 10 },
    );
  });
});

it("generators on one system may interleave at random", () => {
  fc.assert(
    fc.property(graphs(), fc.array(fc.nat(), { minLength: 5, maxLength: 20 }), (graph, choices) => {
      using sets = explicitSets(graph);
      const scopes = Object.values(ways).map(() => sets.open());
      const running = Object.values(ways).map((way, i) => way(scopes[i]!));
      const answers = new Set<boolean>();
      for (let turn = 0; running.length > 0; turn++) {
        const i = choices[turn % choices.length]! % running.length;
        const { done, value } = running[i]!.next();
        if (!done) continue;
        answers.add(value === null);
        running.splice(i, 1);
      }
      expect(answers.size).toBe(1);
    }),
    { numRuns: 20 },
  );
});

describe("chain", () => {
  it("decomposes a graph into its SCCs", () => {
    fc.assert(
      fc.property(graphs({ maxStates: 12 }), (graph) => {
        using sets = explicitSets({ ...graph, conditions: [[]] });
        const found: number[][] = [];
        finish(chain(sets, sets.all, { everything: true, scc: (x) => found.push(sets.list(x)) }));
        expect(found.sort((a, b) => a[0]! - b[0]!)).toEqual(new GraphFacts(graph).sccs());
      }),
    );
  });
});

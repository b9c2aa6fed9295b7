import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Graph } from "../../src/sets/explicit-graph.js";
import { type ExplicitScope, explicitSets } from "../../src/sets/explicit-sets.js";
import { emersonLei } from "../../src/symbolic/emerson-lei.js";
import { converged, sccHull } from "../../src/symbolic/hull.js";
import { lockstep } from "../../src/symbolic/lockstep.js";
import { applyOperator, type Operator, tenseOf } from "../../src/symbolic/operators.js";
import { makeSchedule, type Schedule, type ScheduleName, type Tenses } from "../../src/symbolic/schedules.js";
import { GraphFacts, graphs } from "../symbolic/graphs.js";
import { finish } from "../symbolic/run.js";
import { figure2, figure3, figure4, figure5, type Label, mirroredFigure3, rowsGraph } from "./gsh-families.js";

const scheduleNames: readonly ScheduleName[] = ["el", "el2", "hh", "random"];
const seeds = fc.nat({ max: 1000 });

/** Steps that GSH takes from Z = all. */
function steps(graph: Graph, schedule: Schedule): number {
  using sets = explicitSets(graph);
  finish(sccHull(sets, sets.all, schedule));
  return sets.steps.ex + sets.steps.ey;
}

const conditionsOf = (graph: Graph): number => Math.max(1, graph.conditions.length);

const stepsOf = (graph: Graph, name: ScheduleName, tenses: Tenses, seed = 1): number =>
  steps(graph, makeSchedule(name, tenses, conditionsOf(graph), seed));

const apply = (sets: ExplicitScope, operator: Operator, z: number[]): number[] =>
  sets.list(finish(applyOperator(sets, operator, sets.of(...z))));

describe("Theorem 1: what 1-closed sequences compute", () => {
  it.each(scheduleNames)("%s: F in the future tense, P in the past, their intersection in both", (name) => {
    fc.assert(
      fc.property(graphs(), seeds, (graph, seed) => {
        const facts = new GraphFacts(graph);
        const to = facts.toFair();
        const from = new Set(facts.fromFair());
        const hull = (tenses: Tenses, contextual: boolean) => {
          using sets = explicitSets(graph);
          const schedule = makeSchedule(name, tenses, sets.conditions.length, seed);
          const { states } = finish(sccHull(sets, sets.all, schedule, { until: "all-tenses", contextual }));
          return sets.list(states);
        };
        for (const contextual of [false, true]) {
          expect(hull("future", contextual)).toEqual(to);
          expect(hull("past", contextual)).toEqual([...from]);
        }
        expect(hull("both", false)).toEqual(to.filter((s) => from.has(s)));
      }),
      { numRuns: 150 },
    );
  });
});

describe("After Theorem 3: a tense that makes no progress", () => {
  it.each(scheduleNames)("%s: once all its operators are disabled, none of them is applied any more", (name) => {
    let dropped = 0;
    fc.assert(
      fc.property(graphs(), seeds, (graph, seed) => {
        using sets = explicitSets(graph);
        const schedule = makeSchedule(name, "both", sets.conditions.length, seed);
        const over = new Set<string>();
        const iterate = (_: unknown, disabled: ReadonlySet<Operator>) => {
          for (const tense of ["future", "past"] as const)
            if (schedule.operators.every((o) => tenseOf(o) !== tense || disabled.has(o))) over.add(tense);
        };
        const applied = (operator: Operator) => {
          expect(over.has(tenseOf(operator))).toBe(false);
          dropped += over.size;
        };
        finish(sccHull(sets, sets.all, schedule, { until: "all-tenses", iterate, applied }));
      }),
      { numRuns: 100 },
    );
    expect(dropped).toBeGreaterThan(10);
  });
});

describe("Corollary 1: stopping at the fixpoint of one tense", () => {
  it.each(scheduleNames)("%s: the result lies between B and F, or between B and P", (name) => {
    fc.assert(
      fc.property(graphs(), seeds, (graph, seed) => {
        const facts = new GraphFacts(graph);
        const to = new Set(facts.toFair());
        const from = new Set(facts.fromFair());
        using sets = explicitSets(graph);
        const schedule = makeSchedule(name, "both", sets.conditions.length, seed);
        const { states, closed } = finish(sccHull(sets, sets.all, schedule));
        const found = sets.list(states);
        const outer = closed.includes("future") ? to : from;
        expect(found.every((s) => outer.has(s))).toBe(true);
        expect([...to].filter((s) => from.has(s)).every((s) => found.includes(s))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe("Theorem 2: a disabled operator would make no progress", () => {
  it.each(scheduleNames)("%s: applied anyway, it changes nothing", (name) => {
    fc.assert(
      fc.property(graphs(), seeds, fc.constantFrom<Tenses>("future", "past", "both"), (graph, seed, tenses) => {
        using sets = explicitSets(graph);
        const schedule = makeSchedule(name, tenses, sets.conditions.length, seed);
        const run = sccHull(sets, sets.all, schedule, {
          until: "all-tenses",
          iterate: (z, disabled) => {
            for (const operator of disabled) expect(apply(sets, operator, sets.list(z))).toEqual(sets.list(z));
          },
        });
        finish(run);
      }),
      { numRuns: 100 },
    );
  });
});

describe("Theorem 3: an operator that is not disabled can make progress", () => {
  // One condition: labels 0 (loop, outside), F (loop, inside), x (no loop, outside), o (no loop, inside).
  const labels: readonly Label[] = [0, "F", "x", "o"];
  const operators = makeSchedule("el", "both", 1).operators;

  /** All sequences of (operator, progress) that GSH can go through in so many turns without being done. */
  function* histories(turns: number, disabled: ReadonlySet<Operator> = new Set()): Generator<string> {
    if (turns === 0) return yield "";
    for (const operator of operators.filter((o) => !disabled.has(o)))
      for (const progress of [true, false]) {
        const next = converged(progress, operator, disabled);
        if (isDone(next)) continue;
        for (const rest of histories(turns - 1, next)) yield `${operator.kind}${progress ? "+" : "-"}${rest}`;
      }
  }

  const isDone = (disabled: ReadonlySet<Operator>) =>
    ["future", "past"].some((tense) => operators.every((o) => tenseOf(o) !== tense || disabled.has(o)));

  it("every history of two turns has a linear graph on which all operators left make progress", () => {
    const open = new Set(histories(2));
    expect(open.size).toBeGreaterThan(20);
    for (let length = 1; length <= 6 && open.size > 0; length++)
      for (let code = 0; code < labels.length ** length && open.size > 0; code++) {
        const row = Array.from({ length }, (_, i) => labels[Math.floor(code / labels.length ** i) % labels.length]!);
        using sets = explicitSets(rowsGraph(1, [row], (_, from, to) => to === from + 1));
        explore(sets, sets.list(sets.all), new Set(), "", 2, open);
      }
    expect([...open]).toEqual([]);
  });

  /** Follows every choice of operators on one graph; strikes out the histories after which everything left makes progress. */
  function explore(
    sets: ExplicitScope,
    z: number[],
    disabled: ReadonlySet<Operator>,
    history: string,
    turns: number,
    open: Set<string>,
  ): void {
    const left = operators
      .filter((o) => !disabled.has(o))
      .map((operator) => ({ operator, after: apply(sets, operator, z) }));
    if (turns === 0) {
      if (left.every(({ after }) => after.length < z.length)) open.delete(history);
      return;
    }
    for (const { operator, after } of left) {
      const progress = after.length < z.length;
      const next = converged(progress, operator, disabled);
      if (!isDone(next))
        explore(sets, after, next, `${history}${operator.kind}${progress ? "+" : "-"}`, turns - 1, open);
    }
  }
});

describe("Example 1: GSH with the EL schedule stops earlier than plain EL", () => {
  it("needs one EU and one EX where EL makes another pass", () => {
    // Z1 = {0} after EU, and EX takes nothing away: a fair state, and a state that cannot reach it.
    const graph: Graph = {
      states: 2,
      edges: [
        [0, 0],
        [0, 1],
        [1, 1],
      ],
      initial: [0],
      conditions: [[0]],
    };
    using sets = explicitSets(graph);
    const { iterations } = finish(sccHull(sets, sets.all, makeSchedule("el", "future", 1)));
    const gsh = sets.steps.ex;
    const plain = finish(emersonLei(sets, sets.all));
    expect(iterations).toBe(2);
    expect(sets.list(plain.states)).toEqual([0]);
    expect(sets.steps.ex - gsh).toBe(2 * gsh);
  });

  it("never takes more steps than plain EL", () => {
    fc.assert(
      fc.property(graphs(), (graph) => {
        using sets = explicitSets(graph);
        finish(emersonLei(sets, sets.all));
        expect(stepsOf(graph, "el", "future")).toBeLessThanOrEqual(sets.steps.ex);
      }),
    );
  });
});

describe("Theorem 4: the hull is empty exactly when there is no fair cycle, and holds all of them", () => {
  it("in every schedule and tense", () => {
    fc.assert(
      fc.property(
        graphs(),
        fc.constantFrom(...scheduleNames),
        fc.constantFrom<Tenses>("future", "past", "both"),
        (graph, name, tenses) => {
          using sets = explicitSets(graph);
          const schedule = makeSchedule(name, tenses, sets.conditions.length);
          const found = sets.list(finish(sccHull(sets, sets.all, schedule)).states);
          const fair = new GraphFacts(graph).fair();
          expect(found.length > 0).toBe(fair.length > 0);
          expect(fair.every((s) => found.includes(s))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("Theorems 5 and 6: |C|dN steps for unrestricted schedules", () => {
  it("the rebuilt Fig. 2 has the stated sizes", () => {
    for (const r of [2, 3, 4]) {
      const facts = new GraphFacts(figure2(r));
      expect(facts.sccs()).toHaveLength(4 * r * r);
      expect(facts.diameter()).toBe(2 * r + 1);
      expect(facts.height()).toBe(4 * r - 1);
      expect(facts.graph.conditions).toHaveLength(r + 1);
    }
  });

  /** The schedule of the proof: all EUs but one in decreasing order, so and so often, then that one. */
  class Theorem6 implements Schedule {
    readonly operators: readonly Operator[];
    private readonly sequence: Operator[] = [];

    constructor(r: number) {
      this.operators = makeSchedule("el", "future", r + 1).operators;
      const eu = (n: number) => this.operators.find((o) => o.kind === "EU" && o.condition === n - 1)!;
      const all = Array.from({ length: r + 1 }, (_, i) => eu(r + 1 - i));
      for (let left = 3; left <= r + 1; left++) {
        for (let n = 0; n < r + 3 - left; n++) this.sequence.push(...all.filter((o) => o !== eu(left)));
        this.sequence.push(eu(left));
      }
      this.sequence.push(...all.slice(1));
    }

    pick(enabled: ReadonlySet<Operator>): Operator {
      for (;;) {
        const next = this.sequence.shift() ?? [...enabled][0]!;
        if (enabled.has(next)) return next;
      }
    }
  }

  it("Theorem 5: any schedule takes at most (2|C| + 2)(d + 1)(N + 1) steps", () => {
    let most = 0;
    fc.assert(
      fc.property(
        graphs({ maxStates: 14 }),
        seeds,
        fc.constantFrom<Tenses>("future", "past", "both"),
        (graph, seed, tenses) => {
          const facts = new GraphFacts(graph);
          // Progress takes an SCC away, and comes at least once in as many turns as there are operators; a turn takes d + 1 steps.
          const bound = (2 * conditionsOf(graph) + 2) * (facts.diameter() + 1) * (facts.sccs().length + 1);
          const taken = stepsOf(graph, "random", tenses, seed);
          expect(taken).toBeLessThanOrEqual(bound);
          most = Math.max(most, taken / bound);
        },
      ),
      { numRuns: 500 },
    );
    expect(most).toBeGreaterThan(0.1); // the bound is not idle
  });

  it("the schedule of the proof takes Ω(|C|dN) steps, EL takes O(|C|dh)", () => {
    for (const r of [3, 4, 5, 6]) {
      const graph = figure2(r);
      const [c, d, h, n] = [r + 1, 2 * r + 1, 4 * r, 4 * r * r];
      const bad = steps(graph, new Theorem6(r));
      expect(bad / (c * d * n)).toBeGreaterThan(1 / 10);
      expect(bad).toBeLessThanOrEqual(2 * (c + 1) * (d + 1) * n);
      expect(stepsOf(graph, "el", "future") / (c * d * h)).toBeLessThan(1);
    }
  });
});

describe("Theorems 7 and 8: EL2 takes Θ(|C|dh + N - N') steps, EL does better", () => {
  it("the rebuilt Fig. 3 has the stated sizes", () => {
    for (const [r, s, f] of [
      [2, 1, 1],
      [3, 2, 2],
      [4, 3, 2],
    ] as const) {
      const facts = new GraphFacts(figure3(r, s, f));
      const trivial = facts.sccs().filter(([a]) => !facts.isNontrivial(a!)).length;
      expect(trivial).toBe((5 * r * r + r) / 2);
      expect(facts.diameter()).toBe(s + 2);
      if (f === 1) expect(facts.height()).toBe(4 * r - 1);
    }
  });

  it("EL2 takes (|C|(s+2) + 2r + 2)·r - 1 steps on G(r,s,f)", () => {
    // Each EU starts from c_i, and walks over the first s x-nodes, the other x-nodes and the last layer that finds nothing new:
    // s+2 steps. In pass k, EG peels off one o and 2r x-nodes of the row that is left without groups: 2r+1 steps with
    // progress, and one more without, which the last pass does not need, since nothing is left.
    for (const [r, s, f] of [
      [2, 1, 1],
      [3, 2, 2],
      [4, 3, 2],
      [5, 2, 3],
      [6, 4, 1],
    ] as const)
      expect(stepsOf(figure3(r, s, f), "el2", "future")).toBe((f * (s + 2) + 2 * r + 2) * r - 1);
    expect(stepsOf(figure3(3, 2, 2), "el2", "future")).toBe(47);
  });

  it("with d and |C| fixed, EL2 grows with r², EL with r", () => {
    const growth = (name: ScheduleName) => {
      const at = [4, 8, 12].map((r) => stepsOf(figure3(r, 2, 1), name, "future"));
      return (at[2]! - at[1]!) / (at[1]! - at[0]!);
    };
    expect(growth("el2")).toBeGreaterThan(1.5);
    expect(growth("el")).toBeLessThan(1.2);
  });
});

describe("Theorem 7: |C|dh + N - N' steps for schedules in passes", () => {
  it.each(["el", "el2", "hh"] as const)("%s takes no more, in one tense or in both", (name) => {
    fc.assert(
      fc.property(graphs({ maxStates: 14 }), fc.constantFrom<Tenses>("future", "past", "both"), (graph, tenses) => {
        const facts = new GraphFacts(graph);
        const trivial = facts.sccs().filter(([a]) => !facts.isNontrivial(a!)).length;
        const [c, used] = [conditionsOf(graph), tenses === "both" ? 2 : 1];
        // A pass removes what is unfair at one end of the graph of SCCs. In it each condition takes d + 1 steps and a single one (EL),
        // and one EX or EY finds nothing; the others each remove a trivial SCC.
        const bound = (facts.height() + 2) * used * (c * (facts.diameter() + 2) + 1) + trivial;
        expect(stepsOf(graph, name, tenses)).toBeLessThanOrEqual(bound);
      }),
      { numRuns: 300 },
    );
  });

  it("below Theorem 8: HH needs |C|dh + N - N' steps up to a constant on mirrored rows, and EL of both tenses only |C|dh", () => {
    for (const [r, s, f] of [
      [2, 1, 1],
      [3, 2, 2],
      [4, 3, 1],
    ] as const) {
      const graph = mirroredFigure3(r, s, f);
      const facts = new GraphFacts(graph);
      const trivial = facts.sccs().filter(([a]) => !facts.isNontrivial(a!)).length;
      const work = f * facts.diameter() * facts.height();
      expect(trivial).toBe(5 * r * r + r); // as many again as on one side
      expect(stepsOf(graph, "hh", "both")).toBeGreaterThan((work + trivial) / 8);
      expect(stepsOf(graph, "el", "both")).toBeLessThan(work / 2);
    }
    const growth = (name: ScheduleName) => {
      const at = [4, 8, 12].map((r) => stepsOf(mirroredFigure3(r, 2, 1), name, "both"));
      return (at[2]! - at[1]!) / (at[1]! - at[0]!);
    };
    expect(growth("hh")).toBeGreaterThan(1.5); // with r², as N - N' does; |C|dh grows with r
    expect(growth("el")).toBeLessThan(1.2);
  });
});

describe("conditions that hold everywhere", () => {
  it("cost no step", () => {
    fc.assert(
      fc.property(graphs(), fc.constantFrom<Tenses>("future", "past"), (graph, tense) => {
        fc.pre(graph.conditions.length > 0);
        const all = Array.from({ length: graph.states }, (_, s) => s);
        const padded = { ...graph, conditions: [all, ...graph.conditions, all] };
        expect(stepsOf(padded, "el2", tense)).toBe(stepsOf(graph, "el2", tense));
      }),
      { numRuns: 300 },
    );
  });
});

describe("Theorem 9 and Corollary 2: EL is optimal up to a constant", () => {
  /** The fewest steps of any schedule: shortest path over (iterate, disabled operators). */
  function optimalSteps(graph: Graph): number {
    using sets = explicitSets(graph);
    const { operators } = makeSchedule("el", "both", graph.conditions.length);
    const key = (z: number[], disabled: ReadonlySet<Operator>) =>
      `${z.join(",")}|${operators.map((o) => (disabled.has(o) ? 1 : 0)).join("")}`;
    const start = { z: sets.list(sets.all), disabled: new Set() as ReadonlySet<Operator>, cost: 0 };
    const buckets: (typeof start)[][] = [[start]];
    const settled = new Set<string>();
    const effects = new Map<string, { after: number[]; cost: number }>();
    const effect = (operator: Operator, z: number[]) => {
      const id = `${operator.kind}${operator.condition}|${z.join(",")}`;
      let known = effects.get(id);
      if (known === undefined) {
        using s = sets.open();
        const before = sets.steps.ex + sets.steps.ey;
        const after = apply(s, operator, z);
        known = { after, cost: sets.steps.ex + sets.steps.ey - before };
        effects.set(id, known);
      }
      return known;
    };
    for (let cost = 0; ; cost++)
      for (const { z, disabled } of buckets[cost] ?? []) {
        const isDone = ["future", "past"].some((t) => operators.every((o) => tenseOf(o) !== t || disabled.has(o)));
        if (isDone || z.length === 0) return cost;
        if (settled.has(key(z, disabled))) continue;
        settled.add(key(z, disabled));
        for (const operator of operators.filter((o) => !disabled.has(o))) {
          const { after, cost: steps } = effect(operator, z);
          const next = converged(after.length < z.length, operator, disabled);
          buckets[cost + steps] ??= [];
          buckets[cost + steps]!.push({ z: after, disabled: next, cost: cost + steps });
        }
      }
  }

  it("on the rebuilt Fig. 4 the best schedule of all takes at least a constant share of |C|dh steps", () => {
    for (const [groups, x] of [
      [1, 1],
      [2, 1],
      [2, 2],
    ] as const) {
      const graph = figure4(groups, x);
      const facts = new GraphFacts(graph);
      const bound = 3 * facts.diameter() * facts.height();
      const best = optimalSteps(graph);
      expect(best / bound).toBeGreaterThan(1 / 20);
      expect(stepsOf(graph, "el", "future")).toBeLessThanOrEqual(5 * best);
    }
  });

  it("on the rebuilt Fig. 4 the steps of EL grow as |C|dh", () => {
    for (const [groups, x] of [
      [2, 2],
      [4, 4],
      [6, 6],
    ] as const) {
      const facts = new GraphFacts(figure4(groups, x));
      const share = stepsOf(facts.graph, "el", "future") / (3 * facts.diameter() * facts.height());
      expect(share).toBeGreaterThan(1 / 20);
      expect(share).toBeLessThan(1);
    }
  });
});

describe("Example 2: both tenses can beat either of them", () => {
  /** EH first, then EUs. */
  const pastThenFuture = (): Schedule => {
    const both = makeSchedule("el2", "both", 3);
    const ey = both.operators.find((o) => o.kind === "EY")!;
    const eu = both.operators.filter((o) => o.kind === "EU");
    const wanted = [ey, ...eu, ...both.operators.filter((o) => o.kind === "EX")];
    return { operators: both.operators, pick: (enabled) => wanted.find((o) => enabled.has(o))! };
  };

  it("on the rebuilt Fig. 5: O(d) steps with both tenses, quadratic with one", () => {
    for (const half of [6, 12, 24]) {
      const graph = figure5(half);
      const d = new GraphFacts(graph).diameter();
      expect(steps(graph, pastThenFuture())).toBeLessThanOrEqual(5 * d);
      for (const tense of ["future", "past"] as const)
        for (const name of ["el", "el2"] as const) expect(stepsOf(graph, name, tense)).toBeGreaterThan((d * d) / 8);
    }
  });
});

describe("Theorem 10: early termination of Lockstep", () => {
  /** From state 0 a cycle through the only fair state, 1; and a long way forward that ends. */
  const withTail = (length: number): Graph => ({
    states: 2 + length,
    edges: [[0, 1], [1, 0], ...Array.from({ length }, (_, k) => [k === 0 ? 0 : k + 1, k + 2] as const)],
    initial: [0],
    conditions: [[1], [0, 1]],
  });

  const stepsOf = (graph: Graph, early: boolean): number => {
    using sets = explicitSets(graph);
    expect(finish(lockstep(sets, sets.all, { early }))).not.toBeNull();
    return sets.steps.ex + sets.steps.ey;
  };

  it("stops as soon as I(v) meets all conditions, while both searches go on", () => {
    expect(stepsOf(withTail(20), true)).toBe(stepsOf(withTail(40), true));
  });

  it("stops at the iterations after one search has ended, too", () => {
    // Every state of a chain steps back to 0: the search backwards ends after two steps, the one forwards goes along the chain.
    const chain = (length: number): Graph => ({
      states: length,
      edges: Array.from({ length }, (_, k) => k).flatMap((k) => [[k, 0] as const, [k, (k + 1) % length] as const]),
      initial: [0],
      conditions: [[0], [5]],
    });
    expect(stepsOf(chain(20), true)).toBe(stepsOf(chain(40), true));
    expect(stepsOf(chain(40), false)).toBeGreaterThan(stepsOf(chain(20), false));
  });
});

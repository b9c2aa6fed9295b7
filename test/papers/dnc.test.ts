import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Builder } from "../../bench/families/builder.js";
import {
  arbiter,
  bakery,
  combinationLock,
  eisenbergMcGuire,
  elevator,
  nullModem,
  type Protocol,
  peterson,
  philosophers,
  twoQueues,
} from "../../bench/families/protocols.js";
import { checkLasso } from "../../src/checkers/check-lasso.js";
import { dnc } from "../../src/engines/dnc.js";
import { dncSharp } from "../../src/engines/dnc-sharp.js";
import type { Engine, OptionValues } from "../../src/engines/engine.js";
import type { SetStrength } from "../../src/evidence/refinement-tree.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Graph } from "../../src/sets/explicit-graph.js";
import { type ExplicitScope, explicitSets, explicitSetsOfModel } from "../../src/sets/explicit-sets.js";
import type { ExplicitSet } from "../../src/sets/explicit-world.js";
import { prepare } from "../../src/solving/prepare.js";
import { Line } from "../../src/symbolic/dnc/policy.js";
import { hyperlinesOf, quotientGraph } from "../../src/symbolic/dnc/quotient.js";
import { Refinement } from "../../src/symbolic/dnc/refinement.js";
import type { RefinementOptions } from "../../src/symbolic/dnc/refinement-options.js";
import { SharpSearch, type Subsetting } from "../../src/symbolic/dnc/sharp.js";
import { submodulesOf } from "../../src/symbolic/dnc/submodules.js";
import { underApproximate } from "../../src/symbolic/dnc/under.js";
import { ProofLog } from "../../src/symbolic/proof.js";
import { closure } from "../../src/symbolic/reach.js";
import { forSets } from "../../src/transform/for-sets.js";
import { formulasAsJustice } from "../../src/transform/formulas-as-justice.js";
import { mooreForm } from "../../src/transform/moore.js";
import { models } from "../arbitraries/systems.js";
import { context } from "../cross-engine/solving.js";
import { decide } from "../engines/running.js";
import { GraphFacts, graphs } from "../symbolic/graphs.js";
import { finish } from "../symbolic/run.js";

/** A model of up to four latches, and two sets of its latches: compositions of submodules, all of one latch each. */
const compositions = fc
  .tuple(models({ stateFairness: true, maxLatches: 4, maxInputs: 2 }), fc.nat({ max: 15 }), fc.nat({ max: 15 }))
  .map(([model, a, b]) => {
    const chosen = (mask: number) => model.latches.map((_, i) => i).filter((i) => (mask >> i) & 1);
    return { model, parts: [chosen(a), chosen(b)] as const };
  });

/** The graph that a view steps in, over all states of the model. */
function graphOf(view: ExplicitScope): Graph {
  const states = view.list(view.all);
  const edges = states.flatMap((from) => {
    using s = view.open();
    return s.list(s.post(s.of(from))).map((to) => [from, to] as const);
  });
  const conditions = view.conditions.map((c) => view.list(c));
  return { states: states.length, edges, initial: view.list(view.initial), conditions };
}

/** Whether every cycle inside a set of states meets every condition. */
function isWeak(graph: Graph, states: readonly number[], conditions: readonly (readonly number[])[]): boolean {
  return conditions.every((c) => {
    const left = states.filter((s) => !c.includes(s));
    const edges = graph.edges.filter(([a, b]) => left.includes(a) && left.includes(b));
    const inside = new GraphFacts({ ...graph, edges });
    return left.every((s) => !inside.isNontrivial(s));
  });
}

const leaves = (graph: Graph, states: readonly number[]) =>
  graph.edges.some(([a, b]) => states.includes(a) && !states.includes(b));

/** The exact system and an approximation, as graphs; conditions are the exact system's. */
function both(model: Model, latches: readonly number[]): { exact: GraphFacts; abstract: GraphFacts } {
  using sets = explicitSetsOfModel(model);
  using view = sets.view({ latches });
  const exact = graphOf(sets);
  return {
    exact: new GraphFacts(exact),
    abstract: new GraphFacts({ ...graphOf(view), conditions: exact.conditions }),
  };
}

describe("D'n'C, Section 3", () => {
  it("Theorem 1: SCCs of a system lie in intersections of SCCs of its approximations", () => {
    fc.assert(
      fc.property(compositions, ({ model, parts }) => {
        for (const part of parts) {
          const { exact, abstract } = both(model, part);
          for (const scc of exact.sccs()) for (const s of scc) expect(abstract.sameScc(scc[0]!, s)).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it("Theorem 2: what is weak or terminal stays so, and Lemma 1 decides it", () => {
    let weak = 0;
    fc.assert(
      fc.property(compositions, ({ model, parts: [part] }) => {
        const { exact, abstract } = both(model, part);
        const { conditions } = exact.graph;
        const fair = exact.fair();
        const reachable = exact.reachable();
        for (const scc of abstract.sccs()) {
          if (!isWeak(abstract.graph, scc, conditions)) continue;
          weak++;
          expect(isWeak(exact.graph, scc, conditions)).toBe(true);
          const inside = new GraphFacts({
            ...exact.graph,
            edges: exact.graph.edges.filter(([a, b]) => scc.includes(a) && scc.includes(b)),
          });
          const cycle = scc.some((s) => reachable.includes(s) && inside.isNontrivial(s)); // EF EG C meets Q0
          expect(cycle).toBe(scc.some((s) => reachable.includes(s) && fair.includes(s)));
          if (leaves(abstract.graph, scc)) continue;
          expect(leaves(exact.graph, scc)).toBe(false);
          const hasDeadEnd = scc.some((s) => !exact.graph.edges.some(([a]) => a === s));
          if (!hasDeadEnd) expect(scc.some((s) => reachable.includes(s))).toBe(cycle); // EF C meets Q0
        }
      }),
      { numRuns: 100 },
    );
    expect(weak).toBeGreaterThan(50);
  });

  it("Theorem 3: there is a fair cycle exactly if one is reached along a hyperline", () => {
    fc.assert(
      fc.property(compositions, fc.constantFrom(1, 3, 20), ({ model, parts: [part] }, nodes) => {
        using sets = explicitSetsOfModel(model);
        using view = sets.view({ latches: part });
        const exact = new GraphFacts(graphOf(sets));
        const abstract = new GraphFacts({ ...graphOf(view), conditions: exact.graph.conditions });
        const suspects = abstract
          .sccs()
          .filter((scc) => abstract.fair().includes(scc[0]!))
          .map((scc) => ({ states: sets.of(...scc), strength: "strong" as const }));
        const limits = { nodes, edges: 50, worthSplitting: 1, hyperlines: 4 };
        const graph = finish(quotientGraph<ExplicitSet>(sets, [view], suspects, sets.all, limits));
        const found = hyperlinesOf(graph, limits).some(({ nodes: on, target }) => {
          const inside = on.flatMap((i) => sets.list(graph.nodes[i]!.states));
          const edges = exact.graph.edges.filter(([a, b]) => inside.includes(a) && inside.includes(b));
          const initial = exact.graph.initial.filter((s) => inside.includes(s));
          const part = new GraphFacts({ ...exact.graph, edges, initial });
          const fair = part.fair();
          return part.reachable().some((s) => fair.includes(s) && sets.list(graph.nodes[target]!.states).includes(s));
        });
        const fair = exact.fair();
        expect(found).toBe(exact.reachable().some((s) => fair.includes(s)));
      }),
      { numRuns: 100 },
    );
  });
});

describe("D'n'C, Section 4", () => {
  const STATES = 6;
  const all = Array.from({ length: STATES }, (_, s) => s);
  const subset = fc.subarray(all);
  const pairs = fc.subarray(all.flatMap((a) => all.map((b) => [a, b] as const)));
  const has = (relation: readonly (readonly [number, number])[], a: number, b: number) =>
    relation.some(([x, y]) => x === a && y === b);

  it.each([
    ["Theorem 4: images", "post"],
    ["Theorem 5: preimages", "pre"],
  ] as const)("%s inside a set do not depend on what is outside it", (_, direction) => {
    fc.assert(
      fc.property(pairs, subset, subset, pairs, subset, (t, k, chosen, wild, more) => {
        const inside = (s: number) => k.includes(s);
        const b = chosen.filter(inside);
        // T' agrees with T on K × K and is anything between nothing and everything elsewhere.
        const changed = all.flatMap((x) =>
          all.filter((y) => (inside(x) && inside(y) ? has(t, x, y) : has(wild, x, y))).map((y) => [x, y] as const),
        );
        const step = (relation: typeof t, from: readonly number[]) =>
          all.filter((s) => from.some((f) => (direction === "post" ? has(relation, f, s) : has(relation, s, f))));
        const back = (from: readonly number[]) =>
          all.filter((s) => from.some((f) => (direction === "post" ? has(changed, s, f) : has(changed, f, s))));
        const zone = back(k); // EX_T'(K) for images, EY_T'(K) for preimages
        const grown = [...b, ...more.filter((s) => !zone.includes(s))];
        expect(step(changed, grown).filter(inside)).toEqual(step(t, b).filter(inside));
      }),
      { numRuns: 300 },
    );
  });
});

/** What an engine is asked about a protocol. */
function taskOf({ text, name }: Protocol) {
  const { model, properties } = readSmv(text, name);
  const prepared = prepare(model, properties.find((p) => p.kind === "ltl")!);
  if ("unsupported" in prepared || prepared.task.kind !== "fair-cycle") throw new Error("not a linear property");
  return prepared.task;
}

describe("D'n'C, Section 6", () => {
  it("eight dining philosophers: after a few levels nothing is left, and no step is taken in the whole system", () => {
    // One module for each philosopher, as in the paper.
    const verdict = decide(dnc, taskOf(philosophers(8)), { cluster: 4 }, context);
    expect(verdict).toMatchObject({ answer: "holds", stats: { exactChecks: 0, ending: "n", reachSteps: 0 } });
    const tree = verdict.answer === "unknown" ? [] : verdict.refinement!;
    expect(Math.max(...tree.map((node) => node.level))).toBeLessThanOrEqual(4);
    for (const node of tree.slice(1)) expect(node.states).toBeLessThan(10);
    for (const node of tree) expect(["refined", "pruned"]).toContain(node.fate);
  });

  it("sorts submodules by their distance from the property, whose automaton comes first", () => {
    const { model } = taskOf(philosophers(6));
    const [automaton, ...others] = submodulesOf(model, 4);
    expect(automaton).toEqual(model.property);
    expect(others.flat().length + automaton!.length).toBe(model.latches.length);
    expect(others[0]).toEqual(model.modules[0]); // the philosopher that the property names
  });

  it("puts small modules of the source together, and cuts none that fits", () => {
    const { model } = taskOf(arbiter(48)); // clients of two latches, cells of one
    const submodules = submodulesOf(model, 8);
    expect(model.modules.length).toBeGreaterThan(90);
    expect(submodules.length).toBeLessThan(30);
    for (const submodule of submodules) expect(submodule.length).toBeLessThanOrEqual(8);
    const property = new Set(model.property);
    const partOf = new Map(submodules.flatMap((submodule, k) => submodule.map((i) => [i, k] as const)));
    for (const module of model.modules) {
      const parts = module.filter((i) => !property.has(i)).map((i) => partOf.get(i));
      expect(new Set(parts).size).toBeLessThanOrEqual(1);
    }
  });

  it("keeps modules of the source whole whatever their size, cuts them where that is asked for, or does without them", () => {
    const { model } = taskOf(twoQueues(8)); // two modules of many latches
    const property = new Set(model.property);
    const large = model.modules.map((m) => m.filter((i) => !property.has(i))).filter((m) => m.length > 8);
    expect(large.length).toBeGreaterThan(0);
    const has = (submodules: readonly (readonly number[])[]) =>
      large.map((m) => submodules.some((s) => m.every((i) => s.includes(i))));
    expect(has(submodulesOf(model, 8, "modules"))).toEqual(large.map(() => true));
    for (const parts of ["grouped", "latches"] as const) {
      const submodules = submodulesOf(model, 8, parts);
      expect(has(submodules)).toEqual(large.map(() => false));
      expect(Math.max(...submodules.slice(1).map((s) => s.length))).toBeLessThanOrEqual(8);
    }
    for (const parts of ["modules", "grouped", "latches"] as const)
      expect(
        submodulesOf(model, 8, parts)
          .flat()
          .sort((a, b) => a - b),
      ).toEqual([...model.latches.keys()]);
    const flat = { ...model, modules: [model.latches.map((_, i) => i)] };
    expect(submodulesOf(flat, 8, "modules")).toEqual(submodulesOf(flat, 8, "latches"));
  });

  it("starts with the latches that an automaton without latches reads", () => {
    const protocol = philosophers(16);
    const text = protocol.text.replace(/LTLSPEC.*/, "LTLSPEC F G !(p8.state = eating & p9.state = eating)");
    const task = taskOf({ ...protocol, text });
    const [first] = submodulesOf(task.model, 8);
    expect(first).toEqual(expect.arrayContaining([...task.model.modules[8]!].slice(0, 2)));
    expect(first!.length).toBeLessThan(6);
    const verdict = decide(dncSharp, task, {}, context);
    expect(verdict).toMatchObject({ answer: "holds", stats: { exactChecks: 0 } });
  });

  it("finds the property's latches in a file without modules: those that observe and that no other latch reads", () => {
    const { model, properties } = readSmv(philosophers(24).text, "philosophers.smv");
    const flat = formulasAsJustice({ model: { ...model, modules: [] }, properties });
    const { property: _, ...watched } = flat.model;
    const prepared = prepare(watched, flat.properties.find((p) => p.kind === "justice")!);
    if ("unsupported" in prepared || prepared.task.kind !== "fair-cycle") throw new Error("not a linear property");
    const [first] = submodulesOf(forSets(prepared.task.model).model, 8);
    expect(first!.every((i) => i >= model.latches.length)).toBe(true);
    expect(decide(dnc, prepared.task, {}, context)).toMatchObject({ answer: "holds", stats: { exactChecks: 0 } });
  });

  it("puts the memory of a condition that reads inputs into the first submodule that knows what it reads", () => {
    const aig = new Aig();
    const [go, a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
    const { model } = mooreForm({
      aig,
      inputs: [nodeOf(go)],
      latches: [a, b, c].map((l) => ({ node: nodeOf(l), next: aig.and(l, aig.and(a, aig.and(b, c))), reset: FALSE })),
      constraints: [],
      fairness: [aig.and(go, b), go, a],
      signals: [],
      modules: [[1], [2]],
      property: [0],
    });
    expect(submodulesOf(model, 1)).toEqual([[0, 4], [1, 3], [2]]);
  });

  it("goes to the whole system by every policy as the paper draws it", () => {
    const modules = [[0], [1], [2], [3]];
    const line = (
      policy: "popcorn" | "lightning" | "adaptive" | "two-level",
      share: number,
      jump = "direct" as const,
    ) => new Line(modules, { policy, share, jump }).compositions;
    expect(line("two-level", 1)).toEqual([[0]]);
    expect(line("popcorn", 1)).toEqual([[0], [0, 1], [0, 1, 2]]);
    expect(line("popcorn", 0.5)).toEqual([[0], [0, 1]]);
    expect(line("lightning", 1)).toEqual([[0], [1], [0, 1], [2], [0, 1, 2], [3]]);
    expect(line("adaptive", 0.3)).toEqual([[0]]);
    const jump = (name: "cartesian" | "one-step") =>
      new Line(modules, { policy: "adaptive", share: 0.5, jump: name }).compositions;
    expect(jump("cartesian")).toEqual([[0], [0, 1], [2], [3]]);
    expect(jump("one-step")).toEqual([[0], [0, 1], [0, 1, 2], [0, 1, 3]]);
  });
});

describe("D'n'C, Section 7", () => {
  /** DETECT-FAIR-CYCLE on a graph with itself as its approximation: `nodes` are those of the quotient graph, in the order of their edges. */
  function detect(
    graph: Graph,
    nodes: readonly { readonly states: readonly number[]; readonly strength: SetStrength | null }[],
    subset: Subsetting = "all",
  ) {
    using sets = explicitSets(graph);
    using proof = new ProofLog(sets);
    const quotient = {
      nodes: nodes.map(({ states, strength }) => ({
        states: sets.of(...states),
        strength,
        isInitial: states.some((s) => graph.initial.includes(s)),
      })),
      successors: nodes.map(({ states }, i) =>
        [...nodes.keys()].filter(
          (j) => j !== i && graph.edges.some(([a, b]) => states.includes(a) && nodes[j]!.states.includes(b)),
        ),
      ),
    };
    const limits = { nodes: 10, edges: 50, hyperlines: 4, worthSplitting: 1 };
    const search = new SharpSearch(sets, sets, quotient, proof, { ...limits, subset, seedEffort: 1000 });
    const found = finish(search.run());
    const reached = found && sets.list(found.reached);
    return { reached, core: found && sets.list(found.fair.core), target: found?.target, figures: search.stats };
  }

  it("Definition 4: images are taken on the hyperline only, and its target alone is fair", () => {
    // 0 leads to a fair cycle (2, 3) by 1, and away from it, to another one (5, 6), by 4.
    const graph = {
      states: 7,
      edges: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 2],
        [0, 4],
        [4, 5],
        [5, 6],
        [6, 5],
      ] as const,
      initial: [0],
      conditions: [[2, 5]],
    };
    const nodes = [
      { states: [0], strength: null },
      { states: [1], strength: null },
      { states: [2, 3], strength: "strong" },
      { states: [4, 5, 6], strength: null },
    ] as const;
    expect(detect(graph, nodes)).toMatchObject({ target: 2, reached: [0, 1, 2, 3] });
  });

  it("picks the promising state that meets most conditions, not the first that meets one", () => {
    // 1 meets the first of three conditions and lies on no cycle; 2 meets the others, on a fair cycle with 3.
    const graph = {
      states: 4,
      edges: [
        [0, 1],
        [0, 2],
        [2, 3],
        [3, 2],
      ] as const,
      initial: [0],
      conditions: [[1, 3], [2], [2]],
    };
    const { core, figures } = detect(graph, [{ states: [0, 1, 2, 3], strength: "strong" }]);
    expect(core).toEqual([2, 3]);
    expect(figures).toMatchObject({ seeds: 1 });
  });

  it("checks each set by its strength: EF of a terminal one, EF EG of a weak one", () => {
    const graph = {
      states: 5,
      edges: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 2],
        [2, 4],
      ] as const,
      initial: [0],
      conditions: [[1, 2, 3, 4]],
    };
    const with4 = detect(graph, [
      { states: [0], strength: null },
      { states: [1, 2, 3, 4], strength: "weak" },
    ]);
    expect(with4).toMatchObject({ core: [2, 3], figures: { seeds: 0, hulls: 1 } });
    const closed = { ...graph, edges: graph.edges.slice(0, -1) };
    const terminal = detect(closed, [
      { states: [0], strength: null },
      { states: [1, 2, 3], strength: "terminal" },
    ]);
    expect(terminal).toMatchObject({ core: [2, 3], figures: { seeds: 0, hulls: 0 } });
  });

  it("tells how it ended by the set that the cycle was found in, where sets of several strengths are searched at once", () => {
    // Once `mode` is chosen it stays: one mode has a weak set (c stays 1), another a strong one (c toggles).
    const verdict = (fair: string) => {
      const text = `MODULE main
VAR mode : {chooses, weak, strong}; c : boolean; d : 0..3;
ASSIGN
  init(mode) := chooses; next(mode) := mode = chooses ? {weak, strong} : mode;
  init(c) := FALSE; next(c) := case mode = weak : TRUE; TRUE : !c; esac;
  init(d) := 0; next(d) := d < 3 ? d + 1 : (${fair});
LTLSPEC !((G F c) & (G F mode != chooses) & (F G d = 3))`;
      return decide(dncSharp, taskOf({ name: "modes", text, holds: false }), { share: 0.5, cluster: 3 }, context);
    };
    const weak = verdict("mode = weak ? 3 : 0");
    expect(weak).toMatchObject({ answer: "fails", stats: { ending: "w" } });
    const tree = weak.answer === "unknown" ? [] : weak.refinement!;
    const leaves = tree.filter((node) => node.level === 3);
    expect(leaves.map(({ strength, fate }) => [strength, fate])).toEqual([
      ["strong", "open"],
      ["weak", "fair"],
    ]);
    expect(verdict("mode = strong ? 3 : 0")).toMatchObject({ answer: "fails", stats: { ending: "" } });
  });

  it("reaches a far target through a few of the states, where the fronts of a breadth-first search are large", () => {
    const task = taskOf(combinationLock(4, 12));
    const reached = (subset: string) => {
      const verdict = decide(dncSharp, task, { subset }, context);
      expect(verdict.answer).toBe("fails");
      return Number(verdict.stats.reached);
    };
    const [all, minterm] = [reached("all"), reached("minterm")];
    expect(minterm).toBeLessThan(all / 2);
  });
});

describe("D'n'C, end of Section 5", () => {
  it("SCCs of under-approximations lie in SCCs of the system, none trivial: what is fair in one is fair, the others are seeds", () => {
    const met = { fair: 0, seeds: 0 };
    fc.assert(
      fc.property(graphs({ maxStates: 12 }), (graph) => {
        using sets = explicitSets(graph);
        const facts = new GraphFacts(graph);
        const { fair, seeds } = finish(underApproximate(sets, sets.all));
        const expectPart = (states: readonly number[]) => {
          expect(states.length).toBeGreaterThan(0);
          expect(states.every((a) => facts.sameScc(a, states[0]!) && facts.isNontrivial(a))).toBe(true);
        };
        for (const seed of seeds) expectPart(sets.list(seed));
        met.seeds += seeds.length;
        if (fair === null) return;
        met.fair++;
        expectPart(sets.list(fair.core));
        expect(facts.fair()).toEqual(expect.arrayContaining(sets.list(fair.core)));
      }),
      { numRuns: 300 },
    );
    expect(Math.min(met.fair, met.seeds)).toBeGreaterThan(10);
  });
});

describe("D'n'C, Section 8", () => {
  /** One submodule a latch, added one by one down to the exact system: |L_i| ≤ λ, and 2^i effective states in each of L_i. */
  function refined(model: Model, policy: "popcorn" | "lightning", by: "chain" | "lockstep") {
    using sets = explicitSetsOfModel(model);
    const modules = model.latches.map((_, i) => [i]);
    const line = new Line(modules, { policy, share: 1, jump: "direct" });
    const options: RefinementOptions = {
      order: "fifo",
      reach: "none",
      by,
      most: 1e9,
      endgame: { sets: "apart", strong: "scc", dontCares: "none", weakFirst: false },
      effort: Number.POSITIVE_INFINITY,
    };
    using proof = new ProofLog(sets);
    const reachable = () => closure(sets, "forward", sets.initial);
    const refinement = new Refinement({ sets, proof, line, options, reachable });
    const { tree } = finish(refinement.run());
    return { steps: sets.steps.ex + sets.steps.ey, tree };
  }

  /** Steps for an effective state: of the SCC algorithm, and two to tell the strength of an SCC. */
  const K = 5;

  it.each([
    { policy: "popcorn", lambda: 1 },
    { policy: "lightning", lambda: 2 },
  ] as const)(
    "Theorem 6: $policy takes at most 2λkη steps, with SCCs in a linear number of them",
    ({ policy, lambda }) => {
      const systems = models({ stateFairness: true, maxLatches: 5, maxInputs: 2 });
      fc.assert(
        fc.property(systems, (model) => {
          const states = 2 ** model.latches.length;
          expect(refined(model, policy, "chain").steps).toBeLessThanOrEqual(2 * lambda * K * states);
        }),
        { numRuns: 150 },
      );
    },
  );

  it("Theorem 7: where sets are small for their level, a linear number of steps is enough for Lockstep too", () => {
    const perState = [3, 4, 5, 6, 7, 8].map((latches) => {
      const { steps, tree } = refined(keepers(latches), "popcorn", "lockstep");
      for (const node of tree.slice(1)) expect(node.states).toBeLessThanOrEqual(1); // γ = 1: effective states
      expect(tree.length).toBe(2 ** latches - 1); // every SCC of every level before the exact system, and everything
      return steps / 2 ** latches;
    });
    expect(Math.max(...perState)).toBeLessThanOrEqual(2 * K);
  });

  /** Latches that never change: all states are SCCs by themselves. The last one decides that none of them is fair. */
  function keepers(latches: number): Model {
    const b = new Builder();
    const kept = Array.from({ length: latches }, () => b.latch());
    for (const l of kept) b.next(l, l);
    b.fair(kept.at(-1)!);
    b.fair(b.not(kept.at(-1)!));
    return b.model();
  }
});

describe("D'n'C, Section 9", () => {
  const PROTOCOLS: readonly Protocol[] = [false, true].flatMap((failing) => [
    philosophers(4, failing),
    bakery(3, 3, failing),
    eisenbergMcGuire(2, failing),
    peterson(3, failing),
    elevator(4, failing),
    nullModem(3, 2, failing),
    twoQueues(4, failing),
    arbiter(4, failing),
  ]);
  const CONFIGURATIONS: readonly (readonly [Engine, OptionValues])[] = [
    [dnc, { policy: "two-level", reach: "exact" }],
    [dnc, { policy: "popcorn", share: 1, strong: "seeded" }],
    [dnc, { policy: "lightning", share: 0.6, order: "lifo", reach: "approximate", dc: "relation" }],
    [dnc, { policy: "adaptive", jump: "one-step", order: "lifo", most: 10, reach: "none" }],
    [dncSharp, {}],
    [dncSharp, { subset: "cube", jump: "direct" }],
  ];

  it.each(PROTOCOLS)("$name: every policy finds the answer, and its lassos replay", (protocol) => {
    const task = taskOf(protocol);
    for (const [engine, options] of CONFIGURATIONS) {
      const verdict = decide(engine, task, options, context);
      expect(verdict.answer, JSON.stringify(options)).toBe(protocol.holds ? "holds" : "fails");
      if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") continue;
      expect(checkLasso(task.model, verdict.by)).toMatchObject({ ok: true });
    }
  });
});

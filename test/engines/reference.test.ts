import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkLasso, checkRun } from "../../src/checkers/check-lasso.js";
import { reference } from "../../src/engines/reference.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { type FairGraph, fairGraphs, modelOfGraph, models, systems } from "../arbitraries/systems.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { treeIn } from "./evidence.js";
import { decide, plainContext } from "./running.js";

const small = { maxLatches: 3, maxInputs: 2, maxFairness: 3 };

/** A model from its parts, for examples in the text. */
const modelWith = (parts: Pick<Model, "aig" | "inputs" | "latches"> & Partial<Model>): Model => ({
  constraints: [],
  fairness: [],
  signals: [],
  modules: [],
  ...parts,
});

/** So many latches that follow their inputs. */
function shadows(n: number): { aig: Aig; inputs: Lit[]; latches: Lit[]; model: Model } {
  const aig = new Aig();
  const inputs = Array.from({ length: n }, () => aig.leaf());
  const latches = Array.from({ length: n }, () => aig.leaf());
  const model = modelWith({
    aig,
    inputs: inputs.map(nodeOf),
    latches: latches.map((l, i) => ({ node: nodeOf(l), next: inputs[i]!, reset: FALSE })),
  });
  return { aig, inputs, latches, model };
}

describe("reference: fair cycles", () => {
  it("agrees with a search for closed walks on random systems; its lassos replay and have shortest stems", () => {
    fc.assert(
      fc.property(models(small), (model) => {
        const verdict = decide(reference, { kind: "fair-cycle", model });
        const tiny = new TinySystem(model);
        expect(verdict.answer).toBe(tiny.hasFairCycle() ? "fails" : "holds");
        expect(verdict.stats.states).toBe(tiny.reachable.size);
        if (verdict.answer !== "fails") return;
        if (verdict.by.kind !== "lasso") throw new Error("no lasso");
        expect(checkLasso(model, verdict.by)).toEqual({ ok: true, openLatches: [] });
        expect(verdict.by.loop).toBe(tiny.shortestStem());
      }),
      { numRuns: 400 },
    );
  });

  it("agrees with the graph that a model was made from", () => {
    fc.assert(
      fc.property(fairGraphs(), (graph) => {
        const verdict = decide(reference, { kind: "fair-cycle", model: modelOfGraph(graph) });
        expect(verdict.answer).toBe(hasFairWalk(graph) ? "fails" : "holds");
      }),
      { numRuns: 300 },
    );
  });

  it("needs an infinite behaviour even without conditions", () => {
    const aig = new Aig();
    const x = aig.leaf();
    const latches = [{ node: nodeOf(x), next: TRUE, reset: FALSE }];
    const free = modelWith({ aig, inputs: [], latches });
    expect(decide(reference, { kind: "fair-cycle", model: free }).answer).toBe("fails");
    const deadEnd = { ...free, constraints: [not(x)] };
    expect(decide(reference, { kind: "fair-cycle", model: deadEnd }).answer).toBe("holds");
  });

  it("works without latches", () => {
    const aig = new Aig();
    const go = aig.leaf();
    const model = modelWith({ aig, inputs: [nodeOf(go)], latches: [], constraints: [go], fairness: [go] });
    expect(decide(reference, { kind: "fair-cycle", model }).answer).toBe("fails");
    expect(decide(reference, { kind: "fair-cycle", model: { ...model, fairness: [not(go)] } }).answer).toBe("holds");
  });

  it("handles more conditions, latches and inputs than fit into a word", () => {
    const aig = new Aig();
    const bits = Array.from({ length: 40 }, () => aig.leaf());
    const noise = Array.from({ length: 40 }, () => aig.leaf());
    // A token goes round. Inputs are read, but what they say does not matter.
    const idle = aig.andAll([...noise, FALSE]);
    const token = modelWith({
      aig,
      inputs: noise.map(nodeOf),
      latches: bits.map((l, i) => ({
        node: nodeOf(l),
        next: aig.or(bits[(i + 39) % 40]!, idle),
        reset: i === 0 ? TRUE : FALSE,
      })),
      fairness: bits,
    });
    const verdict = decide(reference, { kind: "fair-cycle", model: token });
    expect(verdict).toMatchObject({ answer: "fails", stats: { states: 40, edges: 40 } });
    if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") throw new Error("no lasso");
    expect(checkLasso(token, verdict.by).ok).toBe(true);
    const twice = { ...token, fairness: [...bits, aig.and(bits[0]!, bits[1]!)] };
    expect(decide(reference, { kind: "fair-cycle", model: twice }).answer).toBe("holds");
  });

  it("tries only the inputs that matter in a state", () => {
    // 2^36 input valuations, but with `select` at 0 only one input is read; then the state is frozen.
    const { aig, inputs, latches, model } = shadows(36);
    const [select] = latches;
    const frozen = modelWith({
      ...model,
      latches: model.latches.map((l, i) => ({
        ...l,
        next: i === 0 ? aig.or(select!, inputs[0]!) : aig.and(select!, latches[i]!),
      })),
      fairness: [aig.and(not(select!), inputs[0]!), inputs[35]!],
    });
    expect(decide(reference, { kind: "fair-cycle", model: frozen })).toMatchObject({
      answer: "holds",
      stats: { states: 2 },
    });
  });
});

/** Is there a reachable state with a closed walk that meets every condition? Straight from the graph. */
function hasFairWalk(graph: FairGraph): boolean {
  const all = 2 ** graph.conditions - 1;
  const search = (starts: readonly (readonly [number, number])[]) => {
    const seen = new Map<string, readonly [number, number]>();
    const pending = [...starts];
    for (let p = pending.pop(); p !== undefined; p = pending.pop())
      for (const e of graph.edges) {
        if (e.from !== p[0]) continue;
        const next = [e.to, e.meets.reduce((met, c) => met | (1 << c), p[1])] as const;
        if (seen.has(`${next}`)) continue;
        seen.set(`${next}`, next);
        pending.push(next);
      }
    return seen;
  };
  const reachable = new Set(graph.initial);
  for (const [state] of search(graph.initial.map((s) => [s, 0])).values()) reachable.add(state);
  return [...reachable].some((s) => search([[s, 0]]).has(`${[s, all]}`));
}

describe("reference: reachability", () => {
  it("agrees with brute force, and its runs replay and are shortest", () => {
    fc.assert(
      fc.property(systems({ ...small, extraLits: 1 }), ({ model, lits: [bad] }) => {
        const verdict = decide(reference, { kind: "reach", model, bad: bad! });
        const length = new TinySystem(model).shortestRun(bad!);
        expect(verdict.answer).toBe(length < 0 ? "holds" : "fails");
        if (verdict.answer !== "fails") return;
        if (verdict.by.kind !== "run") throw new Error("no run");
        expect(checkRun(model, verdict.by, bad!)).toEqual({ ok: true, openLatches: [] });
        expect(verdict.by.steps.length).toBe(length);
      }),
      { numRuns: 400 },
    );
  });
});

describe("reference: fair CTL", () => {
  const atoms = ["a", "b"];

  it("agrees with the definition, evaluated on the written-out system", () => {
    const shape = { ...small, stateFairness: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(shape), ctlFormulas({ atoms, depth: 3 }), ({ model, lits }, formula) => {
        const meaning = new Map(atoms.map((name, i) => [name, lits[i]!]));
        const verdict = decide(reference, { kind: "ctl", model, formula, atoms: meaning });
        const tiny = new TinySystem(model);
        const satisfying = tiny.satisfying(formula, meaning);
        expect(verdict.answer).toBe(tiny.initial.every((s) => satisfying.has(s)) ? "holds" : "fails");
      }),
      { numRuns: 500 },
    );
  });

  /** One latch x, set by the input; `allowed` is a constraint. */
  const switchModel = (allowed: (aig: Aig, x: Lit, set: Lit) => Lit): { model: Model; atoms: Map<string, Lit> } => {
    const { aig, inputs, latches, model } = shadows(1);
    return {
      model: { ...model, constraints: [allowed(aig, latches[0]!, inputs[0]!)].filter((l) => l !== TRUE) },
      atoms: new Map([
        ["x", latches[0]!],
        ["set", inputs[0]!],
      ]),
    };
  };
  const ask = (text: string, { model, atoms }: { model: Model; atoms: Map<string, Lit> }) =>
    decide(reference, { kind: "ctl", model, formula: parseCtl(text).formula, atoms });

  it("lets an initial state without a fair path satisfy every A and no E formula, and says so", () => {
    const dead = switchModel((_, x) => x);
    expect(ask("AF x", dead)).toMatchObject({ answer: "holds", initialStates: { all: 0 } });
    expect(ask("AG x", dead).answer).toBe("holds");
    expect(ask("AX false", dead).answer).toBe("holds");
    expect(ask("EG true", dead).answer).toBe("fails");
    expect(ask("!x", dead).answer).toBe("holds");
    const alive = switchModel(() => TRUE);
    expect(ask("EG true", alive)).toMatchObject({ answer: "holds", initialStates: { withoutFairPath: 0 } });
  });

  it("shows by paths what paths can show", () => {
    const free = switchModel(() => TRUE);
    const failing = ask("AG (x -> AX x)", free);
    const bits = (steps: readonly { latches: Uint8Array }[]) => steps.map((s) => s.latches[0]).join("");
    const tree = treeIn(failing)!;
    expect(bits(tree.path.steps)).toBe("01");
    expect(tree.branches.map((b) => [b.step, bits(b.tree.path.steps)])).toEqual([[1, "10"]]);
    expect(treeIn(ask("AF x", free))?.path).toMatchObject({ kind: "lasso", loop: 0 });
    expect(ask("EF (x & !x)", free).answer).toBe("fails");
    expect(treeIn(ask("EF (x & !x)", free))).toBeNull();
    expect(ask("x", free)).toMatchObject({ answer: "fails", shown: { kind: "tree", path: { kind: "run" } } });
  });

  it("refuses atoms that read inputs", () => {
    expect(
      ask(
        "EF set",
        switchModel(() => TRUE),
      ),
    ).toMatchObject({ answer: "unknown", reason: "unsupported" });
  });
});

describe("reference: limits", () => {
  const { model } = shadows(10);
  const task = { kind: "fair-cycle", model: { ...model, fairness: [FALSE] } } as const;

  it("decides within them", () => {
    expect(decide(reference, task)).toMatchObject({ answer: "holds", stats: { states: 1024, edges: 2 ** 20 } });
  });

  it("says honestly why it gave up", () => {
    expect(decide(reference, task, { states: 500 })).toMatchObject({ answer: "unknown", reason: "bound" });
    const context = (parts: Partial<typeof plainContext>) =>
      Object.defineProperties(
        {},
        {
          ...Object.getOwnPropertyDescriptors(plainContext),
          ...Object.getOwnPropertyDescriptors(parts),
        },
      ) as typeof plainContext;
    expect(decide(reference, task, {}, context({ memoryLimit: 20_000 }))).toMatchObject({ reason: "memory" });
    for (const why of ["time", "memory", "cancelled"] as const)
      expect(decide(reference, task, {}, context({ shouldStop: () => why }))).toMatchObject({ reason: why });
    const free = modelWith({ ...model, latches: model.latches.map((l) => ({ ...l, reset: "free" as const })) });
    expect(decide(reference, { kind: "fair-cycle", model: free }, { states: 500 })).toMatchObject({
      answer: "unknown",
      reason: "bound",
    });
  });
});

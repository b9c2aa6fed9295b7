import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { counter, jumpingCounter } from "../../bench/families/counters.js";
import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { checkTree } from "../../src/checkers/check-tree.js";
import { catchThemYoungEngine } from "../../src/engines/catch-them-young.js";
import { chainEngine } from "../../src/engines/chain.js";
import { dnc } from "../../src/engines/dnc.js";
import { el } from "../../src/engines/el.js";
import type { Engine, OptionValues } from "../../src/engines/engine.js";
import { gsh } from "../../src/engines/gsh.js";
import { lockstepEngine } from "../../src/engines/lockstep.js";
import { reference } from "../../src/engines/reference.js";
import { transitiveClosure } from "../../src/engines/transitive-closure.js";
import type { CertificateStep } from "../../src/evidence/certificate.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf, not } from "../../src/logic/lit.js";
import type { FairCycleTask } from "../../src/model/model.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { forSets } from "../../src/transform/for-sets.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { models, systems } from "../arbitraries/systems.js";
import { satKernel } from "../solvers/sat/kernel.js";
import { kernelContext as context, expectRight, stepsIn, treeIn } from "./evidence.js";
import { holdings } from "./holdings.js";
import { decide, running } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 40);

/** With everything that engines get wrong: dead ends, input-dependent fairness, none at all, many conditions. */
const tasks: fc.Arbitrary<FairCycleTask> = models({ maxLatches: 4, maxInputs: 2 }).map((model) => ({
  kind: "fair-cycle",
  model,
}));

const FIGURES = ["ex", "ey", "steps", "reachSteps", "iterations", "peakNodes"];

interface Configured {
  readonly name: string;
  readonly engine: Engine;
  readonly options: OptionValues;
}

const configured: Configured[] = [
  { name: "el", engine: el, options: {} },
  { name: "catch-them-young", engine: catchThemYoungEngine, options: {} },
  { name: "lockstep", engine: lockstepEngine, options: {} },
  { name: "lockstep, whole components", engine: lockstepEngine, options: { early: false } },
  { name: "lockstep, trimming", engine: lockstepEngine, options: { trim: true } },
  { name: "chain", engine: chainEngine, options: {} },
];
for (const schedule of ["el", "el2", "hh", "random"])
  for (const tense of ["future", "past", "both"])
    for (const dc of ["low", "medium", "high"])
      configured.push({
        name: `gsh ${schedule} ${tense} ${dc}`,
        engine: gsh,
        options: { schedule, tense, dc },
      });
configured.push({ name: "gsh past, all steps at once", engine: gsh, options: { tense: "past", moves: false } });
configured.push({ name: "gsh both, until all tenses", engine: gsh, options: { tense: "both", until: "all-tenses" } });
configured.splice(
  0,
  configured.length,
  ...configured.filter(({ engine, options }) => engine.refuses?.(options, "fair-cycle") == null),
);

for (const reach of ["approximate", "none"])
  for (const tense of ["future", "past", "both"])
    configured.push({ name: `gsh ${tense}, reach ${reach}`, engine: gsh, options: { tense, reach } });

const held = holdings();
beforeEach(() => held.watch());
afterEach(() => held.leave());

describe.each(configured)("$name", ({ engine, options }) => {
  it("agrees with the reference on random systems, its evidence checks, and it holds nothing afterwards", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        expectRight(task, decide(engine, task, options, context), decide(reference, task).answer);
        expect(held.count).toBe(0);
      }),
      { numRuns: engine === gsh ? Math.ceil(RUNS / 4) : RUNS },
    );
  });

  it("reports steps, iterations and nodes, on the way too", () => {
    const [task] = fc.sample(tasks, { numRuns: 1, seed: 3 });
    const { stats } = decide(engine, task!, options, context);
    for (const { figures } of running(engine, task!, options, context))
      for (const figure of [...FIGURES, "nodes"]) expect(figures[figure]).toBeTypeOf("number");
    for (const figure of FIGURES) expect(stats[figure]).toBeTypeOf("number");
  });
});

describe("gsh without reachable states", () => {
  it("decides in the future tense by whether a fair behaviour starts in an initial state", () => {
    const model = forSets(counter(6)).model;
    const verdict = decide(gsh, { kind: "fair-cycle", model }, { reach: "none", tense: "future" }, context);
    expect(verdict).toMatchObject({ answer: "holds", stats: { reachSteps: 0 } });
    expect(verdict.stats).not.toHaveProperty("reachableStates");
  });

  it("proves with the states outside F as an invariant, where F is not empty", () => {
    const aig = new Aig();
    const stuck = aig.leaf();
    const model = {
      aig,
      inputs: [],
      latches: [{ node: nodeOf(stuck), next: stuck, reset: FALSE }],
      constraints: [],
      fairness: [stuck],
      signals: [],
      modules: [],
    };
    const verdict = decide(gsh, { kind: "fair-cycle", model }, { reach: "none" }, context);
    expect(stepsIn(verdict).steps.map((s) => s.rule)).toEqual(["exclude", "reach", "done"]);
    expect(verdict.stats.reachSteps).toBe(0);
  });

  it("stops when no initial state is left, however long the hull would take", () => {
    const aig = new Aig();
    const stuck = aig.leaf();
    const shifted = Array.from({ length: 6 }, () => aig.leaf());
    const latches = [
      { node: nodeOf(stuck), next: stuck, reset: FALSE },
      ...shifted.map((l, i) => ({ node: nodeOf(l), next: shifted[i - 1] ?? FALSE, reset: FALSE })),
    ];
    const fairness = [stuck, shifted.at(-1)!];
    const model = { aig, inputs: [], latches, constraints: [], fairness, signals: [], modules: [] };
    const verdict = decide(gsh, { kind: "fair-cycle", model }, { reach: "none", schedule: "el" }, context);
    expect(stepsIn(verdict).steps.map((s) => s.rule)).toEqual(["exclude", "reach", "done"]);
    expect(verdict.stats.iterations).toBe(1);
    expectRight({ kind: "fair-cycle", model }, verdict, "holds");
  });

  it("counts the steps for the counterexample apart from those of the hull", () => {
    const aig = new Aig();
    const bits = [aig.leaf(), aig.leaf()];
    const latches = bits.map((b, i) => ({ node: nodeOf(b), next: not(bits[1 - i]!), reset: FALSE }));
    const model = { aig, inputs: [], latches, constraints: [], fairness: [...bits], signals: [], modules: [] };
    const verdict = decide(gsh, { kind: "fair-cycle", model }, {}, context);
    const { ex, ey, steps, lassoSteps } = verdict.stats as Record<string, number>;
    expect(verdict.answer).toBe("fails");
    expect(lassoSteps).toBeGreaterThan(0);
    expect(steps).toBe(ex! + ey!);
    expect(ey).toBe(0); // the future tense alone
  });
});

describe("settings of gsh that would change nothing", () => {
  it.each([
    [{ schedule: "hh" }, "fair-cycle", "tense=both"],
    [{ until: "all-tenses" }, "fair-cycle", "tense=both"],
    [{ tense: "past", dc: "high" }, "fair-cycle", "past tense"],
    [{ tense: "past" }, "ctl", "no effect on CTL"],
    [{ reach: "none" }, "ctl", "no effect on CTL"],
    [{ dc: "medium" }, "ctl", "done anyway"],
  ] as const)("%o for %s tasks is refused, with the reason", (options, kind, reason) => {
    expect(gsh.refuses?.(options, kind)).toContain(reason);
  });

  it.each([
    [{ schedule: "hh", tense: "both" }, "fair-cycle"],
    [{ tense: "past" }, "fair-cycle"],
    [{ schedule: "el", dc: "low" }, "ctl"],
  ] as const)("%o for %s tasks is taken", (options, kind) => {
    expect(gsh.refuses?.(options, kind)).toBeNull();
  });
});

describe("proofs of many steps", () => {
  it.each([gsh, el, catchThemYoungEngine, lockstepEngine, chainEngine])(
    "check, and are rejected with one fact too few ($name)",
    (engine) => {
      const { model } = forSets(counter(8));
      const verdict = decide(engine, { kind: "fair-cycle", model }, {}, context);
      const certificate = stepsIn(verdict);
      expect(certificate.steps.length).toBeGreaterThan(256);
      const check = (steps: readonly CertificateStep[]) =>
        checkCertificate(
          { kind: "no-fair-cycle", model },
          { ...certificate, steps },
          { oracle: () => new SatSolver(satKernel) },
        );
      expect(check(certificate.steps).result).toBe("checked");
      const forgotten = 250;
      const steps = certificate.steps.map((s, i) => (i === forgotten ? { ...s, uses: [] } : s));
      expect(check(steps)).toMatchObject({ result: "rejected", step: forgotten });
    },
  );
});

describe("proofs of many components", () => {
  it.each([lockstepEngine, chainEngine])("need few facts for each step ($name)", (engine) => {
    const { model } = forSets(jumpingCounter(6));
    const verdict = decide(engine, { kind: "fair-cycle", model }, {}, context);
    expectRight({ kind: "fair-cycle", model }, verdict, "holds");
    const steps = stepsIn(verdict).steps;
    expect(steps.length).toBeGreaterThan(64);
    for (const step of steps.slice(1, -1)) expect(step.uses?.length).toBeLessThan(16);
  });
});

describe("transitive-closure", () => {
  it("agrees with the reference on random systems", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const verdict = decide(transitiveClosure, task, {}, context);
        expect(verdict.answer).toBe(decide(reference, task).answer);
        if (verdict.answer === "fails") expectRight(task, verdict, "fails");
        expect(held.count).toBe(0);
      }),
      { numRuns: RUNS },
    );
  });
});

describe.each([
  ...configured.filter((c) => !c.name.includes("medium")),
  { name: "transitive-closure", engine: transitiveClosure, options: {} },
])("$name, cancelled", ({ engine, options }) => {
  it("frees everything at each of its yields", () => {
    for (const task of fc.sample(tasks, { numRuns: 3, seed: 11 }))
      for (let n = 0, ended = false; !ended; n++) {
        const run = running(engine, task, options, context);
        for (let i = 0; i <= n && !ended; i++) ended = run.next().done === true;
        run.return(undefined as never);
        expect(held.count).toBe(0);
      }
  });

  it("ends with 'unknown' when it must stop, and frees everything", () => {
    const [task] = fc.sample(tasks, { numRuns: 1, seed: 5 });
    const verdict = decide(engine, task!, options, { ...context, shouldStop: () => "cancelled" });
    expect(verdict).toMatchObject({ answer: "unknown", reason: "cancelled" });
    expect(held.count).toBe(0);
  });
});

describe("a search that is stopped while it looks for a behaviour", () => {
  it.each([
    { name: "gsh", engine: gsh, options: {} },
    { name: "gsh past", engine: gsh, options: { tense: "past" } },
    { name: "lockstep", engine: lockstepEngine, options: {} },
    { name: "dnc", engine: dnc, options: {} },
  ])("has the answer already: $name says it without evidence, and is never wrong", ({ engine, options }) => {
    let withoutEvidence = 0;
    for (const task of fc.sample(tasks, { numRuns: 30, seed: 3 })) {
      const { answer } = decide(reference, task, {}, context);
      for (let polls = 0, ended = false; !ended; polls++) {
        let left = polls;
        const verdict = decide(engine, task, options, { ...context, shouldStop: () => (left-- > 0 ? null : "time") });
        if (verdict.answer === "unknown") continue;
        expect(verdict.answer).toBe(answer);
        ended = verdict.by.kind !== "none";
        if (ended) continue;
        expect(verdict).toMatchObject({ answer: "fails", by: { why: "the search for a behaviour was stopped: time" } });
        withoutEvidence++;
      }
    }
    expect(withoutEvidence).toBeGreaterThan(0);
  });
});

describe("gsh: fair CTL", () => {
  const atoms = ["a", "b"];

  it.each([
    ["gsh", gsh],
    ["reference", reference],
  ])("%s shows a path from a state that has one, where others violate the formula as well", (_, engine) => {
    const aig = new Aig();
    const [x, y] = [aig.leaf(), aig.leaf()];
    const latches = [x, y].map((l) => ({ node: nodeOf(l), next: FALSE, reset: "free" as const }));
    const atoms = new Map([["a", not(x)]]);
    for (const dead of [aig.and(x, y), aig.and(x, not(y))]) {
      const model = { aig, inputs: [], latches, constraints: [not(dead)], fairness: [], signals: [], modules: [] };
      const task = { kind: "ctl", model, formula: { op: "atom", name: "a" }, atoms } as const;
      const verdict = decide(engine, task, {}, context);
      expect(verdict.answer).toBe("fails");
      expect(treeIn(verdict)?.path.kind).toBe("lasso");
    }
  });

  it("agrees with the reference on random formulas, and its trees replay", () => {
    const shape = { maxLatches: 3, maxInputs: 2, maxFairness: 3, stateFairness: true, extraLits: 2 };
    fc.assert(
      fc.property(systems(shape), ctlFormulas({ atoms, depth: 3 }), ({ model, lits }, formula) => {
        const meaning = new Map(atoms.map((name, i) => [name, lits[i]!]));
        const task = { kind: "ctl", model, formula, atoms: meaning } as const;
        const verdict = decide(gsh, task, {}, context);
        const expected = decide(reference, task);
        expect(verdict.answer).toBe(expected.answer);
        expect(held.count).toBe(0);
        if (verdict.answer === "unknown" || expected.answer === "unknown") return;
        expect(verdict.initialStates).toEqual(expected.initialStates);
        expect(verdict.by.kind).toBe(expected.by.kind);
        const [tree, other] = [treeIn(verdict), treeIn(expected)].map(
          (shown) => shown && checkTree(model, formula, meaning, shown),
        );
        if (tree) expect(tree.ok).toBe(true);
        if (other) expect(other.ok).toBe(true);
        // What a tree can show depends on the state that it begins in.
        if (model.latches.every(({ reset }) => reset !== "free")) expect(tree).toEqual(other);
      }),
      { numRuns: 6 * RUNS },
    );
  });
});

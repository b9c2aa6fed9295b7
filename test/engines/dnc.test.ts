import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Builder } from "../../bench/families/builder.js";
import { reordered } from "../../bench/reordered.js";
import { dnc } from "../../src/engines/dnc.js";
import { dncSharp } from "../../src/engines/dnc-sharp.js";
import type { Engine, EngineContext, OptionSpec, OptionValues } from "../../src/engines/engine.js";
import { reference } from "../../src/engines/reference.js";
import { loadDesign } from "../../src/loading/load.js";
import type { FairCycleTask, Model } from "../../src/model/model.js";
import { prepare } from "../../src/solving/prepare.js";
import { models } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";
import { bddModule } from "../solvers/bdd/tables.js";
import { satKernel } from "../solvers/sat/kernel.js";
import { expectRight } from "./evidence.js";
import { holdings } from "./holdings.js";
import { decide, running } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 40);

const context: EngineContext = {
  shouldStop: () => null,
  memoryLimit: 2 ** 30,
  seed: 1,
  kernels: { sat: satKernel, bdd: bddModule },
};

/** Dead ends, input-dependent fairness, none at all, many conditions; several submodules of a latch or two. */
const tasks: fc.Arbitrary<FairCycleTask> = models({ maxLatches: 5, maxInputs: 2 }).map((model) => ({
  kind: "fair-cycle",
  model,
}));

/** Any values of the options of an engine; clusters of a latch or two and few sets, so that there is something to refine. */
const anyOptions = (engine: Engine): fc.Arbitrary<OptionValues> =>
  fc.record(Object.fromEntries(Object.entries(engine.options).map(([name, spec]) => [name, anyValue(name, spec)])));

function anyValue(name: string, spec: OptionSpec): fc.Arbitrary<string | number | boolean> {
  switch (spec.kind) {
    case "choice":
      return fc.constantFrom(...spec.values);
    case "flag":
      return fc.boolean();
    case "number":
      return NUMBERS[name] ?? fc.constant(spec.default);
  }
}

const NUMBERS: Readonly<Record<string, fc.Arbitrary<number>>> = {
  share: fc.constantFrom(0.3, 0.6, 1),
  cluster: fc.constantFrom(1, 2, 3),
  most: fc.constantFrom(1, 2, 5, 200),
  nodes: fc.constantFrom(1, 3, 30),
  seeds: fc.constantFrom(0, 200_000),
  edges: fc.constantFrom(0, 3, 200),
  effort: fc.constantFrom(0, 30, 300, 5_000_000),
  lines: fc.constantFrom(1, 8),
  split: fc.constantFrom(1, 2, 4),
};

/**
 * A chain of components that meet one of two conditions, and one at its end that meets both. The part that the conditions speak
 * of does not know where in the chain it is, so all of them are one suspect set.
 */
function chainOfComponents(length: number): Model {
  const b = new Builder();
  const at = b.word(length);
  const here = b.latch();
  const mark = b.latch();
  const move = b.input();
  for (const [i, l] of at.entries()) b.next(l, b.or(l, i === 0 ? move : b.and(move, at[i - 1]!)));
  b.next(here, b.not(here));
  b.next(mark, b.full(at));
  b.fair(here);
  b.fair(mark);
  return b.model();
}

const held = holdings();
beforeEach(() => held.watch());
afterEach(() => held.leave());

describe.each([{ engine: dnc }, { engine: dncSharp }])("$engine.name with any options", ({ engine }) => {
  it("agrees with the reference on random systems, its evidence checks, and it holds nothing afterwards", () => {
    fc.assert(
      fc.property(tasks, anyOptions(engine), (task, options) => {
        expectRight(task, decide(engine, task, options, context), decide(reference, task).answer);
        expect(held.count).toBe(0);
      }),
      { numRuns: 4 * RUNS },
    );
  });

  it("frees everything at each of its yields", () => {
    for (const [task, options] of fc.sample(fc.tuple(tasks, anyOptions(engine)), { numRuns: 2, seed: 11 }))
      for (let n = 0, ended = false; !ended; n++) {
        const run = running(engine, task, options, context);
        for (let i = 0; i <= n && !ended; i++) ended = run.next().done === true;
        run.return(undefined as never);
        expect(held.count).toBe(0);
      }
  });
});

describe("dnc", () => {
  const file = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "aiger", "cunim3.aig");
  it.skipIf(!existsSync(file))(
    "looks at single components first for little: at most three times a hull, whatever the order of the latches (skipped without FAIRLEAD_BENCHMARKS)",
    async () => {
      const design = await loadDesign(file);
      for (const order of [0, 1, 2]) {
        const { model, properties } = reordered(design, order);
        const prepared = prepare(model, properties[0]!);
        if ("unsupported" in prepared) throw new Error(prepared.unsupported);
        const created = (strong: string) => Number(decide(dnc, prepared.task, { strong }, context).stats.createdNodes);
        expect(created("mixed")).toBeLessThan(3 * created("hull"));
      }
    },
  );
});

describe("dnc-sharp", () => {
  it("finds what is ahead of seeds in vain by a hull, and stays inside what can be reached", () => {
    const hulls = ["minterm", "cube", "dense", "all"].map((subset) => {
      const task = { kind: "fair-cycle", model: chainOfComponents(7) } as const;
      const verdict = decide(dncSharp, task, { subset, jump: "direct", seeds: 0 }, context);
      expectRight(task, verdict, "fails");
      return Number(verdict.stats.hulls);
    });
    expect(Math.max(...hulls)).toBeGreaterThan(0);
  });

  const file = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "aiger", "lmcs06brp4.aig");
  it.skipIf(!existsSync(file))(
    "has a lasso for lmcs06brp4 that replays (skipped without FAIRLEAD_BENCHMARKS)",
    async () => {
      const { model, properties } = await loadDesign(file);
      const outcome = solved(model, properties[0]!, dncSharp);
      expect(outcome).toMatchObject({ verdict: { answer: "fails" } }); // and its evidence was checked
    },
  );
});

import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { counter } from "../../bench/families/counters.js";
import { bmc } from "../../src/engines/bmc.js";
import type { Engine, OptionValues } from "../../src/engines/engine.js";
import { fair } from "../../src/engines/fair.js";
import { kLiveness } from "../../src/engines/k-liveness.js";
import { l2s } from "../../src/engines/l2s.js";
import { reference } from "../../src/engines/reference.js";
import { rlive } from "../../src/engines/rlive.js";
import { simplified } from "../../src/engines/simplified.js";
import type { FairCycleTask } from "../../src/model/model.js";
import { models } from "../arbitraries/systems.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { expectRight, flawIn, kernelContext, satContext } from "./evidence.js";
import { decide, plainContext, running } from "./running.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 50);

const tasks: fc.Arbitrary<FairCycleTask> = models({ maxLatches: 5, maxGates: 30 }).map((model) => ({
  kind: "fair-cycle",
  model,
}));

describe("SAT engines for fair cycles", () => {
  it.each<{ engine: Engine; options: OptionValues }>([
    { engine: l2s, options: { by: "ic3" } },
    { engine: l2s, options: { by: "cores" } },
    { engine: rlive, options: {} },
    { engine: l2s, options: { by: "bdd" } },
    { engine: fair, options: { k: 0, minimize: false, reach: "none", loops: false } },
    { engine: fair, options: { k: 0, minimize: true, reach: "bdd" } },
    { engine: fair, options: { k: 1, minimize: true, walls: false, loops: false } },
    { engine: fair, options: { k: 2, minimize: false, inside: false, reach: "none" } },
    { engine: fair, options: { reach: "none", walls: false, inside: false, loops: false } },
  ])("$engine.name $options agrees with the reference, and its evidence is checked", ({ engine, options }) => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { answer } = decide(reference, task, {}, plainContext);
        expectRight(task, decide(engine, task, options, kernelContext), answer);
      }),
      { numRuns: RUNS },
    );
  });

  it("k-liveness proves what holds and never refutes it", () => {
    fc.assert(
      fc.property(tasks, fc.boolean(), (task, stabilize) => {
        const { answer } = decide(reference, task, {}, plainContext);
        const verdict = decide(kLiveness, task, { limit: answer === "holds" ? 100 : 10, stabilize }, satContext);
        if (answer === "fails" && verdict.answer === "unknown") return;
        expectRight(task, verdict, answer);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("SAT engines that are interrupted", () => {
  const all: readonly Engine[] = [
    simplified(bmc),
    simplified(l2s),
    simplified(kLiveness),
    simplified(rlive),
    simplified(fair),
  ];

  it.each(all)("$name says so when it is stopped, wherever it is, and is never wrong", (engine) => {
    fc.assert(
      fc.property(tasks, fc.integer({ min: 0, max: 300 }), (task, polls) => {
        let left = polls;
        const context = { ...kernelContext, shouldStop: () => (left-- > 0 ? null : ("cancelled" as const)) };
        const verdict = decide(engine, task, { simplify: "first" }, context);
        if (verdict.answer === "unknown") expect(["cancelled", "bound"]).toContain(verdict.reason);
        else expectRight(task, verdict, decide(reference, task, {}, plainContext).answer);
      }),
      { numRuns: RUNS },
    );
  });

  it.each(all)("$name can be left after any event", (engine) => {
    fc.assert(
      fc.property(tasks, fc.nat({ max: 8 }), (task, events) => {
        const run = running(engine, task, {}, kernelContext);
        for (let k = 0; k < events; k++) if (run.next().done) return;
        expect(run.return(undefined as never).done).toBe(true);
      }),
      { numRuns: Math.ceil(RUNS / 2) },
    );
  });
});

describe("solvers of SAT engines", () => {
  const { Instance } = WebAssembly;
  /** Counts instances of kernels, and has room for so many. */
  function room(most: number): { readonly made: number } {
    const count = { made: 0 };
    const construct = (target: typeof Instance, given: unknown[]): WebAssembly.Instance => {
      if (++count.made > most) throw new RangeError("Out of memory: Cannot allocate Wasm memory for new instance");
      return Reflect.construct(target, given);
    };
    WebAssembly.Instance = new Proxy(Instance, { construct });
    return count;
  }
  afterEach(() => {
    WebAssembly.Instance = Instance;
  });

  it("are few in rlive, however many events follow each other", () => {
    const instances = room(Number.POSITIVE_INFINITY);
    const { answer, stats } = decide(rlive, { kind: "fair-cycle", model: counter(7) }, {}, satContext);
    expect(answer).toBe("holds");
    expect(stats.deepest).toBeGreaterThan(100);
    expect(instances.made).toBeLessThan(20);
  });

  it.each([bmc, l2s, kLiveness, rlive, fair])("are too many for the machine: $name says so", (engine) => {
    room(0);
    const verdict = decide(engine, { kind: "fair-cycle", model: counter(4) }, {}, satContext);
    expect(verdict).toMatchObject({ answer: "unknown", reason: "memory" });
  });
});

describe("bmc for lassos", () => {
  it("unrolls by as many gates in late steps as in early ones", () => {
    const task: FairCycleTask = { kind: "fair-cycle", model: counter(10) };
    const gates = (bound: number) => Number(decide(bmc, task, { bound }, satContext).stats.gates);
    const [early, late] = [gates(40) - gates(20), gates(80) - gates(60)];
    expect(late).toBeLessThanOrEqual(1.2 * early);
  });

  it("finds a lasso when there is one, and never proves", () => {
    fc.assert(
      fc.property(tasks, (task) => {
        const { answer } = decide(reference, task, {}, plainContext);
        const verdict = decide(bmc, task, { bound: answer === "fails" ? 1000 : 5 }, satContext);
        if (answer === "fails") expect(flawIn(task, verdict)).toBeNull();
        expect(verdict.answer).toBe(answer === "fails" ? "fails" : "unknown");
      }),
      { numRuns: RUNS },
    );
  });

  it("finds a shortest one: no lasso with fewer steps exists", () => {
    fc.assert(
      fc.property(models({ maxLatches: 3, maxInputs: 1, maxFairness: 2 }), (model) => {
        const task: FairCycleTask = { kind: "fair-cycle", model };
        const verdict = decide(bmc, task, { bound: 20 }, satContext);
        if (verdict.answer !== "fails" || verdict.by.kind !== "lasso") return;
        expect(hasLassoBelow(new TinySystem(model), verdict.by.steps.length)).toBe(false);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });
});

/** Is there a fair lasso of fewer than `length` steps? By trying all walks. */
function hasLassoBelow(tiny: TinySystem, length: number): boolean {
  const all = (1 << tiny.model.fairness.length) - 1;
  const walk = (states: readonly number[], meets: readonly number[]): boolean => {
    const last = states[states.length - 1]!;
    return tiny.moves.some((move) => {
      if (move.from !== last) return false;
      const met = [...meets, move.meets];
      const closes = states.some((s, k) => s === move.to && met.slice(k).reduce((sum, m) => sum | m, 0) === all);
      return closes || (states.length < length - 1 && walk([...states, move.to], met));
    });
  };
  return length > 1 && tiny.initial.some((s) => walk([s], []));
}

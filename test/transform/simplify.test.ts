import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bmc } from "../../src/engines/bmc.js";
import { dnc } from "../../src/engines/dnc.js";
import type { Engine, OptionValues } from "../../src/engines/engine.js";
import { fair } from "../../src/engines/fair.js";
import { ic3 } from "../../src/engines/ic3.js";
import { kLiveness } from "../../src/engines/k-liveness.js";
import { l2s } from "../../src/engines/l2s.js";
import { reference } from "../../src/engines/reference.js";
import { rlive } from "../../src/engines/rlive.js";
import { simplified } from "../../src/engines/simplified.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, litOf, negateIf, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { FairCycleTask, Latch, Model, ReachTask } from "../../src/model/model.js";
import type { SignalValues } from "../../src/model/signal-values.js";
import { Simulator } from "../../src/model/simulate.js";
import { signalCorrespondence } from "../../src/safety/signal-correspondence.js";
import { equalLatches } from "../../src/transform/equal-latches.js";
import { mergeSignals } from "../../src/transform/merge-signals.js";
import { resynthesised } from "../../src/transform/resynthesis.js";
import { stuckLatches } from "../../src/transform/stuck-latches.js";
import { models, systems } from "../arbitraries/systems.js";
import { expectRight, kernelContext } from "../engines/evidence.js";
import { decide, plainContext } from "../engines/running.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { host } from "../safety/oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 40);

/** Random systems with latches added that are copies, opposites or constants in disguise, or flags that fairness wants never to be raised. */
const redundant = systems({ maxLatches: 4, maxGates: 25, maxInputs: 2, extraLits: 1 }).chain(({ model, lits }) =>
  fc
    .array(fc.record({ of: fc.nat(), opposite: fc.boolean(), kind: fc.constantFrom("copy", "stuck", "trap") }), {
      minLength: 1,
      maxLength: 4,
    })
    .map((added) => withRedundancy(model, lits[0]!, added)),
);

function withRedundancy(
  model: Model,
  bad: Lit,
  added: readonly { of: number; opposite: boolean; kind: string }[],
): { readonly model: Model; readonly bad: Lit } {
  const aig = model.aig.fork();
  const latches: Latch[] = [...model.latches];
  let fairness = [...model.fairness];
  let reads = bad;
  for (const { of, opposite, kind } of added) {
    const twin = aig.leaf();
    if (kind === "trap") {
      latches.push({ node: nodeOf(twin), next: aig.or(twin, negateIf(bad, opposite)), reset: FALSE });
      fairness = [
        ...fairness,
        aig.and(not(twin), latches.length > 1 ? litOf(latches[of % (latches.length - 1)]!.node) : TRUE),
      ];
      continue;
    }
    const original = latches.length === 0 ? undefined : latches[of % latches.length]!;
    if (original === undefined || kind === "stuck" || original.reset === "free") {
      // Stays at its reset value, which it reads off itself and something else.
      const value = opposite ? TRUE : FALSE;
      latches.push({ node: nodeOf(twin), next: opposite ? aig.or(twin, bad) : aig.and(twin, bad), reset: value });
    } else {
      const reset = negateIf(original.reset, opposite);
      latches.push({ node: nodeOf(twin), next: negateIf(original.next, opposite), reset });
    }
    fairness = fairness.map((f) => aig.or(f, aig.and(twin, bad)));
    reads = opposite ? aig.xor(reads, twin) : aig.or(reads, aig.and(twin, not(bad)));
  }
  return { model: { ...model, aig, latches, fairness }, bad: reads };
}

describe("simplification of models", () => {
  it.each<{ engine: Engine; options: OptionValues }>([
    { engine: simplified(fair), options: {} },
    { engine: simplified(fair), options: { k: 1, reach: "none" } },
    { engine: simplified(kLiveness), options: {} },
    { engine: simplified(rlive), options: {} },
    { engine: simplified(l2s), options: { by: "ic3" } },
    { engine: simplified(l2s), options: { by: "cores" } },
    { engine: simplified(l2s), options: { by: "bdd" } },
    { engine: simplified(bmc), options: {} },
  ])(
    "$engine.name $options on the simplified model agrees with the reference; evidence checks on the given one",
    ({ engine, options }) => {
      fc.assert(
        fc.property(redundant, ({ model }) => {
          const task: FairCycleTask = { kind: "fair-cycle", model };
          const { answer } = decide(reference, task, {}, plainContext);
          const bound: OptionValues = engine.name === "bmc" ? { bound: answer === "fails" ? 1000 : 3 } : {};
          const verdict = decide(engine, task, { ...options, ...bound, simplify: "first" }, kernelContext);
          if (engine.name === "bmc" && answer === "holds") expect(verdict.answer).toBe("unknown");
          else if (engine.name !== "k-liveness" || verdict.answer !== "unknown") expectRight(task, verdict, answer);
        }),
        { numRuns: RUNS },
      );
    },
  );

  it("comes late without cost to the evidence: where the head start ends while a lasso is looked for, there is one in the end", () => {
    fc.assert(
      fc.property(redundant, fc.nat({ max: 60 }), ({ model }, patience) => {
        const task: FairCycleTask = { kind: "fair-cycle", model };
        const { answer } = decide(reference, task, {}, plainContext);
        let polls = 0;
        // The clock stands still, then the head start is over.
        const now = () => (polls > patience ? 1e6 : 0);
        const shouldStop = () => {
          polls++;
          return null;
        };
        const verdict = decide(simplified(dnc), task, { simplify: "late" }, { ...kernelContext, shouldStop, now });
        expectRight(task, verdict, answer);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it("keeps what can be reached: proofs and runs check on the given model", () => {
    fc.assert(
      fc.property(redundant, ({ model, bad }) => {
        const task: ReachTask = { kind: "reach", model, bad };
        const { answer } = decide(reference, task, {}, plainContext);
        expectRight(task, decide(simplified(ic3), task, { simplify: "first" }, kernelContext), answer);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it("finds only equations that hold in all reachable states", () => {
    fc.assert(
      fc.property(redundant, ({ model, bad }) => {
        const { reachable } = new TinySystem(model);
        const nodes = [...model.inputs, ...model.latches.map((l) => l.node)];
        const found = [
          stuckLatches(model),
          equalLatches(model),
          signalCorrespondence(model, [bad], host(), 1e6, "all"),
        ];
        for (const { values } of found) {
          const differ = [...values.keys()].filter((n) => values[n] !== litOf(n));
          const all = differ.flatMap((n) => [litOf(n), values[n] as Lit]);
          const sim = new Simulator(model, { watch: all.filter((l) => !nodes.includes(nodeOf(l)) && nodeOf(l) > 0) });
          for (const state of reachable)
            for (let inputs = 0; inputs < 1 << model.inputs.length; inputs++) {
              sim.load({
                latches: Uint8Array.from(model.latches, (_, i) => (state >> i) & 1),
                inputs: Uint8Array.from(model.inputs, (_, i) => (inputs >> i) & 1),
              });
              sim.evaluate();
              for (const n of differ) expect(sim.bit(litOf(n))).toBe(sim.bit(values[n] as Lit));
            }
        }
      }),
      { numRuns: RUNS },
    );
  });

  it("finds the twins and the stuck latches of a model that has them", () => {
    const aig = new Aig();
    const input = aig.leaf();
    const [a, b, c, d] = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
    const latch = (l: Lit, next: Lit, reset: Lit): Latch => ({ node: nodeOf(l), next, reset });
    const model: Model = {
      aig,
      inputs: [nodeOf(input)],
      // b is always ¬a, though neither is computed from the other; c stays 0; d stays 1, which needs a = ¬b.
      latches: [
        latch(a, aig.and(input, a), TRUE),
        latch(b, aig.or(not(input), b), FALSE),
        latch(c, aig.and(c, input), FALSE),
        latch(d, aig.or(c, aig.xor(a, b)), TRUE),
      ],
      constraints: [],
      fairness: [a],
      signals: [],
      modules: [],
    };
    const ofLatches = ({ values }: SignalValues) => [a, b, c, d].map((l) => values[nodeOf(l)]);
    const found = signalCorrespondence(model, [], host(), 1e6, "latches");
    expect(ofLatches(stuckLatches(model))).toEqual([a, b, FALSE, d]);
    expect(ofLatches(found)).toEqual([a, not(a), FALSE, TRUE]);
    expect(mergeSignals(model, found, []).model.latches).toHaveLength(1);
    expect(ofLatches(signalCorrespondence(model, [], host(), -1, "all"))).toEqual([a, b, c, d]);
  });

  it("sees in the graph alone which latches are equal, however long the loop through which they are", () => {
    const aig = new Aig();
    const input = aig.leaf();
    // Two rings of latches, all but the first of each opposite to their predecessor's delay; nothing is read across.
    const ring = (length: number): Latch[] => {
      const leaves = Array.from({ length }, () => aig.leaf());
      return leaves.map((l, i) => {
        const before = leaves[(i + length - 1) % length]!;
        return i === 0
          ? { node: nodeOf(l), next: aig.and(input, before), reset: FALSE }
          : { node: nodeOf(l), next: not(before), reset: i % 2 === 0 ? FALSE : TRUE };
      });
    };
    const [left, right] = [ring(6), ring(6)];
    const model: Model = {
      aig,
      inputs: [nodeOf(input)],
      latches: [...left, ...right],
      constraints: [],
      fairness: [litOf(left[5]!.node), litOf(right[5]!.node)],
      signals: [],
      modules: [],
    };
    const { values, facts } = equalLatches(model);
    right.forEach(({ node }, i) => {
      expect(values[node]).toBe(litOf(left[i]!.node));
    });
    expect(facts).toHaveLength(6);
    expect(mergeSignals(model, { values, facts }, []).model.latches).toHaveLength(6);
  });

  it("builds functions anew, so that equal ones meet", () => {
    const aig = new Aig();
    const [a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const left = aig.and(aig.and(a, b), c);
    const right = aig.and(a, aig.and(b, c));
    const model: Model = {
      aig,
      inputs: [a, b, c].map(nodeOf),
      latches: [],
      constraints: [left],
      fairness: [right],
      signals: [],
      modules: [],
    };
    const { constraints, fairness } = resynthesised(model, []).model;
    expect(constraints).toEqual(fairness);
  });

  it("computes the same functions after that", () => {
    fc.assert(
      fc.property(models({ maxLatches: 4, maxInputs: 2 }), (model) => {
        expect(new TinySystem(resynthesised(model, []).model).moves).toEqual(new TinySystem(model).moves);
      }),
      { numRuns: RUNS },
    );
  });
});

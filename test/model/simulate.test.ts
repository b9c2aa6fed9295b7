import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { resetOrder } from "../../src/model/resets.js";
import { RandomWalks, resetLatches, Simulator, simulate, TernarySimulator } from "../../src/model/simulate.js";
import { evaluateLit } from "../arbitraries/aigs.js";
import { models } from "../arbitraries/systems.js";

/** The oracle: values straight from the graph. */
const valueIn = (model: Model, latches: Uint8Array, inputs: Uint8Array) => (l: Lit) =>
  evaluateLit(model.aig, l, (n) => {
    const i = model.inputs.indexOf(n);
    return i >= 0 ? inputs[i] === 1 : latches[model.latches.findIndex((x) => x.node === n)] === 1;
  })
    ? 1
    : 0;

const bits = fc.array(fc.constantFrom(0, 1), { minLength: 8, maxLength: 8 });
const words = fc.array(fc.integer(), { minLength: 8, maxLength: 8 });

/** A counter of two bits, with an input that stops it, and a latch whose reset reads another latch and an input. */
function stoppableCounter(): Model {
  const aig = new Aig();
  const stop = aig.leaf();
  const low = aig.leaf();
  const high = aig.leaf();
  const memory = aig.leaf();
  return {
    aig,
    inputs: [nodeOf(stop)],
    latches: [
      { node: nodeOf(low), next: aig.xor(low, not(stop)), reset: TRUE },
      { node: nodeOf(high), next: aig.mux(stop, high, aig.xor(high, low)), reset: "free" },
      { node: nodeOf(memory), next: memory, reset: aig.and(high, stop) },
    ],
    constraints: [not(aig.andAll([low, high, stop]))],
    fairness: [],
    signals: [],
    modules: [],
  };
}

describe("Simulator", () => {
  it("follows the counter of the example", () => {
    const model = stoppableCounter();
    const steps = simulate(
      model,
      Uint8Array.of(1, 0, 0),
      [0, 0, 1, 0].map((b) => Uint8Array.of(b)),
    );
    expect(steps.map((s) => [...s.latches].join(""))).toEqual(["100", "010", "110", "110"]);
  });

  it("agrees with the definition on constraints, fairness and next values, in every lane", () => {
    fc.assert(
      fc.property(models(), words, words, (model, l, i) => {
        const sim = new Simulator(model);
        sim.latches.set(l.slice(0, model.latches.length));
        sim.inputs.set(i.slice(0, model.inputs.length));
        sim.evaluate();
        for (const lane of [0, 13, 31]) {
          const now = sim.lane(lane);
          const value = valueIn(model, now.latches, now.inputs);
          const inLane = (word: number) => (word >>> lane) & 1;
          for (const f of model.fairness) expect(inLane(sim.value(f))).toBe(value(f));
          expect(inLane(sim.constraints())).toBe(model.constraints.every((c) => value(c) === 1) ? 1 : 0);
          model.latches.forEach((x, k) => {
            expect(inLane(sim.next(k))).toBe(value(x.next));
          });
        }
        const next = model.latches.map((_, k) => sim.next(k));
        sim.advance();
        expect([...sim.latches]).toEqual(next);
      }),
    );
  });

  it("computes only the next values that are asked for", () => {
    const model = stoppableCounter();
    const sim = new Simulator(model, { latches: [0] });
    sim.load({ latches: Uint8Array.of(1, 1, 1), inputs: Uint8Array.of(0) });
    sim.evaluate();
    sim.advance();
    expect([...sim.lane(0).latches]).toEqual([0, 1, 1]);
    expect(() => sim.value(model.latches[1]!.next)).toThrow(/not in this circuit/);
  });

  it("resets constants and literals, and leaves free latches as they are", () => {
    fc.assert(
      fc.property(models({ literalResets: true }), bits, bits, (model, free, ins) => {
        const inputs = Uint8Array.from(ins.slice(0, model.inputs.length));
        const latches = resetLatches(model, Uint8Array.from(free.slice(0, model.latches.length)), inputs);
        const value = valueIn(model, latches, inputs);
        model.latches.forEach(({ reset }, i) => {
          expect(latches[i]).toBe(reset === "free" ? free[i] : value(reset));
        });
      }),
    );
  });
});

describe("resetOrder", () => {
  it("puts each latch after those that its reset reads", () => {
    const aig = new Aig();
    const [a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const latch = (l: Lit, reset: Lit) => ({ node: nodeOf(l), next: l, reset });
    const chain = [latch(a, aig.and(b, c)), latch(b, not(c)), latch(c, FALSE)];
    expect(resetOrder(aig, chain)).toEqual({ order: [1, 0], cyclic: null });
  });

  it("names a latch of a cycle", () => {
    const aig = new Aig();
    const [a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const latch = (l: Lit, reset: Lit) => ({ node: nodeOf(l), next: l, reset });
    expect(resetOrder(aig, [latch(a, not(b)), latch(b, aig.and(c, a)), latch(c, TRUE)]).cyclic).not.toBeNull();
    expect(resetOrder(aig, [latch(a, not(a))]).cyclic).toBe(0);
    expect(() => new Simulator({ ...stoppableCounter(), aig, latches: [latch(a, not(a))] })).toThrow();
  });
});

describe("TernarySimulator", () => {
  it("agrees with two-valued simulation wherever it knows the answer", () => {
    const trits = fc.array(fc.constantFrom(0, 1, 2), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(models(), trits, trits, bits, (model, l, i, fill) => {
        const ternary = new TernarySimulator(model);
        const set = (t: number | undefined): [number, number] => [t === 0 ? 0 : -1, t === 1 ? 0 : -1];
        model.latches.forEach((_, k) => {
          ternary.setLatch(k, ...set(l[k]));
        });
        model.inputs.forEach((_, k) => {
          ternary.setInput(k, ...set(i[k]));
        });
        ternary.evaluate();
        const pick = (t: number, k: number) => (t === 2 ? fill[k]! : t);
        const latches = Uint8Array.from(model.latches, (_, k) => pick(l[k]!, k));
        const inputs = Uint8Array.from(model.inputs, (_, k) => pick(i[k]!, 7 - k));
        const value = valueIn(model, latches, inputs);
        for (const lit of [...model.constraints, ...model.fairness, ...model.latches.map((x) => x.next)])
          expect(ternary.mayBe(value(lit) === 1 ? lit : not(lit))).not.toBe(0);
      }),
    );
  });
});

describe("RandomWalks", () => {
  it("shows behaviours: they start in a first step, follow the next functions and keep the constraints", () => {
    fc.assert(
      fc.property(models({ literalResets: true }), fc.integer(), (model, seed) => {
        const walks = new RandomWalks(model, seed);
        let before: { latches: Uint8Array; inputs: Uint8Array }[] = [];
        let alive = 0;
        for (let t = 0; t < 4; t++) {
          const good = walks.step();
          for (let lane = 0; lane < 32; lane++) {
            if (((good >>> lane) & 1) === 0) continue;
            const now = walks.sim.lane(lane);
            const value = valueIn(model, now.latches, now.inputs);
            expect(model.constraints.every((c) => value(c) === 1)).toBe(true);
            model.latches.forEach(({ next, reset }, i) => {
              if ((alive >>> lane) & 1)
                expect(now.latches[i]).toBe(valueIn(model, before[lane]!.latches, before[lane]!.inputs)(next));
              else if (reset !== "free") expect(now.latches[i]).toBe(value(reset));
            });
          }
          before = Array.from({ length: 32 }, (_, lane) => walks.sim.lane(lane));
          alive = good;
        }
      }),
      { numRuns: 40 },
    );
  });

  it("gives the same walks for the same seed", () => {
    const trace = (seed: number) => {
      const walks = new RandomWalks(stoppableCounter(), seed);
      return Array.from({ length: 5 }, () => [walks.step(), ...walks.sim.latches]);
    };
    expect(trace(1)).toEqual(trace(1));
    expect(trace(1)).not.toEqual(trace(2));
  });
});

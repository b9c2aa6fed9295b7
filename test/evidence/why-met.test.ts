import fc from "fast-check";
import { expect, test } from "vitest";
import { traceOf } from "../../src/evidence/trace.js";
import type { Lasso } from "../../src/evidence/verdict.js";
import { whyMet } from "../../src/evidence/why-met.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { Simulator } from "../../src/model/simulate.js";

const TEXT = `MODULE main
IVAR go : boolean; who : {a, b, c};
VAR n : 0..5; busy : boolean;
DEFINE idle := !busy & n = 0;
ASSIGN next(n) := go & n < 5 ? n + 1 : 0; next(busy) := who = b;
FAIRNESS idle
FAIRNESS who = c | (busy & go)
FAIRNESS n != 3
FAIRNESS TRUE
LTLSPEC F FALSE
`;

const { model, properties } = readSmv(TEXT, "m.smv");
const property = properties[0]!;

/** Steps with any values at all: what is explained need not be a behaviour. */
const lassos = fc
  .array(fc.array(fc.nat(1), { minLength: 32, maxLength: 32 }), { minLength: 1, maxLength: 3 })
  .map((rows): Lasso => {
    const steps = rows.map((bits) => ({
      latches: Uint8Array.from(model.latches, (_, k) => bits[k]!),
      inputs: Uint8Array.from(model.inputs, (_, k) => bits[model.latches.length + k]!),
    }));
    return { kind: "lasso", steps, loop: 0 };
  });

test("the signals that are named suffice: with their values the condition holds, whatever the other bits are", () => {
  fc.assert(
    fc.property(lassos, fc.array(fc.nat(1), { minLength: 32, maxLength: 32 }), (lasso, others) => {
      const trace = traceOf(model, property, lasso);
      const why = whyMet(model, property, lasso);
      const simulator = new Simulator(model, {});
      const leaves = [...model.latches.map((l) => l.node), ...model.inputs];
      lasso.steps.forEach((step, t) => {
        expect(why[t]).toHaveLength(trace.met[t]!.length);
        trace.met[t]!.forEach((condition, k) => {
          const named = why[t]![k]!.map((s) => model.signals[s]!);
          // Oracle: change every leaf that no reason reads.
          const kept = new Set(named.flatMap((s) => leavesBehind(s.bits.map((b) => b >> 1))));
          const values = [...step.latches, ...step.inputs].map((v, i) => (kept.has(leaves[i]!) ? v : others[i]!));
          simulator.load({
            latches: Uint8Array.from(values.slice(0, model.latches.length)),
            inputs: Uint8Array.from(values.slice(model.latches.length)),
          });
          simulator.evaluate();
          expect(simulator.bit(model.fairness[condition]!)).toBe(1);
        });
      });
    }),
  );
});

function leavesBehind(nodes: readonly number[]): number[] {
  const { aig } = model;
  return nodes.flatMap((n) => (aig.isGate(n) ? leavesBehind([aig.fanin0(n) >> 1, aig.fanin1(n) >> 1]) : [n]));
}

test("reasons are in the user's terms, as few as the condition needs", () => {
  const zero = { latches: new Uint8Array(model.latches.length), inputs: new Uint8Array(model.inputs.length) };
  const lasso: Lasso = { kind: "lasso", steps: [zero], loop: 0 };
  const names = (reasons: readonly number[]) => reasons.map((s) => model.signals[s]!.name);
  const met = traceOf(model, property, lasso).met[0]!;
  const why = whyMet(model, property, lasso)[0]!;
  expect(met).toEqual([0, 2, 3]);
  expect(names(why[0]!)).toEqual(["n", "busy"]); // 'idle' is what is to be explained
  expect(names(why[1]!)).toEqual(["n"]);
  expect(why[2]).toEqual([]);
});

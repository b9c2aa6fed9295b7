import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Lit } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { clausalInvariant } from "../../src/safety/clausal-invariant.js";
import type { Clause } from "../../src/safety/cube.js";
import { StepSimulator, TransitionSystem } from "../../src/safety/transition-system.js";
import { systems } from "../arbitraries/systems.js";
import { host } from "./oracle.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 200);

const bitsOf = (value: number, length: number) => Uint8Array.from({ length }, (_, i) => (value >> i) & 1);

/** Every step of a small system, by brute force: from, to, whether constraints hold, whether it is bad. */
function stepsOf(system: TransitionSystem, bad: Lit) {
  const { latchCount, inputCount } = system;
  const simulator = new StepSimulator(system);
  const steps = [];
  for (let from = 0; from < 1 << latchCount; from++)
    for (let input = 0; input < 1 << inputCount; input++) {
      simulator.load({ latches: bitsOf(from, latchCount), inputs: bitsOf(input, inputCount) });
      const to = simulator.nextLatches().reduce((n, v, i) => n | (v << i), 0);
      const isAllowed = system.constraints.every((c) => simulator.value(c) === 1);
      steps.push({ from, to, isAllowed, isBad: simulator.value(bad) === 1 });
    }
  return steps;
}

function reachable(system: TransitionSystem, steps: ReturnType<typeof stepsOf>): Set<number> {
  const isInitial = (state: number) => system.resets.every((l) => ((state >> ((l >> 1) - 1)) & 1) !== (l & 1));
  const found = new Set([...Array(1 << system.latchCount).keys()].filter(isInitial));
  for (const state of found) for (const s of steps) if (s.from === state && s.isAllowed) found.add(s.to);
  return found;
}

const inClause = (state: number, clause: Clause) => clause.some((l) => ((state >> ((l >> 1) - 1)) & 1) !== (l & 1));

function invariantOf(model: Model, lit: Lit, most = 1000) {
  const system = new TransitionSystem(model);
  const bad = system.literal(lit);
  const steps = stepsOf(system, bad);
  const reached = reachable(system, steps);
  if (steps.some((s) => s.isBad && reached.has(s.from))) return null;
  const meets = (cube: Int8Array) =>
    [...reached].some((state) => cube.every((v, i) => v === -1 || v === ((state >> i) & 1)));
  const search = clausalInvariant(system, host(), bad, { meets }, most);
  for (;;) {
    const { done, value } = search.next();
    if (done) return { clauses: value, steps, reached };
  }
}

describe("an invariant in clauses", () => {
  it("holds in all reachable states, is preserved by every step, and excludes what is bad", () => {
    let proved = 0;
    fc.assert(
      fc.property(systems({ maxLatches: 5, maxInputs: 2, maxFairness: 0, extraLits: 1 }), ({ model, lits }) => {
        const found = invariantOf(model, lits[0]!);
        if (found === null) return;
        const { clauses, steps, reached } = found;
        const holdsIn = (state: number) => clauses!.every((c) => inClause(state, c));
        expect([...reached].every(holdsIn)).toBe(true);
        for (const s of steps) {
          if (!holdsIn(s.from)) continue;
          expect(s.isBad).toBe(false);
          expect(!s.isAllowed || holdsIn(s.to)).toBe(true);
        }
        if (clauses!.length > 1) proved++;
      }),
      { numRuns: RUNS, seed: 5 },
    );
    expect(proved).toBeGreaterThan(RUNS / 50);
  });

  it("is given up beyond the clauses that it may have", () => {
    const tasks = fc.sample(systems({ maxLatches: 5, maxFairness: 0, extraLits: 1 }), { seed: 5, numRuns: 200 });
    const needy = tasks.find(({ model, lits }) => (invariantOf(model, lits[0]!)?.clauses?.length ?? 0) > 2)!;
    expect(invariantOf(needy.model, needy.lits[0]!, 1)?.clauses).toBeNull();
  });
});

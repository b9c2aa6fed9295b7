import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import type { Ctl } from "../../src/formula/ctl.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../src/logic/lit.js";
import type { CtlProperty, Design } from "../../src/model/property.js";
import { packDesign } from "../../src/portfolio/transport.js";
import { WorkerCache } from "../../src/portfolio/worker-cache.js";
import { type SolveContext, solve } from "../../src/solving/solve.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { context, solved } from "../cross-engine/solving.js";
import { holdings } from "../engines/holdings.js";

const ctl = (formula: Ctl, atoms: ReadonlyMap<string, Lit>): CtlProperty => ({
  kind: "ctl",
  name: "formula",
  formula,
  atoms,
});

/** Solves one property as a worker with this cache does. It is stopped after so many questions whether it should be. */
function withCache(cache: WorkerCache, design: Design, property: number, patience = Number.POSITIVE_INFINITY): Outcome {
  const unpacked = cache.designOf("gsh", packDesign(design));
  let asked = 0;
  const here: SolveContext = {
    ...context,
    shouldStop: () => (asked++ < patience ? null : "cancelled"),
    sessions: cache,
    prepare: (...question) => cache.prepare(...question),
  };
  const solving = solve(unpacked, unpacked.properties[property]!, gsh, {}, here);
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}

/** Any other model: its job clears the cache. */
const other: Design = {
  model: { aig: new Aig(), inputs: [], latches: [], constraints: [], fairness: [], signals: [], modules: [] },
  properties: [],
};

const clear = (cache: WorkerCache) => cache.designOf("gsh", packDesign(other));

const ATOMS = ["a", "b"];
const questions = fc.array(
  fc.record({
    formula: ctlFormulas({ atoms: ATOMS, depth: 2 }),
    lits: fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })),
    patience: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat({ max: 12 })),
    // As what an answer is worth is asked: with the same model, and no other formula beside it.
    isAlone: fc.boolean(),
  }),
  { minLength: 2, maxLength: 6 },
);

describe("WorkerCache", () => {
  it.each([
    { stateFairness: true, maxLatches: 6 },
    { literalResets: true, maxLatches: 4 },
  ])("changes no answer, whatever was asked or interrupted before, and frees everything (%o)", (shape) => {
    const held = holdings();
    fc.assert(
      fc.property(systems({ ...shape, maxFairness: 2, extraLits: 6 }), questions, ({ model, lits }, asked) => {
        const properties = asked.map((q) => ctl(q.formula, new Map(ATOMS.map((name, i) => [name, lits[q.lits[i]!]!]))));
        const design = { model, properties };
        const cache = new WorkerCache();
        held.watch();
        try {
          asked.forEach(({ patience, isAlone }, i) => {
            const { verdict } = isAlone
              ? withCache(cache, { model, properties: [properties[i]!] }, 0, patience)
              : withCache(cache, design, i, patience);
            const expected = solved(model, properties[i]!, reference).verdict;
            const interrupted = { answer: "unknown", reason: "cancelled" };
            if (verdict.answer === "unknown" && patience < Number.POSITIVE_INFINITY && expected.answer !== "unknown")
              expect(verdict).toMatchObject(interrupted);
            else expect(verdict.answer).toBe(expected.answer);
          });
          clear(cache);
          expect(held.count).toBe(0);
        } finally {
          held.leave();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("reaches states once for formulas on the same latches, once more for all of a design, and apart where much less is read", () => {
    // Two counters of two bits. The fourth formula reads one latch only.
    const aig = new Aig();
    const bits = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
    const next = bits.map((b, i) => (i % 2 === 0 ? not(b) : aig.xor(b, bits[i - 1]!)));
    const latches = bits.map((b, i) => ({ node: nodeOf(b), next: next[i]!, reset: FALSE }));
    const model = { aig, inputs: [], latches, constraints: [], fairness: [], signals: [], modules: [] };
    const ask = (text: string, x: number) => ctl(parseCtl(text).formula, new Map([["x", bits[x]!]]));
    const properties = [ask("AF x", 1), ask("EF x", 0), ask("AG EF x", 3), ask("AF x", 2), ask("EG !x", 1)];
    const cache = new WorkerCache();
    const reachSteps = properties.map((_, i) => withCache(cache, { model, properties }, i).verdict.stats.reachSteps);
    expect(reachSteps).toEqual([4, 0, 4, 2, 0]);
    clear(cache);
  });
});

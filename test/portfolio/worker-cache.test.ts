import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/engines/engine.js";
import { gsh } from "../../src/engines/gsh.js";
import { reference } from "../../src/engines/reference.js";
import { catalogue } from "../../src/engines/registry.js";
import type { Outcome } from "../../src/evidence/outcome.js";
import type { Ctl } from "../../src/formula/ctl.js";
import { parseCtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
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
function withCache(
  cache: WorkerCache,
  design: Design,
  property: number,
  patience = Number.POSITIVE_INFINITY,
  engine: Engine = gsh,
): Outcome {
  const unpacked = cache.designOf(engine.name, packDesign(design));
  let asked = 0;
  const here: SolveContext = {
    ...context,
    shouldStop: () => (asked++ < patience ? null : "cancelled"),
    sessions: cache,
    prepare: (...question) => cache.prepare(...question),
  };
  const solving = solve(unpacked, unpacked.properties[property]!, engine, {}, here);
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}

/** Any other model. */
const other: Design = {
  model: { aig: new Aig(), inputs: [], latches: [], constraints: [], fairness: [], signals: [], modules: [] },
  properties: [{ kind: "bad", name: "anything", literal: TRUE }],
};

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
          cache[Symbol.dispose]();
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
    cache[Symbol.dispose]();
  });

  const steps = fc.array(
    fc.record({
      lit: fc.nat({ max: 5 }),
      patience: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat({ max: 12 })),
      // Other jobs come in between, as what an answer is worth is asked: about another model, or the same one.
      after: fc.constantFrom("next", "other model", "anything", "another engine"),
    }),
    { minLength: 2, maxLength: 8 },
  );

  it.each([{}, { literalResets: true }])("keeps what was learned about one bad state for the next (%o)", (shape) => {
    const held = holdings();
    const bad = (literal: Lit) => ({ kind: "bad", name: "bad", literal }) as const;
    fc.assert(
      fc.property(
        systems({ ...shape, maxLatches: 5, maxFairness: 1, extraLits: 6 }),
        steps,
        ({ model, lits }, asked) => {
          const design = { model, properties: lits.map(bad) };
          const cache = new WorkerCache();
          held.watch();
          try {
            for (const { lit, patience, after } of asked) {
              const { verdict, evidence } = withCache(cache, design, lit, patience, catalogue.ic3);
              const expected = solved(model, design.properties[lit]!, reference).verdict;
              if (patience === Number.POSITIVE_INFINITY)
                expect([verdict.answer, evidence]).toEqual([expected.answer, "checked"]);
              else expect(["unknown", expected.answer]).toContain(verdict.answer);
              if (after === "other model") withCache(cache, other, 0, undefined, catalogue.ic3);
              if (after === "anything")
                withCache(cache, { model, properties: [bad(TRUE)] }, 0, undefined, catalogue.ic3);
              if (after === "another engine") withCache(cache, design, lit, undefined, catalogue.forward);
            }
            cache[Symbol.dispose]();
            expect(held.count).toBe(0);
          } finally {
            held.leave();
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it("finds frames and lemmas of the last question about bad states, also after one about another model", () => {
    // A counter of six bits that stops at 40.
    const aig = new Aig();
    const bits = Array.from({ length: 6 }, () => aig.leaf());
    const is = (n: number) => aig.andAll(bits.map((b, i) => ((n >> i) % 2 === 1 ? b : not(b))));
    const carries = bits.map((_, i) => aig.andAll(bits.slice(0, i)));
    const next = bits.map((b, i) => aig.mux(is(40), b, aig.xor(b, carries[i]!)));
    const latches = bits.map((b, i) => ({ node: nodeOf(b), next: next[i]!, reset: FALSE }));
    const model = { aig, inputs: [], latches, constraints: [], fairness: [], signals: [], modules: [] };
    const properties = [41, 41].map((n, i) => ({ kind: "bad", name: `p${i}`, literal: is(n) }) as const);
    const work = (cache: WorkerCache, p: number) =>
      withCache(cache, { model, properties }, p, undefined, catalogue.ic3).verdict.stats.propagations as number;
    using cache = new WorkerCache();
    const first = work(cache, 0);
    withCache(cache, other, 0, undefined, catalogue.ic3);
    expect(work(cache, 1)).toBeLessThan(first / 4);
  });
});

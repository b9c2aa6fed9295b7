import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ltlToAutomata } from "../../src/automata/translate.js";
import { ModelSpace } from "../../src/explicit/model-space.js";
import { ProductSpace } from "../../src/explicit/product.js";
import { type Algorithm, type Hashing, searchFairCycle } from "../../src/explicit/search.js";
import { type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import { Transitions, wordsFor } from "../../src/reference/transitions.js";
import { product } from "../../src/transform/product.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";

/** The transitions of a state as texts, sorted. */
function transitionsOf(space: StateSpace, state: Int32Array): string[] {
  const out = new SuccessorBuffer(space, 1);
  space.successors(state, 0, out);
  const found: string[] = [];
  for (let at = 0; at < out.length; at += out.stride) found.push(out.data.slice(at, at + out.stride).join(" "));
  return found.sort();
}

describe("the states of a model on the fly", () => {
  it.each([
    { maxInputs: 4, maxLatches: 6 },
    { maxInputs: 7, maxLatches: 6 },
    { maxInputs: 12, maxLatches: 40, maxGates: 60 },
  ])("have the same successors compiled, interpreted and by the reference: %o", (options) => {
    fc.assert(
      fc.property(systems({ ...options, extraLits: 2 }), fc.infiniteStream(fc.integer()), ({ model, lits }, words) => {
        const compiled = new ModelSpace(model, { propositions: lits });
        const interpreted = new ModelSpace(model, { propositions: lits, interpret: true });
        const reference = new Transitions(model, [...model.fairness, ...lits], () => {});
        for (let k = 0; k < 5; k++) {
          const state = Int32Array.from({ length: compiled.words }, (_, w) => {
            const bits = model.latches.length - 32 * w;
            return words.next().value! & (bits >= 32 ? -1 : (1 << bits) - 1);
          });
          const expected = new Set<string>();
          const labels = wordsFor(model.fairness.length + lits.length);
          reference.of(state, ({ to, meets }) => {
            expected.add([...to, ...meets.slice(0, labels)].join(" "));
            return false;
          });
          expect(transitionsOf(compiled, state)).toEqual([...expected].sort());
          expect(transitionsOf(interpreted, state)).toEqual([...expected].sort());
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe("products with automata on the fly", () => {
  const WAYS: readonly { algorithm: Algorithm; hash: Hashing }[] = [
    { algorithm: "nested-emptiness", hash: "exact" },
    { algorithm: "nested-emptiness", hash: "compact" },
    { algorithm: "cvwy", hash: "exact" },
    { algorithm: "couvreur", hash: "exact" },
  ];

  it.each(WAYS)("have a fair cycle exactly where the product of circuits has one: %o", (options) => {
    let fair = 0;
    fc.assert(
      fc.property(
        systems({ extraLits: 2, maxLatches: 3, maxInputs: 2, maxFairness: 2 }),
        ltlFormulas({ atoms: ["a", "b"], depth: 3 }),
        ({ model, lits }, formula) => {
          const automata = ltlToAutomata(formula);
          const atoms = new Map(["a", "b"].map((name, i) => [name, lits[i]!]));
          const space = automata.reduce<StateSpace>(
            (system, automaton, k) =>
              new ProductSpace(
                system,
                automaton,
                automaton.atoms.map((name) => ["a", "b"].indexOf(name)),
                { keepPropositions: k < automata.length - 1 },
              ),
            new ModelSpace(model, { propositions: lits }),
          );
          const search = searchFairCycle(space, options);
          let step = search.next();
          while (!step.done) step = search.next();
          const expected = hasFairCycle(product(model, automata, atoms).model);
          if (expected) fair++;
          expect(step.value.kind === "fair-cycle").toBe(expected);
        },
      ),
      { numRuns: 200 },
    );
    expect(fair).toBeGreaterThan(10);
  });
});

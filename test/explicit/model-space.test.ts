import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ltlToAutomata } from "../../src/automata/translate.js";
import { ModelSpace } from "../../src/explicit/model-space.js";
import { ProductSpace } from "../../src/explicit/product.js";
import { type Algorithm, type Hashing, searchFairCycle } from "../../src/explicit/search.js";
import { type StateSpace, SuccessorBuffer } from "../../src/explicit/state-space.js";
import { parseLtl } from "../../src/formula/parse.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
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

/** Searches to the end, with or without the components of a property's automaton. */
function searched(space: StateSpace, options: { algorithm: Algorithm; hash?: Hashing; early?: boolean }) {
  const search = searchFairCycle(space, options);
  let step = search.next();
  while (!step.done) step = search.next();
  return step.value;
}

describe("the automaton of a property that became a circuit", () => {
  it.each(["nested-emptiness", "cvwy", "couvreur"] as const)(
    "is found in the circuit, and searches that keep to its components say the same as a look at all states: %s",
    (algorithm) => {
      let regioned = 0;
      fc.assert(
        fc.property(
          systems({ extraLits: 2, maxLatches: 3, maxInputs: 2, maxFairness: 2 }),
          ltlFormulas({ atoms: ["a", "b"], depth: 3 }),
          fc.constantFrom("binary" as const, "one-hot" as const),
          ({ model, lits }, formula, encoding) => {
            const atoms = new Map(["a", "b"].map((name, i) => [name, lits[i]!]));
            const circuit = product(model, ltlToAutomata(formula), atoms, { encoding }).model;
            const space = new ModelSpace(circuit);
            if (space.regions !== undefined) regioned++;
            const found = searched(space, { algorithm });
            expect(found.kind === "fair-cycle").toBe(hasFairCycle(circuit));
          },
        ),
        { numRuns: 60 },
      );
      expect(regioned).toBeGreaterThan(10);
    },
  );

  it("keeps nested searches in its components: as few entries as with the automata beside the system", () => {
    // A counter of six bits that may rest. It reaches its end again and again only if it never rests for good.
    const aig = new Aig();
    const go = aig.leaf();
    const bits = Array.from({ length: 6 }, () => aig.leaf());
    let carry = go;
    const latches = bits.map((bit) => {
      const next = aig.xor(bit, carry);
      carry = aig.and(bit, carry);
      return { node: nodeOf(bit), next, reset: FALSE };
    });
    const model: Model = {
      aig,
      inputs: [nodeOf(go)],
      latches,
      constraints: [],
      fairness: [],
      modules: [],
      signals: [],
    };
    const lits = [aig.andAll(bits), aig.andAll(bits.map(not)), bits[0]!];
    const names = ["end", "start", "odd"];
    // No behaviour satisfies it; each conjunct is an automaton of its own.
    const automata = ltlToAutomata(parseLtl("F (odd & G !end) & G F start & G F odd").formula);
    expect(automata.length).toBeGreaterThan(1);
    const circuit = product(model, automata, new Map(names.map((name, i) => [name, lits[i]!]))).model;
    const beside = automata.reduce<StateSpace>(
      (system, automaton, k) =>
        new ProductSpace(
          system,
          automaton,
          automaton.atoms.map((name) => names.indexOf(name)),
          { keepPropositions: k < automata.length - 1 },
        ),
      new ModelSpace(model, { propositions: lits }),
    );
    const { property: _, ...unknown } = circuit;
    const options = { algorithm: "nested-emptiness", early: false } as const;
    const [own, other, without] = [new ModelSpace(circuit), beside, new ModelSpace(unknown)].map((s) =>
      searched(s, options),
    );
    expect([own!.kind, other!.kind, without!.kind]).toEqual(["empty", "empty", "empty"]);
    expect(own!.figures.nested).toBe(other!.figures.nested);
    expect(without!.figures.nested).toBeGreaterThan(1.5 * own!.figures.nested);
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
          const found = searched(space, options);
          const expected = hasFairCycle(product(model, automata, atoms).model);
          if (expected) fair++;
          expect(found.kind === "fair-cycle").toBe(expected);
        },
      ),
      { numRuns: 200 },
    );
    expect(fair).toBeGreaterThan(10);
  });
});

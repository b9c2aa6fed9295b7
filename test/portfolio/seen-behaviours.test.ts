import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkWitness } from "../../src/checkers/check-witness.js";
import { reference } from "../../src/engines/reference.js";
import type { Lasso, Run } from "../../src/evidence/verdict.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { parseLtl } from "../../src/formula/parse.js";
import { type Lit, litOf, not } from "../../src/logic/lit.js";
import type { Design, Property } from "../../src/model/property.js";
import { loadKernels } from "../../src/node/kernels.js";
import { DesignSubject } from "../../src/portfolio/design-subject.js";
import { spawnHere } from "../../src/portfolio/local-workers.js";
import { SeenBehaviours } from "../../src/portfolio/seen-behaviours.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 100);

/** A random system with properties of every kind of linear time, that share literals. */
const designs: fc.Arbitrary<Design> = systems({ literalResets: true, extraLits: 3, maxLatches: 5 }).chain(
  ({ model, lits }) =>
    fc.array(ltlFormulas({ atoms: ["a", "b"], depth: 2 }), { minLength: 1, maxLength: 3 }).map((formulas): Design => {
      const [a, b, c] = lits as readonly [Lit, Lit, Lit];
      const atoms = new Map([
        ["a", a],
        ["b", b],
      ]);
      const properties: Property[] = [
        ...[[a], [a, b], [not(a), c], []].map(
          (literals, k): Property => ({ kind: "justice", name: `j${k}`, literals }),
        ),
        ...[a, b, c, not(c)].map((literal, k): Property => ({ kind: "bad", name: `b${k}`, literal })),
        ...formulas.map((formula, k): Property => ({ kind: "ltl", name: `f${k}`, formula, atoms })),
      ];
      return { model, properties };
    }),
);

describe("counterexamples of other properties", () => {
  it("answer only what the reference says of the property too, with a behaviour that shows it", () => {
    let reused = 0;
    fc.assert(
      fc.property(designs, (design) => {
        const { model, properties } = design;
        const seen = new SeenBehaviours(design);
        for (const [k, property] of properties.entries()) {
          const expected = solved(model, property, reference);
          const known = seen.answerTo(k);
          if (known !== null) {
            reused++;
            expect(expected.verdict.answer).toBe("fails");
            expect(known).toMatchObject({ evidence: "checked", verdict: { answer: "fails" } });
            expect(known.notes).toHaveLength(1);
            const path = (known.verdict as { by: Lasso | Run }).by;
            expect(path.kind).toBe(property.kind === "bad" ? "run" : "lasso");
            expect(checkWitness(model, property, path)).toBeNull();
          }
          seen.learn(k, known ?? expected);
        }
      }),
      { numRuns: RUNS },
    );
    expect(reused).toBeGreaterThan(RUNS);
  });

  it("are those of the same design, are named, and are nothing to who asks a single engine", async () => {
    // A latch that takes every value of its input, three justice properties about it.
    const { model } = readAiger(new TextEncoder().encode("aag 2 1 1 0 0\n2\n4 2\n"));
    const latch = litOf(model.latches[0]!.node);
    const properties: Property[] = ["first", "second", "third"].map((name) => ({
      kind: "justice",
      name,
      literals: [latch],
    }));
    const rises: Property = {
      kind: "ltl",
      name: "rises",
      formula: parseLtl("G !x").formula,
      atoms: new Map([["x", latch]]),
    };
    const subject = new DesignSubject(
      { model, properties: [...properties, rises] },
      { spawn: spawnHere, kernels: await loadKernels() },
    );
    const notes = async (k: number, engine = "auto") => (await subject.ask(k, { engine, vacuity: false })).notes;
    expect(await notes(0)).toEqual([]);
    expect(await notes(1, "rlive")).toEqual([]);
    expect(await notes(1)).toEqual(["the counterexample of first shows it"]);
    expect(await notes(3)).toEqual(["the counterexample of second shows it"]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engines } from "../../src/engines/registry.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { solved } from "../cross-engine/solving.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 5);

const asked = fc.tuple(
  systems({ maxLatches: 4, maxGates: 20, extraLits: 2 }),
  ltlFormulas({ atoms: ["a", "b"], depth: 3 }),
);

/** All that a model is made of. */
const contents = ({ aig, ...rest }: Model): string => JSON.stringify([[...aig.save()], rest]);

describe("a model", () => {
  it("is the same after any engine was asked about it", () => {
    fc.assert(
      fc.property(asked, ([{ model, lits }, formula]) => {
        const before = contents(model);
        const atoms = new Map([
          ["a", lits[0]!],
          ["b", lits[1]!],
        ]);
        const properties: Property[] = [
          { kind: "ltl", name: "formula", formula, atoms },
          { kind: "justice", name: "justice", literals: [lits[0]!] },
          { kind: "bad", name: "bad", literal: lits[1]! },
        ];
        for (const property of properties) for (const engine of engines) solved(model, property, engine);
        expect(contents(model)).toBe(before);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("a graph that is forked", () => {
  it("stays as it was while the fork grows, and literals mean the same in both", () => {
    fc.assert(
      fc.property(systems({ maxLatches: 4, maxGates: 20, extraLits: 2 }), ({ model, lits }) => {
        const before = [...model.aig.save()];
        const fork = model.aig.fork();
        const [a, b] = [fork.leaf(), fork.and(lits[0]!, lits[1]!)];
        expect([...model.aig.save()]).toEqual(before);
        expect([...fork.save().subarray(0, before.length)]).toEqual(before);
        expect(fork.and(lits[0]!, lits[1]!)).toBe(b);
        expect(model.aig.fork().leaf()).toBe(a);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRanked } from "../../src/checkers/check-ranked.js";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { engineNamed } from "../../src/engines/registry.js";
import type { RankedWitness } from "../../src/evidence/ranked-witness.js";
import { readRankedWitness } from "../../src/formats/ranked/read.js";
import { writeRankedWitness } from "../../src/formats/ranked/write.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf, not, TRUE } from "../../src/logic/lit.js";
import { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { BadStateProperty, JusticeProperty } from "../../src/model/property.js";
import { DoesNotFit, rankedWitness } from "../../src/solving/ranked.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { PredicateGraph } from "../certificates/random-prover.js";
import { context, solved } from "../cross-engine/solving.js";
import { neighbour } from "../forgeries/neighbour.js";
import { mutatedWitness, rankedClaim } from "../forgeries/ranked.js";

const oracle = () => new KernelOracle(context.kernels.sat);

type Circuit = BadStateProperty | JusticeProperty;

/** The witness of an engine's proof; null when the property fails, 'other' when the proof does not fit. */
function witnessOf(model: Model, property: Circuit, engine: string): RankedWitness | "other" | null {
  const { verdict } = solved(model, property, engineNamed(engine)!);
  if (verdict.answer !== "holds" || verdict.by.kind !== "certificate") return null;
  try {
    return rankedWitness(model, property, verdict.by, oracle);
  } catch (e) {
    if (e instanceof DoesNotFit) return "other";
    throw e;
  }
}

const questions = systems({ literalResets: true, extraLits: 2, maxFairness: 3, maxLatches: 4, maxInputs: 2 }).map(
  ({ model, lits }) => ({ model, property: { kind: "justice", name: "j", literals: lits } as const, lits }),
);

describe("a proof becomes a ranked witness, which the checker accepts as it reads it from its file:", () => {
  it.each([["gsh"], ["lockstep"], ["reference"], ["fair"], ["k-liveness"], ["rlive"]])("justice, by %s", (engine) => {
    const seen = { checked: 0, other: 0 };
    fc.assert(
      fc.property(questions, ({ model, property }) => {
        const witness = witnessOf(model, property, engine);
        if (witness === "other") seen.other++;
        if (witness === null || witness === "other") return;
        const counts = { inputs: model.inputs.length, latches: model.latches.length };
        const read = readRankedWitness(writeRankedWitness(witness, "j0"), counts);
        expect(read).toEqual(witness);
        expect(checkRanked(rankedClaim(model, property), read, oracle)).toMatchObject({ result: "checked" });
        seen.checked++;
      }),
      { numRuns: 60 },
    );
    expect(seen.checked).toBeGreaterThan(15);
    expect(seen.other).toBeLessThan(seen.checked / 4);
  });

  it.each([["ic3"], ["forward"]])("bad states, by %s", (engine) => {
    let checked = 0;
    fc.assert(
      fc.property(questions, ({ model, lits }) => {
        const property = { kind: "bad", name: "b", literal: lits[0]! } as const;
        const witness = witnessOf(model, property, engine);
        if (witness === null) return;
        if (witness === "other") throw new Error("every proof of safety fits");
        expect(checkRanked(rankedClaim(model, property), witness, oracle)).toMatchObject({ result: "checked" });
        checked++;
      }),
      { numRuns: 60 },
    );
    expect(checked).toBeGreaterThan(8);
  });
});

describe("each class of states gets a condition that no step in it meets", () => {
  it("also where the first condition always holds", () => {
    // x falls once, for good; conditions ask for x and for its negation again and again.
    const aig = new Aig();
    const [input, x] = [aig.leaf(), aig.leaf()];
    const model: Model = {
      aig,
      inputs: [nodeOf(input)],
      latches: [{ node: nodeOf(x), next: aig.and(x, input), reset: TRUE }],
      constraints: [],
      fairness: [TRUE, x],
      signals: [],
      modules: [],
    };
    const property = { kind: "justice", name: "j", literals: [not(x)] } as const;
    const graph = new PredicateGraph(model);
    const proof = graph.certificate([
      { rule: "split", predicate: graph.ofStates([1]), closed: "backward" },
      { rule: "done", unroll: 0 },
    ]);
    const witness = rankedWitness(model, property, proof, oracle);
    expect(checkRanked(rankedClaim(model, property), witness, oracle)).toMatchObject({ result: "checked" });
  });
});

describe("no witness is accepted where there is a fair cycle, which brute force knows:", () => {
  it("not those of neighbouring systems, nor those with a mistake", () => {
    let attacks = 0;
    fc.assert(
      fc.property(questions, fc.nat(), ({ model, property }, seed) => {
        const witness = witnessOf(model, property, "gsh");
        if (witness === null || witness === "other") return;
        const random = new Random(seed + 1);
        for (let round = 0; round < 6; round++) {
          const other = neighbour(model, random);
          if (!hasFairCycle({ ...other, fairness: [...other.fairness, ...property.literals] })) continue;
          for (const forged of [witness, ...Array.from({ length: 8 }, () => mutatedWitness(witness, random))]) {
            expect(checkRanked(rankedClaim(other, property), forged, oracle).result).toBe("rejected");
            attacks++;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(attacks).toBeGreaterThan(100);
  });
});

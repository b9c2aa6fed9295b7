import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRanked, type RankedClaim } from "../../src/checkers/check-ranked.js";
import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { engineNamed } from "../../src/engines/registry.js";
import type { RankedWitness } from "../../src/evidence/ranked-witness.js";
import { readRankedWitness } from "../../src/formats/ranked/read.js";
import { writeRankedWitness } from "../../src/formats/ranked/write.js";
import { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { BadStateProperty, JusticeProperty } from "../../src/model/property.js";
import { DoesNotFit, rankedWitness } from "../../src/solving/ranked.js";
import { systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { context, solved } from "../cross-engine/solving.js";
import { inSteps } from "../engines/evidence.js";

const oracle = () => new KernelOracle(context.kernels.sat);

type Circuit = BadStateProperty | JusticeProperty;

const claimOf = (model: Model, property: Circuit): RankedClaim =>
  property.kind === "bad"
    ? { model, bad: [property.literal], justice: [] }
    : { model, bad: [], justice: [property.literals] };

/** The witness of an engine's proof; null when the property fails, 'other' when the proof does not fit. */
function witnessOf(model: Model, property: Circuit, engine: string): RankedWitness | "other" | null {
  const { verdict } = solved(model, property, engineNamed(engine)!);
  if (verdict.answer !== "holds" || verdict.certificate === null) return null;
  try {
    return rankedWitness(model, property, inSteps(verdict.certificate), oracle);
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
        expect(checkRanked(claimOf(model, property), read, oracle)).toMatchObject({ result: "checked" });
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
        expect(checkRanked(claimOf(model, property), witness, oracle)).toMatchObject({ result: "checked" });
        checked++;
      }),
      { numRuns: 60 },
    );
    expect(checked).toBeGreaterThan(8);
  });
});

describe("no witness is accepted where there is a fair cycle, which brute force knows:", () => {
  /** A system like another one: a constraint or condition less, another next value or reset. */
  function neighbour(model: Model, random: Random): Model {
    const without = <T>(list: readonly T[]): T[] => list.filter((_, i) => i !== random.below(list.length));
    const k = random.below(model.latches.length);
    const change = (latch: Partial<Model["latches"][number]>): Model => ({
      ...model,
      latches: model.latches.map((l, i) => (i === k ? { ...l, ...latch } : l)),
    });
    switch (random.below(4)) {
      case 0:
        return { ...model, constraints: without(model.constraints) };
      case 1:
        return { ...model, fairness: without(model.fairness) };
      case 2:
        return change({ reset: "free" });
      default:
        return change({ next: model.latches[random.below(model.latches.length)]!.next });
    }
  }

  /** One literal of a witness, any one, is changed. */
  function mutated(witness: RankedWitness, random: Random): RankedWitness {
    const any = 2 * (witness.inputs + witness.latches.length + witness.gates.length / 3) + 2;
    const other = (l: number): number => (random.below(2) === 0 ? l ^ 1 : random.below(any));
    const one = (list: readonly number[]): number[] => {
      const k = random.below(Math.max(1, list.length));
      return list.map((l, i) => (i === k ? other(l) : l));
    };
    const k = random.below(witness.latches.length);
    const latch = (part: "next" | "reset") =>
      witness.latches.map((l, i) =>
        i === k ? { ...l, [part]: part === "next" ? other(l.next) : random.below(2) } : l,
      );
    const pairs = witness.shared.map((pair, i) => (i === 0 ? ([other(pair[0]), pair[1]] as const) : pair));
    switch (random.below(8)) {
      case 0:
        return { ...witness, bad: one(witness.bad) };
      case 1:
        return { ...witness, justice: witness.justice.map(one) };
      case 2:
        return { ...witness, fairness: one(witness.fairness) };
      case 3:
        return { ...witness, latches: latch("next") };
      case 4:
        return { ...witness, latches: latch("reset") };
      case 5:
        return { ...witness, shared: pairs };
      case 6:
        return { ...witness, justice: witness.justice.map((lits) => [...lits, random.below(any)]) };
      default:
        return { ...witness, constraints: [...witness.constraints, random.below(any)] };
    }
  }

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
          for (const forged of [witness, ...Array.from({ length: 8 }, () => mutated(witness, random))]) {
            expect(checkRanked(claimOf(other, property), forged, oracle).result).toBe("rejected");
            attacks++;
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(attacks).toBeGreaterThan(100);
  });
});

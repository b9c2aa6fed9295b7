import { checkRanked, type RankedClaim } from "../../src/checkers/check-ranked.js";
import type { EngineContext } from "../../src/engines/engine.js";
import type { Certificate } from "../../src/evidence/certificate.js";
import type { RankedWitness } from "../../src/evidence/ranked-witness.js";
import { readRankedWitness } from "../../src/formats/ranked/read.js";
import { writeRankedWitness } from "../../src/formats/ranked/write.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { BadStateProperty, JusticeProperty } from "../../src/model/property.js";
import { DoesNotFit, rankedWitness } from "../../src/solving/ranked.js";
import { InputError } from "../../src/text/input-error.js";
import { mutate } from "../fuzz/mutate.js";
import type { Forgery, OraclePool } from "./forgery.js";
import { holdsByEnumeration, linearProofs } from "./linear.js";
import { neighbour } from "./neighbour.js";

type Circuit = BadStateProperty | JusticeProperty;

export const rankedClaim = (model: Model, property: Circuit): RankedClaim =>
  property.kind === "bad"
    ? { model, bad: [property.literal], justice: [] }
    : { model, bad: [], justice: [property.literals] };

/** Ranked witnesses: as they are, changed in a literal, for a neighbouring model, and with bytes of their files changed. */
export function* rankedForgeries(
  { model, property }: { readonly model: Model; readonly property: Circuit },
  extra: readonly Lit[],
  random: Random,
  context: EngineContext,
  oracles: OraclePool,
  changes = 6,
): Iterable<Forgery> {
  const holds = holdsByEnumeration(model, property);
  const beside = neighbour(model, random);
  const alsoHolds = holdsByEnumeration(beside, property);
  const counts = { inputs: model.inputs.length, latches: model.latches.length };
  const files: Uint8Array[] = [];
  for (const { certificate, isGenuine } of linearProofs({ model, property }, extra, holds, random, context, 0)) {
    const witness = asRanked(model, property, certificate, oracles);
    if (witness === null) continue;
    const presented = (forged: RankedWitness, of: Model, isTrue: boolean, genuine = false): Forgery => ({
      format: `ranked, ${property.kind}`,
      judge: () => checkRanked(rankedClaim(of, property), forged, oracles.fresh()).result === "checked",
      isTrue,
      isGenuine: genuine,
      describe: () => `${of}\n${new TextDecoder().decode(writeRankedWitness(forged, "j0"))}`,
    });
    yield presented(witness, model, holds, isGenuine);
    yield presented(witness, beside, alsoHolds);
    let changed = witness;
    for (let n = 0; n < changes; n++) {
      changed = mutatedWitness(n % 3 === 0 ? witness : changed, random);
      yield presented(changed, model, holds);
      yield presented(changed, beside, alsoHolds);
    }
    files.push(writeRankedWitness(witness, "j0"));
    for (let n = 0; n < changes; n++) {
      const read = readOrNull(mutate(files.at(-1)!, random, files), counts);
      if (read === null) continue;
      yield { ...presented(read, model, holds), format: "ranked, file" };
    }
  }
}

function readOrNull(bytes: Uint8Array, counts: Parameters<typeof readRankedWitness>[1]): RankedWitness | null {
  try {
    return readRankedWitness(bytes, counts);
  } catch (e) {
    if (e instanceof InputError) return null;
    throw e;
  }
}

function asRanked(
  model: Model,
  property: Circuit,
  certificate: Certificate,
  oracles: OraclePool,
): RankedWitness | null {
  const conditions = model.fairness.length + (property.kind === "justice" ? property.literals.length : 0);
  const isForeign = (s: Certificate["steps"][number]) =>
    s.rule === "exclude" && s.because.kind === "condition" && s.because.condition >= Math.max(1, conditions);
  if (certificate.steps.some(isForeign)) return null;
  try {
    return rankedWitness(model, property, certificate, oracles.fresh());
  } catch (e) {
    if (e instanceof DoesNotFit) return null;
    throw e;
  }
}

/** One literal of a witness, any one, is changed. */
export function mutatedWitness(witness: RankedWitness, random: Random): RankedWitness {
  const any = 2 * (witness.inputs + witness.latches.length + witness.gates.length / 3) + 2;
  const other = (l: number): number => (random.below(2) === 0 ? l ^ 1 : random.below(any));
  const one = (list: readonly number[]): number[] => {
    const k = random.below(Math.max(1, list.length));
    return list.map((l, i) => (i === k ? other(l) : l));
  };
  const k = random.below(witness.latches.length);
  const latch = (part: "next" | "reset") =>
    witness.latches.map((l, i) => (i === k ? { ...l, [part]: part === "next" ? other(l.next) : random.below(2) } : l));
  const pairs = witness.shared.map((pair, i) => (i === 0 ? ([other(pair[0]), pair[1]] as const) : pair));
  switch (random.below(10)) {
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
    case 7:
      return { ...witness, interventions: witness.interventions.slice(1) };
    case 8:
      return { ...witness, bad: [], justice: witness.justice.map(one) };
    default:
      return { ...witness, constraints: [...witness.constraints, random.below(any)] };
  }
}

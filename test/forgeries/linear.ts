import { checkCertificate } from "../../src/checkers/check-certificate.js";
import { claimOf } from "../../src/checkers/claim.js";
import { violations } from "../../src/checkers/testers.js";
import type { EngineContext } from "../../src/engines/engine.js";
import { kLiveness } from "../../src/engines/k-liveness.js";
import { l2s } from "../../src/engines/l2s.js";
import type { Certificate } from "../../src/evidence/certificate.js";
import { type Lit, litOf } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { mooreForm } from "../../src/transform/moore.js";
import { constantResets } from "../../src/transform/resets.js";
import { compose } from "../../src/transform/rewrite.js";
import type { Question } from "../arbitraries/questions.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { acceptsByEnumeration, MAX_BITS } from "../certificates/by-enumeration.js";
import { certificateFromReference, invariantFromReference } from "../certificates/from-reference.js";
import { mutated, neighbourProof } from "../certificates/mutated-proofs.js";
import { decide } from "../engines/running.js";
import { restrictedTo } from "../oracles/ltl-encoding.js";
import { NaiveSystem } from "../sets/naive-system.js";
import type { Forgery, OraclePool } from "./forgery.js";

/**
 * Certificates for a question about a small model in linear time: true proofs by several authors where the property holds, proofs of
 * neighbours, and each of them with one, two, … things changed.
 */
export function* linearForgeries(
  { model, property }: Question,
  extra: readonly Lit[],
  random: Random,
  context: EngineContext,
  oracles: OraclePool,
  changes = 4,
): Iterable<Forgery> {
  const isTrue = holdsByEnumeration(model, property);
  for (const { certificate, isGenuine } of linearProofs({ model, property }, extra, isTrue, random, context, changes)) {
    const claim = claimOf(model, property, certificate);
    if (claim === null || !isSmall(certificate)) continue;
    yield {
      format: `certificate, ${property.kind}`,
      judge: () => checkCertificate(claim, certificate, { oracle: oracles.fresh() }).result === "checked",
      isTrue,
      secondOpinion: () => acceptsByEnumeration(claim, certificate),
      isGenuine,
      describe: () => `${model}\n${JSON.stringify(property)}\n${JSON.stringify(certificate)}`,
    };
  }
}

interface Presented {
  readonly certificate: Certificate;
  readonly isGenuine: boolean;
}

export function* linearProofs(
  { model, property }: Question,
  extra: readonly Lit[],
  holds: boolean,
  random: Random,
  context: EngineContext,
  changes: number,
): Iterable<Presented> {
  const subject = subjectOf(model, property);
  if (subject === null) return;
  const own = holds ? ownProofs(subject, random, context) : [];
  const borrowed =
    subject.bad === null
      ? neighbourProof(subject.model, property.kind === "ltl" ? leavesOf(subject.model) : extra, random)
      : neighbourInvariant(subject, random);
  for (const first of [...own, ...(borrowed === null ? [] : [borrowed])]) {
    let certificate = first;
    for (let n = 0; n <= changes; n++) {
      yield { certificate, isGenuine: n === 0 && first !== borrowed };
      certificate = mutated(certificate, random);
    }
  }
}

/** The model beside testers has a graph of its own: literals of the model mean nothing there. */
const leavesOf = ({ latches, inputs }: Model): Lit[] =>
  [...latches.map((l) => l.node), ...inputs].map((node) => litOf(node));

/** What there has to be no fair cycle in, or no way to `bad`. Null where it is too large to enumerate. */
interface Subject {
  readonly model: Model;
  readonly bad: Lit | null;
}

function subjectOf(model: Model, property: Property): Subject | null {
  switch (property.kind) {
    case "bad":
      return { model, bad: property.literal };
    case "justice":
      return { model: { ...model, fairness: [...model.fairness, ...property.literals] }, bad: null };
    case "ltl": {
      const beside = violations(model, property);
      return beside.latches.length + beside.inputs.length <= 9 ? { model: beside, bad: null } : null;
    }
    case "ctl":
      return null;
  }
}

function ownProofs({ model, bad }: Subject, random: Random, context: EngineContext): Certificate[] {
  const plain = constantResets(model, bad === null ? [] : [bad]);
  if (bad !== null) {
    const proof = invariantFromReference(plain.model, plain.literal(bad), random);
    return proof === null ? [] : [plain.lift.certificate(proof)];
  }
  const moore = compose(plain, mooreForm(plain.model));
  const byReference = [plain, moore].flatMap(({ model: of, lift }) => {
    const proof = certificateFromReference(of, random);
    return proof === null ? [] : [lift.certificate(proof)];
  });
  const engine = [l2s, kLiveness][random.below(2)]!;
  const verdict = decide(engine, { kind: "fair-cycle", model: plain.model }, {}, context);
  if (verdict.answer !== "holds" || verdict.by.kind !== "certificate") return byReference;
  return [...byReference, plain.lift.certificate(verdict.by)];
}

/** An invariant of a neighbour, which starts elsewhere, that excludes the bad states of this one. */
function neighbourInvariant({ model, bad }: Subject, random: Random): Certificate | null {
  const latches = model.latches.map((l) => ({ ...l, reset: random.below(2) as Lit }));
  return bad === null ? null : invariantFromReference({ ...model, latches }, bad, random);
}

/** The shadow of an `l2s` step has each latch twice. */
function isSmall({ latches, inputs, monitor, steps }: Certificate): boolean {
  const all = latches.length + monitor.latches.length;
  const shadow = steps.flatMap((s) => (s.rule === "l2s" ? [all + s.shadow.seen.length + 2] : []));
  return all + inputs.length + monitor.inputs.length + Math.max(0, ...shadow) <= MAX_BITS;
}

/** By the definitions, on all states: no engine, no certificate. */
export function holdsByEnumeration(model: Model, property: Property): boolean {
  switch (property.kind) {
    case "justice":
      return !hasFairCycle({ ...model, fairness: [...model.fairness, ...property.literals] });
    case "ltl":
      return !hasFairCycle(restrictedTo(model, { op: "not", arg: property.formula }, property.atoms));
    case "bad":
      return !reachesBad(model, property.literal);
    case "ctl":
      throw new Error("not for CTL");
  }
}

function reachesBad(model: Model, bad: Lit): boolean {
  const system = new NaiveSystem(model);
  const first = system.transitions.filter(([s, , inputs]) => system.isFirst(s, inputs));
  if (first.some(([s, , inputs]) => system.holds(bad, s, inputs))) return true;
  const reached = new Set(first.map(([, to]) => to));
  for (const s of reached) for (const [from, to] of system.transitions) if (from === s) reached.add(to);
  return system.transitions.some(([s, , inputs]) => reached.has(s) && system.holds(bad, s, inputs));
}

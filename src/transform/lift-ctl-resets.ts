import type { CertificateStep } from "../evidence/certificate.js";
import type { CtlCertificate, CtlClaim } from "../evidence/ctl-certificate.js";
import { Aig, AigCopier, supportOf } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, negateIf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { hasLiteralReset } from "../model/resets.js";
import type { Step } from "../model/step.js";

/** Values of inputs that are tried one by one: each doubles the proof. */
const MOST_TRIED = 4;

/**
 * Whether proofs about the model with constant resets can be said of the model itself. There what an input is in the first step is a
 * part of the state; here it is not, so nothing but resets may read it. It has to be known from the latches, or there are few of them.
 */
export function canLiftThroughResets(model: Model, inputsOfResets: readonly number[]): boolean {
  const steps = [...model.latches.map((l) => l.next), ...model.constraints, ...model.fairness];
  const read = new Set(supportOf(model.aig, steps));
  if (inputsOfResets.some((i) => read.has(model.inputs[i]!))) return false;
  return inputsOfResets.filter((i) => latchWith(model, i) === undefined).length <= MOST_TRIED;
}

/** A latch that starts with the value of an input, or with the opposite. */
const latchWith = (model: Model, input: number): number | undefined => {
  const at = model.latches.findIndex(({ reset }) => reset !== "free" && nodeOf(reset) === model.inputs[input]);
  return at < 0 ? undefined : at;
};

/**
 * A proof about what `constantResets` made of a model: its latches, then `started`, then a latch for each input that resets read. A state s of the
 * model is two kinds of states there: a later one, and a first one wherever the resets allow s, with inputs that they allow it for. They go on
 * in the same way. So what is shown of one of them is true of s, and s is claimed where one of them is. A choice is that of the
 * later state where it is claimed. Cycles have later states only: that nothing leads to others is a first step of their proofs.
 */
export function liftCtlThroughResets(
  c: CtlCertificate,
  model: Model,
  inputsOfResets: readonly number[],
  first: (step: Step) => Step,
): CtlCertificate {
  const aig = new Aig();
  const latches = model.latches.map(() => aig.leaf());
  const inputs = model.inputs.map(() => aig.leaf());
  const copies = [
    { when: TRUE, copy: copierOf(c, aig, [...latches, TRUE, ...inputsOfResets.map(() => FALSE)]) },
    ...firstInputs(model, latches, inputsOfResets).map((values) => ({
      when: isFirst(model, aig, latches, new Map(inputsOfResets.map((i, k) => [i, values[k]!]))),
      copy: copierOf(c, aig, [
        ...model.latches.map((l, i) => (hasLiteralReset(l) ? FALSE : latches[i]!)),
        FALSE,
        ...values,
      ]),
    })),
  ];
  const later = copies[0]!.copy;
  /** Where each copy of a predicate holds, in states that it calls reachable. */
  const claimed = (l: Lit): Lit[] => copies.map(({ when, copy }) => aig.andAll([when, copy(c.reach), copy(l)]));
  const claim = ({ predicate, ways, proof }: CtlClaim): CtlClaim => {
    const where = claimed(predicate);
    const chosen = (l: Lit): Lit =>
      copies.reduceRight<Lit>((otherwise, { copy }, k) => aig.mux(where[k]!, copy(l), otherwise), FALSE);
    const fromFirst: CertificateStep = { rule: "exclude", predicate: not(where[0]!), because: { kind: "no-end" } };
    return {
      predicate: aig.orAll(where),
      ways: ways.map(({ rank, choice }) => ({ rank: rank.map(chosen), choice: choice.map(chosen) })),
      proof: proof.length === 0 ? [] : [fromFirst, ...proof.map((s) => afterAnother(s, later))],
    };
  };
  return {
    ...c,
    aig,
    latches: latches.map(nodeOf),
    inputs: inputs.map(nodeOf),
    fails: c.fails && first(c.fails),
    reach: aig.orAll(claimed(TRUE)),
    fair: c.fair && claim(c.fair),
    unfair: c.unfair && claim(c.unfair),
    parts: new Map([...c.parts].map(([k, part]) => [k, claim(part)])),
  };
}

function copierOf(c: CtlCertificate, aig: Aig, leaves: readonly Lit[]): (l: Lit) => Lit {
  const leafOf = new Map(c.latches.map((node, i) => [node, leaves[i]!]));
  const copier = new AigCopier(c.aig, aig, (node) => {
    const l = leafOf.get(node);
    if (l === undefined) throw new Error("a predicate of a CTL proof reads more than latches");
    return l;
  });
  return (l) => copier.copy(l);
}

/** The values that inputs may have had in the first step: those that a latch has taken, any for the others. */
function firstInputs(model: Model, latches: readonly Lit[], inputsOfResets: readonly number[]): Lit[][] {
  let all: Lit[][] = [[]];
  for (const i of inputsOfResets) {
    const at = latchWith(model, i);
    const reset = at === undefined ? "free" : model.latches[at]!.reset;
    const values = reset === "free" ? [FALSE, TRUE] : [negateIf(latches[at!]!, isNegated(reset))];
    all = all.flatMap((before) => values.map((v) => [...before, v]));
  }
  return all;
}

/** Do the resets allow this state, with these inputs? */
function isFirst(model: Model, aig: Aig, latches: readonly Lit[], inputs: ReadonlyMap<number, Lit>): Lit {
  const leafOf = new Map([
    ...model.latches.map((l, i) => [l.node, latches[i]!] as const),
    ...[...inputs].map(([i, value]) => [model.inputs[i]!, value] as const),
  ]);
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const right = model.latches.flatMap(({ reset }, i) =>
    reset === "free" ? [] : [aig.iff(latches[i]!, copier.copy(reset))],
  );
  return aig.andAll(right);
}

/** A step of a proof that has one more step before all others, whose fact it may use. */
function afterAnother(step: CertificateStep, copy: (l: Lit) => Lit): CertificateStep {
  const moved = "predicate" in step ? { ...step, predicate: copy(step.predicate) } : step;
  return step.uses === undefined ? moved : { ...moved, uses: [0, ...step.uses.map((k) => k + 1)] };
}

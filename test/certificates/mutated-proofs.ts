import type { Certificate, CertificateStep } from "../../src/evidence/certificate.js";
import { FALSE, type Lit, litOf, not, TRUE } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { mooreForm } from "../../src/transform/moore.js";
import { constantResets } from "../../src/transform/resets.js";
import { compose } from "../../src/transform/rewrite.js";
import { certificateFromReference } from "./from-reference.js";

/**
 * Proofs that are true of a neighbour of the model: one with a condition or a constraint more, with its first states
 * fixed or others, or in Moore form with a monitor. They are the most tempting wrong proofs there are. Null when the
 * neighbour has a fair cycle too.
 */
export function neighbourProof(model: Model, extra: readonly Lit[], random: Random): Certificate | null {
  const pick = extra[random.below(extra.length)]!;
  const neighbours: (() => Model)[] = [
    () => ({ ...model, fairness: [...model.fairness, pick] }),
    () => ({ ...model, constraints: [...model.constraints, pick] }),
    () => ({ ...model, fairness: [...model.fairness.slice(1), pick] }),
    () => ({ ...model, latches: model.latches.map((l) => ({ ...l, reset: random.below(2) as Lit })) }),
    () => withOtherReset(model, random),
  ];
  const plain = constantResets(neighbours[random.below(neighbours.length)]!(), []);
  const rewritten = random.below(2) === 0 ? plain : compose(plain, mooreForm(plain.model));
  const proof = certificateFromReference(rewritten.model, random);
  return proof === null ? null : rewritten.lift.certificate(proof);
}

/** One latch starts with another value, for choice one that reads an input. */
function withOtherReset(model: Model, random: Random): Model {
  const at = random.below(model.latches.length);
  const values = [0, 1, ...model.inputs.flatMap((node) => [2 * node, 2 * node + 1])] as Lit[];
  const reset = values[random.below(values.length)]!;
  return { ...model, latches: model.latches.map((l, i) => (i === at ? { ...l, reset } : l)) };
}

/**
 * The proof with one thing changed: a step gone, repeated, moved, negated, bent, weakened, ended early or with another end, or the
 * monitor tampered with.
 */
export function mutated(given: Certificate, random: Random): Certificate {
  const proof = { ...given, aig: given.aig.fork() };
  const steps = [...proof.steps];
  if (steps.length === 0) return proof;
  const at = random.below(steps.length);
  const step = steps[at]!;
  const predicates = steps.flatMap((s) => ("predicate" in s ? [s.predicate] : []));
  const withPredicate = (change: (l: Lit) => Lit) => {
    if ("predicate" in step) steps[at] = { ...step, predicate: change(step.predicate) };
  };
  switch (random.below(12)) {
    case 0:
      steps.splice(at, 1);
      break;
    case 1:
      steps.splice(random.below(steps.length), 0, step);
      break;
    case 2: {
      const other = random.below(steps.length);
      steps[at] = steps[other]!;
      steps[other] = step;
      break;
    }
    case 3:
      withPredicate(not);
      break;
    case 4:
      steps[at] = otherReason(step, random);
      break;
    case 5:
      withPredicate(() => predicates[random.below(predicates.length)]!);
      break;
    case 6:
    case 7:
      return { ...proof, monitor: tampered(proof, random) };
    case 8:
    case 9:
      withPredicate((l) => bent(proof, l, random));
      break;
    case 10:
      steps[at] = lastStep(proof, random);
      break;
    default:
      steps[at] = { ...step, uses: Array.from({ length: at }, (_, k) => k).filter(() => random.below(2) === 0) };
  }
  return { ...proof, steps };
}

/** The predicate, wider, narrower or crossed with a latch, of the model or of the monitor. */
function bent({ aig, latches, monitor }: Certificate, l: Lit, random: Random): Lit {
  const nodes = [...latches, ...monitor.latches.map((x) => x.node)];
  const node = nodes[random.below(Math.max(1, nodes.length))];
  const latch = node === undefined ? TRUE : litOf(node);
  return [TRUE, FALSE, aig.or(l, latch), aig.and(l, latch), aig.and(l, not(latch)), aig.xor(l, latch)][
    random.below(6)
  ]!;
}

function lastStep(proof: Certificate, random: Random): CertificateStep {
  const l2s = proof.steps.find((s) => s.rule === "l2s");
  return (
    [
      { rule: "done", unroll: random.below(3), ...someConditions(random) },
      { rule: "safe" },
      l2s ?? { rule: "done", unroll: 99 },
    ] as const
  )[random.below(3)]!;
}

/** The monitor moves or starts otherwise, or cuts behaviours off. */
function tampered(proof: Certificate, random: Random): Certificate["monitor"] {
  const { monitor, latches, inputs } = proof;
  const nodes = [...latches, ...inputs, ...monitor.latches.map((l) => l.node)];
  const some = bent(proof, litOf(nodes[random.below(Math.max(1, nodes.length))] ?? 0), random);
  switch (random.below(5)) {
    case 0:
      return {
        ...monitor,
        latches: monitor.latches.map((l) => (random.below(2) === 0 ? { ...l, next: not(l.next) } : l)),
      };
    case 1:
      return { ...monitor, latches: monitor.latches.map((l) => (random.below(2) === 0 ? { ...l, next: some } : l)) };
    case 2: {
      const resets = [0, 1, "free"] as const;
      return { ...monitor, latches: monitor.latches.map((l) => ({ ...l, reset: resets[random.below(3)]! })) };
    }
    case 3:
      return { ...monitor, constraints: [...monitor.constraints, some] };
    default:
      return { ...monitor, fairness: [...monitor.fairness, some] };
  }
}

/** All of them, or some, perhaps none, perhaps one that is not there. */
const someConditions = (random: Random): { conditions?: readonly number[] } =>
  random.below(2) === 0 ? {} : { conditions: [0, 1, 2].filter(() => random.below(2) === 0) };

function otherReason(step: CertificateStep, random: Random): CertificateStep {
  if (step.rule !== "exclude") return step;
  const closed = random.below(2) === 0 ? "forward" : "backward";
  const because = [
    { kind: "no-start" } as const,
    { kind: "no-end" } as const,
    { kind: "condition", closed, condition: random.below(4) } as const,
    { kind: "skeleton", closed, unroll: random.below(3), ...someConditions(random) } as const,
  ][random.below(4)]!;
  return { ...step, because };
}

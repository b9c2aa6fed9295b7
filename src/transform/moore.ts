import type { CertificateStep } from "../evidence/certificate.js";
import { AigCopier } from "../logic/aig.js";
import { FALSE, type Lit, litOf, negateIf, nodeOf, not } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import { readsInputs } from "../model/reads-inputs.js";
import type { Step } from "../model/step.js";
import { type CertificateMap, liftCertificate, type OriginalLeaves } from "./lift-certificate.js";
import { type Rewrite, unchanged } from "./rewrite.js";

type ExcludeStep = Extract<CertificateStep, { rule: "exclude" }>;

/**
 * The Moore form: a fairness condition that reads inputs is remembered by a latch, and the latch is the condition from
 * then on. It holds one step after the condition did, so infinitely often exactly when the condition does, and all
 * conditions become predicates on states. Constraints stay as they are: they are part of the transition relation.
 *
 * A latch of the model that takes the condition over, or its negation, is such a memory already: what depends on all that the
 * condition reads is then not in the state twice. Old literals keep their meaning. New latches come last, in the order of
 * their conditions. Models whose fairness reads latches only are left alone.
 */
export function mooreForm(model: Model): Rewrite {
  const delayed = model.fairness.flatMap((l, j) => (readsInputs(model, [l]) ? [j] : []));
  if (delayed.length === 0) return unchanged(model);
  const aig = model.aig.fork();
  const L = model.latches.length;
  const memories = memoriesOf(model);
  const fairness = [...model.fairness];
  const latches: Latch[] = [...model.latches];
  for (const j of delayed) {
    const condition = fairness[j]!;
    let memory = memories.get(condition);
    if (memory === undefined) {
      memory = { latch: latches.length, negated: false };
      latches.push({ node: nodeOf(aig.leaf()), next: condition, reset: FALSE });
      memories.set(condition, memory);
    }
    fairness[j] = litOf(latches[memory.latch]!.node, memory.negated);
  }
  const forget = (steps: readonly Step[]): Step[] => steps.map((s) => ({ ...s, latches: s.latches.slice(0, L) }));
  return {
    model: { ...model, aig, latches, fairness },
    literal: (l) => l,
    lift: {
      // In the loop each memory is 1 once, so its condition held a step earlier: in the loop too, since that closes.
      lasso: (l) => ({ ...l, steps: forget(l.steps) }),
      run: (r) => ({ ...r, steps: forget(r.steps) }),
      certificate: (c) =>
        liftCertificate(
          c,
          delayedConditions(
            model,
            latches.slice(L).map((l) => l.next),
            new Map(delayed.map((j) => [j, memories.get(model.fairness[j]!)!])),
          ),
        ),
    },
  };
}

/** A latch that holds, or does not hold, one step after something did. */
interface Memory {
  readonly latch: number;
  readonly negated: boolean;
}

/** By the literal that is remembered. */
function memoriesOf({ latches }: Model): Map<Lit, Memory> {
  const memories = new Map<Lit, Memory>();
  latches.forEach(({ next }, latch) => {
    if (!memories.has(not(next))) memories.set(not(next), { latch, negated: true });
    if (memories.get(next)?.negated !== false) memories.set(next, { latch, negated: false });
  });
  return memories;
}

/**
 * A proof about the memories m_j, said of the conditions f_j: m_j' = f_j, so where f_j holds in a live transition, m_j
 * holds at its end, and the live step after it meets m_j. Both steps lie on the same side of P once P is a split. A
 * skeleton's path that is longer by one on both sides contains the one around the later step.
 */
function delayedConditions(model: Model, added: readonly Lit[], memoryOf: ReadonlyMap<number, Memory>): CertificateMap {
  const L = model.latches.length;
  return {
    latches: L,
    inputs: model.inputs.length,
    added: added.length,
    monitor: ({ aig, latches, inputs }) => {
      const leafOf = new Map<number, Lit>();
      model.latches.forEach(({ node }, i) => {
        leafOf.set(node, latches[i]!);
      });
      model.inputs.forEach((node, i) => {
        leafOf.set(node, inputs[i]!);
      });
      const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
      return added.map((condition) => ({ next: copier.copy(condition), reset: 0 }));
    },
    latch,
    input: (i, { inputs }) => inputs[i]!,
    step: (step, leaves) => {
      switch (step.rule) {
        case "done":
          return [{ ...step, unroll: step.unroll + 1 }];
        case "exclude":
          return excludeLater(step, leaves, memoryOf);
        case "l2s":
          throw new Error("no algorithm on sets writes it, and its flags would have to be late as well");
        default:
          return [step];
      }
    },
  };
}

/** Latch i of the Moore form. */
const latch = (i: number, { latches, added }: OriginalLeaves): Lit => latches[i] ?? added[i - latches.length]!;

function excludeLater(
  step: ExcludeStep,
  leaves: OriginalLeaves,
  memoryOf: ReadonlyMap<number, Memory>,
): CertificateStep[] {
  const { predicate, because } = step;
  if (because.kind === "no-start" || because.kind === "no-end") return [step];
  const split: CertificateStep = { rule: "split", predicate, closed: because.closed };
  if (because.kind === "skeleton") return [split, { ...step, because: { ...because, unroll: because.unroll + 1 } }];
  const memory = memoryOf.get(because.condition);
  if (memory === undefined) return [step];
  // P ∧ m_j starts no live transition: then none ends there either, and so none meets f_j inside P.
  const remembered = leaves.aig.and(predicate, negateIf(latch(memory.latch, leaves), memory.negated));
  return [split, { rule: "exclude", predicate: remembered, because: { kind: "no-start" } }, step];
}

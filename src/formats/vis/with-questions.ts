import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../logic/lit.js";
import type { Latch } from "../../model/model.js";
import type { Design } from "../../model/property.js";
import type { Signal } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import { fairnessOf, type NamedText, propertiesOf } from "./questions.js";

/** A design with the fairness and the questions of VIS's files. `signals`: what the names in them mean. */
export function withQuestions(
  design: Design,
  aig: Aig,
  signals: ReadonlyMap<string, Signal>,
  fairness: readonly NamedText[],
  questions: readonly NamedText[],
): Design {
  if (fairness.length === 0 && questions.length === 0) return design;
  const names = { aig, signals };
  const asked = fairness.map((text) => fairnessOf(text, names));
  const conditions = asked.flatMap((f) => f.conditions);
  const promises = asked
    .flatMap((f) => f.pairs)
    .map(({ enabled, taken, name }) => ({ ...promise(aig, enabled), taken, name }));
  const properties = questions.flatMap((text) => propertiesOf(text, names));
  const branching = properties.find((p) => p.kind === "ctl");
  if (promises.length > 0 && branching !== undefined)
    throw new InputError(
      "vis-fairness",
      `'${promises[0]!.name}' is a pair, and '${branching.name}' is a formula of branching time: together they are not supported`,
      branching.source ?? null,
      branching.source?.file,
    );
  const { model } = design;
  return {
    ...design,
    properties,
    model: {
      ...model,
      aig,
      inputs: [...model.inputs, ...promises.map((p) => p.input)],
      latches: [...model.latches, ...promises.map((p) => p.latch)],
      constraints: [...model.constraints, ...promises.map((p) => p.constraint)],
      fairness: [
        ...model.fairness,
        ...conditions.map((c) => c.literal),
        ...promises.map((p) => aig.or(p.made, p.taken)),
      ],
      fairnessNames: [...conditions, ...promises].map((c) => c.name),
    },
  };
}

/**
 * A promise that `enabled` will not hold again: made at any time, kept from then on. A behaviour is fair to a pair if it makes the
 * promise, or does what is to be taken infinitely often.
 */
function promise(aig: Aig, enabled: Lit): { made: Lit; input: number; latch: Latch; constraint: Lit } {
  const input = aig.leaf();
  const made = aig.leaf();
  const latch: Latch = { node: nodeOf(made), next: aig.or(made, input), reset: FALSE };
  return { made, input: nodeOf(input), latch, constraint: not(aig.and(made, enabled)) };
}

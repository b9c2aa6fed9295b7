import { isNegated, type Lit, litOf, negateIf, nodeOf, TRUE } from "../logic/lit.js";
import { balanced } from "../logic/rewriting/balance.js";
import { compressed } from "../logic/rewriting/compress.js";
import { Network } from "../logic/rewriting/network.js";
import { type Model, rootsOf } from "../model/model.js";
import type { Rewrite } from "./rewrite.js";

/** Beyond so many gates, all the passes take longer than two seconds: then conjunctions are built anew, and no more. */
const MANY_GATES = 30_000;

/**
 * All functions built anew from fewer gates: logic/rewriting says how. Latches and inputs stay what they are, and so does all evidence.
 * Of literals only `property` and those of latches and inputs have an image. `poll` is called now and then, and may throw. Pre: resets are constant or free.
 */
export function resynthesised(model: Model, property: readonly Lit[], poll: () => void = () => {}): Rewrite {
  const leaves = [...model.inputs, ...model.latches.map((l) => l.node)];
  const functions = [...rootsOf(model), ...property, ...model.latches.map((l) => l.next)];
  const network = Network.of(model.aig, leaves, functions);
  const made = (network.gates > MANY_GATES ? balanced(network, poll) : compressed(network, poll)).toAig();
  const images = new Map<number, Lit>([[0, litOf(0)]]);
  const learn = (given: Lit, image: Lit) => images.set(nodeOf(given), negateIf(image, isNegated(given)));
  functions.forEach((l, i) => {
    learn(l, made.outputs[i]!);
  });
  leaves.forEach((node, i) => {
    learn(litOf(node), made.leaves[i]!);
  });
  const copy = (l: Lit): Lit => {
    const image = images.get(nodeOf(l));
    if (image === undefined) throw new Error("the literal was not to be kept");
    return negateIf(image, isNegated(l));
  };
  return {
    model: {
      aig: made.aig,
      inputs: model.inputs.map((node) => nodeOf(copy(litOf(node)))),
      latches: model.latches.map(({ node, next, reset }) => ({
        node: nodeOf(copy(litOf(node))),
        next: copy(next),
        reset,
      })),
      constraints: model.constraints.map(copy).filter((c) => c !== TRUE),
      fairness: model.fairness.map(copy),
      signals: [],
      modules: model.modules,
      ...(model.property && { property: model.property }),
    },
    literal: copy,
    lift: { lasso: (l) => l, run: (r) => r, certificate: (c) => c },
  };
}

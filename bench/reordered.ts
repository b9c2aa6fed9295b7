import { Aig, AigCopier } from "../src/logic/aig.js";
import { type Lit, nodeOf } from "../src/logic/lit.js";
import { Random } from "../src/logic/random.js";
import type { Design, Property } from "../src/model/property.js";

/**
 * The same design with its latches and inputs in another order: chance has its part in how long a search takes, and an average needs
 * several runs. Order 0 is the given one. Pre: no formulas.
 */
export function reordered(design: Design, order: number): Design {
  if (order === 0) return design;
  const { model } = design;
  const random = new Random(order);
  const aig = new Aig();
  const leafOf = new Map<number, Lit>();
  const latches = shuffled(model.latches, random);
  const inputs = shuffled(model.inputs, random);
  for (const node of [...latches.map((l) => l.node), ...inputs]) leafOf.set(node, aig.leaf());
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const copy = (l: Lit) => copier.copy(l);
  return {
    model: {
      aig,
      inputs: inputs.map((node) => nodeOf(leafOf.get(node)!)),
      latches: latches.map(({ node, next, reset }) => ({
        node: nodeOf(leafOf.get(node)!),
        next: copy(next),
        reset: reset === "free" ? reset : copy(reset),
      })),
      constraints: model.constraints.map(copy),
      fairness: model.fairness.map(copy),
      signals: [],
      modules: [],
    },
    properties: design.properties.map((p): Property => {
      if (p.kind === "justice") return { ...p, literals: p.literals.map(copy) };
      if (p.kind === "bad") return { ...p, literal: copy(p.literal) };
      throw new Error("a formula names signals, which are not kept");
    }),
  };
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const result = [...all];
  for (let i = result.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}

import { Aig, AigCopier } from "../src/logic/aig.js";
import { type Lit, nodeOf } from "../src/logic/lit.js";
import { Random } from "../src/logic/random.js";
import type { Model } from "../src/model/model.js";
import type { Design, Property } from "../src/model/property.js";

/**
 * The same design with its latches and inputs in another order: chance has its part in how long a search takes, and an average needs
 * several runs. Order 0 is the given one. Pre: no formulas.
 */
export function reordered(design: Design, order: number): Design {
  if (order === 0) return design;
  const { model, literal } = reorderedModel(design.model, order);
  return {
    model,
    properties: design.properties.map((p): Property => {
      if (p.kind === "justice") return { ...p, literals: p.literals.map(literal) };
      if (p.kind === "bad") return { ...p, literal: literal(p.literal) };
      throw new Error("a formula names signals, which are not kept");
    }),
  };
}

/** The same for a model, and what its literals become; modules and the property's latches are kept, names are not. */
export function reorderedModel(
  model: Model,
  order: number,
): { readonly model: Model; readonly literal: (l: Lit) => Lit } {
  if (order === 0) return { model, literal: (l) => l };
  const random = new Random(order);
  const aig = new Aig();
  const leafOf = new Map<number, Lit>();
  const latches = shuffled(model.latches, random);
  const inputs = shuffled(model.inputs, random);
  for (const node of [...latches.map((l) => l.node), ...inputs]) leafOf.set(node, aig.leaf());
  const copier = new AigCopier(model.aig, aig, (node) => leafOf.get(node)!);
  const literal = (l: Lit) => copier.copy(l);
  const placeOf = new Map(latches.map((latch, i) => [latch, i]));
  const places = (indices: readonly number[]) =>
    indices.map((i) => placeOf.get(model.latches[i]!)!).sort((a, b) => a - b);
  return {
    literal,
    model: {
      aig,
      inputs: inputs.map((node) => nodeOf(leafOf.get(node)!)),
      latches: latches.map(({ node, next, reset }) => ({
        node: nodeOf(leafOf.get(node)!),
        next: literal(next),
        reset: reset === "free" ? reset : literal(reset),
      })),
      constraints: model.constraints.map(literal),
      fairness: model.fairness.map(literal),
      signals: [],
      modules: model.modules.map(places),
      ...(model.property !== undefined && { property: places(model.property) }),
    },
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

import { Aig, coneOf } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, negateIf, nodeOf, not } from "../logic/lit.js";
import { isConstant, type Model, rootsOf } from "../model/model.js";
import type { Rewrite } from "./rewrite.js";

/**
 * Builds all functions anew: trees of conjunctions are flattened, rid of repetitions and contradictions, and built again
 * in a balanced way from inputs in a fixed order, so that equal parts meet; the graph's own rules do the rest. Latches and
 * inputs stay what they are, and so does all evidence. Pre: resets are constant or free.
 */
export function restructured(model: Model, property: readonly Lit[]): Rewrite {
  const functions = [...rootsOf(model), ...property, ...model.latches.map((l) => l.next)];
  const builder = new Restructurer(model, functions);
  const copy = (l: Lit) => builder.image(l);
  return {
    model: {
      aig: builder.to,
      inputs: model.inputs.map((node) => nodeOf(copy(litOf(node)))),
      latches: model.latches.map(({ node, next, reset }) => ({
        node: nodeOf(copy(litOf(node))),
        next: copy(next),
        reset,
      })),
      constraints: model.constraints.map(copy).filter((c) => c !== not(FALSE)),
      fairness: model.fairness.map(copy),
      signals: [],
      modules: model.modules,
      ...(model.property && { property: model.property }),
    },
    literal: copy,
    lift: { lasso: (l) => l, run: (r) => r, certificate: (c) => c },
  };
}

class Restructurer {
  readonly to = new Aig();
  // By node; -1 for nodes inside a larger conjunction, and outside all cones.
  private readonly images: Int32Array;
  private readonly fanouts: Int32Array;

  constructor(
    private readonly model: Model,
    roots: readonly Lit[],
  ) {
    const from = model.aig;
    const inCone = coneOf(from, roots);
    this.images = new Int32Array(from.size).fill(-1);
    this.fanouts = new Int32Array(from.size);
    this.images[0] = FALSE;
    for (const node of [...model.inputs, ...model.latches.map((l) => l.node)]) this.images[node] = this.to.leaf();
    for (const root of roots) this.fanouts[nodeOf(root)]! += 2;
    for (let n = 1; n < from.size; n++) if (inCone[n] === 1 && from.isGate(n)) this.countFanouts(n);
    for (let n = 1; n < from.size; n++) {
      if (inCone[n] === 0 || !from.isGate(n) || this.fanouts[n] === 1) continue;
      this.images[n] = this.conjunction(n);
    }
  }

  image(l: Lit): Lit {
    const image = this.images[nodeOf(l)]!;
    if (image < 0) throw new Error("the literal was not to be kept");
    return negateIf(image as Lit, isNegated(l));
  }

  /** A negated reader counts twice: its gate cannot become part of the reader. */
  private countFanouts(gate: number): void {
    const { aig } = this.model;
    for (const l of [aig.fanin0(gate), aig.fanin1(gate)]) this.fanouts[nodeOf(l)]! += isNegated(l) ? 2 : 1;
  }

  private conjunction(gate: number): Lit {
    const { aig } = this.model;
    const found = new Set<Lit>();
    const pending = [aig.fanin0(gate), aig.fanin1(gate)];
    for (let l = pending.pop(); l !== undefined; l = pending.pop()) {
      const n = nodeOf(l);
      if (this.images[n]! < 0) {
        pending.push(aig.fanin0(n), aig.fanin1(n));
        continue;
      }
      const image = this.image(l);
      if (image === FALSE || found.has(not(image))) return FALSE;
      if (!isConstant(image)) found.add(image);
    }
    return this.to.andAll([...found].sort((a, b) => a - b));
  }
}

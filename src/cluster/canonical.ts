import type { ReadonlyAig } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";

/** Gates in an order that depends on what they compute and who asks for them, not on how a file numbered them. */
export interface CanonicalGates {
  /** Two literals for each gate, the larger one first. Inputs are nodes from 1 on, then come latches, then gates. */
  readonly gates: readonly (readonly [number, number])[];
  literal(l: Lit): number;
}

/** Numbers the gates below `roots`, in the order of the roots. Pre: these read no other leaves than inputs and latches. */
export function canonicalGates(model: Model, roots: readonly Lit[]): CanonicalGates {
  const { aig } = model;
  const number = new Map<number, number>([[0, 0]]);
  for (const node of model.inputs) number.set(node, number.size);
  for (const { node } of model.latches) number.set(node, number.size);
  const literal = (l: Lit) => 2 * number.get(nodeOf(l))! + (l & 1);
  const shape = shapesOf(aig, number);
  const gates: (readonly [number, number])[] = [];
  for (const root of roots) {
    const pending = [nodeOf(root)];
    for (let n = pending.at(-1); n !== undefined; n = pending.at(-1)) {
      if (number.has(n)) {
        pending.pop();
        continue;
      }
      const [first, second] = inOrder(aig.fanin0(n), aig.fanin1(n), shape);
      const open = [nodeOf(second), nodeOf(first)].filter((m) => !number.has(m));
      if (open.length > 0) {
        pending.push(...open);
        continue;
      }
      const [a, b] = [literal(first), literal(second)];
      number.set(n, number.size);
      gates.push(a > b ? [a, b] : [b, a]);
    }
  }
  return { gates, literal };
}

/** For each node a number that the gates below it decide, and no numbering. Different functions may share one. */
function shapesOf(aig: ReadonlyAig, leaves: ReadonlyMap<number, number>): Float64Array {
  const shape = new Float64Array(aig.size);
  for (let n = 1; n < aig.size; n++) {
    if (!aig.isGate(n)) {
      shape[n] = mixed(leaves.get(n) ?? 0, 1);
      continue;
    }
    const [a, b] = [edge(aig.fanin0(n), shape), edge(aig.fanin1(n), shape)];
    shape[n] = mixed(Math.min(a, b), Math.max(a, b));
  }
  return shape;
}

const edge = (l: Lit, shape: Float64Array): number => 2 * shape[nodeOf(l)]! + (l & 1);

const inOrder = (a: Lit, b: Lit, shape: Float64Array): readonly [Lit, Lit] =>
  edge(a, shape) <= edge(b, shape) ? [a, b] : [b, a];

/** Two numbers below 2^53 as one below 2^52. */
function mixed(a: number, b: number): number {
  let [x, y] = [0x811c9dc5, 0x9e3779b9];
  for (const part of [a % 2 ** 32, Math.floor(a / 2 ** 32), b % 2 ** 32, Math.floor(b / 2 ** 32)]) {
    x = Math.imul(x ^ part, 0x01000193);
    x ^= x >>> 15;
    y = Math.imul(y + part, 0x85ebca6b) ^ (y >>> 13);
  }
  return (x >>> 0) * 2 ** 20 + (y >>> 12);
}

import { Aig, AigCopier } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, negateIf } from "../logic/lit.js";
import { isConstant, type Model } from "../model/model.js";
import { ownValues, type SignalValues } from "../model/signal-values.js";
import { RandomWalks } from "../model/simulate.js";

/** Nodes that may be read: building the graph anew stops being cheap when the model is large and its classes settle late. */
const MAX_WORK = 6_000_000;

/** Steps of random simulation that tell latches apart. */
const WALK = 32;

/**
 * Latches that are equal, opposite or stuck because their next functions are, as the graph shows it. Simulation makes the candidates; next
 * functions are then built on one latch of each class, and latches whose functions are not the same node are put apart, until that changes nothing.
 * What remains is inductive as a whole. No solver is asked: this finds less than signal correspondence, and is not too much for a large model.
 * `poll` is called now and then, and may throw.
 */
export function equalLatches(model: Model, poll: () => void = () => {}): SignalValues {
  const { aig, latches } = model;
  const values = ownValues(aig);
  // Latches are compared as they would be with a reset to 0.
  const phase = latches.map(({ reset }) => reset !== "free" && isNegated(reset));
  let classes = seen(model, phase);
  for (let work = 0; classes.some((c, i) => c !== i); work += aig.size) {
    poll();
    if (work > MAX_WORK) return { values, facts: [] };
    const next = nextFunctions(model, classes, phase);
    const finer = refined(classes, next);
    if (finer.every((c, i) => c === classes[i])) break;
    classes = finer;
  }
  const facts = latches.flatMap(({ node }, i) => {
    const first = classes[i]!;
    if (first === i) return [];
    const stands = first === CONSTANT ? FALSE : negateIf(litOf(latches[first]!.node), phase[first]!);
    const value = negateIf(stands, phase[i]!);
    values[node] = value;
    return [[litOf(node), value] as const];
  });
  return { values, facts };
}

/** The class of what is always 0. All others are called by their first latch. */
const CONSTANT = -1;

/** By latch, its class as random behaviours see it. */
function seen(model: Model, phase: readonly boolean[]): number[] {
  const { latches } = model;
  const walks = new RandomWalks(model, 1);
  const hash = new Int32Array(latches.length);
  let constant = 0;
  for (let step = 0; step < WALK; step++) {
    const lanes = walks.step();
    const mixed = (old: number, word: number) => Math.imul(old ^ (word & lanes), 0x9e3779b1) ^ (old >>> 15);
    for (let i = 0; i < hash.length; i++) hash[i] = mixed(hash[i]!, walks.sim.latches[i]! ^ (phase[i] ? -1 : 0));
    constant = mixed(constant, 0);
  }
  const first = new Map([[constant, CONSTANT]]);
  return latches.map(({ reset }, i) => (reset === "free" || !isConstant(reset) ? i : firstWith(first, hash[i]!, i)));
}

/** The next functions, each as it would be with a reset to 0, where the first latch of a class is read for all of it. */
function nextFunctions({ aig, latches, inputs }: Model, classes: readonly number[], phase: readonly boolean[]): Lit[] {
  const to = new Aig();
  const leafOf = new Map<number, Lit>(inputs.map((node) => [node, to.leaf()]));
  const own = latches.map((_, i) => (classes[i] === i ? to.leaf() : FALSE));
  latches.forEach(({ node }, i) => {
    const first = classes[i]!;
    leafOf.set(node, negateIf(first === CONSTANT ? FALSE : own[first]!, phase[i]!));
  });
  const copier = new AigCopier(aig, to, (node) => leafOf.get(node)!);
  return latches.map(({ next }, i) => negateIf(copier.copy(next), phase[i]!));
}

/** Classes whose latches have one next function each. */
function refined(classes: readonly number[], next: readonly Lit[]): number[] {
  const parts = new Map<number, Map<Lit, number>>([[CONSTANT, new Map([[FALSE, CONSTANT]])]]);
  return classes.map((c, i) => {
    const part = parts.get(c) ?? new Map<Lit, number>();
    parts.set(c, part);
    return firstWith(part, next[i]!, i);
  });
}

function firstWith<K>(first: Map<K, number>, key: K, i: number): number {
  const known = first.get(key);
  if (known === undefined) first.set(key, i);
  return known ?? i;
}

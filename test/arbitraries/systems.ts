import fc from "fast-check";
import { Aig, coneOf } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, Model } from "../../src/model/model.js";
import { type GateRecipe, gateRecipes, LitPool, litChoices, withText } from "./aigs.js";

/**
 * Random fair systems, small enough for brute force. By default they have everything that engines get wrong: dead ends
 * (through constraints), constraints and fairness that read inputs, free resets, no condition or several. Only
 * literal resets must be asked for, since engines never see them.
 */
export interface SystemOptions {
  readonly maxInputs?: number;
  readonly maxLatches?: number;
  readonly maxGates?: number;
  readonly maxConstraints?: number;
  readonly maxFairness?: number;
  /** Fairness reads latches only, as engines on state sets want it. */
  readonly stateFairness?: boolean;
  readonly literalResets?: boolean;
  /** This many further literals over inputs and latches, for properties; they read latches only if `stateFairness`. */
  readonly extraLits?: number;
}

/** A model, and literals of it to build properties from. */
export interface RandomSystem {
  readonly model: Model;
  readonly lits: readonly Lit[];
}

/** Everything about a random system, as numbers: what fast-check shrinks. */
interface SystemRecipe {
  readonly inputs: number;
  readonly latches: readonly LatchRecipe[];
  readonly gates: readonly GateRecipe[];
  readonly constraints: readonly (readonly [number, number])[];
  readonly fairness: readonly number[];
  readonly lits: readonly number[];
}

interface LatchRecipe {
  readonly next: readonly [kind: number, a: number, b: number];
  readonly reset: number;
  readonly resetLit: number;
}

export const systems = (options: SystemOptions = {}): fc.Arbitrary<RandomSystem> => {
  const { maxInputs = 3, maxLatches = 5, maxGates = 24, maxConstraints = 2, maxFairness = 6, extraLits = 0 } = options;
  const recipes = fc.record({
    inputs: fc.integer({ min: 0, max: maxInputs }),
    latches: latchRecipes(maxLatches, options.literalResets ?? false),
    gates: gateRecipes(maxGates),
    constraints: fc.array(fc.tuple(litChoices(), litChoices()), { maxLength: maxConstraints }),
    fairness: fc.array(litChoices(), { maxLength: maxFairness }),
    lits: fc.array(litChoices(), { minLength: extraLits, maxLength: extraLits }),
  });
  // Drawn evenly: what fast-check likes to try first, small numbers and short lists, has one or two states.
  return fc.noBias(recipes).map((recipe) => {
    const system = build(recipe, options);
    return withText(system, () => describeModel(system.model));
  });
};

/** Mostly many, since few latches make few states; shrinks to few. */
function latchRecipes(maxLatches: number, literalResets: boolean): fc.Arbitrary<LatchRecipe[]> {
  const latch = fc.record({
    next: fc.tuple(fc.nat({ max: 5 }), litChoices(), litChoices()),
    reset: fc.nat({ max: literalResets ? 6 : 3 }),
    resetLit: litChoices(),
  });
  const atLeast = (minLength: number) => fc.array(latch, { minLength, maxLength: maxLatches, size: "max" });
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 1, arbitrary: atLeast(1) },
    { weight: 3, arbitrary: atLeast(Math.ceil((2 * maxLatches) / 3)) },
  );
}

/** Just the model of a random system. */
export const models = (options: SystemOptions = {}): fc.Arbitrary<Model> =>
  systems(options).map(({ model }) => withText(model, () => describeModel(model)));

function build(recipe: SystemRecipe, options: SystemOptions): RandomSystem {
  const aig = new Aig();
  const inputs = Array.from({ length: recipe.inputs }, () => aig.leaf());
  const latches = recipe.latches.map(() => aig.leaf());
  const all = new LitPool(aig, [...latches, ...inputs]);
  const state = new LitPool(aig, latches);
  for (const gate of recipe.gates) {
    all.add(gate);
    state.add(gate);
  }
  const observed = options.stateFairness ? state : all;
  const model: Model = {
    aig,
    inputs: inputs.map(nodeOf),
    latches: recipe.latches.map(
      ({ next, reset, resetLit }, i): Latch => ({
        node: nodeOf(latches[i]!),
        next: nextOf(aig, latches[i]!, next, all),
        // An acyclic choice: a literal over inputs and earlier latches.
        reset: resetOf(reset, new LitPool(aig, [...latches.slice(0, i), ...inputs]).pick(resetLit)),
      }),
    ),
    // Disjunctions: a single random literal would leave few systems with a behaviour.
    constraints: recipe.constraints.map(([a, b]) => aig.or(all.pick(a), all.pick(b))).filter((l) => l !== FALSE),
    fairness: recipe.fairness.map((f) => observed.pick(f)),
    signals: [],
    modules: [],
  };
  return { model, lits: recipe.lits.map((l) => observed.pick(l)) };
}

/** With literals alone most systems would come to rest after a step or two: toggles and sums keep them going. */
function nextOf(aig: Aig, latch: Lit, [kind, a, b]: LatchRecipe["next"], pool: LitPool): Lit {
  const [x, y] = [pool.pick(a), pool.pick(b)];
  if (kind === 0) return x;
  if (kind === 1) return aig.mux(y, x, latch);
  return aig.xor(x, kind === 2 ? y : kind === 3 ? latch : aig.and(latch, y));
}

const resetOf = (choice: number, literal: Lit): Latch["reset"] =>
  choice >= 4 ? literal : choice === 3 ? "free" : choice === 2 ? TRUE : FALSE;

/**
 * A graph given by its edges, for tests that state a graph and its answer. States are numbers; edges carry the
 * conditions (by index) that hold on them; a state without edges is a dead end.
 */
export interface FairGraph {
  readonly states: number;
  readonly initial: readonly number[];
  readonly edges: readonly { readonly from: number; readonly to: number; readonly meets: readonly number[] }[];
  readonly conditions: number;
}

/** Random graphs: sparse, so that there are dead ends, trivial components and several nontrivial ones. */
export const fairGraphs = ({ maxStates = 8, maxConditions = 4, degree = 2 } = {}): fc.Arbitrary<FairGraph> =>
  fc
    .record({
      states: fc.integer({ min: 1, max: maxStates }),
      conditions: fc.integer({ min: 0, max: maxConditions }),
      initial: fc.array(fc.nat({ max: maxStates - 1 }), { minLength: 1, maxLength: 2 }),
      edges: fc.array(
        fc.record({ from: fc.nat(), to: fc.nat(), meets: fc.array(fc.nat({ max: 15 }), { maxLength: 3 }) }),
        { maxLength: maxStates * degree },
      ),
    })
    .map(({ states, conditions, initial, edges }) => ({
      states,
      conditions,
      initial: [...new Set(initial.map((s) => s % states))],
      edges: edges.map(({ from, to, meets }) => ({
        from: from % states,
        to: to % states,
        meets: conditions === 0 ? [] : [...new Set(meets.map((c) => c % conditions))],
      })),
    }));

/**
 * The model of a graph. State s is the binary number of the latches, lowest bit first; inputs choose the edge to take,
 * and a constraint rules out choices without one. Several initial states become free resets, and a constraint for as
 * long as a `started` latch (the last one) is 0, unless they are all that the free bits can say.
 */
export function modelOfGraph(graph: FairGraph): Model {
  const aig = new Aig();
  const bitsFor = (n: number) => Math.max(1, Math.ceil(Math.log2(Math.max(1, n))));
  const outgoing = Array.from({ length: graph.states }, (_, s) => graph.edges.filter((e) => e.from === s));
  const inputs = lits(aig, bitsFor(Math.max(1, ...outgoing.map((e) => e.length))));
  const state = lits(aig, bitsFor(graph.states));
  const width = state.length;
  const is = (bits: readonly Lit[], value: number) => aig.andAll(bits.map((b, i) => ((value >> i) & 1 ? b : not(b))));
  const taken = outgoing.flatMap((edges, s) =>
    edges.map((edge, k) => ({ edge, when: aig.and(is(state, s), is(inputs, k)) })),
  );
  const anyOf = (keep: (edge: FairGraph["edges"][number]) => boolean) =>
    aig.orAll(taken.filter((t) => keep(t.edge)).map((t) => t.when));

  const first = graph.initial[0]!;
  const differs = state.map((_, i) => graph.initial.some((s) => ((s ^ first) >> i) & 1));
  const latches: Latch[] = state.map((l, i) => ({
    node: nodeOf(l),
    next: anyOf((e) => ((e.to >> i) & 1) === 1),
    reset: differs[i] ? "free" : (first >> i) & 1 ? TRUE : FALSE,
  }));
  const constraints = [anyOf(() => true)];
  if (2 ** differs.filter(Boolean).length !== graph.initial.length) {
    const started = aig.leaf();
    latches.push({ node: nodeOf(started), next: TRUE, reset: FALSE });
    constraints.push(aig.or(started, aig.orAll(graph.initial.map((s) => is(state, s)))));
  }
  const model: Model = {
    aig,
    inputs: inputs.map(nodeOf),
    latches,
    constraints,
    fairness: Array.from({ length: graph.conditions }, (_, c) => anyOf((e) => e.meets.includes(c))),
    signals: [],
    modules: [state.map((_, i) => i), ...(latches.length > width ? [[width]] : [])],
  };
  return withText(model, () => JSON.stringify(graph));
}

const lits = (aig: Aig, n: number): Lit[] => Array.from({ length: n }, () => aig.leaf());

/** A model as a few lines of text: what a failing test prints. */
export function describeModel(model: Model): string {
  const { aig } = model;
  const name = (l: Lit): string => {
    const n = nodeOf(l);
    if (n === 0) return l & 1 ? "1" : "0";
    const input = model.inputs.indexOf(n);
    const latch = model.latches.findIndex((x) => x.node === n);
    return `${l & 1 ? "!" : ""}${input >= 0 ? `i${input}` : latch >= 0 ? `x${latch}` : `g${n}`}`;
  };
  const roots = model.latches.flatMap((x) => (x.reset === "free" ? [x.next] : [x.next, x.reset]));
  const cone = coneOf(aig, [...roots, ...model.constraints, ...model.fairness]);
  const gates = [...cone.keys()].filter((n) => cone[n] === 1 && aig.isGate(n));
  return [
    `inputs ${model.inputs.length}`,
    ...gates.map((n) => `g${n} = ${name(aig.fanin0(n))} & ${name(aig.fanin1(n))}`),
    ...model.latches.map(
      ({ next, reset }, i) => `x${i}: reset ${reset === "free" ? "free" : name(reset)}, next ${name(next)}`,
    ),
    ...model.constraints.map((l) => `constraint ${name(l)}`),
    ...model.fairness.map((l) => `fairness ${name(l)}`),
  ].join("\n");
}

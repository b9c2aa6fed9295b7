import { stateBased } from "../automata/acceptance.js";
import type { Edge, Tgba } from "../automata/tgba.js";
import type { Certificate } from "../evidence/certificate.js";
import { type Aig, AigCopier, supportOf } from "../logic/aig.js";
import { ALWAYS, type BooleanFunctions, type Fn, NEVER } from "../logic/boolean-functions.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import type { Rewrite } from "./rewrite.js";

export interface ProductOptions {
  /** How a state of the automaton is kept: as a number, or with one latch for each state. Binary when absent. */
  readonly encoding?: "binary" | "one-hot";
  /** `state`: acceptance reads the automaton's latches only, at the price of more states. `edge` when absent. */
  readonly acceptance?: "edge" | "state";
}

/**
 * The model and some automata over its signals side by side: their fair behaviours are the fair behaviours of the model
 * that all the automata accept. `atoms` gives the literal of each atom; it may read inputs.
 *
 * The automata's latches come last and are the property's own. Where several edges read the same letter, fresh inputs
 * choose. A letter that no edge reads breaks a constraint, so dead ends of the automaton are dead ends of the product;
 * an automaton that can always read on adds no constraint. Acceptance sets join the fairness list. Old
 * literals keep their meaning.
 */
export function product(
  model: Model,
  automata: Tgba | readonly Tgba[],
  atoms: ReadonlyMap<string, Lit>,
  options: ProductOptions = {},
): Rewrite {
  const aig = model.aig.fork();
  const circuit = joined(
    [automata].flat().map((automaton) => {
      const source = options.acceptance === "state" ? stateBased(automaton) : automaton;
      return new AutomatonCircuit(aig, source, atoms, options.encoding ?? "binary");
    }),
  );
  const L = model.latches.length;
  const I = model.inputs.length;
  const forget = (steps: readonly Step[]): Step[] =>
    steps.map((s) => ({ latches: s.latches.slice(0, L), inputs: s.inputs.slice(0, I) }));
  return {
    model: {
      ...model,
      aig,
      inputs: [...model.inputs, ...circuit.choices.map(nodeOf)],
      latches: [...model.latches, ...circuit.latches],
      constraints: [...model.constraints, ...circuit.constraints],
      fairness: [...model.fairness, ...circuit.fairness],
      property: [...(model.property ?? []), ...propertyOf(model, aig, circuit)],
    },
    literal: (l) => l,
    lift: {
      lasso: (l) => ({ ...l, steps: forget(l.steps) }),
      run: (r) => ({ ...r, steps: forget(r.steps) }),
      certificate: (c) => withAutomaton(c, model, aig, circuit),
    },
  };
}

/** Automata as gates, latches and inputs. */
interface AutomataCircuit {
  /** Inputs that choose among edges for the same letter. */
  readonly choices: readonly Lit[];
  readonly latches: readonly Latch[];
  /** Some edge is taken; none where that is certain. */
  readonly constraints: readonly Lit[];
  readonly fairness: readonly Lit[];
}

const joined = (circuits: readonly AutomataCircuit[]): AutomataCircuit => ({
  choices: circuits.flatMap((c) => c.choices),
  latches: circuits.flatMap((c) => c.latches),
  constraints: circuits.flatMap((c) => c.constraints),
  fairness: circuits.flatMap((c) => c.fairness),
});

/** The automata's latches; where they have none, the latches of the model that they read. */
function propertyOf(model: Model, aig: Aig, circuit: AutomataCircuit): number[] {
  if (circuit.latches.length > 0) return circuit.latches.map((_, i) => model.latches.length + i);
  const read = new Set(supportOf(aig, [...circuit.constraints, ...circuit.fairness]));
  return model.latches.flatMap(({ node }, i) => (read.has(node) ? [i] : []));
}

class AutomatonCircuit implements AutomataCircuit {
  readonly choices: readonly Lit[];
  readonly latches: readonly Latch[];
  readonly constraints: readonly Lit[];
  readonly fairness: readonly Lit[];
  private readonly labels = new Map<Fn, Lit>();
  private readonly code: StateCode;

  constructor(
    private readonly aig: Aig,
    private readonly automaton: Tgba,
    private readonly atoms: ReadonlyMap<string, Lit>,
    encoding: "binary" | "one-hot",
  ) {
    const { edges, initial, functions } = automaton;
    this.code = encoding === "binary" ? new BinaryCode(aig, initial, edges.length) : new OneHotCode(aig, edges.length);
    const lanes = edges.map((outgoing) => lanesOf(functions, outgoing));
    const bits = bitsFor(Math.max(1, ...lanes.map((l) => l.length)));
    this.choices = Array.from({ length: bits }, () => aig.leaf());
    const taken: TakenEdge[][] = lanes.map((l, state) => this.takenFrom(state, l));
    const someOf = (wanted: (edge: Edge) => boolean): Lit =>
      aig.orAll(
        taken
          .flat()
          .filter(({ edge }) => wanted(edge))
          .map(({ lit }) => lit),
      );
    this.constraints = this.constraintsOf(lanes, taken);
    this.latches = this.code.latches(initial, (isTarget) => someOf((edge) => isTarget(edge.target)));
    this.fairness = Array.from({ length: automaton.acceptanceSets }, (_, set) => this.acceptance(set, taken));
  }

  /** The choice names a lane. Its edges are taken where they read the letter, otherwise those of the first lane. */
  private takenFrom(state: number, lanes: readonly (readonly Edge[])[]): TakenEdge[] {
    const { aig } = this;
    const choices = this.choices.slice(0, bitsFor(Math.max(1, lanes.length)));
    const others = lanes.slice(1).flatMap((lane, k) => {
      const chosen = aig.andAll(choices.map((choice, b) => ((((k + 1) >> b) & 1) === 1 ? choice : not(choice))));
      return lane.map((edge) => ({ edge, reads: aig.and(chosen, this.label(edge.label)) }));
    });
    const none = not(aig.orAll(others.map(({ reads }) => reads)));
    const first = (lanes[0] ?? []).map((edge) => ({ edge, reads: aig.and(none, this.label(edge.label)) }));
    const here = this.code.is(state);
    return [...first, ...others].map(({ edge, reads }) => ({ edge, lit: aig.and(here, reads) }));
  }

  private constraintsOf(lanes: readonly (readonly Edge[])[][], taken: readonly (readonly TakenEdge[])[]): Lit[] {
    const { functions } = this.automaton;
    const stuck = lanes.flatMap((l, state) => {
      const certain = (l[0] ?? []).reduce((read, edge) => functions.or(read, edge.label), NEVER) === ALWAYS;
      if (certain) return [];
      return [this.aig.and(this.code.is(state), not(this.aig.orAll(taken[state]!.map(({ lit }) => lit))))];
    });
    return stuck.length === 0 ? [] : [not(this.aig.orAll(stuck))];
  }

  /** Edges in the set. Where all edges of a state are, the state alone says so. */
  private acceptance(set: number, taken: readonly (readonly TakenEdge[])[]): Lit {
    const inSet = ({ edge }: TakenEdge) => ((edge.marks >> set) & 1) === 1;
    const parts = taken.flatMap((outgoing, state) => {
      if (outgoing.length > 0 && outgoing.every(inSet)) return [this.code.is(state)];
      return outgoing.filter(inSet).map(({ lit }) => lit);
    });
    return this.aig.orAll(parts);
  }

  private label(fn: Fn): Lit {
    if (fn === NEVER) return FALSE;
    if (fn === ALWAYS) return TRUE;
    let lit = this.labels.get(fn);
    if (lit === undefined) {
      const { functions, atoms } = this.automaton;
      const name = atoms[functions.root(fn)]!;
      const atom = this.atoms.get(name);
      if (atom === undefined) throw new Error(`the atom '${name}' has no literal`);
      lit = this.aig.mux(atom, this.label(functions.highOf(fn)), this.label(functions.lowOf(fn)));
      this.labels.set(fn, lit);
    }
    return lit;
  }
}

interface TakenEdge {
  readonly edge: Edge;
  readonly lit: Lit;
}

/** The edges of a state in lanes: edges of one lane read different letters, a lane that reads all of them comes first. */
function lanesOf(functions: BooleanFunctions, edges: readonly Edge[]): Edge[][] {
  const lanes: { read: Fn; edges: Edge[] }[] = [];
  for (const edge of edges) {
    let lane = lanes.find(({ read }) => !functions.intersects(read, edge.label));
    if (lane === undefined) {
      lane = { read: NEVER, edges: [] };
      lanes.push(lane);
    }
    lane.read = functions.or(lane.read, edge.label);
    lane.edges.push(edge);
  }
  lanes.sort((a, b) => Number(b.read === ALWAYS) - Number(a.read === ALWAYS));
  return lanes.map((lane) => lane.edges);
}

const bitsFor = (values: number): number => Math.ceil(Math.log2(values));

/** How states become latches. `next` asks whether the next state is one of some states. */
interface StateCode {
  is(state: number): Lit;
  latches(initial: number, next: (isTarget: (state: number) => boolean) => Lit): Latch[];
}

/** The initial state and state 0 trade places, so that all latches start at 0. */
class BinaryCode implements StateCode {
  private readonly bits: readonly Lit[];

  constructor(
    private readonly aig: Aig,
    private readonly initial: number,
    states: number,
  ) {
    this.bits = Array.from({ length: bitsFor(states) }, () => aig.leaf());
  }

  is(state: number): Lit {
    return this.aig.andAll(this.bits.map((bit, b) => (this.bitOf(state, b) ? bit : not(bit))));
  }

  latches(_initial: number, next: (isTarget: (state: number) => boolean) => Lit): Latch[] {
    return this.bits.map((bit, b) => ({
      node: nodeOf(bit),
      next: next((state) => this.bitOf(state, b)),
      reset: FALSE,
    }));
  }

  private bitOf(state: number, b: number): boolean {
    const code = state === this.initial ? 0 : state === 0 ? this.initial : state;
    return ((code >> b) & 1) === 1;
  }
}

class OneHotCode implements StateCode {
  private readonly bits: readonly Lit[];

  constructor(aig: Aig, states: number) {
    this.bits = Array.from({ length: states }, () => aig.leaf());
  }

  is(state: number): Lit {
    return this.bits[state]!;
  }

  latches(initial: number, next: (isTarget: (state: number) => boolean) => Lit): Latch[] {
    return this.bits.map((bit, state) => ({
      node: nodeOf(bit),
      next: next((target) => target === state),
      reset: state === initial ? TRUE : FALSE,
    }));
  }
}

/** A proof about the product is a proof about the model with the automaton as its monitor. */
function withAutomaton(c: Certificate, model: Model, aig: Aig, circuit: AutomataCircuit): Certificate {
  const L = model.latches.length;
  const I = model.inputs.length;
  // The automaton's gates, over the leaves that the certificate has for the product.
  const leafOf = new Map<number, number>();
  [...model.latches.map((l) => l.node), ...circuit.latches.map((l) => l.node)].forEach((node, i) => {
    leafOf.set(node, c.latches[i]!);
  });
  [...model.inputs, ...circuit.choices.map(nodeOf)].forEach((node, i) => {
    leafOf.set(node, c.inputs[i]!);
  });
  const copier = new AigCopier(aig, c.aig, (node) => (2 * leafOf.get(node)!) as Lit);
  const copy = (l: Lit) => copier.copy(l);
  const { monitor } = c;
  return {
    ...c,
    latches: c.latches.slice(0, L),
    inputs: c.inputs.slice(0, I),
    monitor: {
      inputs: [...c.inputs.slice(I), ...monitor.inputs],
      latches: [
        ...circuit.latches.map(({ next, reset }, i) => ({
          node: c.latches[L + i]!,
          next: copy(next),
          reset: reset === TRUE ? (1 as const) : (0 as const),
        })),
        ...monitor.latches,
      ],
      constraints: [...circuit.constraints.map(copy), ...monitor.constraints],
      fairness: [...circuit.fairness.map(copy), ...monitor.fairness],
    },
  };
}

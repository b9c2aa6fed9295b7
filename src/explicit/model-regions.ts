import { Stopped } from "../limits/stopped.js";
import { supportOf } from "../logic/aig.js";
import { ALWAYS, BooleanFunctions, type Fn, NEVER } from "../logic/boolean-functions.js";
import { FALSE, isNegated, type Lit, nodeOf, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Regions } from "./state-space.js";

/** More latches of a property than this have too many values to look at one by one. */
const MOST_LATCHES = 12;
/** And so many values that they can take are too many. */
const MOST_VALUES = 256;
/** Functions that need more nodes than this are not worth it. */
const MOST_NODES = 20_000;

/**
 * The automaton that a property became, found again in the latches of its own: the values of these as a graph, in which everything else may
 * happen at any time. A cycle of the model stays in one component of it. Null where there is no such part of the
 * model, or where it is all one component.
 */
export function regionsOfProperty(model: Model): Regions | null {
  const { property = [] } = model;
  if (property.length === 0 || property.length > MOST_LATCHES) return null;
  try {
    return new PropertyGraph(model, property).regions();
  } catch (e) {
    if (e instanceof Stopped) return null; // too many nodes
    throw e;
  }
}

interface ValueEdge {
  readonly target: number;
  /** Which inputs and other latches lead there. */
  readonly when: Fn;
}

/** Values of some latches: bit k is that of the k-th. */
class PropertyGraph {
  private readonly functions = new BooleanFunctions(MOST_NODES);
  private readonly position: ReadonlyMap<number, number>;
  private readonly constraints: readonly Lit[];
  private readonly edges = new Map<number, readonly ValueEdge[]>();
  // By value: functions of nodes.
  private readonly known = new Map<number, Map<number, Fn>>();

  constructor(
    private readonly model: Model,
    private readonly property: readonly number[],
  ) {
    this.position = new Map(property.map((i, k) => [model.latches[i]!.node, k]));
    // Others than those that read the property can be left out: they only forbid more.
    this.constraints = model.constraints.filter((c) => this.readsProperty(c));
  }

  regions(): Regions | null {
    const values = this.initial();
    for (const value of values) {
      if (values.size > MOST_VALUES) return null;
      const edges = this.edgesOf(value);
      this.edges.set(value, edges);
      for (const { target } of edges) values.add(target);
    }
    const component = this.components([...values]);
    const count = new Set(component.values()).size;
    if (count < 2) return null;
    const { property } = this;
    const fair = Array.from({ length: count }, (_, c) => this.fairIn(c, component));
    return {
      fair,
      of: (states, at) => {
        let value = 0;
        for (let k = 0; k < property.length; k++) {
          const i = property[k]!;
          value |= ((states[at + (i >> 5)]! >>> (i & 31)) & 1) << k;
        }
        return component.get(value)!;
      },
    };
  }

  private initial(): Set<number> {
    let values = [0];
    this.property.forEach((i, k) => {
      const { reset } = this.model.latches[i]!;
      const ways = reset === FALSE ? [0] : reset === TRUE ? [1] : [0, 1];
      values = values.flatMap((value) => ways.map((bit) => value | (bit << k)));
    });
    return new Set(values);
  }

  private edgesOf(value: number): ValueEdge[] {
    const { functions, model } = this;
    const allowed = this.constraints.reduce((f, c) => functions.and(f, this.function(c, value)), ALWAYS);
    let edges: ValueEdge[] = allowed === NEVER ? [] : [{ target: 0, when: allowed }];
    this.property.forEach((i, k) => {
      const next = this.function(model.latches[i]!.next, value);
      edges = edges.flatMap(({ target, when }) => [
        ...edgeIf(target, functions.minus(when, next)),
        ...edgeIf(target | (1 << k), functions.and(when, next)),
      ]);
    });
    return edges;
  }

  /** What is known of the cycles in a component. */
  private fairIn(c: number, component: ReadonlyMap<number, number>): Regions["fair"][number] {
    const { functions, model } = this;
    const inside = [...this.edges].flatMap(([value, edges]) =>
      component.get(value) === c
        ? edges.filter((e) => component.get(e.target) === c).map(({ when }) => ({ value, when }))
        : [],
    );
    if (inside.length === 0) return "no cycle";
    const isOwn = model.fairness.map((f) => this.readsProperty(f));
    const canBeMet = (f: Lit) => inside.some(({ value, when }) => functions.intersects(when, this.function(f, value)));
    const isAlwaysMet = (f: Lit) => inside.every(({ value, when }) => functions.implies(when, this.function(f, value)));
    if (model.fairness.some((f, j) => isOwn[j] && !canBeMet(f))) return "no cycle";
    return model.fairness.every((f, j) => isOwn[j] && isAlwaysMet(f)) ? "every cycle" : "some";
  }

  private readsProperty(l: Lit): boolean {
    return supportOf(this.model.aig, [l]).some((node) => this.position.has(node));
  }

  /** A literal of the model where the property's latches have this value: a function of all other leaves. */
  private function(l: Lit, value: number): Fn {
    const { functions, position } = this;
    const { aig } = this.model;
    const known = this.known.get(value) ?? new Map<number, Fn>([[nodeOf(FALSE), NEVER]]);
    this.known.set(value, known);
    const of = (lit: Lit): Fn => (isNegated(lit) ? functions.not(known.get(nodeOf(lit))!) : known.get(nodeOf(lit))!);
    const open = [nodeOf(l)];
    for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
      const k = position.get(node);
      if (known.has(node)) open.pop();
      else if (k !== undefined) known.set(node, (value >> k) & 1 ? ALWAYS : NEVER);
      else if (!aig.isGate(node)) known.set(node, functions.literal(node));
      else {
        const [left, right] = [aig.fanin0(node), aig.fanin1(node)];
        const missing = [left, right].filter((child) => !known.has(nodeOf(child)));
        if (missing.length > 0) open.push(...missing.map(nodeOf));
        else known.set(node, functions.and(of(left), of(right)));
      }
    }
    return of(l);
  }

  /** Strongly connected components: two values are in one if each leads to the other. */
  private components(values: readonly number[]): Map<number, number> {
    const reached = new Map(values.map((value) => [value, this.reachedFrom(value)]));
    const component = new Map<number, number>();
    let count = 0;
    for (const value of values) {
      if (component.has(value)) continue;
      component.set(value, count);
      for (const other of reached.get(value)!) if (reached.get(other)!.has(value)) component.set(other, count);
      count++;
    }
    return component;
  }

  private reachedFrom(value: number): Set<number> {
    const found = new Set(this.edges.get(value)!.map((e) => e.target));
    for (const v of found) for (const { target } of this.edges.get(v)!) found.add(target);
    return found;
  }
}

const edgeIf = (target: number, when: Fn): ValueEdge[] => (when === NEVER ? [] : [{ target, when }]);

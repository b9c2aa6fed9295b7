import type { Bdd, BddManager } from "../solvers/bdd/manager.js";
import { restrictIfSmaller } from "./restrict-if-smaller.js";

/** Which variables a step takes away: those of the state it leaves, and those that are free in every step. */
export interface StepVariables {
  readonly present: readonly number[];
  readonly next: readonly number[];
  /** Inputs, and latches that an abstraction leaves out. */
  readonly free: readonly number[];
}

export interface ClusterOptions {
  /** Parts are conjoined as long as the product has at most this many nodes. */
  readonly clusterLimit: number;
}

/**
 * A transition relation as a conjunction of clusters, each with the variables that nothing after it reads: they are
 * quantified as soon as it has been multiplied in. The order is chosen apart for images and preimages.
 *
 * Functions that a relation returns are not protected.
 */
export class TransitionRelation implements Disposable {
  private readonly imagePlan: ProductPlan;
  private readonly preimagePlan: ProductPlan;

  private constructor(
    private readonly manager: BddManager,
    private readonly variables: StepVariables,
    /** Protected. */
    private readonly clusters: readonly Bdd[],
  ) {
    const supports = clusters.map((c) => manager.support(c));
    const { present, next, free } = variables;
    const plan = (gone: readonly number[], made: readonly number[]) => new ProductPlan(manager, supports, gone, made);
    this.imagePlan = plan([...present, ...free], next);
    try {
      this.preimagePlan = plan([...next, ...free], present);
    } catch (e) {
      this.imagePlan[Symbol.dispose]();
      throw e;
    }
  }

  /** The conjunction of parts. They stay the caller's. */
  static of(
    manager: BddManager,
    parts: readonly Bdd[],
    variables: StepVariables,
    options: ClusterOptions,
  ): TransitionRelation {
    return TransitionRelation.owning(manager, variables, cluster(manager, parts, variables, options.clusterLimit));
  }

  /** Of clusters that are protected already. They are released if there is no relation of them. */
  private static owning(manager: BddManager, variables: StepVariables, clusters: readonly Bdd[]): TransitionRelation {
    try {
      return new TransitionRelation(manager, variables, clusters);
    } catch (e) {
      for (const c of clusters) manager.release(c);
      throw e;
    }
  }

  get clusterCount(): number {
    return this.clusters.length;
  }

  /** Next-state variables of ∃ present, free. set ∧ T. */
  image(set: Bdd): Bdd {
    return this.imagePlan.product(set, this.clusters);
  }

  /** Present-state variables of ∃ next, free. T ∧ set, a set over next-state variables. */
  preimage(set: Bdd): Bdd {
    return this.preimagePlan.product(set, this.clusters);
  }

  /**
   * The same relation where transitions start in a care set, and end in another if there is one (over next variables); any
   * relation elsewhere.
   */
  simplified(care: Bdd, there: Bdd = this.manager.true): TransitionRelation {
    const { manager } = this;
    const cares = there === manager.true ? [care] : [care, there];
    const simple: Bdd[] = [];
    try {
      for (const c of this.clusters) {
        const k = simple.push(manager.protect(c)) - 1;
        for (const set of cares) {
          const next = manager.protect(restrictIfSmaller(manager, simple[k]!, set));
          manager.release(simple[k]!);
          simple[k] = next;
        }
      }
    } catch (e) {
      for (const f of simple) manager.release(f);
      throw e;
    }
    return TransitionRelation.owning(manager, this.variables, simple);
  }

  /** One function of present and next variables, free ones quantified. Not protected. */
  monolithic(): Bdd {
    const { manager } = this;
    const free = manager.protect(manager.cube(this.variables.free));
    try {
      let whole = manager.true;
      for (const c of this.clusters) whole = manager.and(whole, c);
      return manager.exists(whole, free);
    } finally {
      manager.release(free);
    }
  }

  [Symbol.dispose](): void {
    for (const c of this.clusters) this.manager.release(c);
    this.imagePlan[Symbol.dispose]();
    this.preimagePlan[Symbol.dispose]();
  }
}

/** A protected function and the variables it reads. */
interface Factor {
  readonly f: Bdd;
  readonly reads: ReadonlySet<number>;
}

/** Conjoins parts in a good order for images, up to the limit, and quantifies free variables that only one cluster reads. */
function cluster(manager: BddManager, parts: readonly Bdd[], variables: StepVariables, limit: number): Bdd[] {
  const supports = parts.map((p) => new Set(manager.support(p)));
  const { present, next, free } = variables;
  const isFree = new Set(free);
  const readers = countReaders(supports);

  /** The conjunction, without the free variables that nothing else reads; null when it is too large. */
  const join = (a: Factor, b: Factor, most: number): Factor | null => {
    const reads = new Set([...a.reads, ...b.reads]);
    const others = (v: number) => (readers.get(v) as number) - (a.reads.has(v) ? 1 : 0) - (b.reads.has(v) ? 1 : 0);
    const local = [...reads].filter((v) => isFree.has(v) && others(v) === 0);
    const f = conjoin(manager, a.f, b.f, local, most);
    if (f === null) return null;
    for (const v of reads) readers.set(v, others(v) + 1);
    for (const v of local) reads.delete(v);
    return { f, reads };
  };

  const nothing: Factor = { f: manager.true, reads: new Set() };
  const clusters: Bdd[] = [];
  let current = nothing;
  const endCluster = () => {
    if (current !== nothing) clusters.push(current.f);
    current = nothing;
  };
  try {
    for (const i of productOrder(manager, supports, [...present, ...free], next)) {
      const part: Factor = { f: parts[i]!, reads: supports[i]! };
      const joined = current === nothing ? null : join(current, part, limit);
      if (joined === null) {
        endCluster();
        current = join(nothing, part, Number.POSITIVE_INFINITY) as Factor;
      } else {
        manager.release(current.f);
        current = joined;
      }
    }
    endCluster();
    return clusters;
  } catch (e) {
    endCluster();
    for (const f of clusters) manager.release(f);
    throw e;
  }
}

function countReaders(supports: readonly ReadonlySet<number>[]): Map<number, number> {
  const readers = new Map<number, number>();
  for (const s of supports) for (const v of s) readers.set(v, (readers.get(v) ?? 0) + 1);
  return readers;
}

/** ∃ variables. a ∧ b, protected; null when it is larger than the limit. */
function conjoin(manager: BddManager, a: Bdd, b: Bdd, variables: readonly number[], limit: number): Bdd | null {
  const cube = manager.protect(manager.cube(variables));
  try {
    const product = () => manager.protect(manager.andExists(a, b, cube));
    if (limit === Number.POSITIVE_INFINITY) return product();
    const made = manager.withinNodes(20 * limit + 1000, product);
    if (made === null) return null;
    if (manager.size(made) <= limit) return made;
    manager.release(made);
    return null;
  } finally {
    manager.release(cube);
  }
}

/** In which order to multiply clusters, and what to quantify after each. */
class ProductPlan implements Disposable {
  private readonly order: readonly number[];
  /** Protected: what no cluster reads, then for each place of the order what it is the last to read. */
  private readonly cubes: Bdd[] = [];

  constructor(
    private readonly manager: BddManager,
    supports: readonly (readonly number[])[],
    gone: readonly number[],
    made: readonly number[],
  ) {
    const sets = supports.map((s) => new Set(s));
    this.order = productOrder(manager, sets, gone, made);
    const lastReader = new Map<number, number>();
    this.order.forEach((i, place) => {
      for (const v of sets[i]!) lastReader.set(v, place);
    });
    const groups: number[][] = Array.from({ length: this.order.length + 1 }, () => []);
    for (const v of gone) groups[(lastReader.get(v) ?? -1) + 1]!.push(v);
    try {
      for (const vs of groups) this.cubes.push(manager.protect(manager.cube(vs)));
    } catch (e) {
      this[Symbol.dispose]();
      throw e;
    }
  }

  product(set: Bdd, clusters: readonly Bdd[]): Bdd {
    const { manager, order, cubes } = this;
    let result = manager.exists(set, cubes[0]!);
    for (let k = 0; k < order.length; k++) result = manager.andExists(result, clusters[order[k]!]!, cubes[k + 1]!);
    return result;
  }

  [Symbol.dispose](): void {
    for (const c of this.cubes) this.manager.release(c);
  }
}

/**
 * The order of Ranjan, Aziz, Brayton, Plessier and Pixley (IWLS 1995): the next factor is the one that lets many
 * variables go (weight 2), reads many of those that are still there (1), makes few new ones (1), and lets go of the
 * deepest (1). Its terms are shares of what is left.
 */
function productOrder(
  manager: BddManager,
  supports: readonly ReadonlySet<number>[],
  gone: readonly number[],
  made: readonly number[],
): number[] {
  const toGo = new Set(gone);
  const toMake = new Set(made);
  const readers = countReaders(supports);
  const left = new Set(supports.keys());
  const order: number[] = [];
  while (left.size > 0) {
    const deepest = Math.max(1, ...[...toGo].map((v) => manager.levelOf(v)));
    let best = -1;
    let bestBenefit = Number.NEGATIVE_INFINITY;
    for (const i of left) {
      let reads = 0;
      let lets = 0;
      let makes = 0;
      let depth = 0;
      for (const v of supports[i]!) {
        if (toGo.has(v)) {
          reads++;
          if (readers.get(v) !== 1) continue;
          lets++;
          depth = Math.max(depth, manager.levelOf(v));
        } else if (toMake.has(v)) makes++;
      }
      const benefit =
        2 * share(lets, reads) + share(reads, toGo.size) - share(makes, toMake.size) + share(depth, deepest);
      if (benefit > bestBenefit) {
        bestBenefit = benefit;
        best = i;
      }
    }
    left.delete(best);
    order.push(best);
    for (const v of supports[best]!) {
      const count = (readers.get(v) as number) - 1;
      readers.set(v, count);
      if (count === 0) toGo.delete(v);
      toMake.delete(v);
    }
  }
  return order;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

import type { Aig, ReadonlyAig } from "../../logic/aig.js";
import type { Lit } from "../../logic/lit.js";
import { flatToAig, fromAig } from "./aig.js";
import { BudgetExceeded, type BudgetReason } from "./budget.js";
import { heavyBranch, shortPaths } from "./dense.js";
import type { Bdd } from "./edge.js";
import { countExactly, cubesOf, densities, type FlatDiagram, type FlatForest, shortestCube } from "./flat.js";
import { type BddKernel, instantiate, OUT_OF_ALLOWANCE, OUT_OF_MEMORY } from "./kernel.js";
import { decode, encode } from "./saved.js";

export type { Bdd };

export interface BddOptions {
  /** Bytes of linear memory, at most (and by default) 4 GiB. */
  readonly memoryLimit?: number;
  /** Nodes in the store at once, garbage included. */
  readonly nodeLimit?: number;
  /** Asked every `pollInterval` steps of work and before every collection. Must not use the manager. */
  readonly shouldStop?: () => BudgetReason | null;
  /** In misses of the computed table: some 30 ns each. */
  readonly pollInterval?: number;
  /** Room for nodes at the start, a power of two. */
  readonly initialNodes?: number;
  /**
   * For tests: collect before every operation, refuse operands that were not protected in time, and collect again in the
   * middle of an operation, about every so many nodes (true: 100).
   */
  readonly stress?: boolean | number;
}

export interface ReorderOptions {
  /**
   * Sifting moves every group through the order; symmetric sifting moves symmetric variables together, too. A window tries all
   * orders of every 2, 3 or 4 neighbouring groups.
   */
  readonly method?: "sift" | "symmetric" | 2 | 3 | 4;
  /** Again and again until nothing is gained. */
  readonly converging?: boolean;
  readonly milliseconds?: number;
  /** How much larger than the smallest seen the diagrams may become while a group moves: 1.2 by default. */
  readonly maxGrowth?: number;
}

export interface AutoReorderOptions extends ReorderOptions {
  /** Live nodes that call for the first reordering: 10,000 by default. */
  readonly firstAt?: number;
}

export interface BddStatistics {
  /** Nodes in the store, garbage that was not yet collected included. */
  readonly nodes: number;
  /** The largest `nodes` so far. */
  readonly peakNodes: number;
  readonly createdNodes: number;
  /** Calls of `protect` less calls of `release`. */
  readonly protections: number;
  readonly collections: number;
  readonly reorderings: number;
  readonly reorderMilliseconds: number;
  /** Exchanges of neighbouring levels. */
  readonly swaps: number;
  readonly cacheLookups: number;
  readonly cacheHits: number;
  readonly cacheSlots: number;
  readonly nodeCapacity: number;
  readonly memoryBytes: number;
  readonly variables: number;
}

/** Variables for variables, all at once. Made by `renaming`; kept for as long as it is used, so that results are remembered. */
export interface Renaming {
  readonly number: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Functions for variables, all at once. Made by `substitution`; protects its functions until it is disposed of. */
export interface Substitution extends Disposable {
  readonly number: number;
  readonly variables: Int32Array;
  readonly functions: Int32Array;
}

/** Unwinds an operation so that the order can change. */
class ReorderingDue extends Error {}

/** The limit of `withinNodes`, told apart from the manager's own. */
class AllowanceExceeded extends BudgetExceeded {}

const NONE = -1;
const START_NODES = 1 << 14;
const FIRST_AT = 10_000;
const NEVER = 0x7fffffff;

/**
 * Binary decision diagrams with complement edges.
 *
 * **Which functions live.** An operation may collect garbage. What it returns is safe until the next operation starts, and
 * operands are safe while it runs; whatever must live longer has to be protected: `protect` and `release` count. Constants
 * and single variables always live. So `and(or(a, b), c)` is safe, and `and(or(a, b), or(c, d))` is not: the first `or`
 * could be collected during the second. `stress` finds such mistakes.
 *
 * **Which operations fail.** Those that work on diagrams throw `BudgetExceeded` when a limit is reached. Protected functions
 * are then intact, and the same call may be made again: much of the work done so far is remembered.
 *
 * Variables are numbers 0, 1, 2, … in order of creation; their order in the diagrams is another matter (see Order).
 */
export class BddManager {
  readonly true = 0 as Bdd;
  readonly false = 1 as Bdd;
  private readonly k: BddKernel;
  private readonly stress: boolean;
  private protections = 0;
  private tables = 0;
  // Which renaming and which substitution the kernel is set to. A change of order forgets them.
  private currentRenaming = NONE;
  private currentSubstitution = NONE;
  private limited = false;
  private auto: AutoReorderOptions | null = null;
  // Operands of the operation that made way for the last reordering.
  private interrupted: readonly Bdd[] = [];
  private reorderDeadline = Number.POSITIVE_INFINITY;
  private reorderMilliseconds = 0;
  // Why the host wanted a reordering to end, which is reported when the order is whole again.
  private stopped: BudgetReason | null = null;
  private readonly shouldStop: BddOptions["shouldStop"];

  constructor(module: WebAssembly.Module, options: BddOptions = {}) {
    const interval = options.pollInterval ?? 50_000;
    this.shouldStop = options.shouldStop;
    const stress = options.stress === true ? 100 : options.stress || 0;
    this.stress = stress > 0;
    this.k = instantiate(module, {
      poll: () => {
        const reason = this.shouldStop?.() ?? null;
        if (reason !== null) throw new BudgetExceeded(reason);
        return interval;
      },
      fail: (reason) => {
        if (reason === OUT_OF_ALLOWANCE) throw new AllowanceExceeded("nodes");
        throw new BudgetExceeded(reason === OUT_OF_MEMORY ? "memory" : "nodes");
      },
      reorderingShouldEnd: () => (this.reorderingShouldEnd() ? 1 : 0),
      reorderingDue: () => {
        if (!this.limited) throw new ReorderingDue();
      },
    });
    // Under stress small, because every collection costs time with the size of the store.
    let nodes = options.initialNodes ?? (stress > 0 ? 256 : START_NODES);
    if (options.memoryLimit !== undefined) this.k.setMemoryLimit(options.memoryLimit);
    if (options.nodeLimit !== undefined) {
      this.k.setNodeLimit(options.nodeLimit);
      while (nodes > 16 && nodes > options.nodeLimit) nodes /= 2;
    }
    this.k.setStress(stress);
    this.k.init(nodes, nodes / 2);
  }

  // Variables and constants.

  /** A new variable, last in the order. */
  newVariable(): number {
    for (;;) {
      try {
        return this.k.newVariable();
      } catch (error) {
        this.recover(error);
      }
    }
  }

  get variableCount(): number {
    return this.k.varCount.value;
  }

  /** The function that is true where the variable is. */
  variable(v: number): Bdd {
    if (!(v >= 0 && v < this.variableCount)) throw new RangeError(`no BDD variable ${v}`);
    return this.k.projection(v) as Bdd;
  }

  literal(v: number, value: boolean): Bdd {
    return (this.variable(v) ^ (value ? 0 : 1)) as Bdd;
  }

  /** The conjunction of variables: how sets of variables are given to quantifiers. */
  cube(variables: Iterable<number>): Bdd {
    return this.conjoinLiterals([...variables].map((v) => this.variable(v)));
  }

  /** The conjunction of literals: `values[v]` is 1, 0, or -1 for a variable that does not occur. */
  cubeOf(values: ArrayLike<number>): Bdd {
    const literals: Bdd[] = [];
    for (let v = 0; v < values.length; v++) if (values[v]! >= 0) literals.push(this.literal(v, values[v] === 1));
    return this.conjoinLiterals(literals);
  }

  private conjoinLiterals(literals: Bdd[]): Bdd {
    // From the bottom up, each step makes one node.
    literals.sort((a, b) => this.k.topLevel(b) - this.k.topLevel(a));
    let cube = this.true;
    for (const l of literals) cube = this.and(l, cube);
    return cube;
  }

  // Connectives.

  not(f: Bdd): Bdd {
    return (f ^ 1) as Bdd;
  }

  and(f: Bdd, g: Bdd): Bdd {
    if (this.stress) this.strain(f, g);
    for (;;) {
      try {
        return this.k.and(f, g) as Bdd;
      } catch (error) {
        this.recover(error, f, g);
      }
    }
  }

  or(f: Bdd, g: Bdd): Bdd {
    return (this.and((f ^ 1) as Bdd, (g ^ 1) as Bdd) ^ 1) as Bdd;
  }

  /** f ∧ ¬g */
  minus(f: Bdd, g: Bdd): Bdd {
    return this.and(f, (g ^ 1) as Bdd);
  }

  implies(f: Bdd, g: Bdd): Bdd {
    return (this.and(f, (g ^ 1) as Bdd) ^ 1) as Bdd;
  }

  xor(f: Bdd, g: Bdd): Bdd {
    if (this.stress) this.strain(f, g);
    for (;;) {
      try {
        return this.k.xor(f, g) as Bdd;
      } catch (error) {
        this.recover(error, f, g);
      }
    }
  }

  iff(f: Bdd, g: Bdd): Bdd {
    return (this.xor(f, g) ^ 1) as Bdd;
  }

  /** f ? g : h */
  ite(f: Bdd, g: Bdd, h: Bdd): Bdd {
    if (this.stress) this.strain(f, g, h);
    for (;;) {
      try {
        return this.k.ite(f, g, h) as Bdd;
      } catch (error) {
        this.recover(error, f, g, h);
      }
    }
  }

  // Tests. They make no nodes and stop as soon as the answer is known.

  /** Whether f implies g. */
  leq(f: Bdd, g: Bdd): boolean {
    return this.disjoint(f, (g ^ 1) as Bdd);
  }

  intersects(f: Bdd, g: Bdd): boolean {
    return !this.disjoint(f, g);
  }

  disjoint(f: Bdd, g: Bdd): boolean {
    if (this.stress) this.strain(f, g);
    for (;;) {
      try {
        return this.k.disjoint(f, g) !== 0;
      } catch (error) {
        this.recover(error, f, g);
      }
    }
  }

  // Quantifiers. The set of variables is a cube.

  exists(f: Bdd, cube: Bdd): Bdd {
    if (this.stress) this.strain(f, cube);
    for (;;) {
      try {
        return this.k.exists(f, cube) as Bdd;
      } catch (error) {
        this.recover(error, f, cube);
      }
    }
  }

  forall(f: Bdd, cube: Bdd): Bdd {
    return (this.exists((f ^ 1) as Bdd, cube) ^ 1) as Bdd;
  }

  /** ∃ cube. f ∧ g, without building f ∧ g: the relational product. */
  andExists(f: Bdd, g: Bdd, cube: Bdd): Bdd {
    if (this.stress) this.strain(f, g, cube);
    for (;;) {
      try {
        return this.k.andExists(f, g, cube) as Bdd;
      } catch (error) {
        this.recover(error, f, g, cube);
      }
    }
  }

  // Cofactors. The generalized ones agree with f on the care set and are free elsewhere.

  /** f with the literals of `cube`, a conjunction of literals, made true. */
  cofactor(f: Bdd, cube: Bdd): Bdd {
    if (this.stress) this.strain(f, cube);
    for (;;) {
      try {
        return this.k.cofactor(f, cube) as Bdd;
      } catch (error) {
        this.recover(error, f, cube);
      }
    }
  }

  /** f at the point of the care set that is nearest in the order. The care set must not be empty. */
  constrain(f: Bdd, care: Bdd): Bdd {
    if (this.stress) this.strain(f, care);
    if (care === this.false) throw new RangeError("constrain: the care set is empty");
    for (;;) {
      try {
        return this.k.constrain(f, care) as Bdd;
      } catch (error) {
        this.recover(error, f, care);
      }
    }
  }

  /** As `constrain`, with no variable that f does not have: mostly smaller than f. The care set must not be empty. */
  restrict(f: Bdd, care: Bdd): Bdd {
    if (this.stress) this.strain(f, care);
    if (care === this.false) throw new RangeError("restrict: the care set is empty");
    for (;;) {
      try {
        return this.k.restrict(f, care) as Bdd;
      } catch (error) {
        this.recover(error, f, care);
      }
    }
  }

  /** A function f with lower ⇒ f ⇒ upper, meant to be small; never larger than either bound. Needs lower ⇒ upper. */
  squeeze(lower: Bdd, upper: Bdd): Bdd {
    if (this.stress) this.strain(lower, upper);
    const result = this.squeezeOnce(lower, upper);
    const size = this.size(result);
    if (this.size(lower) < size) return lower;
    return this.size(upper) < size ? upper : result;
  }

  private squeezeOnce(lower: Bdd, upper: Bdd): Bdd {
    for (;;) {
      try {
        return this.k.squeeze(lower, upper) as Bdd;
      } catch (error) {
        this.recover(error, lower, upper);
      }
    }
  }

  // Dense subsets: functions that imply f, are true as often as possible, and have at most `nodes` nodes, or are one cube where
  // no other function is so small. They are true somewhere if f is.

  /** Keeps what lies below the heavier branch, from the root down until the rest is small enough. */
  heavyBranchSubset(f: Bdd, nodes: number): Bdd {
    return this.subset(f, (flat) => heavyBranch(flat, nodes));
  }

  /** Keeps the nodes on short paths to true: the largest cubes. */
  shortPathsSubset(f: Bdd, nodes: number): Bdd {
    return this.subset(f, (flat) => shortPaths(flat, nodes));
  }

  /** The denser of both: the one that is true more often for each of its nodes. */
  denseSubset(f: Bdd, nodes: number): Bdd {
    const heavy = this.protect(this.heavyBranchSubset(f, nodes));
    try {
      const short = this.shortPathsSubset(f, nodes);
      const weight = (g: Bdd) => this.log2Count(g) - Math.log2(this.size(g) + 1);
      return weight(short) > weight(heavy) ? short : heavy;
    } finally {
      this.release(heavy);
    }
  }

  private subset(f: Bdd, choose: (flat: FlatDiagram) => FlatDiagram): Bdd {
    if (this.stress) this.strain(f);
    const flat = this.flat(f);
    const chosen = choose(flat);
    if (chosen === flat) return f;
    const [g] = this.fromFlat({ ...chosen, roots: [chosen.root] }) as [Bdd];
    this.release(g);
    return g;
  }

  // Substitution.

  /** f with g for variable v. */
  compose(f: Bdd, v: number, g: Bdd): Bdd {
    if (this.stress) this.strain(f, g);
    for (;;) {
      try {
        return this.k.compose(f, g, this.k.levelOfVar(v)) as Bdd;
      } catch (error) {
        this.recover(error, f, g);
      }
    }
  }

  /** f with functions for variables, all at once. */
  vectorCompose(f: Bdd, substitution: Substitution): Bdd {
    if (this.stress) this.strain(f);
    for (;;) {
      if (this.currentSubstitution !== substitution.number) this.setSubstitution(substitution);
      try {
        return this.k.substitute(f, substitution.number) as Bdd;
      } catch (error) {
        this.recover(error, f);
      }
    }
  }

  substitution(entries: Iterable<readonly [variable: number, by: Bdd]>): Substitution {
    const by = new Map(entries);
    for (const v of by.keys()) this.variable(v);
    const functions = Int32Array.from(by.values());
    for (const f of functions) this.protect(f as Bdd);
    let disposed = false;
    const dispose = () => {
      if (!disposed) for (const f of functions) this.release(f as Bdd);
      disposed = true;
    };
    return { number: this.tables++, variables: Int32Array.from(by.keys()), functions, [Symbol.dispose]: dispose };
  }

  /** f with variables for variables, all at once. Costs a walk over f where the order of the targets is that of the sources. */
  rename(f: Bdd, renaming: Renaming): Bdd {
    if (this.stress) this.strain(f);
    for (;;) {
      if (this.currentRenaming !== renaming.number) this.setRenaming(renaming);
      try {
        return this.k.rename(f, renaming.number) as Bdd;
      } catch (error) {
        this.recover(error, f);
      }
    }
  }

  /** Targets may coincide with each other and with sources: it need not be a permutation. */
  renaming(pairs: Iterable<readonly [from: number, to: number]>): Renaming {
    const to = new Map(pairs);
    for (const [from, target] of to) {
      this.variable(from);
      this.variable(target);
    }
    return { number: this.tables++, from: Int32Array.from(to.keys()), to: Int32Array.from(to.values()) };
  }

  private setSubstitution({ number, variables, functions }: Substitution): void {
    this.k.forgetSubstituted();
    for (let i = 0; i < variables.length; i++) this.k.setSubstituted(variables[i]!, functions[i]!);
    this.currentSubstitution = number;
  }

  private setRenaming({ number, from, to }: Renaming): void {
    this.k.forgetRenamed();
    for (let i = 0; i < from.length; i++) this.k.setRenamed(from[i]!, to[i]!);
    this.currentRenaming = number;
  }

  // Reading diagrams. None of these makes nodes.

  isConstant(f: Bdd): boolean {
    return f <= 1;
  }

  /** The variable of the uppermost node of f, which must not be constant. */
  topVariable(f: Bdd): number {
    return this.k.topVariable(f);
  }

  /** The cofactor where the top variable is 0. */
  low(f: Bdd): Bdd {
    return this.k.lo(f) as Bdd;
  }

  /** The cofactor where the top variable is 1. */
  high(f: Bdd): Bdd {
    return this.k.hi(f) as Bdd;
  }

  /** Nodes of f; the terminal is not counted. */
  size(f: Bdd): number {
    this.k.begin();
    this.visit(f);
    const size = this.k.visited();
    this.k.end();
    return size;
  }

  /** Nodes of all together, each counted once. */
  sharedSize(functions: Iterable<Bdd>): number {
    this.k.begin();
    for (const f of functions) this.visit(f);
    const size = this.k.visited();
    this.k.end();
    return size;
  }

  private visit(f: Bdd): void {
    try {
      this.k.visit(f);
    } catch (error) {
      throw explain(error);
    }
  }

  /** The variables that f depends on, from the top of the order to its bottom. */
  support(f: Bdd): number[] {
    const { variable } = this.flat(f);
    const occurs = new Uint8Array(this.variableCount);
    for (let i = 0; i < variable.length; i++) occurs[variable[i]!] = 1;
    return this.order().filter((v) => occurs[v] === 1);
  }

  /** A copy of the diagram in arrays, which later operations do not change. */
  flat(f: Bdd): FlatDiagram {
    const { roots, variable, lo, hi } = this.flatAll([f]);
    return { root: roots[0]!, variable, lo, hi };
  }

  /** The same of several diagrams, shared nodes once. */
  private flatAll(functions: readonly Bdd[]): FlatForest {
    this.k.begin();
    for (const f of functions) this.visit(f);
    const n = this.k.visited();
    let address: number;
    try {
      address = this.k.flatten();
    } catch (error) {
      throw explain(error);
    }
    const rows = this.words(address, 3 * n);
    const variable = new Int32Array(n);
    const lo = new Int32Array(n);
    const hi = new Int32Array(n);
    for (let i = 0, at = 0; i < n; i++) {
      variable[i] = rows[at++]!;
      lo[i] = rows[at++]!;
      hi[i] = rows[at++]!;
    }
    return { roots: functions.map((f) => this.k.numberOf(address, f)), variable, lo, hi };
  }

  /** Words of the kernel's memory. Addresses beyond 2 GiB come as negative numbers. */
  private words(address: number, count: number): Int32Array {
    return new Int32Array(this.k.memory.buffer, address >>> 0, count);
  }

  /**
   * Diagrams from arrays, with variable `variableOf(v)` for v; whatever the order was where they come from, they get this
   * manager's. The results are protected, once each; on a failure nothing stays protected.
   */
  private fromFlat(
    { roots, variable, lo, hi }: FlatForest,
    variableOf: (variable: number) => number = (v) => v,
  ): Bdd[] {
    const built = new Int32Array(variable.length + 1);
    const of = (edge: number) => (built[edge >> 1]! ^ (edge & 1)) as Bdd;
    let done = 0;
    try {
      for (; done < variable.length; done++) {
        const f = this.ite(this.variable(variableOf(variable[done]!)), of(hi[done]!), of(lo[done]!));
        built[done + 1] = this.protect(f);
      }
      return roots.map((root) => this.protect(of(root)));
    } finally {
      for (let i = 1; i <= done; i++) this.release(built[i] as Bdd);
    }
  }

  /** The value of f where variable v has the value `values[v]`, 0 or 1. */
  evaluate(f: Bdd, values: ArrayLike<number>): boolean {
    let edge: number = f;
    while (edge > 1) edge = values[this.k.topVariable(edge)] === 1 ? this.k.hi(edge) : this.k.lo(edge);
    return edge === 0;
  }

  /** How many of the assignments of `variables` variables satisfy f: a double, Infinity when it is too large for one. */
  count(f: Bdd, variables = this.variableCount): number {
    const flat = this.flat(f);
    const { m, blocks } = densities(flat);
    // 2^variables alone may overflow where the product does not.
    const exponent = variables - 512 * blocks[flat.root]!;
    const half = Math.trunc(exponent / 2);
    return m[flat.root]! * 2 ** half * 2 ** (exponent - half);
  }

  /** log2 of the count, for sets that are too large for a double. */
  log2Count(f: Bdd, variables = this.variableCount): number {
    const flat = this.flat(f);
    const { m, blocks } = densities(flat);
    return Math.log2(m[flat.root]!) + variables - 512 * blocks[flat.root]!;
  }

  /** The exact count. `variables` must include the support of f. */
  countExactly(f: Bdd, variables = this.variableCount): bigint {
    return countExactly(this.flat(f), variables);
  }

  /** One cube of f, per variable 1, 0, or -1 where it does not occur; null when f is false. */
  pickCube(f: Bdd): Int8Array | null {
    if (f === this.false) return null;
    const cube = new Int8Array(this.variableCount).fill(NONE);
    for (let edge: number = f; edge > 1; ) {
      const lo = this.k.lo(edge);
      const branch = lo === this.false ? 1 : 0;
      cube[this.k.topVariable(edge)] = branch;
      edge = branch === 1 ? this.k.hi(edge) : lo;
    }
    return cube;
  }

  /** One assignment of the given variables that can be extended to satisfy f, as 0 or 1 each; null when f is false. */
  pickMinterm(f: Bdd, variables: readonly number[]): Uint8Array | null {
    const cube = this.pickCube(f);
    return cube && Uint8Array.from(variables, (v) => (cube[v] === 1 ? 1 : 0));
  }

  /** A cube of f with as few literals as any; null when f is false. */
  shortCube(f: Bdd): Int8Array | null {
    return shortestCube(this.flat(f), this.variableCount);
  }

  /** The disjoint cubes of f, one a path. The same array is filled again for each. */
  cubes(f: Bdd): Generator<Int8Array, void> {
    return cubesOf(this.flat(f), this.variableCount);
  }

  // Graphs.

  /** f as a literal of `aig`. */
  toAig(f: Bdd, aig: Aig, literalOf: (variable: number) => Lit): Lit {
    return flatToAig(this.flat(f), aig, literalOf);
  }

  /** The functions of literals, given those of the leaves, which must be protected. The results are protected, once each. */
  fromAig(aig: ReadonlyAig, roots: readonly Lit[], leafAs: (node: number) => Bdd): Bdd[] {
    return fromAig(this, aig, roots, leafAs);
  }

  // Other managers and files. Results are protected, once each.

  /** Functions of another manager, with variable `variableOf(v)` of this one for its v. The orders may differ. */
  copyFrom(source: BddManager, functions: readonly Bdd[], variableOf?: (variable: number) => number): Bdd[] {
    return this.fromFlat(source.flatAll(functions), variableOf);
  }

  /** Functions and the order of the variables as bytes: the same for the same diagrams. */
  save(functions: readonly Bdd[]): Uint8Array {
    return encode({ order: this.order(), forest: this.flatAll(functions) });
  }

  /**
   * The functions that `save` wrote. Variables that do not exist yet are made; a manager that had none also gets the
   * order. Throws SavedDiagramsError when the bytes are not what `save` writes.
   */
  load(bytes: Uint8Array): Bdd[] {
    const { order, forest } = decode(bytes);
    const isNew = this.variableCount === 0;
    while (this.variableCount < order.length) this.newVariable();
    if (isNew) this.setOrder(order);
    return this.fromFlat(forest);
  }

  // Order. Level 0 is the top. Functions stay what they are when the order changes, and so do cubes, renamings and
  // substitutions; only `low`, `high` and `topVariable` speak of the order.

  /** The variables from the top to the bottom. */
  order(): number[] {
    return Array.from({ length: this.variableCount }, (_, level) => this.k.varAtLevel(level));
  }

  levelOf(variable: number): number {
    return this.k.levelOfVar(variable);
  }

  /** Ties variables, which must stand on neighbouring levels in this order: they will move together (as x and x' should). */
  group(variables: readonly number[]): void {
    for (let i = 1; i < variables.length; i++) {
      if (this.levelOf(variables[i]!) !== this.levelOf(variables[i - 1]!) + 1)
        throw new RangeError("only variables on neighbouring levels can be grouped");
    }
    for (const v of variables.slice(0, -1)) this.k.setTied(v, 1);
  }

  /** The groups, from the top to the bottom; a variable that is not tied is a group of its own. */
  groups(): number[][] {
    const groups: number[][] = [];
    let tied = false;
    for (const v of this.order()) {
      if (tied) groups.at(-1)!.push(v);
      else groups.push([v]);
      tied = this.k.isTied(v) !== 0;
    }
    return groups;
  }

  /**
   * Looks for a better order: by sifting, unless another method is asked for. Frees garbage first. Ends early after
   * `milliseconds`, or when the manager's budget ends, which then throws.
   */
  reorder(options: ReorderOptions = {}): void {
    const method = options.method ?? "sift";
    this.changeOrder(options.milliseconds, () => {
      this.k.setMaxGrowth(options.maxGrowth ?? 1.2);
      let before: number;
      do {
        before = this.k.collectGarbage();
        if (typeof method === "number") this.k.permuteWindows(method);
        else this.k.siftAll(method === "symmetric" ? 1 : 0);
      } while (options.converging && this.k.used.value < before && !this.reorderingShouldEnd());
    });
  }

  /**
   * Brings about an order that `order` gave before, or any other that keeps groups together. When the diagrams become too
   * large on the way, the order that was is brought back, and the failure is thrown.
   */
  setOrder(order: readonly number[]): void {
    const before = this.order();
    const groups = this.groups();
    const place = new Int32Array(this.variableCount).fill(NONE);
    order.forEach((v, level) => {
      place[v] = level;
    });
    if (order.length !== before.length || place.includes(NONE)) throw new RangeError("not an order of all variables");
    if (!groups.every((g) => g.every((v, i) => place[v] === place[g[0]!]! + i)))
      throw new RangeError("the order takes a group apart");
    try {
      this.changeOrder(undefined, () => this.applyOrder(order, false));
      if (before.some((_, level) => this.k.varAtLevel(level) !== order[level])) throw new BudgetExceeded("memory");
    } catch (error) {
      this.changeOrder(undefined, () => this.applyOrder(before, true));
      throw error;
    } finally {
      // Changing the order dissolves groups.
      for (const g of groups) for (const v of g.slice(0, -1)) this.k.setTied(v, 1);
    }
  }

  private applyOrder(order: readonly number[], atAnyPrice: boolean): void {
    this.words(this.k.orderAddress(), order.length).set(order);
    this.k.applyOrder(atAnyPrice ? 1 : 0);
  }

  /**
   * Reorders by itself from now on (null: no longer) whenever more than a threshold of nodes live. The threshold starts at
   * `firstAt` and grows with what reordering could not make smaller. The operation that was under way starts again.
   */
  autoReorder(options: AutoReorderOptions | null): void {
    this.auto = options;
    this.k.setReorderAt(options === null ? NEVER : (options.firstAt ?? FIRST_AT));
  }

  /**
   * Reorders between two operations and sets the next threshold. An operation that was interrupted before gets twice the
   * room: what it makes on its way may be much more than what lives when it starts, whatever the order.
   */
  private reorderByItself(auto: AutoReorderOptions, interruptedBefore: boolean): void {
    const before = this.k.used.value;
    try {
      this.reorder(auto);
    } finally {
      const after = this.k.used.value;
      // Where little was gained, the next attempt waits longer.
      const factor = after > 0.8 * before ? 4 : 2;
      const room = interruptedBefore ? 2 * before : 0;
      this.k.setReorderAt(Math.max(auto.firstAt ?? FIRST_AT, factor * after, room));
    }
  }

  private reorderingShouldEnd(): boolean {
    this.stopped ??= this.shouldStop?.() ?? null;
    return this.stopped !== null || performance.now() > this.reorderDeadline;
  }

  private changeOrder(milliseconds: number | undefined, change: () => void): void {
    const start = performance.now();
    this.reorderDeadline = milliseconds === undefined ? Number.POSITIVE_INFINITY : start + milliseconds;
    this.stopped = null;
    try {
      change();
    } catch (error) {
      throw explain(error);
    } finally {
      this.currentRenaming = NONE;
      this.currentSubstitution = NONE;
      this.reorderMilliseconds += performance.now() - start;
    }
    if (this.stopped !== null) throw new BudgetExceeded(this.stopped);
  }

  // Memory.

  /** Keeps f until `release` was called as often. Returns f. */
  protect(f: Bdd): Bdd {
    this.protections++;
    this.k.protect(f);
    return f;
  }

  release(f: Bdd): void {
    this.protections--;
    this.k.release(f);
  }

  /**
   * Collects garbage and says how many nodes live: those of protected functions, and one a variable. A computation that
   * releases what it protects brings this back to what it was.
   */
  liveNodes(): number {
    try {
      return this.k.collectGarbage();
    } catch (error) {
      throw explain(error);
    }
  }

  // Limits.

  /** What `run` returns, or null when it made more than `nodes` nodes. Not to be nested. */
  withinNodes<T>(nodes: number, run: () => T): T | null {
    if (this.limited) throw new Error("withinNodes must not be nested");
    this.limited = true;
    this.k.grant(nodes);
    try {
      return run();
    } catch (error) {
      if (error instanceof AllowanceExceeded) return null;
      throw error;
    } finally {
      this.k.grant(NONE);
      this.limited = false;
    }
  }

  statistics(): BddStatistics {
    const { k } = this;
    return {
      nodes: k.used.value,
      peakNodes: Math.max(k.peak.value, k.used.value),
      createdNodes: k.createdNodes(),
      protections: this.protections,
      collections: k.collections.value,
      reorderings: k.reorderings.value,
      reorderMilliseconds: this.reorderMilliseconds,
      swaps: k.swapCount(),
      cacheLookups: k.cacheHits() + k.cacheMisses(),
      cacheHits: k.cacheHits(),
      cacheSlots: k.slotCount.value,
      nodeCapacity: k.nodeCapacity.value,
      memoryBytes: k.memory.buffer.byteLength,
      variables: this.variableCount,
    };
  }

  /** Returns when the operation should be tried again. */
  private recover(error: unknown, ...operands: Bdd[]): void {
    if (!(error instanceof ReorderingDue) || this.auto === null) throw explain(error);
    const interruptedBefore = operands.every((f, i) => f === this.interrupted[i]);
    this.interrupted = operands;
    for (const f of operands) this.k.protect(f);
    try {
      this.reorderByItself(this.auto, interruptedBefore);
    } finally {
      for (const f of operands) this.k.release(f);
    }
  }

  /** Forces a collection between any two operations. */
  private strain(...operands: Bdd[]): void {
    for (const f of operands) {
      if (this.k.isInUse(f) === 0) throw new Error("a BDD operand was not protected and has been collected");
      this.k.protect(f);
    }
    try {
      this.k.quarantineGarbage();
    } finally {
      for (const f of operands) this.k.release(f);
    }
  }
}

/** An engine reports a stack that is too small in words of its own. */
function explain(error: unknown): unknown {
  const overflow = error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
  return overflow ? new BudgetExceeded("depth") : error;
}

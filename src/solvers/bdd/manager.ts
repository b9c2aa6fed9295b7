import type { Aig, ReadonlyAig } from "../../logic/aig.js";
import type { Lit } from "../../logic/lit.js";
import { flatToAig, fromAig } from "./aig.js";
import { heavyBranch, shortPaths } from "./dense.js";
import type { Bdd } from "./edge.js";
import { countExactly, cubesOf, densities, type FlatDiagram, shortestCube } from "./flat.js";
import type { BddKernel } from "./kernel.js";
import type { AutoReorderOptions, BddOptions, BddStatistics, ReorderOptions } from "./options.js";
import { evaluate, flatForest, fromFlat, sharedSize, someCube } from "./reading.js";
import { decode, encode } from "./saved.js";
import { BddStore } from "./store.js";
import { type Renaming, type Substitution, Substitutions } from "./substitution.js";

export type { Bdd, Renaming };

/**
 * Binary decision diagrams with complement edges.
 *
 * **Which functions live.** An operation may collect garbage. What it returns is safe until the next operation starts, and
 * operands are safe while it runs; whatever must live longer has to be protected: `protect` and `release` count. Constants
 * and single variables always live. So `and(or(a, b), c)` is safe, and `and(or(a, b), or(c, d))` is not: the first `or`
 * could be collected during the second. `stress` finds such mistakes.
 *
 * **Which operations fail.** Those that work on diagrams throw `Stopped` when a limit is reached. Protected functions
 * are then intact, and the same call may be made again: much of the work done so far is remembered.
 *
 * Variables are numbers 0, 1, 2, … in order of creation; their order in the diagrams is another matter (see Order).
 */
export class BddManager {
  readonly true = 0 as Bdd;
  readonly false = 1 as Bdd;
  private readonly store: BddStore;
  private readonly k: BddKernel;
  private readonly substitutions: Substitutions;

  constructor(module: WebAssembly.Module, options: BddOptions = {}) {
    this.store = new BddStore(module, options);
    this.k = this.store.kernel;
    this.substitutions = new Substitutions(this.store);
  }

  // Variables and constants.

  /** A new variable, last in the order. */
  newVariable(): number {
    return this.store.run(this.k.newVariable);
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
    return this.store.run(this.k.and, f, g) as Bdd;
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
    return this.store.run(this.k.xor, f, g) as Bdd;
  }

  iff(f: Bdd, g: Bdd): Bdd {
    return (this.xor(f, g) ^ 1) as Bdd;
  }

  /** f ? g : h */
  ite(f: Bdd, g: Bdd, h: Bdd): Bdd {
    return this.store.run(this.k.ite, f, g, h) as Bdd;
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
    return this.store.run(this.k.disjoint, f, g) !== 0;
  }

  // Quantifiers. The set of variables is a cube.

  exists(f: Bdd, cube: Bdd): Bdd {
    return this.store.run(this.k.exists, f, cube) as Bdd;
  }

  forall(f: Bdd, cube: Bdd): Bdd {
    return (this.exists((f ^ 1) as Bdd, cube) ^ 1) as Bdd;
  }

  /** ∃ cube. f ∧ g, without building f ∧ g: the relational product. */
  andExists(f: Bdd, g: Bdd, cube: Bdd): Bdd {
    return this.store.run(this.k.andExists, f, g, cube) as Bdd;
  }

  // Cofactors. The generalized ones agree with f on the care set and are free elsewhere.

  /** f with the literals of `cube`, a conjunction of literals, made true. */
  cofactor(f: Bdd, cube: Bdd): Bdd {
    return this.store.run(this.k.cofactor, f, cube) as Bdd;
  }

  /** f at the point of the care set that is nearest in the order. The care set must not be empty. */
  constrain(f: Bdd, care: Bdd): Bdd {
    if (care === this.false) throw new RangeError("constrain: the care set is empty");
    return this.store.run(this.k.constrain, f, care) as Bdd;
  }

  /** As `constrain`, with no variable that f does not have: mostly smaller than f. The care set must not be empty. */
  restrict(f: Bdd, care: Bdd): Bdd {
    if (care === this.false) throw new RangeError("restrict: the care set is empty");
    return this.store.run(this.k.restrict, f, care) as Bdd;
  }

  /** A function f with lower ⇒ f ⇒ upper, meant to be small; never larger than either bound. Needs lower ⇒ upper. */
  squeeze(lower: Bdd, upper: Bdd): Bdd {
    const result = this.store.run(this.k.squeeze, lower, upper) as Bdd;
    const size = this.size(result);
    if (this.size(lower) < size) return lower;
    return this.size(upper) < size ? upper : result;
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
    const flat = this.flat(f);
    const chosen = choose(flat);
    if (chosen === flat) return f;
    const [g] = fromFlat(this, { ...chosen, roots: [chosen.root] }) as [Bdd];
    this.release(g);
    return g;
  }

  // Substitution.

  /** f with g for variable v. */
  compose(f: Bdd, v: number, g: Bdd): Bdd {
    return this.store.run(() => this.k.compose(f, g, this.k.levelOfVar(v)), f, g) as Bdd;
  }

  /** f with functions for variables, all at once. */
  vectorCompose(f: Bdd, substitution: Substitution): Bdd {
    return this.substitutions.substitute(f, substitution);
  }

  substitution(entries: Iterable<readonly [variable: number, by: Bdd]>): Substitution {
    const by = new Map(entries);
    for (const v of by.keys()) this.variable(v);
    return this.substitutions.newSubstitution(by);
  }

  /** f with variables for variables, all at once. Costs a walk over f where the order of the targets is that of the sources. */
  rename(f: Bdd, renaming: Renaming): Bdd {
    return this.substitutions.rename(f, renaming);
  }

  /** Targets may coincide with each other and with sources: it need not be a permutation. */
  renaming(pairs: Iterable<readonly [from: number, to: number]>): Renaming {
    const to = new Map(pairs);
    for (const [from, target] of to) {
      this.variable(from);
      this.variable(target);
    }
    return this.substitutions.newRenaming(to);
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
    return sharedSize(this.k, [f]);
  }

  /** Nodes of all together, each counted once. */
  sharedSize(functions: Iterable<Bdd>): number {
    return sharedSize(this.k, functions);
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
    const { roots, variable, lo, hi } = flatForest(this.k, [f]);
    return { root: roots[0]!, variable, lo, hi };
  }

  /** The value of f where variable v has the value `values[v]`, 0 or 1. */
  evaluate(f: Bdd, values: ArrayLike<number>): boolean {
    return evaluate(this.k, f, values);
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
    return someCube(this.k, f);
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
    return fromFlat(this, flatForest(source.k, functions), variableOf);
  }

  /** Functions and the order of the variables as bytes: the same for the same diagrams. */
  save(functions: readonly Bdd[]): Uint8Array {
    return encode({ order: this.order(), forest: flatForest(this.k, functions) });
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
    return fromFlat(this, forest);
  }

  // Order. Level 0 is the top. Functions stay what they are when the order changes, and so do cubes, renamings and
  // substitutions; only `low`, `high` and `topVariable` speak of the order.

  /** The variables from the top to the bottom. */
  order(): number[] {
    return this.store.reordering.order();
  }

  levelOf(variable: number): number {
    return this.k.levelOfVar(variable);
  }

  /** Ties variables, which must stand on neighbouring levels in this order: they will move together (as x and x' should). */
  group(variables: readonly number[]): void {
    this.store.reordering.group(variables);
  }

  /** The groups, from the top to the bottom; a variable that is not tied is a group of its own. */
  groups(): number[][] {
    return this.store.reordering.groups();
  }

  /**
   * Looks for a better order: by sifting, unless another method is asked for. Frees garbage first. Ends early after
   * `milliseconds`, or when the manager's budget ends, which then throws.
   */
  reorder(options: ReorderOptions = {}): void {
    this.store.reordering.reorder(options);
  }

  /**
   * Brings about an order that `order` gave before, or any other that keeps groups together. When the diagrams become too
   * large on the way, the order that was is brought back, and the failure is thrown.
   */
  setOrder(order: readonly number[]): void {
    this.store.reordering.setOrder(order);
  }

  /**
   * Reorders by itself from now on (null: no longer) whenever more than a threshold of nodes live. The threshold starts at
   * `firstAt` and grows with what reordering could not make smaller. The operation that was under way starts again.
   */
  autoReorder(options: AutoReorderOptions | null): void {
    this.store.reordering.setAuto(options);
  }

  // Memory.

  /** Keeps f until `release` was called as often. Returns f. */
  protect(f: Bdd): Bdd {
    return this.store.protect(f);
  }

  release(f: Bdd): void {
    this.store.release(f);
  }

  /**
   * Collects garbage and says how many nodes live: those of protected functions, and one a variable. A computation that
   * releases what it protects brings this back to what it was.
   */
  liveNodes(): number {
    return this.store.liveNodes();
  }

  /** What `run` returns, or null when it made more than `nodes` nodes. Not to be nested. */
  withinNodes<T>(nodes: number, run: () => T): T | null {
    return this.store.withinNodes(nodes, run);
  }

  statistics(): BddStatistics {
    return this.store.statistics();
  }
}

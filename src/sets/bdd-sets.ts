import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { CubeTest } from "../solvers/bdd/cube-test.js";
import type { Bdd, BddManager } from "../solvers/bdd/manager.js";
import { BddRelation } from "./bdd-relation.js";
import { type BddSetsOptions, BddSystem, type MoveRelation } from "./bdd-system.js";
import type { TransitionRelation } from "./relation.js";
import { restrictIfSmaller } from "./restrict-if-smaller.js";
import {
  type Cell,
  type DontCares,
  requireNoInputs,
  type Scope,
  type StateRelation,
  type StepCounts,
  type ViewOptions,
} from "./state-sets.js";
import { Steering } from "./steering.js";

/** The StateSets of a model on a manager of its own; its fairness reads latches only, its resets are constants or free. */
export function bddSets(manager: BddManager, model: Model, options: BddSetsOptions = {}): BddScope {
  return new BddScope(new BddSystem(manager, model, options));
}

/** A dense subset may have this part of the nodes of the set, and in any case so many. */
const DENSE_SHARE = 8;
const LEAST_DENSE_NODES = 50;

/** Steps on sets over present-state variables: all of them, or those of one of the moves. Results are not protected. */
interface Steps {
  pre(set: Bdd, move?: number): Bdd;
  post(set: Bdd, move?: number): Bdd;
}

/** The system that a scope shows: the whole one, or a view. Its functions are protected by whoever made it. */
interface Shown extends Steps {
  readonly all: Bdd;
  readonly initial: Bdd;
  readonly conditions: readonly Bdd[];
  /** Latches that are state, by index; null: all. */
  readonly latches: readonly number[] | null;
  /** A cube of the variables of the others. */
  readonly freeCube: Bdd;
  /** What the steps are made of, when they are nothing but that; made when it is first asked for. */
  readonly relation: (() => TransitionRelation) | null;
  /** The same by moves; none when steps are not made so. */
  readonly moves: () => readonly MoveRelation[];
}

const NO_MOVES = (): readonly MoveRelation[] => [];

/** A scope of BDD sets; see StateSets for the contract. */
export class BddScope implements Scope<Bdd> {
  private readonly held: Bdd[] = [];
  private readonly opened = new Set<Disposable>();
  private readonly owned: Disposable[] = [];
  private closed = false;
  private shown: Shown;
  private readonly manager: BddManager;

  constructor(
    private readonly system: BddSystem,
    private readonly parent: BddScope | null = null,
    shown: Shown | null = null,
  ) {
    this.manager = system.manager;
    this.shown = shown ?? this.whole();
  }

  get all(): Bdd {
    return this.shown.all;
  }

  get empty(): Bdd {
    return this.manager.false;
  }

  get initial(): Bdd {
    return this.shown.initial;
  }

  get conditions(): readonly Bdd[] {
    return this.shown.conditions;
  }

  get steps(): Readonly<StepCounts> {
    return this.system.steps;
  }

  get moves(): number {
    return this.shown.moves().length;
  }

  where(lit: Lit): Bdd {
    const { system, manager } = this;
    requireNoInputs(system.model, lit);
    const [f] = manager.fromAig(system.model.aig, [lit], (node) => system.variables.leaf(node)) as [Bdd];
    try {
      return this.hold(manager.and(manager.exists(f, this.shown.freeCube), this.all));
    } finally {
      manager.release(f);
    }
  }

  and(a: Bdd, b: Bdd): Bdd {
    return this.hold(this.manager.and(a, b));
  }

  or(a: Bdd, b: Bdd): Bdd {
    return this.hold(this.manager.or(a, b));
  }

  minus(a: Bdd, b: Bdd): Bdd {
    return this.hold(this.manager.minus(a, b));
  }

  isEmpty(a: Bdd): boolean {
    return a === this.manager.false;
  }

  equal(a: Bdd, b: Bdd): boolean {
    return a === b;
  }

  subset(a: Bdd, b: Bdd): boolean {
    return this.manager.leq(a, b);
  }

  intersects(a: Bdd, b: Bdd): boolean {
    return this.manager.intersects(a, b);
  }

  count(a: Bdd): number {
    return this.manager.count(a, this.shown.latches?.length ?? this.system.model.latches.length);
  }

  simplify(a: Bdd, care: Bdd): Bdd {
    return this.hold(restrictIfSmaller(this.manager, a, care));
  }

  cover(a: Bdd): Bdd {
    return this.hold(this.manager.exists(a, this.shown.freeCube));
  }

  size(a: Bdd): number {
    return this.manager.size(a);
  }

  effort(): number {
    return this.manager.statistics().createdNodes;
  }

  pick(a: Bdd): Bdd {
    return this.hold(this.system.variables.stateCube(this.values(a), this.shown.latches));
  }

  thin(a: Bdd, how: "minterm" | "cube" | "dense"): Bdd {
    if (how === "minterm") return this.pick(a);
    if (how === "dense" && a !== this.manager.false) {
      const nodes = Math.max(LEAST_DENSE_NODES, this.manager.size(a) / DENSE_SHARE);
      return this.hold(this.manager.denseSubset(a, nodes));
    }
    const cube = this.manager.shortCube(a);
    if (cube === null) throw new RangeError("an empty set has no subset to pick");
    return this.hold(this.manager.cubeOf(cube));
  }

  values(state: Bdd): Uint8Array {
    const values = this.manager.pickMinterm(state, this.system.variables.present);
    if (values === null) throw new RangeError("an empty set has no state to pick");
    return values;
  }

  state(values: Uint8Array): Bdd {
    return this.hold(this.system.variables.stateCube(values, this.shown.latches));
  }

  inputs(from: Bdd, to: Bdd): Uint8Array {
    const { manager, system } = this;
    using s = this.open();
    // The target's state first: then each latch is an equation over inputs alone.
    const target = s.values(s.and(s.hold(this.shown.post(from)), to));
    using possible = s.cell(manager.true);
    const require = (f: Bdd, value: boolean) => {
      using turn = s.open();
      const atState = turn.hold(manager.cofactor(f, from));
      possible.value = value ? turn.and(possible.value, atState) : turn.minus(possible.value, atState);
    };
    for (const c of system.constraints) require(c, true);
    system.nextFunctions.forEach((f, i) => {
      require(f, target[i] === 1);
    });
    const found = system.variables.pickInputs(possible.value);
    if (found === null) throw new RangeError("no input leads from the state into the set");
    return found;
  }

  /** Which inputs lead where, in the whole system. The caller's to dispose. */
  steering(): Steering {
    return new Steering(this.system);
  }

  /** All states that differ from one of the set in the given latches only. */
  forget(a: Bdd, latches: readonly number[]): Bdd {
    if (latches.length === 0) return a;
    using s = this.open();
    return s.keep(
      this.manager.exists(a, s.hold(this.manager.cube(latches.map((i) => this.system.variables.present[i]!)))),
    );
  }

  pre(a: Bdd, move?: number): Bdd {
    if (a === this.manager.false) return a;
    this.system.steps.ex++;
    return this.hold(this.shown.pre(a, move));
  }

  post(a: Bdd, move?: number): Bdd {
    if (a === this.manager.false) return a;
    this.system.steps.ey++;
    return this.hold(this.shown.post(a, move));
  }

  relation(within: Bdd): StateRelation<Bdd> {
    const { manager, system, shown } = this;
    if (shown.relation === null) throw new TypeError("a restricted view has no relation");
    using s = this.open();
    const there = s.hold(manager.rename(within, system.variables.presentToNext));
    const whole = s.hold(shown.relation().monolithic());
    return new BddRelation(system, s.and(s.and(whole, within), there));
  }

  toAig(a: Bdd, aig: Aig, latches: readonly Lit[]): Lit {
    return this.manager.toAig(a, aig, (variable) => latches[this.system.variables.latchOf(variable)] as Lit);
  }

  /** The set, for many questions about cubes of latches; lives by itself. */
  cubeTest(a: Bdd): CubeTest {
    return new CubeTest(this.manager.flat(a), (variable) => this.system.variables.latchOf(variable));
  }

  open(): BddScope {
    return this.adopt(new BddScope(this.system, this, this.shown));
  }

  view(options: ViewOptions<Bdd>): BddScope {
    const scope = this.open();
    try {
      let shown = this.shown;
      if (options.latches !== undefined) shown = scope.abstraction(shown, options.latches, options.assuming ?? null);
      else if (options.assuming !== undefined) shown = scope.startingIn(shown, options.assuming);
      if (options.care !== undefined) shown = scope.simplified(shown, options.care);
      if (options.within !== undefined) shown = scope.restriction(shown, options.within, options.dontCares ?? "none");
      if (options.conditions !== undefined)
        shown = { ...shown, conditions: options.conditions.map((c) => scope.hold(c)) };
      scope.shown = shown;
      return scope;
    } catch (error) {
      scope[Symbol.dispose]();
      throw error;
    }
  }

  keep(a: Bdd): Bdd {
    return (this.parent ?? this).hold(a);
  }

  cell(a: Bdd): Cell<Bdd> {
    return this.adopt(new BddCell(this.manager, a, (cell) => this.opened.delete(cell)));
  }

  [Symbol.dispose](): void {
    if (this.closed) return;
    this.closed = true;
    for (const inner of [...this.opened]) inner[Symbol.dispose]();
    for (const f of this.held) this.manager.release(f);
    this.held.length = 0;
    this.parent?.opened.delete(this);
    for (const thing of this.owned) thing[Symbol.dispose]();
  }

  /** Protects a result until this scope closes. */
  hold(f: Bdd): Bdd {
    if (this.closed) throw new Error("a scope was used after it had been closed");
    this.manager.protect(f);
    this.held.push(f);
    return f;
  }

  private adopt<D extends Disposable>(inner: D): D {
    if (this.closed) throw new Error("a scope was used after it had been closed");
    this.opened.add(inner);
    return inner;
  }

  private own<D extends Disposable>(thing: D): D {
    this.owned.push(thing);
    return thing;
  }

  private whole(): Shown {
    const { system, manager } = this;
    this.own(system);
    const relation = this.lazily(() => system.relation(null, null));
    const moves = () => system.moves();
    return {
      all: manager.true,
      initial: system.initial,
      conditions: system.conditions,
      latches: null,
      freeCube: manager.true,
      relation,
      moves,
      ...this.stepsOf(relation, manager.true, moves),
    };
  }

  /** Whoever looks at parts of a system only does not pay for the rest. */
  private lazily(make: () => TransitionRelation): () => TransitionRelation {
    let made: TransitionRelation | null = null;
    return () => {
      made ??= this.own(make());
      return made;
    };
  }

  private stepsOf(relation: () => TransitionRelation, freeCube: Bdd, moves = NO_MOVES): Steps {
    const { manager } = this;
    const { variables } = this.system;
    const close = (f: Bdd) => (freeCube === manager.true ? f : manager.exists(f, freeCube));
    const by = (move: number | undefined): MoveRelation =>
      move === undefined ? { relation: relation(), presentToNext: variables.presentToNext } : moves()[move]!;
    return {
      pre: (f, move) => {
        const { relation, presentToNext } = by(move);
        return relation.preimage(manager.rename(close(f), presentToNext));
      },
      post: (f, move) => manager.rename(by(move).relation.image(close(f)), variables.nextToPresent),
    };
  }

  /** A step from a function that nobody protects: relations that are made on the way must not cost it its life. */
  private guarded(step: (f: Bdd, move?: number) => Bdd, f: Bdd, move?: number): Bdd {
    const { manager } = this;
    manager.protect(f);
    try {
      return step(f, move);
    } finally {
      manager.release(f);
    }
  }

  private abstraction(shown: Shown, latches: readonly number[], assuming: Bdd | null): Shown {
    const { manager, system } = this;
    const isKept = new Set(latches);
    const freeCube = this.hold(manager.cube(system.variables.present.filter((_, i) => !isKept.has(i))));
    const close = (f: Bdd) => this.hold(manager.exists(f, freeCube));
    const state = {
      all: close(shown.all),
      initial: close(shown.initial),
      conditions: shown.conditions.map(close),
      latches,
      freeCube,
      moves: NO_MOVES,
    };
    const isWhole =
      shown.relation !== null && (shown.latches === null || latches.every((i) => shown.latches!.includes(i)));
    if (isWhole) {
      const start = assuming === null ? null : this.hold(assuming);
      const relation = this.lazily(() => system.relation(latches, start));
      return { ...state, relation, ...this.stepsOf(relation, freeCube) };
    }
    const from = assuming === null ? shown : this.startingIn(shown, assuming);
    return {
      ...state,
      relation: null,
      pre: (f) => manager.exists(this.guarded(from.pre, manager.exists(f, freeCube)), freeCube),
      post: (f) => manager.exists(this.guarded(from.post, manager.exists(f, freeCube)), freeCube),
    };
  }

  private startingIn(shown: Shown, set: Bdd): Shown {
    const { manager } = this;
    this.hold(set);
    return {
      ...shown,
      relation: null,
      pre: (f, move) => manager.and(shown.pre(f, move), set),
      post: (f, move) => this.guarded(shown.post, manager.and(f, set), move),
    };
  }

  private simplified(shown: Shown, care: Bdd): Shown {
    if (shown.relation === null || care === this.manager.false) return shown;
    this.hold(care);
    const whole = shown.relation;
    const relation = this.lazily(() => whole().simplified(care));
    let simple: readonly MoveRelation[] | null = null;
    const moves = () => {
      simple ??= shown.moves().map((m) => ({ ...m, relation: this.own(m.relation.simplified(care)) }));
      return simple;
    };
    return { ...shown, relation, moves, ...this.stepsOf(relation, shown.freeCube, moves) };
  }

  private restriction(shown: Shown, within: Bdd, dontCares: DontCares): Shown {
    const { manager } = this;
    this.hold(within);
    const cut = (f: Bdd) => this.hold(manager.and(f, within));
    const steps = dontCares === "none" ? shown : this.carelessOutside(shown, within, dontCares === "zones");
    return {
      all: cut(shown.all),
      initial: cut(shown.initial),
      conditions: shown.conditions.map(cut),
      latches: shown.latches,
      freeCube: shown.freeCube,
      relation: null,
      moves: dontCares === "none" ? shown.moves : NO_MOVES,
      pre: (f, move) => manager.and(this.guarded(steps.pre, manager.and(f, within), move), within),
      post: (f, move) => manager.and(this.guarded(steps.post, manager.and(f, within), move), within),
    };
  }

  /**
   * Steps that are right inside a set K, for arguments inside K: D'n'C, Theorems 4 and 5. The relation is anything where a
   * transition starts or ends outside K. Arguments are anything in the safety zones: where nothing of K can be reached, or
   * nothing of K leads to, by the changed relation.
   */
  private carelessOutside(shown: Shown, k: Bdd, zones: boolean): Steps {
    const { manager, system } = this;
    if (shown.relation === null || k === manager.false) return shown;
    const whole = shown.relation;
    const there = this.hold(manager.rename(k, system.variables.presentToNext));
    const relation = this.lazily(() => whole().simplified(k, there));
    const steps = this.stepsOf(relation, shown.freeCube);
    if (!zones) return steps;
    const zone = (make: () => Bdd) => {
      let made: Bdd | null = null;
      return () => {
        made ??= this.hold(make());
        return made;
      };
    };
    const before = zone(() => steps.pre(k));
    const after = zone(() => steps.post(k));
    return {
      pre: (f) => {
        const care = after(); // first: making it must not cost the result of `smaller` its life
        return steps.pre(restrictIfSmaller(this.manager, f, care));
      },
      post: (f) => {
        const care = before();
        return steps.post(restrictIfSmaller(this.manager, f, care));
      },
    };
  }
}

class BddCell implements Cell<Bdd> {
  private open = true;

  constructor(
    private readonly manager: BddManager,
    private held: Bdd,
    private readonly closed: (cell: BddCell) => void,
  ) {
    manager.protect(held);
  }

  get value(): Bdd {
    if (!this.open) throw new Error("a cell was used after it had been closed");
    return this.held;
  }

  set value(next: Bdd) {
    this.manager.protect(next);
    this.manager.release(this.value);
    this.held = next;
  }

  [Symbol.dispose](): void {
    if (!this.open) return;
    this.open = false;
    this.manager.release(this.held);
    this.closed(this);
  }
}

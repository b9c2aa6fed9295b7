import type { ReadonlyAig } from "../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Bdd, BddManager, Renaming } from "../solvers/bdd/manager.js";
import { Variables } from "./bdd-variables.js";
import { conjunctsOf } from "./conjuncts.js";
import { type Moves, movesOf } from "./moves.js";
import { TransitionRelation } from "./relation.js";
import { restrictIfSmaller } from "./restrict-if-smaller.js";
import { requireNoInputs, type StepCounts } from "./state-sets.js";
import { type OrderName, variableOrder } from "./variable-order.js";

export interface BddSetsOptions {
  /** The first variable order. */
  readonly order?: OrderName;
  /** Nodes of a cluster of the transition relation, about. */
  readonly clusterLimit?: number;
  /** Steps are also made move by move, where one part of the latches moves at a time. */
  readonly moves?: boolean;
  /** Relations will be composed: the variables for that get good places in the order. */
  readonly composing?: boolean;
}

const DEFAULT_CLUSTER_LIMIT = 1000;

/** The transitions in which some latches change and the others keep their values, which are variables of the present only. */
export interface MoveRelation {
  readonly relation: TransitionRelation;
  /** Of the latches that change. */
  readonly presentToNext: Renaming;
}

/** A third copy of the state variables, and the ways onto it. */
interface Composing {
  readonly middle: readonly number[];
  readonly nextToMiddle: Renaming;
  readonly presentToMiddle: Renaming;
}

/** What all scopes and views of one model share. Its functions are protected until it is disposed of. */
export class BddSystem implements Disposable {
  readonly variables: Variables;
  readonly steps: StepCounts = { ex: 0, ey: 0 };
  readonly clusterLimit: number;
  /** By latch: its next value, a function of present values and inputs. */
  readonly nextFunctions: readonly Bdd[];
  readonly constraints: readonly Bdd[];
  readonly conditions: readonly Bdd[];
  readonly initial: Bdd;
  private composing: Composing | null = null;
  private made: readonly MoveRelation[] | null = null;

  constructor(
    readonly manager: BddManager,
    readonly model: Model,
    private readonly options: BddSetsOptions,
  ) {
    for (const l of model.fairness) requireNoInputs(model, l);
    this.clusterLimit = options.clusterLimit ?? DEFAULT_CLUSTER_LIMIT;
    const order = variableOrder(model, options.order ?? "force");
    this.variables = new Variables(manager, model, order, options.composing ?? false);
    const aig = model.aig.fork();
    const constraints = model.constraints.flatMap((c) => conjunctsOf(aig, c));
    const roots = [...model.latches.map((l) => l.next), ...constraints, ...model.fairness];
    this.initial = manager.protect(this.initialCube());
    const functions = this.functionsOf(aig, roots);
    const L = model.latches.length;
    const C = constraints.length;
    this.nextFunctions = functions.slice(0, L);
    this.constraints = functions.slice(L, L + C);
    this.conditions = model.fairness.length === 0 ? [manager.true] : functions.slice(L + C);
  }

  /** The relation of some latches (all: null), of transitions that start in a set. */
  relation(latches: readonly number[] | null, assuming: Bdd | null): TransitionRelation {
    const { manager, variables, model } = this;
    const kept = latches ?? model.latches.map((_, i) => i);
    const isKept = new Set(kept);
    const parts: Bdd[] = [];
    try {
      this.addConjuncts(kept, parts);
      if (assuming !== null) parts.push(manager.protect(assuming));
      return TransitionRelation.of(
        manager,
        parts,
        {
          present: kept.map((i) => variables.present[i]!),
          next: kept.map((i) => variables.next[i]!),
          free: [
            ...variables.inputs,
            ...variables.present.filter((_, i) => !isKept.has(i)),
            ...variables.next.filter((_, i) => !isKept.has(i) && variables.takesOver[i]),
          ],
        },
        { clusterLimit: this.clusterLimit },
      );
    } finally {
      for (const p of parts) manager.release(p);
    }
  }

  /** The relation by moves, those of the bottom of the order first; none where it has none that are worth it. Together they are all transitions that change a state. */
  moves(): readonly MoveRelation[] {
    this.made ??= this.options.moves ? this.makeMoves() : [];
    return this.made;
  }

  private makeMoves(): MoveRelation[] {
    const { manager, variables } = this;
    const conjuncts: Bdd[] = [];
    const found: Moves[] = [];
    const made: MoveRelation[] = [];
    try {
      this.addConjuncts([...this.nextFunctions.keys()], conjuncts);
      found.push(...movesOf(manager, variables, conjuncts));
      const top = ({ latches }: Moves) => Math.min(...latches.map((i) => manager.levelOf(variables.present[i]!)));
      for (const moves of found.toSorted((a, b) => top(b) - top(a))) made.push(this.moveRelation(moves, conjuncts));
      return made;
    } catch (e) {
      for (const { relation } of made) relation[Symbol.dispose]();
      throw e;
    } finally {
      for (const f of [...conjuncts, ...found.map(({ guard }) => guard)]) manager.release(f);
    }
  }

  private moveRelation({ guard, latches }: Moves, conjuncts: readonly Bdd[]): MoveRelation {
    const { manager, variables } = this;
    const changing = new Set(latches);
    const kept = variables.next.flatMap((v, i) => (changing.has(i) ? [] : [[v, variables.present[i]!] as const]));
    const staying = manager.renaming(kept);
    const pairs = latches.map((i) => [variables.present[i]!, variables.next[i]!] as const);
    const parts: Bdd[] = [];
    try {
      for (const c of [guard, ...conjuncts]) {
        const simple = c === guard ? guard : restrictIfSmaller(manager, c, guard);
        const part = manager.rename(simple, staying);
        if (part !== manager.true) parts.push(manager.protect(part));
      }
      const step = { present: pairs.map(([v]) => v), next: pairs.map(([, w]) => w), free: variables.inputs };
      const relation = TransitionRelation.of(manager, parts, step, { clusterLimit: this.clusterLimit });
      return { relation, presentToNext: manager.renaming(pairs) };
    } finally {
      for (const p of parts) manager.release(p);
    }
  }

  /** Functions whose conjunction is the relation of some latches. Protected. */
  private addConjuncts(latches: readonly number[], to: Bdd[]): void {
    const { manager, variables } = this;
    for (const i of latches)
      if (!variables.takesOver[i])
        to.push(manager.protect(manager.iff(manager.variable(variables.next[i]!), this.nextFunctions[i]!)));
    for (const c of this.constraints) to.push(manager.protect(c));
  }

  /** A third copy of the state variables: at the bottom of the order if it was not asked for in time. */
  forComposing(): Composing {
    if (this.composing !== null) return this.composing;
    const { manager, variables } = this;
    const { present } = variables;
    const middle = variables.middle.length > 0 ? variables.middle : present.map(() => manager.newVariable());
    const onto = (from: readonly number[]) => manager.renaming(from.map((v, i) => [v, middle[i]!] as const));
    this.composing = { middle, nextToMiddle: onto(variables.next), presentToMiddle: onto(variables.present) };
    return this.composing;
  }

  [Symbol.dispose](): void {
    const { manager, nextFunctions, constraints, conditions, initial } = this;
    for (const { relation } of this.made ?? []) relation[Symbol.dispose]();
    for (const f of [...nextFunctions, ...constraints, initial]) manager.release(f);
    if (this.model.fairness.length > 0) for (const f of conditions) manager.release(f);
  }

  private functionsOf(aig: ReadonlyAig, roots: readonly Lit[]): Bdd[] {
    const { manager, variables, initial } = this;
    try {
      return manager.fromAig(aig, roots, (node) => variables.leaf(node));
    } catch (e) {
      manager.release(initial);
      throw e;
    }
  }

  private initialCube(): Bdd {
    const cube = new Int8Array(this.manager.variableCount).fill(-1);
    this.model.latches.forEach(({ reset }, i) => {
      if (reset === "free") return;
      if (reset !== FALSE && reset !== TRUE) throw new TypeError("a reset must be a constant or free");
      cube[this.variables.present[i]!] = reset;
    });
    return this.manager.cubeOf(cube);
  }
}

import { isNegated, nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Bdd, BddManager, Renaming } from "../solvers/bdd/manager.js";

/**
 * The BDD variables of a model: one for each input, and for each latch its present and next value, side by side. An input
 * that a latch just takes over has none: it is read as the next value of that latch.
 */
export class Variables {
  /** By latch index. */
  readonly present: number[] = [];
  readonly next: number[] = [];
  /** Empty when relations are not to be composed. */
  readonly middle: number[] = [];
  /** By input index: its variable, which may be the next value of a latch, and whether it is the negation of that. */
  readonly ofInput: { readonly variable: number; readonly negated: boolean }[] = [];
  /** By latch index: whether its next value is an input that is read as such. */
  readonly takesOver: boolean[];
  /** Of inputs that no latch takes over. */
  readonly inputs: readonly number[];
  readonly presentToNext: Renaming;
  readonly nextToPresent: Renaming;
  /** Present and next change places. */
  readonly swap: Renaming;
  private readonly byNode = new Map<number, Bdd>();
  private readonly latchOfVariable = new Map<number, number>();

  /**
   * `order` lists the nodes of all latches and inputs from top to bottom. `copies` says whether each latch has a third
   * variable, for composing relations.
   */
  constructor(
    readonly manager: BddManager,
    readonly model: Model,
    order: readonly number[],
    copies: boolean,
  ) {
    const latchOf = new Map(model.latches.map((l, i) => [l.node, i]));
    const taken = takenOver(model);
    const own: number[] = [];
    const variableOf = new Map<number, number>();
    for (const node of order) {
      if (taken.has(node)) continue;
      const v = manager.newVariable();
      variableOf.set(node, v);
      this.byNode.set(node, manager.variable(v));
      const latch = latchOf.get(node);
      if (latch === undefined) {
        own.push(v);
        continue;
      }
      this.present[latch] = v;
      if (copies) this.middle[latch] = manager.newVariable();
      this.next[latch] = manager.newVariable();
      manager.group(copies ? [v, this.middle[latch]!, this.next[latch]!] : [v, this.next[latch]!]);
      this.latchOfVariable.set(v, latch);
    }
    this.inputs = own;
    this.takesOver = model.latches.map((l, i) => taken.get(nodeOf(l.next)) === i);
    for (const node of model.inputs) {
      const latch = taken.get(node);
      const v = latch === undefined ? (variableOf.get(node) as number) : this.next[latch]!;
      const negated = latch !== undefined && isNegated(model.latches[latch]!.next);
      this.ofInput.push({ variable: v, negated });
      this.byNode.set(node, manager.literal(v, !negated));
    }
    const pairs = this.present.map((v, i) => [v, this.next[i]!] as const);
    const back = pairs.map(([v, w]) => [w, v] as const);
    this.presentToNext = manager.renaming(pairs);
    this.nextToPresent = manager.renaming(back);
    this.swap = manager.renaming([...pairs, ...back]);
  }

  /** The function of a leaf of the model's graph: its value in this step. */
  leaf(node: number): Bdd {
    return this.byNode.get(node) as Bdd;
  }

  /** The latch whose present value is this variable. */
  latchOf(variable: number): number {
    return this.latchOfVariable.get(variable) as number;
  }

  /** The state with these latch values; `latches` limits it to some of them. Not protected. */
  stateCube(values: Uint8Array, latches: readonly number[] | null): Bdd {
    const cube = new Int8Array(this.manager.variableCount).fill(-1);
    for (const i of latches ?? values.keys()) cube[this.present[i]!] = values[i]!;
    return this.manager.cubeOf(cube);
  }

  /** Values of all inputs that satisfy a function of them; null when it is false. */
  pickInputs(f: Bdd): Uint8Array | null {
    const variables = this.ofInput.map(({ variable }) => variable);
    const values = this.manager.pickMinterm(f, variables);
    return values === null ? null : values.map((value, i) => (this.ofInput[i]!.negated ? 1 - value : value));
  }
}

/** Inputs that a latch takes over as they are, or negated: by the input's node, the first such latch. */
function takenOver(model: Model): Map<number, number> {
  const isInput = new Set(model.inputs);
  const taken = new Map<number, number>();
  model.latches.forEach(({ next }, i) => {
    if (isInput.has(nodeOf(next)) && !taken.has(nodeOf(next))) taken.set(nodeOf(next), i);
  });
  return taken;
}

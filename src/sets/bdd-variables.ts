import type { Model } from "../model/model.js";
import type { Bdd, BddManager, Renaming } from "../solvers/bdd/manager.js";

/** The BDD variables of a model: one for each input, and for each latch its present and next value, side by side. */
export class Variables {
  /** By latch index. */
  readonly present: number[] = [];
  readonly next: number[] = [];
  /** Empty when relations are not to be composed. */
  readonly middle: number[] = [];
  /** By input index. */
  readonly inputs: number[] = [];
  readonly presentToNext: Renaming;
  readonly nextToPresent: Renaming;
  /** Present and next change places. */
  readonly swap: Renaming;
  private readonly byNode = new Map<number, number>();
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
    const inputOf = new Map(model.inputs.map((node, i) => [node, i]));
    for (const node of order) {
      const v = manager.newVariable();
      this.byNode.set(node, v);
      const latch = latchOf.get(node);
      if (latch === undefined) {
        this.inputs[inputOf.get(node) as number] = v;
        continue;
      }
      this.present[latch] = v;
      if (copies) this.middle[latch] = manager.newVariable();
      this.next[latch] = manager.newVariable();
      manager.group(copies ? [v, this.middle[latch]!, this.next[latch]!] : [v, this.next[latch]!]);
      this.latchOfVariable.set(v, latch);
    }
    const pairs = this.present.map((v, i) => [v, this.next[i]!] as const);
    const back = pairs.map(([v, w]) => [w, v] as const);
    this.presentToNext = manager.renaming(pairs);
    this.nextToPresent = manager.renaming(back);
    this.swap = manager.renaming([...pairs, ...back]);
  }

  /** The function of a leaf of the model's graph: its value in this step. */
  leaf(node: number): Bdd {
    return this.manager.variable(this.byNode.get(node) as number);
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
}

import { Aig } from "../logic/aig.js";
import { type Lit, negateIf, nodeOf } from "../logic/lit.js";
import type { TransitionSystem } from "./transition-system.js";

const ABSENT = -1;

/**
 * Copies of a system's graph, one a step, chained by the next functions: latches of step k are functions of what came
 * before. Nodes are copied when they are asked for. Sharing and constants are found by the graph itself, so that steps
 * near a fixed start are small.
 */
export class Unrolling {
  // By step, then by node of the system: its literal in `graph`, or ABSENT.
  private readonly images: Int32Array[] = [];

  /**
   * `first` gives the latches of step 0, by index, and `later` those of each further step, which mostly are the values that the step before
   * leads to. Several unrollings may share one graph.
   */
  constructor(
    private readonly system: TransitionSystem,
    first: (latch: number, graph: Aig) => Lit,
    readonly graph = new Aig(),
    private readonly later: (latch: number, value: Lit) => Lit = (_, value) => value,
  ) {
    const image = this.newStep();
    for (let i = 0; i < system.latchCount; i++) image[i + 1] = first(i, graph);
  }

  /** How many steps there are. */
  get length(): number {
    return this.images.length;
  }

  /** Adds a step. */
  extend(): void {
    const last = this.length - 1;
    const latches = this.system.next.map((next, i) => this.later(i, this.at(next, last)));
    this.newStep().set(latches, 1);
  }

  /** A literal of the system, in step `step`. */
  at(l: Lit, step: number): Lit {
    let image = this.images[step]!;
    const n = nodeOf(l);
    if (n >= image.length) image = this.enlarge(step);
    if (image[n] === ABSENT) this.copy(n, image);
    return negateIf(image[n] as Lit, (l & 1) === 1);
  }

  /** The latches after the last step. */
  after(latch: number): Lit {
    return this.at(this.system.next[latch]!, this.length - 1);
  }

  private newStep(): Int32Array {
    const { system } = this;
    const image = new Int32Array(system.graph.size).fill(ABSENT);
    image[0] = 0;
    for (let i = 0; i < system.inputCount; i++) image[1 + system.latchCount + i] = this.graph.leaf();
    this.images.push(image);
    return image;
  }

  private copy(root: number, image: Int32Array): void {
    const { graph } = this.system;
    const pending = [root];
    while (pending.length > 0) {
      const n = pending[pending.length - 1]!;
      if (image[n] !== ABSENT) {
        pending.pop();
        continue;
      }
      const a = graph.fanin0(n);
      const b = graph.fanin1(n);
      const height = pending.length;
      if (image[nodeOf(a)] === ABSENT) pending.push(nodeOf(a));
      if (image[nodeOf(b)] === ABSENT) pending.push(nodeOf(b));
      if (pending.length > height) continue;
      image[n] = this.graph.and(
        negateIf(image[nodeOf(a)] as Lit, (a & 1) === 1),
        negateIf(image[nodeOf(b)] as Lit, (b & 1) === 1),
      );
    }
  }

  /** The system's graph has grown since: predicates were built in it. */
  private enlarge(step: number): Int32Array {
    const old = this.images[step]!;
    const grown = new Int32Array(2 * this.system.graph.size).fill(ABSENT);
    grown.set(old);
    this.images[step] = grown;
    return grown;
  }
}

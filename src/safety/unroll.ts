import { Aig } from "../logic/aig.js";
import { type Lit, negateIf, nodeOf } from "../logic/lit.js";
import type { TransitionSystem } from "./transition-system.js";

/**
 * Copies of a system's graph, one a step, chained by the next functions: latches of step k are functions of what came
 * before. Sharing and constants are found by the graph itself, so that steps near a fixed start are small.
 */
export class Unrolling {
  // By step, then by node of the system: its literal in `graph`.
  private readonly images: Int32Array[] = [];
  private copied: number;

  /**
   * `first` gives the latches of step 0, by index: constants or literals of `graph`. Several unrollings may share one
   * graph.
   */
  constructor(
    private readonly system: TransitionSystem,
    first: (latch: number, graph: Aig) => Lit,
    readonly graph = new Aig(),
  ) {
    this.copied = system.graph.size;
    const image = this.newImage();
    for (let i = 0; i < system.latchCount; i++) image[i + 1] = first(i, graph);
    this.fill(image, 0);
  }

  /** How many steps there are. */
  get length(): number {
    return this.images.length;
  }

  /** Adds a step. */
  extend(): void {
    if (this.copied < this.system.graph.size) this.grow();
    const last = this.length - 1;
    const image = this.newImage();
    for (let i = 0; i < this.system.latchCount; i++) image[i + 1] = this.at(this.system.next[i]!, last);
    this.fill(image, 0);
  }

  /** A literal of the system, in step `step`. */
  at(l: Lit, step: number): Lit {
    if (this.copied < this.system.graph.size) this.grow();
    return negateIf(this.images[step]![nodeOf(l)] as Lit, (l & 1) === 1);
  }

  /** The latches after the last step. */
  after(latch: number): Lit {
    return this.at(this.system.next[latch]!, this.length - 1);
  }

  private newImage(): Int32Array {
    const image = new Int32Array(this.system.graph.size);
    for (let i = 0; i < this.system.inputCount; i++) image[1 + this.system.latchCount + i] = this.graph.leaf();
    this.images.push(image);
    return image;
  }

  /** Copies the gates from node `from` on. */
  private fill(image: Int32Array, from: number): void {
    const { graph } = this.system;
    for (let n = Math.max(from, 1 + this.system.latchCount + this.system.inputCount); n < image.length; n++) {
      const a = graph.fanin0(n);
      const b = graph.fanin1(n);
      image[n] = this.graph.and(
        negateIf(image[nodeOf(a)] as Lit, (a & 1) === 1),
        negateIf(image[nodeOf(b)] as Lit, (b & 1) === 1),
      );
    }
  }

  /** The system's graph has grown since: predicates were built in it. */
  private grow(): void {
    const from = this.copied;
    this.copied = this.system.graph.size;
    for (let k = 0; k < this.images.length; k++) {
      const grown = new Int32Array(this.copied);
      grown.set(this.images[k]!);
      this.images[k] = grown;
      this.fill(grown, from);
    }
  }
}

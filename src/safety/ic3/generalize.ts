import type { Lit } from "../../logic/lit.js";
import type { Cube } from "../cube.js";
import type { Activity } from "./activity.js";
import type { Induction } from "./induction.js";
import type { Lifter } from "./lift.js";

/** Makes lemmas as general as the effort allows: MIC, with counterexamples to generalization (CTG). */
export class Generalizer {
  dropped = 0;
  kept = 0;

  constructor(
    private readonly induction: Induction,
    private readonly lifter: Lifter,
    private readonly activity: Activity,
    private readonly joins: boolean,
  ) {}

  /**
   * A minimal subset of `cube`, found greedily, that is still blocked in `frame` and avoids the start. `mostCtgs`: how many
   * counterexamples to generalization in a row are blocked before a literal is given up.
   */
  minimize(cube: Cube, frame: number, mostCtgs: number): Cube {
    let best = cube;
    const necessary = new Set<Lit>();
    for (const l of this.dropOrder(cube, frame)) {
      if (best.length === 1) break;
      if (!best.includes(l)) continue;
      const smaller = this.down(
        best.filter((m) => m !== l),
        frame,
        necessary,
        mostCtgs,
      );
      if (smaller === null) {
        necessary.add(l);
        this.kept++;
      } else {
        best = smaller;
        this.dropped++;
      }
    }
    this.activity.bump(best);
    return best;
  }

  /** Least active latches first; literals that a parent lemma shows to be useful last. */
  private dropOrder(cube: Cube, frame: number): Lit[] {
    const order = this.activity.leastActiveFirst(cube);
    const parent = this.induction.frames.parent(cube, frame - 1);
    if (parent === null) return order;
    const useful = new Set(parent.cube);
    return [...order.filter((l) => !useful.has(l)), ...order.filter((l) => useful.has(l))];
  }

  /** Shrinks a candidate until it is a lemma of `frame`, or gives up: a necessary literal would go. */
  private down(candidate: Cube, frame: number, necessary: ReadonlySet<Lit>, mostCtgs: number): Cube | null {
    const { induction } = this;
    let cube = candidate;
    let ctgs = 0;
    for (;;) {
      if (cube.length === 0 || induction.start.meets(cube) !== null) return null;
      if (induction.blocks(cube, frame)) return induction.core();
      // The predecessor found is a counterexample to generalization: block it, or join with it.
      const { model } = induction;
      const joined = cube.filter((l) => model.value(l) > 0);
      if (joined.length === cube.length) return null;
      for (const l of cube) if (necessary.has(l) && model.value(l) <= 0) return null;
      if (ctgs < mostCtgs && frame > 1) {
        const ctg = this.lifter.predecessor(model, cube).cube;
        if (this.block(ctg, frame - 1)) {
          ctgs++;
          continue;
        }
      }
      if (!this.joins) return null;
      ctgs = 0;
      cube = joined;
    }
  }

  /** Shows that `cube` is unreachable within `frame` steps, if it is so by induction from the frame before. */
  block(cube: Cube, frame: number): boolean {
    const { induction } = this;
    if (frame === 0 || induction.start.meets(cube) !== null || !induction.blocks(cube, frame)) return false;
    const lemma = this.minimize(induction.core(), frame, 0);
    const pushed = induction.push(lemma, frame);
    induction.addLemma(pushed.cube, pushed.frame);
    return true;
  }
}

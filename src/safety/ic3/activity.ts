import type { Lit } from "../../logic/lit.js";
import type { Cube } from "../cube.js";

/** How often latches took part in recent lemmas: literals of busy latches are dropped last. */
export class Activity {
  private readonly score: Float64Array;
  private increment = 1;

  constructor(latches: number) {
    this.score = new Float64Array(latches + 1);
  }

  bump(cube: Cube): void {
    this.increment *= 1 / 0.9;
    for (let i = 0; i < cube.length; i++) this.score[cube[i]! >> 1]! += this.increment;
    if (this.increment > 1e100) this.rescale();
  }

  of(l: Lit): number {
    return this.score[l >> 1]!;
  }

  leastActiveFirst(cube: Cube): Lit[] {
    return [...cube].sort((a, b) => this.of(a) - this.of(b));
  }

  mostActiveFirst(cube: Cube): Lit[] {
    return [...cube].sort((a, b) => this.of(b) - this.of(a));
  }

  private rescale(): void {
    for (let i = 0; i < this.score.length; i++) this.score[i]! *= 1e-100;
    this.increment *= 1e-100;
  }
}

import { combine, ExplicitSet, members } from "./explicit-world.js";
import type { StateRelation, StateSets } from "./state-sets.js";

/** A relation on states as a bit matrix: row s is the set of states that s is related to. */
export class ExplicitRelation implements StateRelation<ExplicitSet> {
  constructor(private readonly rows: readonly Uint32Array[]) {}

  compose(other: ExplicitRelation): ExplicitRelation {
    return new ExplicitRelation(
      this.rows.map((row) => {
        const found = new Uint32Array(row.length);
        for (const s of members(row)) for (let i = 0; i < found.length; i++) found[i]! |= other.rows[s]![i]!;
        return found;
      }),
    );
  }

  union(other: ExplicitRelation): ExplicitRelation {
    return new ExplicitRelation(this.rows.map((row, s) => combine(row, other.rows[s]!, (x, y) => x | y)));
  }

  equals(other: ExplicitRelation): boolean {
    return this.rows.every((row, s) => row.every((w, i) => w === other.rows[s]![i]));
  }

  cyclesThrough(scope: StateSets<ExplicitSet>, set: ExplicitSet): ExplicitSet {
    const related = (x: number, y: number) => (this.rows[x]![y >>> 5]! & (1 << (y & 31))) !== 0;
    const words = new Uint32Array(set.words.length);
    for (const y of members(set.words))
      this.rows.forEach((_, x) => {
        if (related(x, y) && related(y, x)) words[x >>> 5]! |= 1 << (x & 31);
      });
    return scope.and(new ExplicitSet(words), scope.all);
  }

  [Symbol.dispose](): void {}
}

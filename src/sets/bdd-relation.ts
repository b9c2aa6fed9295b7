import type { Bdd } from "../solvers/bdd/manager.js";
import type { BddSystem } from "./bdd-system.js";
import type { StateRelation, StateSets } from "./state-sets.js";

/** A relation on states as a function of present and next variables, protected. */
export class BddRelation implements StateRelation<Bdd> {
  constructor(
    private readonly system: BddSystem,
    private readonly pairs: Bdd,
  ) {
    system.manager.protect(pairs);
  }

  compose(other: BddRelation): BddRelation {
    const { manager } = this.system;
    const { middle, nextToMiddle, presentToMiddle } = this.system.forComposing();
    const first = manager.protect(manager.rename(this.pairs, nextToMiddle));
    const second = manager.protect(manager.rename(other.pairs, presentToMiddle));
    const cube = manager.protect(manager.cube(middle));
    try {
      return new BddRelation(this.system, manager.andExists(first, second, cube));
    } finally {
      for (const f of [first, second, cube]) manager.release(f);
    }
  }

  union(other: BddRelation): BddRelation {
    return new BddRelation(this.system, this.system.manager.or(this.pairs, other.pairs));
  }

  equals(other: BddRelation): boolean {
    return this.pairs === other.pairs;
  }

  cyclesThrough(scope: StateSets<Bdd>, set: Bdd): Bdd {
    const { manager, variables } = this.system;
    const back = manager.protect(manager.rename(this.pairs, variables.swap));
    const both = manager.protect(manager.and(this.pairs, back));
    manager.release(back);
    const there = manager.protect(manager.rename(set, variables.presentToNext));
    const cube = manager.protect(manager.cube(variables.next));
    try {
      return scope.and(manager.andExists(both, there, cube), scope.all);
    } finally {
      for (const f of [both, there, cube]) manager.release(f);
    }
  }

  [Symbol.dispose](): void {
    this.system.manager.release(this.pairs);
  }
}

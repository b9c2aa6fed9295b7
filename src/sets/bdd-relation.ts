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
    return this.holding((hold) => {
      const first = hold(manager.rename(this.pairs, nextToMiddle));
      const second = hold(manager.rename(other.pairs, presentToMiddle));
      const cube = hold(manager.cube(middle));
      return new BddRelation(this.system, manager.andExists(first, second, cube));
    });
  }

  union(other: BddRelation): BddRelation {
    return new BddRelation(this.system, this.system.manager.or(this.pairs, other.pairs));
  }

  equals(other: BddRelation): boolean {
    return this.pairs === other.pairs;
  }

  cyclesThrough(scope: StateSets<Bdd>, set: Bdd): Bdd {
    const { manager, variables } = this.system;
    return this.holding((hold) => {
      const both = hold(this.holding((h) => manager.and(this.pairs, h(manager.rename(this.pairs, variables.swap)))));
      const there = hold(manager.rename(set, variables.presentToNext));
      const cube = hold(manager.cube(variables.next));
      return scope.and(manager.andExists(both, there, cube), scope.all);
    });
  }

  /** What is held lives until the work ends, however it does. */
  private holding<T>(work: (hold: (f: Bdd) => Bdd) => T): T {
    const { manager } = this.system;
    const held: Bdd[] = [];
    try {
      return work((f) => {
        held.push(manager.protect(f));
        return f;
      });
    } finally {
      for (const f of held) manager.release(f);
    }
  }

  [Symbol.dispose](): void {
    this.system.manager.release(this.pairs);
  }
}

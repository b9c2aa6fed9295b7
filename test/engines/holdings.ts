import { type Bdd, BddManager } from "../../src/solvers/bdd/manager.js";

/** Counts the functions that any manager holds for somebody: protections less releases. */
export function holdings(): { readonly count: number; watch(): void; leave(): void } {
  const { protect, release } = BddManager.prototype;
  let count = 0;
  return {
    get count() {
      return count;
    },
    watch() {
      count = 0;
      BddManager.prototype.protect = function (this: BddManager, f: Bdd) {
        count++;
        return protect.call(this, f);
      };
      BddManager.prototype.release = function (this: BddManager, f: Bdd) {
        count--;
        release.call(this, f);
      };
    },
    leave() {
      Object.assign(BddManager.prototype, { protect, release });
    },
  };
}

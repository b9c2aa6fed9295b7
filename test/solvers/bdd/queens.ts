import type { Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";

/** Solutions of n queens, as a function of n² new variables. Protected; nothing else stays protected, also on a failure. */
export function queens(bdd: BddManager, n: number): Bdd {
  const first = bdd.variableCount;
  for (let i = 0; i < n * n; i++) bdd.newVariable();
  return queensOver(bdd, n, (row, column) => bdd.variable(first + row * n + column));
}

export function queensOver(bdd: BddManager, n: number, at: (row: number, column: number) => Bdd): Bdd {
  let all = bdd.protect(bdd.true);
  let some = bdd.protect(bdd.true);
  const set = (f: Bdd): Bdd => {
    bdd.protect(f);
    bdd.release(all);
    all = f;
    return f;
  };
  try {
    for (let r = 0; r < n; r++) {
      bdd.release(some);
      some = bdd.protect(bdd.false);
      for (let c = 0; c < n; c++) {
        const next = bdd.protect(bdd.or(some, at(r, c)));
        bdd.release(some);
        some = next;
      }
      set(bdd.and(all, some));
    }
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++)
        for (let r2 = r; r2 < n; r2++)
          for (let c2 = 0; c2 < n; c2++) {
            if (r2 === r && c2 <= c) continue;
            if (r2 !== r && c2 !== c && Math.abs(c2 - c) !== r2 - r) continue;
            set(bdd.and(all, bdd.not(bdd.and(at(r, c), at(r2, c2)))));
          }
    bdd.release(some);
    return all;
  } catch (error) {
    bdd.release(all);
    bdd.release(some);
    throw error;
  }
}

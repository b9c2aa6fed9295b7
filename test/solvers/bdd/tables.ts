import { readFileSync } from "node:fs";
import type { Bdd, BddManager } from "../../../src/solvers/bdd/manager.js";

export const bddModule = new WebAssembly.Module(readFileSync(new URL("../../../wasm/bdd.wasm", import.meta.url)));

/**
 * The oracle: a function of n variables as the bits of a number, bit i its value where variable v is bit v of i. Every
 * function of n variables is built in the manager, so that a result is looked up by its table.
 */
export class TruthTables {
  readonly rows: number;
  readonly full: number;
  readonly edges: Bdd[] = [];

  constructor(
    readonly bdd: BddManager,
    readonly n: number,
  ) {
    this.rows = 1 << n;
    this.full = 2 ** this.rows - 1;
    while (bdd.variableCount < n) bdd.newVariable();
    for (let table = 0; table <= this.full; table++) this.edges.push(bdd.protect(this.build(table, n)));
  }

  /** By Shannon expansion on the last variable. */
  private build(table: number, n: number): Bdd {
    if (n === 0) return (table & 1) === 1 ? this.bdd.true : this.bdd.false;
    const half = 1 << (n - 1);
    const low = this.bdd.protect(this.build(table & (2 ** half - 1), n - 1));
    const high = this.bdd.protect(this.build(table >>> half, n - 1));
    const f = this.bdd.ite(this.bdd.variable(n - 1), high, low);
    this.bdd.release(low);
    this.bdd.release(high);
    return f;
  }

  /** The table of a function given by its values. */
  tabulate(value: (row: number) => boolean): number {
    let table = 0;
    for (let row = 0; row < this.rows; row++) if (value(row)) table |= 1 << row;
    return table >>> 0;
  }

  /** The table with variable v fixed. */
  fix(table: number, v: number, value: number): number {
    return this.tabulate((row) => bit(table, value === 1 ? row | (1 << v) : row & ~(1 << v)));
  }

  exists(table: number, variables: number): number {
    let t = table;
    for (let v = 0; v < this.n; v++) if (bit(variables, v)) t = (this.fix(t, v, 0) | this.fix(t, v, 1)) >>> 0;
    return t;
  }

  dependsOn(table: number, v: number): boolean {
    return this.fix(table, v, 0) !== this.fix(table, v, 1);
  }

  show(table: number): string {
    return table.toString(2).padStart(this.rows, "0");
  }
}

export const bit = (table: number, row: number): boolean => ((table >>> row) & 1) === 1;

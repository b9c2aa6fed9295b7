import { lengthened } from "./grow.js";
import type { SatLit } from "./sat-lit.js";

/** Whatever takes clauses: a solver, a list, a file. */
export interface ClauseSink {
  newVar(): number;
  addClause(lits: readonly SatLit[]): void;
}

/** A formula in clauses, kept as a list: to be loaded into several solvers, or printed. */
export class ClauseList implements ClauseSink {
  private words: Int32Array = new Int32Array(1024);
  private used = 0;
  private variableCount = 0;
  private clauseCount = 0;

  get variables(): number {
    return this.variableCount;
  }

  get clauses(): number {
    return this.clauseCount;
  }

  newVar(): number {
    return this.variableCount++;
  }

  addClause(lits: readonly SatLit[]): void {
    const end = this.used + lits.length + 1;
    if (end > this.words.length) this.words = lengthened(this.words, Math.max(end, 2 * this.words.length));
    this.words[this.used++] = lits.length;
    for (const l of lits) this.words[this.used++] = l;
    this.clauseCount++;
  }

  /** Each clause as its number of literals, then the literals. */
  flat(): Int32Array {
    return this.words.subarray(0, this.used);
  }

  *[Symbol.iterator](): Generator<readonly SatLit[]> {
    for (let i = 0; i < this.used; i += this.words[i]! + 1)
      yield Array.from(this.words.subarray(i + 1, i + 1 + this.words[i]!)) as SatLit[];
  }

  toDimacs(): string {
    const lines = [`p cnf ${this.variableCount} ${this.clauseCount}`];
    for (const clause of this) lines.push([...clause.map(dimacs), 0].join(" "));
    return `${lines.join("\n")}\n`;
  }
}

const dimacs = (l: SatLit): number => ((l & 1) === 1 ? -(l >> 1) - 1 : (l >> 1) + 1);

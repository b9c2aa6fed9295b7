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

  /**
   * Of clauses that define each variable by older ones, as gates do: those that define what the literals speak of, and all
   * units with what defines theirs; as `flat`. Of other clauses, some.
   */
  defining(lits: readonly SatLit[]): Int32Array {
    const { words, used } = this;
    const wanted = new Uint8Array(this.variableCount);
    for (const l of lits) wanted[l >> 1] = 1;
    for (let i = 0; i < used; i += words[i]! + 1) if (words[i] === 1) wanted[words[i + 1]! >> 1] = 1;
    const starts: number[] = [];
    for (let i = 0; i < used; i += words[i]! + 1) starts.push(i);
    const chosen = new Int32Array(used);
    let size = 0;
    // A variable is defined after all that its definition speaks of.
    for (let k = starts.length - 1; k >= 0; k--) {
      const [from, to] = [starts[k]!, starts[k]! + words[starts[k]!]! + 1];
      let newest = 0;
      for (let i = from + 1; i < to; i++) newest = Math.max(newest, words[i]! >> 1);
      if (wanted[newest] === 0) continue;
      for (let i = from + 1; i < to; i++) wanted[words[i]! >> 1] = 1;
      chosen.set(words.subarray(from, to), size);
      size += to - from;
    }
    return chosen.subarray(0, size);
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

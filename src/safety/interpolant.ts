import { Stopped } from "../limits/stopped.js";
import type { Aig } from "../logic/aig.js";
import type { ClauseSink } from "../logic/clause-list.js";
import { type Lit, negateIf, TRUE } from "../logic/lit.js";
import type { SatLit } from "../logic/sat-lit.js";
import { SatSolver } from "../solvers/sat/solver.js";
import { type SolverHost, stopReason } from "./host.js";

// Records of a solver's log: INPUT number; DERIVE number n literals… m hints…; DELETE number; CONCLUDE number.
const INPUT = 1;
const DERIVE = 2;
const CONCLUDE = 4;

/** Words of a log beyond which it is not kept: 256 MB. */
const MOST_WORDS = 1 << 26;

/**
 * Clauses in two parts, and, when they have no model together, an interpolant: a function of the variables that both speak of,
 * which follows from the first part and contradicts the second. It is read off the solver's refutation (McMillan, CAV 2003).
 */
export class TwoParts implements Disposable {
  readonly first: ClauseSink;
  readonly second: ClauseSink;
  private readonly sat: SatSolver;
  private readonly inputs: Int32Array[] = [];
  // By input: whether it belongs to the first part. By variable: whether the first part speaks of it.
  private readonly isFirst: boolean[] = [];
  private readonly inFirst: boolean[] = [];
  private readonly log: Int32Array[] = [];
  private words = 0;

  constructor(host: SolverHost) {
    const proof = (words: Int32Array) => {
      this.words += words.length;
      if (this.words <= MOST_WORDS) this.log.push(words.slice());
    };
    const { memoryLimit } = host;
    const shouldStop = () => (this.words > MOST_WORDS ? "memory" : host.shouldStop());
    this.sat = new SatSolver(host.kernels.sat, { memoryLimit, shouldStop, proof });
    const newVar = () => this.sat.newVar();
    this.first = { newVar, addClause: (lits) => this.add(lits, true) };
    this.second = { newVar, addClause: (lits) => this.add(lits, false) };
  }

  /** Satisfiable? */
  solve(): boolean {
    const result = this.sat.solve();
    if (result === "unknown") throw new Stopped(stopReason(this.sat.unknownReason));
    return result === "sat";
  }

  /** After "yes". */
  holds(l: SatLit): boolean {
    return this.sat.value(l) === true;
  }

  spent(): number {
    return this.sat.propagations;
  }

  /** After "no". `shared` gives the literal of the graph for each variable that both parts speak of. */
  interpolant(graph: Aig, shared: ReadonlyMap<number, Lit>): Lit {
    const isLocal = (variable: number) => this.inFirst[variable] === true && !shared.has(variable);
    const refutation = new Refutation(this.joined(), this.inputs);
    const ofInput = (input: number): Lit => {
      if (!this.isFirst[input]) return TRUE;
      const known: Lit[] = [];
      for (const l of this.inputs[input]!) {
        const image = shared.get(l >> 1);
        if (image !== undefined) known.push(negateIf(image, (l & 1) === 1));
      }
      return graph.orAll(known);
    };
    return refutation.fold(ofInput, (a, b, pivot) => (isLocal(pivot) ? graph.or(a, b) : graph.and(a, b)));
  }

  [Symbol.dispose](): void {
    this.sat.dispose();
  }

  private add(lits: readonly SatLit[], first: boolean): void {
    this.inputs.push(Int32Array.from(lits));
    this.isFirst.push(first);
    if (first) for (const l of lits) this.inFirst[l >> 1] = true;
    this.sat.addClause(lits);
  }

  private joined(): Int32Array {
    const all = new Int32Array(this.words);
    let at = 0;
    for (const part of this.log) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** The refutation that a solver has logged, as resolutions. */
class Refutation {
  // By number of a clause: the index of its input, or where the record of its derivation is.
  private readonly inputOf: number[] = [];
  private readonly recordOf: number[] = [];
  private conclusion = -1;
  // By literal: the last clause for which it was made false, and the last in whose derivation a resolvent had it.
  private readonly falseIn: Int32Array;
  private readonly resolvedIn: Int32Array;

  constructor(
    private readonly log: Int32Array,
    private readonly inputs: readonly Int32Array[],
  ) {
    let next = 0;
    for (let at = 0; at < log.length; ) {
      const [kind, number] = [log[at]!, log[at + 1]!];
      if (kind === INPUT) this.inputOf[number] = next++;
      else if (kind === DERIVE) this.recordOf[number] = at;
      else if (kind === CONCLUDE) this.conclusion = number;
      at = kind === DERIVE ? this.endOfHints(at) : at + 2;
    }
    let most = 0;
    for (const clause of inputs) for (const l of clause) most = Math.max(most, l | 1);
    this.falseIn = new Int32Array(most + 1);
    this.resolvedIn = new Int32Array(most + 1);
  }

  /** The value of the empty clause: inputs have values, and so has each resolvent by its pivot. */
  fold(ofInput: (input: number) => Lit, resolve: (a: Lit, b: Lit, pivot: number) => Lit): Lit {
    const values = new Map<number, Lit>();
    for (const number of this.needed()) {
      const input = this.inputOf[number];
      values.set(number, input === undefined ? this.resolvent(number, values, resolve) : ofInput(input));
    }
    return values.get(this.conclusion)!;
  }

  /** Clauses that the conclusion rests on, and itself, each after those that it rests on. */
  private needed(): number[] {
    const isNeeded = new Uint8Array(this.conclusion + 1);
    isNeeded[this.conclusion] = 1;
    const all: number[] = [];
    for (let number = this.conclusion; number > 0; number--) {
      if (isNeeded[number] === 0) continue;
      all.push(number);
      if (this.inputOf[number] !== undefined) continue;
      for (const hint of this.hints(number)) isNeeded[hint] = 1;
    }
    return all.reverse();
  }

  /**
   * With the literals of the clause false, each hint but the last makes one more literal true, and the last is empty: resolved with those
   * before it, in reverse, it becomes the clause or a part of it.
   */
  private resolvent(
    number: number,
    values: ReadonlyMap<number, Lit>,
    resolve: (a: Lit, b: Lit, pivot: number) => Lit,
  ): Lit {
    const hints = this.hints(number);
    for (const l of this.literals(number)) this.falseIn[l] = number;
    const made: number[] = [];
    let last = 0;
    for (; last < hints.length; last++) {
      const open = this.literals(hints[last]!).find((l) => this.falseIn[l] !== number);
      if (open === undefined) break;
      made.push(open);
      this.falseIn[open ^ 1] = number;
    }
    for (const l of this.literals(hints[last]!)) this.resolvedIn[l] = number;
    let value = values.get(hints[last]!)!;
    for (let i = last - 1; i >= 0; i--) {
      const pivot = made[i]!;
      if (this.resolvedIn[pivot ^ 1] !== number) continue;
      value = resolve(value, values.get(hints[i]!)!, pivot >> 1);
      for (const l of this.literals(hints[i]!)) if (l !== pivot) this.resolvedIn[l] = number;
    }
    return value;
  }

  private literals(number: number): Int32Array {
    const input = this.inputOf[number];
    if (input !== undefined) return this.inputs[input]!;
    const at = this.recordOf[number]!;
    return this.log.subarray(at + 3, at + 3 + this.log[at + 2]!);
  }

  private hints(number: number): Int32Array {
    const at = this.recordOf[number]!;
    return this.log.subarray(at + 4 + this.log[at + 2]!, this.endOfHints(at));
  }

  private endOfHints(at: number): number {
    const hints = at + 3 + this.log[at + 2]!;
    return hints + 1 + this.log[hints]!;
  }
}

import { goOn, Stopped } from "../limits/stopped.js";
import { AND, type CnfShapes, ITE, XOR } from "../logic/cnf-shapes.js";
import type { Lit } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";
import { SatSolver } from "../solvers/sat/solver.js";
import { Domain } from "./domain.js";
import { type SolverHost, stopReason } from "./host.js";
import type { TransitionSystem } from "./transition-system.js";

/**
 * A solver that holds one step of a system, from latches to next functions. Its variables are the places of the system's
 * `CnfShapes`, so that latches and inputs need no translation. The solver takes one variable for itself when it first
 * needs one: later places are shifted by one.
 *
 * Calls look only at the cone of what they ask about, and of what holds in every call: the rest of the step follows from
 * latches and inputs, whatever these are.
 */
export class StepSolver implements Disposable {
  private readonly sat: SatSolver;
  private readonly shapes: CnfShapes;
  private domain: Domain;
  // Places that have a variable, and the first of them that is shifted.
  private variables = 0;
  private shiftedFrom = Number.POSITIVE_INFINITY;
  // By place: 1 once its definition is there.
  private encoded = new Uint8Array(0);
  private readonly variableOf = (place: number): number => (place < this.shiftedFrom ? place : place + 1);

  constructor(
    private readonly system: TransitionSystem,
    private readonly host: SolverHost,
    private readonly meter: { propagations: number },
  ) {
    this.shapes = system.shapes;
    this.domain = new Domain(system.shapes);
    this.sat = new SatSolver(host.kernels.sat, host);
    this.grow();
  }

  /** Adds the definition of a literal. */
  encode(root: Lit): void {
    const { shapes } = this;
    const place = shapes.placed(root) >> 1;
    if (place < this.variables && this.encoded[place] === 1) return;
    this.grow();
    const pending = [place];
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      if (this.encoded[p] === 1) continue;
      this.encoded[p] = 1;
      this.define(p);
      for (let i = shapes.begin(p); i < shapes.end(p); i++) pending.push(shapes.input(i) >> 1);
    }
  }

  /** The literal holds from now on. */
  require(l: Lit): void {
    this.addClause([l]);
  }

  addClause(lits: readonly Lit[]): void {
    for (let i = 0; i < lits.length; i++) this.encode(lits[i]!);
    this.sat.addClause(this.translate(lits));
    this.domain.keep(lits);
  }

  /** Satisfiable? */
  solve(assumptions: readonly Lit[]): boolean {
    for (let i = 0; i < assumptions.length; i++) this.encode(assumptions[i]!);
    goOn(this.host);
    return this.ask(this.translate(assumptions), this.domain.covering(assumptions, [], this.variableOf));
  }

  /** Satisfiable together with a clause that holds in this call only? */
  solveUnder(assumptions: readonly Lit[], clause: readonly Lit[]): boolean {
    for (let i = 0; i < assumptions.length; i++) this.encode(assumptions[i]!);
    for (let i = 0; i < clause.length; i++) this.encode(clause[i]!);
    const domain = this.domain.covering(assumptions, clause, this.variableOf);
    goOn(this.host); // a clause that waits for a call that never comes would meddle with the next one
    this.sat.addTemporary(this.translate(clause));
    // Only now, for a solver whose clauses contradict each other takes none: places must not be shifted for nothing.
    if (this.shiftedFrom > this.variables && this.sat.activation !== undefined) this.shiftedFrom = this.variables;
    return this.ask(this.translate(assumptions), domain);
  }

  /** In the last model: 1 true, -1 false, 0 open. Outside the cone of what was asked everything may be open. */
  value(l: Lit): number {
    return this.valueAt(this.shapes.placed(l));
  }

  /** The same for a signed place of the shapes. */
  valueAt(signed: number): number {
    const value = this.sat.value(this.variable(signed));
    return value === undefined ? 0 : value ? 1 : -1;
  }

  /** Whether the last answer "no" needed the assumption. */
  failed(l: Lit): boolean {
    return this.sat.failed(this.variable(this.shapes.placed(l)));
  }

  /** The state of the last model; what it leaves open is 0. */
  latches(): Uint8Array {
    return Uint8Array.from({ length: this.system.latchCount }, (_, i) =>
      this.value(this.system.latch(i)) > 0 ? 1 : 0,
    );
  }

  inputs(): Uint8Array {
    return Uint8Array.from({ length: this.system.inputCount }, (_, i) =>
      this.value(this.system.input(i)) > 0 ? 1 : 0,
    );
  }

  /** Forgets all clauses. */
  clear(): void {
    this.sat.reset();
    this.domain = new Domain(this.shapes);
    this.variables = 0;
    this.shiftedFrom = Number.POSITIVE_INFINITY;
    this.encoded = new Uint8Array(0);
    this.grow();
  }

  [Symbol.dispose](): void {
    this.sat.dispose();
  }

  private ask(assumptions: readonly SatLit[], domain: Int32Array): boolean {
    const before = this.sat.propagations;
    const result = this.sat.solve(assumptions, { domain });
    this.meter.propagations += this.sat.propagations - before;
    if (result === "unknown") throw new Stopped(stopReason(this.sat.unknownReason));
    return result === "sat";
  }

  private define(place: number): void {
    const { sat, shapes } = this;
    const kind = shapes.kind(place);
    const begin = shapes.begin(place);
    const out = satLit(this.variableOf(place));
    const input = (i: number) => this.variable(shapes.input(begin + i));
    if (kind === AND) {
      const all: SatLit[] = [out];
      for (let i = 0; i < shapes.end(place) - begin; i++) {
        sat.addClause([satNot(out), input(i)]);
        all.push(satNot(input(i)));
      }
      sat.addClause(all);
    } else if (kind === XOR) {
      const [a, b] = [input(0), input(1)];
      sat.addClause([satNot(out), a, b]);
      sat.addClause([satNot(out), satNot(a), satNot(b)]);
      sat.addClause([out, satNot(a), b]);
      sat.addClause([out, a, satNot(b)]);
    } else if (kind === ITE) {
      const [c, t, e] = [input(0), input(1), input(2)];
      sat.addClause([satNot(out), satNot(c), t]);
      sat.addClause([satNot(out), c, e]);
      sat.addClause([out, satNot(c), satNot(t)]);
      sat.addClause([out, c, satNot(e)]);
    }
  }

  private variable(signed: number): SatLit {
    return (signed < 2 * this.shiftedFrom ? signed : signed + 2) as SatLit;
  }

  private translate(lits: readonly Lit[]): SatLit[] {
    const translated: SatLit[] = new Array(lits.length);
    for (let i = 0; i < lits.length; i++) translated[i] = this.variable(this.shapes.placed(lits[i]!));
    return translated;
  }

  private grow(): void {
    const { size } = this.shapes;
    if (this.variables >= size) return;
    const first = this.variables === 0;
    this.sat.newVars(size - this.variables);
    this.variables = size;
    if (this.encoded.length < size) {
      const grown = new Uint8Array(2 * size);
      grown.set(this.encoded);
      this.encoded = grown;
    }
    // Place 0 is false.
    if (first) this.sat.addClause([1 as SatLit]);
  }
}

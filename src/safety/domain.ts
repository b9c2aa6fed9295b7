import type { CnfShapes } from "../logic/cnf-shapes.js";
import { lengthened } from "../logic/grow.js";
import type { Lit } from "../logic/lit.js";

const ALWAYS = -1;

/**
 * The variables that a call to a solver of one step has to decide: the cone of what it asks about, and of the clauses that
 * hold in every call. Any values of these extend to a whole step, since all other gates follow from latches and inputs.
 *
 * A domain is kept for as long as it covers what is asked and is not much too large: telling the solver costs as well.
 */
export class Domain {
  // By place: ALWAYS, or the turn in which it was last included.
  private membership: Int32Array = new Int32Array(0);
  private turn = 0;
  // Places that are always in.
  private always: Int32Array = new Int32Array(64);
  private alwaysCount = 0;
  private current: Int32Array | null = null;
  private rootsOfCurrent = 0;
  private members: Int32Array = new Int32Array(256);
  private count = 0;
  private readonly pending: number[] = [];

  constructor(private readonly shapes: CnfShapes) {}

  /** From now on the cone of a clause is in every domain. */
  keep(clause: readonly Lit[]): void {
    const { pending, shapes } = this;
    this.makeRoom();
    const { membership } = this;
    for (let i = 0; i < clause.length; i++) pending.push(shapes.placed(clause[i]!) >> 1);
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      if (membership[p] === ALWAYS) continue;
      if (membership[p] !== this.turn) this.current = null;
      membership[p] = ALWAYS;
      if (this.alwaysCount === this.always.length) this.always = lengthened(this.always, 2 * this.alwaysCount);
      this.always[this.alwaysCount++] = p;
      for (let i = shapes.begin(p); i < shapes.end(p); i++) pending.push(shapes.input(i) >> 1);
    }
  }

  /** A domain for a call with these assumptions and this clause; the same array as long as it has not changed. */
  covering(assumptions: readonly Lit[], clause: readonly Lit[], variableOf: (place: number) => number): Int32Array {
    const roots = assumptions.length + clause.length;
    if (this.current !== null && 2 * roots >= this.rootsOfCurrent && this.covers(assumptions) && this.covers(clause))
      return this.current;
    this.makeRoom();
    this.turn++;
    this.rootsOfCurrent = roots;
    this.count = 0;
    for (let i = 0; i < this.alwaysCount; i++) this.add(variableOf(this.always[i]!));
    this.include(assumptions, variableOf);
    this.include(clause, variableOf);
    this.current = this.members.subarray(0, this.count);
    return this.current;
  }

  private covers(lits: readonly Lit[]): boolean {
    for (let i = 0; i < lits.length; i++) {
      const at = this.membership[this.shapes.placed(lits[i]!) >> 1];
      if (at !== ALWAYS && at !== this.turn) return false;
    }
    return true;
  }

  private include(lits: readonly Lit[], variableOf: (place: number) => number): void {
    const { membership, pending, shapes, turn } = this;
    for (let i = 0; i < lits.length; i++) pending.push(shapes.placed(lits[i]!) >> 1);
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      if (membership[p] === ALWAYS || membership[p] === turn) continue;
      membership[p] = turn;
      this.add(variableOf(p));
      for (let i = shapes.begin(p); i < shapes.end(p); i++) pending.push(shapes.input(i) >> 1);
    }
  }

  private add(variable: number): void {
    if (this.count === this.members.length) this.members = lengthened(this.members, 2 * this.count);
    this.members[this.count++] = variable;
  }

  private makeRoom(): void {
    const { size } = this.shapes;
    if (this.membership.length < size) this.membership = lengthened(this.membership, 2 * size);
  }
}

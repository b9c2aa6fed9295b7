import { coneOf } from "../../src/logic/aig.js";
import { ClauseList } from "../../src/logic/clause-list.js";
import { CnfEncoder } from "../../src/logic/cnf.js";
import { type Lit, litOf } from "../../src/logic/lit.js";
import { type SatLit, satLit, satNegateIf, satNot, satVar } from "../../src/logic/sat-lit.js";
import type { Model } from "../../src/model/model.js";
import { type LoggedSolver, LogWriter, type SatLog } from "./sat-log.js";

/** A cube of literals over the latches: 2 * latch + sign, sorted. */
type Cube = readonly number[];

/**
 * A plain IC3, only to record the SAT queries that such an engine makes: one solver a frame, relative induction with a
 * temporary clause, cores, literal dropping, lifting of predecessors, propagation of clauses.
 * Stops after `maxCalls` calls or with an answer.
 */
export function recordIc3(kernel: WebAssembly.Module, model: Model, bad: Lit, maxCalls: number): SatLog {
  const writer = new LogWriter(kernel);
  new QueryMaker(writer, model, bad, maxCalls).run();
  return writer.log();
}

const NOTHING = new Int32Array(0);

class QueryMaker {
  private readonly relation = new ClauseList();
  private readonly now: number[];
  private readonly inputs: number[];
  private readonly next: SatLit[];
  private readonly bad: SatLit;
  // Variables that the next value of each latch, and the bad literal, depend on.
  private readonly cones: Int32Array[];
  private readonly badCone: Int32Array;
  private readonly frames: LoggedSolver[] = [];
  private readonly lemmas: Cube[][] = [];
  // By frame: the latches that its lemmas mention.
  private readonly mentioned: Set<number>[] = [];
  private readonly lifter: LoggedSolver;
  private readonly stamps: Int32Array;
  private stamp = 0;

  constructor(
    private readonly writer: LogWriter,
    private readonly model: Model,
    bad: Lit,
    private readonly maxCalls: number,
  ) {
    const encoder = new CnfEncoder(model.aig, this.relation);
    const frame = encoder.frame();
    this.now = model.latches.map((l) => satVar(frame.literal(litOf(l.node))));
    this.inputs = model.inputs.map((n) => satVar(frame.literal(litOf(n))));
    this.next = model.latches.map((l) => frame.literal(l.next));
    this.bad = frame.literal(bad);
    for (const c of model.constraints) this.relation.addClause([frame.literal(c)]);
    this.stamps = new Int32Array(this.relation.variables);
    const variablesOf = (roots: Lit[]): Int32Array => {
      const inCone = coneOf(model.aig, [...roots, ...model.constraints]);
      const found = new Set<number>();
      for (let n = 0; n < inCone.length; n++) {
        const known = inCone[n] === 0 ? undefined : frame.known(litOf(n));
        if (known !== undefined) found.add(satVar(known));
      }
      return Int32Array.from(found);
    };
    this.cones = model.latches.map((l) => variablesOf([l.next]));
    this.badCone = variablesOf([bad]);
    this.lifter = this.newSolver();
  }

  run(): void {
    this.addFrame();
    for (const [i, l] of this.model.latches.entries())
      if (l.reset === 0 || l.reset === 1) this.frames[0]!.addClause([satLit(this.now[i]!, l.reset === 0)]);
    this.addFrame();
    while (this.running) {
      const k = this.frames.length - 1;
      while (this.running && this.frames[k]!.solve([this.bad], this.domainOf(this.badCone, [], k))) {
        if (!this.block(this.predecessor(this.frames[k]!, [this.bad], this.badCone), k)) return;
      }
      this.addFrame();
      if (this.propagate()) return;
    }
  }

  private get running(): boolean {
    return this.writer.callCount < this.maxCalls;
  }

  private newSolver(): LoggedSolver {
    const solver = this.writer.newSolver();
    solver.newVars(this.relation.variables);
    for (const clause of this.relation) solver.addClause(clause);
    return solver;
  }

  private addFrame(): void {
    this.frames.push(this.newSolver());
    this.lemmas.push([]);
    this.mentioned.push(new Set());
  }

  private literal(l: number): SatLit {
    return satLit(this.now[l >> 1]!, (l & 1) === 1);
  }

  private nextLiteral(l: number): SatLit {
    return satNegateIf(this.next[l >> 1]!, (l & 1) === 1);
  }

  /**
   * The variables that decide a query to a frame: `cone`, what the next values of the cube's latches depend on, the cube itself, and
   * the latches of all lemmas there, so that every clause which could be falsified lies inside.
   */
  private domainOf(cone: Int32Array, cube: Cube, frame: number): Int32Array {
    this.stamp++;
    const found: number[] = [];
    const add = (v: number) => {
      if (this.stamps[v] === this.stamp) return;
      this.stamps[v] = this.stamp;
      found.push(v);
    };
    for (const v of cone) add(v);
    for (const l of cube) {
      add(this.now[l >> 1]!);
      for (const v of this.cones[l >> 1]!) add(v);
    }
    for (const i of this.mentioned[frame]!) add(this.now[i]!);
    return Int32Array.from(found);
  }

  /** Pre: the solver has just found a model of `target`. The state, shrunk to what forces the target. */
  private predecessor(solver: LoggedSolver, target: readonly SatLit[], domain: Int32Array): Cube {
    const inDomain = new Set(domain);
    const latches = this.now.flatMap((v, i) => (inDomain.has(v) ? [i] : []));
    const inputs = this.inputs.filter((v) => inDomain.has(v));
    const state = solver.read(latches.map((i) => this.now[i]!));
    const chosen = solver.read(inputs);
    const cube = latches.map((i, k) => 2 * i + (state[k] ? 0 : 1));
    this.lifter.addTemporary(target.map(satNot));
    const assumptions = [...inputs.map((v, k) => satLit(v, !chosen[k])), ...cube.map((l) => this.literal(l))];
    if (this.lifter.solve(assumptions, domain)) return cube;
    return cube.filter((l) => this.lifter.failed(this.literal(l)));
  }

  /** False when the initial states reach the cube. */
  private block(cube: Cube, level: number): boolean {
    const pending: { cube: Cube; level: number }[] = [{ cube, level }];
    while (pending.length > 0 && this.running) {
      pending.sort((a, b) => b.level - a.level);
      const { cube, level } = pending[pending.length - 1]!;
      if (level === 0 || this.isInitial(cube)) return false;
      const core = this.inductive(cube, level);
      if (core === null) {
        const target = cube.map((l) => this.nextLiteral(l));
        pending.push({ cube: this.predecessor(this.frames[level - 1]!, target, this.domain), level: level - 1 });
        continue;
      }
      pending.pop();
      this.addLemma(this.generalize(core, level), level);
      if (level + 1 < this.frames.length) pending.push({ cube, level: level + 1 });
    }
    return true;
  }

  private isInitial(cube: Cube): boolean {
    return cube.every((l) => {
      const { reset } = this.model.latches[l >> 1]!;
      return reset === "free" || (reset === 1) === ((l & 1) === 0);
    });
  }

  private domain: Int32Array = NOTHING;

  /** The part of the cube that cannot be entered from outside of it within frame `level - 1`, or null. */
  private inductive(cube: Cube, level: number): Cube | null {
    const solver = this.frames[level - 1]!;
    this.domain = this.domainOf(NOTHING, cube, level - 1);
    solver.addTemporary(cube.map((l) => satNot(this.literal(l))));
    if (
      solver.solve(
        cube.map((l) => this.nextLiteral(l)),
        this.domain,
      )
    )
      return null;
    const core = cube.filter((l) => solver.failed(this.nextLiteral(l)));
    if (!this.isInitial(core)) return core;
    const outside = cube.find((l) => !this.isInitial([l]))!;
    return [...core, outside].sort((a, b) => a - b);
  }

  private generalize(cube: Cube, level: number): Cube {
    let kept = cube;
    for (const l of cube) {
      if (!kept.includes(l) || kept.length === 1 || !this.running) continue;
      const without = kept.filter((m) => m !== l);
      if (this.isInitial(without)) continue;
      kept = this.inductive(without, level) ?? kept;
    }
    return kept;
  }

  private addLemma(cube: Cube, level: number): void {
    this.lemmas[level]!.push(cube);
    for (let i = 1; i <= level; i++) this.tell(i, cube);
  }

  private tell(frame: number, cube: Cube): void {
    this.frames[frame]!.addClause(cube.map((l) => satNot(this.literal(l))));
    for (const l of cube) this.mentioned[frame]!.add(l >> 1);
  }

  /** Moves lemmas up; true when two frames have become equal. */
  private propagate(): boolean {
    for (let k = 1; k + 1 < this.frames.length; k++) {
      const left: Cube[] = [];
      for (const cube of this.lemmas[k]!) {
        const target = cube.map((l) => this.nextLiteral(l));
        if (!this.running || this.frames[k]!.solve(target, this.domainOf(NOTHING, cube, k))) left.push(cube);
        else {
          this.lemmas[k + 1]!.push(cube);
          this.tell(k + 1, cube);
        }
      }
      this.lemmas[k] = left;
      if (left.length === 0 && this.running) return true;
    }
    return false;
  }
}

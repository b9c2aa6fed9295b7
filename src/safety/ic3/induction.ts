import type { Lit } from "../../logic/lit.js";
import { type Clause, type Cube, negated } from "../cube.js";
import type { StepRelation } from "../step-relation.js";
import type { StepSolver } from "../step-solver.js";
import type { Activity } from "./activity.js";
import { Frames, type Lemma } from "./frames.js";
import type { StartFrame } from "./start.js";

/** Solvers with fewer clauses than this are left alone. */
const REBUILD_FROM = 300;

/**
 * Frames and one solver for each: solver k holds the relation and the lemmas of frame k. All questions of relative
 * induction are asked here; what is asked last can be read off (`core`, `solver`) until the next question.
 */
export class Induction implements Disposable {
  readonly frames = new Frames();
  private readonly solvers: StepSolver[];
  // By frame: clauses that its solver was given, lemmas that others have made superfluous included.
  private readonly given: number[] = [0];
  private readonly facts: Clause[] = [];
  private forever: StepSolver;
  private asked: StepSolver;
  private askedCube: Cube = [];

  constructor(
    readonly relation: StepRelation,
    readonly start: StartFrame,
    private readonly activity: Activity,
  ) {
    this.solvers = [start.solver];
    this.forever = relation.solver();
    this.asked = start.solver;
  }

  get level(): number {
    return this.frames.level;
  }

  /** The solver of the last question: its model, after a question that was answered "no". */
  get model(): StepSolver {
    return this.asked;
  }

  solverOf(frame: number): StepSolver {
    return this.solvers[frame]!;
  }

  /** A new highest frame. What was asked last cannot be read off any more. */
  extend(): void {
    this.frames.extend();
    this.solvers.push(this.solverFor(this.frames.level));
    this.given.push(this.frames.forever.length);
    for (let k = 1; k < this.level; k++) if (this.given[k]! > REBUILD_FROM) this.rebuildIfWorthIt(k);
  }

  private solverFor(frame: number): StepSolver {
    const solver = this.relation.solver();
    for (const fact of this.facts) solver.addClause(fact);
    for (const lemma of this.frames.from(frame)) solver.addClause(negated(lemma.cube));
    return solver;
  }

  /** Gives all solvers back, and keeps what was learned. Nothing is asked until there are new ones. */
  rest(): void {
    if (this.solvers.length === 0) return;
    this.start.release();
    for (let k = 1; k <= this.level; k++) this.relation.release(this.solvers[k]!);
    this.relation.release(this.forever);
    this.solvers.length = 0;
  }

  /** New solvers after a rest, which know what the relation was told since. Pre: lemmas hold under that, too: it only takes steps away. */
  renew(): void {
    this.solvers.push(this.start.solver);
    for (let k = 1; k <= this.level; k++) {
      this.solvers.push(this.solverFor(k));
      this.given[k] = this.liveIn(k);
    }
    this.forever = this.relation.solver();
    for (const fact of this.facts) this.forever.addClause(fact);
    for (const { cube } of this.frames.forever) this.forever.addClause(negated(cube));
    this.asked = this.start.solver;
  }

  private renewSolver(frame: number): void {
    this.relation.release(this.solvers[frame]!);
    this.solvers[frame] = this.solverFor(frame);
    this.given[frame] = this.liveIn(frame);
  }

  private liveIn(frame: number): number {
    let live = 0;
    for (const _ of this.frames.from(frame)) live++;
    return live;
  }

  /** A solver most of whose lemmas are superfluous is made anew. */
  private rebuildIfWorthIt(frame: number): void {
    if (this.given[frame]! >= 3 * this.liveIn(frame)) this.renewSolver(frame);
  }

  /**
   * Whether no state of frame - 1 outside the cube steps into it. (At frame 1 of a start of `successors`: whether the
   * source does not.) Together with `start.meets(cube) === null` this makes the cube a lemma of `frame`.
   */
  blocks(cube: Cube, frame: number): boolean {
    const strengthen = frame > 1 || this.start.nested;
    return this.ask(this.solvers[frame - 1]!, cube, strengthen);
  }

  /** The same for a lemma that frame - 1 already has. */
  carries(lemma: Lemma, frame: number): boolean {
    return this.ask(this.solvers[frame - 1]!, lemma.cube, false);
  }

  /** Whether the lemma is inductive relative to those that hold for ever. */
  carriesForever(lemma: Lemma): boolean {
    return this.ask(this.forever, lemma.cube, true);
  }

  /** After "yes": a part of the cube for which the answer is the same, and that still avoids the start. */
  core(): Cube {
    const { system } = this.relation;
    const part = this.askedCube.filter((l) => this.asked.failed(system.primed(l)));
    return this.start.avoid(part, this.askedCube);
  }

  addLemma(cube: Cube, frame: number): void {
    const from = this.frames.add(cube, frame);
    if (from > frame) return;
    const clause = negated(cube);
    for (let k = from; k <= frame; k++) {
      this.solvers[k]!.addClause(clause);
      this.given[k]!++;
    }
  }

  /** Pre: no lemmas so far, and those of the other frames hold here. */
  learnFrom(other: Frames): void {
    while (this.level < other.level) this.extend();
    for (const { cube } of other.forever) this.addLemma(cube, this.level);
    for (const lemma of [...this.frames.at(this.level)]) this.keepForever(lemma);
    for (let k = 1; k <= other.level; k++) for (const { cube } of other.at(k)) this.addLemma(cube, k);
  }

  keepForever(lemma: Lemma): void {
    this.frames.keepForever(lemma);
    this.forever.addClause(negated(lemma.cube));
  }

  /** Lets a literal be asked about. */
  define(l: Lit): void {
    this.relation.define(l);
    for (const solver of this.solvers) solver.encode(l);
  }

  /** A fact about all states of all runs. */
  addFact(clause: Clause): void {
    this.facts.push(clause);
    for (const solver of this.solvers) solver.addClause(clause);
    this.forever.addClause(clause);
  }

  /** The highest frame in which the cube, a lemma of `frame`, is one too; the cube may shrink on the way. */
  push(cube: Cube, frame: number): { readonly cube: Cube; readonly frame: number } {
    let at = frame;
    let pushed = cube;
    while (at < this.level && this.blocks(pushed, at + 1)) {
      pushed = this.core();
      at++;
    }
    return { cube: pushed, frame: at };
  }

  [Symbol.dispose](): void {
    this.rest();
  }

  private ask(solver: StepSolver, cube: Cube, strengthen: boolean): boolean {
    const { system } = this.relation;
    const ordered = this.activity.mostActiveFirst(cube);
    const assumptions = ordered.map((l) => system.primed(l));
    this.asked = solver;
    this.askedCube = cube;
    return !(strengthen ? solver.solveUnder(assumptions, negated(cube)) : solver.solve(assumptions));
  }
}

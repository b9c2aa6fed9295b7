import { AND, ITE, LEAF, XOR } from "../../logic/cnf-shapes.js";
import { type Lit, litOf, not } from "../../logic/lit.js";
import { type Cube, cubeOf } from "../cube.js";
import type { StepRelation } from "../step-relation.js";
import type { StepSolver } from "../step-solver.js";
import type { Activity } from "./activity.js";

/** A cube of states that all take the step under `inputs`. */
export interface Predecessor {
  readonly cube: Cube;
  readonly inputs: Uint8Array;
}

/**
 * Grows the state of a model to a cube: with the same inputs, each of its states steps into the same cube. First by justification, which
 * marks what the values depend on, then by an unsatisfiable core. The model's own step satisfies the constraints; the steps of the other
 * states need not, until `keepConstraints`: to keep many of them takes many literals.
 */
export class Lifter {
  private marks = new Uint8Array(0);
  private readonly pending: number[] = [];
  private readonly visited: number[] = [];
  private kept: readonly Lit[] = [];

  constructor(
    private readonly relation: StepRelation,
    private readonly activity: Activity,
  ) {}

  /** From now on all states of a cube satisfy the constraints as well. */
  keepConstraints(): void {
    this.kept = this.relation.system.constraints;
  }

  /** The model's state, as a cube of states that step into `cube`. */
  predecessor(model: StepSolver, cube: Cube): Predecessor {
    return this.lift(
      model,
      cube.map((l) => this.relation.system.primed(l)),
    );
  }

  /** The model's state, as a cube of states in which all `goals` hold under the inputs. */
  lift(model: StepSolver, goals: readonly Lit[]): Predecessor {
    const all = [...goals, ...this.kept];
    const marked = this.justify(model, all);
    return { cube: this.core(all, marked.latches, marked.inputs), inputs: model.inputs() };
  }

  /** Leaves of goals as literals that are true in the model: together they decide all goals. */
  private justify(model: StepSolver, goals: readonly Lit[]): { readonly latches: Lit[]; readonly inputs: Lit[] } {
    const { system } = this.relation;
    const { shapes } = system;
    const signed = goals.map((g) => shapes.placed(g));
    if (this.marks.length < shapes.size) this.marks = new Uint8Array(2 * shapes.size);
    const { marks, pending, visited } = this;
    visited.length = 0;
    const latches: Lit[] = [];
    const inputs: Lit[] = [];
    for (const g of signed) this.mark(g >> 1);
    for (let p = pending.pop(); p !== undefined; p = pending.pop()) {
      const begin = shapes.begin(p);
      const end = shapes.end(p);
      const value = model.valueAt(2 * p);
      switch (shapes.kind(p)) {
        case LEAF:
          // The place of a leaf is its node.
          (system.isLatch(p) ? latches : inputs).push(litOf(p, value <= 0));
          break;
        case AND:
          if (value > 0) for (let i = begin; i < end; i++) this.mark(shapes.input(i) >> 1);
          else this.mark(this.falseInput(model, begin, end) >> 1);
          break;
        case XOR:
          this.mark(shapes.input(begin) >> 1);
          this.mark(shapes.input(begin + 1) >> 1);
          break;
        case ITE:
          this.mark(shapes.input(begin) >> 1);
          this.mark(shapes.input(model.valueAt(shapes.input(begin)) > 0 ? begin + 1 : begin + 2) >> 1);
          break;
      }
    }
    for (const p of visited) marks[p] = 0;
    return { latches, inputs };
  }

  private mark(place: number): void {
    if (this.marks[place] === 1) return;
    this.marks[place] = 1;
    this.visited.push(place);
    this.pending.push(place);
  }

  /** One false input of a conjunction is enough; one that is already marked costs nothing. */
  private falseInput(model: StepSolver, begin: number, end: number): number {
    const { shapes } = this.relation.system;
    let found = -1;
    for (let i = begin; i < end; i++) {
      const signed = shapes.input(i);
      if (model.valueAt(signed) >= 0) continue;
      if (this.marks[signed >> 1] === 1) return signed;
      if (found < 0) found = signed;
    }
    if (found < 0) throw new Error("lifting: a false conjunction has no false input");
    return found;
  }

  /** The part of `latches` that the impossibility of "not all goals" needs. */
  private core(goals: readonly Lit[], latches: readonly Lit[], inputs: readonly Lit[]): Cube {
    const solver = this.relation.functions();
    const assumptions = [...inputs, ...this.activity.mostActiveFirst(latches)];
    if (solver.solveUnder(assumptions, goals.map(not))) throw new Error("lifting: the goals do not follow");
    return cubeOf(latches.filter((l) => solver.failed(l)));
  }
}

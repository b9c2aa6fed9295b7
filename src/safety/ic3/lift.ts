import { type Lit, nodeOf, not } from "../../logic/lit.js";
import { type Cube, cubeOf } from "../cube.js";
import type { Relation, StepSolver } from "../relation.js";
import type { Activity } from "./activity.js";

/** A cube of states that all take the step under `inputs`. */
export interface Predecessor {
  readonly cube: Cube;
  readonly inputs: Uint8Array;
}

/**
 * Grows the state of a model to a cube: with the same inputs, each of its states satisfies the constraints and steps
 * into the same cube. First by justification, which marks what the values depend on, then by an unsatisfiable core.
 */
export class Lifter {
  private marks = new Uint8Array(0);
  private readonly pending: number[] = [];

  constructor(
    private readonly relation: Relation,
    private readonly activity: Activity,
  ) {}

  /** The model's state, as a cube of states that step into `cube`. */
  predecessor(model: StepSolver, cube: Cube): Predecessor {
    return this.lift(
      model,
      cube.map((l) => this.relation.system.primed(l)),
    );
  }

  /** The model's state, as a cube of states in which all `goals` (and the constraints) hold under the inputs. */
  lift(model: StepSolver, goals: readonly Lit[]): Predecessor {
    const all = [...goals, ...this.relation.stepConditions];
    const inputs = model.inputs();
    const marked = this.justify(model, all);
    return { cube: this.core(all, marked, inputs), inputs };
  }

  /** Latch literals, true in the model, that together with the inputs decide all goals. */
  private justify(model: StepSolver, goals: readonly Lit[]): Lit[] {
    const { graph } = this.relation.system;
    if (this.marks.length < graph.size) this.marks = new Uint8Array(2 * graph.size);
    const { marks, pending } = this;
    const visited: number[] = [];
    const latches: Lit[] = [];
    const mark = (l: Lit) => {
      const n = nodeOf(l);
      if (marks[n] === 1) return;
      marks[n] = 1;
      visited.push(n);
      pending.push(n);
    };
    for (const g of goals) mark(g);
    while (pending.length > 0) {
      const n = pending.pop()!;
      const l = (2 * n) as Lit;
      if (!graph.isGate(n)) {
        if (this.relation.system.isLatch(n)) latches.push(model.value(l) > 0 ? l : not(l));
        continue;
      }
      const a = graph.fanin0(n);
      const b = graph.fanin1(n);
      if (model.value(l) > 0) {
        mark(a);
        mark(b);
        continue;
      }
      // One false fanin is enough; one that is already marked costs nothing.
      const falseA = model.value(a) < 0;
      const falseB = model.value(b) < 0;
      if (!falseA) mark(b);
      else if (!falseB) mark(a);
      else mark(marks[nodeOf(b)] === 1 ? b : a);
    }
    for (const n of visited) marks[n] = 0;
    return latches;
  }

  /** The part of `latches` that the impossibility of "not all goals" needs. */
  private core(goals: readonly Lit[], latches: readonly Lit[], inputs: Uint8Array): Cube {
    const { system } = this.relation;
    const solver = this.relation.functions();
    const assumptions: Lit[] = [];
    for (let i = 0; i < inputs.length; i++) assumptions.push(((system.input(i) as number) ^ (inputs[i]! ^ 1)) as Lit);
    assumptions.push(...this.activity.mostActiveFirst(latches));
    if (solver.solveUnder(assumptions, goals.map(not))) throw new Error("lifting: the goals do not follow");
    return cubeOf(latches.filter((l) => solver.failed(l)));
  }
}

import { type Lit, not } from "../../logic/lit.js";
import { type Cube, cubeOf } from "../cube.js";
import type { Start } from "../reach-query.js";
import type { StepRelation } from "../step-relation.js";
import type { StepSolver } from "../step-solver.js";

/** A state from which a run can start. `inputs`: of the step that a start of `successors` takes first. */
export interface StartState {
  readonly latches: Uint8Array;
  readonly inputs: Uint8Array | null;
}

/** Frame 0: the initial condition of one query, whatever form it has. */
export interface StartFrame {
  /** Holds frame 0 and the relation. Made when it is first needed. */
  readonly solver: StepSolver;
  /** Gives the solver back. The next one knows what the relation was told since. */
  release(): void;
  /** Whether frame 0 lies within frame 1. The source of a start of `successors` does not. */
  readonly nested: boolean;
  /** A start state within the cube, or null. */
  meets(cube: Cube): StartState | null;
  /** Adds literals of `cube` (which has no start state) to its subset `part`, until it has none either. */
  avoid(part: Cube, cube: Cube): Cube;
}

export function startFrame(relation: StepRelation, start: Start): StartFrame {
  switch (start.kind) {
    case "resets":
      return new CubeStart(relation, relation.system.resets);
    case "cube":
      return new CubeStart(relation, start.cube);
    case "successors":
      return new SuccessorStart(relation, start.cube, start.where);
  }
}

abstract class SolverOnDemand {
  private made: StepSolver | null = null;

  constructor(protected readonly relation: StepRelation) {}

  get solver(): StepSolver {
    this.made ??= this.make();
    return this.made;
  }

  release(): void {
    if (this.made !== null) this.relation.release(this.made);
    this.made = null;
  }

  protected abstract make(): StepSolver;
}

class CubeStart extends SolverOnDemand implements StartFrame {
  readonly nested = true;
  // By latch literal: 1 when the start cube holds it.
  private readonly holds: Uint8Array;

  constructor(
    relation: StepRelation,
    private readonly cube: Cube,
  ) {
    super(relation);
    this.holds = new Uint8Array(2 * relation.system.latchCount + 2);
    for (const l of cube) this.holds[l] = 1;
  }

  protected make(): StepSolver {
    const solver = this.relation.solver();
    for (const l of this.cube) solver.require(l);
    return solver;
  }

  meets(cube: Cube): StartState | null {
    for (let i = 0; i < cube.length; i++) if (this.holds[cube[i]! ^ 1] === 1) return null;
    const latches = new Uint8Array(this.relation.system.latchCount);
    for (const l of this.cube) latches[(l >> 1) - 1] = (l & 1) ^ 1;
    for (const l of cube) latches[(l >> 1) - 1] = (l & 1) ^ 1;
    return { latches, inputs: null };
  }

  avoid(part: Cube, cube: Cube): Cube {
    for (let i = 0; i < part.length; i++) if (this.holds[part[i]! ^ 1] === 1) return part;
    const witness = cube.find((l) => this.holds[not(l)] === 1);
    if (witness === undefined) throw new Error("the cube holds a start state");
    return cubeOf([...part, witness]);
  }
}

class SuccessorStart extends SolverOnDemand implements StartFrame {
  readonly nested = false;

  constructor(
    relation: StepRelation,
    private readonly cube: Cube,
    private readonly where: Lit,
  ) {
    super(relation);
  }

  protected make(): StepSolver {
    const solver = this.relation.solver();
    solver.require(this.where);
    for (const l of this.cube) solver.require(l);
    return solver;
  }

  meets(cube: Cube): StartState | null {
    if (!this.solver.solve(this.primed(cube))) return null;
    return { latches: this.solver.latches(), inputs: this.solver.inputs() };
  }

  avoid(part: Cube, cube: Cube): Cube {
    if (!this.solver.solve(this.primed(part))) return part;
    if (this.solver.solve(this.primed(cube))) throw new Error("the cube holds a start state");
    const { system } = this.relation;
    return cubeOf([...new Set([...part, ...cube.filter((l) => this.solver.failed(system.primed(l)))])]);
  }

  private primed(cube: Cube): Lit[] {
    return cube.map((l) => this.relation.system.primed(l));
  }
}

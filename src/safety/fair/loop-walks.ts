import type { Lasso } from "../../evidence/verdict.js";
import type { Lit } from "../../logic/lit.js";
import type { Model } from "../../model/model.js";
import { RandomWalks } from "../../model/simulate.js";
import type { Step } from "../../model/step.js";
import type { StepSolver } from "../step-solver.js";
import type { TransitionSystem } from "../transition-system.js";

/** Steps of the first walks; each time twice as many. */
const FIRST_LENGTH = 500;
/** States without a loop before the search is given up: there may be none. */
const MOST_CHECKS = 2000;

/**
 * Random walks to states that are fair cycles by themselves (Section III-F: simulation gives runs). What IC3 and
 * unrolling find hard, a state that almost every long run comes by, is easy here.
 */
export class LoopWalks {
  private walks: RandomWalks;
  private seed: number;
  private steps = 0;
  private length = FIRST_LENGTH;
  private checks = 0;
  private evaluated = 0;
  private readonly stateConditions: readonly Lit[];

  /** `loop`: the step meets all conditions and leads nowhere else. The solver holds one step of the system. */
  constructor(
    private readonly model: Model,
    private readonly system: TransitionSystem,
    private readonly loop: Lit,
    private readonly solver: StepSolver,
    seed: number,
  ) {
    this.seed = seed;
    this.walks = new RandomWalks(model, seed);
    this.stateConditions = model.fairness.filter((f) => system.readsLatchesOnly(system.literal(f)));
  }

  /** Gates evaluated so far, for all lanes at once; Infinity when there is no use in going on. */
  get work(): number {
    return this.checks < MOST_CHECKS ? this.evaluated : Number.POSITIVE_INFINITY;
  }

  /** A step on in all lanes; a lasso when one of them has come to a loop. */
  step(): Lasso | null {
    if (this.steps === this.length) this.startAgain();
    const before = this.walks.evaluations;
    let lanes = this.walks.step();
    this.steps++;
    this.evaluated += this.model.aig.size * (this.walks.evaluations - before);
    for (const f of this.stateConditions) lanes &= this.walks.sim.value(f);
    if (lanes === 0) return null;
    const lane = 31 - Math.clz32(lanes);
    this.checks++;
    const { latches } = this.walks.sim.lane(lane);
    if (!this.solver.solve([...this.system.stateCube(latches), this.loop])) return null;
    const around: Step = { latches, inputs: this.solver.inputs() };
    const stem = this.replayed(lane);
    return { kind: "lasso", steps: [...stem, around], loop: stem.length };
  }

  private startAgain(): void {
    this.walks = new RandomWalks(this.model, ++this.seed);
    this.steps = 0;
    this.length *= 2;
  }

  /** The way of one lane to where it is: walks with the same seed are the same. */
  private replayed(lane: number): Step[] {
    const again = new RandomWalks(this.model, this.seed);
    let way: Step[] = [];
    for (let k = 1; k < this.steps; k++) {
      // After a dead end the lane starts anew.
      if (((again.step() >>> lane) & 1) === 0) way = [];
      else way.push(again.sim.lane(lane));
    }
    return way;
  }
}

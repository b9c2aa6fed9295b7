import { goOn, type Limits, Stopped } from "../limits/stopped.js";

/** Where a construction gives up. */
export interface ConstructionLimits extends Partial<Pick<Limits, "shouldStop">> {
  readonly maxStates: number;
  readonly maxEdges: number;
}

const TICKS_BETWEEN_QUESTIONS = 256;

/** Counts work, and ends it when a limit is met. */
export class Budget {
  private ticks = 0;

  constructor(readonly limits: ConstructionLimits) {}

  /** To be called once for each small piece of work. */
  tick(): void {
    if (this.ticks++ % TICKS_BETWEEN_QUESTIONS === 0) this.ask();
  }

  /** To be called once for as much work as many ticks. */
  ask(): void {
    goOn(this.limits, "there was not enough time to build the automaton of the formula");
  }

  checkSize(states: number, edges: number): void {
    const { maxStates, maxEdges } = this.limits;
    if (states > maxStates) throw new Stopped("bound", `more than ${maxStates} states`);
    if (edges > maxEdges) throw new Stopped("bound", `more than ${maxEdges} edges`);
  }
}

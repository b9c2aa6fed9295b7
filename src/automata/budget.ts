import { Stopped } from "../limits/stopped.js";
import { InputError } from "../text/input-error.js";

/** Where a construction gives up. */
export interface Limits {
  readonly maxStates: number;
  readonly maxEdges: number;
  /** Asked now and then; true ends the construction. */
  readonly shouldStop?: () => boolean;
}

const TICKS_BETWEEN_QUESTIONS = 256;

/** Counts work, and throws the error that a user sees when a limit is met. */
export class Budget {
  private ticks = 0;

  constructor(readonly limits: Limits) {}

  /** To be called once for each small piece of work. */
  tick(): void {
    if (this.ticks++ % TICKS_BETWEEN_QUESTIONS === 0) this.ask();
  }

  /** To be called once for as much work as many ticks. */
  ask(): void {
    if (this.limits.shouldStop?.() === true)
      throw new InputError("automaton-time", "there was not enough time to build the automaton of the formula");
  }

  checkSize(states: number, edges: number): void {
    const { maxStates, maxEdges } = this.limits;
    if (states > maxStates) throw tooLarge(`${maxStates} states`);
    if (edges > maxEdges) throw tooLarge(`${maxEdges} edges`);
  }
}

export const tooLarge = (size: string): InputError =>
  new InputError("automaton-size", `the automaton of the formula has more than ${size}`);

/** Was the work given up because of a limit? */
export const isLimit = (error: unknown): boolean =>
  error instanceof Stopped ||
  (error instanceof InputError && (error.code === "automaton-size" || error.code === "automaton-time"));

import type { Lift } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Model } from "../model/model.js";
import type { BddScope } from "../sets/bdd-sets.js";
import type { Bdd } from "../solvers/bdd/manager.js";
import { type SessionEnd, type SymbolicHost, SymbolicSession } from "./session.js";

/** A session that is kept between questions may take this part of the memory that is allowed. */
const KEPT_SHARE = 8;

/**
 * A session for any number of formulas, one after the other: they share the diagrams and their order, the relation, the
 * reachable states, and those on a fair path.
 */
export class CtlSession extends SymbolicSession {
  private inside: BddScope | null = null;
  /** The states on fair paths, once somebody has left them in the scope of the reachable system. */
  fair: Bdd | null = null;

  constructor(
    model: Model,
    host: SymbolicHost,
    /** From the session's model to the one that is asked about. */
    readonly lift: Lift,
  ) {
    super(model, host, { moves: true });
  }

  /** The system cut to its reachable states. */
  *reachableSystem(): Generator<Progress, BddScope> {
    if (this.inside === null) {
      const reached = yield* this.reachable();
      this.inside = this.sets.view({ care: reached, within: reached });
    }
    return this.inside;
  }

  /**
   * What is known is worth its memory to the next question. A search that was too long for one question is not gone on
   * with by another.
   */
  isWorthKeeping(end: NonNullable<SessionEnd>): boolean {
    const isTooHard = end !== "answered" && end.reason !== "cancelled" && this.inside === null;
    return !isTooHard && this.manager.statistics().memoryBytes <= this.host.memoryLimit / KEPT_SHARE;
  }
}

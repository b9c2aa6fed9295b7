import type { Oracle } from "../../src/checkers/frames.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";

/** Evidence that somebody presents for something, and what is known of it without the checker. */
export interface Forgery {
  readonly format: string;
  /** Does the checker accept it? */
  judge(): boolean;
  /** What it would show is so, by enumeration. */
  readonly isTrue: boolean;
  /** What a second checker says, where there is one. */
  secondOpinion?(): boolean;
  /** A true proof, which has to be accepted. */
  readonly isGenuine: boolean;
  describe(): string;
}

/** Solvers that are used again for the next piece of evidence: to make one takes longer than most checks. */
export class OraclePool {
  private readonly solvers: SatSolver[] = [];
  private used = 0;

  constructor(private readonly module: WebAssembly.Module) {}

  /** Gives fresh oracles; those that were given before this call are no longer used. */
  fresh(): () => Oracle {
    this.used = 0;
    return () => {
      this.solvers[this.used] ??= new SatSolver(this.module);
      const solver = this.solvers[this.used++]!;
      solver.reset();
      return solver;
    };
  }
}

import type { Run } from "../evidence/verdict.js";
import type { Figures } from "../limits/progress.js";
import type { Lit } from "../logic/lit.js";
import type { Clause, Cube } from "./cube.js";

/**
 * Where a run starts.
 * - `resets`: an initial state of the system;
 * - `cube`: a state of the cube;
 * - `successors`: a state of the cube, from which one step under `where` (a literal over latches and inputs) is
 *   already taken. The run begins with that step; the successors themselves are never computed.
 */
export type Start =
  | { readonly kind: "resets" }
  | { readonly kind: "cube"; readonly cube: Cube }
  | { readonly kind: "successors"; readonly cube: Cube; readonly where: Lit };

/**
 * What a run ends with.
 * - `states`: a state of one of the cubes. Its own step is not part of the run: constraints need not hold in it;
 * - `step`: a step in which the literal and all constraints hold. The literal may read inputs.
 */
export type Target =
  | { readonly kind: "states"; readonly cubes: readonly Cube[] }
  | { readonly kind: "step"; readonly lit: Lit };

/**
 * Can the target be reached from the start in the constrained system? One budget at a time: a query can be left at
 * any moment and taken up again, and others may run in between.
 */
export interface ReachQuery extends Disposable {
  /** Works for about `budget` units (solver propagations) and says what came of it. */
  step(budget: number): "more" | Reached | Separated;
  /** A fact that holds in every state that a run may visit, learned elsewhere. */
  addLemma(clause: Clause): void;
  /** For progress: frames, lemmas, obligations, the bound… */
  figures(): Figures;
}

/** A run from the start to the target; for a target of `states` the last step's inputs are arbitrary. */
export interface Reached {
  readonly kind: "reached";
  readonly run: Run;
}

/**
 * An inductive proof: clauses over latches that hold at the start, are preserved by every step of the constrained
 * system, and exclude the target.
 */
export interface Separated {
  readonly kind: "separated";
  readonly clauses: readonly Clause[];
}

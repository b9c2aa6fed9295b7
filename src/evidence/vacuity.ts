import type { Witness } from "./verdict.js";

/**
 * What it is worth that a property holds. `vacuous`: it would hold of anything, or a part of it says nothing about this model.
 * `undecided`: nothing of the kind was found, but not everything was decided in time.
 */
export interface Vacuity<W = Witness> {
  readonly answer: "vacuous" | "not vacuous" | "undecided";
  /** It holds because no behaviour is left that it could be about. */
  readonly noBehaviour?: NoBehaviour;
  /** The formula holds in every model. */
  readonly isTautology?: true;
  /** The parts of the formula that were looked at; of a part that does not matter, not what is inside it. */
  readonly parts: readonly Part<W>[];
  /** Demands that the proof does not need, by name; absent where there is no proof to look at. */
  readonly notNeeded?: readonly string[];
  /** What is strange about the model, whatever is asked. */
  readonly remarks: readonly Remark[];
}

/**
 * A `dead end` is a state that a finite run reaches, after so many steps, and that no step leaves. It is given by values of the
 * model's latches. `dead starts` are first states from which there is no fair behaviour, while others have one; only what can
 * matter tells them apart.
 */
export type Remark =
  | { readonly kind: "dead end"; readonly steps: number; readonly state: Uint8Array }
  | { readonly kind: "dead starts"; readonly count: number; readonly all: number };

/** Demands that no behaviour meets together. */
export interface NoBehaviour {
  /** `first step`: not even one step keeps to them. */
  readonly missing: "fair behaviour" | "first step";
  readonly demands: readonly string[];
  /** Each of them is needed: without it there is a behaviour, which was seen. */
  readonly isMinimal: boolean;
}

/** An occurrence of a subformula. It does not matter if the property still holds with each of the constants in its place. */
export interface Part<W = Witness> {
  readonly text: string;
  /** From the whole formula to the part, or to the first of its places: 0 is the argument or the left side, 1 the right side. */
  readonly path: readonly number[];
  readonly replacedBy: readonly ("true" | "false")[];
  /** Where the part does not matter: the whole formula with the constant in its place, made simple. It holds too. */
  readonly stronger?: string;
  /** Null: not decided. */
  readonly isVacuous: boolean | null;
  /** A behaviour in which the part makes the difference, where the part matters. */
  readonly witness?: W;
}

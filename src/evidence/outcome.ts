import type { Design, Property } from "../model/property.js";
import type { Lacking } from "./lacking.js";
import type { Vacuity } from "./vacuity.js";
import type { Told, Verdict, Witness } from "./verdict.js";

/**
 * How far somebody else can trust an answer. `checked`: the lasso was replayed, or the certificate checked, on the
 * original model; `relative`: the certificate was checked, but what it says of a formula rests on a translation of that, to an
 * automaton or from CTL to LTL; `none`: uncertified.
 */
export type EvidenceLevel = "checked" | "relative" | "none";

/** The answer for one property, on the model that the user gave: a circuit, or a program. */
export interface Outcome<W extends Told = Witness> {
  readonly engine: string;
  readonly verdict: Verdict<W>;
  readonly evidence: EvidenceLevel;
  readonly seconds: number;
  /** What the user should know beside the answer: why it is uncertified, that no initial state has a fair path… */
  readonly notes: readonly string[];
  /** Of a property that holds, where that was examined. */
  readonly vacuity?: Vacuity<W>;
  /** Of a property that fails by a loop, where fairness that is not declared would exclude that. */
  readonly lacking?: Lacking;
}

/** Evidence that does not check, or engines that disagree: never a verdict. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Two engines say the opposite of each other. Their evidence is worth keeping. */
export class Disagreement extends InternalError {
  constructor(
    readonly outcomes: readonly [Outcome, Outcome],
    /** What they were asked, where the user gave something else: a system that became a circuit. */
    readonly about: { readonly design: Design; readonly property: Property } | null = null,
  ) {
    super(outcomes.map(({ engine, verdict }) => `${engine} says '${verdict.answer}'`).join(", "));
  }
}

import type { Aig } from "../logic/aig.js";
import type { Lit } from "../logic/lit.js";
import type { Certificate, CertificateStep } from "./certificate.js";

/**
 * A proof that a CTL formula holds in every initial state, or fails in one: for subformulas a set of states in which they hold,
 * and why they do. docs/reference/certificates.md gives the rules.
 *
 * Every literal of `aig` that is named here reads latches only.
 */
export interface CtlCertificate {
  readonly kind: "ctl-certificate";
  readonly aig: Aig;
  /** Nodes of `aig` that stand for the model's latches and inputs, in order. */
  readonly latches: readonly number[];
  readonly inputs: readonly number[];
  /** An initial state in which the formula fails, with the inputs that its resets read; null for a proof that it holds. */
  readonly fails: { readonly latches: Uint8Array; readonly inputs: Uint8Array } | null;
  /** Holds in every reachable state. */
  readonly reach: Lit;
  /** States where a fair behaviour starts; null for none. */
  readonly fair: CtlClaim | null;
  /** States where no fair behaviour starts; null for none. */
  readonly unfair: CtlClaim | null;
  /** By the numbers of `ctlParts`, of the formula or of its negation. What is not named holds nowhere, as far as the proof goes. */
  readonly parts: ReadonlyMap<number, CtlClaim>;
}

/** States that satisfy a subformula, with what an E or an A U needs for a reason. */
export interface CtlClaim {
  readonly predicate: Lit;
  /** One way for EX and EU; one for each condition for ER and `fair`. */
  readonly ways: readonly CtlWay[];
  /** For AU and `unfair`: that no fair cycle lies in the states where the goal is not reached yet. */
  readonly proof: readonly CertificateStep[];
}

/** What to do in a state. */
export interface CtlWay {
  /** A number, most significant bit first, that becomes smaller until the goal is reached. */
  readonly rank: readonly Lit[];
  /** A value for each input. */
  readonly choice: readonly Lit[];
}

/** Proofs of either kind. */
export type Proof = Certificate | CtlCertificate;

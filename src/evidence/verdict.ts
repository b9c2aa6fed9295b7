import type { StopReason } from "../limits/stopped.js";
import type { Certificate } from "./certificate.js";
import type { CtlCertificate, Proof } from "./ctl-certificate.js";
import type { RefinementTree } from "./refinement-tree.js";

/** Values of one step, 0 or 1, in the order of the model's latches and inputs. */
export interface Step {
  readonly latches: Uint8Array;
  readonly inputs: Uint8Array;
}

/**
 * An infinite behaviour: after the last step the latches are those of `steps[loop]` again. Only latches that influence
 * nothing the property, the constraints or the fairness read may differ: they go on with a longer period of their own.
 */
export interface Lasso {
  readonly kind: "lasso";
  readonly steps: readonly Step[];
  /** Index of the first step of the loop; the stem is what comes before. */
  readonly loop: number;
}

/** A finite run from an initial state; what it shows (a bad literal, say) holds in its last step. */
export interface Run {
  readonly kind: "run";
  readonly steps: readonly Step[];
}

/** A branching counterexample: a run or lasso, with further trees that start at some of its steps. */
export interface Tree {
  readonly kind: "tree";
  readonly formula: string;
  readonly path: Lasso | Run;
  readonly branches: readonly { readonly step: number; readonly tree: Tree }[];
}

export type Witness = Lasso | Run | Tree;

export type UnknownReason = StopReason | "unsupported";

/**
 * The answer of an engine. `null` evidence is shown to the user as such; `why` is said where there is no proof. An E
 * formula of CTL holds by an `example`, and fails by a `refutation`: a proof that there is none. Of any CTL formula there can be a
 * proof either way. `W` is what behaviours are told in: a program has its own.
 */
export type Verdict<W = Witness> =
  | {
      readonly answer: "fails";
      readonly witness: W | null;
      readonly refutation?: Proof | null;
      readonly why?: string;
      readonly stats: Stats;
    }
  | {
      readonly answer: "holds";
      readonly certificate: Proof | null;
      readonly why?: string;
      readonly example?: W | null;
      readonly stats: Stats;
    }
  | { readonly answer: "unknown"; readonly reason: UnknownReason; readonly detail: string; readonly stats: Stats };

/** Figures of a run, by name: `steps`, `peakNodes`, `walls`… */
export interface Stats {
  readonly [name: string]: number | string | boolean | RefinementTree | undefined;
  /** Of engines that refine sets of states: what became of each. */
  readonly tree?: RefinementTree;
}

/** The way back through a rewrite of a model. */
export interface Lift {
  lasso(l: Lasso): Lasso;
  run(r: Run): Run;
  certificate(c: Certificate): Certificate;
  /** Absent where proofs about branching time have no way back. */
  ctl?(c: CtlCertificate): CtlCertificate;
}

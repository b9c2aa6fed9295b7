import type { Stopping, StopReason } from "../limits/stopped.js";
import type { Step } from "../model/step.js";
import type { Certificate } from "./certificate.js";
import type { CtlCertificate, Proof } from "./ctl-certificate.js";
import type { RefinementTree } from "./refinement-tree.js";

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

/** A behaviour, or several that branch. */
export type Witness = Lasso | Run | Tree;

/** Nothing that somebody else could check, and why there is nothing. */
export interface NoEvidence {
  readonly kind: "none";
  readonly why: string;
}

/** What shows an answer. */
export type Evidence<W extends Told = Witness> = W | Proof | NoEvidence;

/** Any form in which behaviours are told. */
export interface Told {
  readonly kind: string;
}

/** `uncertified`: somebody who is not trusted answered, without evidence that checks. */
export type UnknownReason = StopReason | "unsupported" | "uncertified";

/**
 * The answer of an engine. A property holds by a certificate and fails by a behaviour; an E formula of CTL holds by a
 * behaviour, an example, and fails by a certificate, a proof that there is none. Of any CTL formula there can be a proof either way.
 * `W` is what behaviours are told in: a program has its own.
 */
export type Verdict<W extends Told = Witness> = Decided<W> | Undecided;

export interface Decided<W extends Told = Witness> {
  readonly answer: "holds" | "fails";
  readonly by: Evidence<W>;
  /** Behaviours beside a proof, or where there is none: the tree of a CTL formula that fails, which may show a part of why. */
  readonly shown?: W;
  /** How short the behaviour is, where that was asked. */
  readonly shortest?: Shortest;
  /** Of a question in branching time. */
  readonly initialStates?: InitialStates;
  /** Of engines that refine sets of states: what became of each. */
  readonly refinement?: RefinementTree;
  readonly stats: Stats;
}

export interface Undecided {
  readonly answer: "unknown";
  readonly reason: UnknownReason;
  readonly detail: string;
  readonly stats: Stats;
}

/** No behaviour with fewer than `noneBelow` steps shows the same. `stoppedBy`: why longer ones were not looked for, where they were not. */
export interface Shortest {
  readonly noneBelow: number;
  readonly stoppedBy: StopReason | null;
}

/** How many there are, and how many of them no fair path leaves. */
export interface InitialStates {
  readonly all: number;
  readonly withoutFairPath: number;
}

/** Figures of a run for people, by name: `steps`, `peakNodes`, `walls`… Nothing is decided by them. */
export type Stats = Readonly<Record<string, number | string | boolean>>;

export const none = (why: string): NoEvidence => ({ kind: "none", why });

/** The proof that an answer comes with, if it does. */
export function proofIn<W extends Told>(verdict: Verdict<W>): Proof | null {
  if (verdict.answer === "unknown") return null;
  const { by } = verdict;
  return isProof(by) ? by : null;
}

/** The behaviour that an answer comes with, if it does. */
export function witnessIn<W extends Told>(verdict: Verdict<W>): W | null {
  if (verdict.answer === "unknown") return null;
  const { by, shown } = verdict;
  return shown ?? (isProof(by) || isNone(by) ? null : by);
}

const isProof = (by: Told): by is Proof => by.kind === "certificate" || by.kind === "ctl-certificate";

const isNone = (by: Told): by is NoEvidence => by.kind === "none";

/** The way back through a rewrite of a model. Behaviours can be long: on their way the limits are polled. */
export interface Lift {
  lasso(l: Lasso, limits?: Stopping): Lasso;
  run(r: Run, limits?: Stopping): Run;
  certificate(c: Certificate): Certificate;
  /** Absent where proofs about branching time have no way back. */
  ctl?(c: CtlCertificate): CtlCertificate;
}

import { type CertificateCheck, checkCertificate } from "../checkers/check-certificate.js";
import { checkCtl } from "../checkers/check-ctl.js";
import { checkLasso } from "../checkers/check-lasso.js";
import { checkTree } from "../checkers/check-tree.js";
import { checkPath, checkWitness } from "../checkers/check-witness.js";
import { claimOf } from "../checkers/claim.js";
import { KernelOracle } from "../checkers/kernel-oracle.js";
import { type Engine, type EngineContext, type OptionValues, taking } from "../engines/engine.js";
import { checked, completed } from "../engines/options.js";
import { type Certificate, isRelative } from "../evidence/certificate.js";
import type { Proof } from "../evidence/ctl-certificate.js";
import { InternalError, type Outcome } from "../evidence/outcome.js";
import { tighten } from "../evidence/tighten.js";
import { type Decided, type Lift, type NoEvidence, none, type Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import {
  type Limits,
  Stopped,
  type Stopping,
  type StopSignal,
  timeOf,
  unlessStopped,
  untilStopped,
} from "../limits/stopped.js";
import { type Asking, askingOf, type LinearProperty } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { Design, LtlProperty, Property } from "../model/property.js";
import { liftVerdict } from "../transform/lift-verdict.js";
import { checkingTime } from "./checking-time.js";
import { decide, stoppedVerdict } from "./decide.js";
import { prepare, withTesters } from "./prepare.js";
import { readable } from "./readable.js";

/** What the surroundings give beyond what an engine needs. */
export interface SolveContext extends EngineContext {
  /**
   * Like `shouldStop`, but for the check of evidence: an answer that was found in time comes checked, also when the time of the
   * search is over by then. Absent: the same.
   */
  readonly shouldStopChecking?: () => StopSignal | null;
  /** For the check of evidence; absent: see `checkingTime`. */
  readonly checkSeconds?: number;
  /** The engine has answered; its evidence is checked next. */
  onAnswer?(answer: Decided["answer"]): void;
  /** How the property is asked, where that was decided before. */
  readonly asking?: Asking;
  /** How the model is prepared, where there is something to go on from. */
  prepare?(model: Model, property: Property, shouldStop: Limits["shouldStop"]): ReturnType<typeof prepare>;
}

/**
 * One engine on one property, from the user's model to evidence that was checked on the user's model. Nothing here needs
 * Node: a page steps through the generator as it likes.
 *
 * @example
 * ```ts
 * import { engineNamed, solve } from "fairlead";
 * import { loadDesign, loadKernels } from "fairlead/node";
 *
 * const design = await loadDesign("examples/arbiter-unfair.aag");
 * const context = { shouldStop: () => null, memoryLimit: 2 ** 30, seed: 1, kernels: await loadKernels() };
 * const solving = solve(design, design.properties[0], engineNamed("rlive"), {}, context);
 * let step = solving.next();
 * while (!step.done) step = solving.next();
 * console.log(step.value.verdict.answer, step.value.evidence); // fails checked
 * ```
 */
export function* solve(
  design: Design,
  property: Property,
  engine: Engine,
  options: OptionValues,
  context: SolveContext,
): Generator<Progress, Outcome> {
  const started = performance.now();
  checked(engine.options, options);
  const asking = context.asking ?? askingOf(design.model, property);
  const linear = taking(engine, asking) === "in linear time" ? asking.linear : null;
  const asked = linear?.opposite ? hearingTheOpposite(context) : context;
  const end = yield* untilStopped(answerTo(design, linear?.asked ?? property, engine, options, asked));
  const answer: Answer = end instanceof Stopped ? { verdict: stoppedVerdict(end), evidence: "none" } : end;
  const { verdict, evidence, uncertified } =
    linear === null ? answer : ofBranching(design.model, property, linear, answer, context);
  const seconds = (performance.now() - started) / 1000;
  const notes = notesOn(verdict);
  if (uncertified !== undefined) notes.push(`uncertified: ${uncertified}`);
  return { engine: engine.name, verdict, evidence, seconds, notes };
}

interface Answer extends Pick<Outcome, "verdict" | "evidence"> {
  /** Why there is no evidence. */
  readonly uncertified?: string;
}

/** The answer to the formula of linear time, for the branching one. A behaviour is replayed for that itself; a proof shows both. */
function ofBranching(
  model: Model,
  property: Property,
  { opposite }: LinearProperty,
  answer: Answer,
  context: SolveContext,
): Answer {
  const { verdict: asked, evidence } = answer;
  if (asked.answer === "unknown") return answer;
  // What shows that there is no counterexample shows that there is no example, and the other way round.
  const verdict = opposite ? { ...asked, answer: OPPOSITE[asked.answer] } : asked;
  const { by } = asked;
  if (evidence === "checked" && (by.kind === "lasso" || by.kind === "run")) {
    const shouldStop = context.shouldStopChecking ?? context.shouldStop;
    const problem = unlessStopped(() => checkWitness(model, property, by, { shouldStop }));
    if (problem instanceof Stopped) return withoutEvidence(verdict, problem);
    if (problem !== null) throw new InternalError(`the behaviour does not show what the formula asks: ${problem}`);
  }
  return { ...answer, verdict };
}

const OPPOSITE = { holds: "fails", fails: "holds" } as const;

const hearingTheOpposite = (context: SolveContext): SolveContext => ({
  ...context,
  onAnswer: (answer) => context.onAnswer?.(OPPOSITE[answer]),
});

function* answerTo(
  design: Design,
  property: Property,
  engine: Engine,
  given: OptionValues,
  context: SolveContext,
): Generator<Progress, Answer> {
  const started = timeOf(context);
  const prepared = (context.prepare ?? prepare)(design.model, property, context.shouldStop);
  if ("unsupported" in prepared) return unsupported(prepared.unsupported);
  const refused = engine.refuses?.(given, prepared.task.kind) ?? null;
  if (refused !== null) return unsupported(refused);
  const values = completed(engine.options, given);
  const verdict = yield* decide(engine, prepared.task, values, context);
  if (verdict.answer === "unknown") return { verdict, evidence: "none" };
  context.onAnswer?.(verdict.answer);
  const deadline = timeOf(context) + checkingTime(timeOf(context) - started, context.checkSeconds);
  const shown = yield* untilStopped(
    evidenceOf(design, property, { engine, values, started, deadline }, prepared.lift, verdict, context),
  );
  return shown instanceof Stopped ? withoutEvidence(verdict, shown) : shown;
}

/** Who answered, when it began, and until when there is time for evidence. */
interface Answering {
  readonly engine: Engine;
  readonly values: OptionValues;
  readonly started: number;
  readonly deadline: number;
}

/** Brings what shows an answer back to the given model, and checks it there. Whoever stops this stops no answer. */
function* evidenceOf(
  design: Design,
  property: Property,
  { engine, values, started, deadline }: Answering,
  lift: Lift,
  verdict: Decided,
  context: SolveContext,
): Generator<Progress, Answer> {
  const limits = { shouldStop: whileChecking(context, deadline) };
  const found = liftVerdict(lift, verdict, limits);
  mustShow(found, engine);
  const isShown = isShownInFull(design.model, property, found, limits);
  const { by } = found;
  switch (by.kind) {
    case "none":
      return isShown ? { verdict: byTree(found), evidence: "checked" } : without(found, by);
    case "tree":
      throw new InternalError(`${engine.name} says nothing but a tree`);
    case "lasso":
    case "run": {
      const path = by.kind === "lasso" ? tighten(by) : by;
      const checked = checkPath(design.model, property, path, limits);
      if (!checked.ok && checked.isOpen && property.kind === "ltl" && path.kind === "lasso")
        if (checkLasso(design.model, path, [], [], limits).ok)
          return without({ ...found, by: NEVER_CLOSED }, NEVER_CLOSED);
      if (!checked.ok)
        throw new InternalError(`the counterexample of ${engine.name} does not replay: ${checked.reason}`);
      const shorter = readable(design.model, property, path, limits.shouldStop);
      return { verdict: { ...found, by: shorter }, evidence: "checked" };
    }
    case "certificate":
    case "ctl-certificate": {
      yield { what: "checking the proof", figures: {} };
      const checked = checkProof(design, property, by, context, deadline);
      if (property.kind === "ltl" && checked.evidence === "relative") {
        const until = Math.min(deadline, timeOf(context) + provingTime(timeOf(context) - started));
        const proof = yield* withoutTranslation(design, property, engine, values, context, until);
        if (proof !== null) return { verdict: { ...found, by: proof }, evidence: "checked" };
      }
      return checked.evidence === "none" && isShown
        ? { verdict: byTree(found), evidence: "checked" }
        : { verdict: found, ...checked };
    }
  }
}

/** A lasso of the model, for all that is known; but the formula reads latches that have not come back in so many steps. */
const NEVER_CLOSED = none(
  "the loop comes back too late on latches that the formula reads, though nothing depends on them",
);

/** When work on evidence must stop: then, or when whoever asked wants nothing more. */
function whileChecking(context: SolveContext, deadline: number): Limits["shouldStop"] {
  const isStopped = context.shouldStopChecking ?? context.shouldStop;
  return () => isStopped() ?? (timeOf(context) > deadline ? "time" : null);
}

/** Engines look for counterexamples: certificates show that there is none, behaviours are some. Proofs about branching time show either. */
function mustShow({ answer, by, shown }: Decided, engine: Engine): void {
  const shows =
    by.kind === "none" || by.kind === "ctl-certificate" ? answer : by.kind === "certificate" ? "holds" : "fails";
  if (shows !== answer) throw new InternalError(`${engine.name} says '${answer}' by a ${by.kind}`);
  if (shown !== undefined && answer !== "fails") throw new InternalError(`${engine.name} shows what does not happen`);
}

/** The same, by the tree that it shows. */
const byTree = ({ shown, ...verdict }: Decided): Decided => ({ ...verdict, by: shown ?? verdict.by });

function without(found: Decided, { why }: NoEvidence): Answer {
  const said = found.answer === "holds" ? "" : found.shown === undefined ? "no behaviour shows why it fails; " : PARTLY;
  return { verdict: found, evidence: "none", uncertified: `${said}${why}` };
}

/** The answer of somebody who was stopped on the way to evidence. */
function withoutEvidence({ answer, stats }: Decided, { reason }: Stopped): Answer {
  const why = `its evidence was not checked: ${reason === "cancelled" ? "interrupted" : `too little ${reason}`}`;
  return { verdict: { answer, by: none(why), stats }, evidence: "none", uncertified: why };
}

const PARTLY = "behaviours show only a part of why it fails; ";

/**
 * Has the engine prove a formula again, beside testers in place of the automaton: such a proof is relative to nothing. Null when
 * it finds none in time.
 */
function* withoutTranslation(
  design: Design,
  property: LtlProperty,
  engine: Engine,
  values: OptionValues,
  context: SolveContext,
  deadline: number,
): Generator<Progress, Proof | null> {
  const shouldStop = whileChecking(context, deadline);
  const { memoryLimit, seed, kernels, now } = context;
  const { task, lift } = withTesters(design.model, property);
  yield { what: "proving it without the automaton", figures: { latches: task.model.latches.length } };
  const verdict = yield* decide(engine, task, values, { shouldStop, memoryLimit, seed, kernels, ...(now && { now }) });
  if (verdict.answer === "fails")
    throw new InternalError(
      `${engine.name} says 'holds' beside the automaton of the formula, and 'fails' beside testers`,
    );
  if (verdict.answer === "unknown" || verdict.by.kind !== "certificate") return null;
  const certificate = lift.certificate(verdict.by);
  const checked = checkProof(design, property, certificate, context, deadline);
  return checked.evidence === "checked" ? certificate : null;
}

/** A proof beside testers may take as long to find as one beside the automaton took, and three seconds in any case. */
const provingTime = (milliseconds: number): number => Math.max(3_000, milliseconds);

function checkProof(
  design: Design,
  property: Property,
  certificate: Proof,
  context: SolveContext,
  deadline: number,
): Omit<Answer, "verdict"> {
  const seconds = Math.max(0, (deadline - timeOf(context)) / 1000);
  const limits = { shouldStop: whileChecking(context, deadline), memoryLimit: context.memoryLimit };
  const oracle = () => new KernelOracle(context.kernels.sat, limits);
  const outcome =
    certificate.kind === "ctl-certificate"
      ? property.kind === "ctl" && checkCtl(design.model, property, certificate, { oracle })
      : checkLinear(design, property, certificate, oracle);
  if (!outcome) throw new InternalError("there is a proof of what it cannot show");
  switch (outcome.result) {
    case "checked":
      return { evidence: certificate.kind === "certificate" && isRelative(certificate) ? "relative" : "checked" };
    case "not-checked": {
      const done =
        certificate.kind === "ctl-certificate"
          ? "a part of the proof was"
          : `${outcome.step} of ${certificate.steps.length} steps of the proof were`;
      return {
        evidence: "none",
        uncertified: `${done} checked; there was no time for more (${Number(seconds.toFixed(1))} s) or no memory`,
      };
    }
    case "rejected":
      throw new InternalError(`the proof does not check: step ${outcome.step}: ${outcome.problem}`);
  }
}

function checkLinear(
  { model }: Design,
  property: Property,
  certificate: Certificate,
  oracle: () => KernelOracle,
): CertificateCheck | null {
  const claim = claimOf(model, property, certificate);
  return claim && checkCertificate(claim, certificate, { oracle });
}

/** Is a tree beside other evidence all that is to be shown? Every path is replayed; that there is no other path needs a proof. */
function isShownInFull(model: Model, property: Property, { shown }: Decided, limits: Stopping): boolean {
  if (shown === undefined) return false;
  if (property.kind !== "ctl" || shown.kind !== "tree") throw new InternalError("a branching property fails by a tree");
  const check = checkTree(model, property.formula, property.atoms, shown, limits);
  if (!check.ok) throw new InternalError(`the counterexample does not replay: ${check.reason}`);
  return check.shown === "shown";
}

/** What the semantics of CTL says without being asked: a state that no fair path leaves satisfies no E formula. */
function notesOn(verdict: Verdict): string[] {
  if (verdict.answer === "unknown" || verdict.initialStates === undefined) return [];
  const { all, withoutFairPath: without } = verdict.initialStates;
  if (without === 0 && all > 0) return [];
  const which = without === all ? "no initial state has" : `${without} of ${all} initial states do not have`;
  return [`${which} a fair path: where there is none, every A formula holds and no E formula does`];
}

const unsupported = (detail: string): Answer => ({
  verdict: { answer: "unknown", reason: "unsupported", detail, stats: {} },
  evidence: "none",
});

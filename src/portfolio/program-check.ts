import { violationsOf } from "../automata/violations.js";
import type { OptionValues } from "../engines/engine.js";
import { checked, OptionError } from "../engines/options.js";
import { Disagreement, type EvidenceLevel, InternalError, type Outcome } from "../evidence/outcome.js";
import { none, type Stats, type Verdict, witnessIn } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Property } from "../model/property.js";
import type { Behaviour } from "../program/behaviour.js";
import { type AskedProgram, dataOf } from "../program/data.js";
import { behaviourOf } from "../program/decode.js";
import type { ExplicitAnswer, ExplicitOptions } from "../program/explicit.js";
import { ModelError } from "../program/model-error.js";
import { firstFunction, type Program } from "../program/program.js";
import { functionIn, type LtlQuestion, type ProgramQuestion } from "../program/question.js";
import type { SecondVisit } from "../program/second-visit.js";
import { NO_DEADLOCK, NO_ERRORS, type ProgramDesign, programDesign } from "../program/to-design.js";
import { packAutomata } from "./asking-data.js";
import { spawnHere } from "./local-workers.js";
import { type Plan, type PlanLine, planFor, planNamed } from "./plan.js";
import { type Host, type PortfolioOptions, runLines, subjectOf, waitingFor } from "./portfolio.js";
import { mistakeAfter, mistakeIn, replayed, replayedDeadlock } from "./program-evidence.js";
import { programLacking } from "./program-lacking.js";
import {
  ELSEWHERE,
  inCircuit,
  ofProgram,
  type ProgramOutcome,
  unknownOf,
  withProgress,
  withVerdict,
} from "./program-outcome.js";
import { EXPLICIT, EXPLICIT_OPTIONS, ProgramSearch, searchOptions, visitsStates } from "./program-search.js";
import { withShortestBehaviour } from "./program-shortest.js";
import { type Decide, programVacuity } from "./program-vacuity.js";
import type { ProgramWitness } from "./program-witness.js";
import { type AskOptions, limitsOf } from "./subject.js";
import { examiningTime, sayWhatIsExamined } from "./vacuity.js";
import type { Job, JobSubject, Spawn } from "./worker-protocol.js";

export interface ProgramAskOptions extends AskOptions {
  /** The visit of states is given up beyond so many. */
  readonly states?: number;
}

/** Visits the states of a program that has functions, where these can be called. */
export type FunctionSearch = (
  question: LtlQuestion,
  asked: {
    readonly options: Omit<ExplicitOptions, "shouldStop">;
    readonly seconds: number;
    readonly signal?: AbortSignal;
    onEvent(event: Progress): void;
  },
) => Promise<ExplicitAnswer>;

/** When all states were visited, a proof that others can check is waited for, so long at least. */
const MIN_PROOF_MS = 5000;
/** Seconds in which the visit of states has the machine for itself: most programs need no more, and its runs are the shortest. */
const ALONE = 1;
/** Where runs are deterministic: how far the visit of states goes before others are asked, and how long these look for a proof. */
const IN_ORDER_STATES = 1_000_000;
const PROOF_WORK = 20_000;
/** Why a visit of all states has no evidence. */
const VISITED = "all states were visited, which leaves nothing that others could check";
const VISITED_TWICE = "the components of all states were checked in a second visit, and not kept";
const NO_PROOF = "there is no proof that others could check without running it";

/**
 * One formula about one program. The states are visited, and the engines for circuits are asked: the formula first; where it
 * holds, also whether the program makes no mistake and does not get stuck, which the visit of states tells with it.
 */
export class ProgramCheck {
  private readonly started = performance.now();
  private readonly limits: PortfolioOptions;
  private readonly interrupt = new AbortController();
  /** What is a function, if anything is: such a program is no circuit. */
  private readonly why: string | null;
  // What the visit of states found:
  private visited: { readonly stats: Stats; readonly at: number } | null = null;
  private violation: ProgramWitness | null = null;
  private wrong: ProgramOutcome | { readonly thrown: unknown } | null = null;

  constructor(
    private readonly program: Program,
    private readonly question: ProgramQuestion,
    private readonly options: ProgramAskOptions,
    private readonly host: Host,
    private readonly functions: FunctionSearch | null,
    /** An answer without evidence waits for a proof. */
    private readonly wantsProof = true,
  ) {
    this.limits = { ...limitsOf(options), signal: this.interrupt.signal };
    this.why = firstFunction(program) ?? functionIn(question);
  }

  async run(): Promise<ProgramOutcome> {
    const { signal } = this.options;
    const abort = () => this.interrupt.abort();
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    try {
      const decided = { ...(await this.decide()), seconds: this.spent / 1000 };
      const outcome = this.options.shortest ? await this.shortest(decided) : decided;
      if (outcome.verdict.answer === "unknown" || this.options.vacuity === false) return outcome;
      const { elsewhere } = this.host;
      const examine = () => this.examined(outcome);
      return await (elsewhere === undefined ? examine() : elsewhere.inTurn(examine));
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  private shortest(outcome: ProgramOutcome): Promise<ProgramOutcome> {
    const { program, question, host } = this;
    const options = { ...this.limits, seconds: this.secondsLeft };
    return withShortestBehaviour(outcome, { program, question, isCircuit: this.why === null, options, host });
  }

  /** What the answer is worth. */
  private async examined(outcome: ProgramOutcome): Promise<ProgramOutcome> {
    const { program, question, functions } = this;
    const isHere = functions === null || this.why === null;
    const { answer } = outcome.verdict;
    const decide = this.likeThis(answer === "holds" ? "holds" : "fails", outcome.seconds);
    if (answer === "holds") sayWhatIsExamined("holds", this.limits);
    if (answer === "holds") return { ...outcome, vacuity: await programVacuity(program, question, isHere, decide) };
    const shown = witnessIn(outcome.verdict);
    if (shown === null || question.logic !== "ltl") return outcome;
    sayWhatIsExamined("fails", this.limits);
    const lacking = await programLacking(program, question, shown, isHere, decide);
    return lacking === null ? outcome : { ...outcome, lacking };
  }

  /** Asks other questions like this one, but for no proofs, and for as long as its answer took. */
  private likeThis(answer: "holds" | "fails", spent: number): Decide<ProgramWitness> {
    const { options, functions } = this;
    const { elsewhere: _, ...here } = this.host;
    const until = performance.now() + 1000 * examiningTime(answer, spent, options.checkSeconds);
    return async (program, question) => {
      const seconds = options.deterministic ? Number.POSITIVE_INFINITY : (until - performance.now()) / 1000;
      if (seconds <= 0 || options.signal?.aborted) return { holds: null };
      const asked = {
        ...options,
        engine: "auto",
        options: {},
        seconds,
        vacuity: false,
        shortest: false,
        ...(options.deterministic && { work: PROOF_WORK }),
        onEvent: () => {},
      };
      const check = new ProgramCheck(program, question, asked, here, functions, false);
      const { verdict } = await check.run();
      if (verdict.answer === "unknown") return { holds: null };
      const witness = witnessIn(verdict);
      return { holds: verdict.answer === "holds", ...(witness !== null && { witness }) };
    };
  }

  private async decide(): Promise<ProgramOutcome> {
    const { engine = "auto", options = {} } = this.options;
    if (engine === "auto" || engine === EXPLICIT) checked(engine === EXPLICIT ? EXPLICIT_OPTIONS : {}, options);
    if (this.host.elsewhere !== undefined) this.refuseToTravel(engine);
    if (this.question.logic === "ctl") return this.inBranchingTime(engine, options);
    if (engine !== "auto" && !visitsStates(engine)) return this.byCircuit(() => this.planNamed(engine, options), null);
    if (this.host.elsewhere !== undefined) return this.byCircuit(null, null);
    if (engine === "auto" && this.options.deterministic) return this.inOrder();
    const search = this.search(engine === "auto" ? EXPLICIT : engine, options);
    try {
      if (engine === "auto" && this.why === null && this.host.kernels !== null)
        return await this.byCircuit(null, search);
      return await this.byStates(search);
    } finally {
      search.end();
    }
  }

  /** The visit of states first, as far as it goes, then the engines for circuits: no clock says who is faster. */
  private async inOrder(): Promise<ProgramOutcome> {
    const search = this.search(EXPLICIT, { states: IN_ORDER_STATES });
    try {
      const outcome = await this.byStates(search);
      const isDone = outcome.verdict.answer === "fails" || (outcome.verdict.answer === "holds" && !this.wantsProof);
      if (isDone || this.why !== null || this.host.kernels === null) return outcome;
    } finally {
      search.end();
    }
    return this.byCircuit(null, null);
  }

  /** Programs are not sent to other machines: circuits are, which only systems of expressions become. */
  private refuseToTravel(engine: string): void {
    if (this.why !== null)
      throw new ModelError(
        "model-symbolic",
        `${this.why} is a function: only systems of expressions go to other machines`,
      );
    if (visitsStates(engine) || engine === EXPLICIT)
      throw new OptionError(`${engine} visits the states of a program, which does not go to other machines`);
  }

  private inBranchingTime(engine: string, options: OptionValues): Promise<ProgramOutcome> {
    if (this.why !== null)
      throw new ModelError(
        "model-symbolic",
        `CTL needs a system written with expressions, and ${this.why} is a function`,
      );
    if (engine !== "auto" && engine !== EXPLICIT) return this.byCircuit(() => this.planNamed(engine, options), null);
    if (options.check === true) throw new OptionError("option check: a formula of branching time has its own proofs");
    const { states } = this.options;
    const all = { ...planNamed("reference", states === undefined ? {} : { states }, 1), name: EXPLICIT };
    return this.byCircuit(engine === "auto" && this.host.kernels !== null ? null : () => all, null);
  }

  private planNamed(engine: string, options: OptionValues): Plan {
    const plan = planNamed(engine, options, this.limits.threads);
    if (this.host.kernels === null)
      throw new OptionError("engines other than 'explicit' need a host that spawns workers");
    return plan;
  }

  /** The question, where states are visited for it. */
  private get linear(): LtlQuestion {
    const { question } = this;
    if (question.logic !== "ltl") throw new InternalError("states are visited for LTL");
    return question;
  }

  private get spent(): number {
    return performance.now() - this.started;
  }

  private get secondsLeft(): number {
    return this.limits.seconds - this.spent / 1000;
  }

  // Visiting states ---------------------------------------------------------------------------------------------------

  private search(engine: string, options: OptionValues): ProgramSearch {
    const { program, question, why, limits } = this;
    const job: Job = {
      subject: this.subject(),
      engine,
      options: this.searchOptions(options),
      seconds: limits.seconds,
      memoryBytes: limits.memoryBytes,
      seed: limits.seed,
      facts: [],
    };
    const spawn =
      why === null ? this.host.spawn : this.functions === null ? spawnHere : this.spawnGuest(this.functions);
    const judge = (answer: ExplicitAnswer) => this.judge(engine, question, answer);
    return new ProgramSearch(program, spawn, job, judge, (thrown) => this.stopWith({ thrown }));
  }

  private searchOptions(options: OptionValues): OptionValues {
    const { states } = this.options;
    return states === undefined ? options : { states, ...options };
  }

  private subject(): JobSubject {
    const { program, why } = this;
    const question = this.linear;
    if (why !== null || this.host.kernels === null) return { kind: "program-here", program, question };
    const { formula } = question;
    const automata = packAutomata(violationsOf(formula));
    return { kind: "program", data: dataOf(askedAbout(program, question)).data, formula, automata };
  }

  /** The process in which the functions are, as a worker. It is never paused: nobody else takes part. */
  private spawnGuest(functions: FunctionSearch): Spawn {
    return (_memoryBytes, events) => {
      const stop = new AbortController();
      const begin = async ({ engine, options, seconds, memoryBytes, seed }: Job): Promise<void> => {
        try {
          const answer = await functions(this.linear, {
            options: { ...searchOptions(engine, options), memoryLimit: memoryBytes, seed },
            seconds,
            signal: stop.signal,
            onEvent: (event) => events.message({ type: "event", event }),
          });
          events.message({ type: "found", answer });
        } catch (thrown) {
          events.message({ type: "error", isInternal: false, message: String(thrown), stack: "", thrown });
        }
      };
      return {
        readsMessages: true,
        post: (message) => {
          if (message.type === "job") void begin(message.job);
        },
        release: () => {},
        terminate: () => stop.abort(),
      };
    };
  }

  /** By the visit of states alone. */
  private async byStates(search: ProgramSearch): Promise<ProgramOutcome> {
    const { line } = search;
    const plan: Plan = { name: line.engine, lines: [line], firstSlice: 1e6, growth: 1, setup: 0 };
    // One search alone depends on no clock, unless it is over.
    const limits = { ...this.limits, deterministic: false };
    const host = { ...this.host, spawn: search.spawn };
    const outcome = await runLines(search.job.subject, plan, { leastWait: null }, limits, host);
    if (this.wrong !== null) return this.whatIsWrong(this.wrong);
    const notes =
      this.why !== null && outcome.verdict.answer === "holds" ? [`${this.why} is a function: ${NO_PROOF}`] : [];
    return withProgress({ ...this.ofStates(outcome), notes: [...outcome.notes, ...notes] }, search.progress);
  }

  /** The outcome of the visit, with what it found. */
  private ofStates(outcome: Outcome): ProgramOutcome {
    const { verdict } = outcome;
    if (verdict.answer !== "fails") return withVerdict(outcome, ofProgram(verdict, null));
    return withVerdict(outcome, ofProgram(verdict, this.violation));
  }

  /** What the visit of states says about the formula; a deadlock or mistake ends the check whatever the formula says. */
  private judge(engine: string, question: ProgramQuestion, answer: ExplicitAnswer): Outcome | null {
    const { stats } = answer;
    const outcome = (verdict: Verdict, evidence: EvidenceLevel): Outcome => {
      return { engine, verdict, evidence, seconds: this.spent / 1000, notes: [] };
    };
    switch (answer.kind) {
      case "holds":
        this.visited = { stats, at: this.spent };
        return this.visitedAll(answer.check, stats, outcome);
      case "unknown":
        return outcome({ answer: "unknown", reason: answer.reason, detail: answer.detail, stats }, "none");
      case "violated":
        this.violation = replayed(this.program, question, answer.behaviour);
        return outcome({ answer: "fails", by: none(ELSEWHERE), stats }, "checked");
      case "deadlock":
        this.stopWith(this.deadlock(answer.run, outcome({ answer: "fails", by: none(ELSEWHERE), stats }, "checked")));
        return null;
      case "mistake":
        this.stopWith({ thrown: mistakeIn(this.program, answer.error, answer.run) });
        return null;
    }
  }

  private visitedAll(
    check: SecondVisit | null,
    stats: Stats,
    outcome: (verdict: Verdict, evidence: EvidenceLevel) => Outcome,
  ): Outcome {
    switch (check?.kind) {
      case undefined:
        return outcome({ answer: "holds", by: none(VISITED), stats }, "none");
      case "stopped":
        return outcome({ answer: "holds", by: none(`${VISITED}; a second visit was ${check.detail}`), stats }, "none");
      case "checked":
        return outcome(
          { answer: "holds", by: none(VISITED_TWICE), stats: { ...stats, components: check.components } },
          "relative",
        );
      case "refused":
        throw new InternalError(`the components of the search are refused: ${check.problem}`);
    }
  }

  private deadlock(run: Behaviour, outcome: Outcome): ProgramOutcome {
    const { stats } = outcome.verdict;
    const by = replayedDeadlock(this.program, run);
    return { ...withVerdict(outcome, { answer: "fails", by, stats }), evidence: "checked" };
  }

  private stopWith(wrong: NonNullable<ProgramCheck["wrong"]>): void {
    this.wrong = wrong;
    this.interrupt.abort();
  }

  private whatIsWrong(wrong: NonNullable<ProgramCheck["wrong"]>): ProgramOutcome {
    if ("thrown" in wrong) throw wrong.thrown;
    return wrong;
  }

  // As a circuit ------------------------------------------------------------------------------------------------------

  /** `wanted`: the plan for the formula, if not the default. */
  private async byCircuit(wanted: (() => Plan) | null, search: ProgramSearch | null): Promise<ProgramOutcome> {
    const compiled = programDesign(this.program, [this.question]); // says what cannot be a circuit
    const named = wanted?.() ?? null;
    const { properties } = compiled.design;
    const last = properties.length - 1;
    let formula: Outcome | null = null;
    let evidence: EvidenceLevel = "checked";
    for (const index of [last, ...properties.keys()].slice(0, last + 1)) {
      const outcome = await this.property(compiled, index, index === last ? named : this.forTheRest(named), search);
      if (this.wrong !== null) return this.whatIsWrong(this.wrong);
      if (this.violation !== null && outcome.verdict.answer === "fails" && outcome.engine === EXPLICIT) {
        if (formula === null) return this.ofStates(outcome);
        throw new Disagreement([formula, outcome], { design: compiled.design, property: properties[last]! });
      }
      if (outcome.verdict.answer === "fails") return this.fromCircuit(compiled, properties[index]!, outcome);
      if (outcome.verdict.answer === "unknown" && this.visited === null)
        return withProgress(unknownOf(outcome), search?.progress);
      formula ??= outcome;
      if (outcome.verdict.answer === "unknown" || outcome.evidence === "none") evidence = "none";
      else if (outcome.evidence === "relative" && evidence === "checked") evidence = "relative";
      if (this.visited !== null && (evidence === "none" || !this.wantsProof)) break;
    }
    return this.holds(compiled, formula!, evidence);
  }

  /** What every program must be free of is asked of the engines that seem best, or of those that need no kernels. */
  private forTheRest(named: Plan | null): Plan | null {
    return this.host.kernels === null ? named : null;
  }

  private holds({ design }: ProgramDesign, formula: Outcome, evidence: EvidenceLevel): ProgramOutcome {
    const { verdict } = formula;
    const engine = evidence === "none" && this.visited !== null ? EXPLICIT : formula.engine;
    const stats = { ...verdict.stats, ...this.visited?.stats };
    const example = witnessIn(verdict) && inCircuit(design, design.properties.at(-1)!, witnessIn(verdict)!);
    const shown: Verdict<ProgramWitness> =
      verdict.answer === "unknown" ? { answer: "holds", by: none(VISITED), stats } : ofProgram(verdict, example);
    return { ...withVerdict(formula, { ...shown, stats }), engine, evidence };
  }

  private async property(
    compiled: ProgramDesign,
    index: number,
    named: Plan | null,
    search: ProgramSearch | null,
  ): Promise<Outcome> {
    const { design } = compiled;
    const property = design.properties[index]!;
    const own = named ?? planFor(design, property);
    const isMember = search !== null && this.visited === null;
    const isFirst = index === design.properties.length - 1;
    const plan = isMember ? withSearch(own, search.line, isFirst ? ALONE : 0) : own;
    const spawn: Spawn = (memoryBytes, events, engine) =>
      (isMember && engine === EXPLICIT ? search.spawn : this.host.spawn)(memoryBytes, events, engine);
    const seconds = Math.min(this.secondsLeft, this.secondsForProofs);
    try {
      if (this.host.elsewhere !== undefined) return await this.host.elsewhere.ask(design, index, own, this.limits);
      const isProofWanted = this.wantsProof && this.host.kernels !== null;
      const waiting = { ...waitingFor(design, index), leastWait: isProofWanted ? MIN_PROOF_MS : null };
      return await runLines(
        subjectOf(design, index),
        plan,
        waiting,
        { ...this.limits, seconds, ...(this.visited !== null && { work: PROOF_WORK }) },
        { ...this.host, spawn },
      );
    } catch (e) {
      // Engines disagree about a circuit that the user has not seen: it goes with the error.
      throw e instanceof Disagreement ? new Disagreement(e.outcomes, { design, property }) : e;
    }
  }

  /** Once all states were visited, a proof that others can check is waited for as for any answer without evidence. */
  private get secondsForProofs(): number {
    if (this.visited === null) return Number.POSITIVE_INFINITY;
    const { at } = this.visited;
    return Math.max(0.001, (at + Math.max(MIN_PROOF_MS, at / 2) - this.spent) / 1000);
  }

  private fromCircuit(compiled: ProgramDesign, property: Property, outcome: Outcome): ProgramOutcome {
    const { verdict } = outcome;
    if (verdict.answer !== "fails") throw new InternalError("what does not fail has no counterexample");
    const witness = witnessIn(verdict);
    if (witness === null) return withVerdict(outcome, ofProgram(verdict, null));
    if (witness.kind === "tree" || property.kind === "ctl")
      return withVerdict(outcome, ofProgram(verdict, inCircuit(compiled.design, property, witness)));
    const behaviour = behaviourOf(compiled.compiled, witness);
    if (property.name === NO_DEADLOCK) return this.deadlock(behaviour, outcome);
    if (property.name === NO_ERRORS) throw mistakeIn(this.program, mistakeAfter(this.program, behaviour), behaviour);
    return withVerdict(outcome, ofProgram(verdict, replayed(this.program, this.question, behaviour)));
  }
}

/** What others need to know of a program: of its propositions those of the question, and no properties. */
function askedAbout(program: Program, { atoms: propositions }: LtlQuestion): AskedProgram {
  const { name, variables, slots, processes, fairness, groups, deadlock, stopping } = program;
  return { name, variables, slots, processes, fairness, groups, propositions, deadlock, stopping, properties: [] };
}

/** Beside a search of states: diagrams and lists of states get less than for circuits, and whoever proves by induction more. */
const TIMES: ReadonlyMap<string, number> = new Map([
  ["reference", 1 / 2],
  ["gsh", 2 / 3],
  ["dnc", 1 / 2],
  ["fair", 5 / 4],
]);

/** The search has half of the time: what it can decide takes at most twice as long as by itself. A second explicit search is not needed. */
function withSearch(plan: Plan, line: PlanLine, alone: number): Plan {
  const others = plan.lines
    .filter((l) => l.engine !== "couvreur")
    .map((l) => ({ ...l, share: l.share * (TIMES.get(l.engine) ?? 1) }));
  return { ...plan, alone, lines: [{ ...line, share: others.reduce((sum, l) => sum + l.share, 0) }, ...others] };
}

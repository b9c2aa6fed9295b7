import type { Engine, OptionValues } from "../engines/engine.js";
import { completed, OptionError } from "../engines/options.js";
import { reference } from "../engines/reference.js";
import { engineNamed } from "../engines/registry.js";
import { Disagreement, type EvidenceLevel, InternalError, type Outcome } from "../evidence/outcome.js";
import type { Vacuity } from "../evidence/vacuity.js";
import type { Stats, UnknownReason } from "../evidence/verdict.js";
import { type Algorithm, fieldBytes, type Hashing } from "../explicit/search.js";
import type { Progress } from "../limits/progress.js";
import { behaviourText, breachText } from "../present/behaviour.js";
import { type Colours, EVIDENCE, witnessText } from "../present/outcome.js";
import { vacuityNotes } from "../present/vacuity.js";
import {
  type Behaviour,
  type Breach,
  breachOf,
  fairnessMet,
  type MetCondition,
  problemWith,
  refutesFormula,
  satisfiesFormula,
} from "../program/behaviour.js";
import { behaviourOf } from "../program/decode.js";
import { type ExplicitAnswer, type ExplicitOptions, lookAround, searchProgram } from "../program/explicit.js";
import { ModelError } from "../program/model-error.js";
import { firstFunction, type Program } from "../program/program.js";
import { type Question, readQuestion } from "../program/question.js";
import { Semantics } from "../program/semantics.js";
import { valueIn } from "../program/state-object.js";
import { questionOf, type System, type Variables } from "../program/system.js";
import { NO_DEADLOCK, NO_ERRORS, type ProgramDesign, programDesign } from "../program/to-design.js";
import { decide } from "../solving/decide.js";
import { solve } from "../solving/solve.js";
import { forMessage, forTerminal } from "../text/escape.js";
import { recordOf } from "../text/record.js";
import { type Plan, planFor, planNamed } from "./plan.js";
import { type Host, type PortfolioOptions, runPlan } from "./portfolio.js";
import { programVacuity } from "./program-vacuity.js";
import { examiningTime } from "./vacuity.js";

/** A formula of LTL, or of the logic that is named. */
export type Formula = string | { readonly ltl: string } | { readonly ctl: string };

export interface SystemCheckOptions extends Partial<PortfolioOptions> {
  /**
   * `explicit`: all states are visited, here and now; so do `nested-emptiness`, `cvwy` and `couvreur`. The
   * name of another engine: the system becomes a circuit, and the engine runs in a worker that the host spawns. `auto`,
   * the default: explicit as long as that is reasonable, then several engines, if there is a host.
   */
  readonly engine?: string;
  readonly options?: OptionValues;
  /** Give up the explicit search beyond so many states. */
  readonly states?: number;
  readonly host?: Host;
  /** Whether it is examined what the answer is worth if the formula holds. It is when absent. */
  readonly vacuity?: boolean;
}

/** What a check of a system found. */
export interface SystemResult {
  readonly system: string;
  readonly formula: string;
  readonly answer: "holds" | "fails" | "unknown";
  /** For `unknown`. */
  readonly reason: UnknownReason | null;
  readonly detail: string;
  readonly engine: string;
  readonly seconds: number;
  readonly evidence: EvidenceLevel;
  readonly stats: Stats;
  readonly notes: readonly string[];
  readonly counterexample: Counterexample | null;
  /** Of a formula that holds: what that is worth. Absent where that was not examined. */
  readonly vacuity?: Vacuity<Counterexample>;
  /** The answer and the counterexample, in the terms of the system. */
  toString(): string;
}

/**
 * A behaviour that violates the formula (a `lasso`), a finite `run` after which no behaviour satisfies it, or a run to a
 * state in which no step is enabled (a `deadlock`).
 */
export interface Counterexample {
  readonly kind: "lasso" | "run" | "deadlock" | "branching";
  /** Values of variables by name. */
  readonly states: readonly Readonly<Record<string, unknown>>[];
  /** `process.step`, by the state that it leaves; null where nothing happens. */
  readonly steps: readonly (string | null)[];
  /** After the last state comes `states[loop]` again. */
  readonly loop: number | null;
  /** Of a lasso: every fairness condition, and the states or the steps that leave them in which it is met. */
  readonly fairness: readonly MetCondition[];
  /** Of a lasso or run that violates `G …`: the first state in which what must always hold does not. */
  readonly breach: { readonly state: number; readonly text: string } | null;
  readonly text: string;
}

/** States that an `auto` check visits one by one before it tries other engines. */
const AUTO_STATES = 1_000_000;
const AUTO_SECONDS = 10;
const DEFAULT_STATES = 50_000_000;
const REFERENCE_STATES = 1_000_000;
const DEFAULT_MEMORY = 4 * 2 ** 30;
/** A proof may take as long to find as visiting the states did, and so long in any case. */
const MIN_PROOF_SECONDS = 5;
const NO_PROOF = "there is no proof that others could check without running it";
/** A page stays alive: after so long it is somebody else's turn. */
const SLICE_MS = 40;

/**
 * Does every fair behaviour of the system satisfy the formula? A mistake of the program (a value that leaves its domain,
 * a function that is not pure) rejects with a ModelError. Every counterexample is replayed before it is shown.
 */
export async function checkSystem<V extends Variables>(
  system: System<V>,
  formula: Formula,
  options: SystemCheckOptions = {},
): Promise<SystemResult> {
  return checkProgram(system, formula, options);
}

/** Visits the states of a program that has functions, where these can be called. */
export type FunctionSearch = (
  formula: string,
  asked: {
    readonly options: Omit<ExplicitOptions, "shouldStop">;
    readonly seconds: number;
    readonly signal?: AbortSignal;
    onEvent(event: Progress): void;
  },
) => Promise<ExplicitAnswer>;

/** The same for a program whose functions may be elsewhere. */
export async function checkProgram(
  program: Program,
  formula: Formula,
  options: SystemCheckOptions,
  search: FunctionSearch | null = null,
): Promise<SystemResult> {
  const asked = questionOf(formula);
  return new SystemCheck(program, readQuestion(program, asked.logic, asked.formula), options, search).run();
}

type Found = Omit<SystemResult, "system" | "formula" | "seconds" | "vacuity" | "toString">;

class SystemCheck {
  private readonly started = performance.now();
  private readonly deadline: number;

  constructor(
    private readonly system: Program,
    private readonly question: Question,
    private readonly options: SystemCheckOptions,
    private readonly functionSearch: FunctionSearch | null,
  ) {
    this.deadline = this.started + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  }

  async run(): Promise<SystemResult> {
    const found = await this.decide();
    const seconds = (performance.now() - this.started) / 1000;
    const { system, question } = this;
    const isExamined = found.answer === "holds" && this.options.vacuity !== false;
    const worth = isExamined && { vacuity: await this.vacuity(seconds) };
    const result = { system: system.name, formula: question.text, seconds, ...found, ...worth };
    return { ...result, toString: () => resultText(result).trimEnd() };
  }

  private vacuity(spent: number): Promise<Vacuity<Counterexample>> {
    const { functionSearch, options } = this;
    const until = performance.now() + 1000 * examiningTime(spent, options.checkSeconds);
    const isHere = functionSearch === null || (firstFunction(this.system) ?? this.functionInQuestion()) === null;
    return programVacuity(this.system, this.question, isHere, async (program, question) => {
      const seconds = (until - performance.now()) / 1000;
      if (seconds <= 0 || options.signal?.aborted) return { holds: null };
      const asked = { ...options, engine: "auto", options: {}, seconds, onEvent: () => {} };
      const { answer, counterexample } = await new SystemCheck(program, question, asked, functionSearch).decide();
      if (answer === "unknown") return { holds: null };
      return { holds: answer === "holds", ...(counterexample !== null && { witness: counterexample }) };
    });
  }

  private async decide(): Promise<Found> {
    const { engine = "auto", options = {}, host, threads = 1 } = this.options;
    const why = firstFunction(this.system) ?? this.functionInQuestion();
    if (this.question.logic === "ctl") {
      if (why !== null)
        throw new ModelError("model-symbolic", `CTL needs a system written with expressions, and ${why} is a function`);
      if (engine !== "auto" && engine !== "explicit") return this.byCircuit(planNamed(engine, options, threads));
      return engine === "auto" && host !== undefined ? this.byCircuit(null) : this.byReference();
    }
    const search = searchNamed(engine, options);
    if (engine !== "auto" && search === null) return this.byCircuit(planNamed(engine, options, threads));
    const isLast = engine !== "auto" || host === undefined || why !== null;
    const isElsewhere = why !== null && this.functionSearch !== null;
    const found = await this.explicitly(engine === "auto" ? "explicit" : engine, search ?? {}, isLast, isElsewhere);
    if (why !== null && found.answer === "holds") return { ...found, notes: [`${why} is a function: ${NO_PROOF}`] };
    if (isLast || found.reason === "cancelled" || this.secondsLeft() <= 0) return found;
    switch (found.answer) {
      case "unknown":
        return this.byCircuit(null);
      case "holds":
        return this.proven(found);
      case "fails":
        return found;
    }
  }

  /** A visit of all states leaves nothing that others could check. The engines for circuits may find a proof, soon. */
  private async proven(found: Found): Promise<Found> {
    const soon = Math.max(MIN_PROOF_SECONDS, (performance.now() - this.started) / 1000);
    const proof = await this.byCircuit(null, soon);
    if (proof.answer === "fails")
      throw new InternalError(`${found.engine} says that '${this.question.text}' holds, ${proof.engine} that it fails`);
    if (proof.answer === "unknown" || proof.evidence === "none") return found;
    return { ...proof, stats: { ...proof.stats, ...found.stats } };
  }

  private functionInQuestion(): string | null {
    const atom = [...this.question.atoms.values()].find((a) => typeof a.holds === "function");
    return atom === undefined ? null : `the proposition ${atom.name}`;
  }

  private secondsLeft(): number {
    return (this.deadline - performance.now()) / 1000;
  }

  // ---- visiting states

  private async explicitly(
    engine: string,
    search: Partial<ExplicitOptions>,
    isLast: boolean,
    isElsewhere: boolean,
  ): Promise<Found> {
    if (this.question.logic !== "ltl") throw new Error("the explicit search is for LTL");
    const options = { ...this.explicitOptions(isLast), ...search };
    const answer = isElsewhere
      ? await this.searchElsewhere(engine, options)
      : await this.inSlices(engine, searchProgram(this.system, this.question, options));
    return this.found(engine, answer);
  }

  private searchElsewhere(engine: string, { shouldStop: _, ...options }: ExplicitOptions): Promise<ExplicitAnswer> {
    const { signal, onEvent } = this.options;
    return this.functionSearch!(this.question.text, {
      options,
      seconds: this.secondsLeft(),
      ...(signal !== undefined && { signal }),
      onEvent: (event) => onEvent?.(engine, event),
    });
  }

  private explicitOptions(isLast: boolean): ExplicitOptions {
    const until = isLast ? this.deadline : Math.min(this.deadline, this.started + AUTO_SECONDS * 1000);
    return {
      states: this.options.states ?? (isLast ? DEFAULT_STATES : AUTO_STATES),
      memoryLimit: this.options.memoryBytes ?? DEFAULT_MEMORY,
      seed: this.options.seed ?? 1,
      shouldStop: () => (this.options.signal?.aborted ? "cancelled" : performance.now() > until ? "time" : null),
    };
  }

  /** CTL here and now: the reference writes all states of the circuit down, and needs no kernels. */
  private async byReference(): Promise<Found> {
    const compiled = programDesign(this.system, [this.question]);
    const { design } = compiled;
    const property = design.properties[design.properties.length - 1]!;
    const options = this.explicitOptions(true);
    const context = {
      shouldStop: () => options.shouldStop?.() ?? null,
      memoryLimit: options.memoryLimit ?? DEFAULT_MEMORY,
      seed: 1,
      kernels: NO_KERNELS,
    };
    const states = this.options.states ?? REFERENCE_STATES;
    const outcome = await this.inSlices("reference", solve(design, property, uncertified, { states }, context));
    const found = this.fromOutcome(compiled, property.name, outcome);
    if (found.answer !== "holds") return found;
    const around = this.found(
      "reference",
      await this.inSlices("reference", lookAround(this.system, options, found.stats)),
    );
    return around.answer === "holds" ? { ...found, stats: around.stats } : around;
  }

  private async inSlices<T>(engine: string, search: Generator<Progress, T>): Promise<T> {
    let since = performance.now();
    for (;;) {
      const { done, value } = search.next();
      if (done) return value;
      if (performance.now() - since < SLICE_MS) continue;
      this.options.onEvent?.(engine, value);
      await new Promise((resolve) => setTimeout(resolve));
      since = performance.now();
    }
  }

  private found(engine: string, answer: ExplicitAnswer): Found {
    const common = { engine, stats: answer.stats, notes: [], reason: null, detail: "" };
    switch (answer.kind) {
      case "holds":
        return { ...common, answer: "holds", evidence: "none", counterexample: null };
      case "unknown":
        return { ...common, ...answer, answer: "unknown", evidence: "none", counterexample: null };
      case "mistake":
        throw withRun(this.system, answer.error, answer.run);
      case "deadlock":
        return { ...common, ...this.deadlock(answer.run) };
      case "violated":
        return { ...common, answer: "fails", evidence: "checked", counterexample: this.violation(answer.behaviour) };
    }
  }

  private deadlock(run: Behaviour): Pick<Found, "answer" | "evidence" | "counterexample" | "detail"> {
    this.replay(run);
    if (new Semantics(this.system).enabled(run.states.at(-1)!).includes(true))
      throw new InternalError("a step is enabled in the state that is called a deadlock");
    const counterexample = counterexampleOf(this.system, "deadlock", run);
    return { answer: "fails", evidence: "checked", counterexample, detail: "no step is enabled after this run" };
  }

  private violation(behaviour: Behaviour): Counterexample {
    this.replay(behaviour);
    const { question, system } = this;
    const kind = behaviour.loop === null ? "run" : "lasso";
    if (question.logic !== "ltl") return counterexampleOf(system, kind, behaviour);
    const { formula, atoms } = question;
    const fails =
      behaviour.loop === null
        ? refutesFormula(system, behaviour, formula, atoms)
        : !satisfiesFormula(system, behaviour, formula, atoms);
    if (!fails) throw new InternalError("the formula does not fail on the counterexample");
    return counterexampleOf(system, kind, behaviour, breachOf(system, behaviour, formula, atoms));
  }

  private replay(behaviour: Behaviour): void {
    const problem = problemWith(this.system, behaviour);
    if (problem !== null) throw new InternalError(`the counterexample does not replay: ${problem}`);
  }

  // ---- as a circuit

  /** The formula first; where it holds, also that the program makes no mistake and does not get stuck. */
  private async byCircuit(plan: Plan | null, seconds = Number.POSITIVE_INFINITY): Promise<Found> {
    const until = Math.min(this.deadline, performance.now() + 1000 * seconds);
    const compiled = programDesign(this.system, [this.question]);
    const { properties } = compiled.design;
    const last = properties.length - 1;
    let found = await this.property(compiled, last, plan, until);
    for (let k = 0; k < last && found.answer === "holds"; k++) {
      const more = await this.property(compiled, k, null, until);
      if (more.answer !== "holds") found = more;
      else if (more.evidence === "none") found = { ...found, evidence: "none" };
    }
    return found;
  }

  private async property(compiled: ProgramDesign, index: number, plan: Plan | null, until: number): Promise<Found> {
    const { host } = this.options;
    if (host === undefined) throw new OptionError("engines other than 'explicit' need a host that spawns workers");
    const { design } = compiled;
    const property = design.properties[index]!;
    const outcome = await aboutDesign({ design, property }, () =>
      runPlan(
        design,
        index,
        plan ?? planFor(design, property),
        {
          ...this.options,
          threads: this.options.threads ?? 1,
          memoryBytes: this.options.memoryBytes ?? DEFAULT_MEMORY,
          seed: this.options.seed ?? 1,
          seconds: (until - performance.now()) / 1000,
        },
        host,
      ),
    );
    return this.fromOutcome(compiled, property.name, outcome);
  }

  private fromOutcome(compiled: ProgramDesign, property: string, outcome: Outcome): Found {
    const { verdict, engine, evidence, notes } = outcome;
    const common = { engine, evidence, notes, stats: verdict.stats, reason: null, detail: "", counterexample: null };
    if (verdict.answer === "unknown") return { ...common, ...verdict };
    if (verdict.answer === "holds") return { ...common, answer: "holds" };
    const { witness } = verdict;
    if (witness === null) return { ...common, answer: "fails" };
    if (witness.kind === "tree" || (property === this.question.text && this.question.logic === "ctl")) {
      const asked = compiled.design.properties[compiled.design.properties.length - 1]!;
      const text = witnessText(compiled.design.model, asked, witness);
      const counterexample: Counterexample = {
        kind: "branching",
        states: [],
        steps: [],
        loop: null,
        fairness: [],
        breach: null,
        text,
      };
      return { ...common, answer: "fails", counterexample };
    }
    const behaviour = behaviourOf(compiled.compiled, witness);
    if (property === NO_DEADLOCK) return { ...common, ...this.deadlock(behaviour) };
    if (property === NO_ERRORS) throw withRun(this.system, mistakeAfter(this.system, behaviour), behaviour);
    return { ...common, answer: "fails", counterexample: this.violation(behaviour) };
  }
}

/** Engines disagree about a circuit that the user has not seen: it goes with the error. */
async function aboutDesign(about: NonNullable<Disagreement["about"]>, work: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await work();
  } catch (e) {
    throw e instanceof Disagreement ? new Disagreement(e.outcomes, about) : e;
  }
}

/** How the engines that search state by state go through a system itself; null for all others. */
function searchNamed(name: string, given: OptionValues): ExplicitOptions | null {
  if (name === "explicit") return {};
  const algorithm = ALGORITHMS.find((a) => a === name);
  const engine = engineNamed(name);
  if (algorithm === undefined || engine === undefined) return null;
  const { hash, states, field, functions } = completed(engine.options, given);
  return {
    algorithm,
    ...(typeof hash === "string" && { hash: hash as Hashing }),
    ...(typeof states === "number" && { states }),
    ...(typeof field === "number" && { field: fieldBytes(field) }),
    ...(typeof functions === "number" && { functions }),
  };
}

const ALGORITHMS: readonly Algorithm[] = ["nested-emptiness", "cvwy", "couvreur"];

/** Its proofs would have to be checked by a kernel. */
const WHY = "a proof needs a SAT solver to check it, which is not here";

const uncertified: Engine = {
  ...reference,
  decides: {
    *ctl(task, options, context) {
      const verdict = yield* decide(reference, task, options, context);
      switch (verdict.answer) {
        case "holds":
          return { ...verdict, certificate: null, why: WHY };
        case "fails":
          return { ...verdict, refutation: null, why: WHY };
        case "unknown":
          return verdict;
      }
    },
  },
};

const NO_KERNELS = {
  get bdd(): never {
    throw new Error("the reference needs no kernels");
  },
  get sat(): never {
    throw new Error("the reference needs no kernels");
  },
};

/** The mistake that the last step of a run makes, by the semantics of programs. */
function mistakeAfter(system: Program, { states, steps }: Behaviour): ModelError {
  const semantics = new Semantics(system);
  const state = states[states.length - 1]!;
  const step = steps[steps.length - 1];
  try {
    semantics.enabled(state);
    if (step) semantics.after(step, state);
  } catch (e) {
    if (e instanceof ModelError) return e;
    throw e;
  }
  throw new InternalError("the run to a mistake of the program makes none");
}

/** The error, with the way to it. */
function withRun(system: Program, error: ModelError, run: Behaviour): ModelError {
  const over: Behaviour = { ...run, loop: null };
  const problem = `${error.problem}\nafter\n${behaviourText(system, over)}`.trimEnd();
  return new ModelError(error.code, problem, error.place, error.cause, error.written);
}

function counterexampleOf(
  system: Program,
  kind: "lasso" | "run" | "deadlock",
  behaviour: Behaviour,
  breach: Breach | null = null,
): Counterexample {
  const steps = behaviour.steps.map((s) => (s === null ? null : `${s.processName}.${s.name}`));
  return {
    kind,
    states: behaviour.states.map((state) => recordOf(system.variables.map((v) => [v.name, valueIn(v, state)]))),
    steps: behaviour.loop === null ? steps.slice(0, -1) : steps,
    loop: behaviour.loop,
    fairness: fairnessMet(system, behaviour),
    breach: breach === null ? null : { state: breach.state, text: breachText(breach) },
    text: `${behaviourText(system, behaviour, breach)}${kind === "deadlock" ? "-- no step is enabled\n" : ""}`,
  };
}

function resultText(result: Omit<SystemResult, "toString">): string {
  return systemResultText(`${forTerminal(result.system)}: ${forTerminal(result.formula)}`, result, PLAIN);
}

const PLAIN: Colours = { green: (t) => t, red: (t) => t, yellow: (t) => t, dim: (t) => t };

/** An answer for people: one line, then the counterexample. */
export function systemResultText(name: string, result: Omit<SystemResult, "toString">, c: Colours): string {
  const how = c.dim(`(${result.engine}, ${result.seconds.toFixed(2)} s)`);
  const worth = result.vacuity === undefined ? [] : vacuityNotes(result.vacuity);
  const notes = [...result.notes, ...worth].map((note) => `note: ${forMessage(note)}\n`).join("");
  const isVacuous = result.vacuity?.answer === "vacuous";
  switch (result.answer) {
    case "holds":
      return `${name} ${isVacuous ? c.yellow("holds vacuously") : c.green("holds")}, ${provenBy(result)} ${how}\n${notes}`;
    case "unknown":
      return `${name} ${c.yellow("unknown")}: ${result.reason}, ${forMessage(result.detail)} ${how}\n${notes}`;
    case "fails": {
      const isStuck = result.counterexample?.kind === "deadlock";
      const what = isStuck ? `cannot be relied on: the system has a ${c.red("deadlock")}` : c.red("fails");
      const replayed = result.evidence === "checked" ? ", counterexample replayed" : "";
      return `${name} ${what}${replayed} ${how}\n${notes}${result.counterexample?.text ?? ""}`;
    }
  }
}

function provenBy({ engine, evidence, stats }: Omit<SystemResult, "toString">): string {
  const { systemStates, states } = stats;
  if (systemStates !== undefined) return `all ${systemStates} states visited, ${EVIDENCE[evidence]}`;
  const isVisit = evidence === "none" && (engine === "explicit" || ALGORITHMS.some((a) => a === engine));
  if (!isVisit) return EVIDENCE[evidence];
  return `all ${states} states of the product with the formula visited, ${EVIDENCE[evidence]}`;
}

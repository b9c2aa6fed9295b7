import { strengthOf } from "../automata/strength.js";
import type { Tgba } from "../automata/tgba.js";
import { violationsOf } from "../automata/violations.js";
import type { Stats, UnknownReason } from "../evidence/verdict.js";
import { ProductSpace } from "../explicit/product.js";
import { isExact, type SearchFigures, type SearchOptions, searchFairCycle, seenText } from "../explicit/search.js";
import type { StateSpace } from "../explicit/state-space.js";
import type { Progress } from "../limits/progress.js";
import { Stopped, untilStopped } from "../limits/stopped.js";
import { type Behaviour, refutesFormula } from "./behaviour.js";
import { alongPath, type ExploreFigures, explore } from "./explore.js";
import type { ModelError } from "./model-error.js";
import { fairnessOf, type Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import { numberedByAutomata, type Searched, type SecondVisit, secondVisit } from "./second-visit.js";
import { ProgramSpace, type ProgramSpaceOptions } from "./space.js";

export interface ExplicitOptions extends Omit<SearchOptions, "numbers"> {
  readonly mode?: ProgramSpaceOptions["mode"];
  /** That the formula holds is checked, by a second visit of all states. Not of an algorithm that keeps no components. */
  readonly check?: boolean;
}

/** What visiting the states of a program found. */
export type ExplicitAnswer = { readonly stats: Stats } & (
  | { readonly kind: "holds"; readonly check: SecondVisit | null }
  | { readonly kind: "violated"; readonly behaviour: Behaviour }
  | { readonly kind: "deadlock"; readonly run: Behaviour }
  | { readonly kind: "mistake"; readonly error: ModelError; readonly run: Behaviour }
  | { readonly kind: "unknown"; readonly reason: UnknownReason; readonly detail: string }
);

/**
 * Looks for a fair behaviour that violates the formula; and, on the way, for mistakes of the program and deadlocks: the
 * automata are made so that the search meets every state. A violation counts more than those, wherever they are.
 */
export function* searchProgram(
  program: Program,
  question: LtlQuestion,
  options: ExplicitOptions,
): Generator<Progress, ExplicitAnswer> {
  const answer = yield* untilStopped(searchFor(program, question, options));
  return answer instanceof Stopped ? unknown(answer, answer.figures) : answer;
}

const unknown = ({ reason, detail }: Stopped, stats: Stats) => ({ kind: "unknown", reason, detail, stats }) as const;

function* searchFor(
  program: Program,
  question: LtlQuestion,
  options: ExplicitOptions,
): Generator<Progress, ExplicitAnswer> {
  const automata = violationsOf(question.formula).automata(options.shouldStop);
  if ("unsupported" in automata)
    return { kind: "unknown", reason: "unsupported", detail: automata.unsupported, stats: {} };
  if (options.algorithm === undefined && isExact(options) && isRefutedByRuns(program, automata)) {
    const answer = yield* shortestRefutation(program, question, automata, options);
    if (answer !== null) return answer;
  }
  return yield* new FairCycleSearch(program, question, automata, options).run();
}

/**
 * Does a finite run violate the formula, whatever comes after it? Then fairness does not matter: every run can be continued
 * so that each process which is owed a step takes it (or meets a deadlock or mistake, and the check fails all the same). Not so where a
 * condition must be met again and again, or where a run that ends does not count.
 */
function isRefutedByRuns(program: Program, automata: readonly Tgba[]): boolean {
  const canGoOn = fairnessOf(program).every(({ kind }) => kind === "weak" || kind === "strong");
  const isGuarantee = (automaton: Tgba) => ["terminal", "empty"].includes(strengthOf(automaton));
  return program.deadlock !== "end" && canGoOn && automata.every(isGuarantee);
}

/** All states, breadth first. Null where the run that was found does not tell by itself that the formula fails. */
function* shortestRefutation(
  program: Program,
  question: LtlQuestion,
  automata: readonly Tgba[],
  options: ExplicitOptions,
): Generator<Progress, ExplicitAnswer | null> {
  const { formula, atoms } = question;
  const space = new ProgramSpace(program, { propositions: [...atoms.values()], fairness: false, ...modeOf(options) });
  const product = productOf(space, automata, [...atoms.keys()]);
  const count = new SystemStates(product);
  const notice = (states: Int32Array, at: number) => count.notice(states, at);
  const search = explore(space, product.space, { ...options, notice });
  const { accepted, mistake, deadlock, figures, table } = yield* withProgress("searching", search);
  const stats = { ...figures };
  if (accepted !== null) {
    const isShown = refutesFormula(program, accepted, formula, atoms);
    return isShown ? { kind: "violated", behaviour: accepted, stats } : null;
  }
  if (mistake !== null) return { kind: "mistake", ...mistake, stats };
  if (deadlock !== null) return { kind: "deadlock", run: deadlock, stats };
  const searched = { program, question, automata, space, parts: product.parts };
  const check = options.check ? yield* secondVisit(searched, numberedByAutomata(searched, table), options) : null;
  return { kind: "holds", check, stats: { ...stats, ...count.of(figures.states) } };
}

/** A search for fair cycles of the product of a program and automata. */
class FairCycleSearch {
  private readonly space: ProgramSpace;
  private readonly product: Product;
  private readonly count: SystemStates;
  private readonly searched: Searched;
  private wasWrong = false;

  constructor(
    private readonly program: Program,
    question: LtlQuestion,
    automata: readonly Tgba[],
    private readonly options: ExplicitOptions,
  ) {
    const { atoms } = question;
    this.space = new ProgramSpace(program, { propositions: [...atoms.values()], ...modeOf(options) });
    this.product = productOf(this.space, automata, [...atoms.keys()]);
    this.count = new SystemStates(this.product);
    this.searched = { program, question, automata, space: this.space, parts: this.product.parts };
  }

  *run(): Generator<Progress, ExplicitAnswer> {
    const { options, space, product } = this;
    const algorithm = options.algorithm ?? (isExact(options) ? "couvreur" : "nested-emptiness");
    const notice = (states: Int32Array, at: number) => this.notice(states, at);
    const numbers = options.check ?? false;
    const search = searchFairCycle(product.space, { ...options, algorithm, notice, numbers });
    const found = yield* withProgress("searching", search);
    const stats: Stats = { ...found.figures };
    if (found.kind === "fair-cycle") {
      const { states, labels, loop } = found.lasso;
      const { conditions } = product.space;
      return { kind: "violated", behaviour: alongPath(space, states, loop, { labels, conditions }), stats };
    }
    if (space.isWrong) return yield* this.whatIsWrong(found.noticed, stats);
    switch (found.kind) {
      case "stopped":
        return unknown(found.why, stats);
      case "not-found": {
        const { coverage } = found;
        const detail = `no violation found; ${seenText(options.hash, coverage)}`;
        return { kind: "unknown", reason: "bound", detail, stats: { ...stats, coverage } };
      }
      case "empty": {
        const { numbered, figures } = found;
        const check = numbered === null ? null : yield* secondVisit(this.searched, numbered, options);
        return { kind: "holds", check, stats: { ...stats, ...this.count.of(figures.states) } };
      }
    }
  }

  /** Is it in this state that something was found to be wrong with the program? */
  private notice(states: Int32Array, at: number): boolean {
    this.count.notice(states, at);
    if (this.wasWrong || !this.space.isWrong) return false;
    this.wasWrong = true;
    return this.space.wrongIn(states, at) !== null;
  }

  /** A shortest run to a mistake or deadlock if there is room to look for one; else the path of the search. */
  private *whatIsWrong(path: readonly Int32Array[] | null, stats: Stats): Generator<Progress, ExplicitAnswer> {
    const { options, space, program } = this;
    const limits = isExact(options) ? options : { ...options, states: Math.min(options.states ?? EXACT, EXACT) };
    const answer = yield* lookAround(program, limits, stats);
    if (answer.kind !== "unknown" || path === null) return answer;
    const wrong = space.wrongIn(path[path.length - 1]!, 0);
    const run = alongPath(space, path, null);
    if (wrong === "deadlock") return { kind: "deadlock", run, stats };
    return wrong === null ? answer : { kind: "mistake", error: wrong, run, stats };
  }
}

/** Whether the program makes a mistake or gets stuck in some reachable state. */
export function* lookAround(
  program: Program,
  options: ExplicitOptions,
  stats: Stats,
): Generator<Progress, ExplicitAnswer> {
  const space = new ProgramSpace(program, { fairness: false, ...modeOf(options) });
  const search = withProgress("looking for deadlocks and mistakes", explore(space, space, options));
  const found = yield* untilStopped(search);
  if (found instanceof Stopped)
    return { ...unknown(found, stats), detail: `${found.detail} while looking for deadlocks` };
  const { mistake, deadlock, figures } = found;
  const all = { ...stats, systemStates: figures.states };
  if (mistake !== null) return { kind: "mistake", ...mistake, stats: all };
  if (deadlock !== null) return { kind: "deadlock", run: deadlock, stats: all };
  return { kind: "holds", check: null, stats: all };
}

/** How far a search is and how fast; where states wait in a queue, how many. Its clock stands still while nobody asks for more. */
function* withProgress<T>(what: string, search: Generator<SearchFigures | ExploreFigures, T>): Generator<Progress, T> {
  let seconds = 0;
  for (;;) {
    const since = performance.now();
    const { done, value } = search.next();
    if (done) return value;
    seconds += (performance.now() - since) / 1000;
    const { states, transitions, depth, bytes } = value;
    const statesPerSecond = Math.round(states / Math.max(seconds, 0.001));
    const queue: Record<string, number> = "queue" in value ? { queue: value.queue } : {};
    yield { what, figures: { states, statesPerSecond, transitions, depth, ...queue, megabytes: bytes / 1e6 } };
  }
}

/** Where states are kept as hash values, a shortest run is looked for among so many. */
const EXACT = 2 ** 20;

const modeOf = ({ mode }: ExplicitOptions) => (mode === undefined ? {} : { mode });

interface Product {
  readonly space: StateSpace;
  /** One for each automaton, each made of the one before. */
  readonly parts: readonly ProductSpace[];
  /** Is every automaton in its initial state? */
  isAtStart(states: Int32Array, at: number): boolean;
  /** Each automaton can always stay there. */
  readonly staysAtStart: boolean;
}

/** The program and all automata side by side; every reachable state of the program is in it. */
function productOf(space: ProgramSpace, automata: readonly Tgba[], names: readonly string[]): Product {
  const parts: ProductSpace[] = [];
  const product = automata.reduce<StateSpace>((system, automaton, k) => {
    const propositionOf = automaton.atoms.map((atom) => names.indexOf(atom));
    const keepPropositions = k < automata.length - 1;
    const part = new ProductSpace(system, automaton, propositionOf, { keepPropositions, visitAll: true });
    parts.push(part);
    return part;
  }, space);
  return {
    space: product,
    parts,
    isAtStart: (states, at) => parts.every((part) => part.isAtStart(states, at)),
    staysAtStart: parts.every((part) => part.staysAtStart),
  };
}

/** How many states the program itself has, as far as the product tells. */
class SystemStates {
  private atStart = 0;

  constructor(private readonly product: Product) {}

  notice(states: Int32Array, at: number): void {
    if (this.product.isAtStart(states, at)) this.atStart++;
  }

  /** After all of so many states were seen: known where the automata could stay at their start, or did. Else those of the product. */
  of(states: number): { readonly systemStates: number } | { readonly productStates: number } {
    const isKnown = this.product.staysAtStart || this.atStart === states;
    return isKnown ? { systemStates: this.atStart } : { productStates: states };
  }
}

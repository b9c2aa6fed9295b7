import type { Ltl } from "../formula/ltl.js";
import { type FormulaId, SharedFormulas } from "../formula/shared.js";
import { Simplifier, type SimplifierStyle } from "../formula/simplify.js";
import { type Limits, Stopped, unlessStopped } from "../limits/stopped.js";
import { BooleanFunctions } from "../logic/boolean-functions.js";
import { InputError } from "../text/input-error.js";
import { Budget, type ConstructionLimits } from "./budget.js";
import { Tableau } from "./from-ltl.js";
import { guessFutureInPast } from "./guess.js";
import { isSameLanguage, minimalWeak } from "./obligation.js";
import { isSmaller, reduce, trimmed } from "./reduce.js";
import { mapLabels, stateCount, type Tgba, withOwnLabels } from "./tgba.js";
import { withFewerAcceptanceSets } from "./trim.js";

/** What a translation may cost. An automaton that is too large is refused with an `InputError`; `shouldStop` ends in `Stopped`. */
export interface TranslationOptions extends Partial<Pick<Limits, "shouldStop">> {
  /** States before reduction; 10,000 when absent. */
  readonly maxStates?: number;
  /** Edges before reduction; 200,000 when absent. */
  readonly maxEdges?: number;
}

const limitsOf = (options: TranslationOptions): ConstructionLimits => ({
  ...options,
  maxStates: options.maxStates ?? 10_000,
  maxEdges: options.maxEdges ?? 200_000,
});

/** A first automaton larger than this is not worth a second try. */
const MAX_STATES_FOR_RETRY = 400;

/**
 * A small automaton that accepts exactly the words that satisfy the formula.
 *
 * Equivalent formulas can have automata of different sizes, so a few forms of the formula are tried: simplified in two
 * styles, and as it is. Each automaton is reduced; if the language is an obligation, the minimal deterministic weak
 * automaton competes as well. The smallest wins.
 */
export function ltlToTgba(formula: Ltl, options: TranslationOptions = {}): Tgba {
  const limits = limitsOf(options);
  return refusing(() => {
    const formulas = sharedFormulas(limits);
    return new Translation(formulas, limits).run(formulas.fromLtl(formula));
  });
}

/**
 * Automata that together accept exactly the words that satisfy the formula: a word is accepted when each of them
 * accepts it. The parts of a conjunction get one each, since a common automaton multiplies their states and edges; only
 * if it needs fewer bits than they do, because the parts have to do with each other, it takes their place.
 */
export function ltlToAutomata(formula: Ltl, options: TranslationOptions = {}): Tgba[] {
  const limits = limitsOf(options);
  return refusing(() => automataOf(formula, limits));
}

function automataOf(formula: Ltl, limits: ConstructionLimits): Tgba[] {
  const formulas = sharedFormulas(limits);
  const translate = (f: FormulaId) => new Translation(formulas, limits).run(f);
  const parts = conjuncts(formulas, new Simplifier(formulas).simplify(formulas.fromLtl(formula)));
  const [recurrent, others] = [true, false].map((wanted) => parts.filter((f) => isRecurrence(formulas, f) === wanted));
  const automata = others!.map(translate);
  const states = automata.reduce((n, automaton) => n * stateCount(automaton), 1);
  if (automata.length > 1 && states <= MAX_STATES_TOGETHER) {
    tolerant(() => {
      const common = translate(formulas.and(others!));
      if (bitsOf([common]) < bitsOf(automata)) automata.splice(0, automata.length, common);
    });
  }
  return [...automata, ...recurrent!.map(translate)];
}

/** A common automaton with more states than this is not tried. */
const MAX_STATES_TOGETHER = 256;

const bitsOf = (automata: readonly Tgba[]): number =>
  automata.reduce((n, automaton) => n + Math.ceil(Math.log2(stateCount(automaton))), 0);

function conjuncts(formulas: SharedFormulas, f: FormulaId): FormulaId[] {
  const node = formulas.node(f);
  if (node.op === "and") return node.args.flatMap((arg) => conjuncts(formulas, arg));
  if (node.op !== "G") return [f];
  const inner = formulas.node(node.arg);
  return inner.op === "and" ? inner.args.map((arg) => formulas.unary("G", arg)) : [f];
}

/** G F of something without temporal operators: one state, no choice. */
function isRecurrence(formulas: SharedFormulas, f: FormulaId): boolean {
  const node = formulas.node(f);
  if (node.op !== "G") return false;
  const inner = formulas.node(node.arg);
  return inner.op === "F" && formulas.isBool(inner.arg);
}

class Translation {
  private readonly tried = new Set<FormulaId>();
  private readonly labels: BooleanFunctions;
  private best: Tgba | undefined;

  constructor(
    private readonly formulas: SharedFormulas,
    private readonly limits: ConstructionLimits,
  ) {
    this.labels = new BooleanFunctions(undefined, askerOf(limits));
  }

  run(formula: FormulaId): Tgba {
    this.attempt(formula, "outward", new Budget(this.limits));
    const first = stateCount(this.best!);
    if (first <= MAX_STATES_FOR_RETRY) {
      const maxStates = Math.min(this.limits.maxStates, 4 * first + 32);
      for (const style of ["inward", "plain"] as const) {
        tolerant(() => this.attempt(formula, style, new Budget({ ...this.limits, maxStates })));
      }
    }
    return withOwnLabels(withFewerAcceptanceSets(this.best!, "none"));
  }

  private attempt(formula: FormulaId, style: SimplifierStyle | "plain", budget: Budget): void {
    const simplifier = new Simplifier(this.formulas, style === "plain" ? "outward" : style);
    const simple = style === "plain" ? formula : simplifier.simplify(formula);
    if (this.tried.has(simple)) return;
    this.tried.add(simple);
    const raw = this.tableau(simple, simplifier, budget);
    this.offer(raw);
    // What follows only makes the automaton smaller.
    tolerant(() => {
      const reduced = reduce(raw, budget);
      this.offer(reduced);
      this.offerWeak(simple, simplifier, reduced, budget);
    });
  }

  private offer(automaton: Tgba): void {
    if (this.best === undefined || isSmaller(automaton, this.best)) this.best = automaton;
  }

  private tableau(formula: FormulaId, simplifier: Simplifier, budget: Budget): Tgba {
    const { formula: guessed, variables } = guessFutureInPast(this.formulas, formula);
    const raw = new Tableau(this.formulas, simplifier, this.labels, budget).build(guessed);
    if (variables.size === 0) return trimmed(raw);
    return trimmed(mapLabels(raw, (label) => this.labels.exists(label, (variable) => variables.has(variable))));
  }

  /** The minimal weak automaton, if the language has one. */
  private offerWeak(formula: FormulaId, simplifier: Simplifier, automaton: Tgba, budget: Budget): void {
    if (stateCount(automaton) > MAX_STATES_FOR_RETRY) return;
    const weak = minimalWeak(automaton, 4 * stateCount(automaton) + 64, budget);
    if (weak === undefined) return;
    const result = trimmed(weak.automaton);
    if (!isSmaller(result, this.best!)) return;
    if (!this.formulas.traits(formula).obligation) {
      const negation = this.tableau(simplifier.simplify(this.formulas.not(formula)), simplifier, budget);
      if (!isSameLanguage(weak, automaton, negation, budget)) return;
    }
    this.best = result;
  }
}

/** Decision diagrams, and whatever is looked up in formulas, count as work. */
function askerOf(limits: ConstructionLimits): () => void {
  const budget = new Budget(limits);
  return () => budget.ask();
}

const sharedFormulas = (limits: ConstructionLimits): SharedFormulas => new SharedFormulas(askerOf(limits));

/** A formula whose automaton is too large is refused: nobody's time or memory would help. */
function refusing<T>(work: () => T): T {
  const result = unlessStopped(work);
  if (!(result instanceof Stopped)) return result;
  if (result.reason !== "bound") throw result;
  throw new InputError("automaton-size", `the automaton of the formula has ${result.detail}`);
}

/** Work that may be given up, because there is an automaton without it. */
const tolerant = (work: () => void): unknown => unlessStopped(work);

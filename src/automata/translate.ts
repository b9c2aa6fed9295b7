import { InputError } from "../formats/text.js";
import type { Ltl } from "../formula/ltl.js";
import { type FormulaId, SharedFormulas } from "../formula/shared.js";
import { Simplifier, type SimplifierStyle } from "../formula/simplify.js";
import { type Limits, Tableau } from "./from-ltl.js";
import { guessFutureInPast } from "./guess.js";
import { isSameLanguage, minimalWeak } from "./obligation.js";
import { isSmaller, reduce, trimmed } from "./reduce.js";
import { mapLabels, stateCount, type Tgba, withOwnLabels } from "./tgba.js";
import { withFewerAcceptanceSets } from "./trim.js";

/** What a translation may cost. */
export interface TranslationOptions {
  /** More states than this before reduction end in an error; 10,000 when absent. */
  readonly maxStates?: number;
  /** Asked now and then; true ends the translation with an error. */
  readonly shouldStop?: () => boolean;
}

const DEFAULT_MAX_STATES = 10_000;
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
  const limits = { ...options, maxStates: options.maxStates ?? DEFAULT_MAX_STATES };
  const formulas = new SharedFormulas();
  return new Translation(formulas, limits).run(formulas.fromLtl(formula));
}

class Translation {
  private readonly tried = new Set<FormulaId>();
  private best: Tgba | undefined;

  constructor(
    private readonly formulas: SharedFormulas,
    private readonly limits: Limits,
  ) {}

  run(formula: FormulaId): Tgba {
    const first = this.attempt(formula, "outward", this.limits);
    if (first <= MAX_STATES_FOR_RETRY) {
      const limits = { ...this.limits, maxStates: Math.min(this.limits.maxStates, 4 * first + 32) };
      for (const style of ["inward", "plain"] as const) this.retry(formula, style, limits);
    }
    return withOwnLabels(withFewerAcceptanceSets(this.best!, "none"));
  }

  private retry(formula: FormulaId, style: Style, limits: Limits): void {
    try {
      this.attempt(formula, style, limits);
    } catch (error) {
      if (!(error instanceof InputError && error.code === "automaton-states")) throw error;
    }
  }

  /** Number of states before reduction. */
  private attempt(formula: FormulaId, style: Style, limits: Limits): number {
    const simplifier = new Simplifier(this.formulas, style === "plain" ? "outward" : style);
    const simple = style === "plain" ? formula : simplifier.simplify(formula);
    if (this.tried.has(simple)) return 0;
    this.tried.add(simple);
    const raw = this.tableau(simple, simplifier, limits);
    const reduced = reduce(raw);
    if (this.best === undefined || isSmaller(reduced, this.best)) this.best = reduced;
    const weak = this.weak(simple, simplifier, raw, limits);
    if (weak !== undefined) this.best = weak;
    return stateCount(raw);
  }

  private tableau(formula: FormulaId, simplifier: Simplifier, limits: Limits): Tgba {
    const { formula: guessed, variables } = guessFutureInPast(this.formulas, formula);
    const raw = new Tableau(this.formulas, simplifier, limits).build(guessed);
    if (variables.size === 0) return trimmed(raw);
    const { functions } = this.formulas;
    return trimmed(mapLabels(raw, (label) => functions.exists(label, (variable) => variables.has(variable))));
  }

  /** The minimal weak automaton, if the language has one and it is at least as small as what is known. */
  private weak(formula: FormulaId, simplifier: Simplifier, raw: Tgba, limits: Limits): Tgba | undefined {
    const weak = minimalWeak(raw, 4 * stateCount(raw) + 64);
    if (weak === undefined) return undefined;
    const result = trimmed(weak.automaton);
    if (isSmaller(this.best!, result)) return undefined;
    if (this.formulas.traits(formula).obligation) return result;
    const negation = this.tableau(simplifier.simplify(this.formulas.not(formula)), simplifier, limits);
    return isSameLanguage(weak, raw, negation) ? result : undefined;
  }
}

type Style = SimplifierStyle | "plain";

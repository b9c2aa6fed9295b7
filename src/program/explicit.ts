import type { Tgba } from "../automata/tgba.js";
import { ltlToAutomata } from "../automata/translate.js";
import type { Stats, UnknownReason } from "../evidence/verdict.js";
import { SearchLimit } from "../explicit/growing-words.js";
import { ProductSpace } from "../explicit/product.js";
import { type SearchOptions, searchFairCycle, seenText } from "../explicit/search.js";
import type { StateSpace } from "../explicit/state-space.js";
import type { Ltl } from "../formula/ltl.js";
import { InputError } from "../text/input-error.js";
import type { Behaviour } from "./behaviour.js";
import { alongPath, explore } from "./explore.js";
import type { ModelError } from "./model-error.js";
import type { Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import { ProgramSpace, type ProgramSpaceOptions } from "./space.js";

export interface ExplicitOptions extends SearchOptions {
  readonly mode?: ProgramSpaceOptions["mode"];
}

/** What visiting the states of a program found. */
export type ExplicitAnswer = { readonly stats: Stats } & (
  | { readonly kind: "holds" }
  | { readonly kind: "violated"; readonly behaviour: Behaviour }
  | { readonly kind: "deadlock"; readonly run: Behaviour }
  | { readonly kind: "mistake"; readonly error: ModelError; readonly run: Behaviour }
  | { readonly kind: "unknown"; readonly reason: UnknownReason; readonly detail: string }
);

interface Progress {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

/**
 * Looks for a fair behaviour that violates the formula. Where there is none, all states are looked at once more, for
 * mistakes of the program and deadlocks: the automaton of a formula may never have let the search get there.
 */
export function* searchProgram(
  program: Program,
  { formula, atoms }: LtlQuestion,
  options: ExplicitOptions,
): Generator<Progress, ExplicitAnswer> {
  const automata = automataAgainst(formula, options);
  if (!Array.isArray(automata)) return { kind: "unknown", ...automata, stats: {} };
  const space = new ProgramSpace(program, { propositions: [...atoms.values()], ...modeOf(options) });
  const search = searchFairCycle(productOf(space, automata, [...atoms.keys()]), options);
  let result = search.next();
  for (; !result.done; result = search.next()) {
    const { states, transitions } = result.value;
    yield { what: "searching", figures: { states, transitions } };
  }
  const found = result.value;
  const stats = { ...found.figures };
  switch (found.kind) {
    case "fair-cycle": {
      // The words and conditions of the product begin with those of the program.
      const { states, labels, loop } = found.lasso;
      return { kind: "violated", behaviour: alongPath(space, states, loop, labels), stats };
    }
    case "unknown":
      return { kind: "unknown", reason: found.reason, detail: found.detail, stats };
    case "not-found": {
      const { coverage } = found;
      const detail = `no violation found; ${seenText(options.hash, coverage)}`;
      return { kind: "unknown", reason: "bound", detail, stats: { ...stats, coverage } };
    }
    case "empty":
      return yield* lookAround(program, options, stats);
  }
}

/** Whether the program makes a mistake or gets stuck in some reachable state. */
export function* lookAround(
  program: Program,
  options: ExplicitOptions,
  stats: Stats,
): Generator<Progress, ExplicitAnswer> {
  const space = new ProgramSpace(program, { fairness: false, ...modeOf(options) });
  try {
    const exploring = explore(space, options);
    let result = exploring.next();
    for (; !result.done; result = exploring.next())
      yield { what: "looking for deadlocks", figures: { states: result.value } };
    const { mistake, deadlock, states } = result.value;
    const all = { ...stats, systemStates: states };
    if (mistake !== null) return { kind: "mistake", ...mistake, stats: all };
    if (deadlock !== null) return { kind: "deadlock", run: deadlock, stats: all };
    return { kind: "holds", stats: all };
  } catch (e) {
    if (!(e instanceof SearchLimit)) throw e;
    return { kind: "unknown", reason: e.reason, detail: `${e.message} while looking for deadlocks`, stats };
  }
}

const modeOf = ({ mode }: ExplicitOptions) => (mode === undefined ? {} : { mode });

/** Automata that together accept what violates the formula. One that is too large to translate is no mistake. */
function automataAgainst(
  formula: Ltl,
  { shouldStop }: ExplicitOptions,
): Tgba[] | { readonly reason: UnknownReason; readonly detail: string } {
  try {
    return ltlToAutomata({ op: "not", arg: formula }, { shouldStop: () => (shouldStop?.() ?? null) !== null });
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    return { reason: shouldStop?.() ?? "unsupported", detail: e.problem };
  }
}

/** The program and all automata side by side. */
function productOf(space: ProgramSpace, automata: readonly Tgba[], names: readonly string[]): StateSpace {
  return automata.reduce<StateSpace>((system, automaton, k) => {
    const propositionOf = automaton.atoms.map((atom) => names.indexOf(atom));
    return new ProductSpace(system, automaton, propositionOf, k < automata.length - 1);
  }, space);
}

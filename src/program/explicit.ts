import { ltlToTgba } from "../automata/translate.js";
import { ProductSpace } from "../explicit/product.js";
import { searchFairCycle } from "../explicit/search.js";
import type { Stats, UnknownReason } from "../verdict/verdict.js";
import type { Behaviour } from "./behaviour.js";
import { alongPath, explore, TooManyStates } from "./explore.js";
import type { ModelError } from "./model-error.js";
import type { Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import { ProgramSpace, type ProgramSpaceOptions } from "./space.js";

export interface ExplicitLimits {
  readonly states: number;
  readonly bytes: number;
  readonly mode?: ProgramSpaceOptions["mode"];
  shouldStop(): "time" | "memory" | "cancelled" | null;
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
  limits: ExplicitLimits,
): Generator<Progress, ExplicitAnswer> {
  const mode = limits.mode ?? "generate";
  const space = new ProgramSpace(program, { propositions: [...atoms.values()], mode });
  const automaton = ltlToTgba({ op: "not", arg: formula }, { shouldStop: () => limits.shouldStop() !== null });
  const names = [...atoms.keys()];
  const product = new ProductSpace(
    space,
    automaton,
    automaton.atoms.map((atom) => names.indexOf(atom)),
  );
  const search = searchFairCycle(product, limits);
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
    case "not-found":
      throw new Error("an exact search knows what it has seen");
    case "empty":
      return yield* lookAround(new ProgramSpace(program, { fairness: false, mode }), limits, stats);
  }
}

function* lookAround(space: ProgramSpace, limits: ExplicitLimits, stats: Stats): Generator<Progress, ExplicitAnswer> {
  try {
    const exploring = explore(space, limits.states);
    let result = exploring.next();
    for (; !result.done; result = exploring.next()) {
      const reason = limits.shouldStop();
      if (reason !== null) return { kind: "unknown", reason, detail: "stopped while looking for deadlocks", stats };
      yield { what: "looking for deadlocks", figures: { states: result.value } };
    }
    const { mistake, deadlock, states } = result.value;
    const all = { ...stats, systemStates: states };
    if (mistake !== null) return { kind: "mistake", ...mistake, stats: all };
    if (deadlock !== null) return { kind: "deadlock", run: deadlock, stats: all };
    return { kind: "holds", stats: all };
  } catch (e) {
    if (!(e instanceof TooManyStates)) throw e;
    return { kind: "unknown", reason: "bound", detail: e.message, stats };
  }
}

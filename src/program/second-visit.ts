import { componentsOf, type Tgba } from "../automata/tgba.js";
import type { NumberedComponents } from "../explicit/numbered-components.js";
import type { ProductSpace } from "../explicit/product.js";
import type { StateTable } from "../explicit/state-table.js";
import type { Progress } from "../limits/progress.js";
import { type Limits, Stopped, untilStopped } from "../limits/stopped.js";
import { type ComponentClaim, problemWithComponents, type Situation } from "./check-components.js";
import type { Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import type { ProgramSpace } from "./space.js";

/** What came of checking why a formula holds, by a second visit of all states. */
export type SecondVisit =
  | { readonly kind: "checked"; readonly components: number }
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "stopped"; readonly detail: string };

/** The product that was searched: the program's own space, and one product for each automaton. */
export interface Searched {
  readonly program: Program;
  readonly question: LtlQuestion;
  readonly automata: readonly Tgba[];
  readonly space: ProgramSpace;
  readonly parts: readonly ProductSpace[];
}

export function* secondVisit(
  searched: Searched,
  numbered: NumberedComponents,
  limits: Partial<Limits>,
): Generator<Progress, SecondVisit> {
  const { program, question, automata } = searched;
  const claim = claimOf(searched, numbered);
  const check = problemWithComponents(program, question.atoms, automata, claim, limits);
  const problem = yield* untilStopped(withProgress(check, numbered.states));
  if (problem instanceof Stopped) return { kind: "stopped", detail: problem.detail };
  if (problem !== null) return { kind: "refused", problem };
  return { kind: "checked", components: numbered.components };
}

function* withProgress<T>(check: Generator<number, T>, states: number): Generator<Progress, T> {
  for (;;) {
    const { done, value } = check.next();
    if (done) return value;
    yield { what: "checking components", figures: { checked: value, states } };
  }
}

/** Packed states of the product in terms of the program. */
export function claimOf(
  { space, parts }: Pick<Searched, "space" | "parts">,
  numbered: NumberedComponents,
): ComponentClaim {
  const { layout, program } = space;
  const packed = new Int32Array(parts.at(-1)?.words ?? space.words);
  const state = new Int32Array(program.slots.length);
  return {
    situations: numbered.states,
    components: numbered.components,
    situation(n) {
      numbered.copy(n, packed);
      layout.unpack(packed, 0, state);
      return { state: state.slice(), automata: parts.map((part) => part.automatonAt(packed, 0)) };
    },
    find(situation: Situation) {
      const codes = new Int32Array(space.words);
      layout.pack(situation.state, codes, 0);
      const joined = parts.reduce<Int32Array>((system, part, k) => part.join(system, situation.automata[k]!), codes);
      return numbered.find(joined, 0);
    },
    componentOf: (n) => numbered.componentOf(n),
    wholeOf: (c) => numbered.wholeOf(c),
  };
}

/**
 * Components of states in which no automaton has seen what it waits for: those of the automata, whose cycles lack an acceptance set as long
 * as not all of them are in a last component. An automaton that is lost stays so.
 */
export function numberedByAutomata(
  { automata, parts }: Pick<Searched, "automata" | "parts">,
  table: StateTable,
): NumberedComponents {
  const components = automata.map(componentsOf);
  const state = new Int32Array(parts.at(-1)!.words);
  return {
    states: table.count,
    components: components.reduce((all, { count }) => all * (count + 1), 1),
    copy: (n, into) => table.copy(n, into),
    find: (data, at) => table.find(data, at),
    componentOf(n) {
      table.copy(n, state);
      const digit = (k: number) => (components[k]!.of[parts[k]!.automatonAt(state, 0)] ?? -1) + 1;
      return 1 + components.reduce((number, { count }, k) => number * (count + 1) + digit(k), 0);
    },
    wholeOf: () => 0,
  };
}

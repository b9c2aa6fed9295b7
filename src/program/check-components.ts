import type { Tgba } from "../automata/tgba.js";
import { goOn, type Limits } from "../limits/stopped.js";
import { ALWAYS, NEVER } from "../logic/boolean-functions.js";
import { ModelError } from "./model-error.js";
import {
  type FairnessCondition,
  fairnessOf,
  isOneEnabled,
  type NamedCondition,
  type Program,
  type StepFairness,
} from "./program.js";
import { type ProcessStep, Semantics, sameState } from "./semantics.js";

/** A state of a program beside the states of automata; an automaton that can read no more is lost, and its state the number of its states. */
export interface Situation {
  readonly state: Int32Array;
  readonly automata: readonly number[];
}

/** What somebody says about all situations that can be reached: `NumberedComponents`, in terms of the program. */
export interface ComponentClaim {
  readonly situations: number;
  readonly components: number;
  situation(n: number): Situation;
  find(situation: Situation): number;
  componentOf(n: number): number;
  wholeOf(component: number): number;
}

/** Situations between two looks at the limits. */
const SLICE = 256;

/**
 * Does the claim show that no fair behaviour of the program is accepted by all automata, and that the program makes no mistake and
 * has no deadlock? Everything in it is looked at: yields how many situations were, and returns what is wrong in a sentence, or null.
 *
 * This code knows the program by its semantics and fairness by its definition, and shares nothing with the searches.
 */
export function* problemWithComponents(
  program: Program,
  atoms: ReadonlyMap<string, NamedCondition>,
  automata: readonly Tgba[],
  claim: ComponentClaim,
  limits: Partial<Limits> = {},
): Generator<number, string | null> {
  const checker = new ComponentChecker(program, atoms, automata, claim);
  try {
    return yield* checker.run(limits);
  } catch (e) {
    if (e instanceof Problem) return e.message;
    if (e instanceof ModelError) return `the program makes a mistake: ${e.problem}`;
    throw e;
  }
}

class Problem extends Error {}

/** What may happen in a situation: the step, null where nothing happens, and the state after it. */
interface Move {
  readonly step: ProcessStep | null;
  readonly next: Int32Array;
}

/** A choice of each automaton: where it goes, and the acceptance sets that it meets, by the number of all. */
interface Reading {
  readonly automata: readonly number[];
  readonly sets: readonly number[];
}

class ComponentChecker {
  private readonly semantics: Semantics;
  private readonly fairness: readonly FairnessCondition[];
  /** Number of the first acceptance set of each automaton among those of all. */
  private readonly firstSet: readonly number[];
  private readonly sets: number;
  /** By automaton: it can always go on, in some way, from the start on. Runs that get stuck may then be left out. */
  private readonly goesOn: readonly boolean[];
  /** By component: how many others it is a part of. */
  private readonly depth: number[] = [0];
  /** By component: what is met inside. Fairness, then acceptance sets; undefined where there is no cycle at all. */
  private readonly met: (Set<number> | undefined)[];

  constructor(
    program: Program,
    private readonly atoms: ReadonlyMap<string, NamedCondition>,
    private readonly automata: readonly Tgba[],
    private readonly claim: ComponentClaim,
  ) {
    this.semantics = new Semantics(program);
    this.fairness = fairnessOf(program);
    let sets = 0;
    this.firstSet = automata.map(({ acceptanceSets }) => {
      sets += acceptanceSets;
      return sets - acceptanceSets;
    });
    this.sets = sets;
    this.goesOn = automata.map(canAlwaysGoOn);
    this.met = new Array<Set<number> | undefined>(claim.components + 1).fill(undefined);
  }

  *run(limits: Partial<Limits>): Generator<number, null> {
    const { claim } = this;
    for (let c = 1; c <= claim.components; c++) {
      const whole = claim.wholeOf(c);
      if (!(Number.isInteger(whole) && whole >= 0 && whole < c))
        throw new Problem(`component ${c} is a part of ${whole}`);
      this.depth[c] = whole === 0 ? 0 : this.depth[whole]! + 1;
    }
    const start = this.automata.map((a) => a.initial);
    for (const state of this.semantics.initial()) this.located({ state, automata: start });
    for (let n = 0; n < claim.situations; n++) {
      if (n % SLICE === SLICE - 1) {
        goOn(limits, `stopped after ${n} states`);
        yield n;
      }
      this.visit(n);
    }
    this.toTheWhole();
    for (let n = 0; n < claim.situations; n++) {
      if (n % SLICE === SLICE - 1) goOn(limits, "stopped while looking at components");
      this.lookAtRest(n);
    }
    return null;
  }

  /** The number under which a situation is claimed. */
  private located(situation: Situation): number {
    const { claim } = this;
    const n = claim.find(situation);
    const isThere = n >= 0 && n < claim.situations && isSame(claim.situation(n), situation);
    if (!isThere) throw new Problem("a state that can be reached is missing");
    return n;
  }

  /** All that can happen in a situation leads to situations that are claimed, and to no higher number. */
  private visit(n: number): void {
    const { semantics, claim } = this;
    const situation = claim.situation(n);
    const { state } = situation;
    const enabled = semantics.enabled(state);
    const here = new Map([...this.atoms].map(([name, { holds }]) => [name, semantics.holds(holds, state, name)]));
    const anyway = this.metAnyway(state, enabled);
    const moves = this.moves(state, enabled);
    const isLost = situation.automata.some((q, k) => q === this.automata[k]!.edges.length);
    const from = this.component(n);
    for (const { automata, sets } of this.readings(situation.automata, here))
      for (const { step, next } of moves) {
        const inside = this.common(from, this.component(this.located({ state: next, automata })));
        // A behaviour on which an automaton is lost is not accepted, whatever it meets.
        if (inside === 0 || isLost) continue;
        const met = this.met[inside] ?? new Set();
        this.met[inside] = met;
        for (const j of anyway) met.add(j);
        for (const set of sets) met.add(this.fairness.length + set);
        for (const [j, f] of this.fairness.entries()) if (isTakenBy(f, step)) met.add(j);
      }
  }

  private moves(state: Int32Array, enabled: readonly boolean[]): Move[] {
    const { semantics } = this;
    if (semantics.program.deadlock === "error" && !enabled.includes(true))
      throw new Problem("no step is enabled in a state that can be reached");
    const moves: Move[] = semantics.steps.flatMap((step, k) =>
      enabled[k] ? semantics.after(step, state).map((next) => ({ step, next })) : [],
    );
    return semantics.mayIdle(enabled) ? [...moves, { step: null, next: state }] : moves;
  }

  /** Fairness that every move from a state meets. */
  private metAnyway(state: Int32Array, enabled: readonly boolean[]): number[] {
    return this.fairness.flatMap((f, j) => {
      if (f.kind === "state") return this.semantics.holds(f.holds, state, f.name) ? [j] : [];
      return f.kind === "weak" && !isOneEnabled(f, enabled) ? [j] : [];
    });
  }

  /** All ways in which the automata read a state. */
  private readings(automata: readonly number[], here: ReadonlyMap<string, boolean>): Reading[] {
    return this.automata.reduce<Reading[]>(
      (before, automaton, k) => {
        const { edges, functions, atoms, acceptanceSets } = automaton;
        const letter = (atom: number) => here.get(atoms[atom]!)!;
        const read = (edges[automata[k]!] ?? []).filter(({ label }) => functions.evaluate(label, letter));
        const ways: Reading[] = read.map(({ target, marks }) => {
          const sets = Array.from({ length: acceptanceSets }, (_, set) => set).filter((set) => (marks >> set) & 1);
          return { automata: [target], sets: sets.map((set) => this.firstSet[k]! + set) };
        });
        if (ways.length === 0 && !this.goesOn[k]) ways.push({ automata: [edges.length], sets: [] });
        return before.flatMap((b) =>
          ways.map((w) => ({ automata: [...b.automata, ...w.automata], sets: [...b.sets, ...w.sets] })),
        );
      },
      [{ automata: [], sets: [] }],
    );
  }

  private component(n: number): number {
    const c = this.claim.componentOf(n);
    if (!(Number.isInteger(c) && c >= 1 && c <= this.claim.components)) throw new Problem("a state is in no component");
    return c;
  }

  /** The innermost component that both are parts of, or 0; of different parts of it, the second must be the lower one. */
  private common(from: number, to: number): number {
    const { claim } = this;
    let [a, b] = [from, to];
    while (this.depth[a]! > this.depth[b]!) a = claim.wholeOf(a);
    while (this.depth[b]! > this.depth[a]!) b = claim.wholeOf(b);
    if (a === b) return a;
    while (claim.wholeOf(a) !== claim.wholeOf(b)) [a, b] = [claim.wholeOf(a), claim.wholeOf(b)];
    if (b > a) throw new Problem(`a step leads from component ${a} to the higher ${b}`);
    return claim.wholeOf(a);
  }

  /** What is met in a part is met in the whole. */
  private toTheWhole(): void {
    for (let c = this.claim.components; c >= 1; c--) {
      const whole = this.claim.wholeOf(c);
      const met = this.met[c];
      if (whole === 0 || met === undefined) continue;
      const all = this.met[whole] ?? new Set();
      this.met[whole] = all;
      for (const j of met) all.add(j);
    }
  }

  /**
   * A component without cycles, or in which a condition is never met, has no fair cycle. In any other each state that is in none of its
   * parts must enable strong fairness that is never taken inside, so that fair cycles keep away from it.
   */
  private lookAtRest(n: number): void {
    const c = this.component(n);
    const met = this.met[c];
    if (met === undefined) return;
    const owed: StepFairness[] = [];
    for (const [j, f] of this.fairness.entries()) {
      if (met.has(j)) continue;
      if (f.kind !== "strong") return;
      owed.push(f);
    }
    for (let set = 0; set < this.sets; set++) if (!met.has(this.fairness.length + set)) return;
    const enabled = this.semantics.enabled(this.claim.situation(n).state);
    if (!owed.some((f) => isOneEnabled(f, enabled))) throw new Problem(`component ${c} may have a fair cycle`);
  }
}

const isTakenBy = (f: FairnessCondition, step: ProcessStep | null): boolean =>
  f.kind !== "state" && step !== null && f.steps.has(step.index);

const isSame = (a: Situation, b: Situation): boolean =>
  sameState(a.state, b.state) && a.automata.every((q, k) => q === b.automata[k]);

/** Some of the automaton's states, the initial one among them, can read every letter without leaving them. */
function canAlwaysGoOn({ edges, functions, initial }: Tgba): boolean {
  let states = new Set(edges.keys());
  for (;;) {
    const stay = [...states].filter((q) => {
      const inside = edges[q]!.filter((e) => states.has(e.target));
      return inside.reduce((read, e) => functions.or(read, e.label), NEVER) === ALWAYS;
    });
    if (stay.length === states.size) return states.has(initial);
    states = new Set(stay);
  }
}

import { InputError } from "../formats/text.js";
import type { FormulaId, SharedFormulas } from "../formula/shared.js";
import type { Simplifier } from "../formula/simplify.js";
import { ALWAYS, type BooleanFunctions, type Fn, NEVER } from "../logic/boolean-functions.js";
import { type Edge, MAX_ACCEPTANCE_SETS, mergeEdges, type Tgba } from "./tgba.js";

/** Where to give up. */
export interface Limits {
  readonly maxStates: number;
  /** Asked now and then; true ends the construction. */
  readonly shouldStop?: () => boolean;
}

/** Throws the error that a user sees when a limit is met. */
export function checkLimits(limits: Limits, states: number): void {
  if (states > limits.maxStates) {
    throw new InputError("automaton-states", `the automaton of the formula has more than ${limits.maxStates} states`);
  }
  if (limits.shouldStop?.() === true) {
    throw new InputError("automaton-time", "there was not enough time to build the automaton of the formula");
  }
}

// Variables of the tableau, below the atoms (0, 1, …) in the order: values remembered of the past, obligations for
// the next step, promises.
const PAST = 1 << 18;
const AUXILIARY = 1 << 20;
const nextVariable = (f: FormulaId): number => AUXILIARY + 2 * f;
const promiseVariable = (f: FormulaId): number => AUXILIARY + 2 * f + 1;

/** What is remembered about the step before: did `formula` hold in it, and `initially` if there was none. */
interface Memory {
  readonly formula: FormulaId;
  readonly initially: boolean;
}

interface State {
  readonly formula: FormulaId;
  /** Remembered values, of those that the formula can still ask for. */
  readonly past: ReadonlyMap<number, boolean>;
}

/**
 * The tableau of Couvreur ("On-the-fly verification of linear temporal logic", FM 1999) with decision diagrams. A
 * state stands for a formula; r(formula), a function of atoms, obligations `next[g]` and promises, says what a step may
 * do. A promise of g on an edge says that g is still owed: the edges without it are an acceptance set.
 *
 * Past operators are deterministic: a state also knows the values in the step before of those past formulas that its
 * formula depends on. Past operators must not have future operators inside (see guess.ts).
 */
export class Tableau {
  private readonly functions: BooleanFunctions;
  private readonly expansions = new Map<FormulaId, Fn>();
  private readonly memories: Memory[] = [];
  private readonly memoryIds = new Map<string, number>();
  private readonly remembered = new Map<FormulaId, readonly number[]>();
  private readonly states: State[] = [];
  private readonly stateIds = new Map<string, number>();

  constructor(
    private readonly formulas: SharedFormulas,
    private readonly simplifier: Simplifier,
    private readonly limits: Limits,
  ) {
    this.functions = formulas.functions;
  }

  build(formula: FormulaId): Tgba {
    const initially = new Map(this.memoriesOf(formula).map((m) => [m, this.memories[m]!.initially]));
    const initial = this.stateOf(formula, initially);
    const promised: PromisedEdge[][] = [];
    for (let state = 0; state < this.states.length; state++) {
      checkLimits(this.limits, this.states.length);
      promised.push(this.successors(this.states[state]!));
    }
    return this.withMarks(initial, promised);
  }

  // ---- what a formula asks of a step

  private expand(f: FormulaId): Fn {
    let r = this.expansions.get(f);
    if (r === undefined) {
      r = this.expansion(f);
      this.expansions.set(f, r);
    }
    return r;
  }

  private expansion(f: FormulaId): Fn {
    const { functions } = this;
    const node = this.formulas.node(f);
    switch (node.op) {
      case "bool":
        return node.fn;
      case "and":
        return node.args.reduce((r, arg) => functions.and(r, this.expand(arg)), ALWAYS);
      case "or":
        return node.args.reduce((r, arg) => functions.or(r, this.expand(arg)), NEVER);
      case "X":
        return this.next(node.arg);
      case "F":
        return functions.or(this.expand(node.arg), this.postpone(node.arg, f));
      case "G":
        return functions.and(this.expand(node.arg), this.next(f));
      case "U":
        return functions.or(
          this.expand(node.right),
          functions.and(this.expand(node.left), this.postpone(node.right, f)),
        );
      case "W":
        return functions.or(this.expand(node.right), functions.and(this.expand(node.left), this.next(f)));
      case "R":
        return functions.and(this.expand(node.right), functions.or(this.expand(node.left), this.next(f)));
      case "M":
        return functions.and(
          this.expand(node.right),
          functions.or(this.expand(node.left), this.postpone(node.left, f)),
        );
      case "Y":
        return this.before(node.arg, false);
      case "Z":
        return this.before(node.arg, true);
      case "O":
        return functions.or(this.expand(node.arg), this.before(f, false));
      case "H":
        return functions.and(this.expand(node.arg), this.before(f, true));
      case "S":
        return functions.or(this.expand(node.right), functions.and(this.expand(node.left), this.before(f, false)));
      case "T":
        return functions.and(this.expand(node.right), functions.or(this.expand(node.left), this.before(f, true)));
    }
  }

  private next(f: FormulaId): Fn {
    const node = this.formulas.node(f);
    if (f === this.formulas.true || f === this.formulas.false) return this.formulas.fn(f);
    if (node.op !== "and") return this.functions.literal(nextVariable(f));
    return node.args.reduce((r, arg) => this.functions.and(r, this.next(arg)), ALWAYS);
  }

  private postpone(owed: FormulaId, f: FormulaId): Fn {
    return this.functions.and(this.functions.literal(promiseVariable(owed)), this.next(f));
  }

  // ---- the past

  private before(formula: FormulaId, initially: boolean): Fn {
    return this.functions.literal(PAST + this.memory(formula, initially));
  }

  private memory(formula: FormulaId, initially: boolean): number {
    const key = `${formula},${initially}`;
    let id = this.memoryIds.get(key);
    if (id === undefined) {
      id = this.memories.push({ formula, initially }) - 1;
      this.memoryIds.set(key, id);
    }
    return id;
  }

  /** All that must be remembered for the formula, and for what it may become. */
  private memoriesOf(f: FormulaId): readonly number[] {
    let known = this.remembered.get(f);
    if (known === undefined) {
      known = this.formulas.traits(f).hasPast ? this.collectMemories(f) : [];
      this.remembered.set(f, known);
    }
    return known;
  }

  private collectMemories(f: FormulaId): readonly number[] {
    const node = this.formulas.node(f);
    const all = new Set<number>();
    const args =
      "args" in node ? node.args : "arg" in node ? [node.arg] : "left" in node ? [node.left, node.right] : [];
    for (const arg of args) for (const m of this.memoriesOf(arg)) all.add(m);
    if (node.op === "Y" || node.op === "Z") all.add(this.memory(node.arg, node.op === "Z"));
    if (node.op === "O" || node.op === "S") all.add(this.memory(f, false));
    if (node.op === "H" || node.op === "T") all.add(this.memory(f, true));
    return [...all].sort((a, b) => a - b);
  }

  // ---- states and edges

  private stateOf(formula: FormulaId, past: ReadonlyMap<number, boolean>): number {
    const key = `${this.expand(formula)};${[...past].map(([m, value]) => `${m}${value ? "+" : "-"}`).join("")}`;
    let id = this.stateIds.get(key);
    if (id === undefined) {
      id = this.states.push({ formula, past }) - 1;
      this.stateIds.set(key, id);
    }
    return id;
  }

  private successors(state: State): PromisedEdge[] {
    const step = this.given(this.expand(state.formula), state.past);
    const edges: PromisedEdge[] = [];
    for (const [choices, label] of this.lettersOf(step)) {
      for (const choice of this.minimalChoices(choices)) {
        const obligations: FormulaId[] = [];
        const promises: FormulaId[] = [];
        for (const variable of choice) {
          const f = ((variable - AUXILIARY) >> 1) as FormulaId;
          (variable === nextVariable(f) ? obligations : promises).push(f);
        }
        // Nothing else may be left out here: an obligation that others imply is still what its promise is about.
        if (this.simplifier.contradicts(obligations)) continue;
        const formula = this.formulas.and(obligations);
        if (formula !== this.formulas.false) this.addEdges(edges, state, formula, promises, label);
      }
    }
    return edges;
  }

  /** One edge for each value of what the target must remember. */
  private addEdges(
    edges: PromisedEdge[],
    state: State,
    formula: FormulaId,
    promises: readonly FormulaId[],
    label: Fn,
  ): void {
    let parts: { label: Fn; past: Map<number, boolean> }[] = [{ label, past: new Map() }];
    for (const memory of this.memoriesOf(formula)) {
      const value = this.given(this.expand(this.memories[memory]!.formula), state.past);
      parts = parts.flatMap((part) =>
        [true, false].map((bit) => ({
          label: bit ? this.functions.and(part.label, value) : this.functions.minus(part.label, value),
          past: new Map(part.past).set(memory, bit),
        })),
      );
      parts = parts.filter((part) => part.label !== NEVER);
    }
    for (const part of parts) {
      edges.push({ target: this.stateOf(formula, part.past), label: part.label, promises });
    }
  }

  /** The function with the remembered values put in. */
  private given(f: Fn, past: ReadonlyMap<number, boolean>): Fn {
    if (past.size === 0) return f;
    return this.functions.substitute(f, (variable) => {
      const value = past.get(variable - PAST);
      return value === undefined ? undefined : value ? ALWAYS : NEVER;
    });
  }

  /** The different functions of obligations and promises that letters leave of a step, and the letters for each. */
  private lettersOf(step: Fn): Map<Fn, Fn> {
    const known = new Map<Fn, Map<Fn, Fn>>();
    const go = (f: Fn): Map<Fn, Fn> => {
      if (f === NEVER) return new Map();
      if (f === ALWAYS || this.functions.root(f) >= AUXILIARY) return new Map([[f, ALWAYS]]);
      const seen = known.get(f);
      if (seen !== undefined) return seen;
      const atom = this.functions.literal(this.functions.root(f));
      const result = new Map<Fn, Fn>();
      for (const [choices, label] of go(this.functions.lowOf(f))) {
        result.set(choices, this.functions.minus(label, atom));
      }
      for (const [choices, label] of go(this.functions.highOf(f))) {
        const other = result.get(choices) ?? NEVER;
        result.set(choices, this.functions.or(other, this.functions.and(label, atom)));
      }
      known.set(f, result);
      return result;
    };
    return go(step);
  }

  /** All minimal sets of variables that make a monotone function true. */
  private minimalChoices(f: Fn): readonly (readonly number[])[] {
    if (f === NEVER) return [];
    if (f === ALWAYS) return [[]];
    const variable = this.functions.root(f);
    const low = this.functions.lowOf(f);
    const without = this.minimalChoices(low);
    const withIt = this.minimalChoices(this.functions.highOf(f)).filter((choice) => {
      const chosen = new Set(choice);
      return !this.functions.evaluate(low, (v) => chosen.has(v));
    });
    return [...without, ...withIt.map((choice) => [variable, ...choice])];
  }

  // ---- acceptance

  private withMarks(initial: number, promised: readonly (readonly PromisedEdge[])[]): Tgba {
    const sets = [...new Set(promised.flat().flatMap((edge) => edge.promises))].sort((a, b) => a - b);
    if (sets.length > MAX_ACCEPTANCE_SETS) {
      throw new InputError(
        "automaton-acceptance",
        `the automaton of the formula has more than ${MAX_ACCEPTANCE_SETS} acceptance sets`,
      );
    }
    const marksOf = (edge: PromisedEdge): number =>
      sets.reduce((marks, set, i) => (edge.promises.includes(set) ? marks : marks | (1 << i)), 0);
    const edges = promised.map((outgoing) =>
      mergeEdges(
        this.functions,
        outgoing.map((edge): Edge => ({ target: edge.target, label: edge.label, marks: marksOf(edge) })),
      ),
    );
    return { functions: this.functions, atoms: this.formulas.atoms, acceptanceSets: sets.length, initial, edges };
  }
}

interface PromisedEdge {
  readonly target: number;
  readonly label: Fn;
  readonly promises: readonly FormulaId[];
}

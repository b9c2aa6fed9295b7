import { ATOM_STRIDE, type FormulaId, type FormulaNode, type SharedFormulas } from "../formula/shared.js";
import type { Simplifier } from "../formula/simplify.js";
import { Stopped } from "../limits/stopped.js";
import { ALWAYS, type BooleanFunctions, copierOf, type Fn, NEVER } from "../logic/boolean-functions.js";
import type { Budget } from "./budget.js";
import { type Edge, MAX_ACCEPTANCE_SETS, mergeEdges, type Tgba } from "./tgba.js";

/** What a variable of the tableau that is no atom stands for. */
type Auxiliary =
  | { readonly kind: "next"; readonly formula: FormulaId }
  | { readonly kind: "promise"; readonly formula: FormulaId }
  | { readonly kind: "memory"; readonly memory: number };

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
  private readonly auxiliaries = new Map<number, Auxiliary>();
  private readonly variables = new Map<string, number>();
  private readonly lastAtoms = new Map<FormulaId, number>();
  private readonly choices = new Map<Fn, readonly Choice[]>();
  private edges = 0;

  constructor(
    private readonly formulas: SharedFormulas,
    private readonly simplifier: Simplifier,
    private readonly labels: BooleanFunctions,
    private readonly budget: Budget,
  ) {
    this.functions = formulas.functions;
  }

  build(formula: FormulaId): Tgba {
    const initially = new Map(this.memoriesOf(formula).map((m) => [m, this.memories[m]!.initially]));
    const initial = this.stateOf(formula, initially);
    const promised: PromisedEdge[][] = [];
    for (let state = 0; state < this.states.length; state++) promised.push(this.successors(this.states[state]!));
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
    if (node.op !== "and") return this.variable("next", f, { kind: "next", formula: f });
    return node.args.reduce((r, arg) => this.functions.and(r, this.next(arg)), ALWAYS);
  }

  private postpone(owed: FormulaId, f: FormulaId): Fn {
    return this.functions.and(this.variable("promise", owed, { kind: "promise", formula: owed }), this.next(f));
  }

  /** The variable of something, just below the last atom of its formula. */
  private variable(key: string, formula: FormulaId, meaning: Auxiliary): Fn {
    const name = `${key} ${formula}`;
    let variable = this.variables.get(name);
    if (variable === undefined) {
      variable = this.lastAtomOf(formula) + 1;
      while (this.auxiliaries.has(variable)) variable++;
      if (variable % ATOM_STRIDE === 0)
        throw new Stopped("bound", `more than ${ATOM_STRIDE} obligations after one atom`);
      this.variables.set(name, variable);
      this.auxiliaries.set(variable, meaning);
    }
    return this.functions.literal(variable);
  }

  private lastAtomOf(f: FormulaId): number {
    let last = this.lastAtoms.get(f);
    if (last === undefined) {
      const node = this.formulas.node(f);
      const below =
        node.op === "bool" ? this.functions.support(node.fn) : argumentsOf(node).map((g) => this.lastAtomOf(g));
      last = below.reduce((a, b) => Math.max(a, b), 0);
      this.lastAtoms.set(f, last);
    }
    return last;
  }

  // ---- the past

  private before(formula: FormulaId, initially: boolean): Fn {
    const memory = this.memory(formula, initially);
    return this.variable(`memory ${initially}`, formula, { kind: "memory", memory });
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
    for (const arg of argumentsOf(node)) for (const m of this.memoriesOf(arg)) all.add(m);
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
    const edges: PromisedEdge[] = [];
    for (const { variables, label } of this.choicesOf(this.given(this.expand(state.formula), state.past))) {
      const obligations: FormulaId[] = [];
      const promises: FormulaId[] = [];
      for (const variable of variables) {
        const meaning = this.auxiliaries.get(variable)!;
        if (meaning.kind === "next") obligations.push(meaning.formula);
        if (meaning.kind === "promise") promises.push(meaning.formula);
      }
      // Nothing else may be left out here: an obligation that others imply is still what its promise is about.
      if (this.simplifier.contradicts(obligations)) continue;
      const formula = this.formulas.and(obligations);
      if (formula !== this.formulas.false) this.addEdges(edges, state, formula, promises, label);
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
      this.edges++;
    }
    this.budget.tick();
    this.budget.checkSize(this.states.length, this.edges);
  }

  /** The function with the remembered values put in. */
  private given(f: Fn, past: ReadonlyMap<number, boolean>): Fn {
    if (past.size === 0) return f;
    return this.functions.substitute(f, (variable) => {
      const meaning = this.auxiliaries.get(variable);
      if (meaning?.kind !== "memory") return undefined;
      return past.get(meaning.memory) ? ALWAYS : NEVER;
    });
  }

  /**
   * The minimal sets of obligations and promises with which a step is possible, each with the letters for which it is
   * one. The function is monotone in obligations and promises.
   */
  private choicesOf(f: Fn): readonly Choice[] {
    if (f === NEVER) return [];
    if (f === ALWAYS) return [{ variables: [], label: ALWAYS }];
    let known = this.choices.get(f);
    if (known === undefined) {
      const variable = this.functions.root(f);
      known = this.auxiliaries.has(variable) ? this.choicesWith(variable, f) : this.choicesByLetter(variable, f);
      this.choices.set(f, known);
    }
    return known;
  }

  private choicesByLetter(atom: number, f: Fn): Choice[] {
    const { functions } = this;
    const literal = functions.literal(atom);
    const merged = new Map<string, Choice>();
    const add = (choice: Choice, letters: Fn): void => {
      this.budget.tick();
      const key = choice.variables.join();
      const label = functions.and(choice.label, letters);
      merged.set(key, { ...choice, label: functions.or(label, merged.get(key)?.label ?? NEVER) });
    };
    for (const choice of this.choicesOf(functions.lowOf(f))) add(choice, functions.not(literal));
    for (const choice of this.choicesOf(functions.highOf(f))) add(choice, literal);
    return [...merged.values()];
  }

  /** Without the variable where that is possible, with it otherwise. */
  private choicesWith(variable: number, f: Fn): Choice[] {
    const low = this.functions.lowOf(f);
    const result = [...this.choicesOf(low)];
    for (const { variables, label } of this.choicesOf(this.functions.highOf(f))) {
      this.budget.tick();
      const needed = this.functions.minus(label, this.lettersFor(low, variables));
      if (needed !== NEVER) result.push({ variables: [variable, ...variables], label: needed });
    }
    return result;
  }

  /** The letters for which a choice is enough. */
  private lettersFor(f: Fn, chosen: readonly number[]): Fn {
    const { functions, auxiliaries } = this;
    const known = new Map<Fn, Fn>();
    const go = (g: Fn): Fn => {
      let n = g;
      while (n > ALWAYS && auxiliaries.has(functions.root(n))) {
        n = chosen.includes(functions.root(n)) ? functions.highOf(n) : functions.lowOf(n);
      }
      if (n <= ALWAYS) return n;
      let letters = known.get(n);
      if (letters === undefined) {
        letters = functions.ite(functions.literal(functions.root(n)), go(functions.highOf(n)), go(functions.lowOf(n)));
        known.set(n, letters);
      }
      return letters;
    };
    return go(f);
  }

  // ---- acceptance

  private withMarks(initial: number, promised: readonly (readonly PromisedEdge[])[]): Tgba {
    const sets = [...new Set(promised.flat().flatMap((edge) => edge.promises))].sort((a, b) => a - b);
    if (sets.length > MAX_ACCEPTANCE_SETS)
      throw new Stopped("bound", `more than ${MAX_ACCEPTANCE_SETS} acceptance sets`);
    const marksOf = (edge: PromisedEdge): number =>
      sets.reduce((marks, set, i) => (edge.promises.includes(set) ? marks : marks | (1 << i)), 0);
    const copied = copierOf(this.functions, this.labels, (variable) => variable / ATOM_STRIDE);
    const edges = promised.map((outgoing) =>
      mergeEdges(
        this.labels,
        outgoing.map((edge): Edge => ({ target: edge.target, label: copied(edge.label), marks: marksOf(edge) })),
      ),
    );
    return { functions: this.labels, atoms: this.formulas.atoms, acceptanceSets: sets.length, initial, edges };
  }
}

/** Obligations and promises of a step, and the letters that ask for just these. */
interface Choice {
  readonly variables: readonly number[];
  readonly label: Fn;
}

function argumentsOf(node: FormulaNode): readonly FormulaId[] {
  if ("args" in node) return node.args;
  if ("arg" in node) return [node.arg];
  return "left" in node ? [node.left, node.right] : [];
}

interface PromisedEdge {
  readonly target: number;
  readonly label: Fn;
  readonly promises: readonly FormulaId[];
}

import type { Ltl } from "../formula/ltl.js";
import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import type { BoundedRuns } from "./bounded-runs.js";

/**
 * A part of a formula in the position that was added last. A part with d nested past operators may have another value in each
 * of the first d turns of the loop, so there are d + 1 of each literal, by turn.
 */
interface Part {
  readonly formula: Core;
  readonly args: readonly Part[];
  /** Turns after the first that may differ. */
  readonly depth: number;
  now: readonly Lit[];
  before: readonly Lit[];
  /** Its value in the next position, where somebody asks for that; and in the first of the loop. */
  next: Lit[];
  atStart: readonly Lit[];
  /** Its value in the last position, where the position before the first of the loop is asked for. */
  atEnd: readonly Lit[];
  /** Of an until: what it waits for has come in the loop. */
  met: Lit;
}

/**
 * The truth of a formula along lassos whose end and loop are not yet known, as literals of an unrolling: the encoding of Biere,
 * Heljanko, Junttila, Latvala and Schuppan (LMCS 2006), linear in the number of positions. Positions are added one by one;
 * `closed` asks that those so far are a whole lasso, and only that changes when there is another one.
 *
 * A future operator predicts its next value; in the last position that is the one where the loop starts, a turn later. A prediction
 * that refers to nothing but itself round the loop is excluded: an until that holds there has to be met there.
 */
export class FormulaAlong {
  private readonly parts: Part[] = [];
  private readonly root: Part;
  private inLoop: Lit = FALSE;
  private length = 0;

  /** `formula` has to hold in the first position. `atoms` are literals of the system. */
  constructor(
    formula: Ltl,
    private readonly runs: BoundedRuns,
    private readonly atoms: ReadonlyMap<string, Lit>,
  ) {
    this.root = this.partOf(coreOf(formula), new Map());
  }

  /** The last step of the runs is the next position. `start`: the loop starts there, as it does in one position at most. */
  add(start: Lit): void {
    const { runs, parts } = this;
    const { graph } = runs.unrolling;
    const isFirst = this.length === 0;
    const predicted = parts.map((part) => part.next);
    this.inLoop = graph.or(this.inLoop, start);
    for (const part of parts) {
      part.before = part.now;
      if (part.atStart.length > 0) part.next = turnsOf(part).map(() => graph.leaf());
    }
    for (const part of parts) part.now = turnsOf(part).map((turn) => this.value(part, turn, start));
    for (const [k, part] of parts.entries()) {
      for (const [turn, now] of part.now.entries()) {
        const [next, kept] = [predicted[k]![turn], part.atStart[turn]];
        if (next !== undefined) runs.solver.require(graph.iff(next, now));
        if (kept !== undefined) runs.equalIf(start, kept, now);
      }
      if (part.formula.op !== "U") continue;
      part.met = graph.or(part.met, graph.and(this.inLoop, valueIn(part.args[1]!, part.depth)));
    }
    if (isFirst) runs.solver.require(this.root.now[0]!);
    this.length++;
  }

  /** All hold when the positions so far are a lasso, given that the loop has started, on which the literals are the truth. */
  closed(): Lit[] {
    const { graph } = this.runs.unrolling;
    return this.parts.flatMap((part) => [
      ...part.next.map((next, turn) => graph.iff(next, part.atStart[Math.min(turn + 1, part.depth)]!)),
      ...part.atEnd.map((kept, turn) => graph.iff(kept, part.now[turn]!)),
      ...(part.formula.op === "U" ? [graph.implies(part.atStart[part.depth]!, part.met)] : []),
    ]);
  }

  private value(part: Part, turn: number, start: Lit): Lit {
    const { graph } = this.runs.unrolling;
    const { formula: f, args } = part;
    const arg = (k: number) => valueIn(args[k]!, turn);
    switch (f.op) {
      case "true":
        return TRUE;
      case "false":
        return FALSE;
      case "atom":
        return this.runs.at(this.atoms.get(f.name)!, this.runs.bound);
      case "not":
        return not(arg(0));
      case "and":
      case "or":
      case "implies":
      case "iff":
      case "xor":
        return graph[f.op](arg(0), arg(1));
      case "X":
        return args[0]!.next[turn]!;
      case "U":
        return graph.or(arg(1), graph.and(arg(0), part.next[turn]!));
      case "Y":
        return this.previous(args[0]!, turn, start);
      case "S":
        return graph.or(arg(1), graph.and(arg(0), this.previous(part, turn, start)));
    }
  }

  /** The value of a part in the position before; false where there is none. */
  private previous(part: Part, turn: number, start: Lit): Lit {
    const before = this.length === 0 ? FALSE : part.before[Math.min(turn, part.depth)]!;
    if (turn === 0) return before;
    return this.runs.unrolling.graph.mux(start, part.atEnd[turn - 1]!, before);
  }

  private partOf(formula: Core, known: Map<Core, Part>): Part {
    const before = known.get(formula);
    if (before !== undefined) return before;
    const operands = "arg" in formula ? [formula.arg] : "left" in formula ? [formula.left, formula.right] : [];
    const args = operands.map((arg) => this.partOf(arg, known));
    const isPast = formula.op === "Y" || formula.op === "S";
    const depth = Math.max(0, ...args.map((arg) => arg.depth)) + (isPast ? 1 : 0);
    const part: Part = { formula, args, depth, now: [], before: [], next: [], atStart: [], atEnd: [], met: FALSE };
    known.set(formula, part);
    this.parts.push(part);
    const { op } = formula;
    const asked = op === "X" || op === "Y" ? args[0]! : part;
    if (op === "X" || op === "U") this.keepAtStart(asked);
    if (isPast) this.keepAtEnd(asked);
    return part;
  }

  private keepAtStart(part: Part): void {
    if (part.atStart.length === 0) part.atStart = turnsOf(part).map(() => this.runs.unrolling.graph.leaf());
  }

  private keepAtEnd(part: Part): void {
    if (part.atEnd.length === 0) part.atEnd = turnsOf(part).map(() => this.runs.unrolling.graph.leaf());
  }
}

const turnsOf = ({ depth }: Part): number[] => [...Array(depth + 1).keys()];

/** From turn `depth` on, all turns are the same. */
const valueIn = ({ now, depth }: Part, turn: number): Lit => now[Math.min(turn, depth)]!;

/** Formulas whose temporal operators are X, U, Y and S. */
type Core =
  | { readonly op: "true" | "false" }
  | { readonly op: "atom"; readonly name: string }
  | { readonly op: "not" | "X" | "Y"; readonly arg: Core }
  | { readonly op: "and" | "or" | "implies" | "iff" | "xor" | "U" | "S"; readonly left: Core; readonly right: Core };

function coreOf(formula: Ltl): Core {
  const known = new Map<Ltl, Core>();
  const go = (f: Ltl): Core => {
    const before = known.get(f);
    if (before !== undefined) return before;
    const core = inCore(f, go);
    known.set(f, core);
    return core;
  };
  return go(formula);
}

const negation = (arg: Core): Core => (arg.op === "not" ? arg.arg : { op: "not", arg });
const both = (left: Core, right: Core): Core => ({ op: "and", left, right });
const until = (left: Core, right: Core): Core => ({ op: "U", left, right });
const since = (left: Core, right: Core): Core => ({ op: "S", left, right });
const ALWAYS: Core = { op: "true" };

function inCore(f: Ltl, go: (f: Ltl) => Core): Core {
  switch (f.op) {
    case "true":
    case "false":
    case "atom":
      return f as Core;
    case "not":
      return negation(go(f.arg));
    case "X":
    case "Y":
      return { op: f.op, arg: go(f.arg) };
    case "Z":
      return negation({ op: "Y", arg: negation(go(f.arg)) });
    case "F":
      return until(ALWAYS, go(f.arg));
    case "G":
      return negation(until(ALWAYS, negation(go(f.arg))));
    case "O":
      return since(ALWAYS, go(f.arg));
    case "H":
      return negation(since(ALWAYS, negation(go(f.arg))));
    default: {
      const [left, right] = [go(f.left), go(f.right)];
      switch (f.op) {
        case "R":
          return negation(until(negation(left), negation(right)));
        case "W":
          return negation(until(negation(right), both(negation(left), negation(right))));
        case "M":
          return until(right, both(left, right));
        case "T":
          return negation(since(negation(left), negation(right)));
        default:
          return { op: f.op, left, right };
      }
    }
  }
}

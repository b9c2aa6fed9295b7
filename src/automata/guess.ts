import type { FormulaId, SharedFormulas } from "../formula/shared.js";

/** A formula whose past operators look at the past and the present only, thanks to some guessed atoms. */
export interface Guessed {
  readonly formula: FormulaId;
  /** Variables of the guesses: the automaton is to forget them. */
  readonly variables: ReadonlySet<number>;
}

/**
 * `O(p & F q)` asks, of a step in the past, for something that may still lie ahead. A fresh atom x says in each step
 * whether `F q` holds: the formula becomes `O(p & x) & G(x -> F q)` for some x. One direction is enough, as negations
 * stand at atoms only: where x holds less often than it could, the formula is only harder to satisfy.
 */
export function guessFutureInPast(formulas: SharedFormulas, formula: FormulaId): Guessed {
  const guess = new Guess(formulas);
  const main = guess.future(formula);
  return { formula: formulas.and([main, ...guess.definitions]), variables: guess.variables };
}

class Guess {
  readonly definitions: FormulaId[] = [];
  readonly variables = new Set<number>();
  private readonly atoms = new Map<FormulaId, FormulaId>();

  constructor(private readonly formulas: SharedFormulas) {}

  /** Outside of past operators. */
  future(f: FormulaId): FormulaId {
    const { hasPast, hasFuture } = this.formulas.traits(f);
    if (!hasPast || !hasFuture) return f;
    const isPast = "YZOHST".includes(this.formulas.node(f).op);
    return this.formulas.rebuild(f, (arg) => (isPast ? this.past(arg) : this.future(arg)));
  }

  /** Inside of a past operator. */
  private past(f: FormulaId): FormulaId {
    if (!this.formulas.traits(f).hasFuture) return f;
    const { op } = this.formulas.node(f);
    const staysPast = op === "and" || op === "or" || "YZOHST".includes(op);
    return staysPast ? this.formulas.rebuild(f, (arg) => this.past(arg)) : this.atomFor(f);
  }

  private atomFor(f: FormulaId): FormulaId {
    let atom = this.atoms.get(f);
    if (atom === undefined) {
      this.variables.add(this.formulas.atoms.length);
      atom = this.formulas.atom(this.freshName());
      this.atoms.set(f, atom);
      const implied = this.formulas.or([this.formulas.not(atom), this.future(f)]);
      this.definitions.push(this.formulas.unary("G", implied));
    }
    return atom;
  }

  private freshName(): string {
    let name = `guess ${this.formulas.atoms.length}`;
    while (this.formulas.atoms.includes(name)) name += "'";
    return name;
  }
}

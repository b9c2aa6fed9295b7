import type { Ctl } from "../formula/ctl.js";
import type { Progress } from "../limits/progress.js";
import type { Scope, StateSets } from "../sets/state-sets.js";
import { sccHull } from "./hull.js";
import { closure } from "./reach.js";
import type { Schedule } from "./schedules.js";

export interface FairCtlOptions<S> {
  /** A fresh schedule in the future tense, for each EG. */
  readonly schedule: () => Schedule;
  readonly frontiers?: boolean;
  /** The states from which a fair path starts, where they are known. */
  readonly fair?: S | null;
}

/**
 * Fair CTL: path quantifiers range over infinite paths on which every condition holds infinitely often, so a state without
 * one satisfies every A formula and no E formula. EG is the hull (GSH); everything else is a step or a search.
 *
 * Results live in the scope that is given; the same formula object is evaluated once.
 */
export class FairCtl<S> {
  private readonly known = new Map<Ctl, S>();
  private fairStates: S | null;
  /** What was computed from a set, by what it was computed with: a formula and its negation ask for the same. */
  private readonly untils = new Map<S, Map<S, S>>();
  private readonly hulls = new Map<S, S>();

  constructor(
    private readonly sets: Scope<S>,
    private readonly atoms: ReadonlyMap<string, S>,
    private readonly options: FairCtlOptions<S>,
  ) {
    this.fairStates = options.fair ?? null;
  }

  /** The states that satisfy the formula. */
  *states(formula: Ctl): Generator<Progress, S> {
    const known = this.known.get(formula);
    if (known !== undefined) return known;
    using s = this.sets.open();
    const states = s.keep(yield* this.evaluate(s, formula));
    this.known.set(formula, states);
    return states;
  }

  /** The states from which a fair path starts: EG true. */
  *fair(): Generator<Progress, S> {
    if (this.fairStates === null) {
      using s = this.sets.open();
      this.fairStates = s.keep(yield* this.globally(s, s.all));
    }
    return this.fairStates;
  }

  private *evaluate(s: Scope<S>, f: Ctl): Generator<Progress, S> {
    switch (f.op) {
      case "true":
        return s.all;
      case "false":
        return s.empty;
      case "atom": {
        const states = this.atoms.get(f.name);
        if (states === undefined) throw new Error(`the formula's atom ${f.name} has no states`);
        return states;
      }
      case "not":
        return complement(s, yield* this.states(f.arg));
      case "EX":
        return yield* this.next(s, yield* this.states(f.arg));
      case "EF":
        return yield* this.until(s, s.all, yield* this.states(f.arg));
      case "EG":
        return yield* this.globally(s, yield* this.states(f.arg));
      case "AX":
        return complement(s, yield* this.next(s, complement(s, yield* this.states(f.arg))));
      case "AF":
        return complement(s, yield* this.globally(s, complement(s, yield* this.states(f.arg))));
      case "AG":
        return complement(s, yield* this.until(s, s.all, complement(s, yield* this.states(f.arg))));
    }
    const left = yield* this.states(f.left);
    const right = yield* this.states(f.right);
    const neither = () => s.minus(complement(s, left), right);
    switch (f.op) {
      case "and":
        return s.and(left, right);
      case "or":
        return s.or(left, right);
      case "implies":
        return s.or(complement(s, left), right);
      case "iff":
        return s.or(s.and(left, right), neither());
      case "xor":
        return s.or(s.minus(left, right), s.minus(right, left));
      case "EU":
        return yield* this.until(s, left, right);
      case "EW": // E f U g or EG f
        return s.or(yield* this.until(s, left, right), yield* this.globally(s, left));
      case "ER": // E g U (f and g) or EG g
        return s.or(yield* this.until(s, right, s.and(left, right)), yield* this.globally(s, right));
      case "AU": {
        // neither E(not g U (not f and not g)) nor EG not g
        const never = complement(s, right);
        return complement(s, s.or(yield* this.until(s, never, neither()), yield* this.globally(s, never)));
      }
      case "AR": // not E(not f U not g)
        return complement(s, yield* this.until(s, complement(s, left), complement(s, right)));
      case "AW": // not E(not g U (not f and not g))
        return complement(s, yield* this.until(s, complement(s, right), neither()));
    }
  }

  private *next(s: Scope<S>, goal: S): Generator<Progress, S> {
    return s.pre(s.and(goal, yield* this.fair()));
  }

  private *until(s: Scope<S>, through: S, goal: S): Generator<Progress, S> {
    const from = s.and(goal, yield* this.fair());
    const known = this.untils.get(from)?.get(through);
    if (known !== undefined) return known;
    const within = s.equal(through, s.all) ? {} : { within: through };
    const found = yield* closure(s, "backward", from, { ...within, frontiers: this.options.frontiers ?? true });
    const { sets, untils } = this;
    if (!untils.has(from)) untils.set(sets.hold(from), new Map());
    untils.get(from)!.set(sets.hold(through), sets.hold(found));
    return found;
  }

  private *globally(s: Scope<S>, always: S): Generator<Progress, S> {
    const known = this.hulls.get(always);
    if (known !== undefined) return known;
    const contextual = s.equal(always, s.all);
    const frontiers = this.options.frontiers ?? true;
    const hull = yield* sccHull(s, always, this.options.schedule(), { contextual, frontiers });
    this.hulls.set(this.sets.hold(always), this.sets.hold(hull.states));
    return hull.states;
  }
}

const complement = <S>(sets: StateSets<S>, a: S): S => sets.minus(sets.all, a);

import type { Ltl } from "../formula/ltl.js";
import { type Limits, Stopped } from "../limits/stopped.js";
import { InputError } from "../text/input-error.js";
import type { Tgba } from "./tgba.js";
import { ltlToAutomata } from "./translate.js";

/** Why a formula cannot be translated: it is too large. That is no mistake of the user's, and no answer either. */
export interface Untranslatable {
  readonly unsupported: string;
}

type Translated = readonly Tgba[] | Untranslatable;

/** Steps rather than seconds, so that what follows does not depend on how busy the machine is. */
const A_LITTLE = 100;

/**
 * What violates a formula: automata that together accept it. They are made once, by whoever needs them first; others, and other threads,
 * are given them.
 */
export class Violations {
  private made: Translated | null = null;
  /** Made within a little work: not so small as they could be, or (null) nothing. */
  private sketch: Translated | null | undefined;

  constructor(private readonly formula: Ltl) {}

  /** `Stopped` when there was no time for any. */
  automata(shouldStop: Limits["shouldStop"] = () => null): Translated {
    if (this.made !== null) return this.made;
    let isCutShort = false;
    const made = translated(this.formula, () => {
      const reason = shouldStop();
      isCutShort ||= reason !== null;
      return reason;
    });
    // What was made in a hurry is larger than need be.
    if (!isCutShort) this.made = made;
    return made;
  }

  /** As far as a little work goes, which is done once; null where that is not enough for any. */
  get sketched(): Translated | null {
    if (this.made !== null) return this.made;
    if (this.sketch === undefined) this.sketch = this.sketchOf();
    return this.sketch;
  }

  /** What was made, if it was made to the end. */
  get known(): Translated | null {
    return this.made;
  }

  /** Somebody else has made them. */
  learn(made: Translated): void {
    this.made ??= made;
  }

  private sketchOf(): Translated | null {
    let asked = 0;
    try {
      return this.automata(() => (asked++ > A_LITTLE ? "time" : null));
    } catch (e) {
      // A formula can also be too deep for the stack of this thread; those of workers are larger.
      if (e instanceof Stopped || e instanceof RangeError) return null;
      throw e;
    }
  }
}

function translated(formula: Ltl, shouldStop: Limits["shouldStop"]): Translated {
  try {
    return ltlToAutomata({ op: "not", arg: formula }, { shouldStop });
  } catch (e) {
    if (e instanceof InputError) return { unsupported: e.problem };
    throw e;
  }
}

const all = new WeakMap<Ltl, Violations>();

/** Those of a formula, which are the same for the same object. */
export function violationsOf(formula: Ltl): Violations {
  const known = all.get(formula) ?? new Violations(formula);
  all.set(formula, known);
  return known;
}

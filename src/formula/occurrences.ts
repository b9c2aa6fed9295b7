import { boundedOf } from "./bounded.js";
import type { Ctl } from "./ctl.js";
import type { Ltl } from "./ltl.js";
import { hasAtoms, operandsOf, partsOf, rebuilt } from "./parts.js";

/** Whether a formula can only become true, only become false, or either, when a part of it becomes true. */
export type Polarity = "positive" | "negative" | "both";

/**
 * A part of a formula as its author wrote it. Bounds and patterns put one part in several places: there it is one object, and one occurrence. Equal
 * parts that were written twice are two.
 */
export interface Occurrence<F> {
  readonly formula: F;
  /** From the whole to the part, or to the first of its places: 0 is the argument or the left side, 1 the right side. */
  readonly path: readonly number[];
  /** Null where its places differ. */
  readonly polarity: Polarity | null;
}

interface Place {
  readonly path: readonly number[];
  readonly polarities: Set<Polarity>;
}

/** The parts of a formula, from large to small. */
export class Occurrences<F extends Ltl | Ctl> {
  private readonly places = new Map<F, Place>();
  /** What stands in several places, and says something. */
  private readonly shared = new Set<F>();

  constructor(private readonly formula: F) {
    this.visit(formula, [], "positive");
    const users = new Set<F>();
    for (const f of this.places.keys())
      for (const operand of operandsOf(f)) {
        if (users.has(operand) && hasAtoms(operand)) this.shared.add(operand);
        users.add(operand);
      }
  }

  get whole(): Occurrence<F> {
    return this.occurrence(this.formula);
  }

  /** The largest parts inside one. */
  below({ formula }: Occurrence<F>): Occurrence<F>[] {
    const found: Occurrence<F>[] = [];
    const seen = new Set<F>();
    const look = (f: F): void => {
      const bounded = boundedOf(f);
      for (const operand of bounded === null ? operandsOf(f) : [bounded.arg as F]) {
        if (seen.has(operand)) continue;
        seen.add(operand);
        if (this.isWritten(operand)) found.push(this.occurrence(operand));
        else look(operand);
      }
    };
    look(formula);
    return found;
  }

  private visit(f: F, path: readonly number[], polarity: Polarity): void {
    const known = this.places.get(f);
    if (known?.polarities.has(polarity)) return;
    if (known === undefined) this.places.set(f, { path, polarities: new Set([polarity]) });
    else known.polarities.add(polarity);
    for (const [side, operand] of operandsOf(f).entries())
      this.visit(operand, [...path, side], polarityOf(f.op, side, polarity));
  }

  private occurrence(formula: F): Occurrence<F> {
    const { path, polarities } = this.places.get(formula)!;
    const [polarity] = polarities;
    return { formula, path, polarity: polarities.size === 1 ? polarity! : null };
  }

  /** What bounds are written out to has parts of its own, such as `X(p | X p)`: nobody wrote them, and something inside them stands elsewhere too. */
  private isWritten(part: F): boolean {
    if (this.shared.size === 0) return true;
    const inside = partsOf(part);
    inside.delete(part);
    const ofOthers = [...this.shared].filter((f) => inside.has(f));
    if (ofOthers.length === 0) return true;
    const elsewhere = partsOf(this.formula, part);
    return !ofOthers.some((f) => elsewhere.has(f));
  }
}

function polarityOf(op: (Ltl | Ctl)["op"], side: number, outer: Polarity): Polarity {
  if (op === "iff" || op === "xor") return "both";
  const isReversed = op === "not" || (op === "implies" && side === 0);
  if (!isReversed || outer === "both") return outer;
  return outer === "positive" ? "negative" : "positive";
}

/**
 * What stands in place of an occurrence to make the whole as hard to satisfy as can be: false where it is positive, true where it is
 * negative, and under `<->` and `xor` each of them.
 */
export function hardestFor(polarity: Polarity): readonly ("true" | "false")[] {
  switch (polarity) {
    case "positive":
      return ["false"];
    case "negative":
      return ["true"];
    case "both":
      return ["false", "true"];
  }
}

/** The formula with a constant wherever a part of it stands; what is in several places still is. */
export function replaced<F extends Ltl | Ctl>(formula: F, part: F, by: "true" | "false"): F {
  const constant = { op: by } as F;
  return rebuilt(formula, (f) => (f === part ? constant : null));
}

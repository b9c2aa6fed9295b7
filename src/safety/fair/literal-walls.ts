import { type Lit, nodeOf, not } from "../../logic/lit.js";
import type { Ledger } from "./ledger.js";

/** Section III-E: latches and conditions that are walls, found without a skeleton. */
export class LiteralWalls {
  private readonly candidates: Set<Lit>;

  constructor(
    private readonly ledger: Ledger,
    isOn: boolean,
  ) {
    const { system } = ledger;
    const conditions = system.fairness.filter((f) => system.readsLatchesOnly(f) && nodeOf(f) !== 0);
    this.candidates = new Set(isOn ? [...system.latches(), ...conditions.map(positive)] : []);
  }

  /** It is known already. */
  drop(predicate: Lit): void {
    this.candidates.delete(positive(predicate));
  }

  /**
   * The walls, one after the other, until none is new: each one found may make others possible. The direction changes
   * from pass to pass, since chains of such walls (the bits of a counter) run one way or the other.
   */
  *find(): Generator<Lit, void> {
    for (let descending = false, changed = true; changed; descending = !descending) {
      changed = false;
      const open = [...this.candidates];
      for (const p of descending ? open.reverse() : open) {
        const wall = this.closedSide(p);
        if (wall === null) continue;
        changed = true;
        this.candidates.delete(p);
        yield wall;
      }
    }
  }

  /** The predicate or its negation, whichever cannot become false (query 5). */
  private closedSide(p: Lit): Lit | null {
    const { live, system } = this.ledger;
    const after = system.primedPredicate(p);
    live.encode(p);
    live.encode(after);
    if (!live.solve([p, not(after)])) return p;
    if (!live.solve([not(p), after])) return not(p);
    return null;
  }
}

const positive = (l: Lit): Lit => (l & ~1) as Lit;

import { type Lit, not } from "../../logic/lit.js";
import { type Clause, negated } from "../cube.js";
import { startFrame } from "../ic3/start.js";
import { ProofRefiner } from "../refine-proof.js";
import type { Ledger } from "./ledger.js";
import type { LiteralWalls } from "./literal-walls.js";
import type { SharedFact, SharedFacts } from "./shared-facts.js";

/**
 * What several searches for the same fair cycle find. A fact of this one goes into the ledger and to the others; a fact of
 * another one goes into the ledger as far as it can be shown here (see `SharedFacts`).
 */
export class Findings {
  private readonly stemProofs: ProofRefiner;

  constructor(
    private readonly ledger: Ledger,
    private readonly literalWalls: LiteralWalls,
    private readonly others: SharedFacts | null,
  ) {
    this.stemProofs = new ProofRefiner(ledger.system, ledger.reachable);
  }

  // Of this search.

  assertion(clauses: readonly Clause[]): void {
    const fresh = this.ledger.fresh(clauses);
    if (fresh.length > 0) this.others?.publish({ rule: "assertion", clauses: fresh });
    this.ledger.addAssertion(fresh);
  }

  reachable(predicate: Lit): void {
    this.others?.publish({ rule: "reach", predicate });
    this.ledger.addReachable(predicate);
  }

  /** True when both sides of the wall have skeletons. */
  wall(wall: Lit): boolean {
    this.others?.publish({ rule: "split", predicate: wall });
    return this.ledger.addWall(wall);
  }

  deadEnd(region: Lit, kind: "no-start" | "no-end"): void {
    this.others?.publish({ rule: kind, predicate: region });
    this.ledger.exclude(region, { kind });
  }

  // Of others.

  /** Takes what others found, as far as it can be shown here. */
  listen(): void {
    const { facts, counts } = this.ledger;
    for (const fact of this.others?.receive() ?? []) {
      const { length } = facts;
      if (!this.take(fact)) counts.refused++;
      else if (facts.length > length) counts.taken++;
    }
  }

  /** False when it does not follow from what is known here. */
  private take(fact: SharedFact): boolean {
    switch (fact.rule) {
      case "assertion":
        return this.takeAssertion(fact.clauses);
      case "reach":
        return this.takeReachable(fact.predicate);
      case "split":
        return this.takeWall(fact.predicate);
      case "no-start":
      case "no-end":
        return this.takeDeadEnd(fact.predicate, fact.rule);
    }
  }

  private takeAssertion(clauses: readonly Clause[]): boolean {
    const start = startFrame(this.ledger.stem, { kind: "resets" });
    const fresh = this.ledger.fresh(clauses);
    const initial = fresh.filter((c) => start.meets(negated(c)) === null);
    const invariant = this.stemProofs.inductivePart(initial);
    this.ledger.addAssertion(invariant);
    return invariant.length === fresh.length;
  }

  private takeReachable(predicate: Lit): boolean {
    const { reachable, system } = this.ledger;
    const after = system.primedPredicate(predicate);
    if (reachable.solve([...system.resets, not(predicate)]) || reachable.solve([predicate, not(after)])) return false;
    if (reachable.solve([not(predicate)])) this.ledger.addReachable(predicate);
    return true;
  }

  private takeWall(wall: Lit): boolean {
    const { live, system } = this.ledger;
    if (this.ledger.hasWall(wall)) return true;
    const after = system.primedPredicate(wall);
    if (live.solve([wall, not(after)])) return false;
    this.literalWalls.drop(wall);
    // Where all is on one side already it says nothing.
    if (live.solve([not(wall)]) && live.solve([after])) this.ledger.addWall(wall);
    return true;
  }

  private takeDeadEnd(region: Lit, kind: "no-start" | "no-end"): boolean {
    const { live, system } = this.ledger;
    if (this.ledger.hasExcluded(region)) return true;
    const after = system.primedPredicate(region);
    const none = { "no-start": region, "no-end": after } as const;
    if (live.solve([none[kind]])) return false;
    // What neither starts nor ends in it says nothing.
    if (live.solve([region]) || live.solve([after])) this.ledger.exclude(region, { kind });
    return true;
  }
}

import type { Lit } from "../logic/lit.js";
import { type Fact, type FactExchange, fingerprint } from "../model/fact.js";
import type { Model } from "../model/model.js";
import type { CertificateStep } from "../verdict/certificate.js";
import { type Clause, cubeOf, negated } from "./cube.js";
import type { Ic3 } from "./ic3/ic3.js";
import type { Relation } from "./relation.js";
import type { StepSolver } from "./step-solver.js";

/** Longer clauses say too little. */
const LONGEST = 12;

/**
 * Invariants that pass between engines. What comes in is believed only when it holds at the start and is preserved relative
 * to what came before: then a proof may rest on it, with the clauses as its first steps.
 *
 * The relation's first latches are those of the model; what follows (flags, counters) watches only.
 */
export class SharedInvariants {
  private readonly about: string;
  private readonly adopted: Clause[] = [];
  private readonly resets: ReadonlySet<Lit>;
  // Holds the model's steps and what was adopted: nothing that a search adds to the relation later.
  private readonly solver: StepSolver | null;
  private published = 0;

  constructor(
    private readonly exchange: FactExchange | undefined,
    private readonly model: Model,
    private readonly relation: Relation,
  ) {
    this.about = exchange === undefined ? "" : fingerprint(model);
    this.resets = new Set(relation.system.resets);
    this.solver = exchange === undefined ? null : relation.solver();
  }

  get count(): number {
    return this.adopted.length;
  }

  /** Tells others what a query from the resets found to be invariant. Pre: nothing but the model's steps is in the relation. */
  publish(query: Ic3): void {
    if (this.exchange === undefined) return;
    const fresh = query.invariants().slice(this.published);
    this.published += fresh.length;
    const clauses = fresh.map(({ cube }) => negated(cube)).filter((c) => c.length <= LONGEST && this.isAboutModel(c));
    // Latch i is node i + 1 here.
    const told = clauses.map((c) => c.map((l) => l - 2));
    if (told.length > 0) this.exchange.publish({ kind: "invariant", about: this.about, clauses: told });
  }

  /** What others found, as far as it can be verified here; the relation knows it from now on. */
  receive(): readonly Clause[] {
    const fresh = (this.exchange?.receive() ?? []).flatMap((fact) => this.verified(fact));
    for (const clause of fresh) this.relation.addFact(clause);
    return fresh;
  }

  /** Comes first in a certificate. */
  steps(): CertificateStep[] {
    return this.adopted.map((c) => ({ rule: "reach", predicate: this.relation.system.clause(c) }));
  }

  private isAboutModel(clause: Clause): boolean {
    return clause.every((l) => l >> 1 <= this.model.latches.length);
  }

  private verified(fact: Fact): Clause[] {
    if (fact.kind !== "invariant" || fact.about !== this.about) return [];
    const clauses = fact.clauses.map((c) => cubeOf(c.map((l) => (l + 2) as Lit)));
    return clauses.filter((c) => this.isAboutModel(c) && this.adopt(c));
  }

  private adopt(clause: Clause): boolean {
    if (this.solver === null || !clause.some((l) => this.resets.has(l))) return false;
    const { system } = this.relation;
    const after = negated(clause).map((l) => system.primed(l));
    if (this.solver.solveUnder(after, clause)) return false;
    this.solver.addClause(clause);
    this.adopted.push(clause);
    return true;
  }
}

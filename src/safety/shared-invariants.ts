import type { CertificateStep } from "../evidence/certificate.js";
import type { Lit } from "../logic/lit.js";
import { type Fact, type FactExchange, fingerprint } from "../model/fact.js";
import type { Model } from "../model/model.js";
import { type Clause, cubeOf, negated } from "./cube.js";
import type { Ic3 } from "./ic3/ic3.js";
import { ProofRefiner } from "./refine-proof.js";
import type { StepRelation } from "./step-relation.js";
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
  // In groups, each preserved relative to those before it.
  private readonly adopted: (readonly Clause[])[] = [];
  private readonly resets: ReadonlySet<Lit>;
  // Holds the model's steps and what was adopted: nothing that a search adds to the relation later.
  private readonly solver: StepSolver | null;
  private published = 0;
  /** Clauses of others that could not be shown here. */
  refused = 0;

  constructor(
    private readonly exchange: FactExchange | undefined,
    private readonly model: Model,
    private readonly relation: StepRelation,
  ) {
    this.about = exchange === undefined ? "" : fingerprint(model);
    this.resets = new Set(relation.system.resets);
    this.solver = exchange === undefined ? null : relation.solver();
  }

  /** Tells others what a query from the resets found to be invariant. Pre: nothing but the model's steps is in the relation. */
  publish(query: Ic3): void {
    if (this.exchange === undefined) return;
    const fresh = query.invariants().slice(this.published);
    this.published += fresh.length;
    const clauses = fresh.map(({ cube }) => negated(cube)).filter((c) => this.isWorthwhile(c));
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
    return this.adopted.map((group) => ({ rule: "reach", predicate: this.relation.system.predicate(group) }));
  }

  private isWorthwhile(clause: Clause): boolean {
    return clause.length <= LONGEST && clause.every((l) => l >> 1 <= this.model.latches.length);
  }

  private verified(fact: Fact): readonly Clause[] {
    const { solver } = this;
    if (solver === null || fact.kind !== "invariant" || fact.about !== this.about) return [];
    const clauses = fact.clauses
      .map((c) => cubeOf(c.map((l) => (l + 2) as Lit)))
      .filter((c) => this.isWorthwhile(c) && c.some((l) => this.resets.has(l)));
    const before = this.adopted.length;
    const others: Clause[] = [];
    for (const c of clauses)
      if (this.isPreserved(c, solver)) this.adopt([c], solver);
      else others.push(c);
    this.adopt(new ProofRefiner(this.relation.system, solver).inductivePart(others), solver);
    const taken = this.adopted.slice(before).flat();
    this.refused += fact.clauses.filter((c) => c.length <= LONGEST).length - taken.length;
    return taken;
  }

  private isPreserved(clause: Clause, solver: StepSolver): boolean {
    const after = negated(clause).map((l) => this.relation.system.primed(l));
    return !solver.solveUnder(after, clause);
  }

  private adopt(group: readonly Clause[], solver: StepSolver): void {
    for (const clause of group) solver.addClause(clause);
    if (group.length > 0) this.adopted.push(group);
  }
}

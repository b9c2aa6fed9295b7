import { type Lit, nodeOf } from "../../logic/lit.js";
import { packPredicate, unpackPredicate } from "../../logic/packed-predicate.js";
import { type Fact, type FactExchange, fingerprint, type StepRule } from "../../model/fact.js";
import type { Model } from "../../model/model.js";
import { type Clause, cubeOf } from "../cube.js";
import type { TransitionSystem } from "../transition-system.js";

/** A fact that passes between searches: an assertion in clauses, or another step of the proof. */
export type SharedFact =
  | { readonly rule: "assertion"; readonly clauses: readonly Clause[] }
  | { readonly rule: StepRule; readonly predicate: Lit };

/**
 * Several searches for the same fair cycle, each with skeletons of its own; a skeleton that one of them rules out is ruled out for all.
 * Section III of the paper: queries are independent of one another, and facts hold for all.
 *
 * Why the facts of several searches may be put into one proof. Every rule of certificates (docs/reference/certificates.md) asks that
 * something has no solution under the facts before it, and every fact only removes solutions, of single steps and of
 * skeletons. So a step that follows from some facts follows from any superset, and two proofs may be interleaved in any
 * way that keeps the order of each. A wall that one search found relative to earlier walls is therefore a wall for another search
 * *once that has these earlier walls*, or facts that imply them. All facts pass through one board, which keeps their order: a receiver
 * of a wall has received before it everything that its sender had sent or received by then. Where a fact is missing (the board was full, a search did
 * not publish it) the wall may be none. Soundness does not depend on it: the receiver proves each fact again, relative to its own facts, by
 * one or two SAT calls, and only then adds it to its own proof.
 */
export interface SharedFacts {
  publish(fact: SharedFact): void;
  /** What other searches found since the last call. Cheap. */
  receive(): readonly SharedFact[];
}

/** Facts that travel through the exchange of a portfolio. Predicates of the system travel as gates over latches. */
export class ExchangedFacts implements SharedFacts {
  private readonly about: string;

  constructor(
    private readonly exchange: FactExchange,
    model: Model,
    private readonly system: TransitionSystem,
  ) {
    this.about = fingerprint(model);
  }

  publish(fact: SharedFact): void {
    const { about, system } = this;
    if (fact.rule === "assertion") {
      // Latch i is node i + 1 here.
      const clauses = fact.clauses.map((c) => c.map((l) => l - 2));
      this.exchange.publish({ kind: "invariant", about, clauses });
    } else {
      const predicate = packPredicate(system.graph, fact.predicate, system.latchCount);
      this.exchange.publish({ kind: "step", about, rule: fact.rule, predicate });
    }
  }

  receive(): readonly SharedFact[] {
    return this.exchange.receive().flatMap((fact) => (fact.about === this.about ? this.understood(fact) : []));
  }

  private understood(fact: Fact): SharedFact[] {
    const { graph, latchCount } = this.system;
    switch (fact.kind) {
      case "invariant": {
        const clauses = fact.clauses.map((c) => cubeOf(c.map((l) => (l + 2) as Lit)));
        return [{ rule: "assertion", clauses: clauses.filter((c) => c.every((l) => nodeOf(l) <= latchCount)) }];
      }
      case "step": {
        const predicate = unpackPredicate(fact.predicate, graph, latchCount);
        return predicate === null ? [] : [{ rule: fact.rule, predicate }];
      }
      default:
        return [];
    }
  }
}

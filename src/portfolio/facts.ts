import type { Fact } from "../model/fact.js";

/** More clauses than this are not worth passing on: whoever takes them has to prove them again. */
const MAX_CLAUSES = 20_000;
/** The same for steps of proofs, in numbers. */
const MAX_STEPS = 500_000;

/** What the workers of one run know together, in the order in which it became known. */
export class FactBoard {
  private readonly known: Fact[] = [];
  private readonly seen = new Set<string>();
  private clauses = 0;
  private steps = 0;

  /** True when it is news: then others should hear of it. */
  add(fact: Fact): boolean {
    if (!this.isNews(fact)) return false;
    this.known.push(fact);
    return true;
  }

  /** In order: each may rest on those before it. */
  get all(): readonly Fact[] {
    return this.known;
  }

  /** What is known although there is no answer, in words. */
  summary(): string {
    const deepest = Math.max(-1, ...this.known.map((f) => (f.kind === "no-counterexample" ? f.transitions : -1)));
    const events = Math.max(0, ...this.known.map((f) => (f.kind === "events" ? f.count : 0)));
    return [
      ...(deepest < 0 ? [] : [`no counterexample of ${deepest} transitions or fewer`]),
      ...(events === 0 ? [] : [`all conditions can be met ${events} times`]),
    ].join(", ");
  }

  private isNews(fact: Fact): boolean {
    switch (fact.kind) {
      case "invariant": {
        const key = JSON.stringify([fact.about, fact.clauses]);
        if (this.seen.has(key) || this.clauses + fact.clauses.length > MAX_CLAUSES) return false;
        this.seen.add(key);
        this.clauses += fact.clauses.length;
        return true;
      }
      case "step": {
        const key = JSON.stringify([fact.about, fact.rule, fact.predicate]);
        if (this.seen.has(key) || this.steps + fact.predicate.length > MAX_STEPS) return false;
        this.seen.add(key);
        this.steps += fact.predicate.length;
        return true;
      }
      case "events":
        return !this.known.some((k) => k.kind === "events" && k.about === fact.about && k.count >= fact.count);
      case "no-counterexample":
        return !this.known.some(
          (k) => k.kind === "no-counterexample" && k.about === fact.about && k.transitions >= fact.transitions,
        );
    }
  }
}

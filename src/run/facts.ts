import type { Fact } from "../engines/engine.js";

/** More clauses than this are not worth passing on: whoever takes them has to prove them again. */
const MAX_CLAUSES = 20_000;

/** What the workers of one run know together, in the order in which it became known. */
export class FactBoard {
  private readonly known: Fact[] = [];
  private readonly seen = new Set<string>();
  private clauses = 0;

  /** True when it is news: then others should hear of it. */
  add(fact: Fact): boolean {
    if (!this.isNews(fact)) return false;
    this.known.push(fact);
    return true;
  }

  /** In order: each invariant may rest on those before it. */
  get all(): readonly Fact[] {
    return this.known;
  }

  private isNews(fact: Fact): boolean {
    switch (fact.kind) {
      case "invariant": {
        const key = JSON.stringify(fact.clauses);
        if (this.seen.has(key) || this.clauses + fact.clauses.length > MAX_CLAUSES) return false;
        this.seen.add(key);
        this.clauses += fact.clauses.length;
        return true;
      }
      case "events":
        return !this.known.some((k) => k.kind === "events" && k.count >= fact.count);
      case "no-lasso":
        return !this.known.some((k) => k.kind === "no-lasso" && k.steps >= fact.steps);
    }
  }
}

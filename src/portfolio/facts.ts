import type { Fact } from "../model/fact.js";

/** More clauses than this are not worth passing on: whoever takes them has to prove them again. */
const MAX_CLAUSES = 20_000;
/** The same for steps of proofs, in numbers. */
const MAX_STEPS = 500_000;

/** What the workers of one run know together, in the order in which it became known. */
export class FactBoard {
  private readonly known: Fact[] = [];
  /** The largest figure of each kind about each model: engines tell thousands of them. */
  private readonly largest = new Map<string, Fact & Figure>();
  private readonly seen = new Set<string>();
  private clauses = 0;
  private steps = 0;

  /** True when it is news: then others should hear of it. */
  add(fact: Fact): boolean {
    if (fact.kind === "events" || fact.kind === "no-counterexample") return this.isLargest(fact);
    if (!this.isNews(fact)) return false;
    this.known.push(fact);
    return true;
  }

  /** In order: each may rest on those before it. */
  get all(): readonly Fact[] {
    return [...this.known, ...this.largest.values()];
  }

  /** What is known although there is no answer, in words. */
  summary(): string {
    let deepest = -1;
    let events = 0;
    for (const fact of this.largest.values())
      if (fact.kind === "events") events = Math.max(events, fact.count);
      else deepest = Math.max(deepest, fact.transitions);
    return [
      ...(deepest < 0 ? [] : [`no counterexample of ${deepest} transitions or fewer`]),
      ...(events === 0 ? [] : [`all conditions can be met ${events} times`]),
    ].join(", ");
  }

  private isLargest(fact: Fact & Figure): boolean {
    const key = `${fact.kind} ${fact.about}`;
    const before = this.largest.get(key);
    if (before !== undefined && figureOf(before) >= figureOf(fact)) return false;
    this.largest.set(key, fact);
    return true;
  }

  private isNews(fact: Exclude<Fact, Figure>): boolean {
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
      case "refuted": {
        const key = JSON.stringify([fact.about, fact.set]);
        const numbers = fact.removed.reduce((sum, r) => sum + r.states.length, fact.set.length);
        if (this.seen.has(key) || this.steps + numbers > MAX_STEPS) return false;
        this.seen.add(key);
        this.steps += numbers;
        return true;
      }
    }
  }
}

type Figure = { readonly kind: "events" | "no-counterexample" };

const figureOf = (fact: Fact & Figure): number => (fact.kind === "events" ? fact.count : fact.transitions);

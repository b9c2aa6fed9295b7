import type { CertificateStep } from "../evidence/certificate.js";
import type { Lasso } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import { type Lit, not } from "../logic/lit.js";
import type { Step } from "../model/step.js";
import { Ic3 } from "./ic3/ic3.js";
import type { Reached, Separated, Start } from "./reach-query.js";
import { runQuery } from "./run-query.js";
import type { SharedInvariants } from "./shared-invariants.js";
import type { StepRelation } from "./step-relation.js";

export type RliveResult =
  | { readonly kind: "lasso"; readonly lasso: Lasso }
  | { readonly kind: "proof"; readonly steps: readonly CertificateStep[] };

/** A step with an event, the way to it from the one before, and the search for the next one, once that was begun. */
interface EventReached {
  readonly state: string;
  readonly steps: readonly Step[];
  query: Ic3 | null;
}

/**
 * rlive (Xia, Cimatti, Griggio and Li, CAV 2024): is there a run with infinitely many events? Looks for an event, from
 * there for the next one, and so on, depth first. A state that comes back closes a lasso. Where no further event can be
 * reached, the proof is a shoal: a closed set of states to be avoided from then on.
 */
export class Rlive {
  // States with an event, each reached from the one before; the steps lead from one to the next.
  private readonly stack: EventReached[] = [];
  // The search for the first event.
  private first: Ic3 | null = null;
  private readonly shoals: Lit[] = [];
  private deepest = 0;
  // An event whose step does not lead into a shoal.
  private target: Lit;

  /** `flags` are the latches by which the event waits for several conditions; none when there is only one. */
  constructor(
    private readonly relation: StepRelation,
    private readonly event: Lit,
    private readonly flags: readonly Lit[],
    private readonly shared: SharedInvariants,
  ) {
    relation.define(event);
    this.target = event;
  }

  figures(): Record<string, number> {
    const { refused } = this.shared;
    const counts = { shoals: this.shoals.length, depth: this.stack.length, deepest: this.deepest };
    return { ...counts, ...(refused > 0 && { refused }) };
  }

  *search(): Generator<Progress, RliveResult> {
    for (;;) {
      const result = yield* this.nextEvent();
      if (result.kind === "reached") {
        const lasso = this.push(result);
        if (lasso !== null) return { kind: "lasso", lasso };
        continue;
      }
      const closed = this.relation.system.predicate(result.clauses);
      if (this.stack.length === 0) return { kind: "proof", steps: this.certificate(closed) };
      this.avoid(closed);
      this.stack.pop();
    }
  }

  /** No lasso touches a shoal. The last event is not found again: its step leads into the new one. */
  private avoid(shoal: Lit): void {
    const { system } = this.relation;
    const leadsThere = system.primedPredicate(shoal);
    this.shoals.push(shoal);
    this.relation.addCondition(not(shoal));
    this.relation.addCondition(not(leadsThere));
    this.target = system.graph.and(this.target, not(leadsThere));
  }

  /**
   * From the resets, or from the successors of the last event. A search that was left for deeper ones goes on with all that it had learned: its
   * start is the same, and what is left to be found is less by the shoals since. Meanwhile it has no solvers: there can be thousands of searches,
   * and each solver is a memory of its own.
   */
  private *nextEvent(): Generator<Progress, Reached | Separated> {
    const last = this.stack.at(-1);
    this.shared.receive();
    const query = this.queryFrom(last);
    const listen = () => {
      for (const clause of this.shared.receive()) query.addLemma(clause);
    };
    const what = last === undefined ? "looking for an event" : "looking for the next event";
    const result = yield* runQuery(what, query, () => this.figures(), listen);
    query.rest();
    return result;
  }

  private queryFrom(last: EventReached | undefined): Ic3 {
    const known = last === undefined ? this.first : last.query;
    const target = { kind: "step", lit: this.target } as const;
    if (known !== null) {
      known.goOnWith(target);
      return known;
    }
    const start: Start =
      last === undefined
        ? { kind: "resets" }
        : { kind: "successors", cube: this.relation.system.stateCube(last.steps.at(-1)!.latches), where: this.event };
    const query = new Ic3(this.relation, start, target);
    if (last === undefined) this.first = query;
    else last.query = query;
    return query;
  }

  private push({ run }: Reached): Lasso | null {
    const state = run.steps[run.steps.length - 1]!.latches.join("");
    const loop = this.stack.findIndex((entry) => entry.state === state);
    if (loop < 0) {
      this.stack.push({ state, steps: run.steps, query: null });
      this.deepest = Math.max(this.deepest, this.stack.length);
      return null;
    }
    // Each piece begins with the event that the piece before it ends with: that step is taken from the later piece.
    const pieces = [...this.stack.map((entry) => entry.steps), run.steps].map((steps) => steps.slice(0, -1));
    const before = pieces.slice(0, loop + 1).reduce((sum, p) => sum + p.length, 0);
    return { kind: "lasso", steps: pieces.flat(), loop: before };
  }

  /**
   * In a shoal nothing is an event once earlier shoals are out of the way, so that flags are only raised there, and all
   * conditions together would be an event. The same holds in what is left of the reachable states.
   */
  private certificate(reachable: Lit): CertificateStep[] {
    const { graph } = this.relation.system;
    const raisedIn = (region: Lit): CertificateStep[] =>
      this.flags.map((flag) => ({ rule: "split", predicate: graph.and(region, flag), closed: "forward" }));
    return [
      ...this.shared.steps(),
      ...this.shoals.flatMap((shoal): CertificateStep[] => [
        ...raisedIn(shoal),
        { rule: "exclude", predicate: shoal, because: { kind: "skeleton", closed: "forward", unroll: 0 } },
      ]),
      { rule: "reach", predicate: graph.or(reachable, graph.orAll(this.shoals)) },
      ...this.flags.map((flag): CertificateStep => ({ rule: "split", predicate: flag, closed: "forward" })),
      { rule: "done", unroll: 0 },
    ];
  }
}

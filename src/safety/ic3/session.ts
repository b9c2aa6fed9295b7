import type { Lit } from "../../logic/lit.js";
import type { Model } from "../../model/model.js";
import type { SolverHost } from "../host.js";
import { StepRelation } from "../step-relation.js";
import { TransitionSystem } from "../transition-system.js";
import { Ic3, type Ic3Options } from "./ic3.js";

/** A session that is kept between questions may hold so many lemmas: all of them are pushed for every question. */
const MOST_LEMMAS = 3000;

/** One query for any number of bad states of a model, one after the other: what it learned about the reachable states is kept. */
export class Ic3Session implements Disposable {
  readonly system: TransitionSystem;
  private readonly relation: StepRelation;
  private host: SolverHost;
  private query: Ic3 | null = null;
  private spentBefore = 0;

  constructor(
    model: Model,
    host: SolverHost,
    readonly options: Ic3Options,
  ) {
    this.host = host;
    this.system = new TransitionSystem(model);
    const { kernels, memoryLimit } = host;
    this.relation = new StepRelation(this.system, { kernels, memoryLimit, shouldStop: () => this.host.shouldStop() });
  }

  /** The query, about this literal of the model from now on, for who has these limits. */
  about(bad: Lit, host: SolverHost): Ic3 {
    this.host = host;
    this.spentBefore = this.relation.spent();
    const target = { kind: "step", lit: this.system.literal(bad) } as const;
    if (this.query === null) this.query = new Ic3(this.relation, { kind: "resets" }, target, this.options);
    else this.query.aimAt(target);
    return this.query;
  }

  figures(): Record<string, number> {
    return { ...this.query?.figures(), propagations: this.relation.spent() - this.spentBefore };
  }

  /** What was learned helps the next question more than it costs. */
  get isWorthKeeping(): boolean {
    return (this.query?.figures().lemmas ?? 0) <= MOST_LEMMAS;
  }

  [Symbol.dispose](): void {
    this.relation[Symbol.dispose]();
  }
}

import { Aig } from "../../logic/aig.js";
import { litOf } from "../../logic/lit.js";
import { type PackedPredicate, packPredicate } from "../../logic/packed-predicate.js";
import { type FactExchange, fingerprint } from "../../model/fact.js";
import type { Model } from "../../model/model.js";
import type { Scope } from "../../sets/state-sets.js";
import type { Refutation, Team } from "./teamwork.js";

/** Gates of all sets of a refutation: a larger one costs others more than it is worth. */
const MOST_GATES = 100_000;

/** A team that exchanges facts: sets travel as predicates over the latches of the model. */
export class TeamFacts<S> implements Team<S> {
  private readonly about: string;

  constructor(
    readonly member: number,
    private readonly exchange: FactExchange,
    private readonly model: Model,
    private readonly sets: Scope<S>,
  ) {
    this.about = fingerprint(model);
  }

  tell({ set, removed }: Refutation<S>): void {
    const { about, model, sets } = this;
    const aig = new Aig();
    const latches = model.latches.map(() => aig.leaf());
    const packed = (states: S) => packPredicate(aig, sets.toAig(states, aig, latches), latches.length);
    const sent = removed.map(({ operator: { kind, condition }, states }) => {
      return { operator: kind, condition, states: packed(states) };
    });
    if (aig.size <= MOST_GATES) this.exchange.publish({ kind: "refuted", about, set: packed(set), removed: sent });
  }

  hear(s: Scope<S>): readonly Refutation<S>[] {
    return this.exchange.receive().flatMap((fact): Refutation<S>[] => {
      if (fact.kind !== "refuted" || fact.about !== this.about) return [];
      const set = this.unpacked(s, fact.set);
      if (set === null) return [];
      const removed = fact.removed.flatMap(({ operator, condition, states: sent }) => {
        const states = this.unpacked(s, sent);
        return states === null ? [] : [{ operator: { kind: operator, condition }, states }];
      });
      return [{ set, removed }];
    });
  }

  /** Null where it speaks of what there is not. */
  private unpacked(s: Scope<S>, packed: PackedPredicate): S | null {
    const { latches } = this.model;
    const gates: S[] = [];
    const setFor = (l: number | undefined): S | null => {
      if (l === undefined || l < 0) return null;
      const n = l >> 1;
      const latch = latches[n - 1];
      const value = n === 0 ? s.empty : latch ? s.where(litOf(latch.node)) : gates[n - latches.length - 1];
      return value === undefined ? null : l & 1 ? s.minus(s.all, value) : value;
    };
    for (let i = 0; i + 2 < packed.length; i += 2) {
      const [a, b] = [setFor(packed[i]), setFor(packed[i + 1])];
      if (a === null || b === null) return null;
      gates.push(s.and(a, b));
    }
    return packed.length % 2 === 1 ? setFor(packed[packed.length - 1]) : null;
  }
}

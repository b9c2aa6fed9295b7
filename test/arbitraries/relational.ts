import type fc from "fast-check";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../../src/logic/lit.js";
import type { Latch, ReachTask } from "../../src/model/model.js";
import { systems } from "./systems.js";

/** A question, and the same one as translators of transition relations write it. */
export interface Translated {
  readonly given: ReachTask;
  readonly relational: ReachTask;
}

/**
 * Each latch copies an input of its own, and a flag that what is bad asks for falls for good in a step in which such an input is not what the next function
 * says. The first step has a rule of its own, which chooses the initial state: until then no rule of the others holds.
 */
export const translated: fc.Arbitrary<Translated> = systems({
  maxLatches: 5,
  maxInputs: 2,
  maxGates: 10,
  maxConstraints: 0,
  maxFairness: 0,
}).map(({ model }) => {
  const aig = model.aig.fork();
  const states = model.latches.map((l) => litOf(l.node));
  const pairs = states.map((l, i) => aig.and(l, not(states[(i + 1) % states.length]!)));
  const bad = aig.orAll(pairs.slice(0, 2));
  const copied = model.latches.map(() => aig.leaf());
  const [flag, started] = [aig.leaf(), aig.leaf()];
  const first = model.latches.map(({ reset }, i) => (reset === "free" ? TRUE : aig.iff(copied[i]!, reset)));
  const later = model.latches.map(({ next }, i) => aig.iff(copied[i]!, next));
  const rule = aig.mux(started, aig.andAll(later), aig.andAll(first));
  const own: Latch[] = [
    { node: nodeOf(flag), next: aig.and(flag, rule), reset: TRUE },
    { node: nodeOf(started), next: TRUE, reset: FALSE },
  ];
  const latches: Latch[] = model.latches.map((l, i) => ({ node: l.node, next: copied[i]!, reset: "free" }));
  const inputs = [...model.inputs, ...copied.map((l: Lit) => nodeOf(l))];
  const relation = { ...model, aig, inputs, latches: [...latches, ...own], signals: [], modules: [] };
  return {
    given: { kind: "reach", model: { ...model, aig }, bad },
    relational: { kind: "reach", model: relation, bad: aig.andAll([flag, started, bad]) },
  };
});

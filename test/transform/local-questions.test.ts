import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reference } from "../../src/engines/reference.js";
import { Aig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import { localQuestions } from "../../src/transform/local-questions.js";
import { withoutSafeTraps } from "../../src/transform/traps.js";
import { translated } from "../arbitraries/relational.js";
import { decide, plainContext } from "../engines/running.js";

/** Two shift registers of three places, each fed by an input of its own, written as a relation: an input for each latch, and rules. */
function twoRegisters() {
  const aig = new Aig();
  const latches = Array.from({ length: 6 }, () => aig.leaf());
  const [enabled, ...copied] = Array.from({ length: 7 }, () => aig.leaf()) as [Lit, ...Lit[]];
  // What is shifted in is not ruled; a place takes over the one before it when that is enabled.
  const rules = latches.flatMap((_, i) =>
    i % 3 === 0 ? [] : [aig.iff(copied[i]!, aig.mux(enabled, latches[i - 1]!, latches[i]!))],
  );
  const model: Model = {
    aig,
    inputs: [enabled, ...copied].map(nodeOf),
    latches: latches.map((l, i) => ({ node: nodeOf(l), next: copied[i]!, reset: FALSE })),
    constraints: [aig.andAll(rules)],
    fairness: [],
    signals: [],
    modules: [],
  };
  return { model, aig, last: [latches[2]!, latches[5]!] as const };
}

describe("local questions", () => {
  it("ask about each part of what is bad with the latches and rules that concern it", () => {
    const { model, aig, last } = twoRegisters();
    const questions = localQuestions(model, aig.or(last[0], last[1]));
    expect(questions.map(({ rewrite }) => rewrite.model.latches.length)).toEqual([3, 3]);
    expect(questions.map(({ rewrite }) => rewrite.model.constraints.length)).toEqual([2, 2]);
  });

  it("are not asked where a part needs most latches", () => {
    const { model, aig, last } = twoRegisters();
    expect(localQuestions(model, aig.and(last[0], not(last[1])))).toEqual([]);
  });

  it("end where whoever asks must end", () => {
    const { model, aig, last } = twoRegisters();
    const stop = () => {
      throw new Error("no time left");
    };
    expect(() => localQuestions(model, aig.or(last[0], last[1]), stop)).toThrow("no time left");
  });

  it("are reached where the whole one is", () => {
    let asked = 0;
    fc.assert(
      fc.property(translated, ({ relational: { model: given, bad } }) => {
        const { model } = withoutSafeTraps(given, bad);
        const questions = localQuestions(model, bad);
        if (questions.length === 0) return;
        asked++;
        // The constraints that keep out of the trap need not hold in a bad state.
        const reached = (q: { model: Model; bad: Lit }) => {
          const free = { ...q.model, constraints: q.model.constraints.map((c) => aigOf(q.model).or(c, q.bad)) };
          return decide(reference, { kind: "reach", model: free, bad: q.bad }, {}, plainContext).answer === "fails";
        };
        const whole = reached({ model, bad });
        const parts = questions.some(({ rewrite, bad }) => reached({ model: rewrite.model, bad }));
        expect(parts || !whole).toBe(true);
      }),
      { numRuns: 300, seed: 3 },
    );
    expect(asked).toBeGreaterThan(30);
  });
});

const aigOf = (model: Model) => model.aig as Aig;

import { describe, expect, it } from "vitest";
import { explicitSets, explicitSetsOfModel } from "../../src/sets/explicit-sets.js";
import { describeContract } from "./contract.js";

for (const hostile of [false, true])
  describeContract(hostile ? "explicit, hostile" : "explicit", (model) => {
    const sets = explicitSetsOfModel(model, { hostile });
    return { sets, live: () => sets.liveSets, close: () => sets[Symbol.dispose]() };
  });

describe("explicit sets of a graph", () => {
  const triangle = {
    states: 3,
    edges: [
      [0, 1],
      [1, 2],
      [2, 0],
    ] as const,
    initial: [0],
    conditions: [[2]],
  };

  it("follows the arcs", () => {
    using sets = explicitSets(triangle);
    expect(sets.list(sets.post(sets.initial))).toEqual([1]);
    expect(sets.list(sets.pre(sets.initial))).toEqual([2]);
    expect(sets.list(sets.conditions[0]!)).toEqual([2]);
  });

  it("notices a set that is used after its scope has closed", () => {
    using sets = explicitSets(triangle);
    const inner = sets.open();
    const early = inner.post(inner.initial);
    const kept = inner.keep(inner.pre(inner.initial));
    inner[Symbol.dispose]();
    expect(() => sets.and(early, sets.all)).toThrow(/after its last scope/);
    expect(() => sets.hold(early)).toThrow(/after its last scope/);
    expect(sets.list(kept)).toEqual([2]);
    expect(() => inner.post(sets.all)).toThrow(/closed/);
  });

  it("lets a cell drop what it held", () => {
    using sets = explicitSets(triangle);
    using inner = sets.open();
    const live = sets.liveSets;
    using cell = inner.cell(sets.all);
    for (let i = 0; i < 10; i++) {
      using turn = inner.open();
      cell.value = turn.post(cell.value);
    }
    expect(sets.liveSets).toBe(live + 1);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { treeArbiter } from "../../bench/families/arbiters.js";
import type { OptionValues } from "../../src/engines/engine.js";
import { engineNamed } from "../../src/engines/registry.js";
import type { Fact, FactExchange } from "../../src/model/fact.js";
import type { Property } from "../../src/model/property.js";
import { FactBoard } from "../../src/portfolio/facts.js";
import { solve } from "../../src/solving/solve.js";
import { type RandomSystem, systems } from "../arbitraries/systems.js";
import { hasFairCycle } from "../certificates/brute-force.js";
import { context } from "../cross-engine/solving.js";

/** One engine after the other, each with what the others told before it. */
function decided(
  { model, lits }: RandomSystem,
  engine: string,
  board: FactBoard,
  change: (f: Fact) => Fact = (f) => f,
  options: OptionValues = {},
) {
  const property: Property = { kind: "justice", name: "j", literals: lits };
  let heard = 0;
  const facts: FactExchange = {
    publish: (fact) => board.add(fact),
    receive: () => {
      const fresh = board.all.slice(heard).map(change);
      heard = board.all.length;
      return fresh;
    },
  };
  const solving = solve({ model, properties: [property] }, property, engineNamed(engine)!, options, {
    ...context,
    facts,
  });
  for (;;) {
    const { done, value } = solving.next();
    if (done) return value;
  }
}

const shape = { extraLits: 2, maxLatches: 5, maxInputs: 2 };
const CHAIN = ["k-liveness", "rlive", "fair", "rlive", "k-liveness"];

describe("facts from other engines", () => {
  it("leave answers as they are, and proofs that rest on them check", () => {
    fc.assert(
      fc.property(systems(shape), (system) => {
        const { model, lits } = system;
        const expected = hasFairCycle({ ...model, fairness: [...model.fairness, ...lits] }) ? "fails" : "holds";
        const board = new FactBoard();
        for (const engine of CHAIN)
          expect(decided(system, engine, board)).toMatchObject({ verdict: { answer: expected }, evidence: "checked" });
      }),
      { numRuns: 30 },
    );
  });

  it("save work: fewer states are to be avoided in an arbiter", () => {
    const arbiter = { model: treeArbiter(4), lits: [] };
    const board = new FactBoard();
    // On the model as it is: how far engines get before they simplify it is a matter of time.
    const on = (engine: string, facts: FactBoard) => decided(arbiter, engine, facts, undefined, { simplify: "off" });
    const alone = on("rlive", new FactBoard());
    expect(on("k-liveness", board)).toMatchObject({ verdict: { answer: "holds" }, evidence: "checked" });
    expect(board.all.some((f) => f.kind === "invariant")).toBe(true);
    const helped = on("rlive", board);
    for (const outcome of [alone, helped])
      expect(outcome).toMatchObject({ verdict: { answer: "holds" }, evidence: "checked" });
    expect(helped.verdict.stats.propagations).toBeLessThan(alone.verdict.stats.propagations as number);
  });

  it("are not believed when they are wrong", () => {
    fc.assert(
      fc.property(
        systems(shape),
        fc.array(fc.array(fc.nat(9), { maxLength: 3 }), { maxLength: 6 }),
        (system, wrong) => {
          const { model, lits } = system;
          const expected = hasFairCycle({ ...model, fairness: [...model.fairness, ...lits] }) ? "fails" : "holds";
          const board = new FactBoard();
          decided(system, "k-liveness", board);
          const about = board.all[0]?.about ?? "";
          board.add({ kind: "invariant", about, clauses: wrong });
          const flip = (f: Fact): Fact =>
            f.kind === "invariant" ? { ...f, clauses: f.clauses.map((c) => c.map((l) => l ^ 1)) } : f;
          for (const engine of ["rlive", "k-liveness", "fair"])
            for (const change of [flip, (f: Fact) => f])
              expect(decided(system, engine, board, change).verdict.answer).toBe(expected);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("the board", () => {
  const clauses = [[0, 3]];

  it("keeps what is new, in order", () => {
    const board = new FactBoard();
    expect(board.add({ kind: "invariant", about: "m", clauses })).toBe(true);
    expect(board.add({ kind: "invariant", about: "m", clauses: [[0, 3]] })).toBe(false);
    expect(board.add({ kind: "invariant", about: "other", clauses })).toBe(true);
    expect(board.add({ kind: "no-counterexample", about: "m", transitions: 4 })).toBe(true);
    expect(board.add({ kind: "no-counterexample", about: "m", transitions: 3 })).toBe(false);
    expect(board.add({ kind: "events", about: "m", count: 2 })).toBe(true);
    expect(board.add({ kind: "events", about: "m", count: 2 })).toBe(false);
    expect(board.all).toHaveLength(4);
  });

  it("says what is known when nobody has an answer", () => {
    const board = new FactBoard();
    expect(board.summary()).toBe("");
    board.add({ kind: "no-counterexample", about: "m", transitions: 7 });
    board.add({ kind: "events", about: "m", count: 2 });
    expect(board.summary()).toBe("no counterexample of 7 transitions or fewer, all conditions can be met 2 times");
  });
});

describe("the board of facts", () => {
  it("keeps the largest of a hundred thousand bounds, and says it", () => {
    const board = new FactBoard();
    for (let k = 1; k <= 100_000; k++)
      expect(board.add({ kind: "no-counterexample", about: "m", transitions: k })).toBe(true);
    expect(board.add({ kind: "no-counterexample", about: "m", transitions: 7 })).toBe(false);
    expect(board.all).toHaveLength(1);
    expect(board.summary()).toBe("no counterexample of 100000 transitions or fewer");
  });
});

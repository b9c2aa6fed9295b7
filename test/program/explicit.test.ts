import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLtl } from "../../src/formula/parse.js";
import { problemWith, satisfiesFormula } from "../../src/program/behaviour.js";
import { searchProgram } from "../../src/program/explicit.js";
import { array, bool, cond, int, system } from "../../src/program.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { answered, differences } from "./explicit-campaign.js";
import { randomProgram } from "./random-programs.js";

describe("a search of a program's states", () => {
  it("says what the definitions say, in every way to search", () => {
    const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3, past: true });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 30 }), formulas, (seed, formula) => {
        const found = differences(randomProgram(seed), formula, seed);
        fc.pre(found !== null);
        expect(found).toEqual([]);
      }),
      { numRuns: 45 },
    );
  });
});

/** Two counters that go round, until both are at their end: there something may be wrong. */
function counters(size: number, atTheEnd: "deadlock" | "mistake" | "nothing") {
  const s = system("counters", { c: array(2, int(0, size - 1)) });
  const { c } = s.vars;
  const end = c.every((x) => x.is(size - 1));
  for (const i of [0, 1]) {
    const next = c.at(i).plus(1).mod(size);
    s.process(
      `p${i}`,
      { fair: "weak" },
      {
        up: {
          when: atTheEnd === "deadlock" ? end.not() : end.or(end.not()),
          do: [c.at(i).set(atTheEnd === "mistake" ? cond(end, size, next) : next)],
        },
      },
    );
  }
  s.proposition("end", end);
  s.proposition("start", c.every((x) => x.is(0))); // biome-ignore format: one line
  return s;
}

const formula = (text: string) => parseLtl(text).formula;

describe("what is wrong with the program", () => {
  it.each([
    ["compact", "deadlock"],
    ["compact", "mistake"],
    ["bitstate", "deadlock"],
    ["bitstate", "mistake"],
  ] as const)("is found where states are kept as hash values: %s, %s", (hash, atTheEnd) => {
    const program = counters(20, atTheEnd);
    const answer = answered(program, formula("G F !end"), { hash });
    expect(answer.kind).toBe(atTheEnd);
    if (answer.kind === "deadlock" || answer.kind === "mistake") {
      expect(answer.run.states).toHaveLength(39); // a shortest run: there was room to look for one
      expect(problemWith(program, answer.run)).toBeNull();
    }
  });

  it("is shown by the path of the search where there is no time for more", () => {
    const program = counters(30, "deadlock");
    let stop = false;
    const question = { logic: "ltl", text: "", formula: formula("G F !end"), atoms: program.propositions } as const;
    const search = searchProgram(program, question, { hash: "compact", shouldStop: () => (stop ? "time" : null) });
    let step = search.next();
    stop = true;
    while (!step.done) step = search.next();
    const answer = step.value;
    if (answer.kind !== "deadlock") throw new Error(`${answer.kind} instead of a deadlock`);
    expect(problemWith(program, answer.run)).toBeNull();
    expect(answer.run.states.at(-1)).toEqual(Int32Array.from([29, 29]));
  });

  it("counts less than a violation, wherever that is", () => {
    expect(answered(counters(5, "deadlock"), formula("G F end"), {}).kind).toBe("violated");
    expect(answered(counters(5, "deadlock"), formula("G !start"), {}).kind).toBe("violated");
  });
});

describe("a formula that a finite run refutes", () => {
  it("gets a shortest one", () => {
    const answer = answered(counters(9, "nothing"), formula("G !end"), {});
    if (answer.kind !== "violated") throw new Error(answer.kind);
    expect(answer.behaviour).toMatchObject({ loop: null });
    expect(answer.behaviour.states).toHaveLength(17);
  });

  it("is decided in one visit of all states, whatever fairness is asked of processes", () => {
    const weak = answered(counters(9, "nothing"), formula("G !(start & end)"), {});
    expect(weak).toMatchObject({ kind: "holds", stats: { states: 81, systemStates: 81, transitions: 163 } });
  });

  it("does not fail because of a run after which a condition is never met again", () => {
    const program = counters(9, "nothing");
    program.fair("never again", program.vars.c.at(0).lt(0));
    expect(answered(program, formula("G !end"), {}).kind).toBe("holds");
  });
});

describe("strong fairness of many", () => {
  /** Dining philosophers; the last one takes the fork to the right first. */
  function philosophers(n: number) {
    const s = system("philosophers", { fork: array(n, bool), at: array(n, int(0, 3)) });
    const { fork, at } = s.vars;
    for (let i = 0; i < n; i++) {
      const [a, b] = i === n - 1 ? [0, i] : [i, i + 1];
      s.process(
        `p${i}`,
        { fair: "strong" },
        {
          first: { when: at.at(i).is(0).and(fork.at(a).not()), do: [fork.at(a).set(true), at.at(i).set(1)] },
          second: { when: at.at(i).is(1).and(fork.at(b).not()), do: [fork.at(b).set(true), at.at(i).set(2)] },
          back: { when: at.at(i).is(2), do: [fork.at(a).set(false), at.at(i).set(3)] },
          rest: { when: at.at(i).is(3), do: [fork.at(b).set(false), at.at(i).set(0)] },
        },
      );
    }
    s.proposition("eats", at.at(0).is(2));
    s.proposition("together", at.at(0).is(2).and(at.at(2).is(2)));
    return s;
  }

  it("does not multiply the states", () => {
    // Two states of the automaton; with a promise for each philosopher there were 256 times as many.
    const answer = answered(philosophers(8), formula("G F eats"), {});
    expect(answer).toMatchObject({ kind: "holds", stats: { systemStates: 6561 } });
    expect(answer.stats.states).toBeLessThanOrEqual(2 * 6561);
  });

  it("is met by the lasso that violates a formula", () => {
    const program = philosophers(6);
    const violated = formula("F G !together");
    const answer = answered(program, violated, {});
    if (answer.kind !== "violated") throw new Error(answer.kind);
    expect(problemWith(program, answer.behaviour)).toBeNull();
    expect(satisfiesFormula(program, answer.behaviour, violated, program.propositions)).toBe(false);
  });

  it("is refused in words by a search that would need a promise for each", () => {
    const answer = answered(philosophers(21), formula("G F eats"), { algorithm: "nested-emptiness" });
    expect(answer).toMatchObject({ kind: "unknown", reason: "bound" });
    expect((answer as { detail: string }).detail).toContain("strong fairness of 21 needs a search of components");
  });
});

it("tells how far it is: states, how fast, depth, memory, and what waits", () => {
  const program = counters(400, "nothing");
  const figuresOf = (text: string) => {
    const question = { logic: "ltl", text, formula: formula(text), atoms: program.propositions } as const;
    const { done, value } = searchProgram(program, question, {}).next();
    if (done) throw new Error("it should take longer");
    return value.figures;
  };
  const common = ["depth", "megabytes", "states", "statesPerSecond", "transitions"];
  expect(Object.keys(figuresOf("G F end")).sort()).toEqual(common);
  expect(Object.keys(figuresOf("G !(start & end)")).sort()).toEqual([...common, "queue"].sort());
  expect(Math.min(...Object.values(figuresOf("G !(start & end)")))).toBeGreaterThan(0);
});

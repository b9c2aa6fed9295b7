import { afterEach, describe, expect, it, vi } from "vitest";
import { type Behaviour, problemWith, satisfiesFormula, tightened } from "../../src/program/behaviour.js";
import { readQuestion } from "../../src/program/question.js";
import { Semantics } from "../../src/program/semantics.js";
import { ProgramSpace } from "../../src/program/space.js";
import { bool, check, int, system } from "../../src/program.js";

/** A counter that wraps, and a switch that is enabled where the counter is 0. */
function counter(fair: { count?: "weak" | "unconditional"; flip?: "weak" | "strong" | "unconditional" }) {
  const s = system("counter", { n: int(0, 2), on: bool }, { deadlock: "stutter" });
  const { n, on } = s.vars;
  return s
    .process("count", fair.count ? { fair: fair.count } : {}, { up: { do: [n.set(n.plus(1).mod(3))] } })
    .process("flip", fair.flip ? { fair: fair.flip } : {}, { flip: { when: n.is(0), do: [on.set(on.not())] } });
}

/** States as pairs of codes, and the names of the steps that leave them. */
function behaviour(s: ReturnType<typeof counter>, states: number[][], steps: string[], loop: number | null): Behaviour {
  const { steps: known } = new Semantics(s);
  return {
    states: states.map((state) => Int32Array.from(state)),
    steps: steps.map((name) => known.find((k) => k.name === name) ?? null),
    loop,
  };
}

const ROUND: [number[][], string[]] = [
  [[0, 0], [1, 0], [2, 0]], // biome-ignore format: one line
  ["up", "up", "up"],
];

describe("the replay of a behaviour", () => {
  const problem = (s: ReturnType<typeof counter>, states: number[][], steps: string[], loop: number | null) =>
    problemWith(s, behaviour(s, states, steps, loop));

  it("accepts what the program does", () => {
    expect(problem(counter({}), ...ROUND, 0)).toBe(null);
    expect(problem(counter({ count: "unconditional", flip: "weak" }), ...ROUND, 0)).toBe(null);
  });

  it("refuses what it does not do", () => {
    const s = counter({ count: "weak" });
    expect(problem(s, [[1, 0]], ["up"], 0)).toContain("n does not start so");
    expect(problem(s, [[0, 0], [2, 0]], ["up", "up"], 0)).toBe("step 0: count.up does something else"); // biome-ignore format: one line
    expect(problem(s, [[0, 0], [1, 0]], ["up", "up"], 0)).toBe("step 1: count.up does something else"); // biome-ignore format: one line
    expect(problem(s, [[0, 0], [1, 0]], ["up", "flip"], 1)).toBe("step 1: flip.flip is not enabled"); // biome-ignore format: one line
    expect(problem(s, [[0, 0]], ["nothing"], 0)).toBe("step 0: nothing happens, but a step is enabled");
    expect(problem(s, [[0, 0]], ["up"], 1)).toBe("there is no such step to go back to");
  });

  it("refuses a loop that breaks a promise of fairness, by its definition", () => {
    expect(problem(counter({ flip: "strong" }), ...ROUND, 0)).toBe("the loop breaks the strong fairness of flip");
    expect(problem(counter({ flip: "unconditional" }), ...ROUND, 0)).toBe(
      "the loop breaks the unconditional fairness of flip",
    );
    expect(problem(counter({ count: "weak" }), [[0, 0], [0, 1]], ["flip", "flip"], 0)).toBe("the loop breaks the weak fairness of count"); // biome-ignore format: one line
    const s = counter({});
    s.fair("on again and again", s.vars.on);
    expect(problem(s, ...ROUND, 0)).toBe("on again and again is never true in the loop");
  });

  it("evaluates formulas on the loop", () => {
    const s = counter({});
    const round = behaviour(s, ...ROUND, 0);
    const holds = (formula: string) => {
      const question = readQuestion(s, "ltl", formula);
      return question.logic === "ltl" && satisfiesFormula(s, round, question.formula, question.atoms);
    };
    expect(holds("G F n = 2 & G !on")).toBe(true);
    expect(holds("F on")).toBe(false);
  });
});

it("a tightened behaviour shows each state of the loop once", () => {
  const s = counter({});
  const [states, steps] = ROUND;
  const twice = behaviour(s, [...states, ...states, ...states], [...steps, ...steps, ...steps], 3);
  expect(tightened(twice)).toEqual(behaviour(s, states, steps, 0));
});

it("more conditions than a word has bits are told apart", async () => {
  const s = system("relay", { n: int(0, 39) });
  const { n } = s.vars;
  for (let i = 0; i < 40; i++)
    s.process(
      `p${i}`,
      { fair: "unconditional" },
      { pass: { when: n.is(i), do: [n.set((i + 1) % 40)] }, rest: { when: n.is(i), do: [] } },
    );
  const failing = await check(s, "F G n = 0");
  expect(failing.counterexample?.steps).toHaveLength(40);
  expect((await check(s, "G F n = 39")).answer).toBe("holds");
});

describe("where code may not be generated", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("programs are interpreted", () => {
    class Forbidden {
      constructor() {
        throw new EvalError("Refused to evaluate a string as JavaScript");
      }
    }
    vi.stubGlobal("Function", Forbidden);
    expect(new ProgramSpace(counter({})).isGenerated).toBe(false);
  });
});

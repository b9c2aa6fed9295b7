import { describe, expect, it } from "vitest";
import { checkSystem } from "../../src/api/check-system.js";
import { parseLtl } from "../../src/formula/parse.js";
import { problemWith } from "../../src/program/behaviour.js";
import { undeclaredFairness, withDeclared } from "../../src/program/starvation.js";
import { bool, int, system } from "../../src/program.js";
import { answered } from "./explicit-campaign.js";
import { randomProgram } from "./random-programs.js";

/** However busy the machine is. */
const LONG = { checkSeconds: 100 };

/** A switch that nobody has to press, and a clock. */
function lamp(options: Parameters<typeof system>[2] = {}, clock: { readonly fair?: "weak" } = { fair: "weak" }) {
  const s = system("lamp", { on: bool, n: int(0, 3) }, options);
  const { on, n } = s.vars;
  s.process("switch", {}, { press: { when: on.not(), do: [on.set(true)] } });
  s.process("clock", clock, {
    tick: { when: n.lt(3), do: [n.set(n.plus(1))] },
    reset: { when: n.is(3), do: [n.set(0)] },
  });
  return s;
}

describe("a formula that fails because nothing forces a process to move", () => {
  it("is told with the fairness that is missing, of which none can be left out", async () => {
    const result = await checkSystem(lamp(), "F on", LONG);
    const { lacking } = result;
    expect(lacking).toEqual({
      excluding: [
        {
          name: "weak fairness of switch",
          broken: "switch.press is enabled in every state of the loop, and never taken",
        },
      ],
      answer: "holds",
      enough: ["weak fairness of switch"],
    });
    expect(result.toString()).toContain(
      "note: fairness is missing: with weak fairness of switch it holds: switch.press is",
    );
  });

  it("asks for strong fairness where the process is only enabled again and again", async () => {
    const s = system("door", { open: bool, in: bool });
    const { open, in: inside } = s.vars;
    s.process("door", { fair: "weak" }, { swing: { do: [open.set(open.not())] } });
    s.process("cat", { fair: "weak" }, { enter: { when: open.and(inside.not()), do: [inside.set(true)] } });
    const { lacking } = await checkSystem(s, "F in", LONG);
    expect(lacking?.enough).toEqual(["strong fairness of cat"]);
  });

  it("finds what else is needed by the counterexamples that come next", async () => {
    const { lacking } = await checkSystem(lamp({}, {}), "F (on & n = 1)", LONG);
    expect(lacking?.answer).toBe("holds");
    expect(lacking?.enough).toEqual(["weak fairness of clock", "weak fairness of switch"].sort());
  });

  it("names the steps that could be taken where nothing happens", async () => {
    const { counterexample } = await checkSystem(lamp({ stopping: "allowed" }, {}), "F n = 1");
    expect(counterexample?.steps.at(-1)).toBeNull();
    expect(counterexample?.text).toMatch(/\(nothing\) {5}though clock\.tick could\n/);
  });

  it("says that the formula fails all the same where more fairness does not help", async () => {
    const result = await checkSystem(lamp(), "F G n = 0", LONG);
    const { lacking } = result;
    expect(lacking?.answer ?? "none").not.toBe("holds");
    expect(result.toString()).not.toContain("fairness is missing");
  });

  it("is silent where finitely many steps show that the formula fails", async () => {
    expect((await checkSystem(lamp(), "G n < 2")).lacking).toBeUndefined();
    expect((await checkSystem(lamp(), "X on")).lacking).toBeUndefined();
  });
});

it("a formula that holds of every program is trivially true, in linear and in branching time", async () => {
  for (const formula of ["G (on | !on)", "F on | G !on", "(n = 1) -> (n = 1)"]) {
    const result = await checkSystem(lamp(), formula);
    const { vacuity } = result;
    expect(vacuity?.isTautology).toBe(true);
    expect(result.toString()).toContain("holds vacuously");
  }
  expect((await checkSystem(lamp(), { ctl: "AG (on | !on)" })).vacuity?.isTautology).toBe(true);
  expect((await checkSystem(lamp(), "G n <= 3")).vacuity?.isTautology).toBeUndefined();
});

it("every fairness that is named for a loop of a random program excludes it, by the definitions, and no weaker one was left out", () => {
  const { formula } = parseLtl("G F a & F G b");
  let named = 0;
  for (let seed = 1; seed <= 150; seed++) {
    const program = randomProgram(seed, { mistakes: false });
    const found = answered(program, formula, {});
    if (found.kind !== "violated" || found.behaviour.loop === null) continue;
    const { behaviour } = found;
    const excluded = (d: Parameters<typeof withDeclared>[1][number]) =>
      problemWith(withDeclared(program, [d]), behaviour) !== null;
    const missing = undeclaredFairness(program, behaviour);
    for (const declaration of missing) {
      named++;
      expect(excluded(declaration)).toBe(true);
      if (declaration.kind === "strong") expect(excluded({ ...declaration, kind: "weak" })).toBe(false);
    }
    const silent = program.processes.flatMap(({ fairness }, process) =>
      fairness === null && !missing.some((d) => d.process === process) ? [process] : [],
    );
    for (const process of silent)
      expect(excluded({ process, step: null, kind: "strong", name: "", broken: "" })).toBe(false);
  }
  expect(named).toBeGreaterThan(20);
});

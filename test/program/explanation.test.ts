import { expect, it } from "vitest";
import { parseLtl } from "../../src/formula/parse.js";
import { ProgramSubject } from "../../src/portfolio/program-subject.js";
import { explanationText } from "../../src/present/explanation.js";
import { type Behaviour, problemWith } from "../../src/program/behaviour.js";
import { programExplanation, reasons } from "../../src/program/explanation.js";
import { firstFunction, type Program } from "../../src/program/program.js";
import { readQuestion } from "../../src/program/question.js";
import { Semantics } from "../../src/program/semantics.js";
import { evaluate } from "../../src/program/term.js";
import { slotsThatMatter } from "../../src/program/what-matters.js";
import { bool, int, system } from "../../src/program.js";
import { answered } from "./explicit-campaign.js";
import { randomProgram } from "./random-programs.js";

it("explains a program's behaviour: what meets each condition, where each part of the formula holds, and what does not matter", async () => {
  const s = system("lamp", { on: bool, n: int(0, 1), junk: int(0, 3) });
  const { on, n, junk } = s.vars;
  s.process("switch", {}, { press: { when: on.not(), do: [on.set(true)] } });
  s.process("clock", { fair: "weak" }, { tick: { do: [n.set(n.plus(1).mod(2)), junk.set(junk.plus(1).mod(4))] } });
  s.process("sleeper", { fair: "weak" }, { wake: { when: on.and(n.is(1)), do: [junk.setAny()] } });
  s.fair("even", n.is(0));
  const subject = new ProgramSubject(s, [{ name: "p", logic: "ltl", formula: "F on" }], null);
  const { verdict } = await subject.ask(0, { vacuity: false });
  if (verdict.answer !== "fails" || verdict.by.kind !== "behaviour") throw new Error("it fails by a behaviour");
  const question = readQuestion(s, "ltl", "F on");
  if (question.logic !== "ltl") throw new Error("it is of linear time");
  const why = programExplanation(s, question, verdict.by.behaviour);
  const trace = subject.trace(0, verdict.by);
  const names = (those: readonly number[]) => those.map((k) => trace.signals[k]!.name);
  expect(why.conditions.map((c) => [c.name, names(c.because)])).toEqual([
    ["even", ["n"]],
    ["weak fairness of clock", []],
    ["weak fairness of sleeper", ["on"]],
  ]);
  expect(why.rows).toEqual([
    { formula: "F on", holds: trace.values.map(() => false) },
    { formula: "on", holds: trace.values.map(() => false) },
  ]);
  expect(names(why.anything)).toEqual(["junk"]);
  const text = explanationText(why, trace);
  expect(text).toMatch(/weak fairness of sleeper: .*, since on = false\n/);
  expect(text).toContain("whatever they are in any step: junk\n");
  expect(text).toMatch(/after step/);
});

it("what makes a condition of a random program true or false suffices for it, whatever the rest is", () => {
  let explained = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const program = randomProgram(seed, { mistakes: false });
    const states = [...new Semantics(program).initial()].slice(0, 4);
    for (const { holds } of program.propositions.values()) {
      if (typeof holds === "function") continue;
      for (const state of states) {
        const because = reasons(holds, state);
        for (const other of otherStates(program, state, because)) {
          explained++;
          expect(evaluate(holds, other)).toBe(evaluate(holds, state));
        }
      }
    }
  }
  expect(explained).toBeGreaterThan(100);
});

/** States that agree on these slots, and have the lowest or the highest code in all others. */
function otherStates({ slots }: Program, state: Int32Array, kept: ReadonlySet<number>): Int32Array[] {
  return (["low", "high"] as const).map((end) => state.map((code, i) => (kept.has(i) ? code : slots[i]!.domain[end])));
}

it("slots that are called indifferent may be anything, all together: the same steps replay from every filling", () => {
  const { formula } = parseLtl("G F a & F G b");
  let fillings = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const program = randomProgram(seed, { mistakes: false });
    if (firstFunction(program) !== null) continue;
    const question = { logic: "ltl", text: "", formula, atoms: program.propositions } as const;
    const matters = slotsThatMatter(program, question);
    const free = [...program.slots.keys()].filter((slot) => !matters.has(slot));
    if (free.length === 0) continue;
    const found = answered(program, formula, {});
    if (found.kind !== "violated") continue;
    for (const pick of [0, -1]) {
      const filled = refilled(program, found.behaviour, free, pick);
      fillings++;
      expect(problemWith(program, filled)).toBeNull();
    }
  }
  expect(fillings).toBeGreaterThan(4);
});

/** The same steps from a first state whose indifferent slots start otherwise; what they become follows. */
function refilled(program: Program, behaviour: Behaviour, free: readonly number[], pick: number): Behaviour {
  const semantics = new Semantics(program);
  const first = behaviour.states[0]!.map((code, slot) =>
    free.includes(slot) ? program.slots[slot]!.initial.at(pick)! : code,
  );
  const states: Int32Array[] = [first];
  for (const [t, step] of behaviour.steps.slice(0, behaviour.states.length - 1).entries()) {
    const wanted = behaviour.states[t + 1]!;
    const all = step === null ? [states[t]!] : semantics.after(step!, states[t]!);
    states.push(all.find((s) => s.every((code, slot) => free.includes(slot) || code === wanted[slot]))!);
  }
  return { ...behaviour, states, open: free };
}

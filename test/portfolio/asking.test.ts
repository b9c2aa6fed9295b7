import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Violations, violationsOf } from "../../src/automata/violations.js";
import type { OptionValues } from "../../src/engines/engine.js";
import { readSmv } from "../../src/formats/smv/read.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseLtl } from "../../src/formula/parse.js";
import { goOn } from "../../src/limits/stopped.js";
import type { Design } from "../../src/model/property.js";
import { learn as learnFrom, packAutomata } from "../../src/portfolio/asking-data.js";
import { spawnHere } from "../../src/portfolio/local-workers.js";
import { type Plan, planFor } from "../../src/portfolio/plan.js";
import { runPlan } from "../../src/portfolio/portfolio.js";
import { ProgramSubject } from "../../src/portfolio/program-subject.js";
import type { Spawn } from "../../src/portfolio/worker-protocol.js";
import { int } from "../../src/program/domain.js";
import { system } from "../../src/program/system.js";
import { context } from "../cross-engine/solving.js";

// How a property is asked is decided once: its linear form, and the automata of what violates it. Both are counted here, in this
// thread and in all workers, which get copies of what is sent to them.
const counted = vi.hoisted(() => ({ translations: 0, rewritings: 0 }));
/** How often a translation asks whether it should stop before it begins: some take long. */
const pace = vi.hoisted(() => ({ questions: 0 }));

vi.mock("../../src/automata/translate.js", async (load) => {
  const real = await load<typeof import("../../src/automata/translate.js")>();
  const ltlToAutomata: typeof real.ltlToAutomata = (formula, options = {}) => {
    counted.translations++;
    for (let k = 0; k < pace.questions; k++) goOn({ shouldStop: () => null, ...options }, "too long");
    return real.ltlToAutomata(formula, options);
  };
  return { ...real, ltlToAutomata };
});

vi.mock("../../src/formula/linear-form.js", async (load) => {
  const real = await load<typeof import("../../src/formula/linear-form.js")>();
  const linearForm: typeof real.linearForm = (...given) => {
    counted.rewritings++;
    return real.linearForm(...given);
  };
  return { ...real, linearForm };
});

beforeEach(() => {
  Object.assign(counted, { translations: 0, rewritings: 0 });
  pace.questions = 0;
});

/** Workers of this thread that share nothing with it, as those of others do not. */
const spawn: Spawn = (memoryBytes, events, engine) => {
  const copied = <T>(message: T): T => structuredClone(message);
  const worker = spawnHere(memoryBytes, { ...events, message: (m) => events.message(copied(m)) }, engine);
  return {
    ...worker,
    post: (m) => worker.post(m.type === "job" ? { ...m, job: copied(m.job) } : copied(m)),
  };
};
const host = { spawn, kernels: context.kernels };
const limits = { threads: 1, seconds: Number.POSITIVE_INFINITY, memoryBytes: 2 ** 30, seed: 1 };

const designOf = (property: string): Design =>
  readSmv(
    `MODULE main
     VAR n : 0..5; IVAR go : boolean;
     ASSIGN init(n) := 0; next(n) := go ? (n + 1) mod 6 : n;
     FAIRNESS go
     ${property};`,
    "m.smv",
  );

/** Engines that give up soon, one after the other, and one that answers. */
function onceAfter(plan: Plan, last: string): Plan {
  const line = (engine: string, options: OptionValues = {}) => ({ engine, options, share: 1 });
  return {
    ...plan,
    lines: [line("reference", { states: 1 }), line("reference", { states: 2 }), line(last)],
  };
}

const ask = (design: Design, last: string) => {
  const property = design.properties[0]!;
  return runPlan(design, 0, onceAfter(planFor(design, property), last), limits, host);
};

describe("how a property is asked", () => {
  it("is decided once for a formula of LTL and all engines that are asked it", async () => {
    const { engine, verdict } = await ask(designOf("LTLSPEC G (n = 1 -> F n = 0)"), "rlive");
    expect([engine, verdict.answer, counted.translations]).toEqual(["rlive", "holds", 1]);
  });

  it("is decided once for a formula of CTL that engines for linear time are asked", async () => {
    const design = designOf("CTLSPEC AG AF n = 0");
    for (const last of ["rlive", "fair"]) expect((await ask(design, last)).verdict.answer).toBe("holds");
    expect(counted).toEqual({ translations: 1, rewritings: 1 });
  });

  it("is decided once for a program and the circuit that it becomes", async () => {
    const s = system("s", { n: int(0, 5) });
    s.process("p", { fair: "weak" }, { go: { do: [s.vars.n.set(s.vars.n.plus(1).mod(6))] } });
    const question = { name: "f", logic: "ltl", formula: "G (n = 1 -> F n = 0)" } as const;
    const subject = new ProgramSubject(s, [question], host);
    const { verdict, evidence } = await subject.ask(0, { vacuity: false });
    expect([verdict.answer, evidence, counted.translations]).toEqual(["holds", "checked", 1]);
  });

  it("is told to others by the worker that found out, where the formula takes long to translate", async () => {
    pace.questions = 200;
    const { verdict } = await ask(designOf("LTLSPEC G (n = 1 -> F n = 0)"), "rlive");
    // Tried for the plan, and made by the first worker; not by the second and the third.
    expect([verdict.answer, counted.translations]).toEqual(["holds", 2]);
  });
});

describe("automata of what violates a formula", () => {
  const formula = (): Ltl => parseLtl("G (a -> F (b & X F (c & X F (d & X F e))))").formula;
  const accepted = (violations: Violations) => {
    const automata = violations.automata();
    if ("unsupported" in automata) throw new Error("they can be made");
    return automata;
  };

  it("are kept only if they were made to the end: in a hurry they are larger", () => {
    const f = formula();
    let asked = 0;
    violationsOf(f).automata(() => (asked++ > 3 ? "time" : null));
    expect(violationsOf(f).known).toBeNull();
    const made = accepted(violationsOf(f));
    expect(violationsOf(f).known).toBe(made);
    expect(accepted(violationsOf(f))).toBe(made);
  });

  it("are the same when they are packed and unpacked, label by label", () => {
    const made = violationsOf(formula());
    const packed = packAutomata(made);
    if (packed === null || "unsupported" in packed) throw new Error("they can be made");
    const other = violationsOf(formula());
    learnFrom(other, structuredClone(packed));
    accepted(made).forEach((automaton, k) => {
      const copy = accepted(other)[k]!;
      expect({ ...copy, functions: null }).toEqual({ ...automaton, functions: null });
      for (const edge of automaton.edges.flat())
        expect(copy.functions.cubes(edge.label)).toEqual(automaton.functions.cubes(edge.label));
    });
    expect(counted.translations).toBe(1);
  });
});

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { spawnThread as built } from "../../dist/node/threads.js";
import { NO_MONITOR } from "../../src/evidence/certificate.js";
import { Disagreement, InternalError, type Outcome } from "../../src/evidence/outcome.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { Aig } from "../../src/logic/aig.js";
import type { Design } from "../../src/model/property.js";
import { type Plan, planNamed } from "../../src/portfolio/plan.js";
import { type PortfolioOptions, runPlan } from "../../src/portfolio/portfolio.js";
import { packOutcome } from "../../src/portfolio/transport.js";
import { ControlBlock, type HostMessage, type Spawn, type WorkerEvents } from "../../src/portfolio/worker-protocol.js";
import { example } from "../cli/fairlead.js";
import { context } from "../cross-engine/solving.js";
import { deadly } from "./deadly.js";

// Threads run what was built: its types are the same, but by another name.
const spawnThread = built as unknown as Spawn;
const { kernels } = context;
const design = (name: string): Design => readAiger(readFileSync(example(name)));
const unfair = design("arbiter-unfair.aag");
const fair = design("arbiter-fair.aag");

const LIMITS: PortfolioOptions = { threads: 1, seconds: 20, memoryBytes: 2 ** 30, seed: 1 };
const plan = (...engines: string[]): Plan => ({
  name: "auto",
  lines: engines.map((engine) => ({ engine, options: {}, share: 1 })),
  firstSlice: 0.05,
  growth: 2,
  setup: 0,
});

/** A worker that a test plays by hand. */
interface Puppet {
  readonly events: WorkerEvents;
  readonly heard: HostMessage[];
  readonly engine: string;
  readonly control: ControlBlock;
  ended: "released" | "terminated" | null;
}

function puppets(play: (puppet: Puppet) => void): { spawn: Spawn; made: Puppet[] } {
  const made: Puppet[] = [];
  const spawn: Spawn = (_memory, events) => {
    let puppet: Puppet | null = null;
    return {
      post(message) {
        if (message.type === "job") {
          const control = new ControlBlock(message.control!);
          puppet = { events, heard: [], engine: message.job.engine, control, ended: null };
          made.push(puppet);
          const playing = puppet;
          setTimeout(() => play(playing), 0);
        } else puppet?.heard.push(message);
      },
      release: () => {
        if (puppet) puppet.ended = "released";
      },
      terminate: () => {
        if (puppet) puppet.ended = "terminated";
      },
    };
  };
  return { spawn, made };
}

const answer = (engine: string, verdict: Outcome["verdict"], evidence: Outcome["evidence"] = "checked"): Outcome => ({
  engine,
  verdict,
  evidence,
  seconds: 0,
  notes: [],
});
const certificate = { aig: new Aig(), latches: [], inputs: [], monitor: NO_MONITOR, steps: [] };
const HOLDS = { answer: "holds", certificate, stats: {} } as const;
const FAILS = { answer: "fails", witness: { kind: "lasso", steps: [], loop: 0 }, stats: {} } as const;
const say = (p: Puppet, outcome: Outcome) => p.events.message({ type: "outcome", outcome: packOutcome(outcome) });
const run = (spawn: Spawn, p: Plan, limits: Partial<PortfolioOptions> = {}, of: Design = fair) =>
  runPlan(of, 0, p, { ...LIMITS, ...limits }, { spawn, kernels });

describe("a portfolio", () => {
  it("takes the first answer with evidence and stops the others", async () => {
    const { spawn, made } = puppets((p) => {
      if (p.engine === "bmc") say(p, answer("bmc", FAILS));
    });
    const outcome = await run(spawn, plan("gsh", "bmc"), { threads: 2 });
    expect(outcome).toMatchObject({ engine: "bmc", verdict: { answer: "fails" } });
    expect(made.find((p) => p.engine === "gsh")!.control.command).toBe("stop");
  });

  it("asks others only when the first one has been alone for as long as the plan says", async () => {
    const starts: number[] = [];
    const began = performance.now();
    const { spawn } = puppets((p) => {
      starts.push(performance.now() - began);
      if (starts.length === 2) say(p, answer("fair", HOLDS));
    });
    await run(spawn, { ...plan("fair", "fair"), firstSlice: 1e6, alone: 0.2 }, { threads: 2 });
    expect(starts[1]).toBeGreaterThan(190);
  });

  it("waits for evidence when the first answer has none", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "rlive") say(p, answer("rlive", { ...HOLDS, certificate: null }, "none"));
      else setTimeout(() => say(p, answer("fair", HOLDS)), 100);
    });
    expect(await run(spawn, plan("rlive", "fair"), { threads: 2 })).toMatchObject({
      engine: "fair",
      evidence: "checked",
    });
  });

  it("does not wait for evidence for ever", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "rlive") say(p, answer("rlive", { ...HOLDS, certificate: null }, "none"));
    });
    expect(await run(spawn, plan("rlive", "fair"), { threads: 2 })).toMatchObject({
      engine: "rlive",
      evidence: "none",
    });
  });

  it("ends in an internal error with both answers when engines disagree", async () => {
    const { spawn } = puppets((p) => say(p, answer(p.engine, p.engine === "bmc" ? FAILS : HOLDS)));
    const error = await run(spawn, plan("bmc", "fair"), { threads: 2 }).catch((e) => e);
    expect(error).toBeInstanceOf(Disagreement);
    expect(error.outcomes.map((o: Outcome) => o.engine)).toEqual(["bmc", "fair"]);
  });

  it("never passes over evidence that does not check", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "fair") p.events.message({ type: "error", isInternal: true, message: "wrong", stack: "" });
    });
    await expect(run(spawn, plan("bmc", "fair"), { threads: 2 })).rejects.toThrow(InternalError);
  });

  it("goes on with the next engine when a worker dies or throws, and says so", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "gsh") p.events.died("out of memory");
      else if (p.engine === "fair") p.events.message({ type: "error", isInternal: false, message: "oops", stack: "" });
      else say(p, answer(p.engine, HOLDS));
    });
    const outcome = await run(spawn, plan("gsh", "fair", "rlive"));
    expect(outcome).toMatchObject({ engine: "rlive", verdict: { answer: "holds" } });
    expect(outcome.notes).toEqual(["an engine was lost: gsh: out of memory", "an engine was lost: fair: oops"]);
  });

  it("is unknown when the time is over, also when a worker was lost on the way", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "gsh") p.events.died("killed");
    });
    const outcome = await run(spawn, plan("gsh", "fair"), { seconds: 0.3 });
    expect(outcome.verdict).toMatchObject({ answer: "unknown", reason: "time" });
    expect(outcome.notes).toEqual(["an engine was lost: gsh: killed"]);
  });

  it("is an internal error when every worker dies", async () => {
    const { spawn } = puppets((p) => p.events.died("killed"));
    await expect(run(spawn, plan("gsh", "fair"))).rejects.toThrow("gsh: killed; fair: killed");
  });

  it("pauses who has used up a slice, and lets it go on later", async () => {
    const { spawn, made } = puppets(() => {});
    const answered = run(spawn, plan("gsh", "fair"));
    const [gsh, other] = await until(() => made.length === 2 && made);
    expect([gsh!.control.command, other!.control.command]).toEqual(["pause", "go"]);
    await until(() => gsh!.control.command === "go" && other!.control.command === "pause");
    say(gsh!, answer("gsh", HOLDS));
    expect(await answered).toMatchObject({ engine: "gsh" });
  });

  it("does not interrupt who has an answer and checks it, also when the time is over", async () => {
    const { spawn, made } = puppets((p) => {
      p.events.message({ type: "answered" });
      setTimeout(() => say(p, answer(p.engine, HOLDS)), 400);
    });
    expect(await run(spawn, plan("gsh"), { seconds: 0.1 })).toMatchObject({ verdict: { answer: "holds" } });
    expect(made[0]!.control.command).toBe("go");
  });

  it("gives up who checks its answer for ever", async () => {
    vi.useFakeTimers();
    try {
      const { spawn, made } = puppets((p) => p.events.message({ type: "answered" }));
      const asked = run(spawn, plan("gsh"), { seconds: 1 });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await asked).toMatchObject({ verdict: { answer: "unknown", reason: "time" } });
      expect(made[0]!.ended).toBe("terminated");
    } finally {
      vi.useRealTimers();
    }
  });

  it("ends by force who does not stop when the time is over", async () => {
    const { spawn, made } = puppets(() => {});
    const outcome = await run(spawn, plan("gsh", "fair"), { seconds: 0.1 });
    expect(outcome).toMatchObject({ engine: "auto", verdict: { answer: "unknown", reason: "time" } });
    expect(made.map((p) => p.ended)).toEqual(["terminated", "terminated"]);
  });

  it("gives up the largest worker when all together use too much memory", async () => {
    const { spawn, made } = puppets((p) => {
      p.control.memory = p.engine === "gsh" ? 2 ** 30 : 2 ** 29;
      if (p.engine === "bmc") setTimeout(() => say(p, answer("bmc", FAILS)), 700);
    });
    const outcome = await run(spawn, plan("gsh", "fair", "bmc"), { threads: 2 });
    expect(outcome.engine).toBe("bmc");
    expect(outcome.notes[0]).toMatch(/^an engine was lost: (gsh|fair): given up, to keep within the memory allowed$/);
    expect(made[0]!.ended === "terminated" || made[1]!.ended === "terminated").toBe(true);
  });

  it("is unknown for want of memory when the only worker runs out of it", async () => {
    const { spawn } = puppets((p) => p.events.died("out of memory", "memory"));
    const outcome = await run(spawn, plan("gsh"));
    expect(outcome.verdict).toMatchObject({ answer: "unknown", reason: "memory", detail: "out of memory" });
  });

  it("keeps what is known when it is interrupted", async () => {
    const controller = new AbortController();
    const { spawn } = puppets((p) => {
      controller.abort();
      say(p, answer(p.engine, { answer: "unknown", reason: "cancelled", detail: "", stats: {} }, "none"));
    });
    const outcome = await run(spawn, plan("gsh", "fair"), { signal: controller.signal });
    expect(outcome.verdict).toMatchObject({ answer: "unknown", reason: "cancelled" });
  });

  it("passes facts on to the others, and to those who come later, once", async () => {
    const fact = { kind: "invariant", about: "m", clauses: [[1, 2]] } as const;
    const { spawn, made } = puppets((p) => {
      if (p.engine === "fair") {
        p.events.message({ type: "fact", fact });
        p.events.message({ type: "fact", fact: { kind: "invariant", about: "m", clauses: [[1, 2]] } });
        setTimeout(() => say(p, answer("fair", HOLDS)), 50);
      }
    });
    await run(spawn, plan("rlive", "fair"), { threads: 2 });
    expect(made.map((p) => p.heard)).toEqual([[{ type: "fact", fact }], []]);
  });
});

describe("killing workers at any moment", () => {
  const moments = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 150 }), fc.integer({ min: -4, max: -1 }));
  // bmc would prove nothing: alone on a property that holds, it takes all the time there is.
  const engines = ["reference", "rlive", "gsh", "fair", "k-liveness"];

  it.each([
    ["fails", unfair],
    ["holds", fair],
  ] as const)("never changes the verdict '%s'", async (expected, of) => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(moments, { minLength: 6, maxLength: 6 }),
        fc.shuffledSubarray(engines, { minLength: engines.length }),
        fc.integer({ min: 1, max: 3 }),
        async (fates, order, threads) => {
          const asked = run(deadly(spawnThread, fates), plan(...order), { threads }, of);
          const outcome = await asked.catch((e: Error) => e);
          if (outcome instanceof Error) {
            // Everybody was killed.
            expect(outcome.message).toMatch(/^\w[\w-]*: killed/);
            return;
          }
          if (outcome.verdict.answer === "unknown") return;
          answers++;
          expect(outcome).toMatchObject({ verdict: { answer: expected }, evidence: "checked" });
        },
      ),
      { numRuns: 20 },
    );
    expect(answers).toBeGreaterThan(10);
  });

  it.each([
    ["fails", unfair],
    ["holds", fair],
  ] as const)("never changes the verdict '%s' of a team", async (expected, of) => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(moments, { minLength: 3, maxLength: 3 }), async (fates) => {
        const asked = run(deadly(spawnThread, fates), { ...planNamed("fair", {}, 3), alone: 0 }, { threads: 3 }, of);
        const outcome = await asked.catch((e: Error) => e);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^fair[^;]*: killed/);
        else {
          answers++;
          expect(outcome).toMatchObject({ engine: "fair", verdict: { answer: expected }, evidence: "checked" });
        }
      }),
      { numRuns: 15 },
    );
    expect(answers).toBeGreaterThan(7);
  });

  it("leaves the answer to the next engine", async () => {
    const outcome = await run(deadly(spawnThread, [-1, 0]), plan("reference", "rlive", "fair"), {}, fair);
    expect(outcome).toMatchObject({ engine: "fair", verdict: { answer: "holds" }, evidence: "checked" });
    expect(outcome.notes).toHaveLength(2);
  });
});

function until<T>(condition: () => T | false): Promise<T> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const value = condition();
      if (value === false) return;
      clearInterval(timer);
      resolve(value);
    }, 5);
  });
}

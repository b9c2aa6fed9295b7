import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { spawnThread as built } from "../../dist/node/threads.js";
import { NO_MONITOR } from "../../src/evidence/certificate.js";
import { Disagreement, InternalError, type Outcome } from "../../src/evidence/outcome.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { Aig } from "../../src/logic/aig.js";
import type { Fact } from "../../src/model/fact.js";
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
  /** Known when it began. */
  readonly facts: readonly Fact[];
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
          const { engine, facts } = message.job;
          puppet = { events, heard: [], engine, facts: [...facts], control, ended: null };
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
const by = { kind: "certificate", aig: new Aig(), latches: [], inputs: [], monitor: NO_MONITOR, steps: [] } as const;
const HOLDS = { answer: "holds", by, stats: {} } as const;
const FAILS = { answer: "fails", by: { kind: "lasso", steps: [], loop: 0 }, stats: {} } as const;
const say = (p: Puppet, outcome: Outcome) => p.events.message({ type: "outcome", outcome: packOutcome(outcome) });
const run = (spawn: Spawn, p: Plan, limits: Partial<PortfolioOptions> = {}, of: Design = fair) =>
  runPlan(of, 0, p, { ...LIMITS, ...limits }, { spawn, kernels });

describe("a portfolio", () => {
  // What it decides is tested in scheduler.test.ts; here, that it does so with workers, messages and timers.
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  it("takes the first answer with evidence and stops the others", async () => {
    const { spawn, made } = puppets((p) => {
      if (p.engine === "bmc") say(p, answer("bmc", FAILS));
    });
    const asked = run(spawn, plan("gsh", "bmc"), { threads: 2 });
    await pass(1000);
    expect(await asked).toMatchObject({ engine: "bmc", verdict: { answer: "fails" } });
    expect(made.map((p) => [p.control.command, p.ended])).toEqual([
      ["stop", "terminated"],
      ["go", "released"],
    ]);
  });

  it("pauses who has used up a slice, and lets it go on later", async () => {
    const { spawn, made } = puppets(() => {});
    const asked = run(spawn, plan("gsh", "fair"));
    const commands = () => made.map((p) => p.control.command);
    await pass(60);
    expect(commands()).toEqual(["pause", "go"]);
    await pass(50);
    expect(commands()).toEqual(["go", "pause"]);
    say(made[0]!, answer("gsh", HOLDS));
    await pass(1000);
    expect(await asked).toMatchObject({ engine: "gsh" });
  });

  it("lets who has an answer check it, however it was paused, and keeps the answer when that does not end", async () => {
    const { spawn, made } = puppets(() => {});
    const asked = run(spawn, plan("gsh", "fair"), { seconds: 1 });
    await pass(60);
    made[0]!.events.message({ type: "answered", answer: "holds" });
    expect(made[0]!.control.command).toBe("go");
    await pass(30_000);
    expect(await asked).toMatchObject({ engine: "gsh", verdict: { answer: "holds" }, evidence: "none" });
    expect(made.map((p) => p.ended)).toEqual(["terminated", "terminated"]);
  });

  it("ends in an internal error with both answers when engines disagree", async () => {
    const { spawn } = puppets((p) => say(p, answer(p.engine, p.engine === "bmc" ? FAILS : HOLDS)));
    const asked = run(spawn, plan("bmc", "fair"), { threads: 2 }).catch((e) => e);
    await pass(1000);
    const error = await asked;
    expect(error).toBeInstanceOf(Disagreement);
    expect(error.outcomes.map((o: Outcome) => o.engine)).toEqual(["bmc", "fair"]);
  });

  it("never passes over evidence that does not check", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "fair") p.events.message({ type: "error", isInternal: true, message: "wrong", stack: "" });
    });
    const asked = run(spawn, plan("bmc", "fair"), { threads: 2 }).catch((e) => e);
    await pass(1000);
    expect(await asked).toBeInstanceOf(InternalError);
  });

  it("goes on with the next engine when a worker dies or throws, and says so", async () => {
    const { spawn } = puppets((p) => {
      if (p.engine === "gsh") p.events.died("out of memory");
      else if (p.engine === "fair") p.events.message({ type: "error", isInternal: false, message: "oops", stack: "" });
      else say(p, answer(p.engine, HOLDS));
    });
    const asked = run(spawn, plan("gsh", "fair", "rlive"));
    await pass(1000);
    const outcome = await asked;
    expect(outcome).toMatchObject({ engine: "rlive", verdict: { answer: "holds" } });
    expect(outcome.notes).toEqual(["an engine was lost: gsh: out of memory", "an engine was lost: fair: oops"]);
  });

  it("gives up the largest worker when all together use too much memory", async () => {
    const { spawn, made } = puppets((p) => {
      p.control.memory = p.engine === "gsh" ? 2 ** 30 : 2 ** 29;
    });
    const asked = run(spawn, plan("gsh", "fair", "bmc"), { threads: 2 });
    await pass(200);
    say(made[2]!, answer("bmc", FAILS));
    await pass(1000);
    const outcome = await asked;
    expect(outcome.engine).toBe("bmc");
    expect(outcome.notes).toContain("an engine was lost: gsh: given up, to keep within the memory allowed");
    expect(made[0]!.ended).toBe("terminated");
  });

  it("keeps what is known when it is interrupted, also by who listens", async () => {
    const controller = new AbortController();
    const { spawn, made } = puppets((p) =>
      p.events.message({ type: "event", event: { what: "at work", figures: {} } }),
    );
    const onEvent = () => controller.abort();
    const asked = run(spawn, plan("gsh", "fair"), { signal: controller.signal, onEvent });
    await pass(1000);
    expect((await asked).verdict).toMatchObject({ answer: "unknown", reason: "cancelled" });
    expect(made.map((p) => p.ended)).toEqual(["terminated"]);
  });

  it("does not begin when it is interrupted before", async () => {
    const { spawn, made } = puppets(() => {});
    const outcome = await run(spawn, plan("gsh"), { signal: AbortSignal.abort() });
    expect(outcome.verdict).toMatchObject({ answer: "unknown", reason: "cancelled" });
    expect(made).toEqual([]);
  });

  it("passes facts on to the others, and to those who come later, once", async () => {
    const fact = { kind: "invariant", about: "m", clauses: [[1, 2]] } as const;
    const { spawn, made } = puppets((p) => {
      if (p.engine !== "fair") return;
      p.events.message({ type: "fact", fact });
      p.events.message({ type: "fact", fact: { kind: "invariant", about: "m", clauses: [[1, 2]] } });
    });
    const asked = run(spawn, plan("rlive", "fair", "gsh"), { threads: 2 });
    await pass(80);
    expect(made.map((p) => p.facts)).toEqual([[], [], [fact]]);
    say(made[1]!, answer("fair", HOLDS));
    await pass(1000);
    await asked;
    expect(made.map((p) => p.heard)).toEqual([[{ type: "fact", fact }], [], []]);
  });

  it("leaves no timer behind", async () => {
    const { spawn } = puppets((p) => say(p, answer(p.engine, HOLDS)));
    const asked = run(spawn, plan("gsh", "fair"), { threads: 2, seconds: 1000 });
    await pass(1000);
    await asked;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("killing workers at any moment", () => {
  // By what they say, so that it does not matter how busy the machine is; `npm run bench:chaos` kills by the clock.
  const moments = fc.oneof(fc.constant(null), fc.integer({ min: -4, max: 0 }));
  const LONG = { seconds: Number.POSITIVE_INFINITY };
  // bmc would prove nothing: alone on a property that holds, it takes all the time there is.
  const engines = ["reference", "rlive", "gsh", "fair", "k-liveness"];
  /** Who is killed after it has answered takes its evidence with it, and that is said. */
  const expectEvidence = ({ evidence, notes }: Outcome) => {
    if (evidence !== "checked")
      expect(notes.join("; ")).toMatch(/uncertified: the check of its evidence did not end: .*an engine was lost/);
  };

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
          const asked = run(deadly(spawnThread, fates), plan(...order), { ...LONG, threads }, of);
          const outcome = await asked.catch((e: Error) => e);
          if (outcome instanceof Error) {
            // Everybody was killed.
            expect(outcome.message).toMatch(/^\w[\w-]*: killed/);
            return;
          }
          if (outcome.verdict.answer === "unknown") return;
          answers++;
          expect(outcome.verdict.answer).toBe(expected);
          expectEvidence(outcome);
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
        const asked = run(
          deadly(spawnThread, fates),
          { ...planNamed("fair", {}, 3), alone: 0 },
          { ...LONG, threads: 3 },
          of,
        );
        const outcome = await asked.catch((e: Error) => e);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^fair[^;]*: killed/);
        else {
          answers++;
          expect(outcome).toMatchObject({ engine: "fair", verdict: { answer: expected } });
          expectEvidence(outcome);
        }
      }),
      { numRuns: 15 },
    );
    expect(answers).toBeGreaterThan(7);
  });

  it("leaves the answer to the next engine", async () => {
    // Slices do not end: who comes first does not depend on the clock.
    const inOrder = { ...plan("reference", "rlive", "fair"), firstSlice: 1e6 };
    const outcome = await run(deadly(spawnThread, [-1, 0]), inOrder, LONG, fair);
    expect(outcome).toMatchObject({ engine: "fair", verdict: { answer: "holds" }, evidence: "checked" });
    expect(outcome.notes).toHaveLength(2);
  });
});

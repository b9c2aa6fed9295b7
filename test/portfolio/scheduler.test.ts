import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Disagreement, InternalError, type Outcome } from "../../src/evidence/outcome.js";
import { FAILS, HOLDS, outcomeOf, type Played, planOf, play, type Script, UNKNOWN } from "./virtual-run.js";

// Time is virtual: every figure below is exact, and nothing waits.
const checked = (engine: string, work: number, check = 0): Script => ({ work, end: outcomeOf(engine, HOLDS), check });
const unproved = (engine: string, work: number): Script => ({ work, end: outcomeOf(engine, HOLDS, "none") });
const searching = (engine: string): Script => ({ work: 1e9, end: outcomeOf(engine, HOLDS) });
const deaf = (engine: string): Script => ({ ...searching(engine), isDeaf: true });
const { POSITIVE_INFINITY } = Number;

const answerOf = ({ result }: Played) => (result instanceof Error ? result.message : result);
const done = ({ log }: Played) => log.filter((line) => !/ (stop|terminate) /.test(line));

describe("slices", () => {
  it("are given in the order of the plan, and double from round to round", () => {
    const played = play({ plan: planOf("a", "b") }, [searching("a"), checked("b", 250)]);
    expect(done(played)).toEqual([
      "0 start 0",
      "100 pause 0",
      "100 start 1",
      "200 pause 1",
      "200 resume 0",
      "400 pause 0",
      "400 resume 1",
      "550 finish", // b has run for 250 ms
    ]);
    expect(answerOf(played)).toMatchObject({ engine: "b", evidence: "checked", seconds: 0.55 });
  });

  it("are as long as shares and setup say", () => {
    const base = planOf("a", "b");
    const plan = { ...base, setup: 0.5, lines: [{ ...base.lines[0]!, share: 2 }, base.lines[1]!] };
    const played = play({ plan, seconds: 3 }, [searching("a"), searching("b")]);
    expect(done(played).slice(0, 5)).toEqual([
      "0 start 0",
      "700 pause 0",
      "700 start 1",
      "1300 pause 1",
      "1300 resume 0",
    ]);
  });

  it("go on where nobody else waits for a thread", () => {
    const played = play({ plan: planOf("a"), seconds: 5 }, [checked("a", 3000)]);
    expect(done(played)).toEqual(["0 start 0", "3000 finish"]);
  });

  it("are for as many at once as there are threads", () => {
    const played = play({ plan: planOf("a", "b", "c"), threads: 2 }, [
      searching("a"),
      searching("b"),
      checked("c", 50),
    ]);
    expect(done(played).slice(0, 4)).toEqual(["0 start 0", "0 start 1", "100 pause 0", "100 start 2"]);
  });

  it("end also where something else happens at that very time", () => {
    const memory = { at: 100, event: { type: "memory", used: [0, 0], grown: 0 } } as const;
    const played = play({ plan: planOf("a", "b") }, [searching("a"), checked("b", 10)], [memory]);
    expect(done(played)).toContain("100 pause 0");
  });

  it("leave the machine to the first line for as long as the plan says", () => {
    const plan = { ...planOf("a", "b"), firstSlice: 1e6, alone: 0.3 };
    const played = play({ plan, threads: 2 }, [searching("a"), checked("b", 10)]);
    expect(done(played)).toEqual(["0 start 0", "300 start 1", "310 finish"]);
  });
});

describe("an answer", () => {
  it("with evidence ends the run, and the others are stopped", () => {
    const played = play({ plan: planOf("a", "b"), threads: 2 }, [searching("a"), checked("b", 30, 20)]);
    expect(played.log.slice(2)).toEqual(["50 stop 0", "50 finish"]);
  });

  it("with evidence leaves the others a moment to say the opposite", () => {
    const played = play({ plan: planOf("a", "b"), threads: 2 }, [deaf("a"), checked("b", 30)]);
    expect(played.log.slice(2)).toEqual(["30 stop 0", "70 finish", "530 terminate 0"]);
  });

  it("without evidence waits for one with it", () => {
    const played = play({ plan: planOf("a", "b"), threads: 2 }, [unproved("a", 100), checked("b", 900)]);
    expect(answerOf(played)).toMatchObject({ engine: "b", evidence: "checked", seconds: 0.9 });
  });

  it.each([
    ["at least as long as is agreed", 100, 1000, 1100],
    ["half as long as it took to find", 4000, 1000, 6000],
    ["less long where many properties wait", 100, 250, 350],
    ["not at all where there can be no evidence", 100, null, 100],
  ])("without evidence waits %s", (_, work, leastWait, until) => {
    const threads = 2;
    const played = play({ plan: planOf("a", "b"), threads, leastWait }, [unproved("a", work), searching("b")]);
    expect(played.finishedAt).toBe(until);
    expect(answerOf(played)).toMatchObject({ engine: "a", evidence: "none" });
  });

  it("with a proof that rests on a translation waits for one that does not", () => {
    const relative = { work: 100, end: outcomeOf("a", HOLDS, "relative") };
    const better = play({ plan: planOf("a", "b"), threads: 2 }, [relative, checked("b", 900)]);
    expect(answerOf(better)).toMatchObject({ engine: "b", evidence: "checked" });
    const alone = play({ plan: planOf("a", "b"), threads: 2 }, [relative, searching("b")]);
    expect(alone.finishedAt).toBe(1100);
    expect(answerOf(alone)).toMatchObject({ engine: "a", evidence: "relative" });
  });

  it("that is being checked is not paused, nor stopped when the time is over", () => {
    const plan = planOf("a", "b");
    const played = play({ plan, seconds: 1 }, [checked("a", 90, 3000), searching("b")]);
    expect(done(played)).toEqual(["0 start 0", "3090 finish"]);
    expect(answerOf(played)).toMatchObject({ engine: "a" });
  });

  it("that came just before the pause is checked all the same", () => {
    const verdict = { at: 150, event: { type: "verdict", lane: 0, answer: "holds" } } as const;
    const played = play({ plan: planOf("a", "b") }, [searching("a"), searching("b")], [verdict]);
    expect(done(played).slice(0, 4)).toEqual(["0 start 0", "100 pause 0", "100 start 1", "150 check 0"]);
  });

  it.each([
    ["ten seconds and a little", undefined, 10_790],
    ["what the user says and a little", 2, 2790],
  ])("whose check does not end is left uncertified after %s", (_, checkSeconds, at) => {
    const plan = planOf("a");
    const terms = { plan, seconds: 60, ...(checkSeconds !== undefined && { checkSeconds }) };
    const played = play(terms, [checked("a", 90, 1e9)]);
    expect(played.log).toEqual(["0 start 0", `${at} terminate 0`, `${at} finish`]);
    expect(answerOf(played)).toMatchObject({
      engine: "a",
      verdict: { answer: "holds" },
      evidence: "none",
      notes: ["uncertified: the check of its evidence did not end: it took too long"],
    });
  });

  it("whose check does not end waits for one with evidence, in the time that is left", () => {
    const terms = { plan: planOf("a", "b"), threads: 2, seconds: 60, checkSeconds: 2 };
    const better = play(terms, [checked("a", 90, 1e9), checked("b", 3000)]);
    expect(better.log).toEqual(["0 start 0", "0 start 1", "2790 terminate 0", "3000 finish"]);
    expect(answerOf(better)).toMatchObject({ engine: "b", verdict: { answer: "holds" }, evidence: "checked" });
    // Half as long as it took to get there, and no longer than there is time for the search.
    expect(play(terms, [checked("a", 90, 1e9), searching("b")]).finishedAt).toBe(2790 + 2790 / 2);
    expect(play({ ...terms, seconds: 3 }, [checked("a", 90, 1e9), searching("b")]).finishedAt).toBe(3000);
  });

  it("whose check does not end is still an error where another engine shows the opposite", () => {
    const terms = { plan: planOf("a", "b"), threads: 2, checkSeconds: 2 };
    const { result } = play(terms, [checked("a", 90, 1e9), { work: 3000, end: outcomeOf("b", FAILS) }]);
    expect(result).toBeInstanceOf(Disagreement);
  });

  it.each([
    ["meets a limit", { died: "out of memory", limit: "memory" }, []],
    ["is killed", { died: "killed", limit: null }, ["an engine was lost: a: killed"]],
  ] as const)("is kept without evidence where the worker that checks it %s", (_, { died, limit }, losses) => {
    const death = { at: 100, event: { type: "stopped", lane: 0, detail: died, limit } } as const;
    const played = play({ plan: planOf("a") }, [checked("a", 90, 1e9)], [death]);
    expect(answerOf(played)).toMatchObject({
      verdict: { answer: "holds" },
      evidence: "none",
      notes: [`uncertified: the check of its evidence did not end: ${died}`, ...losses],
    });
  });

  it("is lost where something is thrown on the way to its evidence: it may be as wrong", () => {
    const thrown = {
      at: 100,
      event: { type: "stopped", lane: 0, detail: "oops", limit: null, stack: "at f" },
    } as const;
    expect(answerOf(play({ plan: planOf("a") }, [checked("a", 90, 1e9)], [thrown]))).toBe("a: oops");
  });

  it("is kept without evidence where Ctrl-C comes while it is checked, by somebody who does not hear it", () => {
    const interrupted = { at: 100, event: { type: "interrupted" } } as const;
    const deafCheck = { ...checked("a", 90, 1e9), isDeaf: true };
    const played = play({ plan: planOf("a") }, [deafCheck], [interrupted]);
    expect(played.finishedAt).toBe(600);
    expect(answerOf(played)).toMatchObject({
      verdict: { answer: "holds" },
      notes: ["uncertified: the check of its evidence did not end: interrupted"],
    });
  });

  it("that another one contradicts is an internal error with both", () => {
    const opposite = { work: 120, end: outcomeOf("b", FAILS) };
    const { result } = play({ plan: planOf("a", "b"), threads: 2 }, [checked("a", 100), { ...opposite, isDeaf: true }]);
    expect(result).toBeInstanceOf(Disagreement);
    expect((result as Disagreement).outcomes.map((o) => o.engine)).toEqual(["a", "b"]);
  });

  it("is contradicted also by somebody who is still checking the opposite when the run ends", () => {
    const opposite: Script = { work: 20, check: 1e9, end: outcomeOf("a", FAILS), isDeaf: true };
    const { result, log } = play({ plan: planOf("a", "b"), threads: 2 }, [opposite, checked("b", 30)]);
    expect(result).toBeInstanceOf(Disagreement);
    expect(log.slice(2)).toEqual(["30 stop 0", "70 finish", "530 terminate 0"]);
  });

  it("whose evidence is refuted ends the run", () => {
    const refuted = { at: 50, event: { type: "refuted", lane: 0, error: new InternalError("wrong") } } as const;
    const played = play({ plan: planOf("a", "b"), threads: 2 }, [searching("a"), searching("b")], [refuted]);
    expect(played.result).toBe(refuted.event.error);
    expect(played.log.slice(2)).toEqual(["50 stop 1", "50 finish"]);
  });
});

describe("limits", () => {
  it("of time stop everybody, by force where that is needed", () => {
    const played = play({ plan: planOf("a", "b"), threads: 2, seconds: 1 }, [searching("a"), deaf("b")]);
    expect(played.log.filter((line) => / (stop|terminate|finish)/.test(line))).toEqual([
      "1000 stop 0",
      "1000 stop 1",
      "1500 terminate 1",
      "1500 finish",
    ]);
    expect(answerOf(played)).toMatchObject({
      engine: "auto",
      verdict: { answer: "unknown", reason: "time", detail: "a, b did not answer in 1 s" },
    });
  });

  it("of time leave nobody with another command than to stop: neither to pause when its slice is over, nor to check", () => {
    const played = play({ plan: planOf("a", "b"), seconds: 0.25 }, [deaf("a"), deaf("b")]);
    const ending = ["250 stop 0", "250 stop 1", "750 terminate 0", "750 terminate 1", "750 finish"];
    expect(played.log.slice(-5)).toEqual(ending);
    const verdict = { at: 260, event: { type: "verdict", lane: 1, answer: "holds" } } as const;
    const answered = play({ plan: planOf("a", "b"), seconds: 0.25 }, [deaf("a"), deaf("b")], [verdict]);
    expect(answered.log.slice(-5)).toEqual(ending);
    expect(answerOf(answered)).toMatchObject({ verdict: { answer: "holds" }, evidence: "none" });
  });

  it("of work are told in its steps, which are not seconds", () => {
    const terms = { plan: planOf("a", "b"), threads: 1, seconds: 5, isWork: true };
    const played = play(terms, [searching("a"), searching("b")]);
    expect(answerOf(played)).toMatchObject({ verdict: { detail: "a, b did not answer in 5000 steps of work" } });
  });

  it("of memory give up the largest worker that is paused, else the largest", () => {
    const memory = (at: number, ...used: number[]) => ({ at, event: { type: "memory", used, grown: 0 } }) as const;
    const plan = planOf("a", "b", "c");
    const scripts = [searching("a"), searching("b"), searching("c")];
    const full = 2 ** 30;
    expect(play({ plan, seconds: 1 }, scripts, [memory(150, full / 4, full, 0)]).log).toContain("150 terminate 0");
    expect(play({ plan, seconds: 1, threads: 3 }, scripts, [memory(150, full / 4, full, 0)]).log).toContain(
      "150 terminate 1",
    );
    expect(play({ plan, seconds: 1 }, scripts, [memory(150, full / 2, full / 2, 0)]).log.join()).not.toContain("150");
  });

  it("of memory give up last who is kept, also while it is paused and the largest", () => {
    const memory = (at: number, ...used: number[]) => ({ at, event: { type: "memory", used, grown: 0 } }) as const;
    const base = planOf("a", "b");
    const plan = { ...base, lines: [{ ...base.lines[0]!, isKept: true }, base.lines[1]!] };
    const scripts = [searching("a"), searching("b")];
    const full = 2 ** 30;
    const first = play({ plan, seconds: 1 }, scripts, [memory(150, full, full / 4)]).log;
    expect(first).toContain("150 terminate 1");
    expect(first.join()).not.toContain("terminate 0");
    const both = [memory(150, full, full / 4), memory(160, 2 * full, 0)];
    expect(play({ plan, seconds: 1 }, scripts, both).log).toContain("160 terminate 0");
  });

  it("of memory leave alone who checks an answer", () => {
    const memory = { at: 150, event: { type: "memory", used: [2 ** 31], grown: 0 } } as const;
    expect(answerOf(play({ plan: planOf("a") }, [checked("a", 90, 1000)], [memory]))).toMatchObject({ engine: "a" });
  });

  it("of memory that a worker meets by itself are an answer of a kind", () => {
    const played = play({ plan: planOf("a") }, [{ work: 50, end: { died: "out of memory", limit: "memory" } }]);
    expect(answerOf(played)).toMatchObject({ verdict: { answer: "unknown", reason: "memory" } });
  });
});

describe("a worker that is lost", () => {
  it("leaves its thread to the next, and is mentioned", () => {
    const plan = planOf("a", "b", "c");
    const played = play({ plan }, [{ work: 10, end: { died: "killed" } }, { work: 20, end: { died: "oops" } }, checked("c", 5)]); // biome-ignore format: one line
    expect(done(played)).toEqual(["0 start 0", "10 start 1", "30 start 2", "35 finish"]);
    expect(answerOf(played)).toMatchObject({
      engine: "c",
      notes: ["an engine was lost: a: killed", "an engine was lost: b: oops"],
    });
  });

  it("is no internal error while others search until the end", () => {
    const played = play({ plan: planOf("a", "b"), seconds: 1 }, [
      { work: 10, end: { died: "killed" } },
      searching("b"),
    ]);
    expect(answerOf(played)).toMatchObject({
      verdict: { reason: "time" },
      notes: ["an engine was lost: a: killed"],
    });
  });

  it("is an internal error when it was the last", () => {
    const killed = { work: 10, end: { died: "killed" } };
    expect(answerOf(play({ plan: planOf("a", "b") }, [killed, killed]))).toBe("a: killed; b: killed");
  });
});

describe("a run", () => {
  it("says what the last engine said when all gave up", () => {
    const bound = (engine: string): Script => ({ work: 10, end: outcomeOf(engine, UNKNOWN, "none") });
    expect(answerOf(play({ plan: planOf("a", "b") }, [bound("a"), bound("b")]))).toMatchObject({
      engine: "b",
      verdict: UNKNOWN,
    });
  });

  it("that is interrupted stops everybody and says so, also before it begins", () => {
    const interrupted = (at: number) => [{ at, event: { type: "interrupted" } }] as const;
    for (const at of [0, 150]) {
      const played = play({ plan: planOf("a", "b") }, [searching("a"), searching("b")], interrupted(at));
      expect(played.finishedAt).toBe(at);
      expect(answerOf(played)).toMatchObject({ verdict: { answer: "unknown", reason: "cancelled" } });
    }
  });

  it("reports what engines do while they run, and nothing of those that pause", () => {
    const event = { what: "searching", figures: { depth: 1 } };
    const progress = (at: number) => ({ at, event: { type: "progress", lane: 0, event } }) as const;
    const played = play({ plan: planOf("a", "b"), seconds: 0.19 }, [searching("a"), searching("b")], [progress(50), progress(150)]); // biome-ignore format: one line
    expect(played.reports.slice(0, 2).map(({ lane, report }) => [lane, report.type])).toEqual([
      [0, "progress"],
      [0, "paused"],
    ]);
  });
});

describe("when a run is over", () => {
  it("nobody is told any more what engines do that have not seen that yet", () => {
    const event = { what: "searching", figures: {} };
    const late = { at: 100, event: { type: "progress", lane: 0, event } } as const;
    const played = play({ plan: planOf("a", "b"), threads: 2 }, [deaf("a"), checked("b", 30)], [late]);
    expect(played.finishedAt).toBe(70);
    expect(played.reports.map(({ report }) => report.type)).toEqual(["ended"]);
  });
});

describe("whatever the engines do", () => {
  const ends = fc.constantFrom<(engine: string) => Script["end"]>(
    (engine) => outcomeOf(engine, HOLDS),
    (engine) => outcomeOf(engine, HOLDS, "none"),
    (engine) => outcomeOf(engine, UNKNOWN, "none"),
    () => ({ died: "killed" }),
  );
  const scripts = fc
    .array(
      fc.record({ work: fc.integer({ min: 0, max: 5000 }), end: ends, check: fc.nat(2000), isDeaf: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .map((all) => all.map((s, k): Script => ({ ...s, end: s.end(`e${k}`) })));
  const answers = (s: Script): Outcome["verdict"]["answer"] | null => ("died" in s.end ? null : s.end.verdict.answer);

  it("a run ends, on time, with no more threads than it may have, and with an answer if somebody had the time for one", () => {
    fc.assert(
      fc.property(
        scripts,
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (all, threads, quarters) => {
          const seconds = quarters / 4;
          const played = play({ plan: planOf(...all.map((_, k) => `e${k}`)), threads, seconds }, all);
          expect(played.most).toBeLessThanOrEqual(threads);
          // The check of an answer comes on top of the time, and then the grace for those who do not stop.
          expect(played.finishedAt).toBeLessThanOrEqual(1000 * seconds + 2000 + 1000);
          expect(played.quietAt).toBeLessThanOrEqual(played.finishedAt + 500);
          const starts = played.log.filter((line) => line.includes("start"));
          expect(new Set(starts.map((line) => line.split(" ")[2])).size).toBe(starts.length);
          if (played.result instanceof Error) {
            expect(all.every((s) => "died" in s.end)).toBe(true);
            return;
          }
          const { answer } = played.result.verdict;
          if (answer !== "unknown") expect(all.some((s) => answers(s) === answer)).toBe(true);
          const total = all.reduce((sum, s) => sum + s.work + (s.check ?? 0), 0);
          const someoneKnows = all.some((s) => answers(s) === "holds");
          // Slices double: nobody is kept waiting for more than three times what all need together.
          if (someoneKnows && 3 * total + 100 < 1000 * seconds) expect(answer).toBe("holds");
        },
      ),
      { numRuns: 500 },
    );
  });

  it("an answer that everybody would have given alone is given", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(3000), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 3 }),
        (works, threads) => {
          const all = works.map((work, k) => checked(`e${k}`, work));
          const { result, ran } = play({ plan: planOf(...works.map((_, k) => `e${k}`)), threads, seconds: POSITIVE_INFINITY }, all); // biome-ignore format: one line
          expect(result).toMatchObject({ verdict: { answer: "holds" } });
          // What ran is what was needed: nobody begins again.
          for (const [k, time] of ran.entries()) expect(time).toBeLessThanOrEqual(works[k]! + 40);
        },
      ),
      { numRuns: 300 },
    );
  });
});

import { expect, it } from "vitest";
import { showRun } from "../../src/cli/random-run.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { Stopped } from "../../src/limits/stopped.js";
import type { Step } from "../../src/model/step.js";
import { propositionOf } from "../../src/reading/proposition.js";
import { type RunEnd, randomRun } from "../../src/safety/random-run.js";
import { context } from "../cross-engine/solving.js";
import { fairlead, fileWith } from "./fairlead.js";

/** Twelve codes, one right in 256 each, and back to the start after a wrong one: chance alone never gets there. */
const LOCK = `MODULE main
VAR stage : 0..12;
IVAR code : unsigned word[8];
ASSIGN init(stage) := 0; next(stage) := case stage < 12 & code = 0ud8_17 : stage + 1; TRUE : 0; esac;
`;
const COUNTER = `MODULE main
VAR n : unsigned word[4];
IVAR go : boolean;
ASSIGN init(n) := 0ud4_0; next(n) := go ? n + 0ud4_1 : n;
`;

/** Somewhere that text can go. */
function paper() {
  const pieces: string[] = [];
  const write = async (text: string) => {
    pieces.push(text);
  };
  return { write, all: () => pieces.join("") };
}

function run(text: string, towards?: string, seed = 1) {
  const design = readSmv(text, "m.smv");
  const asked = towards === undefined ? null : propositionOf(design, towards, "--towards");
  const model = asked?.model ?? design.model;
  const goal = asked && { name: `${towards} holds here`, literal: asked.literal };
  return { model, goal, steps: randomRun(model, context, seed, asked?.literal) };
}

it("is led to a proposition that chance would not reach, and ends there", async () => {
  const { model, goal, steps } = run(LOCK, "stage = 12");
  const { write, all } = paper();
  const ran = await showRun(model, steps, 1000, { text: write }, { goal: goal! });
  const text = all();
  expect(ran.end).toBe("goal");
  expect(text).toMatch(/\nstep \d+ {2}-- stage = 12 holds here\n {2}stage = 12\n/);
  expect(text.match(/^step /gm)).toHaveLength(ran.steps);
});

it("gives the same run for the same seed, another for another, and says so where the goal is not reached", async () => {
  const textOf = async (seed: number) => {
    const { model, goal, steps } = run(LOCK, "stage = 12 & code = 18", seed);
    const { write, all } = paper();
    const ran = await showRun(model, steps, 6, { text: write }, { goal: goal! });
    return { text: all(), end: ran.end };
  };
  const [a, b, c] = [await textOf(1), await textOf(1), await textOf(2)];
  expect(a).toEqual(b);
  expect(c.text).not.toBe(a.text);
  const never = run(COUNTER, "n > 3 & n < 2");
  const ran = await showRun(never.model, never.steps, 20, { text: async () => {} }, { goal: never.goal! });
  expect(ran).toEqual({ steps: 20, end: null });
});

it("shows each step before the next one is made", async () => {
  const { model, steps } = run(COUNTER);
  const events: string[] = [];
  function* watched(): Generator<Step, RunEnd> {
    for (;;) {
      const next = steps.next();
      if (next.done) return next.value;
      events.push("made");
      yield next.value;
    }
  }
  await showRun(model, watched(), 3, {
    text: async (t) => {
      events.push(t.split("\n")[0]!);
    },
  });
  expect(events).toEqual(["made", "step 0", "made", "step 1", "made", "step 2"]);
});

it("ends at a dead end, which the solver decides, and keeps what was written when it is stopped", async () => {
  const stuck = run("MODULE main\nVAR x : 0..2;\nASSIGN init(x) := 0;\nTRANS x < 1 & next(x) = x + 1\n");
  expect(await showRun(stuck.model, stuck.steps, 10, { text: async () => {} })).toMatchObject({ end: "dead end" });
  const { model, steps } = run(COUNTER);
  function* cutShort(): Generator<Step, RunEnd> {
    yield steps.next().value as Step;
    throw new Stopped("time");
  }
  const { write, all } = paper();
  const outputs = { text: async () => {}, vcd: write };
  expect(await showRun(model, cutShort(), 10, outputs)).toEqual({ steps: 1, end: "time" });
  expect(all()).toMatch(/\$scope module main \$end\n\$var wire 4 . n \[3:0\] \$end[\s\S]*\n#0\n[\s\S]*\n#10\n$/);
});

it("goes from the command to the terminal and to a file, with the signals that are named", async () => {
  const [file, vcd] = [fileWith("m.smv", LOCK), fileWith("run.vcd", "")];
  const args = ["--towards", "stage = 2", "--steps", "100", "--signals", "stage,code,coed", "--radix", "hex"];
  const { stdout, stderr, status } = await fairlead(["simulate", file, ...args, "--vcd", vcd]);
  expect(stdout).toMatch(/^step 0\n {2}stage = 0\n {2}code {2}= 0x[0-9a-f]{2}\n/);
  expect(stdout).toContain("-- stage = 2 holds here");
  expect(stderr).toBe("no signal is called 'coed' (did you mean 'code'?)\n");
  expect(status).toBe(0);
  const missed = await fairlead(["simulate", file, "--towards", "stage = 12 & code = 3", "--steps", "2"]);
  expect(missed.stderr).toBe("'stage = 12 & code = 3' did not hold in any of 2 steps\n");
  expect(missed.status).toBe(2);
});

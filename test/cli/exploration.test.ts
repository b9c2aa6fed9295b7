import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Answer, Exploration, pathAnswer } from "../../src/cli/exploration.js";
import { reference } from "../../src/engines/reference.js";
import { readSmv } from "../../src/formats/smv/read.js";
import type { Design } from "../../src/model/property.js";
import { readQuestion } from "../../src/program/question.js";
import { programDesign } from "../../src/program/to-design.js";
import { bool, system } from "../../src/program.js";
import { context, solved } from "../cross-engine/solving.js";
import { fairlead, fileWith } from "./fairlead.js";

const TEXT = `MODULE main
VAR x : 0..5; state : {idle, busy};
IVAR go : boolean;
ASSIGN init(x) := 0; next(x) := case go & x < 5 : x + 1; TRUE : 0; esac;
init(state) := idle; next(state) := case go : busy; TRUE : idle; esac;
TRANS x = 4 -> go
LTLSPEC G F state = idle
LTLSPEC G x < 6
`;

/** The answers to lines, by the reference. */
const answers = (text: string, ...lines: string[]) => answersAbout(readSmv(text, "m.smv"), 1, lines);

async function answersAbout(design: Design, seed: number, lines: readonly string[]): Promise<(string | null)[]> {
  const askAbout = async ({ model, properties }: Design, k: number): Promise<Answer> =>
    pathAnswer(solved(model, properties[k]!, reference));
  const exploration = new Exploration(design, context, askAbout, seed);
  const said: (string | null)[] = [];
  for (const line of ["first", ...lines]) said.push(await exploration.answer(line));
  return said.slice(1);
}

it("takes the steps that are asked for, names dead ends and steps that do not exist, and goes back", async () => {
  expect(
    await answers(TEXT, "first go", "step go", "step x = 2 & !go", "step x = 3", "back 2", "go 0", "show"),
  ).toEqual([
    expect.stringMatching(/^step 0\n {2}go = 1\n {2}x = 0\n {2}state = idle\n$|^step 0\n/),
    "step 1\n  x = 1\n  state = busy\n",
    expect.stringContaining("step 2\n"),
    "there is no such step from here\n",
    expect.stringMatching(/^step 0\n/),
    expect.stringMatching(/^step 0\n/),
    expect.stringMatching(/^step 0\n(.*\n)* {2}x = 0\n/),
  ]);
  const stuck = "MODULE main\nVAR x : 0..2;\nASSIGN init(x) := 0;\nTRANS x < 1 & next(x) = x + 1\n";
  const [, end] = await answers(stuck, "step", "step");
  expect(end).toBe("a dead end: the constraints allow no further step\n");
});

it("asks formulas about the state where it is: a proposition, and what is to come", async () => {
  const asked = [
    "ask x = 0 & state = idle",
    "ask x = 1",
    "ask G x < 6",
    "ask F x = 3",
    "ask X",
    "to x = 3",
    "ask O x = 1",
  ];
  const said = await answers(TEXT, ...asked);
  expect(said.slice(0, 3)).toEqual([
    "true in step 0\n",
    "false in step 0\n",
    "G x < 6 holds on all fair behaviours from here\n",
  ]);
  expect(said[3]).toMatch(/^F x = 3 fails from here:\n-- loop starts here\nstep 0/);
  expect(said[4]).toMatch(/^formula:1:\d+: /);
  expect(said[5]).toMatch(/step 3\n(.*\n)*? {2}x = 3\n/);
});

it("goes through a counterexample, from where one can go on otherwise", async () => {
  const [trace, back, other, none] = await answers(TEXT, "fail 0", "go 0", "step", "fail 1");
  expect(trace).toContain("the loop of the counterexample starts here");
  expect(trace).toMatch(/-- back to step \d\n$/);
  expect(back).toMatch(/^step 0/);
  expect(other).toMatch(/^step 1/);
  expect(none).toBe("G x < 6 holds\n");
});

it("names a property as check does, and says that a loop starts only on the counterexample's own way", async () => {
  const lasso = `MODULE main
VAR x : 0..3;
IVAR go : boolean;
ASSIGN init(x) := 0; next(x) := case go & x < 3 : x + 1; TRUE : x; esac;
LTLSPEC G (x = 2 -> F x = 3)
`;
  const [list, trace, , other, again, back] = await answers(
    lasso,
    ...["fail", "fail G (x = 2 -> F x = 3)", "go 1", "step go", "fail 0", "go 2"],
  );
  expect(list).toBe("0  G (x = 2 -> F x = 3)\n");
  expect(trace).toContain("step 2  -- the loop of the counterexample starts here\n");
  expect(other).toMatch(/^step 2\n/);
  expect(again).toBe(trace);
  expect(back).toContain("the loop of the counterexample starts here");
});

it("chooses other inputs in a step, and asks formulas of branching time about its state", async () => {
  const said = await answers(TEXT, "first go", "choose !go", "step x = 0", "choose x = 1", "ask EF x = 3", "ask AG x < 3", "ask A b"); // biome-ignore format: one line
  expect(said[1]).toMatch(/^step 0\n(.*\n)* {2}go = 0\n/);
  expect(said[2]).toMatch(/^step 1\n/);
  expect(said.slice(3, 6)).toEqual([
    "there is no such step from this state\n",
    "EF x = 3 holds in this state\n",
    "AG x < 3 fails in this state\n",
  ]);
  expect(said[6]).toMatch(/^formula:1:\d: 'A' quantifies over paths/);
});

it("says what is wrong with a line, and goes on", async () => {
  expect(await answers(TEXT, "jump", "back 7", "go far", "step F x = 1", "fail 9", "quit")).toEqual([
    "no command 'jump': 'help' lists them\n",
    "there is no step -7: the last one is 0\n",
    "command: expected a number, not 'far'\n",
    "formula: a step is chosen by a formula without temporal operators\n",
    "there is no property '9': there are\n0  G (F state = idle)\n1  G x < 6\n",
    null,
  ]);
});

it("reads lines from a pipe, and writes the run", async () => {
  const file = fileWith("m.smv", TEXT);
  const vcd = fileWith("run.vcd", "");
  const { stdout, status } = await fairlead(["simulate", file, "--interactive", "--vcd", vcd], (process) => {
    process.stdin!.end("step go\nask x >= 0\nfail 0\nquit\n");
  });
  expect(stdout).toContain("true in step 1\n");
  expect(stdout).toMatch(/-- back to step \d\n$/);
  expect(status).toBe(0);
});

it("ends by Ctrl-C as it does by quit, with the run written", async () => {
  const vcd = fileWith("cut.vcd", "");
  const { stdout, status } = await fairlead(
    ["simulate", fileWith("m.smv", TEXT), "--interactive", "--vcd", vcd],
    (process) => process.stdout!.once("data", () => process.kill("SIGINT")),
  );
  expect(stdout).toMatch(/^step 0\n/);
  expect(status).toBe(0);
  expect(readFileSync(vcd, "utf8")).toContain("$enddefinitions");
});

it("asks about states of a program, whatever behaviours promise that have strong fairness", async () => {
  const s = system("s", { x: bool, y: bool });
  s.process("env", {}, { toggle: { do: [s.vars.x.set(s.vars.x.not())] }, idle: { do: [] } });
  s.process("p", { fair: "strong" }, { go: { when: s.vars.x, do: [s.vars.y.set(s.vars.y.not())] } });
  const { design } = programDesign(s, [readQuestion(s, "ltl", "G F y")], ["busy"]);
  for (let seed = 1; seed <= 6; seed++) {
    const lines = ["step", "step", "step", "ask G !x", "to x", "ask EF x", "fail busy", "step", "to x"];
    const said = await answersAbout(design, seed, lines);
    expect(said[3]).toMatch(/^G !x fails from here:\n/);
    expect(said[4]).toMatch(/^step 4\n/);
    expect(said[5]).toBe("formula: CTL is not supported with strong fairness\n");
    expect(said[8]).toMatch(/^step \d+\n/);
  }
});

import { describe, expect, it } from "vitest";
import { fairlead, fileWith } from "./fairlead.js";

/** Enough time on a machine that is busy with other things. */
const PATIENT = ["--check-time", "100"];

/** All notes but that an engine without proofs was the fastest. */
const notesOf = (stdout: string): string[] =>
  stdout.split("\n").flatMap((line) => (/^note: (?!uncertified)/.test(line) ? [line.slice(6)] : []));

const answersOf = (stdout: string): string[] =>
  [...stdout.matchAll(/: (.*?), (?:proof|uncertified|counter)/g)].map((m) => m[1]!);

const DEAF = `MODULE main
VAR x : boolean; y : boolean;
ASSIGN init(x) := FALSE; next(x) := FALSE;
FAIRNESS x
LTLSPEC G F y
LTLSPEC FALSE
CTLSPEC AG y
INVARSPEC !x
`;

describe("a property that holds for no good reason is told from others:", () => {
  it("no fair behaviour, since a fairness condition cannot be met; bad states do not need it", async () => {
    const { stdout, status } = await fairlead(["check", fileWith("deaf.smv", DEAF), ...PATIENT]);
    expect(answersOf(stdout)).toEqual(["G (F y) holds vacuously", "FALSE holds vacuously", "AG y holds vacuously", "!x holds"]); // biome-ignore format: one line
    const why = "vacuous: there is no fair behaviour because of FAIRNESS x by itself";
    expect(notesOf(stdout).filter((note) => note.startsWith("vacuous"))).toEqual([why, why, why]);
    expect(stdout).toContain("4 hold (3 vacuously)");
    expect(status).toBe(0);
  });

  it("--vacuity error makes the status that of a failure, --vacuity off does not ask", async () => {
    const file = fileWith("deaf.smv", DEAF);
    expect((await fairlead(["check", file, "-p", "0", "--vacuity", "error", ...PATIENT])).status).toBe(1);
    expect((await fairlead(["check", file, "-p", "!x", "--vacuity", "error", ...PATIENT])).status).toBe(0);
    const { stdout, status } = await fairlead(["check", file, "-p", "0", "--vacuity", "off"]);
    expect(answersOf(stdout)).toEqual(["G (F y) holds"]);
    expect(status).toBe(0);
  });

  it("a request that never comes: what is promised after it does not matter", async () => {
    const text = (spec: string) =>
      `MODULE main\nVAR req : boolean; ack : boolean;\nASSIGN init(req) := FALSE; next(req) := req;\n${spec}\n`;
    for (const [spec, part] of [
      ["LTLSPEC G (req -> F ack)", "'F ack' says, since 'G !req' holds"],
      ["LTLSPEC G (req -> ack)", "'ack' says, since 'G !req' holds"],
      ["CTLSPEC AG (req -> AF ack)", "'AF ack' says, since 'AG(req -> false)' holds"],
    ] as const) {
      const { stdout } = await fairlead(["check", fileWith("never.smv", text(spec)), ...PATIENT]);
      expect(notesOf(stdout)).toContain(`vacuous: it holds whatever ${part}`);
    }
  });

  it("no infinite behaviour, since every run gets stuck; a finite run still reaches a bad state", async () => {
    const text =
      "MODULE main\nVAR x : 0..3;\nINIT x = 0\nTRANS x < 2 & next(x) = x + 1\nLTLSPEC F x = 3\nINVARSPEC x < 2\n";
    const { stdout, status } = await fairlead(["check", fileWith("stuck.smv", text), ...PATIENT]);
    expect(answersOf(stdout)).toEqual(["F x = 3 holds vacuously", "x < 2 fails"]);
    expect(notesOf(stdout)).toEqual([
      "vacuous: there is no fair behaviour because of TRANS (x < 2 & next(x) = x + 1) by itself",
      "dead end: after 2 steps a run can reach x = 2, where the constraints allow no further step",
    ]);
    expect(status).toBe(1);
  });

  it("assumptions of Verilog that contradict each other, both needed for that", async () => {
    const text = `module t (input clk, input a, input c, output reg b = 0);
  always @(posedge clk) b <= a;
  m0: assume property (@(posedge clk) c);
  m1: assume property (@(posedge clk) a);
  m2: assume property (@(posedge clk) !a);
  y: assert property (@(posedge clk) a |-> s_eventually !b);
endmodule\n`;
    const { stdout } = await fairlead(["check", fileWith("t.sv", text), ...PATIENT]);
    expect(notesOf(stdout)[0]).toBe(
      "vacuous: there is no first step because of m1, m2 together, and of no fewer of these",
    );
  });

  it("some first states without a fair behaviour, and a first step that no constraint allows", async () => {
    const text = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := x;\nFAIRNESS x\nLTLSPEC G x\n";
    const { stdout } = await fairlead(["check", fileWith("some.smv", text), ...PATIENT]);
    expect(notesOf(stdout)).toContain("no fair behaviour starts in 1 of 2 first states (told apart by what matters)");
    const shut = "aag 1 1 0 0 0 1 1 0 0\n2\n2\n0\n";
    const { stdout: of } = await fairlead(["check", fileWith("shut.aag", shut), ...PATIENT]);
    expect(notesOf(of)).toEqual(["vacuous: there is no first step because of constraint 0 by itself"]);
  });

  it("a formula that holds in every model, and conditions that the proof does not need", async () => {
    const text =
      "MODULE main\nVAR x : boolean; y : boolean;\nASSIGN init(x) := TRUE; next(x) := x;\nFAIRNESS y\nLTLSPEC F y | G !y\nLTLSPEC G F x\n";
    const { stdout } = await fairlead(["check", fileWith("all.smv", text), ...PATIENT]);
    expect(notesOf(stdout)).toContain("vacuous: the formula holds in every model");
    const { stdout: proof } = await fairlead([
      "check",
      fileWith("all.smv", text),
      "-p",
      "1",
      "-e",
      "rlive",
      ...PATIENT,
    ]);
    expect(notesOf(proof)).toContain("not needed by this proof: FAIRNESS y");
  });

  it("programs whose fairness cannot be met, and formulas about what never happens in them", async () => {
    const text = (more: string) => `import { bool, system } from "fairlead/model";
export const s = system("s", { x: bool, y: bool });
s.process("p", { fair: "weak" }, { a: { when: s.vars.x.and(s.vars.x.not()), do: [s.vars.y.set(true)] }, b: { do: [] } })
  ${more}`;
    const never = fileWith("never.mjs", text('.fair("never", s.vars.y).property("bad", "F y")'));
    const { stdout, status } = await fairlead(["check", never, "--vacuity", "error", ...PATIENT]);
    expect(answersOf(stdout)).toEqual(["bad holds vacuously, all 1 states visited"]);
    expect(notesOf(stdout)).toEqual(["vacuous: there is no fair behaviour because of never by itself"]);
    expect(status).toBe(1);
    const idle = fileWith("idle.mjs", text('.property("vac", "G (x -> F y)")'));
    expect(notesOf((await fairlead(["check", idle, ...PATIENT])).stdout)).toContain(
      "vacuous: it holds whatever 'F y' says, since 'G !x' holds",
    );
  });

  it("JSON keeps the behaviours in which a part makes the difference", async () => {
    const text =
      "MODULE main\nVAR req : boolean; ack : boolean;\nASSIGN next(ack) := req; init(ack) := FALSE;\nLTLSPEC G (req -> F ack)\n";
    const { stdout } = await fairlead(["check", fileWith("good.smv", text), "--json", ...PATIENT]);
    const { vacuity } = JSON.parse(stdout).results[0];
    expect(vacuity.answer).toBe("not vacuous");
    const part = vacuity.parts.find((p: { text: string }) => p.text === "F ack");
    const witness = vacuity.witnesses[part.witness];
    expect(witness.steps.some((step: { req: string }) => step.req === "1")).toBe(true);
  });
});

it("strong fairness guesses how a behaviour goes on: where a guess is wrong, no dead end is reported", async () => {
  const model = `MODULE main
VAR y : 0..3; z : boolean;
ASSIGN init(y) := 0; next(y) := (y + 1) mod 4;
COMPASSION (y = 2, z)
LTLSPEC F y = 3
`;
  const { stdout, status } = await fairlead(["check", fileWith("m.smv", model), ...PATIENT]);
  expect(stdout).toContain("F y = 3 holds, proof checked");
  expect(stdout).not.toContain("dead end");
  expect(status).toBe(0);
});

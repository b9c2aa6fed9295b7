import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { seconds } from "../patience.js";
import { counterAag, example, fairlead, fileWith, temporaryFolder } from "./fairlead.js";

describe("fairlead check", () => {
  it("says that a property holds, with status 0", async () => {
    const { status, stdout, stderr } = await fairlead(["check", example("arbiter-fair.aag")]);
    expect(stdout).toContain("client 1 is served holds");
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("shows a counterexample with its loop and the condition that is met there, with status 1", async () => {
    const { status, stdout } = await fairlead(["check", example("arbiter-unfair.aag"), "--engine", "reference"]);
    expect(stdout).toContain("client 1 is served fails, counterexample replayed");
    expect(stdout).toMatch(/-- loop starts here\nstep 1 {2}-- client 1 is served condition 0\n/);
    expect(stdout).toMatch(/wait1 +\s= 1/);
    expect(stdout).toMatch(/-- back to step 1\n$/);
    expect(status).toBe(1);
  });

  it("says 'unknown' and why, with status 2", async () => {
    const file = fileWith("counter.aag", counterAag(30));
    const args = ["check", file, "--engine", "reference", "--opt", "states=1000"];
    const { status, stdout } = await fairlead(args);
    expect(stdout).toContain("unknown: bound");
    expect(status).toBe(2);
  });

  it("prints the refinement tree and draws it", async () => {
    const dot = fileWith("tree.dot", "");
    const args = [
      "check",
      example("mutex-fair.smv"),
      "-p",
      "a-is-served",
      "--engine",
      "dnc",
      "--tree",
      "--tree-dot",
      dot,
    ];
    const { status, stdout } = await fairlead(args);
    expect(stdout).toMatch(/^everything: refined\n└─ level 1 \(\d+ latch(es)?\): \d+ states?, strong: /m);
    expect(readFileSync(dot, "utf8")).toMatch(/^digraph refinement \{/);
    expect(status).toBe(0);
  });

  it("calls fairness conditions what the model calls them", async () => {
    const { stdout } = await fairlead(["check", example("mutex-starving.smv"), "-p", "a-is-served"]);
    expect(stdout).toMatch(/^step \d+ {2}-- fairness 0 \(step = left\)$/m);
    expect(stdout).toMatch(/^step \d+ {2}-- fairness 1 \(step = right\)$/m);
  });

  it("does not say that all is well while a property of the file is not checked", async () => {
    const text =
      "MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := x;\nSPEC AG x\nPSLSPEC within(x, x){x};\n";
    const file = fileWith("psl.smv", text);
    const { status, stdout } = await fairlead(["check", file]);
    expect(stdout).toContain("AG x holds");
    expect(stdout).toContain("within(x, x){x} unknown: unsupported, 'within' in PSL is not supported");
    expect(status).toBe(2);
    const { results, complete } = JSON.parse((await fairlead(["check", file, "--json"])).stdout);
    expect(results[1]).toMatchObject({ property: "within(x, x){x}", answer: "unknown", reason: "unsupported" });
    expect(complete).toBe(true);
    // There is one property to have evidence of.
    expect((await fairlead(["check", file, "--certificate", join(dirname(file), "psl.aag")])).status).toBe(2);
  });

  it("checks every property of a name that several share", async () => {
    const text =
      "MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := x;\nLTLSPEC NAME p := G x;\nLTLSPEC NAME p := F !x;\n";
    const { status, stdout } = await fairlead(["check", fileWith("m.smv", text), "-p", "p", "--json"]);
    expect(JSON.parse(stdout).results.map((r: { answer: string }) => r.answer)).toEqual(["holds", "fails"]);
    expect(status).toBe(1);
  });

  it("reads standard input, whatever it is", async () => {
    const hoa =
      'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "a"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0 {0}\n--END--\n';
    const smv = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := x;\nLTLSPEC NAME p := G F x;\n";
    const aag = "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n";
    for (const text of [hoa, smv, aag]) {
      const { status, stdout } = await fairlead(["check", "-"], (child) => child.stdin?.end(text));
      expect(stdout).toMatch(/^-: .* fails/);
      expect(status).toBe(1);
    }
    const { status, stderr } = await fairlead(["check", "-"], (child) => child.stdin?.end("?"));
    expect(stderr).toContain("-: not a kind of file that is known here");
    expect(status).toBe(65);
  });

  it("stops when the time is over", async () => {
    const file = fileWith("counter.aag", counterAag(40));
    const args = ["check", file, "--engine", "reference", "--opt", "states=200000000", "--time", seconds(0.5)];
    const { status, stdout, stderr } = await fairlead(args);
    // On a busy machine it can be over before the file is read.
    expect(stdout + stderr).toMatch(/unknown: time|not read: it takes more time/);
    expect(status).toBe(2);
  });

  describe("on an interrupt", () => {
    // The same question twice.
    const twice = counterAag(40).replace(/^(aag .*) 1 0\n([\s\S]*\n)1\n(\d+)\n/, "$1 2 0\n$21\n1\n$3\n$3\n");
    const slow = fileWith("slow.aag", twice);
    const enumerating = ["--engine", "reference", "--opt", "states=200000000"];
    /** As soon as an engine works on the file that takes too long. */
    const interrupted = (...args: string[]) =>
      fairlead(["check", ...args, ...enumerating, "--verbose"], (child) => {
        let isInterrupted = false;
        child.stderr?.on("data", (data) => {
          if (isInterrupted || !String(data).includes("slow.aag")) return;
          isInterrupted = true;
          child.kill("SIGINT");
        });
      });

    it("shows what is known and lists what was not begun; what fails is status 1 all the same", async () => {
      const [unfair, fair] = [example("arbiter-unfair.aag"), example("arbiter-fair.aag")];
      const { status, stdout, stderr } = await interrupted(unfair, slow, fair, "--json");
      const { complete, results, notBegun } = JSON.parse(stdout);
      expect(complete).toBe(false);
      expect(results.map((r: { answer: string }) => r.answer)).toEqual(["fails", "unknown"]);
      expect(results[1].reason).toBe("cancelled");
      expect(notBegun).toEqual([{ file: slow, property: "j1" }, { file: fair }]);
      expect(stderr).toContain(`interrupted; not begun: ${slow}: j1, ${fair}\n`);
      expect(stderr).not.toContain("error");
      expect(status).toBe(1);
    });

    it("ends with status 2 where nothing is known to fail", async () => {
      const { status, stdout } = await interrupted(example("arbiter-fair.aag"), slow);
      expect(stdout).toMatch(/client 1 is served holds.*unknown: cancelled/s);
      expect(status).toBe(2);
    });
  });

  it("stops a comparison, and what it found to fail is status 1", async () => {
    // bmc proves nothing: on the second file it would go on for a minute.
    const args = ["compare", example("arbiter-unfair.aag"), example("arbiter-fair.aag"), "-e", "bmc"];
    const { status, stdout, stderr } = await fairlead(args, (child) => {
      child.stdout?.once("data", () => child.kill("SIGINT"));
    });
    expect(stdout).toMatch(/bmc +fails +checked/);
    expect(stderr).not.toContain("error");
    expect(status).toBe(1);
  });

  it("shows all answers of several files in a table at the end", async () => {
    const { stdout, status } = await fairlead(["check", example("arbiter-fair.aag"), example("arbiter-unfair.aag")]);
    const [head, first, second, counts] = stdout.trimEnd().split("\n").slice(-4);
    expect(head).toMatch(/^file +property +answer +evidence +engine +time$/);
    expect(first).toMatch(/arbiter-fair.aag +client 1 is served +holds +checked/);
    expect(second).toMatch(/arbiter-unfair.aag +client 1 is served +fails +checked/);
    expect(counts).toMatch(/^1 hold, 1 fail, 0 unknown, /);
    expect(status).toBe(1);
  });

  it("writes the proof of a formula that verify accepts for the same formula", async () => {
    const formula = ["--ltl", "G !(grant0 & grant1)"];
    const proof = fileWith("proof.aag", "");
    await fairlead(["check", example("arbiter-unfair.aag"), ...formula, "--certificate", proof]);
    const { stdout, status } = await fairlead(["verify", example("arbiter-unfair.aag"), proof, ...formula]);
    expect(stdout).toContain("the proof is valid (");
    expect(status).toBe(0);
  });

  it("prints one JSON document by the contract", async () => {
    const { status, stdout } = await fairlead(["check", dirname(example("x")), "-e", "reference", "--json"]);
    const { results } = JSON.parse(stdout);
    const unfair = results.find((r: { file: string }) => r.file.endsWith("arbiter-unfair.aag"));
    expect(unfair).toMatchObject({
      property: "client 1 is served",
      answer: "fails",
      engine: "reference",
      evidence: "checked",
      witness: { loop: 1 },
    });
    expect(unfair.seconds).toBeTypeOf("number");
    expect(unfair.witness.steps[1]).toMatchObject({ wait1: "1", grant0: "1" });
    expect(status).toBe(1);
  });

  it("streams events as JSON lines with --verbose", async () => {
    const file = fileWith("counter.aag", counterAag(12));
    const { stderr } = await fairlead(["check", file, "-e", "reference", "--verbose"]);
    const events = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.length).toBeGreaterThan(0);
    expect(events[0]).toMatchObject({ file, engine: "reference" });
  });

  it("checks formulas given on the command line", async () => {
    const file = example("arbiter-unfair.aag");
    const holds = await fairlead(["check", file, "--ctl", "AG(wait1 -> EF grant1)", "-e", "reference"]);
    expect(holds.stdout).toContain("AG(wait1 -> EF grant1) holds");
    const fails = await fairlead(["check", file, "--ctl", "AG(wait1 -> AF grant1)", "-e", "reference"]);
    expect(fails.stdout).toContain("fails");
    expect([holds.status, fails.status]).toEqual([0, 1]);
  });

  it("writes a witness that verify replays, and a value change dump with the loop marked", async () => {
    const file = example("arbiter-unfair.aag");
    const witness = fileWith("w.txt", "");
    const vcd = join(dirname(witness), "w.vcd");
    await fairlead(["check", file, "-e", "reference", "--witness", witness, "--vcd", vcd]);
    const { status, stdout } = await fairlead(["verify", file, witness]);
    expect(stdout).toContain("client 1 is served fails: the counterexample is valid");
    expect(status).toBe(0);
    expect(readFileSync(vcd, "utf8")).toMatch(/\$var wire 1 \S+ in_loop \$end/);
  });
});

describe("wrong usage is status 64 and says what would be right", () => {
  it.each([
    [["check"], "expected files to check: there is no fairlead.config.json here"],
    [["check", "--colour"], "unknown option '--colour'"],
    [["check", example("arbiter-fair.aag"), "--engine", "magic"], "no engine 'magic' (there are auto, reference"],
    [["check", example("arbiter-fair.aag"), "--engine", "reference", "--opt", "speed=9"], "no option 'speed'"],
    [["check", example("arbiter-fair.aag"), "--engine", "reference", "--opt", "states=no"], "expected a number from 1"],
    [["check", example("arbiter-fair.aag"), "--opt", "speed"], "expected key=value"],
    [["check", example("arbiter-fair.aag"), "--engine", "gsh", "--opt", "schedule=hh"], "it needs tense=both"],
    [["check", example("arbiter-fair.aag"), "--property", "p9"], "has no property 'p9' (it has client 1 is served)"],
    [["check", example("arbiter-fair.aag"), "--time", "soon"], "expected a positive number"],
    [["frobnicate"], "unknown command 'frobnicate'"],
  ])("fairlead %j", async (args, message) => {
    const { status, stderr, stdout } = await fairlead(args);
    expect(stderr).toContain(message);
    expect(stdout).toBe("");
    expect(status).toBe(64);
  });
});

describe("bad input is status 65, with its place and what was expected", () => {
  it.each([
    ["empty.aag", "", /empty\.aag:1:1: expected/],
    ["header.aag", "aag 1 1 x\n", /header\.aag:1:9: expected/],
    ["garbage.aig", "\x00\x01\x02", /garbage\.aig:1:1: expected/],
    ["notes.txt", "hello", /notes\.txt: not a kind of file that is known/],
  ])("%s", async (name, text, message) => {
    const { status, stderr, stdout } = await fairlead(["check", fileWith(name, text)]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain("    at ");
    expect(stdout).toBe("");
    expect(status).toBe(65);
  });

  it("a folder without models", async () => {
    const folder = temporaryFolder();
    const { status, stderr } = await fairlead(["check", folder]);
    expect(stderr).toBe(`${folder}: no models are in this folder\n`);
    expect(status).toBe(65);
  });

  it("a file for evidence that cannot be written, before the work", async () => {
    const file = join(temporaryFolder(), "none", "proof.aag");
    const { status, stdout, stderr } = await fairlead(["check", example("arbiter-fair.aag"), "--certificate", file]);
    expect({ stdout, stderr }).toEqual({
      stdout: "",
      stderr: `fairlead: ${file} cannot be written: there is no such folder\n`,
    });
    expect(status).toBe(73);
  });

  it("a file, in the JSON too", async () => {
    const { status, stdout } = await fairlead(["check", "/no/such/file.aag", "--json"]);
    const problem = { file: "/no/such/file.aag", code: "file-read", message: "/no/such/file.aag: no such file" };
    expect(JSON.parse(stdout)).toEqual({ complete: false, results: [], problems: [problem] });
    expect(status).toBe(65);
  });

  it("a missing file", async () => {
    const { status, stderr } = await fairlead(["check", "no-such-file.aig"]);
    expect(stderr).toBe("no-such-file.aig: no such file\n");
    expect(status).toBe(65);
  });

  it("a formula about a signal that is not there", async () => {
    const { status, stderr } = await fairlead(["check", example("arbiter-fair.aag"), "--ltl", "G F grnt1"]);
    expect(stderr).toContain("no signal 'grnt1' (did you mean 'grant1'?)");
    expect(status).toBe(65);
  });

  it("a formula with a mistake, with its column", async () => {
    const { status, stderr } = await fairlead(["check", example("arbiter-fair.aag"), "--ltl", "G (grant1 &"]);
    expect(stderr).toMatch(/^--ltl:1:\d+: expected/);
    expect(status).toBe(65);
  });
});

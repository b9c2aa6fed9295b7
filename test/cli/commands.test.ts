import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { example, fairlead, fileWith } from "./fairlead.js";

describe("fairlead", () => {
  it("explains itself", async () => {
    const { status, stdout } = await fairlead(["--help"]);
    for (const command of ["check", "verify", "simulate", "convert", "engines"])
      expect(stdout).toContain(`  ${command} `);
    expect(status).toBe(0);
  });

  it("lists engines, as text and as JSON", async () => {
    const text = await fairlead(["engines"]);
    expect(text.stdout).toMatch(/^reference: /m);
    const json = await fairlead(["engines", "--json"]);
    expect(JSON.parse(json.stdout).engines.map((e: { name: string }) => e.name)).toContain("reference");
  });

  it("simulates: the same seed gives the same run, which starts in a first state", async () => {
    const args = ["simulate", example("arbiter-fair.aag"), "--steps", "5", "--seed", "3"];
    const [a, b] = [await fairlead(args), await fairlead(args)];
    expect(a.stdout).toBe(b.stdout);
    expect(a.stdout).toMatch(/^step 0\n/);
    expect(a.stdout).toMatch(/grant0 +\s= 0/);
    expect(a.stdout.match(/^step /gm)).toHaveLength(5);
  });

  it("converts between ASCII and binary AIGER without changing the meaning", async () => {
    const folder = dirname(fileWith("x", ""));
    const binary = join(folder, "a.aig");
    const ascii = join(folder, "a.aag");
    expect((await fairlead(["convert", example("arbiter-unfair.aag"), binary])).status).toBe(0);
    expect((await fairlead(["convert", binary, ascii])).status).toBe(0);
    expect(readFileSync(ascii, "utf8")).toBe(readFileSync(example("arbiter-unfair.aag"), "utf8"));
    expect((await fairlead(["check", binary, "-e", "reference"])).status).toBe(1);
  });

  it("converts formulas to AIGER with their meaning, also those of the command line", async () => {
    const file = fileWith("mutex.aag", "");
    const { status, stderr } = await fairlead(["convert", example("mutex-starving.smv"), file]);
    expect([status, stderr]).toEqual([0, ""]);
    const { stdout } = await fairlead(["check", file, "-e", "reference"]);
    expect(stdout).toMatch(/exclusion holds.*a-is-served fails.*b-is-served fails/s);
    const asked = join(dirname(file), "asked.aag");
    expect((await fairlead(["convert", file, asked, "--ltl", "G F free"])).status).toBe(0);
    expect((await fairlead(["check", asked, "-e", "reference"])).stdout).toContain("G F free holds");
  });

  it("checks BTOR2, writes its witnesses and checks them, and converts it there and back", async () => {
    const witness = fileWith("witness.txt", "");
    const checked = await fairlead(["check", example("handshake.btor2"), "--witness", witness, "-e", "reference"]);
    expect(checked.status).toBe(1);
    expect(checked.stdout).toMatch(/two_open_questions holds.*no_answer fails.*sent +=\s1.*-- back to step/s);
    const [holds, fails] = readFileSync(witness, "utf8").split(/(?=^; fairlead loop)/m);
    expect(holds).toBe("unsat\nb0\n.\n");
    const lasso = fileWith("lasso.txt", fails!);
    const valid = await fairlead(["verify", example("handshake.btor2"), lasso]);
    expect(valid).toMatchObject({ status: 0, stdout: "no_answer fails: the counterexample is valid\n" });
    const wrong = await fairlead([
      "verify",
      example("handshake.btor2"),
      fileWith("wrong.txt", fails!.replace("0 1 lost", "0 0 lost")),
    ]);
    expect(wrong).toMatchObject({ status: 1 });
    expect(wrong.stdout).toContain("no_answer: not shown that it fails: the counterexample is not valid: ");
    const aiger = fileWith("handshake.aig", "");
    const bits = fileWith("bits.btor2", "");
    expect((await fairlead(["convert", example("handshake.btor2"), aiger])).status).toBe(0);
    expect((await fairlead(["convert", aiger, bits])).status).toBe(0);
    const again = await fairlead(["check", bits, "-e", "reference"]);
    expect(again.stdout).toMatch(/two_open_questions holds.*no_answer fails/s);
  });

  it("reads BTOR2 from standard input", async () => {
    const text = readFileSync(example("handshake.btor2"));
    const { stdout } = await fairlead(["check", "-", "-p", "no_answer", "-e", "reference"], (p) => p.stdin?.end(text));
    expect(stdout).toContain("no_answer fails");
  });

  it("says what it does not convert, compare or decide", async () => {
    const text =
      "MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := x;\nPSLSPEC always x @ x;\nLTLSPEC G x\n";
    const file = fileWith("psl.smv", text);
    const note = `${file}:4:1: note: a clock ('@') in PSL is not supported: this question is not answered\n`;
    const converted = await fairlead(["convert", file, `${file}.aag`]);
    expect(converted).toMatchObject({ status: 0, stderr: note });
    expect(await fairlead(["compare", file, "-e", "reference"])).toMatchObject({ status: 2, stderr: note });
    expect(await fairlead(["hwmcc", file])).toMatchObject({ stdout: "unsat\n", stderr: note });
    const nowhere = await fairlead(["convert", file, `${file}/x.aag`]);
    expect(nowhere).toMatchObject({
      status: 73,
      stderr: `fairlead: ${file}/x.aag cannot be written: there is no such folder\n`,
    });
  });

  it("refuses to convert into a format that it does not write", async () => {
    const { status, stderr } = await fairlead(["convert", example("arbiter-fair.aag"), "a.xyz"]);
    expect(stderr).toContain("expected a name that ends in");
    expect(status).toBe(64);
  });
});

describe("fairlead ltl", () => {
  it("shows the automaton of a formula, its size and strength", async () => {
    const { status, stdout } = await fairlead(["ltl", "G(a -> F b)"]);
    expect(stdout).toContain("2 states, 4 edges, 1 acceptance set, strong, deterministic");
    expect(status).toBe(0);
  });

  it("writes HOA and dot", async () => {
    expect((await fairlead(["ltl", "F G a", "--hoa"])).stdout).toMatch(/^HOA: v1\n/);
    expect((await fairlead(["ltl", "F G a", "--dot"])).stdout).toMatch(/^digraph /);
  });

  it("says where a formula is wrong, with status 65", async () => {
    const { status, stderr } = await fairlead(["ltl", "G(a -> F b"]);
    expect(stderr).toBe("formula:1:11: expected ')', found the end\n");
    expect(status).toBe(65);
  });
});

describe("fairlead verify", () => {
  const unfair = example("arbiter-unfair.aag");

  it.each([
    [
      "a lasso that never meets the condition",
      "1\nj0\n000000\n000\n000\n.\n",
      /not valid: .*starving.* never holds in the loop/,
    ],
    ["a lasso that does not close", "1\nj0\n000000\n111\n.\n", /not valid: no state comes back/],
    ["a first state that is not one", "1\nj0\n111111\n000\n.\n", /not valid/],
  ])("rejects %s with status 1", async (_, text, message) => {
    const { status, stdout } = await fairlead(["verify", unfair, fileWith("w.txt", text)]);
    expect(stdout).toMatch(message);
    expect(status).toBe(1);
  });

  it("rejects a file that is no witness with its place and status 65", async () => {
    const { status, stderr } = await fairlead(["verify", unfair, fileWith("w.txt", "1\nj0\n00\n")]);
    expect(stderr).toMatch(/w\.txt:3:\d+: expected/);
    expect(status).toBe(65);
  });
});

describe("fairlead verify, of a certificate", () => {
  const text = readFileSync(new URL("../../docs/reference/certificates.md", import.meta.url), "utf8");
  const [model, proof] = [...text.matchAll(/```\n([^`]*)```/g)].map((m) => m[1]!);
  const lamp = fileWith("lamp.aag", model!);
  const swapped = proof!
    .replace("exclude 0", "exclude 2")
    .replace("exclude 1", "exclude 0")
    .replace("exclude 2", "exclude 1");

  it("accepts the proof of the documentation, and writes its queries when asked", async () => {
    const folder = join(dirname(lamp), "queries");
    const { status, stdout } = await fairlead(["verify", lamp, fileWith("p.aag", proof!), "--dump", folder]);
    expect(stdout).toBe("on-again-and-again holds: the proof is valid (5 queries)\n");
    expect(status).toBe(0);
    expect(readFileSync(join(folder, "query-00005.cnf"), "utf8")).toMatch(/^p cnf \d+ \d+\n/);
  });

  it("accepts it also when every answer of the SAT solver is checked", async () => {
    const { status, stdout } = await fairlead(["verify", lamp, fileWith("p.aag", proof!), "--lrat"]);
    expect(stdout).toContain("the proof is valid");
    expect(status).toBe(0);
  });

  it("says which step fails, and shows the transition", async () => {
    const { status, stdout } = await fairlead(["verify", lamp, fileWith("p.aag", swapped)]);
    expect(stdout).toContain("the proof is not valid: step 0: not true: live transitions from P end in P");
    expect(stdout).toMatch(/step 0\n {2}press = 1\n {2}lit {3}= 0\nstep 1\n[\s\S]*lit {3}= 1/);
    expect(status).toBe(1);
  });

  it("says 'not checked' when the time is over, or that there was none to read the model, never 'valid'", async () => {
    const { status, stdout, stderr } = await fairlead([
      "verify",
      lamp,
      fileWith("p.aag", proof!),
      "--solver",
      "sleep 5",
      "--time",
      "0.1",
    ]);
    expect(stdout + stderr).toMatch(/not (checked|read)/);
    expect(stdout).not.toContain("is valid");
    expect(status).toBe(2);
  });

  it("rejects a file with a step that is none, with its line", async () => {
    const broken = fileWith("p.aag", proof!.replace("done 0", "believe me"));
    const { status, stderr } = await fairlead(["verify", lamp, broken]);
    expect(stderr).toMatch(/p\.aag:14:1: expected reach, split, exclude, done, l2s or safe/);
    expect(status).toBe(65);
  });
});

describe("fairlead check --pattern", () => {
  it("asks the formula that the pattern stands for, and says which it is", async () => {
    const file = fileWith("toggle.aag", "aag 1 0 1 0 0 0 0 0 0\n2 3 0\nl0 x\n");
    const { stdout, status } = await fairlead(["check", file, "--pattern", "existence(x) after(!x)"]);
    expect(stdout).toContain(": (((!(!x)) U ((!x) & (F (x)))) | G (!(!x))) holds");
    expect(stdout).toMatch(/^asked: .*now or later, x/m);
    expect(status).toBe(0);
    const wrong = await fairlead(["check", file, "--pattern", "existence(x"]);
    expect(wrong.stderr).toBe("--pattern: a parenthesis is not closed\n");
    expect(wrong.status).toBe(65);
  });
});

it("what lies beside the output of convert, and will be read with it, is told", async () => {
  const output = fileWith("m.mv", "");
  const fair = join(dirname(output), "m.fair");
  writeFileSync(fair, "x=1;");
  const { status, stderr } = await fairlead(["convert", fileWith("in.aag", "aag 1 1 0 0 0\n2\ni0 x\n"), output]);
  expect(stderr).toBe(`${fair}: note: it was there before, and is read with ${output}\n`);
  expect(status).toBe(0);
});

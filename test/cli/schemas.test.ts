import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { seconds } from "../patience.js";
import { counterAag, example, fairlead, fileWith } from "./fairlead.js";

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false });
const schema = (name: string) => {
  const text = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), "utf8");
  return ajv.compile(JSON.parse(text));
};
const byCheck = schema("check");
const byEvent = schema("event");

const SMV = `MODULE main
VAR n : 0..2; e : boolean; s : {toString, "__proto__"};
ASSIGN init(n) := 0; next(n) := {n, (n + 1) mod 3}; init(e) := FALSE; next(e) := e; init(s) := toString; next(s) := s;
LTLSPEC G F n = 1; LTLSPEC G !e; LTLSPEC G (e -> F n = 1);
CTLSPEC EF n = 2; CTLSPEC EG n = 0; CTLSPEC AG n = 0; CTLSPEC AG (EF n = 1 & EX n = 0) & AF n = 1;
INVARSPEC n != 2; INVARSPEC !e;
`;
/** No behaviour at all. */
const EMPTY = "MODULE main\nVAR x : boolean;\nINVAR FALSE;\nLTLSPEC G x;\n";
const PROGRAM = `import { int, system } from "fairlead/model";
export const s = system("s", { n: int(0, 2) });
const { n } = s.vars;
s.process("p", {}, { go: { do: [n.set(n.plus(1).mod(3))] }, never: { when: n.is(2).and(n.is(1)), do: [n.set(0)] } });
s.property("moves", "G F n = 1").property("stays", "G n != 2");
export const t = system("t", { x: int(0, 5) });
t.process("q", {}, { up: { when: t.vars.x.lt(5), do: [t.vars.x.set(t.vars.x.plus(1))] } });
t.property("arrives", "F x = 5");
`;

async function checked(...args: string[]) {
  const { stdout, stderr, status } = await fairlead(["check", ...args, "--json"]);
  const document = JSON.parse(stdout);
  expect(byCheck(document), JSON.stringify(byCheck.errors)).toBe(true);
  return { document, stderr, status };
}

describe("JSON keeps to the published schemas:", () => {
  it("check, of everything in a folder", async () => {
    const { document } = await checked(dirname(example("x")), "--time", seconds(60));
    expect(document.results.length).toBeGreaterThan(3);
    const failing = document.results.find((r: { answer: string }) => r.answer === "fails");
    expect(failing.witness.loop).toBeGreaterThanOrEqual(0);
    expect(failing.evidence).toBe("checked");
  });

  it("check, with the conditions that a loop meets", async () => {
    const { document } = await checked(example("arbiter-unfair.aag"), "-e", "reference");
    const [{ witness }] = document.results;
    for (const { metIn } of witness.conditions) expect(metIn.some((step: number) => step >= witness.loop)).toBe(true);
    expect(witness.conditions.map((c: { name: string }) => c.name)).toContain("client 1 is served condition 0");
  });

  it("check, of systems written as programs: lassos, deadlocks, and what is unused", async () => {
    const { document } = await checked(
      example("systems/token-ring.ts"),
      example("systems/bounded-queue.ts"),
      "--unused",
    );
    expect(document.unused.map((u: { report: { isComplete: boolean } }) => u.report.isComplete)).not.toContain(false);
    expect(document.unused[0].report).toMatchObject({ neverEnabled: [], neverTaken: [], neverTrue: ["clash"] });
    const answers = document.results.map((r: { answer: string; detail?: string }) => r.detail ?? r.answer);
    expect(answers).toEqual(["holds", "fails", "holds", "holds", "no step is enabled after this run", "holds"]);
    const lasso = document.results[1].witness;
    expect(lasso.conditions.length).toBeGreaterThan(0);
    for (const { metIn } of lasso.conditions) expect(metIn.some((step: number) => step >= lasso.loop)).toBe(true);
  });

  it("check, of branching formulas", async () => {
    const formulas = ["AG (x -> AX x)", "EF x", "EG !x"].flatMap((f) => ["--ctl", f]);
    const file = fileWith("toggle.aag", "aag 2 1 1 0 0 0 0 0 0\n2\n4 2 0\nl0 x\n");
    const { document } = await checked(file, ...formulas);
    expect(document.results.map((r: { answer: string }) => r.answer)).toEqual(["fails", "holds", "holds"]);
  });

  it("check, of what is unknown, and of files that cannot be read among others", async () => {
    const slow = fileWith("slow.aag", counterAag(40));
    const broken = fileWith("broken.aag", "aag 1 x\n");
    const { document, status, stderr } = await checked(slow, broken, "-e", "reference", "--opt", "states=1000");
    expect(document.results).toMatchObject([{ answer: "unknown", reason: "bound" }]);
    expect(document.problems).toMatchObject([{ file: broken }]);
    expect(stderr).toContain("broken.aag");
    expect(status).toBe(65);
  });

  it("check, of each kind of outcome in each form", async () => {
    const smv = fileWith("m.smv", SMV);
    const program = fileWith("p.mjs", PROGRAM);
    const old = fileWith("old.json", JSON.stringify({ results: [{ file: smv, property: "gone", answer: "fails" }] }));
    const forms = [["--why", "--radix", "hex"], ["--shortest"], ["--deterministic", "--work", "1"], ["--time", "1e-9"]];
    for (const form of [...forms, ["--since", old], ["--vacuity", "error", "--signals", "n,nope"]])
      await checked(smv, program, fileWith("empty.smv", EMPTY), ...form);
    const { document } = await checked(smv, "--why");
    const answers = document.results.map((r: { answer: string; vacuity?: { answer: string } }) => r.answer);
    expect(new Set(answers)).toEqual(new Set(["holds", "fails"]));
    expect(document.results.map((r: { vacuity?: { answer: string } }) => r.vacuity?.answer)).toContain("vacuous");
    const { document: lacking } = await checked(program, "--unused", "--why");
    expect(lacking.results.some((r: { lacking?: unknown }) => r.lacking !== undefined)).toBe(true);
    const { document: bad } = await checked(fileWith("bad.mjs", "throw new Error('a\\nb')"), "nosuch.aag");
    expect(bad).toMatchObject({ complete: false, results: [], problems: [{}, {}] });
  });

  it("check, interrupted", async () => {
    const slow = fileWith("slow.aag", counterAag(60));
    const args = ["check", slow, slow, "-e", "reference", "--verbose", "--json"];
    let isAsked = false;
    const { stdout, status } = await fairlead(args, (child) => {
      child.stderr?.on("data", () => {
        if (!isAsked) child.kill("SIGINT");
        isAsked = true;
      });
    });
    const document = JSON.parse(stdout);
    expect(byCheck(document), JSON.stringify(byCheck.errors)).toBe(true);
    expect(document).toMatchObject({ complete: false, notBegun: [{ file: slow }] });
    expect(status).toBe(2);
  });

  it("compare", async () => {
    const byCompare = schema("compare");
    const { stdout } = await fairlead(["compare", example("arbiter-fair.aag"), "--json", "-e", "gsh", "-e", "rlive"]);
    const document = JSON.parse(stdout);
    expect(byCompare(document), JSON.stringify(byCompare.errors)).toBe(true);
    expect(document.results.map((r: { engine: string }) => r.engine)).toEqual(["gsh", "rlive"]);
    expect(document.complete).toBe(true);
  });

  it("verify, of evidence that is valid, that is not, and that is none", async () => {
    const byVerify = schema("verify");
    const witness = fileWith("w.txt", "1\nj0\n000000\n000\n000\n.\n0\nj0\n.\n");
    const { stdout } = await fairlead([
      "verify",
      example("arbiter-unfair.aag"),
      witness,
      "--json",
      "--expect",
      "fails",
    ]);
    const document = JSON.parse(stdout);
    expect(byVerify(document), JSON.stringify(byVerify.errors)).toBe(true);
    expect(document.results).toMatchObject([
      { claim: "fails", by: "counterexample", result: "not valid" },
      { claim: "holds", by: null, result: "undecided", expected: "fails" },
    ]);
  });

  it("engines", async () => {
    const byEngines = schema("engines");
    const { stdout } = await fairlead(["engines", "--json"]);
    expect(byEngines(JSON.parse(stdout)), JSON.stringify(byEngines.errors)).toBe(true);
  });

  it("the lines of --verbose", async () => {
    const file = fileWith("counter.aag", counterAag(16));
    const { stderr } = await fairlead(["check", file, "--verbose", "--threads", "1"]);
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) expect(byEvent(line), JSON.stringify([line, byEvent.errors])).toBe(true);
    expect(new Set(lines.map((l) => l.type))).toContain("event");
    expect(lines.at(-1)!.type).toBe("end");
  });
});

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

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { checkCertificate } from "../src/checkers/check-certificate.js";
import { claimOf } from "../src/checkers/claim.js";
import type { Certificate } from "../src/evidence/certificate.js";
import { readAiger } from "../src/formats/aiger/to-design.js";
import { readCertificate } from "../src/formats/certificate/read.js";
import * as library from "../src/index.js";
import { SatSolver } from "../src/solvers/sat/solver.js";
import { run } from "./cli/fairlead.js";
import { satKernel } from "./solvers/sat/kernel.js";

/** The code blocks of a document, in order. */
function blocks(file: string): string[] {
  const text = readFileSync(new URL(`../docs/${file}`, import.meta.url), "utf8");
  return [...text.matchAll(/```\n([^`]*)```/g)].map((m) => m[1]!);
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What `fairlead check` prints where the documents stand, with the exit status that is expected. */
async function checked(args: readonly string[], status: number): Promise<string> {
  const ran = await run(process.execPath, ["dist/cli/main.js", "check", ...args], undefined, ROOT);
  expect(ran.status).toBe(status);
  return ran.stdout;
}

describe("README.md", () => {
  it("shows TypeScript that runs and prints what it says", async () => {
    const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const example = /```ts\n([^`]*)```/.exec(text)![1]!;
    const root = new URL("..", import.meta.url);
    const program = example.replace('"fairlead/node"', JSON.stringify(new URL("dist/node.js", root).href));
    const args = ["--input-type=module", "--eval", program];
    const output = execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: "utf8" });
    expect(output.trim()).toBe(/\/\/ (.*)/.exec(example)![1]);
  });
});

describe("docs/guide/browser.md", () => {
  const text = readFileSync(new URL("../docs/guide/browser.md", import.meta.url), "utf8");

  it("imports what is exported", () => {
    const names = /import \{ ([^}]*) \} from "fairlead"/.exec(text)![1]!.split(", ");
    expect(names).toContain("pageWorkers");
    for (const name of names) expect(library).toHaveProperty(name);
  });

  it("names files that the package has", () => {
    const paths = [...text.matchAll(/"\/fairlead\/([^"]+)"/g)].map((m) => m[1]!);
    expect(paths).toHaveLength(3);
    for (const path of paths) expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
  });
});

/** Runs a block of a document, and gives what it prints. */
function printed(block: string): string {
  const root = new URL("..", import.meta.url);
  const program = ts
    .transpileModule(block, { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext } })
    .outputText.replace('"fairlead/model"', JSON.stringify(new URL("dist/program.js", root).href));
  const args = ["--input-type=module", "--eval", program];
  return execFileSync(process.execPath, args, { cwd: fileURLToPath(root), encoding: "utf8" });
}

describe("docs/guide/typescript.md", () => {
  const text = readFileSync(new URL("../docs/guide/typescript.md", import.meta.url), "utf8");
  const examples = [...text.matchAll(/```ts\n([^`]*(?:`[^`]+`[^`]*)*?)```\n\n```text\n([^`]*)```/g)];

  it("has examples", () => {
    expect(examples).toHaveLength(3);
  });

  for (const [, block, output] of examples)
    it(`shows a program that prints ${output!.split("\n", 1)[0]}`, () => {
      expect(printed(block!)).toBe(output);
    });
});

describe("docs/guide/protocols.md", () => {
  it("builds a protocol that does what the text says", () => {
    const text = readFileSync(new URL("../docs/guide/protocols.md", import.meta.url), "utf8");
    const blocks = [...text.matchAll(/```ts\n([^`]*)```/g)].map((m) => m[1]!);
    const outputs = [...text.matchAll(/```text\n([^`]*)```/g)].map((m) => m[1]!);
    expect(blocks).toHaveLength(2);
    expect(printed(blocks.join("\n"))).toBe(outputs.join(""));
  });
});

describe("README.md, the model", () => {
  it("fails as it is, and holds with strong fairness", () => {
    const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const block = /```js\n([^`]*)```/.exec(text)![1]!;
    const asked = "console.log((await check(lock, lock.properties[0].formula)).answer);";
    const answer = (model: string) => printed(`${model.replace("{ oneOf", "{ check, oneOf")}\n${asked}`);
    expect(answer(block)).toBe("fails\n");
    expect(answer(block.replaceAll('"weak"', '"strong"'))).toBe("holds\n");
  });
});

describe("docs/guide/smv.md", () => {
  it("shows the counterexample that is found, and a repair that holds", async () => {
    const text = readFileSync(new URL("../docs/guide/smv.md", import.meta.url), "utf8");
    const shown = /```text\n([^`]*)```/.exec(text)![1]!;
    const failing = ["examples/mutex-starving.smv", "-p", "a-is-served", "-e", "reference"];
    expect((await checked(failing, 1)).replace(/ \(reference, [\d.]+ s\)/, "")).toBe(shown);
    const repaired = await checked(["examples/mutex-fair.smv", "-e", "reference"], 0);
    expect(repaired.match(/ holds, proof checked/g)).toHaveLength(3);
  });
});

describe("docs/reference/certificates.md", () => {
  const [model, proof] = blocks("reference/certificates.md").map((text) => new TextEncoder().encode(text));
  const design = readAiger(model!);
  const { certificate, property } = readCertificate(proof!);
  if (certificate.kind === "ctl-certificate") throw new Error("another kind of proof was read");
  const check = (c: Certificate) =>
    checkCertificate(claimOf(design.model, design.properties.find((p) => p.name === property)!)!, c, {
      oracle: () => new SatSolver(satKernel),
    });

  it("shows a proof that checks", () => {
    expect(check(certificate)).toEqual({ result: "checked", queries: 5 });
  });

  it("says truly that the steps in the other order prove nothing", () => {
    const [a, b, ...rest] = certificate.steps;
    const outcome = check({ ...certificate, steps: [b!, a!, ...rest] });
    expect(outcome).toMatchObject({
      result: "rejected",
      step: 0,
      problem: "not true: live transitions from P end in P",
    });
    expect(outcome.result === "rejected" && outcome.transition?.map((s) => [...s.latches])).toEqual([[0], [1]]);
  });
});

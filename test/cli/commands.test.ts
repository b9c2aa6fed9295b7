import { readFileSync } from "node:fs";
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

  it("refuses to convert into a format that it does not write", async () => {
    const { status, stderr } = await fairlead(["convert", example("arbiter-fair.aag"), "a.xyz"]);
    expect(stderr).toContain("expected a name that ends in");
    expect(status).toBe(64);
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

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { type Finished, MAIN, run, temporaryFolder } from "./fairlead.js";

const schema = (name: string) => {
  const text = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), "utf8");
  return new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true, strictRequired: false }).compile(
    JSON.parse(text),
  );
};
const [bySuite, byCheck] = [schema("suite"), schema("check")];

/** A folder with a latch that toggles, one that stays as it is, and a suite about them. */
function folderWith(suite: object, name = "fairlead.config.json"): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "toggles.aag"), "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\nl0 x\nj0 settles\n");
  writeFileSync(join(folder, "stays.aag"), "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n2\nl0 x\nj0 settles\n");
  writeFileSync(join(folder, name), JSON.stringify(suite));
  expect(bySuite(suite), JSON.stringify(bySuite.errors)).toBe(true);
  return folder;
}

const check = (folder: string, ...options: string[]): Promise<Finished> =>
  run(process.execPath, [MAIN, "check", ...options], undefined, folder);

const SUITE = {
  name: "latches",
  time: 60,
  engine: "reference",
  checks: [
    { files: "toggles.aag", expect: "fails" },
    { files: ["stays.aag"], ltl: ["G !x", "F x"], expect: { "G !x": "holds", "F x": "fails" } },
  ],
};

describe("a suite", () => {
  it("is fairlead.config.json where nothing is named; with status 0 where all comes out as expected, failures too", async () => {
    const { status, stdout } = await check(folderWith(SUITE));
    expect(stdout).toContain("1 hold, 2 fail, 0 unknown");
    expect(stdout).toMatch(/3 of 3 as expected\n$/);
    expect(status).toBe(0);
  });

  it("has status 1 where something comes out otherwise; JSON, reports and the change since an earlier run say what", async () => {
    const [first, second] = SUITE.checks;
    const folder = folderWith({ ...SUITE, checks: [{ ...first, expect: "holds" }, second] }, "nightly.json");
    const before = { results: [{ file: "toggles.aag", property: "settles", answer: "holds" }] };
    writeFileSync(join(folder, "old.json"), JSON.stringify(before));
    const given = ["--config", "nightly.json", "--since", "old.json", "--json", "--report", "report.md"];
    const { stdout, status } = await check(folder, ...given);
    const document = JSON.parse(stdout);
    expect(byCheck(document), JSON.stringify(byCheck.errors)).toBe(true);
    expect(document.suite).toEqual({
      name: "latches",
      expected: 3,
      unexpected: [{ file: "toggles.aag", property: "settles", expected: "holds", answer: "fails" }],
    });
    expect(document.changes).toContainEqual({
      file: "toggles.aag",
      property: "settles",
      before: "holds",
      now: "fails",
    });
    const report = readFileSync(join(folder, "report.md"), "utf8");
    expect(report).toMatch(/settles \| ❌ fails: a loop.*\(expected: holds\)/);
    expect(report).toMatch(/F x.* \| ✅ fails/);
    expect(status).toBe(1);
  });

  it("has status 2 where something is unknown that should not be, and says so", async () => {
    const checks = [{ files: "toggles.aag", engine: "bmc", options: { bound: 0 }, expect: "fails" }];
    const { stdout, status } = await check(folderWith({ name: "short", checks }));
    expect(stdout).toMatch(/toggles\.aag: settles: expected fails, found unknown\n0 of 1 as expected\n$/);
    expect(status).toBe(2);
  });

  it("takes a property that says nothing for an error, if it says so", async () => {
    const checks = [{ files: "stays.aag", ltl: "G (x -> F !x)", expect: "holds" }];
    expect((await check(folderWith({ name: "s", checks }))).status).toBe(0);
    expect((await check(folderWith({ name: "s", vacuity: "error", checks }))).status).toBe(1);
  });

  it("names itself, its check, the model and the formula where that is wrong, and goes on with the others", async () => {
    const wrong = ["G (x", "G nosuch"].map((ltl) => ({ files: "stays.aag", ltl }));
    const checks = [...wrong, { files: "stays.aag", pattern: "absens(x)" }, { files: "stays.aag", ltl: "G !x" }];
    const suite = { name: "s", checks };
    const folder = folderWith(suite, "s.json");
    const text = JSON.stringify(suite);
    const at = checks.map((c) => text.indexOf(JSON.stringify(c)) + 1);
    const { status, stdout, stderr } = await check(folder, "--config", "s.json");
    expect(stderr.split("\n")).toEqual([
      `s.json:1:${at[0]}: stays.aag: ltl 'G (x':1:5: expected ')', found the end`,
      `s.json:1:${at[1]}: stays.aag: ltl 'G nosuch': the model has no signal 'nosuch': it has x`,
      expect.stringMatching(`^s.json:1:${at[2]}: stays.aag: pattern 'absens\\(x\\)': 'absens' is no pattern`),
      "",
    ]);
    expect(stdout).toContain("G !x holds");
    expect(status).toBe(65);
    writeFileSync(join(folder, "s.mjs"), `export default ${text}`);
    expect((await check(folder, "--config", "s.mjs")).stderr).toContain(
      "s.mjs: check 2: stays.aag: ltl 'G nosuch': the",
    );
  });

  it.each([
    ["const s = { name: 's' }; s.checks = [s]; export default s", "Converting circular structure to JSON"],
    ["export default { name: 1n }", "Do not know how to serialize a BigInt"],
    ["export default () => ({})", "found a function"],
  ])("in a program is data, or one line says why not: %s", async (program, why) => {
    const folder = folderWith({ name: "s", checks: [{ files: "stays.aag" }] });
    writeFileSync(join(folder, "s.mjs"), program);
    const message = `s.mjs: expected data by default, as JSON has it: ${why}\n`;
    expect(await check(folder, "--config", "s.mjs")).toEqual({ status: 65, stdout: "", stderr: message });
  });

  it("that is merely found runs no programs, which one that is named does", async () => {
    const folder = folderWith({ name: "s", checks: [{ files: "lamp.mjs", expect: { blinks: "holds" } }] });
    const lamp = `import { oneOf, system } from "fairlead/model";
      const s = system("lamp", { light: oneOf("off", "on") });
      const { light } = s.vars;
      s.process("p", { fair: "weak" }, { on: { when: light.is("off"), do: [light.set("on")] }, off: { when: light.is("on"), do: [light.set("off")] } });
      export default s.property("blinks", "G F light = on");`;
    writeFileSync(join(folder, "lamp.mjs"), lamp);
    const found = await check(folder);
    expect(found).toMatchObject({
      status: 64,
      stderr: expect.stringContaining("'fairlead check --config fairlead.config.json' runs it"),
    });
    const named = await check(folder, "--config", "fairlead.config.json");
    expect(named.stdout).toMatch(/1 of 1 as expected\n$/);
    expect(named.status).toBe(0);
  });

  it("is refused where it is wrong, with the place", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "s.json"), '{"name": "s",\n "checks": [{"files": "a.aag", "until": 5}]}');
    const wrong = await check(folder, "--config", "s.json");
    expect(wrong.stderr).toContain("s.json:2:32: a check has no 'until'");
    expect(wrong.status).toBe(65);
  });

  it("that expects something of a property that no file has is mistaken: status 65", async () => {
    const folder = folderWith({ name: "s", checks: [{ files: "stays.aag", expect: { setles: "holds" } }] });
    const { stderr, status } = await check(folder);
    expect(stderr).toContain("fairlead.config.json:1:23: no file of this check has a property 'setles'");
    expect(status).toBe(65);
  });

  it("has its own files and formulas; without one, files are expected", async () => {
    const folder = temporaryFolder();
    expect(await check(folder)).toMatchObject({
      status: 64,
      stderr: "fairlead: expected files to check: there is no fairlead.config.json here\n",
    });
    expect(await check(folder, "--config", "s.json", "--ltl", "F x")).toMatchObject({
      status: 64,
      stderr: "fairlead: s.json and --ltl: a suite has that for each check\n",
    });
  });
});

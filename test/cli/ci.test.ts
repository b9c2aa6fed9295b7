import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type Finished, fairlead, fileWith, MAIN, run, temporaryFolder } from "./fairlead.js";

const STAYS = "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n2\nj0 settles\n";
const TOGGLES = STAYS.replace("2 2", "2 3");

describe("fairlead init", () => {
  it("writes a model, a suite that comes out as expected, and a test that passes", async () => {
    const folder = join(temporaryFolder(), "new");
    expect((await fairlead(["init", folder])).status).toBe(0);
    const checked = await run(process.execPath, [MAIN, "check"], undefined, folder);
    expect(checked.stdout).toMatch(/2 of 2 as expected\n$/);
    expect(checked.status).toBe(0);
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(fileURLToPath(new URL("../..", import.meta.url)), join(folder, "node_modules", "fairlead"));
    const tested = await run(process.execPath, ["--test"], undefined, folder);
    expect(tested.stdout).toMatch(/pass 2\n/);
    expect(tested.status).toBe(0);
  });

  it("writes over nothing", async () => {
    const file = fileWith("crossing.smv", "mine");
    const refused = await fairlead(["init", join(file, "..")]);
    expect(refused.stderr).toBe(`fairlead: ${file} is there already\n`);
    expect(refused.status).toBe(73);
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(existsSync(join(file, "..", "fairlead.config.json"))).toBe(false);
  });
});

describe("fairlead check --watch", () => {
  it("checks again when a file changes, also while it was read, until Ctrl-C", async () => {
    const file = fileWith("model.aag", STAYS);
    let isChanged = false;
    const watched = await fairlead(["check", file, "--watch"], (child) => {
      let said = "";
      child.stdout!.on("data", (part) => {
        said += part;
        if (!isChanged && said.includes("settles holds")) {
          isChanged = true;
          writeFileSync(file, TOGGLES);
        }
        if (said.includes("settles fails")) child.kill("SIGINT");
      });
    });
    expect(watched.stdout).toMatch(/settles holds[\s\S]*settles fails/);
    expect(watched.status).toBe(1);
  });

  it("goes on where a file cannot be read for a while", async () => {
    const file = fileWith("model.aag", "aag");
    const watched = await fairlead(["check", file, "--watch"], (child) => {
      child.stderr!.once("data", () => writeFileSync(file, STAYS));
      child.stdout!.once("data", () => child.kill("SIGINT"));
    });
    expect(watched.stderr).toContain(`${file}:1:`);
    expect(watched.stdout).toContain("settles holds");
  });
});

describe("a suite in TypeScript", () => {
  it("is a program that is run when it is named, and whose mistakes are told", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "stays.aag"), STAYS);
    const files = "const files: string = 'stays.aag';";
    writeFileSync(
      join(folder, "good.ts"),
      `${files} export default { name: "s", checks: [{ files, expect: "holds" }] };`,
    );
    writeFileSync(join(folder, "bad.mjs"), `export default { name: "s", checks: [{ file: "x" }] };`);
    const check = (config: string): Promise<Finished> =>
      run(process.execPath, [MAIN, "check", "--config", config], undefined, folder);
    expect((await check("good.ts")).stdout).toMatch(/1 of 1 as expected\n$/);
    const bad = await check("bad.mjs");
    expect(bad.stderr).toContain("bad.mjs: a check has no 'file' (it has files, ");
    expect(bad.status).toBe(65);
  });
});

describe("action.yml", () => {
  const text = readFileSync(new URL("../../action.yml", import.meta.url), "utf8");
  const script = text
    .slice(text.indexOf("run: |\n") + 7)
    .split("\n")
    .map((line) => line.slice(8))
    .join("\n");

  it("marks what fails at its property, with the loop, writes the summary, and fails", async () => {
    const folder = temporaryFolder();
    const model = "MODULE main\nVAR x : boolean;\nLTLSPEC NAME settles := F G x;\n";
    writeFileSync(join(folder, "a model.smv"), model);
    const step = join(folder, "step.sh");
    writeFileSync(step, script);
    const summary = join(folder, "summary.md");
    const environment = [
      `COMMAND=${process.execPath} ${MAIN}`,
      "ARGUMENTS=a model.smv\n--time\n60\n",
      `GITHUB_STEP_SUMMARY=${summary}`,
    ];
    const ran = await run("env", [...environment, "bash", "-eo", "pipefail", step], undefined, folder);
    expect(ran.stdout).toMatch(/^::error file=a model\.smv,line=3[^\n]*settles[^\n]*loop/m);
    expect(readFileSync(summary, "utf8")).toContain("settles");
    expect(ran.status).toBe(1);
  });
});

import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [major, minor] = process.versions.node.split(".").map(Number) as [number, number];
const canEmbed = major > 20 || minor >= 12;

describe.skipIf(!canEmbed || process.platform !== "linux")("the single executable", () => {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-executable-"));
  const run = (...args: string[]) =>
    spawnSync(join(folder, "fairlead"), args, { cwd: folder, env: { TMPDIR: folder }, encoding: "utf8" });

  beforeAll(() => {
    execFileSync(process.execPath, ["scripts/single-executable.mjs"], { cwd: root, stdio: "ignore" });
    copyFileSync(join(root, "build/executable/fairlead"), join(folder, "fairlead"));
    for (const example of ["arbiter-fair.aag", "arbiter-unfair.aag", "mutex-starving.smv"])
      copyFileSync(join(root, "examples", example), join(folder, example));
  }, 120_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("answers in a folder without node_modules, with no Node in the PATH", { timeout: 60_000 }, () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(run("--version").stdout).toBe(`${version}\n`);
    const { stdout, status } = run("check", "mutex-starving.smv", "-p", "exclusion");
    expect(stdout).toContain("exclusion holds, proof checked");
    expect(status).toBe(0);
  });

  it("follows the call of the hardware model checking competition", { timeout: 60_000 }, () => {
    expect(run("hwmcc", "arbiter-unfair.aag", "cert.sat", "cert.unsat")).toMatchObject({ stdout: "sat\n", status: 1 });
    expect(existsSync(join(folder, "cert.sat"))).toBe(true);
    expect(existsSync(join(folder, "cert.unsat"))).toBe(false);
    expect(run("hwmcc", "arbiter-fair.aag", "other.sat", "cert.unsat")).toMatchObject({ stdout: "unsat\n", status: 0 });
    expect(readFileSync(join(folder, "cert.unsat"), "latin1")).toMatch(/^a[ai]g /);
  });

  it("runs programs written in JavaScript in a process of its own", { timeout: 60_000 }, () => {
    const model = `import { int, system } from "fairlead/model";
export default system("counter", { n: int(0, 2) })
  .process("up", { fair: "weak" }, { step: { when: (s) => true, do: (s) => { s.n = (s.n + 1) % 3; } } })
  .proposition("low", (s) => s.n === 0)
  .property("comes back", "G F low");
`;
    writeFileSync(join(folder, "counter.mjs"), model);
    const { stdout, stderr } = run("check", "counter.mjs");
    expect(`${stdout}${stderr}`).toContain("comes back holds");
  });

  it("unpacks once, into a folder that only its user can enter", () => {
    const unpacked = readdirSync(folder).filter((f) => /^fairlead-.*-[0-9a-f]{24}$/.test(f));
    expect(unpacked).toHaveLength(1);
  });
});

// Everything that must be true before a change lands. The last line is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let passed = 0;
let failed = 0;
const npx = (...args) => spawnSync("npx", ["--no-install", ...args], { stdio: "inherit" }).status === 0;
const step = (name, ok) => {
  console.log(`${ok ? "ok" : "FAILED"}: ${name}`);
  if (ok) passed++;
  else failed++;
};

for (const name of ["build", "check:types", "check:style", "check:dead", "check:layers", "check:names"])
  step(name, spawnSync("npm", ["run", "--silent", name], { stdio: "inherit" }).status === 0);

if (!process.env.FAIRLEAD_BENCHMARKS)
  console.log("FAIRLEAD_BENCHMARKS is not set: tests on outside models are skipped");
const folder = mkdtempSync(join(tmpdir(), "fairlead-test-"));
const report = join(folder, "report.json");
const ran = npx("vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
try {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8"));
  passed += numPassedTests;
  failed += numFailedTests;
  if (!ran && numFailedTests === 0) step("vitest", false);
} catch {
  step("vitest", false);
}
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/**
 * Breaks the checkers on purpose, one place at a time, in a copy of the project, and runs the tests of what the broken file judges. A
 * mutant that no test notices is a failure: then a test is missing. `npm run bench:mutants -- --file check-ctl.ts`, `-- --quick` for a slice
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { mutants } from "./mutants/all.js";
import type { Mutant } from "./mutants/mutant.js";

const { values } = parseArgs({
  options: { file: { type: "string" }, quick: { type: "boolean", default: false } },
});

/** The tests that know each checker, the quickest first. */
const CERTIFICATES = [
  "checkers/claim",
  "certificates/by-enumeration",
  "checkers/check-certificate",
  "certificates/from-reference",
];
const TESTS = new Map<string, readonly string[]>([
  ["check-certificate.ts", CERTIFICATES],
  ["proof-system.ts", CERTIFICATES],
  ["frames.ts", ["checkers/check-ranked", ...CERTIFICATES]],
  ["claim.ts", ["checkers/claim", "certificates/by-enumeration"]],
  ["testers.ts", ["checkers/testers"]],
  ["check-ctl.ts", ["certificates/ctl-proofs"]],
  ["../formula/ctl-to-ltl.ts", ["formula/ctl-to-ltl"]],
  ["check-ranked.ts", ["checkers/check-ranked"]],
  ["check-lasso.ts", ["checkers/check-lasso", "checkers/check-witness"]],
  ["replay.ts", ["checkers/check-lasso"]],
  ["check-tree.ts", ["checkers/check-tree"]],
  ["check-witness.ts", ["checkers/check-witness"]],
  ["path-formula.ts", ["checkers/check-witness"]],
  ["check-lrat.ts", ["checkers/check-lrat"]],
  ["checked-solver.ts", ["checkers/check-lrat"]],
  ["kernel-oracle.ts", ["checkers/kernel-oracle"]],
  ["standalone-oracle.ts", ["checkers/standalone-oracle"]],
]);

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPIED = ["src", "test", "bench", "scripts", "package.json", "tsconfig.json", "vitest.config.ts"];
const LINKED = ["node_modules", "wasm", "docs"];

const chosen = mutants.filter(
  (m, k) => (values.file === undefined || m.file === values.file) && (!values.quick || k % 12 === 0),
);
const folder = mkdtempSync(join(tmpdir(), "fairlead-mutants-"));
const survivors: Mutant[] = [];
try {
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  const tests = [...new Set(chosen.flatMap(({ file }) => testsOf(file)))];
  const flawless = run(tests);
  if (flawless.failed !== 0 || flawless.passed === 0)
    throw new Error(`the tests fail without any mutant: ${flawless.first}`);
  console.log(
    `${flawless.passed} tests pass on the checkers as they are; ${chosen.length} mutants of ${mutants.length}`,
  );
  for (const mutant of chosen) {
    const path = join(folder, "src/checkers", mutant.file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, mutated(text, mutant));
    const result = fate(testsOf(mutant.file));
    writeFileSync(path, text);
    if (!result.startsWith("caught")) survivors.push(mutant);
    console.log(`${mutant.file}: ${mutant.because}: ${result}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`${chosen.length - survivors.length} of ${chosen.length} caught`);
if (survivors.length > 0) process.exitCode = 1;

/** One file of tests after the other, until one of them fails. */
function fate(tests: readonly string[]): string {
  let ran = 0;
  for (const test of tests) {
    const { passed, failed, first } = run([test]);
    if (failed > 0) return `caught by '${first}'`;
    ran += passed;
  }
  return ran > 0 ? "SURVIVED" : "BROKEN: no test ran";
}

function testsOf(file: string): readonly string[] {
  const tests = TESTS.get(file);
  if (tests === undefined) throw new Error(`which tests know ${file}?`);
  return tests.map((name) => `test/${name}.test.ts`);
}

function mutated(text: string, { file, is, becomes }: Mutant): string {
  const parts = text.split(is);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${is}`);
  return parts.join(becomes);
}

/** A mutant that cannot be read is no mutant: only tests that ran and failed count. */
function run(tests: readonly string[]): { passed: number; failed: number; first: string } {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const vitest = [join(folder, "node_modules/vitest/vitest.mjs"), "run", "--bail=1", "--reporter=json"];
  spawnSync(process.execPath, [...vitest, `--outputFile=${report}`, ...tests], {
    cwd: folder,
    env: { ...process.env, FAIRLEAD_SHRINK: "no" },
    stdio: "ignore",
  });
  const { numPassedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as {
    readonly numPassedTests: number;
    readonly testResults: readonly { readonly assertionResults: readonly { status: string; fullName: string }[] }[];
  };
  const failed = testResults.flatMap((t) => t.assertionResults).filter((t) => t.status === "failed");
  return { passed: numPassedTests, failed: failed.length, first: failed[0]?.fullName.trim() ?? "" };
}

/**
 * The tests again, with other random cases: `npm run bench:seeds -- --seeds 20 --first 1 test/engines`. Says which tests failed
 * with which seed; `FAIRLEAD_SEED=n npx vitest run FILE` repeats one.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const { values, positionals } = parseArgs({
  options: {
    seeds: { type: "string", default: "10" },
    first: { type: "string", default: `${Math.floor(performance.timeOrigin) % 2 ** 31}` },
    quick: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const seeds = values.quick ? 1 : Number(values.seeds);
const folder = mkdtempSync(join(tmpdir(), "fairlead-seeds-"));
let failures = 0;
for (let seed = Number(values.first); seed < Number(values.first) + seeds; seed++) {
  const file = join(folder, `${seed}.json`);
  const started = performance.now();
  spawnSync("npx", ["--no-install", "vitest", "run", "--reporter=json", `--outputFile=${file}`, ...positionals], {
    stdio: "ignore",
    env: { ...process.env, FAIRLEAD_SEED: `${seed}` },
  });
  const { numPassedTests, testResults }: Report = JSON.parse(readFileSync(file, "utf8"));
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter((a) => a.status === "failed").map((a) => `${name}: ${a.fullName}`),
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`seed ${seed}: ${numPassedTests} passed, ${failed.length} failed, ${seconds} s`);
  for (const test of failed) console.log(`  ${test}`);
  failures += failed.length;
}
rmSync(folder, { recursive: true });
process.exitCode = failures === 0 ? 0 : 1;

/**
 * Random programs and circuits as files, through the built command: default options, one thread, deterministic, single engines, next to
 * what is true of the objects that the files were made of; evidence that is written is verified, and models are converted and asked about
 * again. `npm run bench:fuzz-command -- --files 40 --seed 1`, with `--queue URL` also by the workers of a queue.
 */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fuzzCommand } from "../test/fuzz/command.js";

const { values } = parseArgs({
  options: {
    files: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    ways: { type: "string" },
    queue: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fairlead-fuzz-command-"));
const run = (args: readonly string[], cwd: string) =>
  new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...process.env, CI: "true" } });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => {
      stdout += data;
    });
    child.stderr.on("data", (data) => {
      stderr += data;
    });
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
const files = values.quick ? 4 : Number(values.files);
const { counts, problems } = await fuzzCommand({
  ...{ files, seed: Number(values.seed), folder, run, onProgress: console.error },
  ...(values.ways !== undefined && { ways: Number(values.ways) }),
  ...(values.queue !== undefined && { queue: values.queue }),
});
for (const problem of problems) console.log(problem);
console.log(JSON.stringify({ differences: problems.length, ...counts, seed: Number(values.seed), folder }));
process.exitCode = problems.length === 0 ? 0 : 1;

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type Job, modelOf } from "./jobs.js";
import { claimOf, hasSpin, spinCommand } from "./spin.js";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/**
 * Whole commands, as users type them: `fairlead check model.mjs --engine explicit` with loading, next to `spin -a`, `cc -O2` and the verifier.
 * CPU seconds of all processes; both must say that `progress` is true again and again.
 */
export function wholeCommands(quick: boolean): unknown {
  if (!hasSpin()) {
    console.log("spin is not installed: nothing to compare with");
    return null;
  }
  const models: readonly Pick<Job, "model" | "args">[] = [
    { model: "philosophers", args: [9] },
    { model: "peterson", args: [4] },
    { model: "queues", args: [5, 2] },
    { model: "election", args: [6, 2] },
    ...(quick
      ? []
      : ([
          { model: "philosophers", args: [11] },
          { model: "peterson", args: [5] },
          { model: "queues", args: [6, 2] },
          { model: "election", args: [7, 2] },
          { model: "queues", args: [7, 2] },
          { model: "election", args: [8, 2] },
        ] as const)),
  ];
  const rows: Record<string, Record<string, number>> = {};
  for (const sized of models) {
    const { name, promela, atoms } = modelOf(sized);
    const ours = inFolder((folder) => {
      writeModel(folder, sized);
      const check = `node ${DIST}/cli/main.js check model.mjs --engine explicit --vacuity off`;
      return timed(folder, check, /holds/);
    });
    const spin = inFolder((folder) => {
      writeFileSync(join(folder, "model.pml"), promela + claimOf("acceptance", atoms));
      return timed(folder, spinCommand("acceptance"), /errors: 0/);
    });
    rows[name] = { s: ours, "SPIN s": spin, ratio: Number((spin / ours).toPrecision(3)) };
    console.error(`${name}: ${ours} s, SPIN ${spin} s`);
  }
  console.table(rows);
  return rows;
}

/** The model as a user would write it. */
function writeModel(folder: string, { model, args }: Pick<Job, "model" | "args">): void {
  const source = readFileSync(new URL("./models.ts", import.meta.url), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  writeFileSync(join(folder, "models.mjs"), outputText.replaceAll(/"\.\.\/\.\.\/src\/[^"]*"/g, '"fairlead/model"'));
  const text = `import { ${model} } from "./models.mjs";
export const system = ${model}(${args.join(", ")}).program;
system.property("progress", "G F progress");`;
  writeFileSync(join(folder, "model.mjs"), text);
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-command-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** CPU seconds of a command and what it starts. */
function timed(cwd: string, command: string, expected: RegExp): number {
  const { stdout, stderr } = spawnSync("bash", ["-c", `time -p (${command})`], { cwd, encoding: "utf8" });
  if (!expected.test(stdout)) throw new Error(`${command}: ${stdout}${stderr}`);
  const seconds = (what: string) => Number(new RegExp(`^${what} ([\\d.]+)`, "m").exec(stderr)?.[1]);
  return Number((seconds("user") + seconds("sys")).toFixed(2));
}

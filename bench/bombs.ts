/**
 * Small inputs that ask for too much, run as a user would: how far does the command go beyond its budgets of time and memory,
 * and how long does it go on after Ctrl-C? `npm run bench:bombs -- --time 3 --memory 300`; with `--write` the table goes to docs/measurements/budgets.md.
 *
 * Time is from when the command has started: what `fairlead --version` takes just before is taken off. Memory is the largest resident set of the process, less that of the same command on a model of one latch (the baseline: Node
 * itself, the code, a thread for each engine that starts). `--command PATH` measures another build of the command.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BOMBS, type Bomb } from "./bombs/bombs.js";
import { writeMeasured } from "./measured.js";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    time: { type: "string", default: "3" },
    memory: { type: "string", default: "300" },
    only: { type: "string", default: "" },
    command: { type: "string", default: fileURLToPath(new URL("../dist/cli/main.js", import.meta.url)) },
    interrupt: { type: "boolean", default: true },
    write: { type: "boolean", default: false },
  },
  allowNegative: true,
});
const [seconds, memory] = [Number(values.time), Number(values.memory)];
/** What goes so far beyond is ended by force. */
const [MOST_SECONDS, MOST_MB] = [30, 3000];
/** An answer's evidence may be checked for so long, whatever the time of the search. */
const CHECK_SECONDS = 10;
const ALLOWED = { seconds: 1, memory: 0.2 };

const BUDGETS = ["--time", String(seconds), "--memory", String(memory)];

interface Measured {
  readonly status: number | string;
  readonly seconds: number;
  readonly megabytes: number;
  /** From the signal to the end. */
  readonly afterSignal: number | null;
  readonly said: string;
}

/** The largest resident set so far, in MB; only Linux tells. */
function peakOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

function run(bomb: Bomb, interruptAfter: number | null, budgets = BUDGETS): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-bomb-"));
  for (const [name, text] of Object.entries(bomb.files ?? {})) writeFileSync(join(folder, name), text, "latin1");
  const started = performance.now();
  const child = spawn(process.execPath, [values.command, ...bomb.args, ...budgets], {
    cwd: folder,
    stdio: [bomb.endlessInput === undefined ? "ignore" : "pipe", "ignore", "pipe"],
  });
  if (bomb.endlessInput !== undefined) feed(child, bomb.endlessInput);
  return new Promise((resolve) => {
    let peak = 0;
    let said = "";
    let killed = "";
    let signalled: number | null = null;
    child.stderr!.on("data", (data) => {
      said += data;
    });
    const spent = () => (performance.now() - started) / 1000;
    const watch = setInterval(() => {
      peak = Math.max(peak, peakOf(child.pid!));
      if (interruptAfter !== null && signalled === null && spent() > interruptAfter) {
        signalled = performance.now();
        child.kill("SIGINT");
      }
      if (peak > MOST_MB) killed = `over ${MOST_MB} MB`;
      if (spent() > MOST_SECONDS) killed = `over ${MOST_SECONDS} s`;
      if (killed !== "") child.kill("SIGKILL");
    }, 10);
    child.on("close", (status, signal) => {
      clearInterval(watch);
      rmSync(folder, { recursive: true, force: true });
      resolve({
        status: killed || (status ?? signal ?? "?"),
        seconds: spent(),
        megabytes: peak,
        afterSignal: signalled === null ? null : (performance.now() - signalled) / 1000,
        said: said.trim().split("\n").at(-1) ?? "",
      });
    });
  });
}

/** Writes for as long as somebody reads. */
function feed(child: ChildProcess, text: string): void {
  const input = child.stdin!;
  input.on("error", () => {});
  const write = () => {
    while (!input.destroyed && input.write(text));
  };
  input.on("drain", write);
  write();
}

const ONE_LATCH: Bomb = {
  name: "one latch",
  files: { "one.aag": "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n" },
  args: ["check", "one.aag"],
};
const baseline = (await run(ONE_LATCH, null)).megabytes;
const lines: string[] = [];
const say = (line: string): void => {
  lines.push(line);
  console.log(line);
};
say(`\`--time ${seconds} --memory ${memory}\`; the process without a bomb takes ${baseline.toFixed(0)} MB.\n`);
say(
  "| bomb | status | s | s over | MB | MB over | s after Ctrl-C | |\n| --- | --- | --- | --- | --- | --- | --- | --- |",
);

let broken = 0;
for (const bomb of BOMBS) {
  if (values.quick && !bomb.isQuick) continue;
  if (!bomb.name.includes(values.only)) continue;
  const { seconds: start } = await run({ name: "start", args: ["--version"] }, null, []);
  const { status, seconds: spent, megabytes, said } = await run(bomb, null);
  const checking = bomb.checkSeconds ?? (status === 0 || status === 1 ? CHECK_SECONDS : 0);
  const over = Math.max(0, spent - start - seconds - checking);
  const overMegabytes = Math.max(0, megabytes - baseline - memory);
  const half = start + Math.min(spent - start, seconds) / 2;
  const stopped = values.interrupt ? await run(bomb, half) : null;
  const afterSignal = stopped?.afterSignal ?? null;
  const isBroken =
    over > ALLOWED.seconds ||
    overMegabytes > ALLOWED.memory * memory ||
    (afterSignal ?? 0) > 1 ||
    ![0, 1, 2, 65].includes(status as number);
  if (isBroken) broken++;
  const figures = [spent, over].map((n) => n.toFixed(1));
  const bytes = [megabytes, overMegabytes].map((n) => n.toFixed(0));
  const after = afterSignal === null ? "" : afterSignal.toFixed(2);
  say(
    `| ${bomb.name} | ${status} | ${figures.join(" | ")} | ${bytes.join(" | ")} | ${after} | ${isBroken ? "**over** " : ""}${said.replace(/\|/g, "\\|").slice(0, 120)} |`,
  );
}
say(
  `\n${broken} beyond their budgets (${ALLOWED.seconds} s, ${100 * ALLOWED.memory} % of memory), deaf to Ctrl-C for more than a second, or ended by force.`,
);
if (values.write) writeMeasured("measurements/budgets.md", "bombs", lines.join("\n"));
process.exitCode = broken === 0 ? 0 : 1;

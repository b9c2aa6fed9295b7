/**
 * Runs the built command line while everything around it goes wrong, and compares each verdict with that of a quiet run: worker threads
 * are killed, the disk is full, signals come, address space is short, and others write in the same folder. A verdict may be lost
 * (and is then said to be), never changed; files that are read stay as they are, and files that are written are whole or not there.
 *
 *     npm run bench:chaos -- --runs 1000 --seed 1      also --quick, and --only threads,disk,signals,memory,together
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Random } from "../src/logic/random.js";
import { killingWorkers, newKillCounts } from "./chaos/killing-workers.js";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "threads,disk,signals,memory,together" },
    quick: { type: "boolean", default: false },
  },
});
const runs = values.quick ? 40 : Number(values.runs);
const random = new Random(Number(values.seed));
const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../examples/", import.meta.url));
const MODELS = ["arbiter-fair.aag", "arbiter-unfair.aag", "mutex-fair.smv", "mutex-starving.smv"];

interface Finished {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `limit`: kilobytes of address space. */
function fairlead(
  args: readonly string[],
  cwd: string,
  { during, limit }: { during?: (child: ChildProcess) => void; limit?: number } = {},
): Promise<Finished> {
  const command = limit === undefined ? 'exec "$@"' : `ulimit -v ${limit}; exec "$@"`;
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command, "bash", process.execPath, MAIN, ...args], { cwd });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (data) => (stdout += data));
    child.stderr.on("data", (data) => (stderr += data));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
    during?.(child);
  });
}

const here = mkdtempSync(join(tmpdir(), "fairlead-chaos-"));
const originals = new Map<string, string>();
for (const model of MODELS) {
  copyFileSync(join(EXAMPLES, model), join(here, model));
  originals.set(model, readFileSync(join(here, model), "utf8"));
}

/** Answers by file and property. */
function answersOf(stdout: string): Map<string, string> | null {
  try {
    const { results } = JSON.parse(stdout) as { results: { file: string; property: string; answer: string }[] };
    return new Map(results.map((r) => [`${r.file}: ${r.property}`, r.answer]));
  } catch {
    return null;
  }
}

/** The quiet run: what is true. */
const quiet = answersOf((await fairlead(["check", ...MODELS, "--json"], here)).stdout)!;
console.log(`quiet: ${JSON.stringify(Object.fromEntries(quiet))}`);

const counts = { runs: 0, right: 0, "said to be unknown": 0, "no verdict, and a status that says so": 0, wrong: 0 };
const skipped: string[] = [];

function wrong(kind: string, what: string, { status, stdout, stderr }: Finished): void {
  counts.wrong++;
  console.log(`WRONG (${kind}): ${what}; status ${status}\n${stdout.slice(0, 500)}\n${stderr.slice(0, 500)}`);
}

/** What holds of every run, however it went: what is not so here, or null. */
function problemOf({ status, stdout, stderr }: Finished): string | null {
  for (const [model, text] of originals)
    if (readFileSync(join(here, model), "utf8") !== text) return `${model} is lost`;
  const answers = answersOf(stdout);
  if (isVerdict(status) && answers === null) return "a status that is a verdict, without one";
  for (const [question, answer] of answers ?? [])
    if (answer !== "unknown" && answer !== quiet.get(question)) return `${question} ${answer}`;
  const told = [...(answers?.values() ?? [])];
  if (status === 0 && (told.length === 0 || told.some((answer) => answer !== "holds"))) return "all hold, it says";
  if (status === 1 && !told.includes("fails")) return "something fails, it says";
  if (status === 2 && told.includes("fails")) return "a failure is not in the status";
  return /^ {4}at /m.test(stderr) ? "a stack trace" : null;
}

const isVerdict = (status: number | null): boolean => status === 0 || status === 1 || status === 2;

function judge(kind: string, finished: Finished): void {
  counts.runs++;
  const problem = problemOf(finished);
  if (problem !== null) wrong(kind, problem, finished);
  else if (!isVerdict(finished.status)) counts["no verdict, and a status that says so"]++;
  else if ([...(answersOf(finished.stdout)?.values() ?? [])].includes("unknown")) counts["said to be unknown"]++;
  else counts.right++;
}

const some = (): string[] => {
  const chosen = MODELS.filter(() => random.below(2) === 0);
  return chosen.length > 0 ? chosen : [MODELS[random.below(MODELS.length)]!];
};
const single = (): string[] => ["arbiter-unfair.aag", "--json"];

/** Leaves no half of a file: it is whole, or the one before, and nothing lies beside it. */
function judgeFile(kind: string, folder: string, name: string, finished: Finished): void {
  const left = readdirSync(folder).filter((entry) => entry.startsWith(".fairlead-"));
  if (left.length > 0) wrong(kind, `${left.join(", ")} is left`, finished);
  if (!readdirSync(folder).includes(name)) return;
  const text = readFileSync(join(folder, name), "utf8");
  if (text !== "before" && !text.endsWith("</svg>\n")) wrong(kind, `${name} is half written`, finished);
}

async function signals(): Promise<void> {
  const signal = (["SIGINT", "SIGTERM", "SIGHUP"] as const)[random.below(3)];
  const after = random.below(900);
  const twice = random.below(3) === 0;
  let timers: NodeJS.Timeout[] = [];
  const during = (child: ChildProcess) => {
    timers = [after, ...(twice ? [after + random.below(100)] : [])].map((ms) =>
      setTimeout(() => child.kill(signal), ms),
    );
  };
  const finished = await fairlead(["check", ...some(), "--json"], here, { during });
  for (const timer of timers) clearTimeout(timer);
  judge("signals", finished);
}

/**
 * From too little to start to nearly enough: Node itself reserves much that it does not use. Where only engines are left that cannot
 * decide a property, they would search for ever: the time is limited.
 */
async function memory(): Promise<void> {
  const limit = (600 + random.below(40_000)) * 1024;
  judge("memory", await fairlead(["check", ...some(), "--json", "--threads", "2", "--time", "5"], here, { limit }));
}

async function together(): Promise<void> {
  const name = "shared.svg";
  writeFileSync(join(here, name), "before");
  const all = await Promise.all([1, 2, 3].map(() => fairlead(["check", ...single(), "--svg", name], here)));
  for (const finished of all) {
    judge("together", finished);
    judgeFile("together", here, name, finished);
  }
  rmSync(join(here, name), { force: true });
}

/** A disk of a few pages; null where it cannot be mounted. */
function smallDisk(): string | null {
  const disk = join(here, "disk");
  mkdirSync(disk);
  const mounted = spawnSync("bash", ["-c", `mount -t tmpfs -o size=16k none '${disk}'`]);
  if (mounted.status === 0) return disk;
  skipped.push("disk: no small file system could be mounted here");
  return null;
}

async function fullDisk(disk: string): Promise<void> {
  const [name, filler] = ["out.svg", join(disk, "filler")];
  writeFileSync(join(disk, name), "before");
  writeFileSync(filler, "");
  try {
    writeFileSync(filler, new Uint8Array(4096 * (1 + random.below(3))));
  } catch {
    // full enough
  }
  const finished = await fairlead(["check", ...single(), "--svg", join(disk, name)], here);
  judge("disk", finished);
  judgeFile("disk", disk, name, finished);
  const isWritten = readFileSync(join(disk, name), "utf8") !== "before";
  if (finished.status !== (isWritten ? 1 : 74))
    wrong("disk", "the status does not say whether it is written", finished);
}

const only = new Set(values.only.split(","));
const disk = only.has("disk") ? smallDisk() : null;
const kinds: (() => Promise<void>)[] = [];
if (only.has("signals")) kinds.push(signals, signals);
if (only.has("memory")) kinds.push(memory);
if (only.has("together")) kinds.push(together);
if (disk !== null) kinds.push(() => fullDisk(disk));
const killed = newKillCounts();
const kill = only.has("threads") ? await killingWorkers(random, killed) : null;
try {
  for (let turn = 0; counts.runs + killed.runs < runs; turn++) {
    if (kill !== null && (kinds.length === 0 || turn % (kinds.length + 1) === kinds.length))
      for (let i = 0; i < 4; i++) await kill();
    else await kinds[turn % (kinds.length + (kill === null ? 0 : 1))]!();
    if (turn % 25 === 24) console.log(JSON.stringify({ ...counts, threads: killed }));
  }
} finally {
  if (disk !== null) spawnSync("bash", ["-c", `umount '${disk}'`]);
  rmSync(here, { recursive: true, force: true });
}
for (const reason of skipped) console.log(`skipped: ${reason}`);
console.log(JSON.stringify({ ...counts, threads: killed, seed: Number(values.seed) }));
process.exitCode = counts.wrong + killed.wrong > 0 ? 1 : 0;

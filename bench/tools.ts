/**
 * `auto` next to other tools on whole sets of AIGER files, one tool after the other: IIMC's portfolio, abc's `pdr` and `dprove` (bad states), NuSMV on the SMV that we write. Tools
 * that are not in the PATH are left out; NuSMV, which has one thread, is asked about two files at once. `--before` names the `dist` of another build of ours. Wall and CPU seconds of all threads; what is not decided counts all its time.
 *
 * `npm run bench:tools -- --set aiger --set safety --seconds 15 --before ../older/dist --write`
 */
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs, promisify } from "node:util";
// What was built, as users run it.
import { check, loadDesign } from "../dist/node.js";
import { writeSmv } from "../src/formats/smv/write.js";
import { type ExpectedFile, expectedFiles } from "./expected.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";
import { isInstalled } from "./peers/peers.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const SETS = ["aiger", "fair-table1", "aiger-hard", "safety"] as const;

const { values } = parseArgs({
  options: {
    set: { type: "string", multiple: true },
    seconds: { type: "string", default: "15" },
    threads: { type: "string", default: "2" },
    tool: { type: "string", multiple: true },
    before: { type: "string" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 2 : Number(values.seconds);
const threads = Number(values.threads);

interface Measured {
  readonly answer: "holds" | "fails" | "unknown";
  readonly isChecked: boolean;
  readonly wall: number;
  readonly cpu: number;
}

interface Tool {
  readonly name: string;
  readonly takes: (set: string) => boolean;
  /** Files that it is asked about at once, where it has one thread and we have two. */
  readonly atOnce?: number;
  run(file: ExpectedFile): Promise<Measured>;
}

type Check = typeof check;

const ours = (name: string, load: () => Promise<{ check: Check; loadDesign: typeof loadDesign }>): Tool => ({
  name,
  takes: () => true,
  async run({ path }) {
    const build = await load();
    const [wall, cpu] = [performance.now(), process.cpuUsage()];
    const design = await build.loadDesign(path);
    const { verdict, evidence } = await build.check(design, 0, { seconds, threads });
    const { user, system } = process.cpuUsage(cpu);
    const isChecked = verdict.answer !== "unknown" && evidence === "checked";
    return {
      answer: verdict.answer,
      isChecked,
      wall: (performance.now() - wall) / 1000,
      cpu: (user + system) / 1e6,
    };
  },
});

/** A program in a process of its own; what bash counts is that of all its threads and children. */
async function timed(command: string, answerOf: (text: string) => Measured["answer"]): Promise<Measured> {
  const script = `TIMEFORMAT='took %R %U %S'; time timeout ${seconds} ${command}`;
  const ran = promisify(execFile)("bash", ["-c", script], { maxBuffer: 2 ** 28 });
  const { stdout, stderr } = await ran.catch((e: { stdout: string; stderr: string }) => e); // answers are statuses, too
  const [wall, user, system] = /took (\S+) (\S+) (\S+)/.exec(stderr)!.slice(1).map(Number) as [number, number, number];
  return { answer: answerOf(stdout), isChecked: false, wall, cpu: user + system };
}

const iimc: Tool = {
  name: "IIMC",
  takes: () => isInstalled("iimc"),
  async run({ path }) {
    return timed(`iimc -r 1 --pi 0 '${path}'`, (text) => {
      const said = /^[012]$/m.exec(text)?.[0];
      return said === "0" ? "holds" : said === "1" ? "fails" : "unknown";
    });
  },
};

const abc = (name: string, script: string): Tool => ({
  name,
  takes: (set) => set === "safety" && isInstalled("berkeley-abc"),
  async run({ path }) {
    return timed(`berkeley-abc -c 'read_aiger ${path}; ${script}'`, (text) => {
      if (/NOT EQUIVALENT|was asserted/i.test(text)) return "fails";
      return /Property proved|Networks are equivalent/i.test(text) ? "holds" : "unknown";
    });
  },
});

const folder = mkdtempSync(join(tmpdir(), "tools-"));

const nusmv: Tool = {
  name: "NuSMV",
  takes: () => isInstalled("NuSMV"),
  atOnce: 2,
  async run({ name, path }) {
    const design = await loadDesign(path);
    const { text } = writeSmv(design as unknown as Parameters<typeof writeSmv>[0]);
    const file = join(folder, `${name}.smv`);
    writeFileSync(file, text);
    return timed(`NuSMV -dynamic -dcx -df -coi -iwls95 3000 ${file}`, (said) => {
      const answer = /-- (?:specification|invariant) .* is (true|false)$/m.exec(said)?.[1];
      return answer === "true" ? "holds" : answer === "false" ? "fails" : "unknown";
    });
  },
};

const tools: readonly Tool[] = [
  ours("auto", async () => ({ check, loadDesign })),
  ...(values.before === undefined
    ? []
    : [ours("auto before", () => import(pathToFileURL(join(resolve(values.before!), "node.js")).href))]),
  iimc,
  abc("abc pdr", `scorr; dc2; pdr -T ${seconds}`),
  abc("abc dprove", "dprove"),
  nusmv,
].filter(({ name }) => values.tool?.includes(name) ?? true);

const cell = ({ answer, isChecked, wall, cpu }: Measured, expected: ExpectedFile["answer"]): string => {
  if (answer === "unknown") return `(${wall.toFixed(1)})`;
  const wrong = expected !== null && answer !== expected ? " WRONG" : "";
  return `${wall.toFixed(2)}/${cpu.toFixed(2)}${isChecked ? "" : "?"}${wrong}`;
};

for (const set of SETS.filter((s) => values.set?.includes(s) ?? true)) {
  const files = expectedFiles(set).filter((_, i) => !values.quick || i % 8 === 0);
  const asked = tools.filter((tool) => tool.takes(set));
  if (files.length === 0) continue;
  console.log(`\n${set}, ${seconds} s each: wall/CPU seconds, '?' is not checked, in brackets not decided`);
  const results = new Map<Tool, readonly Measured[]>();
  for (const tool of asked) results.set(tool, await resultsOf(tool, files));
  console.log(["".padEnd(18), ...asked.map(({ name }) => name.padStart(15))].join(" "));
  for (const [i, { name, answer }] of files.entries())
    console.log([name.padEnd(18), ...asked.map((tool) => cell(results.get(tool)![i]!, answer).padStart(15))].join(" "));
  const rows: Rows = Object.fromEntries(
    asked.map((tool) => [tool.name, totalOf(files, results.get(tool)!, results.get(asked[0]!)!)]),
  );
  console.table(rows);
  if (values.write) writeMeasured("measurements/plan.md", `tools-${set}`, tableText(rows));
}

async function resultsOf(tool: Tool, files: readonly ExpectedFile[]): Promise<readonly Measured[]> {
  const results: Measured[] = [];
  const left = [...files.entries()];
  const asking = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) results[next[0]] = await tool.run(next[1]);
  };
  await Promise.all(Array.from({ length: tool.atOnce ?? 1 }, asking));
  return results;
}

/** Of all files, and of those that the tool and `auto` both decide. */
function totalOf(files: readonly ExpectedFile[], own: readonly Measured[], auto: readonly Measured[]) {
  const isDecided = ({ answer }: Measured) => answer !== "unknown";
  const sum = (of: (m: Measured) => number, which: (i: number) => boolean) =>
    own.reduce((all, m, i) => all + (which(i) ? of(m) : 0), 0).toFixed(1);
  const both = (i: number) => isDecided(own[i]!) && isDecided(auto[i]!);
  const wrong = files.filter(({ answer }, i) => isDecided(own[i]!) && answer !== null && answer !== own[i]!.answer);
  return {
    decided: `${own.filter(isDecided).length} of ${files.length}`,
    checked: own.filter((m) => m.isChecked).length,
    wrong: wrong.length,
    wall: sum(
      (m) => m.wall,
      () => true,
    ),
    CPU: sum(
      (m) => m.cpu,
      () => true,
    ),
    "CPU, both decide": sum((m) => m.cpu, both),
    "CPU of auto there": auto.reduce((all, m, i) => all + (both(i) ? m.cpu : 0), 0).toFixed(1),
  };
}

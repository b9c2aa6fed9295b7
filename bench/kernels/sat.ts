/**
 * The SAT kernel against Debian's MiniSat and CaDiCaL: the same DIMACS files by their command lines, and logs of
 * incremental calls by a driver on libcadical-dev. The solvers take turns, in processes of their own. Ours is timed twice: cold is a
 * first run, with the compilation of the kernel; ratios are those of later runs in the same process.
 *
 * What is not installed is left out, and said so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClauseList } from "../../src/logic/clause-list.js";
import { repetitions, Summary, strip } from "./measure.js";
import { median } from "./repeat.js";
import { boundedModelChecking, multiplierMiter, pigeonhole, randomThreeSat, readBad } from "./sat-formulas.js";
import { recordIc3 } from "./sat-ic3.js";
import { writeLog } from "./sat-log.js";
import type { RunResult } from "./sat-run.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ROUNDS = 3;

interface Workload {
  readonly kind: "formula" | "log";
  readonly family: string;
  readonly name: string;
  readonly size: number;
  readonly quick: boolean;
  /** Writes the files whose times are added up; their paths. */
  write(kernel: WebAssembly.Module, folder: string): string[];
}

function formulas(list: Iterable<ClauseList>, folder: string): string[] {
  return Array.from(list, (clauses, i) => {
    const path = join(folder, `${i}.cnf`);
    writeFileSync(path, clauses.toDimacs());
    return path;
  });
}

function workloads(calls: number): Workload[] {
  const sized = (
    family: string,
    sizes: readonly number[],
    quick: readonly number[],
    make: (n: number) => readonly ClauseList[],
  ): Workload[] =>
    sizes.map((size) => ({
      kind: "formula",
      family,
      name: `${family} ${size}`,
      size,
      quick: quick.includes(size),
      write: (_, folder) => formulas(make(size), folder),
    }));
  // The time of a formula with a model is a matter of luck: several of them.
  const seeds = Array.from({ length: 8 }, (_, i) => i + 1);
  const list = [
    ...sized("random 3-SAT", [150, 200, 225], [150], (n) => seeds.map((seed) => randomThreeSat(n, seed))),
    ...sized("pigeonhole", [7, 8, 9], [7], (n) => [pigeonhole(n)]),
    ...sized("multiplier miter", [5, 6, 7], [6], (n) => [multiplierMiter(n)]),
  ];
  const root = process.env.FAIRLEAD_BENCHMARKS;
  if (!root) {
    console.log("FAIRLEAD_BENCHMARKS is not set: no bounded model checking and no logs of IC3");
    return list;
  }
  const bounds: readonly [string, readonly number[], readonly number[]][] = [
    ["eijkS1423", [6, 8, 10], [6]],
    ["eijkS382", [20, 30, 40], [20]],
    ["cmudme1", [40, 50], [40]],
    ["nusmvqueue", [10, 15], [10]],
    ["nusmvguidancep7", [20, 30], []],
    ["nusmvtcasp2", [15, 25, 35], [15]],
    ["139442p24", [20, 40], []],
  ];
  for (const [file, sizes, quick] of bounds)
    list.push(
      ...sized(`bmc ${file}`, sizes, quick, (bound) => [boundedModelChecking(join(root, `safety/${file}.aig`), bound)]),
    );
  const logs: readonly [string, boolean][] = [
    ["nusmvguidancep2", true],
    ["nusmvguidancep7", false],
    ["139442p24", false],
    ["eijkS382", false],
    ["eijkS1423", false],
    ["nusmvqueue", false],
    ["cmuperiodic", true],
    ["nusmvtcasp2", false],
  ];
  for (const [file, quick] of logs)
    list.push({
      kind: "log",
      family: "ic3 log",
      name: `ic3 log ${file}`,
      size: 0,
      quick,
      write: (kernel, folder) => {
        const { model, bad } = readBad(join(root, `safety/${file}.aig`));
        const path = join(folder, "log");
        writeLog(path, recordIc3(kernel, model, bad, calls));
        return [path];
      },
    });
  return list;
}

interface Contestant {
  readonly name: "ours" | "MiniSat" | "CaDiCaL";
  runs(kind: Workload["kind"]): boolean;
  run(kind: Workload["kind"], paths: readonly string[]): RunResult;
}

function ours(folder: string, quick: boolean): Contestant {
  const program = strip(here("sat-run.ts"), folder);
  return {
    name: "ours",
    runs: () => true,
    run: (kind, paths) => {
      const kernel = here("../../wasm/sat.wasm");
      const run = spawnSync(process.execPath, [program, kernel, `${repetitions(quick)}`, kind, ...paths], {
        encoding: "utf8",
      });
      if (run.status !== 0) throw new Error(`our kernel failed: ${run.stderr}`);
      return JSON.parse(run.stdout) as RunResult;
    },
  };
}

/** CPU time of a program with all its threads, by the shell. */
function timed(command: readonly string[]): { ms: number; status: number | null; stdout: string } {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" 2>/dev/null';
  const run = spawnSync("bash", ["-c", script, "bash", ...command], { encoding: "utf8", maxBuffer: 1 << 28 });
  const [user, system] = run.stderr.trim().split(" ").map(Number);
  return { ms: 1000 * (user! + system!), status: run.status, stdout: run.stdout };
}

function installed(name: string, hello: readonly string[]): boolean {
  const found = spawnSync(name, hello).error === undefined;
  if (!found) console.log(`${name} is left out: it is not installed`);
  return found;
}

/** A process for each file; `answer` reads what it said. */
function native(
  command: readonly string[],
  paths: readonly string[],
  answer: (run: { status: number | null; stdout: string }) => string,
): RunResult {
  const runs = paths.map((path) => timed([...command, path]));
  return { answers: runs.map(answer), ms: runs.reduce((sum, { ms }) => sum + ms, 0) };
}

const byStatus = ({ status }: { status: number | null }): string =>
  status === 10 ? "sat" : status === 20 ? "unsat" : `exit status ${status}`;

function contestants(folder: string, quick: boolean): Contestant[] {
  const found = [ours(folder, quick)];
  if (installed("minisat", ["--help"]))
    found.push({
      name: "MiniSat",
      runs: (kind) => kind === "formula",
      run: (_, paths) => native(["minisat", "-verb=0"], paths, byStatus),
    });
  const driver = join(folder, "sat-replay");
  const cc = spawnSync("c++", ["-O3", here("native/sat-replay.cpp"), "-o", driver, "-lcadical"], { encoding: "utf8" });
  if (cc.status !== 0) console.log("CaDiCaL is left out of the logs: its driver does not compile (libcadical-dev)");
  if (installed("cadical", ["--version"]))
    found.push({
      name: "CaDiCaL",
      runs: (kind) => kind === "formula" || cc.status === 0,
      run: (kind, paths) =>
        kind === "formula"
          ? native(["cadical", "-q", "-n"], paths, byStatus)
          : native([driver], paths, ({ stdout }) => stdout.trim()),
    });
  return found;
}

export function run(options: {
  readonly quick: boolean;
  readonly filters: readonly string[];
}): Record<string, unknown> {
  const kernel = new WebAssembly.Module(readFileSync(here("../../wasm/sat.wasm")));
  const folder = mkdtempSync(join(tmpdir(), "fairlead-sat-"));
  try {
    return measure(kernel, folder, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every answer is that of the others; replayed logs give the recorded ones. */
function compareAnswers(name: string, results: readonly { who: string; answers: readonly string[] }[]): void {
  for (const { who, answers } of results)
    if (answers.join() !== results[0]!.answers.join())
      throw new Error(`${name}: ${who} says ${answers}, ${results[0]!.who} ${results[0]!.answers}`);
}

function measure(
  kernel: WebAssembly.Module,
  folder: string,
  { quick, filters }: { readonly quick: boolean; readonly filters: readonly string[] },
): Record<string, unknown> {
  const all = contestants(folder, quick);
  const chosen = workloads(quick ? 4000 : 20_000).filter(
    (w) => (!quick || w.quick) && filters.some((text) => w.name.includes(text)),
  );
  const summary = new Summary();
  console.log(
    "CPU ms".padEnd(28),
    "ours cold".padStart(10),
    ...all.map((c) => c.name.padStart(10)),
    ...all.slice(1).map((c) => `/${c.name}`.padStart(9)),
  );
  for (const w of chosen) {
    const paths = w.write(kernel, folder);
    const here = all.filter((c) => c.runs(w.kind));
    const runs = new Map<string, number[]>(here.map((c) => [c.name, []]));
    const colds: number[] = [];
    for (let r = 0; r < ROUNDS; r++) {
      const answers = here.map((c) => {
        const { ms, coldMs, answers } = c.run(w.kind, paths);
        runs.get(c.name)!.push(ms);
        if (coldMs !== undefined) colds.push(coldMs);
        return { who: c.name, answers };
      });
      compareAnswers(w.name, answers);
    }
    const ms = all.map((c) => (runs.has(c.name) ? median(runs.get(c.name)!) : null));
    const cold = median(colds);
    all.forEach((c, i) => {
      const t = ms[i];
      if (t === null || t === undefined) return;
      summary.time(`${w.family} ${c.name}`, w.size, t);
      if (i === 0) return;
      summary.ratio(`${w.kind}/${c.name}`, ms[0]! / t);
      summary.ratio(`${w.kind} cold/${c.name}`, cold / t);
    });
    console.log(
      w.name.padEnd(28),
      cold.toFixed(0).padStart(10),
      ...ms.map((t) => (t === null ? "" : t.toFixed(0)).padStart(10)),
      ...ms.slice(1).map((t) => (t === null ? "" : (ms[0]! / t).toFixed(2)).padStart(9)),
    );
  }
  return { ...summary.print(), workloads: chosen.length };
}

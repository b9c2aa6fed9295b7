/**
 * Measured runs of our kernel, in a process of their own: `node sat-run.js KERNEL MS formula FILE.cnf…`, or `log FILE…`, with
 * repetitions for about so many milliseconds. Prints JSON. The time of the first run begins before the kernel is compiled; that Node
 * starts, and that a log is read, is not in it.
 */
import { readFileSync } from "node:fs";
import { SatSolver } from "../../src/solvers/sat/solver.js";
import { cpuMs, median, repeat } from "./repeat.js";
import { readLog, replay } from "./sat-log.js";

export interface RunResult {
  /** For each file. Formula: the answer. Log: how many answers differ from the recorded ones. */
  readonly answers: readonly string[];
  readonly ms: number;
  /** Of our kernel: the first run. */
  readonly coldMs?: number;
}

/** The clauses of a DIMACS file, each as its number of literals, then the literals. */
function readDimacs(bytes: Uint8Array): { variables: number; clauses: Int32Array } {
  let at = bytes.indexOf(0x0a) + 1;
  const [, , variables, count] = new TextDecoder().decode(bytes.subarray(0, at)).split(/\s+/);
  const clauses = new Int32Array((bytes.length >> 1) + Number(count));
  let used = 0;
  let size = 0;
  while (at < bytes.length) {
    const negated = bytes[at] === 0x2d;
    if (negated) at++;
    let n = 0;
    for (; bytes[at]! >= 0x30; at++) n = 10 * n + bytes[at]! - 0x30;
    at++;
    if (n > 0) {
      size++;
      clauses[used + size] = 2 * (n - 1) + (negated ? 1 : 0);
    } else {
      clauses[used] = size;
      used += size + 1;
      size = 0;
    }
  }
  return { variables: Number(variables), clauses: clauses.subarray(0, used) };
}

function solveOnce(kernel: WebAssembly.Module, path: string): string {
  const { variables, clauses } = readDimacs(readFileSync(path));
  const solver = new SatSolver(kernel);
  solver.newVars(variables);
  solver.addClauses(clauses);
  solver.eliminate();
  return solver.solve();
}

const [wasm, budget, kind, ...paths] = process.argv.slice(2);
// Logs have tens of megabytes of domains, which an engine has at hand.
const logs = kind === "log" ? paths.map(readLog) : [];
let kernel: WebAssembly.Module | undefined;
function runAll(): RunResult {
  const before = cpuMs();
  kernel ??= new WebAssembly.Module(readFileSync(wasm!));
  const compiled = kernel;
  const answers =
    kind === "formula"
      ? paths.map((path) => solveOnce(compiled, path))
      : logs.map((log) => `${replay(compiled, log, true)}`);
  return { answers, ms: cpuMs() - before };
}
const { cold, warm } = repeat(runAll, Number(budget));
const result: RunResult = { ...cold, ms: median(warm.map((r) => r.ms)), coldMs: cold.ms };
console.log(JSON.stringify(result));

/**
 * Sizes of automata next to those of Spot's ltl2tgba on the same formulas, from ltl/spot-sizes.tsv in the benchmark
 * folder, and the time that translation takes. With `--ltl2tgba PATH`, that program is run and timed as well.
 * `--all` prints every formula, otherwise those where the sizes differ; `--quick` takes every fifth formula.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { edgeCount, stateCount } from "../src/automata/tgba.js";
import { ltlToTgba } from "../src/automata/translate.js";
import { parseLtl } from "../src/formula/parse.js";

interface Size {
  readonly states: number;
  readonly edges: number;
  readonly sets: number;
}

interface Row {
  readonly set: string;
  readonly formula: string;
  readonly spot: Size;
  readonly ours: Size;
  readonly milliseconds: number;
}

const { values: options } = parseArgs({
  options: { all: { type: "boolean" }, quick: { type: "boolean" }, ltl2tgba: { type: "string" } },
});

const file = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "ltl", "spot-sizes.tsv");
if (process.env.FAIRLEAD_BENCHMARKS === undefined || !existsSync(file)) {
  console.log("skipped: FAIRLEAD_BENCHMARKS does not name a folder with ltl/spot-sizes.tsv");
} else {
  run(readFileSync(file, "utf8").trim().split("\n").slice(1));
}

function run(lines: readonly string[]): void {
  const chosen = lines.filter((_, i) => !options.quick || i % 5 === 0);
  const cold = cpuTime(() => chosen.map(measure));
  // Once more, now that the code is compiled: these are the times that are shown.
  const warm = cpuTime(() => chosen.map(measure));
  print(warm.result);
  const totals = total(warm.result);
  const spotSeconds = options.ltl2tgba === undefined ? null : timeOf(options.ltl2tgba, warm.result);
  const slowest = warm.result.reduce((a, b) => (a.milliseconds > b.milliseconds ? a : b));
  const worst = Math.max(...warm.result.map((row) => row.ours.states / row.spot.states));
  console.log(`\nslowest: ${slowest.milliseconds.toFixed(1)} ms for ${slowest.formula}`);
  console.log(
    JSON.stringify({
      statesRatio: round(totals.ours.states / totals.spot.states),
      edgesRatio: round(totals.ours.edges / totals.spot.edges),
      worstStatesRatio: round(worst),
      states: totals.ours.states,
      spotStates: totals.spot.states,
      formulas: warm.result.length,
      seconds: round(warm.seconds),
      coldSeconds: round(cold.seconds),
      spotSeconds,
    }),
  );
}

function measure(line: string): Row {
  const [set, formula, states, edges, sets] = line.split("\t") as [string, string, string, string, string];
  const { result, seconds } = cpuTime(() => ltlToTgba(parseLtl(formula).formula));
  return {
    set,
    formula,
    spot: { states: Number(states), edges: Number(edges), sets: Number(sets) },
    ours: { states: stateCount(result), edges: edgeCount(result), sets: result.acceptanceSets },
    milliseconds: 1000 * seconds,
  };
}

function print(rows: readonly Row[]): void {
  console.log("states, edges and acceptance sets: ours, then Spot's");
  const differs = (row: Row) => row.ours.states !== row.spot.states;
  for (const row of rows) if (options.all || differs(row)) console.log(`${text(row)}  ${row.set}  ${row.formula}`);
  console.log("");
  for (const set of new Set(rows.map((row) => row.set))) {
    const own = rows.filter((row) => row.set === set);
    console.log(
      `${text({ ...total(own), milliseconds: sum(own, (row) => row.milliseconds) })}  ${set} (${own.length})`,
    );
  }
  const all = { ...total(rows), milliseconds: sum(rows, (row) => row.milliseconds) };
  console.log(`${text(all)}  all (${rows.length})`);
}

function text({ ours, spot, milliseconds }: Pick<Row, "ours" | "spot" | "milliseconds">): string {
  const pair = (a: number, b: number) => `${String(a).padStart(5)} ${String(b).padEnd(5)}`;
  const sizes = [pair(ours.states, spot.states), pair(ours.edges, spot.edges), pair(ours.sets, spot.sets)];
  return `${sizes.join("")}${milliseconds.toFixed(1).padStart(8)} ms`;
}

function total(rows: readonly Row[]): { ours: Size; spot: Size } {
  const add = (size: (row: Row) => Size): Size => ({
    states: sum(rows, (row) => size(row).states),
    edges: sum(rows, (row) => size(row).edges),
    sets: sum(rows, (row) => size(row).sets),
  });
  return { ours: add((row) => row.ours), spot: add((row) => row.spot) };
}

/** Wall time in seconds that the other program takes for all formulas in one run. */
function timeOf(program: string, rows: readonly Row[]): number {
  const input = rows.map((row) => row.formula).join("\n");
  const start = performance.now();
  const { status, stderr } = spawnSync(program, ["-F", "-", "--stats=%s"], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`);
  return round((performance.now() - start) / 1000);
}

function cpuTime<T>(work: () => T): { result: T; seconds: number } {
  const start = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(start);
  return { result, seconds: (user + system) / 1e6 };
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((n, item) => n + value(item), 0);
}

function round(x: number): number {
  return Math.round(x * 1000) / 1000;
}

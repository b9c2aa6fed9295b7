/**
 * The BDD kernel against BuDDy and CUDD: the same traces, each run in a process of its own, the packages taking turns.
 *
 * BuDDy: Debian's libbdd-dev. CUDD: FAIRLEAD_CUDD names an install prefix (include/cudd.h, lib/libcudd.a).
 * Both drivers are compiled here; what cannot be compiled is left out, and said so.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ReplayResult, Trace } from "./bdd-trace.js";
import * as make from "./bdd-workloads.js";
import { repetitions, Summary, strip } from "./measure.js";
import { median } from "./repeat.js";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

interface Workload {
  readonly family: string;
  readonly name: string;
  readonly size: number;
  readonly quick: boolean;
  /** Times of sifting alone are compared where a trace sifts. */
  readonly sifts: boolean;
  record(module: WebAssembly.Module): Trace;
}

function workloads(): Workload[] {
  const sized = (
    family: string,
    sizes: readonly number[],
    quick: readonly number[],
    record: (module: WebAssembly.Module, n: number) => Trace,
    sifts = false,
  ): Workload[] =>
    sizes.map((size) => ({
      family,
      name: `${family} ${size}`,
      size,
      quick: quick.includes(size),
      sifts,
      record: (module) => record(module, size),
    }));
  const list = [
    ...sized("queens", [8, 9, 10, 11, 12], [8, 9], make.queens),
    ...sized("multiplier", [10, 11, 12], [10], make.multiplier),
    ...sized("philosophers", [20, 50, 100, 200], [20, 50], make.philosophers),
    ...sized("tiles 2x", [3, 4], [3], (module, n) => make.tiles(module, 2, n)),
    ...sized("tiles 3x", [3], [], (module, n) => make.tiles(module, 3, n)),
    ...sized("sift products", [12, 14, 16], [12, 14], make.badOrder, true),
    ...sized("sift multiplier", [7, 8, 9], [7], make.multiplierSift, true),
  ];
  const root = process.env.FAIRLEAD_BENCHMARKS;
  if (!root) {
    console.log("FAIRLEAD_BENCHMARKS is not set: no relations and circuits from AIGER files");
    return list;
  }
  const reach = [
    ["aiger/cujc12.aig", 40, true],
    ["aiger/cutarb8.aig", 40, true],
    ["safety/eijkS1196.aig", 10, false],
    ["aiger/lmcs06dme3p1.aig", 8, false],
  ] as const;
  for (const [file, steps, quick] of reach) {
    list.push({
      family: "aiger reach",
      name: `reach ${file.replace(/.*\/|\.aig/g, "")}`,
      size: 0,
      quick,
      sifts: false,
      record: (module) => make.aigerReach(module, join(root, file), steps),
    });
  }
  for (const [file, quick] of [
    ["safety/eijkS1196.aig", true],
    ["safety/eijkS1423.aig", false],
  ] as const)
    list.push({
      family: "aiger sift",
      name: `sift ${file.replace(/.*\/|\.aig/g, "")}`,
      size: 0,
      quick,
      sifts: true,
      record: (module) => make.aigerSift(module, join(root, file)),
    });
  return list;
}

interface Package {
  readonly name: "ours" | "BuDDy" | "CUDD";
  readonly command: readonly string[];
}

/** Compiles the drivers that can be compiled. */
function packages(folder: string, quick: boolean): Package[] {
  const found: Package[] = [
    {
      name: "ours",
      command: [
        process.execPath,
        strip(here("bdd-replay.ts"), folder),
        here("../../wasm/bdd.wasm"),
        `${repetitions(quick)}`,
      ],
    },
  ];
  const compile = (name: "BuDDy" | "CUDD", flags: readonly string[]) => {
    const program = join(folder, name);
    const cc = spawnSync("cc", ["-O3", here("native/bdd-replay.c"), "-o", program, ...flags, "-lm"], {
      encoding: "utf8",
    });
    if (cc.status === 0) found.push({ name, command: [program] });
    else
      console.log(
        `${name} is left out: its driver does not compile here (${(cc.stderr ?? "no compiler").split("\n")[0]})`,
      );
  };
  compile("BuDDy", ["-DBUDDY", "-lbdd"]);
  const cudd = process.env.FAIRLEAD_CUDD;
  if (cudd && existsSync(join(cudd, "include/cudd.h")))
    compile("CUDD", ["-DCUDD", `-I${cudd}/include`, `-L${cudd}/lib`, "-lcudd"]);
  else console.log("CUDD is left out: FAIRLEAD_CUDD does not name an install prefix with include/cudd.h");
  return found;
}

function replay(pack: Package, trace: string): ReplayResult {
  const [program, ...args] = pack.command;
  const run = spawnSync(program!, [...args, trace], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`${pack.name} failed: ${run.stderr}`);
  return JSON.parse(run.stdout) as ReplayResult;
}

/** With fewer nodes tables of a fixed size would be most of it. */
function bytesPerNode({ residentKb, peakNodes }: ReplayResult): number | null {
  return peakNodes < 100_000 ? null : (1024 * residentKb) / peakNodes;
}

/** Every package counts the same assignments, up to rounding. */
function compareResults(name: string, results: ReadonlyMap<string, ReplayResult>): void {
  const ours = results.get("ours")!;
  for (const [pack, { counts }] of results)
    counts.forEach((count, i) => {
      const expected = ours.counts[i]!;
      if (count === null || !Number.isFinite(expected)) return;
      if (Math.abs(count - expected) > 1e-9 * expected)
        throw new Error(`${name}: ${pack} counts ${count}, ours ${expected}`);
    });
}

export function run(options: {
  readonly quick: boolean;
  readonly filters: readonly string[];
}): Record<string, unknown> {
  const module = new WebAssembly.Module(readFileSync(here("../../wasm/bdd.wasm")));
  const folder = mkdtempSync(join(tmpdir(), "fairlead-bdd-"));
  try {
    return measure(module, folder, options);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function measure(
  module: WebAssembly.Module,
  folder: string,
  { quick, filters }: { readonly quick: boolean; readonly filters: readonly string[] },
): Record<string, unknown> {
  const packs = packages(folder, quick);
  const chosen = workloads().filter((w) => (!quick || w.quick) && filters.some((text) => w.name.includes(text)));
  const others = packs.slice(1).map((p) => p.name);
  const summary = new Summary();
  console.log(
    "CPU ms (sift: of sifting alone)".padEnd(32),
    "ours cold".padStart(10),
    ...packs.map((p) => p.name.padStart(10)),
    ...others.map((o) => `/${o}`.padStart(8)),
    ...packs.map((p) => `${p.name} nodes`.padStart(13)),
    ...packs.map((p) => `${p.name} MB`.padStart(9)),
    ...packs.map((p) => `${p.name} B/node`.padStart(13)),
  );
  for (const w of chosen) {
    const trace = w.record(module);
    const path = join(folder, "trace");
    writeFileSync(path, new Uint8Array(Int32Array.from([trace.registers, ...trace.words]).buffer));
    const runs = new Map<string, ReplayResult[]>(packs.map((p) => [p.name, []]));
    let rounds = quick ? 3 : 5;
    for (let round = 0; round < rounds; round++) {
      for (const p of packs) runs.get(p.name)!.push(replay(p, path));
      // What takes long varies little.
      const { ms } = runs.get("ours")![0]!;
      rounds = Math.min(rounds, ms > 20_000 ? 1 : ms > 2000 ? 3 : rounds);
    }
    const last = new Map([...runs].map(([name, list]) => [name, list.at(-1)!]));
    compareResults(w.name, last);
    const ms = packs.map((p) => median(runs.get(p.name)!.map((r) => (w.sifts ? r.siftMs : r.ms))));
    const cold = median(runs.get("ours")!.map((r) => (w.sifts ? r.cold!.siftMs : r.cold!.ms)));
    const nodes = packs.map((p) => (w.sifts ? last.get(p.name)!.siftedNodes : last.get(p.name)!.peakNodes));
    packs.forEach((p, i) => {
      summary.time(`${w.family} ${p.name}`, w.size, ms[i]!);
      if (i === 0) return;
      const kind = w.sifts ? "siftTime" : "time";
      summary.ratio(`${kind}/${p.name}`, ms[0]! / ms[i]!);
      summary.ratio(`${kind} cold/${p.name}`, cold / ms[i]!);
      if (w.sifts) summary.ratio(`siftedNodes/${p.name}`, nodes[0]! / nodes[i]!);
    });
    const bytes = packs.map((p) => bytesPerNode(last.get(p.name)!));
    packs.forEach((p, i) => {
      if (i > 0 && bytes[0] && bytes[i]) summary.ratio(`bytes per node/${p.name}`, bytes[0] / bytes[i]);
    });
    console.log(
      w.name.padEnd(32),
      cold.toFixed(1).padStart(10),
      ...ms.map((t) => t.toFixed(1).padStart(10)),
      ...ms.slice(1).map((t) => (ms[0]! / t).toFixed(2).padStart(8)),
      ...nodes.map((n) => `${n}`.padStart(13)),
      ...packs.map((p) => (last.get(p.name)!.residentKb / 1024).toFixed(0).padStart(9)),
      ...bytes.map((b) => (b?.toFixed(0) ?? "").padStart(13)),
    );
  }
  console.log(
    "nodes: the most in the store at once, garbage included (sift: live, after sifting); MB: resident, beyond the empty process; cold: a first run, which compiles",
  );
  console.log(
    "B/node: resident bytes for each of the most nodes at once, all tables included, where these are 100,000 or more",
  );
  return { ...summary.print(), workloads: chosen.length };
}

/**
 * Reads and writes AIGER files: the largest outside file at hand, and generated ones. CPU milliseconds, the median of
 * several rounds in which the steps take turns. `npm run bench:aiger -- --quick`
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type AigerFile, NO_RESET } from "../src/formats/aiger/file.js";
import { writeAiger } from "../src/formats/aiger/from-design.js";
import { readAigerFile } from "../src/formats/aiger/read.js";
import { asAscii } from "../src/formats/aiger/renumber.js";
import { toDesign } from "../src/formats/aiger/to-design.js";
import { writeAigerFile } from "../src/formats/aiger/write.js";
import { Random } from "../src/logic/random.js";

const { values } = parseArgs({ options: { quick: { type: "boolean", default: false } } });
const rounds = values.quick ? 3 : 9;

/** Gates read mostly near neighbours, as in designs; every latch and gate is named by nothing. */
function generated(gateCount: number): AigerFile {
  const random = new Random(gateCount);
  const inputs = Math.ceil(gateCount / 100);
  const latches = Math.ceil(gateCount / 20);
  const leaves = inputs + latches;
  const anyLit = (): number => 2 + random.below(2 * (leaves + gateCount));
  const gates = new Int32Array(3 * gateCount);
  for (let g = 0; g < gateCount; g++) {
    const lit = 2 * (leaves + g + 1);
    const near = lit - 1 - random.below(Math.min(lit - 2, 300));
    const far = 2 + random.below(lit - 2);
    gates.set([lit, Math.max(near, far), Math.min(near, far)], 3 * g);
  }
  return {
    encoding: "binary",
    headerFields: 8,
    maxVariable: leaves + gateCount,
    inputs: Int32Array.from({ length: inputs }, (_, i) => 2 * (i + 1)),
    latches: Int32Array.from({ length: 3 * latches }, (_, i) =>
      i % 3 === 0 ? 2 * (inputs + i / 3 + 1) : i % 3 === 1 ? anyLit() : NO_RESET,
    ),
    outputs: new Int32Array(0),
    bad: new Int32Array(0),
    constraints: new Int32Array(0),
    justiceSizes: Int32Array.of(1),
    justice: Int32Array.of(anyLit()),
    fairness: new Int32Array(0),
    gates,
    symbols: [],
    comment: null,
    text: "utf-8",
  };
}

function upsideDown(file: AigerFile): AigerFile {
  const count = file.gates.length / 3;
  return {
    ...asAscii(file),
    gates: file.gates.map((_, i) => file.gates[3 * (count - 1 - Math.floor(i / 3)) + (i % 3)]!),
  };
}

function largestOutside(): { name: string; file: AigerFile } | null {
  const root = process.env.FAIRLEAD_BENCHMARKS;
  if (!root) {
    console.log("FAIRLEAD_BENCHMARKS is not set: no outside file is measured");
    return null;
  }
  const names = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((n) => /\.a[ia]g$/.test(n));
  const files = names.map((name) => ({ name, file: readAigerFile(readFileSync(join(root, name))) }));
  return files.reduce((a, b) => (b.file.gates.length > a.file.gates.length ? b : a));
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const median = (ms: number[]): number => ms.sort((a, b) => a - b)[ms.length >> 1]!;

const large = generated(1_000_000);
const outside = largestOutside();
const subjects: (readonly [string, AigerFile])[] = [
  ...(outside === null ? [] : [[outside.name, outside.file] as const]),
  ["200,000 gates, binary", generated(200_000)],
  ["200,000 gates, ASCII", asAscii(generated(200_000))],
  ["1,000,000 gates, binary", large],
  ["1,000,000 gates, ASCII", asAscii(large)],
  ["1,000,000 gates, ASCII upside down", upsideDown(large)],
];
const figures: Record<string, Record<string, number>> = {};
console.log(
  "CPU ms".padEnd(38),
  "bytes".padStart(10),
  "read".padStart(7),
  "model".padStart(7),
  "write".padStart(7),
  "again".padStart(7),
);
for (const [name, file] of subjects) {
  const bytes = writeAigerFile(file);
  const design = toDesign(file);
  const times: Record<string, number[]> = { read: [], model: [], write: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    times.read!.push(cpuMs(() => void readAigerFile(bytes)));
    times.model!.push(cpuMs(() => void toDesign(file)));
    times.write!.push(cpuMs(() => void writeAigerFile(file)));
    times.again!.push(cpuMs(() => void writeAiger(design, file.encoding)));
  }
  const ms = Object.fromEntries(Object.entries(times).map(([step, all]) => [step, Math.round(10 * median(all)) / 10]));
  figures[name] = { bytes: bytes.length, ...ms };
  console.log(
    name.padEnd(38),
    `${bytes.length}`.padStart(10),
    ...Object.values(ms).map((t) => t.toFixed(1).padStart(7)),
  );
}
console.log("read: bytes to file; model: file to hashed graph; write: file to bytes; again: model to bytes");
console.log(JSON.stringify(figures));

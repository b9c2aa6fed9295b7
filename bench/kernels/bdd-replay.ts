/**
 * Replays a trace on our kernel and prints a ReplayResult. A process of its own, so that the first run starts cold, as the other
 * packages' do. Arguments: the compiled kernel, milliseconds for repetitions, the trace.
 */
import { readFileSync } from "node:fs";
import { type Bdd, BddManager, type Renaming } from "../../src/solvers/bdd/manager.js";
import { OP, type ReplayResult } from "./bdd-trace.js";
import { cpuMs, median, repeat } from "./repeat.js";

const bytes = readFileSync(process.argv[4]!);
const [registers, ...words] = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
const program = Int32Array.from(words);
const module = new WebAssembly.Module(readFileSync(process.argv[2]!));

/** What is resident, or the most that was, as the other driver measures it. */
function residentKb(key: "VmRSS" | "VmHWM"): number {
  try {
    return Number(new RegExp(`${key}:\\s*(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function replay(program: Int32Array): ReplayResult {
  const resident = residentKb("VmRSS");
  const bdd = new BddManager(module);
  const start = cpuMs();
  const at = new Int32Array(registers!) as unknown as Bdd[];
  const renamings: Renaming[] = [];
  const reported: Bdd[] = [];
  let siftMs = 0;
  let siftedNodes = 0;
  for (let p = 0; ; ) {
    const op = program[p]!;
    const to = program[p + 1]!;
    const a = at[program[p + 2]!]!;
    const b = at[program[p + 3]!]!;
    const c = at[program[p + 4]!]!;
    switch (op) {
      case OP.variables:
        for (let v = 0; v < to; v++) bdd.newVariable();
        p += 2;
        break;
      case OP.variable:
        at[to] = bdd.protect(bdd.variable(program[p + 2]!));
        p += 3;
        break;
      case OP.not:
        at[to] = bdd.protect(bdd.not(a));
        p += 3;
        break;
      case OP.and:
        at[to] = bdd.protect(bdd.and(a, b));
        p += 4;
        break;
      case OP.or:
        at[to] = bdd.protect(bdd.or(a, b));
        p += 4;
        break;
      case OP.xor:
        at[to] = bdd.protect(bdd.xor(a, b));
        p += 4;
        break;
      case OP.ite:
        at[to] = bdd.protect(bdd.ite(a, b, c));
        p += 5;
        break;
      case OP.exists:
        at[to] = bdd.protect(bdd.exists(a, b));
        p += 4;
        break;
      case OP.andExists:
        at[to] = bdd.protect(bdd.andExists(a, b, c));
        p += 5;
        break;
      case OP.defineRenaming: {
        const count = program[p + 2]!;
        const pairs = Array.from(
          { length: count },
          (_, i) => [program[p + 3 + 2 * i]!, program[p + 4 + 2 * i]!] as const,
        );
        renamings[to] = bdd.renaming(pairs);
        p += 3 + 2 * count;
        break;
      }
      case OP.rename:
        at[to] = bdd.protect(bdd.rename(a, renamings[program[p + 3]!]!));
        p += 4;
        break;
      case OP.free:
        bdd.release(at[to]!);
        p += 2;
        break;
      case OP.group:
        bdd.group([to, program[p + 2]!]);
        p += 3;
        break;
      case OP.sift: {
        bdd.liveNodes();
        const before = cpuMs();
        bdd.reorder();
        siftMs += cpuMs() - before;
        siftedNodes = bdd.liveNodes();
        p += 1;
        break;
      }
      case OP.autoSift:
        bdd.autoReorder({});
        p += 1;
        break;
      case OP.report:
        reported.push(at[to]!);
        p += 2;
        break;
      default: {
        const ms = cpuMs() - start;
        return {
          ms,
          siftMs,
          siftedNodes,
          sizes: reported.map((f) => bdd.size(f)),
          counts: reported.map((f) => bdd.count(f)),
          peakNodes: bdd.statistics().peakNodes,
          residentKb: residentKb("VmHWM") - resident,
        };
      }
    }
  }
}

const { cold, warm } = repeat(() => replay(program), Number(process.argv[3]));
const result: ReplayResult = {
  ...warm.at(-1)!,
  ms: median(warm.map((r) => r.ms)),
  siftMs: median(warm.map((r) => r.siftMs)),
  residentKb: cold.residentKb,
  cold: { ms: cold.ms, siftMs: cold.siftMs },
};
console.log(JSON.stringify(result));

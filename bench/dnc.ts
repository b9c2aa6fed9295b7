/**
 * The experiments of D'n'C, Section 9, on models of the same families. `exact` (Tables 1 and 2): Emerson-Lei against D'n'C with
 * two levels and with many, all with the reachable states first, and against D'n'C with its defaults, which computes them if it can
 * afford to. `approximate` and `none` (Tables 3 and 4): a hull, D'n'C and D'n'C# with a bound on the reachable states, or with nothing.
 * `unreachable`: the same where exact reachability takes longer than the limit. CPU seconds, peak nodes, EX/EY. The last column
 * is how D'n'C ended: n, no set was left before the whole system; w, a weak set has a fair cycle.
 *
 * `npm run bench:dnc -- --seconds 10 --table exact --model elevator`, `npm run bench:dnc -- --quick`
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Engine, OptionValues } from "../src/engines/engine.js";
import { completed } from "../src/engines/options.js";
import { engineNamed } from "../src/engines/registry.js";
import type { Verdict } from "../src/evidence/verdict.js";
import { readSmv } from "../src/formats/smv/read.js";
import { loadDesign } from "../src/loading/load.js";
import type { Task } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import { decide } from "../src/solving/decide.js";
import { prepare } from "../src/solving/prepare.js";
import {
  arbiter,
  bakery,
  eisenbergMcGuire,
  elevator,
  nullModem,
  type Protocol,
  peterson,
  philosophers,
  twoQueues,
} from "./families/protocols.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    table: { type: "string", multiple: true, default: ["exact", "approximate", "none", "unreachable", "aiger"] },
    model: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 2 : Number(values.seconds);
const kernels = await loadKernels();

interface Contender {
  readonly title: string;
  readonly engine: Engine;
  readonly options: OptionValues;
}

const contender = (title: string, engine: string, options: OptionValues = {}): Contender => ({
  title,
  engine: engineNamed(engine)!,
  options,
});

const TABLES: Readonly<Record<string, readonly Contender[]>> = {
  exact: [
    contender("Emerson-Lei", "el"),
    contender("two-level", "dnc", { policy: "two-level", reach: "exact" }),
    contender("multi-level", "dnc", { policy: "popcorn", reach: "exact" }),
    contender("by default", "dnc"),
  ],
  approximate: [
    contender("hull", "gsh", { reach: "approximate" }),
    contender("multi-level", "dnc", { reach: "approximate" }),
    contender("D'n'C#", "dnc-sharp"),
  ],
  none: [
    contender("hull", "gsh", { reach: "none" }),
    contender("multi-level", "dnc", { reach: "none" }),
    contender("D'n'C#", "dnc-sharp", { reach: "none" }),
  ],
  unreachable: [
    contender("Emerson-Lei", "el"),
    contender("hull", "gsh", { reach: "approximate" }),
    contender("multi-level", "dnc", { reach: "approximate" }),
    contender("D'n'C#", "dnc-sharp"),
    contender("bmc", "bmc"),
  ],
  aiger: [contender("multi-level", "dnc"), contender("D'n'C#", "dnc-sharp")],
};

interface Subject {
  readonly name: string;
  readonly task: Task;
  readonly holds: boolean;
}

const PROTOCOLS: readonly Protocol[] = values.quick
  ? [philosophers(8), bakery(3, 3), elevator(6), peterson(4, true), twoQueues(8), arbiter(8)]
  : [
      philosophers(16),
      philosophers(24),
      philosophers(24, true),
      bakery(4, 4),
      bakery(4, 5, true),
      bakery(5, 4),
      eisenbergMcGuire(3),
      eisenbergMcGuire(3, true),
      eisenbergMcGuire(4),
      elevator(12),
      elevator(16),
      elevator(16, true),
      nullModem(16, 8),
      nullModem(16, 8, true),
      peterson(5),
      peterson(4, true),
      twoQueues(32),
      twoQueues(32, true),
      arbiter(48),
      arbiter(32, true),
    ];

/** Their reachable states are out of reach. */
const UNREACHABLE: readonly Protocol[] = values.quick
  ? [philosophers(24, false, true)]
  : [philosophers(24, false, true), philosophers(32, false, true), philosophers(48, false, true)];

const isWanted = (name: string) => values.model === undefined || values.model.some((part) => name.includes(part));

function subjectsOf(all: readonly Protocol[]): Subject[] {
  return all
    .filter(({ name }) => isWanted(name))
    .map(({ name, text, holds }) => {
      const { model, properties } = readSmv(text, name);
      const property = properties.find((p) => p.kind === "ltl")!;
      return { name, task: taskOf(prepare(model, property)), holds };
    });
}

function taskOf(prepared: ReturnType<typeof prepare>): Task {
  if ("unsupported" in prepared) throw new Error(prepared.unsupported);
  return prepared.task;
}

async function aigerFiles(): Promise<Subject[]> {
  const folder = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "aiger");
  const table = join(folder, "EXPECTED.tsv");
  if (!existsSync(table)) {
    console.log("FAIRLEAD_BENCHMARKS has no aiger/EXPECTED.tsv: those files are not measured");
    return [];
  }
  const rows = readFileSync(table, "utf8").trim().split("\n").slice(1);
  const known = rows.map((line) => line.split("\t")).filter((cells) => isWanted(cells[0]!));
  return await Promise.all(
    known.map(async (cells) => {
      const { model, properties } = await loadDesign(join(folder, `${cells[0]}.aig`));
      return { name: cells[0]!, task: taskOf(prepare(model, properties[0]!)), holds: cells.at(-1) === "UNSAT" };
    }),
  );
}

interface Measured {
  readonly verdict: Verdict;
  readonly seconds: number;
}

function measure({ engine, options }: Contender, task: Task): Measured {
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const shouldStop = () => (spent() > seconds ? ("time" as const) : null);
  const context = { shouldStop, memoryLimit: 2 ** 31, seed: 1, kernels };
  const run = decide(engine, task, completed(engine.options, options), context);
  for (;;) {
    const { done, value } = run.next();
    if (done) return { verdict: value, seconds: spent() };
  }
}

const cell = ({ verdict, seconds: took }: Measured): string => {
  const { stats } = verdict;
  const time = verdict.answer === "unknown" ? "T/O" : took.toFixed(2);
  const nodes = `${Math.round(Number(stats.peakNodes ?? 0) / 1000)}k`;
  return `${time.padStart(7)} ${nodes.padStart(6)} ${`${stats.ex ?? "-"}/${stats.ey ?? "-"}`.padStart(12)} ${`${stats.ending ?? ""}`.padEnd(1)}`;
};

function warmUp(): void {
  const { model, properties } = readSmv(philosophers(3).text, "warm-up");
  const task = taskOf(prepare(model, properties[0]!));
  for (const c of Object.values(TABLES).flat()) measure(c, task);
}

/** Runs a table; the figures that matter for the claims, by contender. */
function table(title: string, contenders: readonly Contender[], subjects: readonly Subject[]): object {
  console.log(`\n${title}: CPU seconds, peak nodes, EX/EY; at most ${seconds} s`);
  console.log(`${"".padEnd(26)}${contenders.map((c) => c.title.padEnd(31)).join("")}`);
  const runs = subjects.map((subject) => {
    const measured = contenders.map((c) => measure(c, subject.task));
    const wrong = measured.filter(({ verdict: { answer } }) => answer === (subject.holds ? "fails" : "holds"));
    if (wrong.length > 0) throw new Error(`${subject.name}: a wrong answer`);
    const head = `${subject.name.padEnd(19)} ${subject.holds ? "P" : "F"} ${`${subject.task.model.latches.length}`.padStart(3)}`;
    console.log(`${head} ${measured.map((m) => cell(m).padEnd(30)).join(" ")}`);
    return measured;
  });
  const decided = (k: number) => runs.filter((r) => r[k]!.verdict.answer !== "unknown").length;
  const hard = runs.filter((r) => r[0]!.seconds > 1);
  const versusFirst = (k: number) => {
    const ratios = hard.filter((r) => r[k]!.verdict.answer !== "unknown").map((r) => r[0]!.seconds / r[k]!.seconds);
    const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / Math.max(1, ratios.length));
    return { aheadTwice: ratios.filter((r) => r > 2).length, ratio: Math.round(100 * mean) / 100 };
  };
  return {
    models: runs.length,
    longerThanASecond: hard.length,
    ...Object.fromEntries(
      contenders.map((c, k) => [c.title, { decided: decided(k), ...(k > 0 && versusFirst(k)) }] as const),
    ),
  };
}

warmUp();
const figures: Record<string, object> = {};
const TITLES = {
  exact: "With exact reachability (Tables 1 and 2)",
  approximate: "With a bound on the reachable states (Tables 3 and 4)",
  none: "Without reachability",
  unreachable: "Where exact reachability takes longer",
};
for (const [name, title] of Object.entries(TITLES))
  if (values.table.includes(name))
    figures[name] = table(title, TABLES[name]!, subjectsOf(name === "unreachable" ? UNREACHABLE : PROTOCOLS));
if (values.table.includes("aiger") && !values.quick)
  figures.aiger = table("AIGER files with known answers", TABLES.aiger!, await aigerFiles());
console.log(
  "ratio: geometric mean of the first contender's time over this one's, on models that take the first longer than a second",
);
console.log(JSON.stringify(figures));

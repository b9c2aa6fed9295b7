/**
 * Runs `check` as a user does on models with known answers, and single engines on the same models: what the plan costs
 * against the best engine for each (its regret), and how many each decides within so many seconds (a cactus table).
 *
 * `npm run bench:auto -- --set aiger --seconds 60 --threads 2 --engine auto --engine gsh`
 */
import { parseArgs } from "node:util";
// What was built, as users run it: workers start in milliseconds.
import { check } from "../dist/node.js";
import { type Case, type CaseSet, casesOf, SETS } from "./known-answers.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    set: { type: "string", multiple: true },
    seconds: { type: "string", default: "60" },
    threads: { type: "string", default: "2" },
    engine: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const sets = (values.set ?? ["aiger"]).filter((s): s is CaseSet => (SETS as readonly string[]).includes(s));
/** The engines that the plan chooses from. */
const enginesFor = (set: CaseSet): readonly string[] =>
  values.engine ??
  (set === "safety"
    ? ["auto", "reference", "ic3", "bmc"]
    : ["auto", "reference", "bmc", "rlive", "gsh", "fair", "k-liveness", "dnc"]);
const seconds = values.quick ? 2 : Number(values.seconds);
const threads = Number(values.threads);
const every = values.quick ? 4 : 1;

interface Result {
  readonly seconds: number;
  readonly isDecided: boolean;
  readonly isWrong: boolean;
  readonly evidence: string;
  readonly by: string;
}

async function measure(given: Case, engine: string): Promise<Result> {
  const { design, property } = await given.load();
  const started = performance.now();
  const { verdict, evidence, engine: by } = await check(design, property, { engine, seconds, threads });
  const isDecided = verdict.answer !== "unknown";
  const isWrong = isDecided && given.answer !== null && verdict.answer !== given.answer;
  return { seconds: (performance.now() - started) / 1000, isDecided: isDecided && !isWrong, isWrong, evidence, by };
}

/** Those that can be asked: a property that is written in another way than its table says is left out, with a word. */
async function readable(all: readonly Case[]): Promise<Case[]> {
  const cases: Case[] = [];
  for (const given of all)
    await given.load().then(
      () => cases.push(given),
      (e: Error) => console.log(`${given.name} is left out: ${e.message}`),
    );
  return cases;
}

/** What a case costs: an undecided one all the time there was. */
const cost = ({ seconds: took, isDecided }: Result): number => (isDecided ? took : Math.max(seconds, took));
const cell = (r: Result): string => {
  const text = r.isWrong
    ? "WRONG"
    : r.isDecided
      ? r.seconds.toFixed(2)
      : `(${r.evidence === "none" ? "-" : r.evidence})`;
  return `${text}${r.isDecided && r.evidence === "none" ? "?" : " "}`.padStart(9);
};

const summary: Record<string, unknown> = {};
for (const set of sets) {
  const engines = enginesFor(set);
  const chosen = casesOf(set).filter(({ name }, i) => (values.file?.includes(name) ?? true) && i % every === 0);
  const cases = await readable(chosen);
  if (cases.length === 0) {
    console.log(`FAIRLEAD_BENCHMARKS has no cases for ${set}: nothing to measure`);
    continue;
  }
  console.log(`\n${set}: seconds, at most ${seconds} on ${threads} threads; '?' is uncertified, '(-)' is undecided`);
  console.log(["".padEnd(18), ...engines.map((e) => e.padStart(9)), "  auto by"].join(" "));
  const results = new Map<string, Result[]>(engines.map((e) => [e, []]));
  for (const given of cases) {
    const row: string[] = [];
    for (const engine of engines) {
      const result = await measure(given, engine);
      results.get(engine)!.push(result);
      row.push(cell(result));
    }
    const by = results.get("auto")?.at(-1)?.by ?? "";
    console.log([given.name.padEnd(18), ...row, ` ${by}`].join(" "));
  }
  summary[set] = report(results, cases.length);
}
console.log(JSON.stringify(summary));

function report(results: ReadonlyMap<string, readonly Result[]>, cases: number) {
  const limits = [0.25, 0.5, 1, 2, 4, 8, 15, 30, 60].filter((l) => l <= seconds);
  console.log(`\ndecided within ${["", ...limits.map((l) => `${l}s`.padStart(6))].join(" ")}   all  checked   total s`);
  const totals: Record<string, object> = {};
  for (const [engine, list] of results) {
    const decided = list.filter((r) => r.isDecided);
    const checked = decided.filter((r) => r.evidence !== "none").length;
    const wrong = list.filter((r) => r.isWrong).length;
    const total = list.reduce((sum, r) => sum + cost(r), 0);
    const within = limits.map((l) => `${decided.filter((r) => r.seconds <= l).length}`.padStart(6));
    const ends = [`${decided.length}`.padStart(5), `${checked}`.padStart(8), total.toFixed(1).padStart(9)];
    console.log([engine.padEnd(14), ...within, ...ends].join(" "));
    totals[engine] = { decided: decided.length, checked, wrong, seconds: Math.round(total * 100) / 100 };
  }
  const auto = results.get("auto");
  const single = [...results].filter(([engine]) => engine !== "auto").map(([, list]) => list);
  if (auto === undefined || single.length === 0) return { cases, totals };
  const best = auto.map((_, i) => Math.min(...single.map((list) => cost(list[i]!))));
  const logs = auto.map((r, i) => Math.log(cost(r) / best[i]!));
  const regret = {
    ratio: round(Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length)),
    totalRatio: round(sumOf(auto.map(cost)) / sumOf(best)),
    secondsMore: round(sumOf(auto.map(cost)) - sumOf(best)),
  };
  console.log(
    `the plan against the best single engine of each case: ${regret.ratio} times its time (geometric mean), ` +
      `${regret.totalRatio} times in total, ${regret.secondsMore} s more`,
  );
  return { regret, cases, totals };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, x) => sum + x, 0);
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}

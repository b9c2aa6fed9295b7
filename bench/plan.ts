/**
 * The plan of `--engine auto`, fitted: `record` runs each of its lines alone on models with known answers, `fit` replays plans on
 * such records with the scheduler itself and prints the shares that would have been best, with what they are worth on families
 * of models that they were not chosen on.
 *
 * `npm run bench:plan -- record --set aiger --set aiger-hard --seconds 15 --out times.jsonl`, with `--file NAME` for one model only
 * `npm run bench:plan -- regret times.jsonl` prints what the plan as it is costs on each set, and which models are over; with `--run`
 * also what it takes on these models when it is run, where nothing else should run beside it
 * `npm run bench:plan -- fit times.jsonl --threads 2`, `-- fit times.jsonl --shares "bmc 2, fair 2, gsh 1"` for a plan of one's own
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { threadHost } from "../dist/node/check.js";
import { DesignSubject } from "../dist/portfolio/design-subject.js";
import { type CaseSet, casesOf, SETS } from "./known-answers.js";
import { tableText } from "./measured.js";
import { bestOf, crossValidated, fitted, isOverBy, regretOf, replay, type Shares, type Timing } from "./plan/fit.js";
import { type Recorded, record } from "./plan/record.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: "string", multiple: true },
    file: { type: "string", multiple: true },
    seconds: { type: "string", default: "15" },
    out: { type: "string", default: "plan-times.jsonl" },
    threads: { type: "string", default: "2" },
    slice: { type: "string", default: "0.3" },
    growth: { type: "string", default: "2" },
    shares: { type: "string" },
    run: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const [command, ...files] = positionals;
if (command === "fit") fitShares();
else if (command === "regret") await printRegret();
else
  for (const set of (values.set ?? ["aiger"]).filter((s): s is CaseSet => (SETS as readonly string[]).includes(s)))
    await record(
      set,
      casesOf(set)
        .filter(({ name }) => values.file?.includes(name) ?? true)
        .slice(0, values.quick ? 4 : undefined),
      values.quick ? 1 : Number(values.seconds),
      values.out,
    );

function recorded(): Recorded[] {
  const lines = files.flatMap((file) => readFileSync(file, "utf8").trim().split("\n"));
  return lines.map((line) => JSON.parse(line) as Recorded);
}

function timingOf(): Timing {
  return { firstSlice: Number(values.slice), growth: Number(values.growth), threads: Number(values.threads) };
}

/** The shares with which a model was recorded: of the lines of its plan. */
function sharesOf({ singles }: Recorded): Shares {
  return new Map(singles.filter((s) => s.share > 0).map((s) => [s.engine, s.share]));
}

async function printRegret(): Promise<void> {
  const timing = timingOf();
  const all = recorded();
  const rows: Record<string, Record<string, string | number>> = {};
  for (const set of new Set(all.map((r) => r.set))) {
    const cases = all.filter((r) => r.set === set);
    const sum = (of: (each: Recorded) => number): number => cases.reduce((total, each) => total + of(each), 0);
    const each = (r: Recorded) => regretOf([r], sharesOf(r), timing);
    const runs = values.run ? await runsOf(set, cases) : new Map<string, number>();
    const isOver = (r: Recorded) => isOverBy(runs.get(r.name) ?? 0, bestOf(r));
    rows[set] = {
      models: cases.length,
      "decided by one": cases.filter((r) => r.singles.some((s) => s.end === "decided")).length,
      "best of each": sum(bestOf).toFixed(1),
      plan: sum((r) => each(r).seconds).toFixed(1),
      regret: sum((r) => each(r).regret).toFixed(2),
      over: sum((r) => each(r).over),
      ...(values.run && {
        run: sum((r) => runs.get(r.name) ?? 0).toFixed(1),
        "over when run": cases.filter(isOver).length,
      }),
    };
    for (const r of cases) {
      const say = (what: string, took: number): void =>
        console.log(`${what}: ${set} ${r.name}, ${took.toFixed(1)} s, best ${bestOf(r).toFixed(2)} s`);
      if (each(r).over > 0) say("over", each(r).seconds);
      if (isOver(r)) say("over when run", runs.get(r.name)!);
    }
  }
  console.log(tableText(rows));
}

/** What `auto` takes now, by the name of the model: wall time, the check of the evidence included, and at most the limit of the record. What the answer is worth is not asked, as it was not of single engines. */
async function runsOf(set: string, cases: readonly Recorded[]): Promise<Map<string, number>> {
  const host = await threadHost();
  const runs = new Map<string, number>();
  const given = new Map(casesOf(set as CaseSet).map((c) => [c.name, c]));
  for (const { name, limit } of cases) {
    const found = given.get(name);
    if (found === undefined) throw new Error(`${set} has no ${name}: FAIRLEAD_BENCHMARKS says where the models are`);
    const { design, property } = await found.load();
    const subject = new DesignSubject(design, host);
    const started = performance.now();
    await subject.ask(property, { seconds: limit, threads: Number(values.threads), vacuity: false });
    runs.set(name, Math.min(limit, (performance.now() - started) / 1000));
  }
  return runs;
}

function fitShares(): void {
  const timing = timingOf();
  const all = recorded();
  const orders = new Map<string, Recorded[]>();
  for (const each of all) {
    const order = each.singles.map((s) => s.engine).join(", ");
    orders.set(order, [...(orders.get(order) ?? []), each]);
  }
  for (const cases of orders.values()) {
    const start = sharesOf(cases[0]!);
    const print = (what: string, shares: Shares | null, r: ReturnType<typeof regretOf>): void =>
      console.log(
        `${what.padEnd(24)} regret ${r.regret.toFixed(2)}, over three times the best and a second: ${r.over} of ${cases.length}, ${r.seconds.toFixed(1)} s in all`,
        shares === null ? "" : [...shares].map(([e, s]) => `${e} ${s}`).join(", "),
      );
    console.log(
      `\n${cases.length} models, the best of each ${cases.reduce((sum, c) => sum + bestOf(c), 0).toFixed(1)} s`,
    );
    print("as it is", start, regretOf(cases, start, timing));
    if (values.shares !== undefined) {
      const own: Shares = new Map(
        values.shares.split(", ").map((each) => {
          const end = each.lastIndexOf(" ");
          return [each.slice(0, end), Number(each.slice(end + 1))];
        }),
      );
      print("as given", own, regretOf(cases, own, timing));
      continue;
    }
    const best = fitted(cases, start, timing);
    print("fitted", best, regretOf(cases, best, timing));
    print("on families not seen", null, crossValidated(cases, start, timing));
    for (const each of cases) {
      const [took, least] = [replay(each, start, timing), bestOf(each)];
      if (isOverBy(took, least)) console.log(`  ${each.name}: ${took.toFixed(1)} s, best ${least.toFixed(2)} s`);
    }
  }
}

/**
 * Searches of explicit states next to SPIN on the same models, and the generalized search next to the degeneralized one.
 * `npm run bench:explicit`, with `-- --quick` for small models, `--only spin`, `--only commands` (whole commands, with SPIN's compilation), `--only memory`, `--only found`, `--only hashing`,
 * `--only functions`, `--only circuits` or `--only default` (`check` as users call it, next to its best engine) for a part (several are possible), `--filter TEXT` for
 * comparisons with SPIN whose title has it. `--write` puts the tables that have a place there into docs/measurements/explicit.md.
 *
 * Times are CPU time: ours with code generation and warming up, SPIN's that of its verifier (cc -O2, no partial order
 * reduction). Every search is a process of its own, as a user's is. The last line is a JSON object.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nextToReference } from "./explicit/circuits.js";
import { wholeCommands } from "./explicit/commands.js";
import { nextToEngines } from "./explicit/default.js";
import { functionSteps } from "./explicit/functions.js";
import { type Job, type JobResult, modelOf, runJob } from "./explicit/jobs.js";
import { claimOf, hasSpin, runSpin } from "./explicit/spin.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";

// The loader of this TypeScript file is not for the workers.
const loaders = process.execArgv.splice(0);

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    write: { type: "boolean", default: false },
    filter: { type: "string", default: "" },
    job: { type: "string" },
  },
});

/** Parts that have a place on the page. */
const WRITTEN: readonly string[] = ["spin", "commands", "default"];

if (values.job !== undefined) console.log(JSON.stringify(runJob(JSON.parse(values.job) as Job)));
else {
  const parts = {
    spin: nextToSpin,
    commands: wholeCommands,
    memory: nextToDegeneralization,
    found: untilFound,
    hashing: hashModes,
    functions: functionSteps,
    circuits: nextToReference,
    default: nextToEngines,
  };
  const figures: Record<string, unknown> = {};
  for (const [part, run] of Object.entries(parts)) {
    if (values.only !== undefined && !values.only.includes(part)) continue;
    const found = await run(values.quick);
    figures[part] = found;
    if (values.write && found !== null && WRITTEN.includes(part))
      writeMeasured("measurements/explicit.md", part, tableText(found as Rows));
  }
  console.log(JSON.stringify(figures));
}

/** In a process of its own. */
function measured(job: Job): JobResult {
  const args = [...loaders, fileURLToPath(import.meta.url), "--job", JSON.stringify(job)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as JobResult;
}

type Sized = Pick<Job, "model" | "args">;

/** States per second and bytes per state on the same models, and that both see the same states. */
function nextToSpin(quick: boolean): unknown {
  if (!hasSpin()) {
    console.log("spin is not installed: nothing to compare with");
    return null;
  }
  const models: readonly (Sized & { readonly searches?: readonly string[] })[] = quick
    ? [
        { model: "philosophers", args: [11] },
        { model: "peterson", args: [5] },
        { model: "election", args: [7, 2] },
        { model: "queues", args: [6, 2] },
      ]
    : [
        { model: "peterson", args: [5], searches: ["fair acceptance"] },
        { model: "peterson", args: [6], searches: ["safety", "acceptance"] },
        { model: "election", args: [8, 2], searches: ["acceptance"] },
        { model: "election", args: [8, 3], searches: ["safety"] },
        { model: "election", args: [9, 2], searches: ["safety"] },
        { model: "queues", args: [3, 6], searches: ["acceptance"] },
        { model: "queues", args: [4, 5], searches: ["safety"] },
        { model: "queues", args: [6, 3], searches: ["safety"] },
        { model: "queues", args: [8, 2], searches: ["safety", "acceptance"] },
        { model: "philosophers", args: [14], searches: ["acceptance"] },
        { model: "philosophers", args: [15], searches: ["safety"] },
      ];
  const searches = [
    { name: "safety", formula: null },
    { name: "acceptance", formula: "F G !progress" },
    { name: "fair acceptance", formula: "F(request & G !answer)" },
  ] as const;
  const rows: Record<string, Record<string, string | number>> = {};
  for (const sized of models)
    for (const { name: search, formula } of searches) {
      const { name, promela, atoms } = modelOf(sized);
      const title = `${name} ${search}`;
      if (!title.includes(values.filter) || !(sized.searches ?? [search]).includes(search)) continue;
      if (search === "fair acceptance" && atoms.request === undefined) continue;
      const ours = measured({ ...sized, formula, weakFairness: search === "fair acceptance" });
      // A breadth-first search does not tell how long a depth-first one's path gets.
      const depth = search === "safety" ? ours.states : 4 * ours.depth + 1_000_000;
      const spin = runSpin(promela + claimOf(search, atoms), { search, expected: ours.states, depth });
      const ratio = ours.states / ours.seconds / (spin.states / spin.seconds);
      rows[title] = {
        answer: `${ours.kind}/${!spin.finished ? "out of memory" : spin.errors === 0 ? "empty" : "found"}`,
        states: ours.states,
        "in SPIN": spin.states,
        "kstates/s": Math.round(ours.states / ours.seconds / 1000),
        "SPIN's": Math.round(spin.states / spin.seconds / 1000),
        ratio: rounded(ratio),
        s: rounded(ours.seconds),
        "SPIN s": rounded(spin.seconds),
        "table B/state": rounded(ours.tableBytes / ours.states),
        "SPIN B/state": rounded(spin.tableBytes / spin.states),
        MB: Math.round(ours.bytes / 1e6),
        "SPIN MB": Math.round(spin.bytes / 1e6),
      };
      console.error(`${title}: ${rounded(ratio)}`);
    }
  console.table(rows);
  return rows;
}

/**
 * Products with 2 to 6 acceptance sets in which no cycle is fair: philosophers eat again and again, and all of them are
 * back at the start infinitely often but, by another formula, from some time on never. All levels of the counter that
 * degeneralization adds are visited.
 */
function nextToDegeneralization(quick: boolean): unknown {
  const sized: Sized = { model: "philosophers", args: [quick ? 8 : 11] };
  const rows: Record<string, Record<string, number>> = {};
  const savings: Record<string, number> = {};
  const withStacks: Record<string, number> = {};
  for (let sets = 2; sets <= 6; sets++) {
    const eats = Array.from({ length: sets - 1 }, (_, i) => `G F eats${i}`);
    const formula = [...eats, "G F never"].join(" & ");
    const general = measured({ ...sized, formula });
    const classic = measured({ ...sized, formula, algorithm: "cvwy" });
    const early = measured({ ...sized, formula, algorithm: "cvwy", early: true });
    const components = measured({ ...sized, formula, algorithm: "couvreur" });
    const bits = general.bitsPerState - sets - 1;
    rows[`${sets} sets`] = {
      states: general.states,
      degeneralized: classic.states,
      "bits n(s+|F|+1)": general.states * general.bitsPerState,
      "bits |F|n(s+2)": sets * general.states * (bits + 2),
      "measured bits": classic.states * classic.bitsPerState,
      "table MB": rounded(general.tableBytes / 1e6),
      "degeneralized MB": rounded(classic.tableBytes / 1e6),
      "saved %": rounded(100 * (1 - general.tableBytes / classic.tableBytes)),
      "with stacks MB": rounded(general.bytes / 1e6),
      "degeneralized, with stacks MB": rounded(classic.bytes / 1e6),
      s: rounded(general.seconds),
      "degeneralized s": rounded(classic.seconds),
      "degeneralized, early s": rounded(early.seconds),
      "couvreur s": rounded(components.seconds),
      "couvreur MB": rounded(components.tableBytes / 1e6),
    };
    savings[sets] = rounded(classic.tableBytes / general.tableBytes);
    withStacks[sets] = rounded(classic.bytes / general.bytes);
  }
  console.table(rows);
  return { degeneralizedToGeneralizedBytes: savings, withStacks };
}

/** States that are visited until a fair cycle is found, by the searches as published and by those that look at cycles of the path too. */
function untilFound(quick: boolean): unknown {
  const models: readonly Sized[] = [
    { model: "philosophers", args: [quick ? 7 : 10] },
    { model: "peterson", args: [quick ? 3 : 5] },
    { model: "queues", args: [quick ? 4 : 6, 2] },
  ];
  const searches = [
    ["nested", { algorithm: "nested-emptiness", early: false }],
    ["nested, early", { algorithm: "nested-emptiness", early: true }],
    ["classic", { algorithm: "cvwy", early: false }],
    ["classic, early", { algorithm: "cvwy", early: true }],
    ["couvreur", { algorithm: "couvreur" }],
  ] as const;
  const rows: Record<string, Record<string, number>> = {};
  for (const sized of models)
    for (const formula of ["G F progress", "G F progress & G F !progress"])
      for (const weakFairness of [false, true])
        rows[`${modelOf(sized).name}, ${formula}${weakFairness ? ", weak fairness" : ""}`] = Object.fromEntries(
          searches.map(([name, search]) => [name, runJob({ ...sized, formula, weakFairness, ...search }).states]),
        );
  console.table(rows);
  return rows;
}

/** Bytes, speed and coverage of the hash modes. */
function hashModes(quick: boolean): unknown {
  const sized: Sized = { model: "election", args: [quick ? 7 : 8, 2] };
  const rows: Record<string, Record<string, string | number>> = {};
  for (const hash of ["exact", "compact", "bitstate"] as const) {
    const run = measured({ ...sized, formula: "F G !progress", hash });
    rows[hash] = {
      answer: run.kind,
      states: run.states,
      "kstates/s": Math.round(run.states / run.seconds / 1000),
      "table B/state": rounded(run.tableBytes / run.states),
      coverage: run.coverage,
    };
  }
  console.table(rows);
  return rows;
}

function rounded(x: number): number {
  return Number(x.toPrecision(3));
}

/**
 * VIS's own examples of FAIRLEAD_BENCHMARKS/vis: each question with the verdict that its maker wrote before it (`#PASS`, `#FAIL`), by `auto` and by
 * single engines, which must agree. Times are CPU seconds; those of `auto` are of the whole command, with start, reading and checks,
 * but without the questions about vacuity, which nobody asks single engines.
 * `npm run bench:vis -- --seconds 10 --model Peterson --engine gsh`; `--quick` takes the small models.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { loadDesign } from "../dist/node.js";
import { solveFor } from "./solve-for.js";

const COMMAND = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
type Property = Awaited<ReturnType<typeof loadDesign>>["properties"][number];
type Answer = "holds" | "fails" | "unknown";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    // The command's limit is one of real time, of which a busy machine gives less.
    "auto-seconds": { type: "string" },
    model: { type: "string", multiple: true },
    engine: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 2 : Number(values.seconds);
const autoSeconds = Number(values["auto-seconds"] ?? seconds);
const ENGINES = values.engine ?? ["gsh", "lockstep", "catch-them-young", "dnc", "fair"];
const QUICK = [
  "Arbiter/arbiter.v",
  "Dekker/dekker.v",
  "Microwave/microwave.v",
  "Peterson/peterson.v",
  "Philo/philo4.v",
  "Short/short.v",
];

/** Files of another name that belong to a model, as the texts say or as they were made for a variant. `known`: their verdicts are about it. */
const OTHERS = new Map<
  string,
  { readonly stem: string; readonly known: boolean; readonly also?: string; readonly ltl?: string }
>([
  ["Arbiter/arbiter_bug.v", { stem: "arbiter", known: false }],
  ["Arbiter/arbiter_le.v", { stem: "arbiter_le", known: true, ltl: "false" }],
  ["Bakery/atom_bakery.v", { stem: "good_bakery", known: false, also: "nonatomic.ctl" }],
  ["Bakery/starving_bakery.v", { stem: "bakery", known: false }],
  ["Bakery/synch_bakery.v", { stem: "bakery", known: false }],
  ["Elevator/elevator1-4.v", { stem: "elevator", known: true }],
  ["Elevator/ely1-3.v", { stem: "elevator", known: true }],
  ["Elevator/ely2-3.v", { stem: "elevator", known: true }],
  ["Elevator/ely2-4.v", { stem: "elevator", known: true }],
  ["Elevator/ely3-4.v", { stem: "elevator", known: true }],
  ["Lock/lockAbs.v", { stem: "lock", known: false }],
  ["Rether/retherRTF.v", { stem: "rether", known: true }],
  ["Rether/retherSQO.v", { stem: "rether", known: true }],
  ["Scheduler/scheduler.v", { stem: "scheduler", known: true, ltl: 'G ("seq1.state" != BAD & "alt1.state" != BAD)' }],
]);

const root = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "vis");
if (!process.env.FAIRLEAD_BENCHMARKS || !existsSync(root)) {
  console.log("FAIRLEAD_BENCHMARKS is not set: no outside file is read");
  process.exit(0);
}

/** What the comment before a line says: one of another kind ends it, and one about a single policy counts for that only. */
function makersVerdict(file: string, line: number, model: string): Answer | null {
  let verdict: Answer | null = null;
  let comment = "";
  for (const text of readFileSync(file, "utf8")
    .split("\n")
    .slice(0, line - 1)) {
    const isComment = /^\s*#/.test(text);
    const said = /^\s*#\s*(PASS|FAIL)\b/.exec(text)?.[1];
    if (said !== undefined) [verdict, comment] = [said === "PASS" ? "holds" : "fails", text];
    else if (isComment && comment !== "") comment += text;
    else if (isComment) verdict = null;
    else comment = "";
    const policy = /for the (RTF|SQO) policy/.exec(comment)?.[1];
    if (policy !== undefined && !model.includes(policy)) verdict = null;
  }
  return verdict;
}

interface Given {
  readonly fair: readonly string[];
  readonly properties: readonly string[];
  readonly ltl: readonly string[];
}

/** Null: the files beside the model. */
function givenFor(model: string): Given | null {
  const other = OTHERS.get(model);
  if (other === undefined) return null;
  const path = join(root, model);
  const beside = (name: string): string => join(path, "..", name);
  const own = path.replace(/\.v$/, ".fair");
  const names = [
    ...[".inv", ".ctl", ".ltl"].map((e) => `${other.stem}${e}`),
    ...(other.also === undefined ? [] : [other.also]),
  ];
  return {
    fair: [existsSync(own) ? own : beside(`${other.stem}.fair`)].filter(existsSync),
    properties: names.map(beside).filter(existsSync),
    ltl: other.ltl === undefined ? [] : [other.ltl],
  };
}

function load(model: string, given: Given | null) {
  const files = (given?.properties ?? []).map((source) => {
    const logic = source.slice(-3) as "inv" | "ctl" | "ltl";
    return { logic, text: readFileSync(source, "utf8"), source, isFile: true };
  });
  const formulas = (given?.ltl ?? []).map((text) => ({ logic: "ltl", text, source: "--ltl", isFile: false }) as const);
  return loadDesign(join(root, model), [...formulas, ...files], { dialect: "vis", ...(given && { fair: given.fair }) });
}

/** Has the command say at its end how much CPU time all its threads took. */
const CPU_TIME =
  'import { isMainThread } from "node:worker_threads"; import { writeSync } from "node:fs"; ' +
  'const say = () => { const { user, system } = process.cpuUsage(); writeSync(2, "\\ncpu " + (user + system) / 1e6 + "\\n"); }; ' +
  'if (isMainThread) process.on("exit", say);';

/** The command's own answers, in the order of the design's properties, and the CPU seconds of all of them. */
function byCommand(model: string, given: Given | null): { readonly answers: readonly Answer[]; readonly cpu: number } {
  const flags = (name: string, of: readonly string[] = []): string[] => of.flatMap((value) => [name, value]);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...["--import", `data:text/javascript,${encodeURIComponent(CPU_TIME)}`],
      ...[COMMAND, "check", "--json", "--vacuity", "off", "--dialect", "vis", "--time", `${autoSeconds}`],
      join(root, model),
      ...[...flags("--fair", given?.fair), ...flags("--properties", given?.properties), ...flags("--ltl", given?.ltl)],
    ],
    { encoding: "utf8", maxBuffer: 2 ** 30 },
  );
  if (stdout === "") throw new Error(stderr);
  const { results } = JSON.parse(stdout) as { results: { answer: Answer }[] };
  return { answers: results.map((r) => r.answer), cpu: Number(/^cpu (.*)$/m.exec(stderr)![1]) };
}

/** An invariant as a formula, which engines for fair cycles decide too. */
function linear(property: Property): Property {
  if (property.kind !== "bad") return property;
  const formula = { op: "G", arg: { op: "not", arg: { op: "atom", name: "bad" } } } as const;
  return { kind: "ltl", name: property.name, formula, atoms: new Map([["bad", property.literal]]) };
}

const models = readdirSync(root).flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith(".v"))
    .map((file) => `${folder}/${file}`),
);
const wanted = models.filter((m) =>
  values.quick ? QUICK.includes(m) : (values.model?.some((w) => m.includes(w)) ?? true),
);
const byEngine = new Map(["auto", ...ENGINES].map((e) => [e, { decided: 0, open: 0, seconds: 0 }]));
const disagreements: string[] = [];
const totals = { questions: 0, known: 0, same: 0 };
console.log(
  "| model | latches | questions | makers' verdicts | as they say | open with `auto` |\n| --- | ---: | ---: | ---: | ---: | ---: |",
);
for (const model of wanted) {
  const given = givenFor(model);
  const design = await load(model, given);
  const auto = byCommand(model, given);
  byEngine.get("auto")!.seconds += auto.cpu;
  const row = { known: 0, same: 0, open: 0 };
  for (const [i, property] of design.properties.entries()) {
    const { source } = property;
    const isKnown = OTHERS.get(model)?.known ?? true;
    const said = source?.file === undefined ? null : makersVerdict(source.file, source.line, model);
    const expected = isKnown || source?.file?.endsWith("nonatomic.ctl") ? said : null;
    const answers = new Map<string, Answer>();
    const note = (engine: string, answer: Answer, spent: number): void => {
      const counts = byEngine.get(engine)!;
      counts.seconds += spent;
      if (answer === "unknown") counts.open++;
      else counts.decided++;
      if (answer !== "unknown") answers.set(engine, answer);
    };
    // Where the time was over before the file was read, there is no answer.
    const byAuto = auto.answers[i] ?? "unknown";
    note("auto", byAuto, 0);
    if (byAuto === "unknown") row.open++;
    for (const engine of ENGINES) {
      const { answer, seconds: used } = solveFor({ ...design, properties: [linear(property)] }, 0, engine, {}, seconds);
      note(engine, answer, used);
    }
    totals.questions++;
    if (expected !== null) row.known++;
    const different = [...answers].filter(([, a]) => a !== (expected ?? [...answers.values()][0]));
    if (expected !== null && answers.size > 0 && different.length === 0) row.same++;
    if (different.length > 0)
      disagreements.push(
        `${model}: ${property.name}: ${expected === null ? "" : `maker: ${expected}; `}${[...answers].map(([e, a]) => `${e}: ${a}`).join(", ")}`,
      );
  }
  totals.known += row.known;
  totals.same += row.same;
  console.log(
    `| ${model} | ${design.model.latches.length} | ${design.properties.length} | ${row.known} | ${row.same} | ${row.open} |`,
  );
}
console.log(
  `\n${totals.questions} questions, ${totals.known} with a verdict of the maker, of which ${totals.same} are as it says; ${seconds} s for each engine and question\n`,
);
console.log("| engine | decided | open | CPU seconds in all |\n| --- | ---: | ---: | ---: |");
for (const [engine, { decided, open, seconds: spent }] of byEngine)
  console.log(`| ${engine} | ${decided} | ${open} | ${spent.toFixed(0)} |`);
for (const line of disagreements) console.log(`disagreement: ${line}`);
process.exit(disagreements.length === 0 ? 0 : 1);

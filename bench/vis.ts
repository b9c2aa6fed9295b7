/**
 * VIS's own examples of FAIRLEAD_BENCHMARKS/vis: each question with the verdict that its maker wrote before it (`#PASS`, `#FAIL`), by `auto` and by
 * single engines, which must agree. Times are CPU seconds; those of `auto` are of the whole command, with start, reading and checks,
 * but without the questions about vacuity, which nobody asks single engines.
 * `npm run bench:vis -- --seconds 10 --model Peterson --engine gsh`; `--quick` takes the small models.
 *
 * With `--ledger FILE` each model becomes a line of that file when it is done, and is not asked again: a long run can be interrupted and go on, or
 * be done by several processes that share the file (`--model`). `--write` puts the tables of all lines into docs/measurements/vis.md.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { loadDesign } from "../dist/node.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";
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
    ledger: { type: "string" },
    write: { type: "boolean", default: false },
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
  {
    readonly stem: string;
    readonly known: boolean;
    /** Of the files of questions that are about variables of the model. */
    readonly endings?: readonly string[];
    readonly also?: string;
    readonly ltl?: string;
  }
>([
  ["Arbiter/arbiter_bug.v", { stem: "arbiter", known: false }],
  ["Arbiter/arbiter_le.v", { stem: "arbiter_le", known: true, ltl: "false" }],
  ["Bakery/atom_bakery.v", { stem: "good_bakery", known: false, also: "nonatomic.ctl" }],
  ["Bakery/starving_bakery.v", { stem: "bakery", known: false, endings: [".inv", ".ltl"] }],
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
    ...(other.endings ?? [".inv", ".ctl", ".ltl"]).map((e) => `${other.stem}${e}`),
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

/** What an engine did with the questions of a model. */
interface Counts {
  decided: number;
  open: number;
  seconds: number;
}

/** What is told of a model: a line of the ledger. */
interface Figures {
  readonly model: string;
  /** Of each engine and question, and of `auto`. */
  readonly limits: readonly [number, number];
  readonly latches: number;
  readonly questions: number;
  known: number;
  same: number;
  openWithAuto: number;
  readonly engines: readonly (readonly [string, Counts])[];
  readonly disagreements: string[];
}

async function figuresOf(model: string): Promise<Figures> {
  const given = givenFor(model);
  const design = await load(model, given);
  const { properties } = design;
  const auto = byCommand(model, given);
  const counts = new Map(["auto", ...ENGINES].map((e): [string, Counts] => [e, { decided: 0, open: 0, seconds: 0 }]));
  counts.get("auto")!.seconds = auto.cpu;
  const figures: Figures = {
    model,
    limits: [seconds, autoSeconds],
    latches: design.model.latches.length,
    questions: properties.length,
    known: 0,
    same: 0,
    openWithAuto: 0,
    engines: [...counts],
    disagreements: [],
  };
  for (const [i, property] of properties.entries()) {
    const answers = new Map<string, Answer>();
    const note = (engine: string, answer: Answer, spent: number): void => {
      const own = counts.get(engine)!;
      own.seconds += spent;
      if (answer === "unknown") own.open++;
      else own.decided++;
      if (answer !== "unknown") answers.set(engine, answer);
    };
    // Where the time was over before the file was read, there is no answer.
    const byAuto = auto.answers[i] ?? "unknown";
    note("auto", byAuto, 0);
    if (byAuto === "unknown") figures.openWithAuto++;
    for (const engine of ENGINES) {
      const { answer, seconds: used } = solveFor({ ...design, properties: [linear(property)] }, 0, engine, {}, seconds);
      note(engine, answer, used);
    }
    compare(figures, property, expectedOf(model, property), answers);
  }
  return figures;
}

function expectedOf(model: string, { source }: Property): Answer | null {
  if (source?.file === undefined) return null;
  const isKnown = (OTHERS.get(model)?.known ?? true) || source.file.endsWith("nonatomic.ctl");
  return isKnown ? makersVerdict(source.file, source.line, model) : null;
}

function compare(figures: Figures, { name }: Property, expected: Answer | null, answers: Map<string, Answer>): void {
  if (expected !== null) figures.known++;
  const different = [...answers].filter(([, a]) => a !== (expected ?? [...answers.values()][0]));
  if (expected !== null && answers.size > 0 && different.length === 0) figures.same++;
  if (different.length === 0) return;
  const said = [...answers].map(([e, a]) => `${e}: ${a}`).join(", ");
  figures.disagreements.push(`${figures.model}: ${name}: ${expected === null ? "" : `maker: ${expected}; `}${said}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function modelRows(all: readonly Figures[]): Rows {
  const sorted = [...all].sort((a, b) => (a.model < b.model ? -1 : 1));
  return Object.fromEntries(
    sorted.map((f) => [
      f.model,
      {
        latches: f.latches,
        questions: f.questions,
        "makers' verdicts": f.known,
        "as they say": f.same,
        "open with `auto`": f.openWithAuto,
        "limits, s": f.limits.join("/"),
      },
    ]),
  );
}

function engineRows(all: readonly Figures[]): Rows {
  const names = [...new Set(all.flatMap((f) => f.engines.map(([name]) => name)))];
  const of = (name: string) => all.flatMap((f) => f.engines.filter(([n]) => n === name).map(([, counts]) => counts));
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        decided: sum(of(name).map((c) => c.decided)),
        open: sum(of(name).map((c) => c.open)),
        "CPU seconds in all": Math.round(sum(of(name).map((c) => c.seconds))),
      },
    ]),
  );
}

function report(all: readonly Figures[]): string {
  const total = (of: (f: Figures) => number) => sum(all.map(of));
  const disagreements = all.flatMap((f) => f.disagreements).map((line) => `- disagreement: ${line}\n`);
  return (
    `${tableText(modelRows(all))}\n${total((f) => f.questions)} questions, ${total((f) => f.known)} with a verdict of the maker, of which ${total((f) => f.same)} are as it says.\n\n` +
    `${tableText(engineRows(all))}\n${disagreements.join("") || "No two engines disagree, and none with a maker.\n"}`
  );
}

const { ledger } = values;
const done =
  ledger === undefined || !existsSync(ledger)
    ? []
    : readFileSync(ledger, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Figures);
for (const model of wanted) {
  if (done.some((f) => f.model === model)) continue;
  const figures = await figuresOf(model);
  done.push(figures);
  if (ledger !== undefined) appendFileSync(ledger, `${JSON.stringify(figures)}\n`);
  console.error(`${model}: ${figures.questions} questions, ${figures.openWithAuto} open with auto`);
}
const text = report(done);
console.log(text);
if (values.write) writeMeasured("measurements/vis.md", "models", text);
process.exit(done.every((f) => f.disagreements.length === 0) ? 0 : 1);

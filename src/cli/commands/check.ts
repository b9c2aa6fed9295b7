import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import { type Command, Option } from "commander";
import type { OptionValues } from "../../engines/engine.js";
import { InternalError, type Outcome } from "../../evidence/outcome.js";
import type { Told } from "../../evidence/verdict.js";
import { Stopped } from "../../limits/stopped.js";
import { modelFiles } from "../../loading/load.js";
import { isProgramFile } from "../../loading/program-files.js";
import { joinVerilog } from "../../loading/verilog-files.js";
import type { Design } from "../../model/property.js";
import { threadHost } from "../../node/check.js";
import type { CheckJson, NotBegunJson } from "../../present/json.js";
import { RADICES, type Radix } from "../../present/radix.js";
import { refinementText } from "../../present/refinement-tree.js";
import { type Row, summaryTable } from "../../present/table.js";
import { forJson, forTerminal } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { type Answered, answeredOf } from "../answered.js";
import { Budgets } from "../apart.js";
import { collect, engineOptions, type LimitFlags, positiveNumber } from "../arguments.js";
import type { OpenRun } from "../cluster-run.js";
import { isColoured } from "../colours.js";
import { EventLog } from "../event-log.js";
import { type EvidenceFlags, expectOneProperty, outputsOf, writeEvidence } from "../evidence-files.js";
import { EXIT, exitHelp, statusOf, UsageError, VERDICTS } from "../exit.js";
import { selected } from "../file-questions.js";
import { type Interrupt, withInterrupt } from "../interrupt.js";
import { flagsToKeep, type RunAgain } from "../kept-flags.js";
import { type ShowLimits, shownAnswer } from "../long-answers.js";
import { open } from "../open.js";
import { expectOutputs } from "../output-files.js";
import { ProgressLines } from "../progress-lines.js";
import { addQuestionOptions, filesRead, type QuestionFlags, questionsOf, refuseReadingOptions } from "../questions.js";
import { addStoreOption, QUEUE_HELP, type QueueFlags } from "../queue-flags.js";
import { itfFileOf, REPORT_HELP, Reports } from "../reports.js";

export interface CheckFlags extends EvidenceFlags, QuestionFlags, LimitFlags, QueueFlags {
  readonly property?: string[];
  readonly engine: string;
  readonly opt?: string[];
  readonly checkTime?: number;
  readonly threads?: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly nusmv?: boolean;
  readonly verbose?: boolean;
  readonly tree?: boolean;
  readonly vacuity: "note" | "error" | "off";
  readonly report?: string[];
  readonly detach?: boolean;
  readonly trustWorkers?: boolean;
  readonly shortest?: boolean;
  readonly deterministic?: boolean;
  readonly why?: boolean;
  readonly radix?: Radix;
  readonly work?: number;
}

export function addCheckCommand(program: Command): void {
  const command = program
    .command("check")
    .summary("check the properties of models")
    .description(
      "Checks every property of the files, or those that are asked for. A property that fails comes with a " +
        "counterexample; one that holds, with a proof where the engine gives one. Both are checked before they are shown. " +
        "Of several properties a table comes last.",
    )
    .argument(
      "<file...>",
      "models (.aig, .aag, .blif, .mv, .btor2, .smv, .v, .sv, .f, .hoa), folders of them, - for standard input; programs (.ts, .js), which are run",
    )
    .option("-p, --property <name>", "only this property, by name or number (may be repeated)", collect)
    .option("-e, --engine <name>", "an engine's name, see 'fairlead engines'", "auto")
    .option("-o, --opt <key=value>", "an option of the engine (may be repeated)", collect)
    .option(
      "-t, --time <seconds>",
      "so long for each property, reading its file included; checking what was found comes on top",
      positiveNumber,
    )
    .option(
      "--check-time <seconds>",
      "check what was found for so long, and show or write it (default: as long as it took to find, 10 at least)",
      positiveNumber,
    )
    .option(
      "-m, --memory <MB>",
      "use at most so much memory, reading and all engines together, beyond what an idle command takes (default: 4096)",
      positiveNumber,
    )
    .option(
      "--threads <n>",
      "engines that may run at once, or workers of one engine ('fair') (default: the cores of the machine)",
      positiveNumber,
    )
    .option("--seed <n>", "seed of random choices", positiveNumber, 1)
    .addOption(
      new Option(
        "--vacuity <how>",
        "a property that holds, but says nothing: note it, take it for an error (status 1), or do not ask",
      )
        .choices(["note", "error", "off"])
        .default("note"),
    )
    .option(
      "--why",
      "say what makes each condition hold, where each part of a formula holds, and which signals may be anything",
    )
    .addOption(new Option("--radix <base>", "how words are written in traces (default: dec)").choices(RADICES))
    .option("--shortest", "look for a shortest counterexample in the time that is left, and say whether it is one")
    .option(
      "--deterministic",
      "the same answer and the same trace on every run: engines take turns by work, not by time",
    )
    .option("--work <n>", "with --deterministic: give up a property after so much work", positiveNumber)
    .option("--json", "one JSON document on standard output, by schema/check.schema.json")
    .option("--nusmv", "answers and counterexamples as NuSMV prints them, for scripts that read that")
    .option("--verbose", "events as JSON lines on standard error, by schema/event.schema.json")
    .option("--tree", "print the refinement tree of the engines dnc and dnc-sharp")
    .option("--tree-dot <file>", "write that tree for Graphviz")
    .option("--witness <file>", "write the counterexamples in AIGER's witness format, or BTOR2's for BTOR2 files")
    .option("--certificate <file>", "write the proof of a property that holds")
    .addOption(
      new Option(
        "--certificate-format <format>",
        "as steps that 'fairlead verify' checks (the default), or as a ranked witness circuit for Certifaiger",
      ).choices(["fairlead", "ranked"]),
    )
    .option("--vcd <file>", "write a counterexample as a value change dump, with the loop marked")
    .option("--svg <file>", "draw a counterexample as a picture, with the loop marked")
    .option("--report <file>", REPORT_HELP, collect)
    .option("--queue <url>", `ask the workers of ${QUEUE_HELP}`)
    .option("--detach", "with --queue: leave the questions to the workers; 'fairlead runs show' has the answers")
    .option("--trust-workers", "with --queue: show answers without evidence as uncertified, not as unknown");
  addStoreOption(command);
  addQuestionOptions(command)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  fairlead check design.aig                          every property, with the engines that seem best\n" +
        "  fairlead check models/ --time 60                   every model of a folder, a minute for each property\n" +
        "  fairlead check design.smv --ltl 'G(req -> F ack)'  this formula instead\n" +
        "  fairlead check model.ts                            the systems that a program exports: it is run\n" +
        "  fairlead check design.aig --vcd loop.vcd           the counterexample for a waveform viewer\n" +
        `${exitHelp(VERDICTS)}\n` +
        "Ctrl-C stops and shows what is known, with 1 if something fails and 2 if not.",
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const all = { ...flags, ...itfFileOf(flags.report) };
      process.exitCode = await withInterrupt((interrupt) => checkFiles(files, all, interrupt));
    });
}

/** `again`: answers are those of a run that was left to the queue. */
export async function checkFiles(
  paths: readonly string[],
  flags: CheckFlags,
  interrupt: Interrupt,
  again?: RunAgain,
): Promise<number> {
  const { signal } = interrupt;
  const options = engineOptions(flags.engine, flags.opt); // what is wrong there is said before anything is read
  const answers = new Map<number, Answered>();
  const withEvidence = new Map<number, Answered>();
  const problems: Problem[] = [];
  const notBegun: NotBegunJson[] = [];
  let unanswered = 0;
  const { files, also } = joinVerilog(await modelFiles(paths), flags.top);
  refuseWhatDoesNothing(flags, files);
  const hasOthers = files.length > 1 || flags.json === true;
  const trouble = { problems, notBegun, hasOthers };
  const showLimits: ShowLimits = { ...flags, signal };
  const reports = new Reports(flags.report, flags.vacuity === "error", showLimits);
  if (flags.json && reports.printsTo !== null) throw new UsageError(`--json and ${reports.printsTo}: choose one`);
  const outputs = [...outputsOf(flags), ...reports.outputs];
  await expectOutputs(outputs, () => filesRead([...files, ...also], flags), flags.json ? "--json" : null);
  const given = await questionsOf(flags);
  using progress = new ProgressLines(process.stderr);
  const report = flags.verbose ? new EventLog(process.stderr) : progress;
  const limits = limitsOf(flags, options, signal);
  const textOf = formatter(flags, showLimits);
  const texts = new Map<number, string>(); // of answers, for one document
  await using cluster = await clusterFor(paths, flags, limits.threads, progress, signal, again);
  const host = { ...(await threadHost()), ...(cluster !== null && { elsewhere: cluster.elsewhere }) };
  const underWay: Promise<void>[] = [];
  let printing = Promise.resolve();
  const print = (place: number, answered: Answered): Promise<void> => {
    printing = printing.then(async () => {
      progress.clear();
      answers.set(place, answered);
      const text = await textOf(answered);
      if (flags.json) texts.set(place, text);
      else if (!flags.detach) process.stdout.write(text);
    });
    return printing;
  };
  let places = 0;
  for (const file of files) {
    if (signal.aborted) {
      notBegun.push({ file });
      continue;
    }
    const budgets = new Budgets(flags, signal);
    await orTrouble(file, trouble, async () => {
      await using opened = await open(file, given, { ...flags, also }, budgets, {
        host,
        reading: (read) => interrupt.during(places === 0, read),
        beforePrint: () => progress.clear(),
      });
      const asked = selected(opened.questions, flags.property ?? [], file);
      if (asked.length === 0) sayNothingToCheck(file, hasOthers);
      expectOneProperty(flags, asked.filter((q) => !q.isRefused).length * files.length);
      // Attempts have names that are made of their time: those of a run that is taken up again must be the same.
      const seconds = cluster === null ? budgets.secondsLeft : (flags.time ?? Number.POSITIVE_INFINITY);
      for (const [k, question] of asked.entries()) {
        const { property } = question;
        if (signal.aborted) {
          notBegun.push({ file, property });
          continue;
        }
        const place = places++;
        const counted = [countOf("file", files.indexOf(file), files), countOf("property", k, asked)].filter(Boolean);
        const answer = async () => {
          if (counted.length > 0) progress.asking(`${counted.join(", ")}: ${forTerminal(`${file}: ${property}`)}`);
          const found = await question.answer({ ...limits, seconds }, report);
          if (!question.isRefused) withEvidence.set(place, found);
          await print(place, found);
        };
        const isFilesTrouble = opened.isProgram && cluster === null;
        const answered = isFilesTrouble ? answer() : orTrouble(file, trouble, answer).then(() => {});
        if (cluster === null) await answered;
        else underWay.push(answered);
      }
    });
  }
  await Promise.all(underWay);
  if (cluster !== null) await orTrouble("--queue", trouble, () => cluster.close(closing(flags, signal)));
  if (cluster !== null && flags.detach) return sayWhatIsLeft(cluster, problems);
  const results = inOrder(answers);
  unanswered += notBegun.length;
  const rows = results.map(rowOf);
  const isComplete = unanswered + problems.length === 0 && !rows.some((row) => row.reason === "cancelled");
  if (flags.json) process.stdout.write(documentText(inOrder(texts), problems, notBegun, isComplete));
  else if (results.length > 1 && !flags.nusmv) process.stdout.write(`\n${summaryTable(rows)}`);
  if (notBegun.length > 0) process.stderr.write(`interrupted; not begun: ${notBegun.map(nameOf).join(", ")}\n`);
  for (const answered of results) await reports.add(answered);
  await reports.write({
    complete: isComplete,
    problems: problems.map(({ file, code, message }) => ({ file, code, message })),
    notBegun,
  });
  unanswered += await writeEvidence(flags, inOrder(withEvidence), showLimits, limits);
  const isWrong = (row: Row) => row.isVacuous && flags.vacuity === "error";
  return statusOf(
    [...rows.map((row) => (isWrong(row) ? "fails" : row.answer)), ...Array<"unknown">(unanswered).fill("unknown")],
    problems.map((p) => p.status),
  );
}

/** Answers come as they are found, and are listed as they were asked. */
const inOrder = <T>(found: ReadonlyMap<number, T>): T[] =>
  [...found].sort(([a], [b]) => a - b).map(([, thing]) => thing);

/** The machines that are asked, if this one is not. */
async function clusterFor(
  files: readonly string[],
  flags: CheckFlags,
  threads: number,
  progress: ProgressLines,
  signal: AbortSignal,
  again: RunAgain | undefined,
): Promise<OpenRun | null> {
  const { queue, store, memory = 4096 } = flags;
  if (queue === undefined) return null;
  setMaxListeners(0, signal); // there are as many questions as there are
  const { OpenRun } = await import("../cluster-run.js");
  return OpenRun.open({
    queue,
    ...(store !== undefined && { store }),
    trustsWorkers: flags.trustWorkers === true,
    threads,
    memoryBytes: memory * 2 ** 20,
    files,
    flags: flagsToKeep(flags),
    ...(again !== undefined && { again }),
    detach: flags.detach === true,
    say: (line) => {
      progress.clear();
      process.stderr.write(`${forTerminal(line)}\n`);
    },
  });
}

const closing = ({ detach }: CheckFlags, { aborted }: AbortSignal) =>
  detach ? "left" : aborted ? "cancelled" : "done";

/** The run's name alone is on standard output, for scripts. Nothing is known yet. */
function sayWhatIsLeft({ id, questionsLeft, shownAddress }: OpenRun, problems: readonly Problem[]): number {
  const questions = questionsLeft === 1 ? "1 question is" : `${questionsLeft} questions are`;
  process.stderr.write(`${questions} left to ${shownAddress}: 'fairlead runs show' has the answers\n`);
  process.stdout.write(`${id}\n`);
  return statusOf(
    ["unknown"],
    problems.map((p) => p.status),
  );
}

/** Where others have something to say, this is beside the answer. */
function sayNothingToCheck(file: string, hasOthers: boolean): void {
  (hasOthers ? process.stderr : process.stdout).write(`${forTerminal(file)}: nothing to check: no properties\n`);
}

/** `property 2 of 5`; nothing where there is one. */
const countOf = (what: string, k: number, all: readonly unknown[]): string =>
  all.length === 1 ? "" : `${what} ${k + 1} of ${all.length}`;

const nameOf = ({ file, property }: NotBegunJson): string =>
  forTerminal(property === undefined ? file : `${file}: ${property}`);

function rowOf({ file, property, answer, outcome }: Answered): Row {
  const { verdict, evidence, engine, seconds } = outcome;
  const reason = verdict.answer === "unknown" ? verdict.reason : null;
  const isVacuous = outcome.vacuity?.answer === "vacuous";
  return { file, property, answer, reason, evidence, engine, seconds, isVacuous };
}

const limitsOf = (flags: CheckFlags, options: OptionValues, signal: AbortSignal) => ({
  engine: flags.engine,
  options,
  threads: Math.ceil(flags.threads ?? availableParallelism()),
  seed: flags.seed,
  vacuity: flags.vacuity !== "off",
  ...(flags.shortest && { shortest: true }),
  ...(flags.deterministic && { deterministic: true }),
  ...(flags.work !== undefined && { work: flags.work }),
  signal,
  ...(flags.time !== undefined && { seconds: flags.time }),
  ...(flags.checkTime !== undefined && { checkSeconds: flags.checkTime }),
  ...(flags.memory !== undefined && { memoryBytes: flags.memory * 2 ** 20 }),
});

/** An option that would do nothing is said by name, before any work. */
function refuseWhatDoesNothing(flags: CheckFlags, files: readonly string[]): void {
  if (files.some(isProgramFile) && flags.map !== undefined)
    throw new UsageError("--map has names for an AIGER file, which a program is not");
  if (files.some(isProgramFile))
    if (flags.why) throw new UsageError("--why is for circuits: the trace of a program says it by itself");
  if (files.some(isProgramFile))
    for (const name of ["witness", "certificate"] as const)
      if (flags[name] !== undefined)
        throw new UsageError(`--${name} is for circuits: 'fairlead convert' makes one of a system`);
  if (flags.certificateFormat !== undefined && flags.certificate === undefined)
    throw new UsageError("--certificate-format is about the file of --certificate, which is not given");
  if (flags.work !== undefined && !flags.deterministic)
    throw new UsageError("--work is about --deterministic, which is not given");
  for (const name of ["time", "checkTime", "threads", "queue"] as const)
    if (flags[name] !== undefined && flags.deterministic)
      throw new UsageError(
        `--deterministic and --${name === "checkTime" ? "check-time" : name}: ${name === "queue" || name === "threads" ? "it runs in one thread" : "it is limited by --work"}`,
      );
  for (const name of ["store", "detach", "trustWorkers"] as const)
    if (flags[name] !== undefined && flags.queue === undefined)
      throw new UsageError(
        `--${name === "trustWorkers" ? "trust-workers" : name} is about --queue, which is not given`,
      );
  if (flags.queue !== undefined && (flags.tree || flags.treeDot !== undefined))
    throw new UsageError("--tree and --queue: refinement trees stay with the workers");
  if (flags.detach) refuseOutputs(flags, files);
  if (flags.nusmv && flags.json) throw new UsageError("--nusmv and --json: choose one");
  if (flags.tree && flags.json) throw new UsageError("--tree and --json: the tree is part of the JSON, in 'stats'");
  refuseReadingOptions(flags, files);
}

/** There is nothing to show or to write yet, and a pipe cannot be read again. */
function refuseOutputs(flags: CheckFlags, files: readonly string[]): void {
  for (const name of ["json", "nusmv", "tree"] as const)
    if (flags[name]) throw new UsageError(`--detach and --${name}: nothing is known yet`);
  if (flags.report !== undefined) throw new UsageError("--detach and --report: nothing is known yet");
  for (const { option, file } of outputsOf(flags))
    if (file !== undefined) throw new UsageError(`--detach and ${option}: nothing is known yet`);
  if (files.includes("-")) throw new UsageError("--detach and standard input: it cannot be read again for the answers");
}

/** Each answer as text, one after the other. */
function formatter(flags: CheckFlags, limits: ShowLimits): (answered: Answered) => Promise<string> {
  let traces = 0;
  const remarked = new Set<Design>();
  return async (answered) => {
    const { circuit, outcome } = answered;
    const how = { why: flags.why === true, ...(flags.radix && { radix: flags.radix }) };
    if (flags.json) return shownAnswer(answered, { as: "json", ...how }, limits);
    if (outcome.verdict.answer === "fails") traces++;
    const form = flags.nusmv
      ? ({ as: "nusmv", number: traces } as const)
      : ({ as: "text", isColoured, ...how } as const);
    const isSaid = circuit !== null && remarked.has(circuit.design);
    if (circuit?.outcome.vacuity && circuit.outcome.vacuity.remarks.length > 0) remarked.add(circuit.design);
    const once = isSaid ? answeredOf({ ...circuit, outcome: withoutRemarks(circuit.outcome) }) : answered;
    const text = await shownAnswer(once, form, limits);
    return flags.tree ? text + treeOf(outcome) : text;
  };
}

/** What is strange about a model is said once. */
const withoutRemarks = ({ vacuity, ...outcome }: Outcome): Outcome =>
  vacuity === undefined ? outcome : { ...outcome, vacuity: { ...vacuity, remarks: [] } };

/** What went wrong with a file while others could be checked. */
type Problem = NonNullable<CheckJson["problems"]>[number] & { readonly status: number };

interface Trouble {
  readonly problems: Problem[];
  readonly notBegun: NotBegunJson[];
  readonly hasOthers: boolean;
}

/** The trouble with one of several files does not keep the others from being checked, nor what is known from being shown. */
async function orTrouble<T>(
  file: string,
  { problems, notBegun, hasOthers }: Trouble,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (e) {
    if (!hasOthers) throw e;
    if (e instanceof Stopped && e.reason === "cancelled") {
      notBegun.push({ file });
      return null;
    }
    if (e instanceof InputError) problems.push({ file, code: e.code, message: e.message, status: EXIT.input });
    else if (e instanceof Stopped) {
      problems.push({ file, code: `stopped-${e.reason}`, message: e.message, status: EXIT.unknown });
    } else if (e instanceof InternalError) {
      const message = `internal error: ${e.message}`;
      problems.push({ file, code: "internal-error", message, status: EXIT.internal });
    } else throw e;
    process.stderr.write(`${problems.at(-1)!.message}\n`);
    return null;
  }
}

/** The document by schema/check.schema.json, with the texts of answers, which may be long, as they are. */
function documentText(
  results: readonly string[],
  problems: readonly Problem[],
  notBegun: readonly NotBegunJson[],
  complete: boolean,
): string {
  const rest: Omit<CheckJson, "results" | "complete"> = {
    ...(problems.length > 0 && { problems: problems.map(({ file, code, message }) => ({ file, code, message })) }),
    ...(notBegun.length > 0 && { notBegun }),
  };
  const all = results.map((text) => text.replace(/^/gm, "  ")).join(",\n");
  const end = forJson(rest, 1).slice(1); // after its brace
  return `{\n "complete": ${complete},\n "results": [${all && `\n${all}\n `}]${end === "}" ? "\n}" : `,${end}`}\n`;
}

function treeOf({ verdict }: Outcome<Told>): string {
  const tree = verdict.answer === "unknown" ? undefined : verdict.refinement;
  return tree === undefined ? "no refinement tree: dnc and dnc-sharp make one\n" : refinementText(tree);
}

import { setMaxListeners } from "node:events";
import { availableParallelism } from "node:os";
import type { OptionValues } from "../engines/engine.js";
import { modelFiles } from "../loading/load.js";
import { isProgramFile } from "../loading/program-files.js";
import { joinVerilog } from "../loading/verilog-files.js";
import { threadHost } from "../node/check.js";
import type { Host } from "../portfolio/portfolio.js";
import type { CheckJson, NotBegunJson, UnusedJson } from "../present/json.js";
import { summaryTable } from "../present/table.js";
import { unusedText } from "../present/unused.js";
import { forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import type { Answered } from "./answered.js";
import { Budgets } from "./apart.js";
import { engineOptions } from "./arguments.js";
import type { CheckFlags } from "./check-flags.js";
import { documentText, formatter, orTrouble, type Problem, rowOf, type Trouble } from "./check-report.js";
import type { OpenRun } from "./cluster-run.js";
import { EventLog, type Report } from "./event-log.js";
import { expectOneProperty, outputsOf, writeEvidence } from "./evidence-files.js";
import { statusOf, UsageError } from "./exit.js";
import { selected } from "./file-questions.js";
import type { Interrupt } from "./interrupt.js";
import { flagsToKeep, type RunAgain } from "./kept-flags.js";
import type { ShowLimits } from "./long-answers.js";
import { type OpenedFile, open } from "./open.js";
import { expectOutputs } from "./output-files.js";
import { ProgressLines } from "./progress-lines.js";
import { filesRead, questionsOf, refuseReadingOptions } from "./questions.js";
import { Reports } from "./reports.js";
import {
  type CheckGroup,
  changesSince,
  changesText,
  type Groups,
  groupsOf,
  isUnexpected,
  type Judged,
  judgementOf,
  suiteJson,
  suiteText,
} from "./suite-groups.js";

const DEFAULTS = { engine: "auto", seed: 1, vacuity: "note" } as const;
/** Of a queue `--time` is asked for each engine; a file may be read for so long at least. */
const LEAST_READING_SECONDS = 10;

/** A group, with the files that it is about. */
interface PreparedGroup extends CheckGroup {
  readonly flags: CheckFlags & Required<Pick<CheckFlags, keyof typeof DEFAULTS>>;
  readonly files: readonly string[];
  /** Verilog files that belong to the first. */
  readonly also: readonly string[];
  readonly options: OptionValues;
}

interface CheckCircumstances {
  /** Answers are those of a run that was left to the queue. */
  readonly again?: RunAgain;
  /** Told all files that will be read, before they are. */
  onFiles?(files: readonly string[]): void;
}

/** Checks files, or a suite. */
export async function checkFiles(
  paths: readonly string[],
  flags: CheckFlags,
  interrupt: Interrupt,
  { again, onFiles }: CheckCircumstances = {},
): Promise<number> {
  if (again !== undefined && flags.config !== undefined && isProgramFile(flags.config))
    throw new UsageError(`${flags.config} is a program: a run that has it is not taken up again`);
  const { suite, groups: given } = await groupsOf(paths, flags, interrupt.signal);
  const groups: PreparedGroup[] = [];
  for (const group of given) groups.push(await prepared(group));
  expectNamed(groups, suite, again);
  const showLimits: ShowLimits = { ...flags, signal: interrupt.signal };
  const reports = new Reports(flags.report, showLimits);
  if (flags.json && reports.printsTo !== null) throw new UsageError(`--json and ${reports.printsTo}: choose one`);
  const read = async () => (await Promise.all(groups.map((g) => filesRead([...g.files, ...g.also], g.flags)))).flat();
  if (onFiles !== undefined) onFiles([...(await read()), ...(suite === null ? [] : [suite.file])]);
  await expectOutputs([...outputsOf(flags), ...reports.outputs], read, flags.json ? "--json" : null);
  using progress = new ProgressLines(process.stderr);
  const threads = flags.threads ?? availableParallelism();
  const kept = { ...flags, ...(suite !== null && { config: suite.file }) };
  await using cluster = await clusterFor(paths, kept, threads, progress, interrupt.signal, again);
  const host = { ...(await threadHost()), ...(cluster !== null && { elsewhere: cluster.elsewhere }) };
  const checking = new Checking(flags, suite, groups, interrupt, progress, host, threads, cluster !== null, showLimits);
  for (const group of groups) await checking.group(group);
  await checking.settled();
  if (cluster !== null) await checking.closing(() => cluster.close(endOf(flags, interrupt.signal)));
  if (cluster !== null && flags.detach) return sayWhatIsLeft(cluster, checking.problems);
  return checking.report(reports);
}

/**
 * A program runs only if the user names it, or a suite that names it: whoever can write to the queue could put one into a run, and
 * whoever wrote a folder could put one into the suite that is found there.
 */
function expectNamed(groups: readonly PreparedGroup[], suite: Groups["suite"], again: RunAgain | undefined): void {
  const files = groups.flatMap((g) => g.files);
  const programs = files.filter(isProgramFile);
  if (again === undefined) {
    if (suite === null || suite.isNamed || programs.length === 0) return;
    const command = `fairlead check --config ${suite.file}`;
    throw new UsageError(`${programs[0]} is a program, and ${suite.file} was not named: '${command}' runs it`);
  }
  for (const file of again.programs)
    if (!files.includes(file)) throw new UsageError(`${file} is not part of the run (it has ${files.join(", ")})`);
  const unnamed = programs.find((file) => !again.programs.includes(file));
  if (unnamed === undefined) return;
  const command = `fairlead runs show ${again.run} ${unnamed}`;
  throw new UsageError(`${unnamed} is a program, which is run for its answers: name it, '${command}'`);
}

/** What is wrong with the options of a group is said before anything is read. */
async function prepared(group: CheckGroup): Promise<PreparedGroup> {
  const flags = { ...DEFAULTS, ...group.flags };
  const { paths } = group;
  const options = engineOptions(flags.engine, flags.opt);
  const { files, also } = joinVerilog(await modelFiles(paths), flags.top);
  refuseWhatDoesNothing(flags, files);
  return { ...group, flags, files, also, options };
}

interface JudgedAnswer extends Judged {
  readonly answered: Answered;
}

const judgedOf = (answered: Answered, { expected, flags }: PreparedGroup): JudgedAnswer => ({
  file: answered.file,
  property: answered.property,
  answer: answered.answer,
  expected: expected(answered.property),
  isVacuous: answered.outcome.vacuity?.answer === "vacuous",
  isVacuityWrong: flags.vacuity === "error",
  answered,
});

/** What a judgement means for the exit status. */
const STATUS = { good: "holds", doubtful: "holds", wrong: "fails", open: "unknown" } as const;

/** Asks, group by group, and collects answers: one after the other here, all at once where other machines are asked. */
class Checking {
  readonly problems: Problem[] = [];
  private readonly notBegun: NotBegunJson[] = [];
  private readonly trouble: Trouble;
  private unanswered = 0;
  private readonly unused: UnusedJson[] = [];
  private filesBegun = 0;
  /** By the order in which they were asked. */
  private readonly answers = new Map<number, JudgedAnswer>();
  private readonly texts = new Map<number, string>();
  private readonly withEvidence = new Map<number, Answered>();
  private places = 0;
  private readonly underWay: Promise<void>[] = [];
  private printing = Promise.resolve();
  private readonly events: Report;
  private readonly textOf: (answered: Answered) => Promise<string>;

  constructor(
    private readonly flags: CheckFlags,
    private readonly suite: Groups["suite"],
    private readonly groups: readonly PreparedGroup[],
    private readonly interrupt: Interrupt,
    private readonly progress: ProgressLines,
    private readonly host: Host,
    private readonly threads: number,
    private readonly isElsewhere: boolean,
    private readonly showLimits: ShowLimits,
  ) {
    const hasOthers = this.fileCount > 1 || flags.json === true;
    this.trouble = { problems: this.problems, notBegun: this.notBegun, hasOthers };
    this.events = flags.verbose ? new EventLog(process.stderr) : progress;
    this.textOf = formatter(flags, showLimits);
  }

  private get fileCount(): number {
    return this.groups.reduce((sum, g) => sum + g.files.length, 0);
  }

  async group(group: PreparedGroup): Promise<void> {
    const { signal } = this.interrupt;
    const { origin } = group;
    const given = origin === null ? await questionsOf(group.flags) : null;
    const unseen = new Set(group.named);
    const filesBefore = this.filesBegun;
    this.filesBegun += group.files.length;
    for (const [n, file] of group.files.entries()) {
      if (signal.aborted) {
        this.notBegun.push({ file });
        continue;
      }
      await orTrouble(file, this.trouble, async () => {
        const { time, ...limited } = group.flags;
        const least = this.isElsewhere ? LEAST_READING_SECONDS : 0;
        const forReading = time === undefined ? limited : { ...limited, time: Math.max(time, least) };
        const budgets = new Budgets(forReading, signal);
        const formulas = given ?? (await questionsOf(group.flags, `${origin}: ${file}`));
        await using opened = await open(file, formulas, { ...group.flags, also: group.also }, budgets, {
          counted: colon(countOf("file", filesBefore + n, this.fileCount)),
          host: this.host,
          reading: (read) => this.interrupt.during(this.places === 0, read),
          beforePrint: () => this.progress.clear(),
        });
        if (this.flags.unused) await this.sayWhatIsUnused(file, opened, budgets);
        const asked = selected(opened.questions, group.flags.property ?? [], file);
        if (asked.length === 0) this.sayNothingToCheck(file);
        expectOneProperty(this.flags, asked.filter((q) => !q.isRefused).length * this.fileCount);
        // Attempts have names that are made of their time: those of a run that is taken up again must be the same.
        const seconds = this.isElsewhere ? (group.flags.time ?? Number.POSITIVE_INFINITY) : budgets.secondsLeft;
        const limits = { ...this.limits(group), seconds };
        for (const [k, question] of asked.entries()) {
          const { property } = question;
          unseen.delete(property);
          if (signal.aborted) {
            this.notBegun.push({ file, property });
            continue;
          }
          const place = this.places++;
          const counts = [countOf("file", filesBefore + n, this.fileCount), countOf("property", k, asked.length)];
          const counted = counts.filter(Boolean).join(", ");
          const answer = async () => {
            this.progress.asking(`${colon(counted)}${forTerminal(`${file}: ${property}`)}`);
            const found = await question.answer(limits, this.events);
            if (!question.isRefused) this.withEvidence.set(place, found);
            await this.show(place, group, found);
          };
          const isFilesTrouble = opened.isProgram && !this.isElsewhere;
          const answered = isFilesTrouble ? answer() : orTrouble(file, this.trouble, answer).then(() => {});
          if (this.isElsewhere) this.underWay.push(answered);
          else await answered;
        }
      });
    }
    if (unseen.size > 0 && !signal.aborted) await this.missing(group, [...unseen]);
  }

  /** All that was asked is answered, or given up. */
  async settled(): Promise<void> {
    await Promise.all(this.underWay);
  }

  async closing(close: () => Promise<void>): Promise<void> {
    await orTrouble("--queue", this.trouble, close);
  }

  /** Shows what comes last; the exit status. */
  async report(reports: Reports): Promise<number> {
    const { flags, suite, notBegun } = this;
    const judged = inOrder(this.answers);
    this.unanswered += notBegun.length;
    const rows = judged.map((j) => rowOf(j.answered));
    const problems = this.problems.map(({ file, code, message }) => ({ file, code, message }));
    const complete = this.unanswered + problems.length === 0 && !rows.some((row) => row.reason === "cancelled");
    const changes = flags.since === undefined ? null : await changesSince(flags.since, judged);
    if (flags.json) {
      const rest: Omit<CheckJson, "results"> = {
        complete,
        ...(problems.length > 0 && { problems }),
        ...(notBegun.length > 0 && { notBegun }),
        ...(this.unused.length > 0 && { unused: this.unused }),
        ...(suite !== null && { suite: suiteJson(suite.name, judged) }),
        ...(changes !== null && { changes }),
      };
      process.stdout.write(documentText(inOrder(this.texts), rest));
    } else if (!flags.nusmv) {
      if (rows.length > 1) process.stdout.write(`\n${summaryTable(rows)}`);
      if (suite !== null) process.stdout.write(suiteText(judged));
      if (changes !== null) process.stdout.write(changesText(changes, flags.since!));
    }
    if (notBegun.length > 0) process.stderr.write(`interrupted; not begun: ${notBegun.map(nameOf).join(", ")}\n`);
    for (const j of judged) await reports.add(j.answered, judgementOf(j), isUnexpected(j) ? j.expected : null);
    await reports.write({ complete, problems, notBegun });
    const answers = inOrder(this.withEvidence);
    this.unanswered += await writeEvidence(flags, answers, this.showLimits, this.limits(this.groups[0]!));
    return statusOf(
      [...judged.map((j) => STATUS[judgementOf(j)]), ...Array<"unknown">(this.unanswered).fill("unknown")],
      this.problems.map((p) => p.status),
    );
  }

  /** Answers are shown as they come, one at a time. */
  private show(place: number, group: PreparedGroup, answered: Answered): Promise<void> {
    this.printing = this.printing.then(async () => {
      this.progress.clear();
      this.answers.set(place, judgedOf(answered, group));
      const text = await this.textOf(answered);
      if (this.flags.json) this.texts.set(place, text);
      else if (!this.flags.detach) process.stdout.write(text);
    });
    return this.printing;
  }

  private limits({ flags, options, priority }: PreparedGroup) {
    return {
      engine: flags.engine,
      options,
      threads: this.threads,
      seed: flags.seed,
      priority,
      vacuity: flags.vacuity !== "off",
      ...(flags.shortest && { shortest: true }),
      ...(flags.deterministic && { deterministic: true }),
      ...(flags.work !== undefined && { work: flags.work }),
      signal: this.interrupt.signal,
      ...(flags.time !== undefined && { seconds: flags.time }),
      ...(flags.checkTime !== undefined && { checkSeconds: flags.checkTime }),
      ...(flags.memory !== undefined && { memoryBytes: flags.memory * 2 ** 20 }),
    };
  }

  private async sayWhatIsUnused(file: string, { reports }: OpenedFile, budgets: Budgets): Promise<void> {
    for (const found of await reports(budgets.secondsLeft)) {
      if (this.flags.json) this.unused.push({ file, ...found });
      else process.stdout.write(unusedText(file, found));
    }
  }

  /** Where others have something to say, this is beside the answer. */
  private sayNothingToCheck(file: string): void {
    const stream = this.trouble.hasOthers ? process.stderr : process.stdout;
    stream.write(`${forTerminal(file)}: nothing to check: no properties\n`);
  }

  /** A suite that expects something of a property that there is not is mistaken. */
  private async missing({ origin }: PreparedGroup, names: readonly string[]): Promise<void> {
    const hasOthers = { ...this.trouble, hasOthers: true };
    await orTrouble(this.suite!.file, hasOthers, async () => {
      throw new InputError("suite", `no file of this check has a property '${names.join("', '")}'`, null, origin!);
    });
  }
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
  const { OpenRun } = await import("./cluster-run.js");
  return OpenRun.open({
    queue,
    ...(store !== undefined && { store }),
    trustsWorkers: flags.trustWorkers === true,
    telemetry: flags.telemetry === true,
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

const endOf = ({ detach }: CheckFlags, { aborted }: AbortSignal) => (detach ? "left" : aborted ? "cancelled" : "done");

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

/** `property 2 of 5`; nothing where there is one. */
const countOf = (what: string, k: number, all: number): string => (all === 1 ? "" : `${what} ${k + 1} of ${all}`);

const colon = (counted: string): string => (counted === "" ? "" : `${counted}: `);

const nameOf = ({ file, property }: NotBegunJson): string =>
  forTerminal(property === undefined ? file : `${file}: ${property}`);

/** An option that would do nothing is said by name, before any work. */
function refuseWhatDoesNothing(flags: CheckFlags, files: readonly string[]): void {
  if (files.some(isProgramFile) && flags.map !== undefined)
    throw new UsageError("--map has names for an AIGER file, which a program is not");
  if (files.some(isProgramFile) && flags.certificate !== undefined)
    throw new UsageError("--certificate is for circuits: 'fairlead convert' makes one of a system");
  if (flags.certificateFormat !== undefined && flags.certificate === undefined)
    throw new UsageError("--certificate-format is about the file of --certificate, which is not given");
  if (flags.work !== undefined && !flags.deterministic)
    throw new UsageError("--work is about --deterministic, which is not given");
  for (const name of ["sequence", "unused"] as const)
    if (flags[name] !== undefined && !files.every(isProgramFile))
      throw new UsageError(`--${name} is for programs: a circuit has no processes`);
  for (const name of ["time", "checkTime", "threads", "queue"] as const)
    if (flags[name] !== undefined && flags.deterministic)
      throw new UsageError(
        `--deterministic and --${name === "checkTime" ? "check-time" : name}: ${name === "queue" || name === "threads" ? "it runs in one thread" : "it is limited by --work"}`,
      );
  for (const name of ["store", "detach", "trustWorkers", "telemetry"] as const)
    if (flags[name] !== undefined && flags.queue === undefined)
      throw new UsageError(
        `--${name === "trustWorkers" ? "trust-workers" : name} is about --queue, which is not given`,
      );
  if (flags.queue !== undefined && (flags.tree || flags.treeDot !== undefined))
    throw new UsageError("--tree and --queue: refinement trees stay with the workers");
  if (flags.detach) refuseOutputs(flags, files);
  if (flags.watch) refuseWatching(flags, files);
  if (flags.all && files.some(isProgramFile))
    throw new UsageError("--all is for circuits: the trace of a program has all variables");
  if (flags.all && flags.signals !== undefined) throw new UsageError("--all and --signals: choose one");
  if (flags.all && flags.json) throw new UsageError("--all and --json: JSON has all signals");
  for (const name of ["all", "signals"] as const)
    if (flags[name] !== undefined && flags.nusmv)
      throw new UsageError(`--${name} and --nusmv: NuSMV's traces have all signals`);
  if (flags.nusmv && flags.json) throw new UsageError("--nusmv and --json: choose one");
  if (flags.tree && flags.json) throw new UsageError("--tree and --json: the tree is part of the JSON, in 'stats'");
  refuseReadingOptions(flags, files);
}

/** What is said once, of one run, cannot be said of many. */
function refuseWatching(flags: CheckFlags, files: readonly string[]): void {
  for (const name of ["json", "detach"] as const)
    if (flags[name]) throw new UsageError(`--watch and --${name}: choose one`);
  if (files.includes("-")) throw new UsageError("--watch and standard input: it does not change");
}

/** There is nothing to show or to write yet, and a pipe cannot be read again. */
function refuseOutputs(flags: CheckFlags, files: readonly string[]): void {
  for (const name of ["json", "nusmv", "tree"] as const)
    if (flags[name]) throw new UsageError(`--detach and --${name}: nothing is known yet`);
  if (flags.report !== undefined) throw new UsageError("--detach and --report: nothing is known yet");
  if (flags.since !== undefined) throw new UsageError("--detach and --since: nothing is known yet");
  for (const { option, file } of outputsOf(flags))
    if (file !== undefined) throw new UsageError(`--detach and ${option}: nothing is known yet`);
  if (files.includes("-")) throw new UsageError("--detach and standard input: it cannot be read again for the answers");
}

import { existsSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { loadValue } from "../loading/load-value.js";
import { isProgramFile } from "../loading/program-files.js";
import { readBytes } from "../loading/read-bytes.js";
import type { SuiteJson } from "../present/json.js";
import type { Judgement } from "../present/reports/report.js";
import type { SpokenAnswer } from "../present/spoken.js";
import { answersIn, type Change, changesBetween, type SuiteAnswer } from "../suite/changes.js";
import { type Expected, readSuite, type Suite, type SuiteCheck } from "../suite/suite.js";
import { forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { recordOf } from "../text/record.js";
import type { CheckFlags } from "./check-flags.js";
import { UsageError } from "./exit.js";

/** Files that are asked about in the same way. */
export interface CheckGroup {
  readonly paths: readonly string[];
  readonly flags: CheckFlags;
  readonly priority: number;
  expected(property: string): Expected | null;
  /** Properties that a suite names. */
  readonly named: readonly string[];
  /** Where the suite has this check, for messages. */
  readonly origin: string | null;
}

export interface Groups {
  /** Where they come from a suite. */
  readonly suite: { readonly name: string; readonly file: string; readonly isNamed: boolean } | null;
  readonly groups: readonly CheckGroup[];
}

/** The suite that is checked where a command names neither files nor another one. */
const CONFIG = "fairlead.config.json";

/** Options of the command that a suite has for each of its checks. */
const OF_CHECKS = ["property", "ltl", "ctl", "pattern", "properties", "top", "include", "define", "parameter"] as const;
const ALSO_OF_CHECKS = [
  "fair",
  "dialect",
  "map",
  "opt",
  "witness",
  "certificate",
  "vcd",
  "svg",
  "itf",
  "treeDot",
] as const;

/** What a command line asks for: some files, or the checks of a suite. */
export async function groupsOf(paths: readonly string[], flags: CheckFlags, signal: AbortSignal): Promise<Groups> {
  if (paths.length > 0) {
    if (flags.config !== undefined) throw new UsageError("--config has its own files: none are expected beside it");
    const group = { paths, flags, priority: 0, expected: () => null, named: [], origin: null };
    return { suite: null, groups: [group] };
  }
  const file = flags.config ?? CONFIG;
  if (flags.config === undefined && !existsSync(CONFIG))
    throw new UsageError(`expected files to check: there is no ${CONFIG} here`);
  for (const name of [...OF_CHECKS, ...ALSO_OF_CHECKS])
    if (flags[name] !== undefined)
      throw new UsageError(`${file} and --${optionNamed(name)}: a suite has that for each check`);
  const { name, checks } = await suiteIn(file, flags, signal);
  const originOf = ({ at }: SuiteCheck, k: number) =>
    isProgramFile(file) ? `${file}: check ${k + 1}` : `${file}:${at.line}:${at.column}`;
  const groups = checks.map((check, k) => groupOf(check, dirname(file), flags, originOf(check, k)));
  return { suite: { name, file, isNamed: flags.config !== undefined }, groups };
}

/** A suite in a program is what it exports by default. Places in it are those of no text. */
async function suiteIn(file: string, { time, memory }: CheckFlags, signal: AbortSignal): Promise<Suite> {
  const isProgram = isProgramFile(file);
  try {
    if (!isProgram) return readSuite(new TextDecoder().decode(await readBytes(file)));
    const limits = {
      signal,
      ...(time !== undefined && { seconds: time }),
      ...(memory !== undefined && { memoryBytes: memory * 2 ** 20 }),
    };
    return readSuite(JSON.stringify(await loadValue(file, limits)));
  } catch (e) {
    if (!(e instanceof InputError) || e.source !== "") throw e;
    throw isProgram ? new InputError(e.code, e.problem, null, file) : e.in(file);
  }
}

const optionNamed = (flag: string): string => flag.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);

/** What the command line says beside the suite goes before what the suite says. */
function groupOf(
  { files, options, priority, expected, named }: SuiteCheck,
  folder: string,
  flags: CheckFlags,
  origin: string,
): CheckGroup {
  const beside = (path: string) => (isAbsolute(path) ? path : join(folder, path));
  const found = {
    ...options,
    ...(options.properties !== undefined && { properties: options.properties.map(beside) }),
    ...(options.include !== undefined && { include: options.include.map(beside) }),
    ...(options.fair !== undefined && { fair: options.fair.map(beside) }),
    ...(options.map !== undefined && { map: beside(options.map) }),
  };
  return {
    paths: files.map(beside),
    flags: { ...found, ...defined(flags) } as CheckFlags,
    priority,
    expected,
    named,
    origin,
  };
}

/** Without what nobody gave. */
const defined = (flags: CheckFlags): CheckFlags =>
  recordOf(Object.entries(flags).filter(([, value]) => value !== undefined)) as CheckFlags;

/** An answer, and what was expected. */
export interface Judged extends SuiteAnswer {
  readonly answer: SpokenAnswer;
  readonly expected: Expected | null;
  readonly isVacuous: boolean;
  /** Of vacuous answers: that is an error. */
  readonly isVacuityWrong: boolean;
}

export const isUnexpected = ({ expected, answer }: Judged): boolean => expected !== null && expected !== answer;

/** Is it what one hopes for? What is as expected is, whatever it is. */
export function judgementOf(judged: Judged): Judgement {
  const { answer, expected, isVacuous, isVacuityWrong } = judged;
  if (isVacuous && isVacuityWrong) return "wrong";
  const isGood = expected === null ? answer === "holds" || answer === "covered" : !isUnexpected(judged);
  if (isGood) return isVacuous ? "doubtful" : "good";
  return answer === "unknown" ? "open" : "wrong";
}

export const suiteJson = (name: string, judged: readonly Judged[]): SuiteJson => ({
  name,
  expected: judged.filter((j) => j.expected !== null).length,
  unexpected: judged.flatMap((j) =>
    j.expected !== null && isUnexpected(j)
      ? [{ file: j.file, property: j.property, expected: j.expected, answer: j.answer }]
      : [],
  ),
});

/** How a suite came out, a line each. */
export function suiteText(judged: readonly Judged[]): string {
  const wrong = judged.filter(isUnexpected);
  const total = judged.filter((j) => j.expected !== null).length;
  const lines = wrong.map((j) => `${nameOf(j)}: expected ${j.expected}, found ${j.answer}`);
  return [...lines, `${total - wrong.length} of ${total} as expected`].map((line) => `${line}\n`).join("");
}

export function changesText(changes: readonly Change[], since: string): string {
  const lines = changes.map((c) =>
    c.now === null
      ? `${nameOf(c)}: not asked any more, was ${forTerminal(c.before ?? "")}`
      : c.before === null
        ? `${nameOf(c)}: new, ${c.now}`
        : `${nameOf(c)}: ${c.now}, was ${forTerminal(c.before)}`,
  );
  const head = changes.length === 0 ? "nothing has changed" : `${changes.length} changed`;
  return [`${head} since ${forTerminal(since)}`, ...lines].map((line) => `${line}\n`).join("");
}

const nameOf = ({ file, property }: { readonly file: string; readonly property: string }): string =>
  `${forTerminal(file)}: ${forTerminal(property)}`;

/** What is different from the run that a file has. */
export async function changesSince(file: string, now: readonly SuiteAnswer[]): Promise<readonly Change[]> {
  try {
    return changesBetween(answersIn(new TextDecoder().decode(await readBytes(file))), now);
  } catch (e) {
    throw e instanceof InputError && e.source === "" ? e.in(file) : e;
  }
}

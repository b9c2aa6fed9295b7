import type { OptionValues } from "../engines/engine.js";
import { checked, OptionError } from "../engines/options.js";
import { engineNamed } from "../engines/registry.js";
import type { UnknownReason } from "../evidence/verdict.js";
import { forTerminal } from "../text/escape.js";
import { recordOf } from "../text/record.js";
import { type Hash, hash, hashOf } from "./hash.js";
import { among, Damaged, type Fields, positive, record, text, whole } from "./shape.js";

/** One engine on one question, for a while. All that travels in a job: what it names is stored elsewhere. */
export interface Attempt {
  readonly question: Hash;
  readonly engine: string;
  /** Those that are not the engine's defaults. */
  readonly options: OptionValues;
  readonly seed: number;
  /** Seconds for the search. */
  readonly slice: number;
  /** Seconds for the check of evidence; null: see `checkingTime`. */
  readonly checkSeconds: number | null;
}

/** A job is smaller than this, in bytes; most are a tenth of it. */
export const MOST_BYTES = 4096;

/** The same for the same attempt, whoever makes it. */
export function attemptId({ question, engine, options, seed, slice, checkSeconds }: Attempt): string {
  const sorted = Object.entries(options).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify([question, engine, sorted, seed, slice, checkSeconds])).slice(0, 32);
}

/** Throws `Damaged` on anything that is no attempt, also on engines and options that do not exist. */
export function readAttempt(given: unknown): Attempt {
  const fields = small(given, "an attempt", MOST_BYTES);
  const engine = engineNamed(text(fields.engine, "its engine"));
  if (engine === undefined) throw new Damaged("its engine does not exist");
  const options = record(fields.options, "its options") as OptionValues;
  try {
    checked(engine.options, options);
  } catch (e) {
    throw e instanceof OptionError ? new Damaged(e.message) : e;
  }
  return {
    question: hash(fields.question, "its question"),
    engine: engine.name,
    options,
    seed: whole(fields.seed, "its seed", 0, 2 ** 32),
    slice: positive(fields.slice, "its slice"),
    checkSeconds: fields.checkSeconds === null ? null : positive(fields.checkSeconds, "its time for checking"),
  };
}

/** How an attempt ended, as its worker says. Nobody has to believe it. */
export type Report = Reported & {
  /** What others told about the question and could not be shown again, in facts; absent: nothing. */
  readonly refusedFacts?: number;
  /** Figures for people. */
  readonly stats?: Readonly<Record<string, number>>;
  /** Who worked. */
  readonly worker: string;
  readonly seconds: number;
};

export type Reported =
  /** `evidence`: where it is stored; null: there is none, and why. */
  | {
      readonly kind: "answer";
      readonly answer: "holds" | "fails";
      readonly evidence: Hash | null;
      readonly why: string;
      /** What the user should know beside the answer. */
      readonly notes: readonly string[];
    }
  | { readonly kind: "unknown"; readonly reason: UnknownReason; readonly detail: string }
  /** Something went wrong that should not. */
  | { readonly kind: "error"; readonly detail: string };

const REASONS: readonly UnknownReason[] = ["time", "memory", "cancelled", "bound", "unsupported"];
const LONGEST = 1000;
const MOST_NOTES = 3;

/** A text that can be shown to a user: nothing in it moves a cursor. */
const seen = (given: unknown, what: string): string => forTerminal(text(given, what, LONGEST));

/** An object that is no longer as a text. */
function small(given: unknown, what: string, most: number): Fields {
  const fields = record(given, what);
  if (JSON.stringify(fields).length > most) throw new Damaged(`${what} is longer than ${most} bytes`);
  return fields;
}

/** The report with texts of a length that travels. */
export function shortReport(report: Report): Report {
  const short = (given: string) => given.slice(0, LONGEST);
  switch (report.kind) {
    case "answer":
      return { ...report, why: short(report.why), notes: report.notes.slice(0, MOST_NOTES).map(short) };
    case "unknown":
    case "error":
      return { ...report, detail: short(report.detail) };
  }
}

export function readReport(given: unknown): Report {
  const fields = small(given, "a report", 4 * MOST_BYTES);
  const { seconds, refusedFacts, stats } = fields;
  const head = {
    worker: seen(fields.worker, "the name of a worker"),
    seconds: typeof seconds === "number" && seconds >= 0 ? seconds : 0,
    ...(stats !== undefined && { stats: readStats(stats) }),
    ...(refusedFacts !== undefined && { refusedFacts: whole(refusedFacts, "facts", 0, 2 ** 32) }),
  };
  const kind = among(fields.kind, ["answer", "unknown", "error"], "a report");
  if (kind === "error") return { ...head, kind, detail: seen(fields.detail, "an error") };
  if (kind === "unknown") {
    const reason = among(fields.reason, REASONS, "a reason");
    return { ...head, kind, reason, detail: seen(fields.detail, "a reason") };
  }
  const notes = Array.isArray(fields.notes) ? fields.notes : [];
  return {
    ...head,
    kind,
    answer: among(fields.answer, ["holds", "fails"], "an answer"),
    evidence: fields.evidence === null ? null : hash(fields.evidence, "the address of evidence"),
    why: seen(fields.why, "why there is no evidence"),
    notes: notes.slice(0, MOST_NOTES).map((note) => seen(note, "a note")),
  };
}

const MOST_FIGURES = 60;

/** Nothing is decided by them: what is no figure is left out. */
function readStats(given: unknown): Readonly<Record<string, number>> {
  const all = Object.entries(record(given, "figures")).slice(0, MOST_FIGURES);
  return recordOf(
    all.flatMap(([name, value]) =>
      /^[a-zA-Z][\w-]{0,40}$/.test(name) && typeof value === "number" ? [[name, value] as const] : [],
    ),
  );
}

import { Stopped } from "../limits/stopped.js";
import { InputError, type Position } from "../text/input-error.js";
import { answerFrom } from "./answer-data.js";
import type { AskedProgram } from "./data.js";
import { fail, list, record, text } from "./data-fields.js";
import { programFrom } from "./data-reader.js";
import type { ExplicitAnswer } from "./explicit.js";
import { FunctionTable } from "./function-table.js";
import type { Thrown } from "./guest.js";
import { ModelError } from "./model-error.js";
import { firstFunction } from "./program.js";
import { type ProgramReport, withText } from "./report.js";

/** A system of a program that runs elsewhere, and how its answers are read. */
export interface Hosted {
  readonly program: AskedProgram;
  /** It has functions: only where it runs can its states be visited. */
  readonly hasFunctions: boolean;
  /** What `Guest.search` says about it. What functions did along a behaviour is then known here as well. */
  answer(data: unknown): ExplicitAnswer;
}

/** A system from the data that a guest tells. Nothing in it is believed: what makes no sense is a ModelError. */
export function hosted(data: unknown): Hosted {
  const table = new FunctionTable();
  const program = programFrom(data, table);
  const hasFunctions =
    firstFunction(program) !== null || [...program.propositions.values()].some((p) => typeof p.holds === "function");
  return { program, hasFunctions, answer: (given) => answerFrom(program, table, given, mistakeOf) };
}

/** What a guest tells in reply to a request for a report. */
export function reportFrom(given: unknown): ProgramReport {
  const data = record(given, "a report");
  const names = (value: unknown) => list(value, "names").map((name) => text(name, "a name"));
  const count = (value: unknown) => (typeof value === "number" && value >= 0 ? value : fail("a number of states"));
  return withText({
    states: count(data.states),
    isComplete: data.isComplete === true,
    estimate: count(data.estimate),
    // The product may be too large for a number, which JSON does not have.
    atMost: data.atMost === null ? Number.POSITIVE_INFINITY : count(data.atMost),
    neverEnabled: names(data.neverEnabled),
    neverTaken: names(data.neverTaken),
    neverTrue: names(data.neverTrue),
    neverRead: names(data.neverRead),
  });
}

function mistakeOf(given: unknown): ModelError {
  const error = errorOf(record(given, "an error") as unknown as Thrown);
  return error instanceof ModelError ? error : fail("an error");
}

/** What a program threw, as an error of its host. */
export function errorOf({ code, name, message, stack, cause }: Thrown): unknown {
  if (name === "" && code === null) return message;
  const error =
    code !== null
      ? new ModelError(code, message, {}, cause === null ? undefined : errorOf(cause))
      : name === "SyntaxError"
        ? new SyntaxError(message)
        : Object.assign(new Error(message), { name });
  error.stack = stack;
  return error;
}

/** A file of a program: what the user calls it, and its path or address in stacks. */
export interface ProgramSource {
  readonly file: string;
  readonly path: string;
  /** What says where the script does not parse, if the error itself does not. */
  syntaxCheck?(): string;
}

/** An error of the author's program, with the line it comes from. */
export function inProgram(e: unknown, { file, path, syntaxCheck }: ProgramSource): unknown {
  // By the name that the user gave the file.
  if (e instanceof ModelError && e.written?.file === path) return new InputError(e.code, e.problem, e.at, file);
  if (e instanceof Stopped || (e instanceof InputError && e.source !== "")) return e;
  const cause = e instanceof ModelError && e.cause !== undefined ? e.cause : e;
  const stack = cause instanceof Error ? `${cause.message}\n${cause.stack ?? ""}` : "";
  const at =
    placeIn(stack, path) ?? (cause instanceof SyntaxError && syntaxCheck ? placeIn(syntaxCheck(), path) : null);
  if (e instanceof InputError) return new InputError(e.code, e.problem, at ?? e.at, file);
  const message = e instanceof Error ? `${e.name}: ${e.message}` : `throws ${String(e)}`;
  return new InputError("model-file", message.replace(/^SyntaxError: \/\S+?:\d+:\d+: /, "SyntaxError: "), at, file);
}

/** The first frame in the file. */
function placeIn(stack: string, path: string): Position | null {
  for (const found of stack.matchAll(/((?:file:\/\/)?\/[^\s():]+):(\d+)(?::(\d+))?/g)) {
    const [whole, name, line, column] = found;
    const here = name!.startsWith("file:") ? decodeURIComponent(new URL(name!).pathname) : name!;
    if (here !== path) continue;
    return { line: Number(line), column: Number(column ?? caretIn(stack.slice(found.index + whole.length))) };
  }
  return null;
}

/** The column under which a caret stands, below the text of a line that does not parse. */
function caretIn(text: string): number {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => /^(?: {4}at |\w*Error\b)/.test(line));
  const caret = lines.slice(0, end < 0 ? 0 : end).find((line) => /^\s*\^+\s*$/.test(line));
  return caret === undefined ? 1 : caret.indexOf("^") + 1;
}

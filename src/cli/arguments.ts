import { type Command, InvalidArgumentError } from "commander";
import type { OptionSpecs, OptionValues } from "../engines/engine.js";
import { parseOptions } from "../engines/options.js";
import { engineOrError } from "../engines/registry.js";
import { EXPLICIT, EXPLICIT_OPTIONS } from "../portfolio/program-search.js";
import { UsageError } from "./exit.js";

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("expected a positive number.");
  return value;
}

/** Of things that are counted. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isSafeInteger(value))) throw new InvalidArgumentError("expected a positive whole number.");
  return value;
}

const NAMES_PATH = /[<[].*\b(?:files?|folder|model|witness|certificate)\b/;

/** An empty path, as an unset variable of a script leaves it, is said before any work. */
export function refuseEmptyPaths(command: Command): void {
  for (const option of command.options) {
    const given: unknown = command.getOptionValue(option.attributeName());
    if (NAMES_PATH.test(option.flags) && isEmptyPath(given))
      throw new UsageError(`${option.long}: expected a path, found an empty text`);
  }
  for (const [i, argument] of command.registeredArguments.entries())
    if (NAMES_PATH.test(`<${argument.name()}`) && isEmptyPath(command.processedArgs[i]))
      throw new UsageError("expected a path, found an empty text");
}

const isEmptyPath = (given: unknown): boolean => given === "" || (Array.isArray(given) && given.includes(""));

/** Of `--signals`. */
export const namesIn = (text: string): string[] => {
  const names = text.split(",").map((name) => name.trim());
  if (names.some((name) => name === "")) throw new InvalidArgumentError("Expected names, separated by commas.");
  return names;
};

/** What a command may take altogether. */
export interface LimitFlags {
  /** In seconds. */
  readonly time?: number;
  /** In MB. */
  readonly memory?: number;
}

export const addLimitOptions = (command: Command): Command =>
  command
    .option("-t, --time <seconds>", "give up after so long", positiveNumber)
    .option(
      "-m, --memory <MB>",
      "use at most so much memory beyond what an idle command takes (default: 4096)",
      positiveNumber,
    );

/** The options of engines that have no entry of their own. */
const WITHOUT_ENTRY: ReadonlyMap<string, OptionSpecs> = new Map<string, OptionSpecs>([
  ["auto", {}],
  [EXPLICIT, EXPLICIT_OPTIONS],
]);

/** What `--opt` says to the engine that is named: `["a=1", "b=2"]` as values. */
export function engineOptions(engine: string, pairs: readonly string[] = []): OptionValues {
  const entry = WITHOUT_ENTRY.has(engine) ? null : engineOrError(engine);
  const values = parseOptions(entry?.options ?? WITHOUT_ENTRY.get(engine) ?? {}, new Map(pairs.map(pairOf)));
  const refused = entry?.refuses?.(values, null) ?? null;
  if (refused !== null) throw new UsageError(`--opt: ${refused}`);
  return values;
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  if (at <= 0) throw new UsageError(`--opt ${text}: expected key=value`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** For options that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

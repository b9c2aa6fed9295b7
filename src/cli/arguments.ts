import { InvalidArgumentError } from "commander";
import { UsageError } from "./exit.js";

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError("expected a positive number.");
  return value;
}

/** `["a=1", "b=2"]` as a record. */
export function parsePairs(pairs: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    if (at <= 0) throw new UsageError(`--opt ${pair}: expected key=value`);
    record[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return record;
}

/** For options that may be repeated. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

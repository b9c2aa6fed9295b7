import { ModelError } from "./model-error.js";

/** An object of data that came from elsewhere: what it has is looked at. */
export type Fields = Readonly<Partial<Record<string, unknown>>>;

export function record(given: unknown, what: string): Fields {
  return typeof given === "object" && given !== null ? (given as Fields) : fail(what);
}

export function list(given: unknown, what: string): readonly unknown[] {
  return Array.isArray(given) ? (given as readonly unknown[]) : fail(what);
}

export function text(given: unknown, what: string): string {
  return typeof given === "string" ? given : fail(what);
}

export function whole(given: unknown, low: number, high: number, what: string): number {
  return typeof given === "number" && Number.isInteger(given) && given >= low && given <= high ? given : fail(what);
}

export function among<const T extends string>(given: unknown, values: readonly T[], what: string): T {
  return values.find((v) => v === given) ?? fail(what);
}

export function fail(what: string): never {
  throw new ModelError("model-data", `what came from the process of the program is damaged: ${what}`);
}

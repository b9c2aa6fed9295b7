import { recordOf } from "../text/record.js";
import { UsageError } from "./exit.js";

/** A run that is taken up again (`resume`), or whose answers are looked at. */
export interface RunAgain {
  readonly run: string;
  readonly mode: "resume" | "look";
  readonly started: number;
  /** Programs that the user named: no others are run. */
  readonly programs: readonly string[];
}

/** Options of `check` that decide what is asked: with these it is asked again. What they name is read, never run. */
const KEPT = {
  config: "text",
  property: "texts",
  engine: "text",
  opt: "texts",
  time: "number",
  checkTime: "number",
  seed: "number",
  vacuity: "text",
  ltl: "texts",
  ctl: "texts",
  pattern: "texts",
  properties: "texts",
  top: "text",
  include: "texts",
  define: "texts",
  fair: "texts",
  dialect: "text",
  parameter: "texts",
  map: "text",
  shortest: "flag",
} as const satisfies Readonly<Record<string, "text" | "texts" | "number" | "flag">>;

type KeptFlags = Readonly<Record<string, unknown>>;

export function flagsToKeep(flags: object): KeptFlags {
  const given = new Map<string, unknown>(Object.entries(flags));
  return recordOf(Object.keys(KEPT).flatMap((name) => (given.has(name) ? [[name, given.get(name)] as const] : [])));
}

/** Options of a run that somebody wrote to a queue: of the right kind, or not at all. */
export function flagsKept(given: KeptFlags): KeptFlags {
  const values = new Map<string, unknown>(Object.entries(given));
  return recordOf(
    Object.entries(KEPT).flatMap(([name, kind]) => {
      const value = values.get(name);
      if (value === undefined) return [];
      if (!isOfKind(value, kind)) throw new UsageError(`the run has a damaged option: ${name}`);
      return [[name, value] as const];
    }),
  );
}

function isOfKind(value: unknown, kind: (typeof KEPT)[keyof typeof KEPT]): boolean {
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "number") return typeof value === "number" && value > 0;
  if (kind === "text") return typeof value === "string";
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}

import { OptionError, parseOptions } from "../engines/options.js";
import { engineNamed, engines } from "../engines/registry.js";
import type { Model } from "../model/model.js";
import type { Property } from "../model/property.js";
import { linearProperty } from "../verdict/linear-property.js";

/** A line of a plan: what to try, and how much of each round it gets. */
export interface PlanLine {
  readonly engine: string;
  readonly options: Readonly<Record<string, string>>;
  readonly share: number;
}

/**
 * Engines in the order in which they get a thread, in rounds: each runs for a slice, then pauses while the next ones run.
 * Slices grow from round to round.
 */
export interface Plan {
  /** `auto`, or the engine that the user named. */
  readonly name: string;
  readonly lines: readonly PlanLine[];
  /** In seconds, for a share of 1. */
  readonly firstSlice: number;
  readonly growth: number;
}

const line = (engine: string, share: number, options: Readonly<Record<string, string>> = {}): PlanLine => ({
  engine,
  options,
  share,
});

const SMALL = line("reference", 1, { states: "100000" });

/**
 * What is good at what: `reference` at small models, `bmc` at short lassos, `gsh` at models that BDDs can hold, the
 * others at proofs of different kinds.
 */
const FAIR_CYCLE: readonly PlanLine[] = [
  SMALL,
  line("bmc", 1),
  line("rlive", 2),
  line("gsh", 3),
  line("fair", 2),
  line("k-liveness", 2),
  line("l2s", 1),
];

const REACH: readonly PlanLine[] = [SMALL, line("ic3", 4), line("bmc", 1)];

const CTL: readonly PlanLine[] = [SMALL, line("gsh", 4), line("reference", 2, { states: "2000000" })];

/** The engines to try for a property. */
export function planFor(model: Model, property: Property): Plan {
  return { name: "auto", lines: linesFor(model, property), firstSlice: 0.5, growth: 2 };
}

/** One engine, for as long as it takes. */
export function planOf(engine: string, options: Readonly<Record<string, string>>): Plan {
  return { name: engine, lines: [line(engine, 1, options)], firstSlice: 1e6, growth: 1 };
}

/** The plan of an engine that the user names. Wrong names and values are said here, not by a worker. */
export function planNamed(name: string, options: Readonly<Record<string, string>>): Plan {
  const engine = engineNamed(name);
  if (engine === undefined)
    throw new OptionError(`no engine '${name}' (there are auto, ${engines.map((e) => e.name).join(", ")})`);
  parseOptions(engine.options, options);
  return planOf(name, options);
}

function linesFor(model: Model, property: Property): readonly PlanLine[] {
  switch (property.kind) {
    case "bad":
      return REACH;
    case "justice":
    case "ltl":
      return FAIR_CYCLE;
    case "ctl":
      return linearProperty(model, property) === null ? CTL : FAIR_CYCLE;
  }
}

import { OptionError, parseOptions } from "../engines/options.js";
import { engineNamed, engines } from "../engines/registry.js";
import type { Model } from "../model/model.js";
import type { Design, Property } from "../model/property.js";
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

/** What is cheap to know about a question, and decides who is asked first. */
interface Features {
  readonly kind: "reach" | "fair-cycle" | "ctl";
  /** The formula is one of CTL: an engine that knows branching time needs no automaton. */
  readonly isBranching: boolean;
  /** Of CTL, with others in the same design: `gsh` answers all of them with one set of reachable states. */
  readonly hasSiblings: boolean;
  readonly latches: number;
}

function featuresOf({ model, properties }: Design, property: Property): Features {
  const isBranching = property.kind === "ctl";
  return {
    kind: kindOf(model, property),
    isBranching,
    hasSiblings: isBranching && properties.filter((p) => p.kind === "ctl").length > 1,
    latches: model.latches.length,
  };
}

/** A CTL formula that linear time can say is a question about fair cycles, for which there is more choice. */
function kindOf(model: Model, property: Property): Features["kind"] {
  switch (property.kind) {
    case "bad":
      return "reach";
    case "justice":
    case "ltl":
      return "fair-cycle";
    case "ctl":
      return linearProperty(model, property) === null ? "ctl" : "fair-cycle";
  }
}

const SMALL = line("reference", 1, { states: "100000" });

/** Beyond so many latches diagrams seldom hold the reachable states, and the engines that need them get less. */
const MANY_LATCHES = 100;

/**
 * What is good at what, by `npm run bench:auto`: `reference` at few states, `bmc` at short lassos, `fair` and `rlive` at
 * proofs and deep lassos, `k-liveness` at what settles soon, `gsh` and `dnc` at what diagrams can hold. The first ones decide
 * most questions within their first slices; no single engine decides all.
 */
function linesFor({ kind, isBranching, hasSiblings, latches }: Features): readonly PlanLine[] {
  switch (kind) {
    case "reach":
      return [SMALL, line("ic3", 4), line("bmc", 2)];
    case "ctl":
      return [...first(hasSiblings, line("gsh", 4)), line("reference", 2, { states: "2000000" })];
    case "fair-cycle": {
      const diagrams = latches > MANY_LATCHES ? 1 : 2;
      const gsh = line("gsh", isBranching ? 3 : diagrams);
      const others = [line("bmc", 1), line("fair", 1.5), line("rlive", 1.5)];
      const last = [line("k-liveness", 1), line("dnc", diagrams)];
      return isBranching ? [...first(hasSiblings, gsh), ...others, ...last] : [SMALL, ...others, gsh, ...last];
    }
  }
}

const first = (hasSiblings: boolean, gsh: PlanLine): PlanLine[] => (hasSiblings ? [gsh, SMALL] : [SMALL, gsh]);

/** The engines to try for a property of a design. */
export function planFor(design: Design, property: Property): Plan {
  return { name: "auto", lines: linesFor(featuresOf(design, property)), firstSlice: 0.3, growth: 2 };
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

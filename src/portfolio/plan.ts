import type { Engine, OptionValues } from "../engines/engine.js";
import { checked } from "../engines/options.js";
import { catalogue, engineOrError } from "../engines/registry.js";
import type { Design, Property } from "../model/property.js";
import { type Features, featuresOf } from "./features.js";

/** A line of a plan: what to try, and how much of each round it gets. */
export interface PlanLine {
  /** By name: plans travel to workers, and are printed. */
  readonly engine: string;
  /** Those that are not the engine's defaults. */
  readonly options: OptionValues;
  readonly share: number;
  /** It may use all the memory, and is given up last when that does not suffice. */
  readonly isKept?: boolean;
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
  /** Seconds on top of each engine's first slice: to start, and to read and simplify the model. */
  readonly setup: number;
  /** Seconds in which the first line has the machine for itself: what is easy needs no others. */
  readonly alone?: number;
}

/** Longer than it takes a second worker to begin. */
const ALONE = 0.3;
/** What is decided at once, as half of all questions are, needs no second worker. */
const AT_ONCE = 0.1;

function line<V extends OptionValues, K extends keyof V>(
  engine: Engine<V>,
  share: number,
  options?: Pick<V, K>,
): PlanLine {
  return { engine: engine.name, options: options ?? {}, share };
}

const { reference, gsh, dnc, fair, rlive, bmc, ic3, interpolation, kLiveness, l2s, forward, couvreur } = catalogue;

const SMALL = line(reference, 1, { states: 100_000 });
/** On the fly, and so fast that millions of states are no trouble. */
const EXPLICIT = line(couvreur, 1, { states: 5_000_000 });

/** Beyond so many latches diagrams hold the reachable states less often, and the engines that need them get less time. */
const MANY_LATCHES = 100;
/** Beyond so many latches diagrams and lists of states have decided nothing so far. */
const VERY_MANY_LATCHES = 500;
/** Beyond so many gates a step of a state takes too long to visit many states. */
const MANY_GATES = 20_000;
/** Gates that are read, simplified and written as clauses in about a second, before an engine begins. */
const GATES_A_SECOND = 12_000;

/**
 * Who is asked, in which order and for how long: docs/reference/plan.md has the figures behind it. The first ones decide most
 * questions within their first slices; no single engine decides all.
 */
function linesFor(features: Features): readonly PlanLine[] {
  const { kind, hasSiblings, latches, gates } = features;
  switch (kind) {
    case "reach":
      if (gates > MANY_GATES) return [line(bmc, 1), line(ic3, 3), SMALL, line(forward, 1)];
      return latches > MANY_LATCHES
        ? [line(bmc, 1), line(ic3, 3), line(interpolation, 1.5), line(forward, 1), less(SMALL)]
        : [line(ic3, 2), line(forward, 3), line(bmc, 1), line(interpolation, 1), SMALL];
    case "ctl":
      return [...first(hasSiblings, line(gsh, 4)), line(reference, 2, { states: 2_000_000 })];
    case "fair-cycle":
      return cycleLines(features);
  }
}

const first = (hasSiblings: boolean, hulls: PlanLine): PlanLine[] => (hasSiblings ? [hulls, SMALL] : [SMALL, hulls]);

function cycleLines(features: Features): readonly PlanLine[] {
  const { isBranching, hasSiblings, latches, gates, strength } = features;
  if (latches > VERY_MANY_LATCHES && !isBranching) return HUGE;
  const isWide = latches > MANY_LATCHES;
  const [few, explicit] = isWide ? [less(SMALL), less(EXPLICIT)] : [SMALL, EXPLICIT];
  const [walls, shoals, lassos] = [line(fair, 2), line(rlive, isWide ? 2 : 1), line(bmc, isWide ? 2 : 0.5)];
  // On a formula of CTL gsh needs no automaton, and has one tense.
  const share = isWide ? 2 : 3;
  const hulls = isBranching ? line(gsh, share) : line(gsh, share, { tense: "past" });
  // Where reachable states are hard to represent, those on fair behaviours may not be; and where one first order of variables is bad, another may not. Asked a formula of CTL, gsh needs the reachable ones.
  const everywhere = isBranching ? [] : [line(gsh, isWide ? 2 : 1, { reach: "none", order: "force-once" })];
  const [parts, counting] = [line(dnc, isWide ? 1 : 3), line(kLiveness, isWide ? 1 : 0.5)];
  if (hasSiblings) return [hulls, few, shoals, lassos, walls, parts, counting, explicit];
  // To violate the formula is to reach a state: rlive then is ic3, and walls are of little use.
  if (strength === "terminal" || strength === "empty")
    return [few, line(rlive, 2), lassos, hulls, counting, explicit, line(fair, 1), parts, ...everywhere];
  if (gates > MANY_GATES) return [lassos, walls, shoals, counting, hulls, few, parts];
  if (isWide) return [few, walls, shoals, lassos, ...everywhere, hulls, counting, parts, explicit];
  if (isBranching) return [few, hulls, walls, shoals, lassos, parts, counting, explicit];
  // Bounds on the reachable states are found sooner than these, and mostly suffice.
  const bounded = line(dnc, 3, { reach: "approximate" });
  return [less(few), line(fair, 4), less(shoals), bounded, hulls, lassos, counting, explicit, ...everywhere];
}

const less = ({ engine, options, share }: PlanLine): PlanLine => ({ engine, options, share: share / 2 });

/** SAT alone has decided such models so far, by each of these engines some. */
const HUGE = [
  ...[line(bmc, 2), line(rlive, 2), line(fair, 2), line(kLiveness, 2), line(l2s, 2, { by: "cores" })],
  ...[line(gsh, 1, { tense: "past" }), less(SMALL), line(dnc, 1)],
];

/** The engines to try for a property of a design. */
export function planFor(design: Design, property: Property): Plan {
  const features = featuresOf(design, property);
  const setup = features.gates / GATES_A_SECOND;
  return { name: "auto", lines: linesFor(features), firstSlice: 0.3, growth: 2, setup, alone: AT_ONCE };
}

/** Who shows a behaviour in no time, if there is a short one. */
const FINDERS: readonly string[] = [bmc.name, rlive.name];

/** The same for a question that asks for a behaviour, in the hope that there is one: who finds them is asked first. */
export function planToFind(design: Design, property: Property): Plan {
  const plan = planFor(design, property);
  if (property.kind === "bad") return plan; // a dead end, and hopefully there is none
  const isFinder = ({ engine }: PlanLine) => FINDERS.includes(engine);
  return { ...plan, lines: [...plan.lines.filter(isFinder), ...plan.lines.filter((l) => !isFinder(l))] };
}

/** One engine, for as long as it takes. */
export function planOf(engine: Engine, options: OptionValues): Plan {
  return { name: engine.name, lines: [line(engine, 1, options)], firstSlice: 1e6, growth: 1, setup: 0 };
}

/** The plan of an engine that the user names, on so many threads. Wrong names and values are said here, not by a worker. */
export function planNamed(name: string, options: OptionValues, threads: number): Plan {
  const engine = engineOrError(name);
  const one = planOf(engine, checked(engine.options, options));
  if (engine.team === undefined || threads === 1) return one;
  return { ...one, alone: ALONE, lines: engine.team(threads).map((own) => line(engine, 1, { ...own, ...options })) };
}

/** What the user calls a line: its engine's name, with its options where the plan has the engine more than once. */
export function labelOf(line: PlanLine, { lines }: Plan): string {
  if (lines.filter((l) => l.engine === line.engine).length === 1) return line.engine;
  return [line.engine, ...Object.entries(line.options).map(([k, v]) => `${k}=${v}`)].join(" ");
}

import type { Assignment } from "./action.js";
import type { Domain } from "./compound.js";
import type { AnyScalar } from "./domain.js";
import type { FilePlace } from "./place.js";
import type { Term } from "./term.js";

/**
 * A program as interpreter and compilers see it. A state is an array of codes, one for each slot; a variable has one
 * slot, or one for each element.
 */
export interface Program {
  readonly name: string;
  readonly variables: readonly Variable[];
  readonly slots: readonly Slot[];
  readonly processes: readonly Process[];
  /** Fairness of steps that belong together, whatever their processes. */
  readonly groups: readonly FairGroup[];
  /** Each holds infinitely often. */
  readonly fairness: readonly NamedCondition[];
  readonly propositions: ReadonlyMap<string, NamedCondition>;
  readonly deadlock: Deadlock;
  readonly stopping: Stopping;
}

/**
 * What it means that no step is enabled. `error`: a mistake, which every check reports. `stutter`: the state stays as
 * it is for ever. `end`: the run is over; what is said about behaviours, which are infinite, does not speak of it.
 */
export type Deadlock = "error" | "stutter" | "end";

/**
 * `allowed`: where no step that fairness speaks of is enabled, nothing may happen, also for ever. `never`: some step is
 * taken as long as one is enabled; a process without fairness can only be passed over for the sake of others.
 */
export type Stopping = "allowed" | "never";

export interface Variable {
  readonly name: string;
  readonly domain: Domain;
  /** Its slots are `first` to `first + size - 1`, column by column (compound.ts). */
  readonly first: number;
  readonly size: number;
}

export interface Slot {
  readonly name: string;
  readonly domain: AnyScalar;
  /** Codes that it may start with. */
  readonly initial: readonly number[];
}

/** A state as plain functions see it: values by the names of variables. */
export type StateObject = Record<string, unknown>;

/** Something that holds in some states: a term, or a function that the author wrote. */
export type Condition = Term | ((state: StateObject) => unknown);

export interface NamedCondition {
  readonly name: string;
  readonly holds: Condition;
}

/** A property that belongs to a program: what `fairlead check` asks. */
export interface NamedQuestion {
  readonly name: string;
  readonly logic: "ltl" | "ctl";
  readonly formula: string;
  /** It was made of a pattern: what it has several times was written once. */
  readonly isPattern?: true;
}

/**
 * `weak`: a process that stays enabled takes a step. `strong`: a process that is enabled again and again does.
 * `unconditional`: it takes steps again and again, whatever happens. The same of one step: it is taken.
 */
export type ProcessFairness = (typeof FAIRNESS)[number];

export const FAIRNESS = ["weak", "strong", "unconditional"] as const;

export interface Process {
  readonly name: string;
  readonly fairness: ProcessFairness | null;
  readonly steps: readonly Step[];
}

/** One of the steps is taken, as the kind of fairness says. Steps are `process.step`, with the names as written. */
export interface FairGroup {
  readonly name: string;
  readonly kind: ProcessFairness;
  readonly steps: readonly string[];
}

export interface Step {
  /** What was chosen is part of it: `vote(2)`. */
  readonly name: string;
  /** The name as written: steps of one process that share it are the ways to take one step. */
  readonly written: string;
  /** Where it is written, if that is known. */
  readonly place: FilePlace | null;
  /** It is a statement of a sequential process, at that line. */
  readonly isStatement: boolean;
  /** Of this step, whatever the other steps of the process do. `none`: the fairness of its process does not speak of it. */
  readonly fairness: ProcessFairness | "none" | null;
  readonly guard: Condition;
  readonly effect: Effect;
}

/** All right sides are read before anything is written; a function writes as it goes. */
export type Effect = readonly Assignment[] | ((state: StateObject, choose: Choose) => unknown);

/** Any of the options: the step is taken once with each. */
export type Choose = <T>(options: readonly T[]) => T;

/** Only expressions: the program can be compiled. */
export function isSymbolic(program: Program): boolean {
  return firstFunction(program) === null;
}

/** Where the program uses a function of the author's; null when it does nowhere. */
export function firstFunction({ processes, fairness }: Program): string | null {
  for (const { name, steps } of processes)
    for (const step of steps) {
      if (typeof step.guard === "function") return `the guard of ${name}.${step.name}`;
      if (typeof step.effect === "function") return `the effect of ${name}.${step.name}`;
    }
  const condition = fairness.find((f) => typeof f.holds === "function");
  return condition === undefined ? null : `the fairness condition ${condition.name}`;
}

/** What a fair behaviour has to meet infinitely often, or the other way round never needs to. */
export type FairnessCondition =
  | { readonly kind: "state"; readonly name: string; readonly holds: Condition }
  | StepFairness;

/** Fairness of some steps: those of a process, or one. `steps` are their numbers in `Semantics.steps`. */
export interface StepFairness {
  readonly kind: ProcessFairness;
  readonly name: string;
  readonly steps: ReadonlySet<number>;
}

export function fairnessOf({ fairness, processes, groups }: Program): FairnessCondition[] {
  const ofSteps: StepFairness[] = [];
  const written = new Map<string, number[]>();
  let first = 0;
  for (const { name, fairness: kind, steps } of processes) {
    const own = steps.flatMap((s, k) => (s.fairness === "none" ? [] : [first + k]));
    if (kind !== null) ofSteps.push({ kind, name: `${kind} fairness of ${name}`, steps: new Set(own) });
    const asked = new Map<string, { readonly kind: ProcessFairness; readonly steps: Set<number> }>();
    for (const [k, step] of steps.entries()) {
      const full = `${name}.${step.written}`;
      written.set(full, [...(written.get(full) ?? []), first + k]);
      if (step.fairness === null || step.fairness === "none") continue;
      const known = asked.get(full) ?? { kind: step.fairness, steps: new Set() };
      known.steps.add(first + k);
      asked.set(full, known);
    }
    for (const [full, { kind, steps }] of asked) ofSteps.push({ kind, name: `${kind} fairness of ${full}`, steps });
    first += steps.length;
  }
  for (const { name, kind, steps } of groups)
    ofSteps.push({
      kind,
      name: `${kind} fairness of ${name}`,
      steps: new Set(steps.flatMap((full) => written.get(full) ?? [])),
    });
  return [...fairness.map(({ name, holds }): FairnessCondition => ({ kind: "state", name, holds })), ...ofSteps];
}

/** The program with only some of its fairness, by index in `fairnessOf`. */
export function withFairness(program: Program, kept: ReadonlySet<number>): Program {
  let k = 0;
  const isKept = () => kept.has(k++);
  const { name, variables, slots, propositions, deadlock, stopping } = program;
  const fairness = program.fairness.filter(isKept);
  const processes = program.processes.map((process) => {
    const own = process.fairness !== null && isKept() ? process.fairness : null;
    // The ways to take one step share its fairness.
    const known = new Map<string, boolean>();
    const steps = process.steps.map((step) => {
      if (step.fairness === null || step.fairness === "none") return step;
      const isOwn = known.get(step.written) ?? isKept();
      known.set(step.written, isOwn);
      return isOwn ? step : { ...step, fairness: null };
    });
    return { ...process, fairness: own, steps };
  });
  const groups = program.groups.filter(isKept);
  return { name, variables, slots, propositions, deadlock, stopping, fairness, processes, groups };
}

/** Is one of the steps enabled, where these are? */
export const isOneEnabled = ({ steps }: StepFairness, enabled: readonly boolean[]): boolean =>
  enabled.some((is, k) => is && steps.has(k));

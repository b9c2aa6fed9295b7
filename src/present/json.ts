import type { Explanation, FormulaRow } from "../evidence/explanation.js";
import type { Lacking } from "../evidence/lacking.js";
import type { Outcome } from "../evidence/outcome.js";
import type { RefinementTree } from "../evidence/refinement-tree.js";
import type { Trace } from "../evidence/trace.js";
import type { Vacuity } from "../evidence/vacuity.js";
import type { Shortest, Told, Verdict } from "../evidence/verdict.js";
import type { SourcePlace } from "../model/symbols.js";
import { recordOf } from "../text/record.js";
import type { Shown } from "./shown.js";
import type { SpokenAnswer } from "./spoken.js";
import type { UnusedIn } from "./unused.js";

/** What `fairlead check --json` prints; schema/check.schema.json says the same to other languages. */
export interface CheckJson {
  /** Whether `results` has all that was asked for, and no interrupt came before the end. */
  readonly complete: boolean;
  readonly results: readonly ResultJson[];
  /** Files that could not be read or checked, where there are others. */
  readonly problems?: readonly { readonly file: string; readonly code: string; readonly message: string }[];
  readonly notBegun?: readonly NotBegunJson[];
  /** With `--unused`, of each system. */
  readonly unused?: readonly UnusedJson[];
  readonly suite?: SuiteJson;
  /** What is different from an earlier run; null where one of the two did not ask it. */
  readonly changes?: readonly {
    readonly file: string;
    readonly property: string;
    readonly before: string | null;
    readonly now: string | null;
  }[];
}

/** What a system has for nothing; `report` is null where that is not known. */
export interface UnusedJson extends UnusedIn {
  readonly file: string;
}

/** How a suite came out. */
export interface SuiteJson {
  readonly name: string;
  /** Answers for which something was expected. */
  readonly expected: number;
  readonly unexpected: readonly {
    readonly file: string;
    readonly property: string;
    readonly expected: string;
    readonly answer: SpokenAnswer;
  }[];
}

/** What an interrupt came before: a property, or a whole file that was not read. */
export interface NotBegunJson {
  readonly file: string;
  readonly property?: string;
}

/** One entry of `results`. */
export interface ResultJson {
  readonly file: string;
  readonly property: string;
  readonly answer: SpokenAnswer;
  readonly engine: string;
  readonly seconds: number;
  readonly stats: StatsJson;
  readonly evidence: Outcome["evidence"];
  readonly reason?: string;
  readonly detail?: string;
  /** Of a formula: what it asks, in plain words. */
  readonly asked?: string;
  /** Where the source asks it. */
  readonly source?: SourcePlace;
  readonly witness?: WitnessJson;
  /** A behaviour that shows that an E formula holds. */
  readonly example?: WitnessJson;
  readonly why?: WhyJson;
  /** With `--shortest`: no behaviour of fewer steps shows the same, and why longer ones were not looked for. */
  readonly shortest?: ShortestJson;
  readonly notes?: readonly string[];
  readonly vacuity?: VacuityJson;
  /** Of a property that fails by a loop: fairness that is not declared and would exclude that. */
  readonly lacking?: Lacking;
}

/** With `--why`: signals by name. */
interface WhyJson {
  readonly conditions: readonly { readonly name: string; readonly step: number; readonly because: readonly string[] }[];
  readonly formula?: readonly FormulaRow[];
  readonly anything: readonly string[];
  /** Where the source says what the value of a signal is. */
  readonly assigned?: readonly { readonly signal: string; readonly at: readonly SourcePlace[] }[];
}

interface ShortestJson {
  readonly noneBelow: number;
  readonly stoppedBy?: string;
}

/** What it is worth that a property holds. */
interface VacuityJson {
  readonly answer: Vacuity["answer"];
  readonly noBehaviour?: Vacuity["noBehaviour"];
  readonly tautology?: true;
  /** Of a part that matters, `witness` is an index in `witnesses`. */
  readonly parts?: readonly {
    readonly text: string;
    readonly path: readonly number[];
    readonly replacedBy: readonly string[];
    readonly vacuous: boolean | null;
    readonly stronger?: string;
    readonly witness?: number;
  }[];
  readonly witnesses?: readonly WitnessJson[];
  readonly notNeeded?: readonly string[];
  readonly remarks?: readonly string[];
}

/** A condition (fairness, justice, or the bad state) and the steps in which it is met. */
interface ConditionJson {
  readonly name: string;
  readonly metIn: readonly number[];
}

/** Signals by name in each step; `loop` is the first step of the loop, absent in a finite run. */
interface WitnessJson {
  readonly loop?: number;
  readonly steps: readonly Readonly<Record<string, string>>[];
  /** Of a system of processes: which of them takes which step, null where nothing happens. */
  readonly moves?: readonly (string | null)[];
  /** By step in which nothing happens: those that could be taken there. */
  readonly could?: readonly (readonly string[])[];
  readonly conditions?: readonly ConditionJson[];
  /** Of a system of processes: the first step in which what must always hold does not. */
  readonly breach?: { readonly step: number; readonly text: string };
  readonly branches?: readonly { readonly step: number; readonly formula: string; readonly witness: WitnessJson }[];
}

export function resultJson(
  about: {
    readonly file: string;
    readonly property: string;
    readonly asked?: string;
    readonly source?: SourcePlace;
  },
  { outcome, answer, trace, shownOfIt = trace, explanation, vacuity, remarks }: Shown,
): ResultJson {
  const { verdict, engine, seconds, evidence, notes } = outcome;
  const detail = verdict.answer === "unknown" ? verdict.detail : detailOf(trace);
  return {
    ...about,
    answer,
    engine,
    seconds: Math.round(seconds * 1e4) / 1e4,
    stats: statsJson(verdict),
    evidence,
    ...(verdict.answer === "unknown" && { reason: verdict.reason }),
    ...(detail !== null && { detail }),
    ...(shownOfIt !== null && { [verdict.answer === "fails" ? "witness" : "example"]: traceJson(shownOfIt) }),
    ...(explanation && trace !== null && { why: whyJson(explanation, trace) }),
    ...(verdict.answer !== "unknown" && verdict.shortest && { shortest: shortestJson(verdict.shortest) }),
    ...(notes.length > 0 && { notes }),
    ...(vacuity !== null && { vacuity: vacuityJson(vacuity, remarks) }),
    ...(outcome.lacking && { lacking: outcome.lacking }),
  };
}

function whyJson({ conditions, rows, anything }: Explanation, { signals }: Trace): WhyJson {
  const name = (k: number) => signals[k]!.name;
  const assigned = signals.flatMap(({ name: signal, assigned: at }) => (at === undefined ? [] : [{ signal, at }]));
  return {
    conditions: conditions.map((c) => ({ ...c, because: c.because.map(name) })),
    ...(rows.length > 0 && { formula: rows }),
    anything: anything.map(name),
    ...(assigned.length > 0 && { assigned }),
  };
}

const shortestJson = ({ noneBelow, stoppedBy }: Shortest): ShortestJson => ({
  noneBelow,
  ...(stoppedBy !== null && { stoppedBy }),
});

/** Figures, and what is known besides that has no place of its own. */
type StatsJson = Readonly<Record<string, number | string | boolean | RefinementTree>>;

export function statsJson(verdict: Verdict<Told>): StatsJson {
  if (verdict.answer === "unknown") return verdict.stats;
  const { stats, initialStates, refinement } = verdict;
  return {
    ...stats,
    ...(initialStates !== undefined && {
      initialStates: initialStates.all,
      initialStatesWithoutFairPath: initialStates.withoutFairPath,
    }),
    ...(refinement !== undefined && { tree: refinement }),
  };
}

const detailOf = (trace: Trace | null): string | null =>
  trace?.moves?.isDeadlock === true ? "no step is enabled after this run" : null;

/** A behaviour by the schema of `--json`. */
export function traceJson(trace: Trace): WitnessJson {
  const { loop, moves, branches } = trace;
  const steps = trace.values.map((values) => recordOf(trace.signals.map((s, k) => [s.name, values[k]!])));
  const conditions = trace.conditions.map(({ name }, k) => ({
    name,
    metIn: [...trace.met.keys()].filter((step) => trace.met[step]!.includes(k)),
  }));
  return {
    ...(loop !== null && { loop }),
    steps,
    ...(moves !== undefined && { moves: moves.steps }),
    ...(moves?.could?.some((c) => c.length > 0) && { could: moves.could }),
    ...(conditions.length > 0 && { conditions }),
    ...(moves !== undefined && moves.breach !== null && { breach: moves.breach }),
    ...(branches !== undefined && {
      branches: branches.map((b) => ({ step: b.step, formula: b.formula, witness: traceJson(b.trace) })),
    }),
  };
}

function vacuityJson(vacuity: Vacuity<Trace>, remarks: readonly string[]): VacuityJson {
  const { answer, noBehaviour, isTautology, notNeeded } = vacuity;
  const witnesses = [...new Set(vacuity.parts.flatMap((p) => (p.witness === undefined ? [] : [p.witness])))];
  const parts = vacuity.parts.map(({ text, path, replacedBy, isVacuous, stronger, witness }) => ({
    text,
    path,
    replacedBy,
    vacuous: isVacuous,
    ...(stronger !== undefined && { stronger }),
    ...(witness !== undefined && { witness: witnesses.indexOf(witness) }),
  }));
  return {
    answer,
    ...(noBehaviour !== undefined && { noBehaviour }),
    ...(isTautology && { tautology: true }),
    ...(parts.length > 0 && { parts }),
    ...(witnesses.length > 0 && { witnesses: witnesses.map(traceJson) }),
    ...(notNeeded !== undefined && { notNeeded }),
    ...(remarks.length > 0 && { remarks }),
  };
}

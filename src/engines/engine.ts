import type { Verdict } from "../evidence/verdict.js";
import type { Progress } from "../limits/progress.js";
import type { Limits } from "../limits/stopped.js";
import type { Kernels } from "../logic/kernel-module.js";
import type { Asking } from "../model/asking.js";
import type { FactExchange } from "../model/fact.js";
import type { CtlTask, FairCycleTask, ReachTask, Task } from "../model/model.js";
import type { Sessions } from "../model/sessions.js";
import type { Watcher } from "../model/watcher.js";

/** What the surroundings give to an engine. */
export interface EngineContext extends Limits {
  readonly seed: number;
  readonly kernels: Kernels;
  /** Other engines at work on the same task, if there are any. */
  readonly facts?: FactExchange;
  /** What the engine left behind, where the surroundings expect further questions about the same model. */
  readonly sessions?: Sessions;
  /** Somebody who looks at what engines do. */
  readonly watcher?: Watcher;
}

/** The value of an option, as data: names, defaults and help are shown by `fairlead engines`. */
export type OptionSpec =
  | {
      readonly kind: "choice";
      readonly values: readonly string[];
      readonly default: string;
      readonly help: string;
      /** By value: what it changes the defaults of other options to, such as the settings of a paper's experiments. */
      readonly sets?: Readonly<Record<string, OptionValues>>;
    }
  | {
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      readonly default: number;
      readonly help: string;
    }
  | { readonly kind: "flag"; readonly default: boolean; readonly help: string };

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** Options as values: of all those that an engine has, or of those that differ from its defaults. */
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

type OptionValue<S extends OptionSpec> = S extends { kind: "choice"; values: readonly (infer V)[] }
  ? V
  : S extends { kind: "number" }
    ? number
    : boolean;

export type OptionsOf<O extends OptionSpecs> = { readonly [K in keyof O]: OptionValue<O[K]> };

/**
 * A decision procedure at work: it says how far it is, can be cancelled by `.return()`, and frees everything in `finally`. Where
 * it meets a limit it throws `Stopped`, with its figures.
 */
export type Search = Generator<Progress, Verdict>;

/** What an engine decides: one procedure for each kind of task that it takes. */
export interface Decides<V> {
  "fair-cycle"?(task: FairCycleTask, options: V, context: EngineContext): Search;
  reach?(task: ReachTask, options: V, context: EngineContext): Search;
  ctl?(task: CtlTask, options: V, context: EngineContext): Search;
}

/** An engine whose options have the values `V`. */
export interface Engine<V extends OptionValues = OptionValues> {
  readonly name: string;
  /** How it decides. */
  readonly summary: string;
  /** What it is good for. */
  readonly suits: string;
  /** Where it is published: authors, title and year. */
  readonly paper: string;
  readonly decides: Decides<V>;
  readonly options: OptionSpecs;
  /** Why options that a user gives would change nothing, for tasks of a kind, or (null) for any; null: they make sense. */
  readonly refuses?: (given: OptionValues, kind: Task["kind"] | null) => string | null;
  /**
   * Of an engine several of which help one another with one question: what each of so many does differently; the user's own
   * options go before. Absent: one is enough.
   */
  readonly team?: (size: number) => readonly OptionValues[];
}

/** How an engine takes a property: as it is, or in linear time; null where it can be asked neither. */
export function taking({ decides }: Engine, { kind, linear }: Asking): "as it is" | "in linear time" | null {
  if (decides[kind] !== undefined) return "as it is";
  return linear !== null && decides["fair-cycle"] !== undefined ? "in linear time" : null;
}

/** The engine as it is given; the type of its options is that of their specifications. */
export const engine = <const O extends OptionSpecs>(
  given: Engine<OptionsOf<O>> & { readonly options: O },
): Engine<OptionsOf<O>> => given;

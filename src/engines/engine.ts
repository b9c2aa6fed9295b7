import type { Verdict } from "../evidence/verdict.js";
import type { FactExchange } from "../model/fact.js";
import type { Kept } from "../model/kept.js";
import type { Task } from "../model/model.js";

/** What an engine says while it works: `what` it is doing and the figures that a person would want to see. */
export interface EngineEvent {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** What the surroundings give to an engine. */
export interface EngineContext {
  /** Why the engine must stop now, or null. Asked often: cheap. */
  shouldStop(): "time" | "memory" | "cancelled" | null;
  /** In bytes. */
  readonly memoryLimit: number;
  readonly seed: number;
  /** The compiled kernels; hosts load them (Node reads files, a page fetches). */
  readonly kernels: { readonly bdd: WebAssembly.Module; readonly sat: WebAssembly.Module };
  /** Other engines at work on the same task, if there are any. */
  readonly facts?: FactExchange;
  /** What the engine left behind, where the surroundings expect further questions about the same model. */
  readonly kept?: Kept;
}

/** The value of an option, as data: names, defaults and help are shown by `fairlead engines`. */
export type OptionSpec =
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly default: string; readonly help: string }
  | {
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      readonly default: number;
      readonly help: string;
    }
  | { readonly kind: "flag"; readonly default: boolean; readonly help: string };

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

type OptionValue<S extends OptionSpec> = S extends { kind: "choice"; values: readonly (infer V)[] }
  ? V
  : S extends { kind: "number" }
    ? number
    : boolean;

export type OptionsOf<O extends OptionSpecs> = { readonly [K in keyof O]: OptionValue<O[K]> };

/**
 * A decision procedure. `run` is a generator: it yields events, can be cancelled by `.return()`, frees everything in
 * `finally`, and may assume that the task is one it handles.
 */
export interface Engine<O extends OptionSpecs = OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  readonly paper: string;
  readonly handles: readonly Task["kind"][];
  readonly options: O;
  /**
   * Of an engine several of which help one another with one question: what each of so many does differently, as options
   * that the user's own go before. Absent: one is enough.
   */
  readonly team?: (size: number) => readonly Readonly<Record<string, string>>[];
  run(task: Task, options: OptionsOf<O>, context: EngineContext): Generator<EngineEvent, Verdict>;
}

import type { AnswerView, Film, NotFilmed, ProofCheck, ProofWalk, Trace, Witness } from "fairlead";
import type { QuestionText } from "../project/project.js";
import type { Script } from "./transpile.js";

/** What is read: a text under the name of its file, and formulas in place of its own properties. */
export interface Asked {
  readonly file: string;
  readonly text: string;
  readonly questions: readonly QuestionText[];
  /** What a program exported when it ran: data that is looked at whenever it is read. Absent where it has not run. */
  readonly systems?: readonly unknown[];
}

/** How it is to be answered. */
export interface CheckOptions {
  readonly engine: string;
  readonly seconds: number;
  readonly megabytes: number;
  readonly off: readonly number[];
  readonly skipped: readonly number[];
}

/** What the page asks a worker. */
export type Request =
  | { readonly type: "read"; readonly asked: Asked; readonly megabytes: number }
  | { readonly type: "check"; readonly asked: Asked; readonly options: CheckOptions }
  /** Bytes of a file that is no text, as a text that says the same. */
  | { readonly type: "as-text"; readonly file: string; readonly bytes: Uint8Array }
  /** A proof gone through and checked, step by step. */
  | { readonly type: "proof"; readonly asked: Asked; readonly options: ProofOptions }
  /** An engine watched at work. */
  | { readonly type: "film"; readonly asked: Asked; readonly options: FilmOptions }
  /** A counterexample as a file for other tools. */
  | { readonly type: "witness"; readonly asked: Asked; readonly about: Posing; readonly witness: Witness }
  /** A behaviour in another format. */
  | { readonly type: "write"; readonly trace: Trace; readonly format: TraceFormat; readonly about: TraceAbout };

export type TraceFormat = "vcd" | "svg" | "json" | "itf";

/** What a file that has a behaviour says of it. */
export interface TraceAbout {
  readonly source: string;
  readonly title: string;
}

/** Which question of what is read, and without which demands. */
export interface Posing {
  readonly property: number;
  readonly off: readonly number[];
  readonly megabytes: number;
}

/** Which proof, and what is changed about it to see what the checker says. */
export interface ProofOptions extends Posing {
  /** As `writeCertificate` writes it. */
  readonly certificate: string;
  readonly tampered: Tampering | null;
}

/** A step left out, or said of the opposite. */
export interface Tampering {
  readonly step: number;
  readonly how: "omit" | "negate";
}

export interface FilmOptions extends Posing {
  readonly engine: string;
  readonly settings: Readonly<Record<string, string | number | boolean>>;
}

/** What the page says: a request, or what became of a program that it was to run. */
export type PageMessage =
  | { readonly type: "request"; readonly id: number; readonly request: Request }
  | { readonly type: "running"; readonly port: MessagePort }
  | { readonly type: "died"; readonly message: string };

/** What the worker says to a request: news while it works, then exactly one reply or failure. */
export type Response =
  /** A program is to be run, in a worker that only the page may make. */
  | { readonly type: "run"; readonly script: Script }
  | { readonly type: "news"; readonly id: number; readonly news: News }
  | { readonly type: "reply"; readonly id: number; readonly reply: Reply }
  | { readonly type: "failed"; readonly id: number; readonly problem: Problem };

export type Reply =
  | { readonly type: "read"; readonly model: ModelInfo }
  | { readonly type: "checked" }
  | { readonly type: "proof-checked"; readonly check: ProofCheck }
  | { readonly type: "film"; readonly film: Film | NotFilmed }
  | { readonly type: "text"; readonly file: string; readonly text: string };

export type News =
  /** `systems`: what a program exported. */
  | { readonly type: "model"; readonly model: ModelInfo; readonly systems?: readonly unknown[] }
  | { readonly type: "begins"; readonly property: number }
  | { readonly type: "progress"; readonly property: number; readonly progress: EngineProgress }
  | { readonly type: "answer"; readonly property: number; readonly answer: Answer }
  | { readonly type: "walk"; readonly walk: ProofWalk }
  | { readonly type: "obligation"; readonly step: number; readonly text: string };

/** Said once, before anything is asked. */
export interface Greeting {
  readonly type: "ready";
  readonly engines: readonly EngineInfo[];
}

export interface EngineInfo {
  readonly name: string;
  readonly summary: string;
  readonly suits: string;
}

export interface ModelInfo {
  readonly properties: readonly PropertyInfo[];
  /** What the source asks of behaviours: fairness and constraints. */
  readonly demands: readonly DemandInfo[];
  readonly notices: readonly Problem[];
}

export interface PropertyInfo {
  readonly name: string;
  readonly kind: "justice" | "bad" | "cover" | "ltl" | "ctl";
}

export interface DemandInfo {
  readonly name: string;
  readonly kind: "fairness" | "constraint";
}

/** Something wrong, or worth knowing, with its place. */
export interface Problem {
  /** As the command line prints it. */
  readonly message: string;
  /** The same without the place. */
  readonly text: string;
  /** The file, or `question 1`… */
  readonly source: string;
  /** From 1. */
  readonly at: { readonly line: number; readonly column: number } | null;
  /** Time or memory did not suffice. */
  readonly isLimit?: true;
}

export interface EngineProgress {
  readonly engine: string;
  /** Milliseconds since the property was begun. */
  readonly at: number;
  readonly what: string;
  readonly figures: readonly (readonly [string, number])[];
  readonly isPaused?: true;
  /** How it ended, in words. */
  readonly ended?: string;
}

/** The answer to a property, for the views. */
export interface Answer extends AnswerView {
  /** The proof as a file; null where there is none, or too large a one. */
  readonly proof: string | null;
  /** The counterexample as the circuit's own; null where there is none, or one of a program. */
  readonly witness: Witness | null;
}

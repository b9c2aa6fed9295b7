import type { Attempt, Report } from "./attempt.js";

/** An attempt on its way, for a run. */
export interface Job {
  /** The same for the same attempt of the same run: to submit it again changes nothing. */
  readonly id: string;
  readonly run: string;
  /** Nobody waits who would call the others off when one has an answer. */
  readonly unattended: boolean;
  readonly attempt: Attempt;
  /** Smaller is earlier. */
  readonly priority: number;
}

export type JobState =
  | { readonly state: "open" }
  /** What the worker said, as it came. */
  | { readonly state: "done"; readonly report: unknown }
  | { readonly state: "failed"; readonly detail: string }
  | { readonly state: "missing" };

/** What is heard about jobs, of any run; some of it may be lost, or come twice. */
export interface JobListener {
  done(id: string, report: unknown): void;
  failed(id: string, detail: string): void;
  progress(id: string, what: unknown): void;
}

/** The side that asks. */
export interface AskingQueue {
  submit(jobs: readonly Job[]): Promise<void>;
  find(id: string): Promise<JobState>;
  /** Takes jobs back: those that wait go, those that run are told to stop. */
  cancel(ids: readonly string[]): Promise<void>;
  /** The jobs of a run that wait or are at work. */
  open(run: string): Promise<readonly string[]>;
  /** Forgets a job that has ended, so that it can be submitted again. */
  forget(id: string): Promise<void>;
  listen(listener: JobListener): Promise<void>;
  close(): Promise<void>;
}

/** A job at work, as its worker sees it. */
export interface TakenJob {
  readonly id: string;
  /** As it came. */
  readonly data: unknown;
  /** How often it was begun, with this time: more than once where workers were lost. */
  readonly starts: number;
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal;
  progress(what: object): void;
}

/** Thrown by whoever works on a job to put it back: somebody else will take it. */
export class PutBack extends Error {
  override readonly name = "PutBack";
}

/** The side that works. */
export interface WorkingQueue {
  /** Takes jobs, so many at once, until it is closed. */
  work(jobs: number, perform: (job: TakenJob) => Promise<Report>): Promise<void>;
  /** Takes no more, and waits for those at work. */
  close(): Promise<void>;
}

/** Tables in the queue's database. Whatever is in them may have been written by anybody. */

/** By name: who takes attempts. */
export const WORKERS = "workers";
/** A worker that is not heard of for so long is gone. */
export const WORKER_SECONDS = 10;

export interface WorkerEntry {
  readonly threads: number;
  readonly version: string;
}

/** By question: where the evidence for its answer is, which was checked by whoever wrote it, and is checked again. */
export const ANSWERS = "answers";

/** By question: the job that has an answer, in a run that nobody attends to. */
export const claimsOf = (run: string): string => `claims:${run}`;

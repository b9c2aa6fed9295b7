import type { Trace } from "../evidence/trace.js";
import { InputError } from "../text/input-error.js";
import type { FilePlace } from "./place.js";

/** Where in a program an error is: what there is of these is named in the message as well. */
export interface ErrorPlace {
  readonly process?: string;
  readonly step?: string;
  readonly variable?: string;
  readonly value?: unknown;
}

/** A mistake in a model that is written as a program: found when it is put together, or while it is searched. */
export class ModelError extends InputError {
  constructor(
    code: string,
    problem: string,
    readonly place: ErrorPlace = {},
    /** What a function of the author's threw. */
    override readonly cause: unknown = undefined,
    /** Where in the author's files. */
    readonly written: FilePlace | null = null,
  ) {
    super(code, problem, written, written?.file ?? "");
  }

  /** The same error, written there. */
  writtenAt(written: FilePlace | null): ModelError {
    return new ModelError(this.code, this.problem, this.place, this.cause, written);
  }
}

/** A mistake that a program makes after a run. */
export class MistakeAfterRun extends ModelError {
  constructor(
    { code, problem, place, cause, written }: ModelError,
    readonly run: Trace,
  ) {
    super(code, problem, place, cause, written);
  }
}

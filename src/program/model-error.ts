import { InputError } from "../text/input-error.js";

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
  ) {
    super(code, problem);
  }
}

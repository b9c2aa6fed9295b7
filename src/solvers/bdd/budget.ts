import { Stopped } from "../../limits/stopped.js";

/** There is no more room for nodes. */
export const outOfMemory = (): Stopped => new Stopped("memory", "the decision diagrams fill the memory allowed");

/** What an error of the kernel means: an engine reports a stack that is too small in words of its own. */
export function explained(error: unknown): unknown {
  const overflow = error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
  return overflow ? new Stopped("memory", "the decision diagrams are too deep for the stack") : error;
}

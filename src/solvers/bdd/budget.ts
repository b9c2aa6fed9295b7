/**
 * Why an operation gave up: the host's `shouldStop` said so (time, memory, cancelled), the memory limit or the limit on
 * nodes is reached, or the diagrams are too deep for this thread's stack.
 */
export type BudgetReason = "time" | "memory" | "cancelled" | "nodes" | "depth";

/** An operation stopped before its end. Every protected function is intact, and the operation may be tried again. */
export class BudgetExceeded extends Error {
  override readonly name = "BudgetExceeded";

  constructor(readonly reason: BudgetReason) {
    super(`the BDD operation was stopped: ${reason}`);
  }
}

/** What an error of the kernel means: an engine reports a stack that is too small in words of its own. */
export function explained(error: unknown): unknown {
  const overflow = error instanceof RangeError || (error instanceof Error && error.name === "InternalError");
  return overflow ? new BudgetExceeded("depth") : error;
}

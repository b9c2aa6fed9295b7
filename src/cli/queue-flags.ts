import type { Command } from "commander";
import { type QueueAddress, queueAddress } from "../cluster/queue-url.js";
import { UsageError } from "./exit.js";

/** Where other machines are met. */
export interface QueueFlags {
  readonly queue?: string;
  readonly store?: string;
}

export const QUEUE_HELP =
  "a queue in Redis or PostgreSQL: redis://…, rediss://…, postgres://…, or env:NAME for the variable that has it";

export const TELEMETRY_HELP =
  "send spans to OpenTelemetry: through the package bullmq-otel, to the tracer that Node was started with";

export const addStoreOption = (command: Command): Command =>
  command.option("--store <folder>", "keep models and evidence in a folder that all machines share, not in the queue");

/** The address that `--queue` gives. */
export function addressOf(queue: string): QueueAddress {
  const address = queueAddress(queue);
  // The text itself is not repeated: there may be a password in it.
  if (address === null)
    throw new UsageError("--queue: expected redis://HOST, rediss://HOST, postgres://HOST or env:NAME");
  return address;
}

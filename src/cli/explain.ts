import { CommanderError } from "commander";
import { MissingPeer } from "../cluster/optional-peer.js";
import { QueueError } from "../cluster/queue-error.js";
import { OptionError } from "../engines/options.js";
import { InternalError } from "../evidence/outcome.js";
import { isOutOfMemory } from "../limits/out-of-memory.js";
import { Stopped } from "../limits/stopped.js";
import { forMessage, forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { EXIT, OutputError, UsageError } from "./exit.js";

/** The exit status of an error, after it was said on standard error. */
export function explain(e: unknown): number {
  if (e instanceof CommanderError) return e.exitCode === 0 ? 0 : EXIT.usage; // commander has said it
  if (e instanceof UsageError || e instanceof OptionError || e instanceof MissingPeer) {
    console.error(`fairlead: ${forTerminal(e.message)}`);
    return EXIT.usage;
  }
  if (e instanceof OutputError) {
    console.error(`fairlead: ${forTerminal(e.message)}`);
    return e.status;
  }
  if (e instanceof QueueError) {
    console.error(`fairlead: ${forTerminal(e.message)}`);
    return EXIT.inputOutput;
  }
  if (e instanceof InputError || e instanceof Stopped) {
    console.error(`${e.message}`);
    return e instanceof Stopped ? EXIT.unknown : EXIT.input;
  }
  if (isOutOfMemory(e)) {
    console.error("fairlead: the machine does not give this process the memory that it needs");
    return EXIT.system;
  }
  const what = e instanceof InternalError ? e.message : e instanceof Error ? (e.stack ?? e.message) : String(e);
  console.error(`fairlead: internal error: ${forMessage(what)}`);
  return EXIT.internal;
}

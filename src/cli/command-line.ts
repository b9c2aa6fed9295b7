import { Command, CommanderError } from "commander";
import { MissingPeer } from "../cluster/optional-peer.js";
import { QueueError } from "../cluster/queue-error.js";
import { OptionError } from "../engines/options.js";
import { InternalError } from "../evidence/outcome.js";
import { isOutOfMemory } from "../limits/out-of-memory.js";
import { Stopped } from "../limits/stopped.js";
import { forMessage, forTerminal } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { addCommands } from "./commands.js";
import { EXIT, exitHelp, OutputError, UsageError, VERDICTS } from "./exit.js";
import { cannotWrite } from "./output-files.js";
import { version } from "./version.js";

const program = new Command("fairlead")
  .description(
    "A model checker for progress. It looks for a reachable fair cycle: an infinite behaviour that meets every\n" +
      "fairness condition and violates the property. It shows the lasso, or proves that there is none.",
  )
  .version(version())
  .showHelpAfterError("(add --help for usage)")
  .exitOverride()
  // Options of 'runs' and of 'runs show' have the same names.
  .enablePositionalOptions()
  .configureOutput({ writeErr: (text) => process.stderr.write(forMessage(text)) })
  .addHelpText(
    "after",
    "\nExamples:\n" +
      "  fairlead check design.aig                      every property of the file\n" +
      "  fairlead check design.aig --ltl 'G(req -> F ack)'\n" +
      "  fairlead verify design.aig witness.txt         replay somebody's counterexample\n" +
      exitHelp(VERDICTS),
  );
addCommands(program);
// Options set on the program before commands are added are inherited; exitOverride is not.
for (const command of program.commands) command.exitOverride();

/** The exit status of an error, after it was said on standard error. */
function explain(e: unknown): number {
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
    console.error("fairlead: there is not enough memory");
    return EXIT.unknown;
  }
  const what = e instanceof InternalError ? e.message : e instanceof Error ? (e.stack ?? e.message) : String(e);
  console.error(`fairlead: internal error: ${forMessage(what)}`);
  return EXIT.internal;
}

/** Ends the process at once: what it would still say cannot be heard, or is about a state that nobody knows. */
function end(e: unknown): never {
  process.exit(explain(e));
}

// A reader that closes early (`| head`) is told nothing.
process.stdout.on("error", (e: NodeJS.ErrnoException) => {
  if (e.code === "EPIPE") process.exit(EXIT.closedPipe);
  end(cannotWrite("standard output", e));
});
// Messages that nobody can read do not stop the work, but they are lost: the status says so.
process.stderr.on("error", (e: NodeJS.ErrnoException) => {
  if (e.code !== "EPIPE") process.on("exit", () => (process.exitCode = EXIT.inputOutput));
});
process.on("uncaughtException", end);

try {
  await program.parseAsync();
} catch (e) {
  process.exitCode = explain(e);
}

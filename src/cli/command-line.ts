import { Command } from "commander";
import { forMessage } from "../text/escape.js";
import { refuseEmptyPaths } from "./arguments.js";
import { addCommands } from "./commands.js";
import { EXIT, exitHelp, VERDICTS } from "./exit.js";
import { explain } from "./explain.js";
import { cannotWrite } from "./output-files.js";
import { version } from "./version.js";

const program = new Command("fairlead")
  .description(
    "A model checker for progress. It looks for a reachable fair cycle: an infinite behaviour that meets every " +
      "fairness condition and violates the property. It shows the lasso, or proves that there is none.",
  )
  .version(version())
  .showHelpAfterError("(add --help for usage)")
  .exitOverride()
  // Options of 'runs' and of 'runs show' have the same names.
  .enablePositionalOptions()
  .hook("preAction", (_, command) => refuseEmptyPaths(command))
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

import { Argument, type Command } from "commander";
import { completionFor, SHELLS, type Shell } from "../completion.js";
import { exitHelp } from "../exit.js";

export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .summary("print a script with which a shell completes commands and options")
    .description("Prints a script for bash, zsh or fish that completes commands, options, engines and files.")
    .addArgument(new Argument("<shell>", "which shell it is for").choices(SHELLS))
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  source <(fairlead completion bash)                                           in ~/.bashrc\n" +
        '  fairlead completion zsh > "$fpath[1]/_fairlead"\n' +
        "  fairlead completion fish > ~/.config/fish/completions/fairlead.fish\n" +
        exitHelp("0 printed"),
    )
    .action((shell: Shell) => {
      process.stdout.write(completionFor(shell, program));
    });
}

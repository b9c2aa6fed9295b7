import { type Command, Option } from "commander";
import { RADICES } from "../../present/radix.js";
import { collect, namesIn, positiveNumber, wholeNumber } from "../arguments.js";
import type { CheckFlags } from "../check-flags.js";
import { checkFiles } from "../checking.js";
import { exitHelp, VERDICTS } from "../exit.js";
import { withInterrupt } from "../interrupt.js";
import { addQuestionOptions } from "../questions.js";
import { addStoreOption, QUEUE_HELP, TELEMETRY_HELP } from "../queue-flags.js";
import { itfFileOf, REPORT_HELP } from "../reports.js";
import { checkAgainAndAgain } from "../watching.js";

export function addCheckCommand(program: Command): void {
  const command = program
    .command("check")
    .summary("check the properties of models")
    .description(
      "Checks every property of the files, or those that are asked for. A property that fails comes with a " +
        "counterexample; one that holds, with a proof where the engine gives one. Both are checked before they are shown. " +
        "Of several properties a table comes last.",
    )
    .argument(
      "[file...]",
      "models (.aig, .aag, .blif, .mv, .btor2, .smv, .v, .sv, .f, .hoa), folders of them, - for standard input; programs (.ts, .js), which are run",
    )
    .option("-p, --property <name>", "only this property, by name or number (may be repeated)", collect)
    .option("-e, --engine <name>", "an engine's name, see 'fairlead engines' (default: auto)")
    .option("-o, --opt <key=value>", "an option of the engine (may be repeated)", collect)
    .option(
      "-t, --time <seconds>",
      "so long for each property, reading its file included; checking what was found comes on top",
      positiveNumber,
    )
    .option(
      "--check-time <seconds>",
      "check what was found for so long, and show or write it (default: as long as it took to find, 10 at least)",
      positiveNumber,
    )
    .option(
      "-m, --memory <MB>",
      "use at most so much memory, reading and all engines together, beyond what an idle command takes (default: 4096)",
      positiveNumber,
    )
    .option(
      "--threads <n>",
      "engines that may run at once, or workers of one engine ('fair', 'dnc') (default: the cores of the machine)",
      wholeNumber,
    )
    .option("--seed <n>", "seed of random choices (default: 1)", wholeNumber)
    .addOption(
      new Option(
        "--vacuity <how>",
        "a property that holds, but says nothing: note it (the default), take it for an error (status 1), or do not ask",
      ).choices(["note", "error", "off"]),
    )
    .option(
      "--why",
      "say what makes each condition hold, where each part of a formula holds, and which signals may be anything",
    )
    .option(
      "--signals <names>",
      "of a trace show only these signals, separated by commas; * stands for any part of a name",
      namesIn,
    )
    .option("--all", "of a trace show all signals, also those that may be anything")
    .addOption(new Option("--radix <base>", "how words are written in traces (default: dec)").choices(RADICES))
    .option("--shortest", "look for a shortest counterexample in the time that is left, and say whether it is one")
    .option(
      "--deterministic",
      "the same answer and the same trace on every run: engines take turns by work, not by time",
    )
    .option("--work <n>", "with --deterministic: give up a property after so much work", wholeNumber)
    .option("--json", "one JSON document on standard output, by schema/check.schema.json")
    .option("--nusmv", "answers and counterexamples as NuSMV prints them, for scripts that read that")
    .option("--verbose", "events as JSON lines on standard error, by schema/event.schema.json")
    .option("--tree", "print the refinement tree of the engines dnc and dnc-sharp")
    .option("--tree-dot <file>", "write that tree for Graphviz")
    .option("--witness <file>", "write the counterexamples in AIGER's witness format, or BTOR2's for BTOR2 files")
    .option("--certificate <file>", "write the proof of a property that holds")
    .addOption(
      new Option(
        "--certificate-format <format>",
        "as steps that 'fairlead verify' checks (the default), or as a ranked witness circuit for Certifaiger",
      ).choices(["fairlead", "ranked"]),
    )
    .option("--vcd <file>", "write a counterexample as a value change dump, with the loop marked")
    .option("--svg <file>", "draw a counterexample as a picture, with the loop marked")
    .option(
      "--sequence <file>",
      "write a counterexample of a program as a sequence chart, one lane a process: a picture for .svg, else text",
    )
    .option(
      "--unused",
      "of programs, also say which steps are never enabled, ways never possible, propositions never true and variables never read, and how many states there are",
    )
    .option("--report <file>", REPORT_HELP, collect)
    .option(
      "--config <file>",
      "the checks of a suite file, by schema/suite.schema.json (default: fairlead.config.json)",
    )
    .option("--watch", "check again whenever a file changes, until Ctrl-C")
    .option("--since <file>", "say what is different from an earlier run, whose --json this file has")
    .option("--queue <url>", `ask the workers of ${QUEUE_HELP}`)
    .option("--detach", "with --queue: leave the questions to the workers; 'fairlead runs show' has the answers")
    .option("--trust-workers", "with --queue: show answers without evidence as uncertified, not as unknown")
    .option("--telemetry", `with --queue: ${TELEMETRY_HELP}`);
  addStoreOption(command);
  addQuestionOptions(command)
    .addHelpText(
      "after",
      "\nExamples:\n" +
        "  fairlead check design.aig                          every property, with the engines that seem best\n" +
        "  fairlead check models/ --time 60                   every model of a folder, a minute for each property\n" +
        "  fairlead check design.smv --ltl 'G(req -> F ack)'  this formula instead\n" +
        "  fairlead check model.ts                            the systems that a program exports: it is run\n" +
        "  fairlead check design.aig --vcd loop.vcd           the counterexample for a waveform viewer\n" +
        "  fairlead check                                     the checks of fairlead.config.json, and what is expected of each\n" +
        "  fairlead check --config nightly.json               the same, of another file\n" +
        `${exitHelp(VERDICTS)}\n` +
        "Ctrl-C stops and shows what is known, with 1 if something fails and 2 if not.",
    )
    .action(async (files: string[], flags: CheckFlags) => {
      const all = { ...flags, ...itfFileOf(flags.report) };
      const check = flags.watch ? checkAgainAndAgain : checkFiles;
      process.exitCode = await withInterrupt((interrupt) => check(files, all, interrupt));
    });
}

import { type Command, Option } from "commander";
import { packDesign } from "../../portfolio/transport.js";
import { apart, Budgets, readDesign, readWithin } from "../apart.js";
import { addLimitOptions } from "../arguments.js";
import { exitHelp, UsageError } from "../exit.js";
import { showNotices, showRefused } from "../notices.js";
import { addQuestionOptions, oneModel, type QuestionFlags, questionsOf } from "../questions.js";
import type { VerifyOptions } from "../verify.js";

type VerifyFlags = VerifyOptions & QuestionFlags;

export function addVerifyCommand(program: Command): void {
  const command = program
    .command("verify")
    .summary("check somebody's counterexample or proof")
    .description(
      "Replays a counterexample (a witness of AIGER or BTOR2, of this or any other tool) on the model, or checks a certificate " +
        "step by step or somebody's ranked witness circuit (any other AIGER file), and says what it shows of which property. " +
        "Nothing is believed but the model.",
    )
    .usage("[options] <model...> <evidence>")
    .argument(
      "<files...>",
      "the model, or several Verilog files with --top; then a witness, a certificate or a ranked witness circuit",
    )
    .option("-p, --property <name>", "the property that the evidence is about, where the file does not say it")
    .addOption(
      new Option("--expect <claim>", "what the evidence must show: anything else is not valid").choices([
        "holds",
        "fails",
      ]),
    )
    .option("--json", "one JSON document on standard output, by schema/verify.schema.json")
    .option("--lrat", "check each answer of the SAT solver too, step by step, by its LRAT proof")
    .option(
      "--solver <command>",
      "let an installed SAT solver decide each query of a certificate, for instance cadical",
    )
    .option("--dump <folder>", "also write each query of a certificate as a DIMACS file: all must be unsatisfiable");
  addLimitOptions(addQuestionOptions(command))
    .addHelpText(
      "after",
      exitHelp("0 valid, 1 not valid or not what is expected, 2 not decided: not within the limits, or no evidence"),
    )
    .action(async (files: string[], flags: VerifyFlags) => {
      const evidence = files.at(-1)!;
      if (files.length < 2) throw new UsageError("verify: expected a model and its evidence");
      const { file, also } = oneModel(files.slice(0, -1), flags.top);
      const budgets = new Budgets(flags);
      const design = await readDesign(file, await questionsOf(flags), { ...flags, also }, budgets);
      showNotices(file, design);
      showRefused(file, design);
      const bytes = await readWithin(evidence, budgets);
      const options = { ...flags, time: budgets.secondsLeft };
      const given = { design: packDesign(design), bytes, evidence, options };
      const { lines, status } = await apart("verify", given, budgets, `${evidence}: not checked`);
      for (const line of lines) console.log(line);
      process.exitCode = status;
    });
}

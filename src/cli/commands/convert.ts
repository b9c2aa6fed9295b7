import type { Command } from "commander";
import { type Converted, OUTPUT_FORMATS, outputFormatOf } from "../../formats/convert.js";
import { filesBeside } from "../../loading/companions.js";
import { packDesign } from "../../portfolio/transport.js";
import { isAiger } from "../../reading/read-design.js";
import { forTerminal } from "../../text/escape.js";
import { apart, Budgets, readDesign, readWithin } from "../apart.js";
import { addLimitOptions, type LimitFlags } from "../arguments.js";
import { exitHelp, UsageError } from "../exit.js";
import { showNotices, showRefused } from "../notices.js";
import { expectOutputs, writeOutput } from "../output-files.js";
import { addQuestionOptions, filesRead, oneModel, type QuestionFlags, questionsOf } from "../questions.js";

type ConvertFlags = QuestionFlags & LimitFlags;

const ENDINGS = OUTPUT_FORMATS.flatMap((f) => f.endings).join(", ");

/** Why a format without formulas leaves out a property; formulas of linear time become automata beside the model. */
const WHY = {
  ltl: "its automaton is too large to become a part of the model",
  ctl: "CTL cannot be written in this format",
  justice: "justice properties cannot be written in this format",
  bad: "bad states cannot be written in this format",
} as const;

export function addConvertCommand(program: Command): void {
  const command = program
    .command("convert")
    .summary("translate a model into another format")
    .description(
      `Reads a model and writes it in the format that the ending of the second name asks for: ${ENDINGS}. ` +
        "AIGER and BTOR2 have no formulas: there they become justice properties with automata that watch. BLIF has no fairness: it goes into a .fair file beside the model. What cannot be said is named.",
    )
    .usage("[options] <in...> <out>")
    .argument("<files...>", "a model, or several Verilog files with --top; then the file to write");
  addLimitOptions(addQuestionOptions(command))
    .addHelpText("after", exitHelp("0 written, 2 not within the limits"))
    .action(async (files: string[], flags: ConvertFlags) => {
      const output = files.at(-1)!;
      if (files.length < 2) throw new UsageError("convert: expected a model and the file to write");
      const { file: input, also } = oneModel(files.slice(0, -1), flags.top);
      if (outputFormatOf(output) === null) throw new UsageError(`${output}: expected a name that ends in ${ENDINGS}`);
      const read = () => filesRead([input, ...also], flags);
      await expectOutputs([{ option: "<out>", file: output }], read);
      const { bytes, fair, leftOut } = await convert(input, output, { ...flags, also });
      const beside = output.replace(/\.\w+$/, ".fair");
      if (fair !== undefined) await expectOutputs([{ option: "fairness in", file: beside }], read);
      await writeOutput(output, bytes);
      if (fair !== undefined) {
        await writeOutput(beside, new TextEncoder().encode(fair));
        process.stderr.write(`${forTerminal(beside)}: the fairness conditions, which go with the model\n`);
      }
      for (const name of await filesBeside(output))
        if (fair === undefined || name !== beside)
          process.stderr.write(
            `${forTerminal(name)}: note: it was there before, and is read with ${forTerminal(output)}\n`,
          );
      for (const { name, kind } of leftOut) process.stderr.write(`left out: ${forTerminal(name)} (${WHY[kind]})\n`);
    });
}

/** AIGER to AIGER keeps everything as it is written; otherwise the meaning is translated. */
async function convert(input: string, output: string, flags: ConvertFlags): Promise<Converted> {
  const budgets = new Budgets(flags);
  const questions = await questionsOf(flags);
  const { encoding } = outputFormatOf(output)!;
  const undone = `${input}: not converted`;
  const bytes = await readWithin(input, budgets);
  if (encoding !== null && questions.length === 0 && flags.map === undefined && isAiger(bytes))
    return apart("reencode", { bytes, input, encoding }, budgets, undone);
  const design = await readDesign(input, questions, flags, budgets);
  showNotices(input, design);
  showRefused(input, design);
  return apart("convert", { design: packDesign(design), output }, budgets, undone);
}

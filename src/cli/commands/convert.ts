import type { Command } from "commander";
import {
  type Converted,
  OUTPUT_FORMATS,
  type OutputFormat,
  outputFormatOf,
  reencodeAiger,
} from "../../formats/convert.js";
import { isAiger, type LoadOptions, loadDesign, type Question } from "../../loading/load.js";
import { readBytes } from "../../loading/read-bytes.js";
import { forTerminal } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { formulasAsJustice } from "../../transform/formulas-as-justice.js";
import { exitHelp, UsageError } from "../exit.js";
import { showNotices } from "../notices.js";
import { expectOutputs, writeOutput } from "../output-files.js";
import { addQuestionOptions, type QuestionFlags, questionsOf } from "../questions.js";

const ENDINGS = OUTPUT_FORMATS.flatMap((f) => f.endings).join(", ");

export function addConvertCommand(program: Command): void {
  const command = program
    .command("convert")
    .summary("translate a model into another format")
    .description(
      `Reads a model and writes it in the format that the ending of the second name asks for: ${ENDINGS}.\n` +
        "AIGER and BTOR2 have no formulas: there they become justice properties with automata that watch. What cannot be said is named.",
    )
    .argument("<in>", "a model")
    .argument("<out>", "the file to write");
  addQuestionOptions(command)
    .addHelpText("after", exitHelp("0 written"))
    .action(async (input: string, output: string, flags: QuestionFlags) => {
      const format = outputFormatOf(output);
      if (format === null) throw new UsageError(`${output}: expected a name that ends in ${ENDINGS}`);
      await expectOutputs([{ option: "<out>", file: output }], [input, ...(flags.properties ?? [])]);
      const { bytes, leftOut } = await convert(input, format, await questionsOf(flags), flags);
      await writeOutput(output, bytes);
      for (const { name, kind } of leftOut)
        process.stderr.write(
          `left out: ${forTerminal(name)} (${kind.toUpperCase()} cannot be written in this format)\n`,
        );
    });
}

/** AIGER to AIGER keeps everything as it is written; otherwise the meaning is translated. */
async function convert(
  input: string,
  format: OutputFormat,
  questions: readonly Question[],
  options: LoadOptions,
): Promise<Converted> {
  const bytes = await readBytes(input);
  if (format.encoding === null || questions.length > 0 || !isAiger(bytes)) {
    const design = await loadDesign(input, questions, options);
    showNotices(input, design);
    return format.write(format.hasFormulas ? design : formulasAsJustice(design));
  }
  try {
    return { bytes: reencodeAiger(bytes, format.encoding), leftOut: [] };
  } catch (e) {
    throw e instanceof InputError ? e.in(input) : e;
  }
}

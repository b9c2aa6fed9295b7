import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  type Converted,
  OUTPUT_FORMATS,
  type OutputFormat,
  outputFormatOf,
  reencodeAiger,
} from "../../formats/convert.js";
import { InputError } from "../../formats/text.js";
import { isAiger, loadDesign, readBytes } from "../../run/load.js";
import { UsageError } from "../exit.js";

const ENDINGS = OUTPUT_FORMATS.flatMap((f) => f.endings).join(", ");

export function addConvertCommand(program: Command): void {
  program
    .command("convert")
    .summary("translate a model into another format")
    .description(`Reads a model and writes it in the format that the ending of the second name asks for: ${ENDINGS}.`)
    .argument("<in>", "a model")
    .argument("<out>", "the file to write")
    .action(async (input: string, output: string) => {
      const format = outputFormatOf(output);
      if (format === null) throw new UsageError(`${output}: expected a name that ends in ${ENDINGS}`);
      const { bytes, leftOut } = await convert(input, format);
      await writeFile(output, bytes);
      for (const { name, kind } of leftOut)
        process.stderr.write(`left out: ${name} (${kind.toUpperCase()} cannot be written in this format)\n`);
    });
}

/** AIGER to AIGER keeps everything as it is written; otherwise the meaning is translated. */
async function convert(input: string, format: OutputFormat): Promise<Converted> {
  const bytes = await readBytes(input);
  if (format.encoding === null || !isAiger(bytes)) return format.write(await loadDesign(input));
  try {
    return { bytes: reencodeAiger(bytes, format.encoding), leftOut: [] };
  } catch (e) {
    throw e instanceof InputError ? e.in(input) : e;
  }
}

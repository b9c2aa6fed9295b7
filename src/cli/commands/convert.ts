import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { writeAiger } from "../../formats/aiger/from-design.js";
import type { Design } from "../../model/property.js";
import { loadDesign } from "../../run/load.js";
import { UsageError } from "../exit.js";

interface Written {
  readonly bytes: Uint8Array;
  /** Properties that the format cannot express. */
  readonly leftOut: readonly { readonly name: string; readonly kind: string }[];
}

/** Which writer makes which file name. */
const WRITERS: readonly { readonly pattern: RegExp; write(design: Design): Written }[] = [
  { pattern: /\.aag$/i, write: (design) => aiger(design, "ascii") },
  { pattern: /\.aig$/i, write: (design) => aiger(design, "binary") },
];

function aiger(design: Design, encoding: "ascii" | "binary"): Written {
  const { aiger: bytes, leftOut } = writeAiger(design, encoding);
  return { bytes, leftOut };
}

export function addConvertCommand(program: Command): void {
  program
    .command("convert")
    .summary("translate a model into another format")
    .description("Reads a model and writes it in the format that the ending of the second name asks for (.aig, .aag).")
    .argument("<in>", "a model")
    .argument("<out>", "the file to write")
    .action(async (input: string, output: string) => {
      const writer = WRITERS.find((w) => w.pattern.test(output));
      if (writer === undefined) throw new UsageError(`${output}: expected a name that ends in .aig or .aag`);
      const { bytes, leftOut } = writer.write(await loadDesign(input));
      await writeFile(output, bytes);
      for (const { name, kind } of leftOut)
        process.stderr.write(`left out: ${name} (${kind.toUpperCase()} cannot be written in this format)\n`);
    });
}

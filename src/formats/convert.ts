import type { Design, Property } from "../model/property.js";
import type { AigerFile } from "./aiger/file.js";
import { writeAiger } from "./aiger/from-design.js";
import { readAigerFile } from "./aiger/read.js";
import { asAscii, asBinary } from "./aiger/renumber.js";
import { writeAigerFile } from "./aiger/write.js";
import { writeBlif } from "./blif/write.js";
import { writeBtor2 } from "./btor2/write.js";
import { writeSmv } from "./smv/write.js";

/** A design in another format. */
export interface Converted {
  readonly bytes: Uint8Array;
  /** Fairness that the format itself does not have, for a .fair file beside it. */
  readonly fair?: string;
  /** Properties that the format cannot express. */
  readonly leftOut: readonly Property[];
}

/** A format that models can be written in. */
export interface OutputFormat {
  readonly name: string;
  /** Endings of file names, with the dot. */
  readonly endings: readonly string[];
  write(design: Design): Converted;
  /** For AIGER: a file that is AIGER already is better given to `reencodeAiger`, which loses nothing. */
  readonly encoding: AigerFile["encoding"] | null;
  /** Formulas can be written; else they must become justice properties. */
  readonly hasFormulas: boolean;
}

export const OUTPUT_FORMATS: readonly OutputFormat[] = [
  {
    name: "AIGER, ASCII",
    endings: [".aag"],
    write: (design) => aiger(design, "ascii"),
    encoding: "ascii",
    hasFormulas: false,
  },
  {
    name: "AIGER, binary",
    endings: [".aig"],
    write: (design) => aiger(design, "binary"),
    encoding: "binary",
    hasFormulas: false,
  },
  { name: "BTOR2", endings: [".btor2", ".btor"], write: btor2, encoding: null, hasFormulas: false },
  { name: "BLIF", endings: [".blif"], write: (design) => blif(design, "blif"), encoding: null, hasFormulas: false },
  { name: "BLIF-MV", endings: [".mv"], write: (design) => blif(design, "blif-mv"), encoding: null, hasFormulas: false },
  { name: "SMV", endings: [".smv"], write: smv, encoding: null, hasFormulas: true },
];

/** The format that a file name asks for. */
export function outputFormatOf(file: string): OutputFormat | null {
  const name = file.toLowerCase();
  return OUTPUT_FORMATS.find((f) => f.endings.some((ending) => name.endsWith(ending))) ?? null;
}

/** An AIGER file in the other encoding, or in its own: nothing is simplified, renamed or left out. */
export function reencodeAiger(bytes: Uint8Array, encoding: AigerFile["encoding"]): Uint8Array {
  const file = readAigerFile(bytes);
  return writeAigerFile(encoding === "binary" ? asBinary(file) : asAscii(file));
}

function aiger(design: Design, encoding: AigerFile["encoding"]): Converted {
  const { aiger: bytes, leftOut } = writeAiger(design, encoding);
  return { bytes, leftOut };
}

function smv(design: Design): Converted {
  const { text, leftOut } = writeSmv(design);
  return { bytes: new TextEncoder().encode(text), leftOut };
}

function blif(design: Design, format: "blif" | "blif-mv"): Converted {
  const { text, fair, leftOut } = writeBlif(design, format);
  return { bytes: new TextEncoder().encode(text), ...(fair !== "" && { fair }), leftOut };
}

function btor2(design: Design): Converted {
  const { text, leftOut } = writeBtor2(design);
  return { bytes: new TextEncoder().encode(text), leftOut };
}

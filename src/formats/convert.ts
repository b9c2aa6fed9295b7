import type { Design, Property } from "../model/property.js";
import type { AigerFile } from "./aiger/file.js";
import { writeAiger } from "./aiger/from-design.js";
import { readAigerFile } from "./aiger/read.js";
import { asAscii, asBinary } from "./aiger/renumber.js";
import { writeAigerFile } from "./aiger/write.js";
import { writeSmv } from "./smv/write.js";

/** A design in another format. */
export interface Converted {
  readonly bytes: Uint8Array;
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
}

export const OUTPUT_FORMATS: readonly OutputFormat[] = [
  { name: "AIGER, ASCII", endings: [".aag"], write: (design) => aiger(design, "ascii"), encoding: "ascii" },
  { name: "AIGER, binary", endings: [".aig"], write: (design) => aiger(design, "binary"), encoding: "binary" },
  { name: "SMV", endings: [".smv"], write: smv, encoding: null },
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

import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { InputError } from "../formats/text.js";
import type { Atom } from "../formula/atom.js";
import type { Ctl } from "../formula/ctl.js";
import type { Ltl } from "../formula/ltl.js";
import { type Parsed, parseCtl, parseCtlFile, parseLtl, parseLtlFile } from "../formula/parse.js";
import type { Lit } from "../logic/lit.js";
import type { Design, Property } from "../model/property.js";
import { SignalTable } from "../model/signal-table.js";
import { isModelFile, readBytes } from "../run/load.js";

/** Files as they are; folders as the models in them, at any depth. */
export async function modelFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const folder = await stat(path).then(
      (s) => s.isDirectory(),
      () => false, // the reader says what is wrong with the file
    );
    if (!folder) files.push(path);
    else {
      const entries = await readdir(path, { recursive: true });
      files.push(
        ...entries
          .filter(isModelFile)
          .sort()
          .map((entry) => join(path, entry)),
      );
    }
  }
  return files;
}

interface FormulaFlags {
  readonly ltl?: readonly string[];
  readonly ctl?: readonly string[];
  readonly properties?: readonly string[];
}

/** The design with the formulas of the command line in place of its own properties; without any, as it is. */
export async function withFormulas(design: Design, flags: FormulaFlags): Promise<Design> {
  const given = [
    ...(flags.ltl ?? []).map((text) => inSource("--ltl", () => ltl(design, text, parseLtl(text)))),
    ...(flags.ctl ?? []).map((text) => inSource("--ctl", () => ctl(design, text, parseCtl(text)))),
  ];
  for (const file of flags.properties ?? []) given.push(...(await formulasOf(design, file)));
  return given.length === 0 ? design : { ...design, properties: given };
}

async function formulasOf(design: Design, file: string): Promise<Property[]> {
  const text = new TextDecoder().decode(await readBytes(file));
  return inSource(file, () => {
    if (file.endsWith(".ctl")) return parseCtlFile(text).map((entry) => ctl(design, entry.text, entry));
    if (file.endsWith(".ltl")) return parseLtlFile(text).map((entry) => ltl(design, entry.text, entry));
    throw new InputError("file-format", "expected a file of formulas, .ltl or .ctl");
  });
}

const ltl = (design: Design, name: string, { formula, atoms }: Parsed<Ltl>): Property => {
  return { kind: "ltl", name: oneLine(name), formula, atoms: resolve(design, atoms) };
};

const ctl = (design: Design, name: string, { formula, atoms }: Parsed<Ctl>): Property => {
  return { kind: "ctl", name: oneLine(name), formula, atoms: resolve(design, atoms) };
};

function resolve(design: Design, atoms: ReadonlyMap<string, Atom>): Map<string, Lit> {
  const table = new SignalTable(design.model);
  return new Map([...atoms].map(([name, atom]) => [name, table.literal(atom)]));
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ");

function inSource<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    throw e instanceof InputError ? e.in(source) : e;
  }
}

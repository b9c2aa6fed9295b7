import { readAiger } from "../formats/aiger/to-design.js";
import { readSmv } from "../formats/smv/read.js";
import type { RunYosys } from "../formats/verilog/yosys.js";
import type { Design } from "../model/property.js";
import { withSpelledNames } from "../model/spelled-names.js";
import { InputError, withSource } from "../text/input-error.js";
import { automatonDesign } from "../transform/automaton-design.js";
import { type FormulaText, logicOf, withQuestions } from "./questions.js";

/** The languages of models that are read, not run. */
export type ModelLanguage = "aiger" | "btor2" | "blif" | "smv" | "verilog" | "hoa";

export interface ReadOptions {
  /** Bytes that the model may take, about: what would not fit is refused. 4 GB when absent. */
  readonly memoryBytes?: number;
  /** The top module of a Verilog design. */
  readonly top?: string;
  /** Where Yosys comes from, which Verilog is read with; absent: the installed package. */
  loadYosys?(): Promise<RunYosys>;
}

const ENDINGS: readonly { readonly pattern: RegExp; readonly language: ModelLanguage }[] = [
  { pattern: /\.(aig|aag)$/i, language: "aiger" },
  { pattern: /\.btor2?$/i, language: "btor2" },
  { pattern: /\.(blif|mv)$/i, language: "blif" },
  { pattern: /\.smv$/i, language: "smv" },
  { pattern: /\.s?v$/i, language: "verilog" },
  { pattern: /\.hoa$/i, language: "hoa" },
];

/** By the ending of a name; null where that says nothing. */
export const languageNamed = (name: string): ModelLanguage | null =>
  ENDINGS.find(({ pattern }) => pattern.test(name))?.language ?? null;

/** By the ending of its name, or else by how it starts. */
export function languageOf(bytes: Uint8Array, name: string): ModelLanguage {
  const language = languageNamed(name) ?? languageByStart(bytes);
  if (language !== null) return language;
  throw new InputError(
    "file-format",
    "not a kind of file that is known here (.aig, .aag, .blif, .btor2, .mv, .smv, .v, .sv, .f, .hoa, .ts, .js)",
    null,
    name,
  );
}

export const isAiger = (bytes: Uint8Array): boolean => /^a[ai]g /.test(new TextDecoder().decode(bytes.subarray(0, 4)));

function languageByStart(bytes: Uint8Array): ModelLanguage | null {
  if (isAiger(bytes)) return "aiger";
  const start = new TextDecoder().decode(bytes.subarray(0, 65_536));
  if (/^\s*HOA:/.test(start)) return "hoa";
  const firstLine = start.split("\n").find((line) => !/^\s*(?:;|$)/.test(line)) ?? "";
  if (/^\s*\d+\s+sort\s+(?:bitvec|array)\s/.test(firstLine)) return "btor2";
  if (/^\s*\.model\s/m.test(start)) return "blif";
  return /^\s*MODULE\s/m.test(start) ? "smv" : null;
}

/**
 * Reads a model of any language that is read and not run, with questions in place of its own properties where there are
 * some. Errors carry `name`. Nothing else is read: not the files that it includes, nor those that lie beside it.
 *
 * @example
 * ```ts
 * import { readDesign } from "fairlead";
 *
 * const text = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := !x;\n";
 * const question = { logic: "ltl", text: "G F x", source: "mine", isFile: false };
 * const design = await readDesign(new TextEncoder().encode(text), "toggle.smv", [question]);
 * console.log(design.properties.map((p) => p.name)); // [ 'G (F x)' ]
 * ```
 */
export async function readDesign(
  bytes: Uint8Array,
  name: string,
  questions: readonly FormulaText[] = [],
  options: ReadOptions = {},
): Promise<Design> {
  const language = languageOf(bytes, name);
  try {
    return await readers[language](bytes, name, questions, options);
  } catch (e) {
    throw withSource(e, name);
  }
}

type Reader = (
  bytes: Uint8Array,
  name: string,
  questions: readonly FormulaText[],
  options: ReadOptions,
) => Design | Promise<Design>;

/** Large readers are loaded when they are wanted: a page has others to load first. */
const readers: Readonly<Record<ModelLanguage, Reader>> = {
  aiger: (bytes, _name, questions) => withQuestions(readAiger(bytes), questions),
  btor2: async (bytes, _name, questions) => {
    const { readBtor2 } = await import("../formats/btor2/to-design.js");
    return withQuestions(readBtor2(bytes), questions);
  },
  blif: async (bytes, _name, questions, { top }) => {
    const { readBlif } = await import("../formats/blif/to-design.js");
    return withQuestions(readBlif(decodeText(bytes), top === undefined ? {} : { top }), questions);
  },
  smv,
  verilog,
  hoa,
};

/** In SMV the atoms of a formula are expressions of the language: its own reader takes them. */
function smv(bytes: Uint8Array, name: string, questions: readonly FormulaText[], { memoryBytes }: ReadOptions): Design {
  const formulas = questions.map((q) => ({ ...q, logic: logicOf(q), file: q.source }));
  const limits = memoryBytes !== undefined && { memoryBytes };
  return withSpelledNames(readSmv(decodeText(bytes), name, { formulas, ...limits }));
}

async function verilog(
  bytes: Uint8Array,
  name: string,
  questions: readonly FormulaText[],
  options: ReadOptions,
): Promise<Design> {
  const source = { name, text: decodeText(bytes) };
  const { isVisDialect, readVis } = await import("../formats/vis/read.js");
  if (isVisDialect(source.text)) return withQuestions(readVis([source], options), questions);
  const { readVerilog } = await import("../formats/verilog/read.js");
  const { loadYosys } = await import("../formats/verilog/yosys.js");
  const yosys = await (options.loadYosys ?? loadYosys)();
  return withQuestions(await readVerilog([source], yosys, options), questions);
}

/** An automaton is a system whose behaviours are the words that it accepts. */
async function hoa(bytes: Uint8Array, _name: string, questions: readonly FormulaText[]): Promise<Design> {
  const { readHoa } = await import("../formats/hoa/read.js");
  const automata = readHoa(decodeText(bytes));
  if (automata.length > 1)
    throw new InputError("hoa-several", `there are ${automata.length} automata in the file: give one at a time`);
  return withQuestions(automatonDesign(automata[0]!.automaton, automata[0]!.name), questions);
}

/** UTF-8 where it is that, else one character for each byte. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

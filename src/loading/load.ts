import { stat } from "node:fs/promises";
import { readAigerFile } from "../formats/aiger/read.js";
import { toDesign } from "../formats/aiger/to-design.js";
import { withYosysMap } from "../formats/aiger/yosys-map.js";
import { readBlif } from "../formats/blif/to-design.js";
import { readVerilog } from "../formats/verilog/read.js";
import { loadYosys } from "../formats/verilog/yosys.js";
import { isVisDialect, readVis } from "../formats/vis/read.js";
import type { Design } from "../model/property.js";
import { withSpelledNames } from "../model/spelled-names.js";
import { readQuestion } from "../program/question.js";
import { programDesign } from "../program/to-design.js";
import { type FormulaText, formulasOf, withQuestions } from "../reading/questions.js";
import { decodeText, languageNamed, languageOf, readDesign } from "../reading/read-design.js";
import { ArgumentError } from "../text/argument-error.js";
import { InputError, inSource, withSource } from "../text/input-error.js";
import { type Companions, companionsOf } from "./companions.js";
import { filesIn } from "./files-in.js";
import { type GuestLimits, loadSystems } from "./load-systems.js";
import { isProgramFile } from "./program-files.js";
import { readBytes } from "./read-bytes.js";
import { readFileList, textsOf, withIncluded } from "./verilog-files.js";

/** How a file is to be read. A program (.ts, .js) is run, in a process of its own, within the limits. */
export interface LoadOptions extends GuestLimits {
  /** The top module of a Verilog design. */
  readonly top?: string;
  /** Bytes that the model may take, about: what would not fit is refused. 4 GB when absent. */
  readonly memoryBytes?: number;
  /** Further Verilog files of the same design. */
  readonly also?: readonly string[];
  /** Macros of Verilog texts, `NAME` or `NAME=TEXT`; parameters of the top module, `NAME=VALUE`. */
  readonly define?: readonly string[];
  readonly parameter?: readonly string[];
  /** Folders that Verilog texts may include files from, besides their own. */
  readonly include?: readonly string[];
  /** The file of names that Yosys wrote beside an AIGER file. */
  readonly map?: string;
  /** How Verilog is read; by the text when absent: `vis` if it has `$ND` or variables of enumerated types. */
  readonly dialect?: "vis" | "verilog";
  /** Files of fairness conditions for a model of VIS, in place of the one beside it. */
  readonly fair?: readonly string[];
}

const isList = (file: string): boolean => /\.f$/i.test(file);

/** Files as they are given; folders as the models in them. */
export async function modelFiles(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const folder = await stat(path).then(
      (s) => s.isDirectory(),
      () => false, // the reader says what is wrong with the file
    );
    if (!folder) files.push(path);
    else {
      const found = await filesIn(path, (file) => languageNamed(file) !== null);
      if (found.length === 0) throw new InputError("file-none", "no models are in this folder", null, path);
      files.push(...found);
    }
  }
  return files;
}

/**
 * Reads a model by the ending of its name, or else by how it starts; `-` is standard input. Errors carry the file's name.
 *
 * @example A formula in place of the file's own properties.
 * ```ts
 * import { check, loadDesign } from "fairlead/node";
 *
 * const question = { logic: "ltl", text: "G !(grant0 & grant1)", source: "mine", isFile: false };
 * const design = await loadDesign("examples/arbiter-unfair.aag", [question]);
 * const { verdict, evidence } = await check(design, 0);
 * console.log(design.properties.length, verdict.answer, evidence); // 1 holds checked
 * ```
 */
export async function loadDesign(
  file: string,
  questions: readonly FormulaText[] = [],
  options: LoadOptions = {},
): Promise<Design> {
  if (typeof file !== "string") throw new ArgumentError("loadDesign", "file", "a name", file);
  if (!Array.isArray(questions)) throw new ArgumentError("loadDesign", "questions", "an array", questions);
  if (isProgramFile(file)) return systemDesign(file, questions, options);
  return designIn(await readBytes(file), file, questions, options);
}

/** The model in the bytes of a file that is not a program. */
export async function designIn(
  bytes: Uint8Array,
  file: string,
  questions: readonly FormulaText[],
  options: LoadOptions,
): Promise<Design> {
  const language = isList(file) ? "list" : languageOf(bytes, file);
  if (options.map !== undefined && language !== "aiger")
    throw new InputError(
      "aiger-map",
      `--map ${options.map} has names for an AIGER file, which this is not`,
      null,
      file,
    );
  try {
    switch (language) {
      case "list":
        return await fileList(bytes, file, questions, options);
      case "aiger":
        return await aiger(bytes, file, questions, options);
      case "blif":
        return await blif(bytes, file, questions, options);
      case "verilog":
        return await verilog(bytes, file, questions, options);
      default:
        return await readDesign(bytes, file, questions, options);
    }
  } catch (e) {
    throw withSource(e, file);
  }
}

/** The system that a program exports, as a circuit. */
async function systemDesign(file: string, questions: readonly FormulaText[], limits: LoadOptions): Promise<Design> {
  await using program = await loadSystems(file, limits);
  const { systems } = program;
  if (systems.length > 1)
    throw new InputError(
      "model-file",
      `exports several systems (${systems.map((s) => s.name).join(", ")}): a file with one is wanted here`,
      null,
      file,
    );
  const system = systems[0]!;
  const asked = questions.length > 0 ? questions.flatMap((q) => formulasOf(q, system)) : system.properties;
  const read = asked.map(({ logic, formula }) => readQuestion(system, logic, formula));
  const names = asked.map((q) => q.name);
  return withSpelledNames(programDesign(system, read, names).design);
}

async function aiger(
  bytes: Uint8Array,
  name: string,
  questions: readonly FormulaText[],
  { map }: LoadOptions,
): Promise<Design> {
  if (map === undefined) return readDesign(bytes, name, questions);
  const file = readAigerFile(bytes);
  const names = decodeText(await readBytes(map));
  return withQuestions(toDesign(inSource(map, () => withYosysMap(file, names))), questions);
}

function blif(
  bytes: Uint8Array,
  file: string,
  questions: readonly FormulaText[],
  options: LoadOptions,
): Promise<Design> {
  const { top, fair } = options;
  return withCompanions(file, questions, fair, (companions) =>
    readBlif(decodeText(bytes), { ...(top !== undefined && { top }), ...companions }),
  );
}

async function verilog(
  bytes: Uint8Array,
  file: string,
  questions: readonly FormulaText[],
  options: LoadOptions,
): Promise<Design> {
  const others = await textsOf(options.also ?? []);
  const sources = await withIncluded([{ name: file, text: decodeText(bytes) }, ...others], options.include ?? []);
  const isVis = options.dialect === undefined ? sources.some((s) => isVisDialect(s.text)) : options.dialect === "vis";
  if (isVis)
    return withCompanions(file, questions, options.fair, (companions) =>
      readVis(sources, { ...options, ...companions }),
    );
  return withQuestions(await readVerilog(sources, await loadYosys(), options), questions);
}

/**
 * A model of VIS with what is asked about it: files are in VIS's syntax, those beside the model when none are given; other questions
 * are in ours.
 */
async function withCompanions(
  file: string,
  questions: readonly FormulaText[],
  fair: readonly string[] | undefined,
  read: (companions: Companions) => Design,
): Promise<Design> {
  const files = questions.filter((q) => q.isFile).map((q) => ({ name: q.source, text: q.text }));
  const companions = await companionsOf(file, fair, questions.length > 0 ? files : null);
  const design = read(companions);
  const others = questions.filter((q) => !q.isFile);
  const all = others.length === 0 ? withSpelledNames(design) : withQuestions(design, others);
  const properties = others.length === 0 ? all.properties : [...all.properties, ...design.properties];
  return { ...all, properties, notices: [...(all.notices ?? []), ...companions.notices] };
}

/** A list of Verilog files is one design. */
async function fileList(
  bytes: Uint8Array,
  file: string,
  questions: readonly FormulaText[],
  options: LoadOptions,
): Promise<Design> {
  const list = await readFileList(file, decodeText(bytes));
  const sources = await withIncluded(await textsOf(list.files), [...(options.include ?? []), ...list.include]);
  const define = [...list.define, ...(options.define ?? [])];
  return withQuestions(await readVerilog(sources, await loadYosys(), { ...options, define }), questions);
}

import { type Command, Option } from "commander";
import { patternFormula } from "../formula/patterns.js";
import { filesBeside } from "../loading/companions.js";
import type { LoadOptions } from "../loading/load.js";
import { readBytes } from "../loading/read-bytes.js";
import { joinVerilog, verilogFilesOf } from "../loading/verilog-files.js";
import type { FormulaText } from "../reading/questions.js";
import { shortened } from "../text/escape.js";
import { InputError } from "../text/input-error.js";
import { collect } from "./arguments.js";
import { UsageError } from "./exit.js";

/** How files are read, and formulas given on the command line. */
export interface QuestionFlags extends LoadOptions {
  readonly ltl?: readonly string[];
  readonly ctl?: readonly string[];
  readonly pattern?: readonly string[];
  readonly properties?: readonly string[];
}

/** All files that are read for some models: nothing may be written over them. */
export async function filesRead(models: readonly string[], flags: QuestionFlags): Promise<string[]> {
  const beside = await Promise.all(models.map(filesBeside));
  const given = [...(flags.properties ?? []), ...(flags.fair ?? []), ...(flags.map === undefined ? [] : [flags.map])];
  const verilog = await verilogFilesOf(models, flags.include ?? []);
  return [...models, ...given, ...beside.flat(), ...verilog];
}

export const addQuestionOptions = (command: Command): Command =>
  addReadingOptions(
    command
      .option("--ltl <formula>", "this LTL formula instead of the file's properties (may be repeated)", collect)
      .option("--ctl <formula>", "this CTL formula (may be repeated)", collect)
      .option(
        "--pattern <text>",
        "a specification pattern: absence(p), existence(p), universality(p), response(p, s), precedence(s, p); then, " +
          "where it is not about everything, before(r), after(q), between(q, r) or after(q) until(r) (may be repeated)",
        collect,
      )
      .option("--properties <file>", "the formulas of a .ltl, .ctl or .inv file (may be repeated)", collect),
  );

/** How files are read, whatever is done with them. */
export const addReadingOptions = (command: Command): Command =>
  command
    .option("--top <module>", "the top module of a Verilog design; all Verilog files are then one design")
    .option("-I, --include <folder>", "look here for files that Verilog texts include (may be repeated)", collect)
    .option("-D, --define <name=text>", "define a macro of Verilog texts (may be repeated)", collect)
    .option(
      "--fair <file>",
      "fairness conditions for a model of VIS, instead of the .fair file beside it (may be repeated)",
      collect,
    )
    .addOption(
      new Option("--dialect <name>", "how Verilog is read, instead of by what is in the text").choices([
        "vis",
        "verilog",
      ]),
    )
    .option("-P, --parameter <name=value>", "set a parameter of the top module (may be repeated)", collect)
    .option("--map <file>", "names for an AIGER file of Yosys, by its 'write_aiger -map'");

/** The one model that these files are: several only where they are the Verilog files of one design. */
export function oneModel(
  paths: readonly string[],
  top: string | undefined,
): { readonly file: string; readonly also: readonly string[] } {
  const { files, also } = joinVerilog(paths, top);
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new UsageError(`expected one model, found ${files.length}: several Verilog files are one design with --top`);
  return { file, also };
}

/** The formulas that are asked. `origin`: the check of a suite that has them; else they are those of the command line. */
export async function questionsOf(flags: QuestionFlags, origin: string | null = null): Promise<FormulaText[]> {
  const sourceOf = (option: "ltl" | "ctl" | "pattern", text: string): string =>
    origin === null ? `--${option}` : `${origin}: ${option} '${shortened(text)}'`;
  const files = (flags.properties ?? []).map(async (source): Promise<FormulaText> => {
    const logic = /\.(ltl|ctl|inv)$/i.exec(source)?.[1]?.toLowerCase();
    if (logic !== "ltl" && logic !== "ctl" && logic !== "inv")
      throw new InputError("file-format", "expected a file of formulas, .ltl, .ctl or .inv", null, source);
    return { logic, text: new TextDecoder().decode(await readBytes(source)), source, isFile: true };
  });
  return [
    ...(flags.ltl ?? []).map(
      (text): FormulaText => ({ logic: "ltl", text, source: sourceOf("ltl", text), isFile: false }),
    ),
    ...(flags.ctl ?? []).map(
      (text): FormulaText => ({ logic: "ctl", text, source: sourceOf("ctl", text), isFile: false }),
    ),
    ...(flags.pattern ?? []).map((text): FormulaText => {
      const source = sourceOf("pattern", text);
      return { logic: "ltl", text: expanded(text, source), source, isFile: false, isPattern: true };
    }),
    ...(await Promise.all(files)),
  ];
}

function expanded(pattern: string, source: string): string {
  try {
    return patternFormula(pattern);
  } catch (e) {
    throw e instanceof InputError ? e.in(source) : e;
  }
}

/** Options that no file of these has a use for, by their names. What standard input or a file without an ending holds is not known yet. */
export function refuseReadingOptions(flags: QuestionFlags, files: readonly string[]): void {
  const has = (ending: RegExp) => files.some((file) => ending.test(file) || !/\.\w+$/.test(file));
  const refuse = (names: readonly (keyof QuestionFlags)[], kind: string) => {
    for (const name of names)
      if (flags[name] !== undefined) throw new UsageError(`--${name} is for ${kind} files, and there is none`);
  };
  if (!has(/\.(s?v|f)$/i)) refuse(["top", "include", "define", "parameter", "dialect"], "Verilog");
  if (!has(/\.(v|f|blif|mv)$/i)) refuse(["fair"], "Verilog, BLIF or BLIF-MV");
}

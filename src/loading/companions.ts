import type { NamedText } from "../formats/vis/questions.js";
import type { Notice } from "../model/property.js";
import { decodeText } from "../reading/read-design.js";
import { isFile, readBytes } from "./read-bytes.js";

/** What belongs to a model of VIS, in files of their own. */
export interface Companions {
  readonly fairness: readonly NamedText[];
  readonly questions: readonly NamedText[];
  /** Which files beside the model were read. */
  readonly notices: readonly Notice[];
}

/** The files beside a model that have its name, in the order in which their formulas are asked. */
const ENDINGS = [".inv", ".ctl", ".ltl"];

/** The files beside a model in VIS's Verilog or BLIF that may be read with it, where they are there. */
export async function filesBeside(file: string): Promise<string[]> {
  if (!/\.(v|mv|blif)$/i.test(file)) return [];
  const names = [...ENDINGS, ".fair"].map((ending) => stemOf(file) + ending);
  const present = await Promise.all(names.map(isFile));
  return names.filter((_, i) => present[i]);
}

const stemOf = (file: string): string => file.replace(/\.[^./\\]*$/, "");

/** Null where nothing is given: then the files beside the model count. Those of hints and variable orders (.hint, .ord) are not read. */
export async function companionsOf(
  file: string,
  fair: readonly string[] | undefined,
  questions: readonly NamedText[] | null,
): Promise<Companions> {
  const stem = file === "-" ? null : stemOf(file);
  const found: NamedText[] = [];
  const beside = async (ending: string): Promise<NamedText[]> => {
    const name = `${stem}${ending}`;
    if (stem === null || !(await isFile(name))) return [];
    const text = { name, text: decodeText(await readBytes(name)) };
    found.push(text);
    return [text];
  };
  const fairness =
    fair === undefined
      ? await beside(".fair")
      : await Promise.all(fair.map(async (name) => ({ name, text: decodeText(await readBytes(name)) })));
  const asked = [...(questions ?? [])];
  if (questions === null) for (const ending of ENDINGS) asked.push(...(await beside(ending)));
  const notices = found.map(({ name }): Notice => {
    const what = name.endsWith(".fair") ? "fairness conditions" : "questions";
    return { code: "vis-companion", text: `${what} are from ${name}`, source: { line: 1, column: 1, file: name } };
  });
  return { fairness, questions: asked, notices };
}

/** Models with known answers, as questions: those that FAIRLEAD_BENCHMARKS holds, and our own families. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadDesign } from "../dist/node.js";
import { readSmv } from "../src/formats/smv/read.js";
import { expectedFiles, rowsOf } from "./expected.js";
import { FAMILY_CASES, type FamilyCase } from "./family-cases.js";

type Answer = "holds" | "fails";
type Design = Awaited<ReturnType<typeof loadDesign>>;

export interface Case {
  readonly name: string;
  /** Null where nobody knows. */
  readonly answer: Answer | null;
  load(): Promise<{ design: Design; property: number }>;
}

export const SETS = ["aiger", "fair-table1", "aiger-hard", "safety", "ctl", "smv", "sv", "families"] as const;
export type CaseSet = (typeof SETS)[number];

/** The cases of a set in the order of its table; none where the folder is not there. */
export function casesOf(set: CaseSet): Case[] {
  const folder = join(process.env.FAIRLEAD_BENCHMARKS ?? "", set);
  switch (set) {
    case "aiger":
    case "fair-table1":
    case "aiger-hard":
    case "safety":
    case "sv":
      return expectedFiles(set).map(({ name, path, answer }) => ({ name, answer, load: () => first(path) }));
    case "ctl":
      return rowsOf(set).map(([model, index, result]) => branching(folder, model!, Number(index), result === "0"));
    case "smv":
      return smv(folder, rowsOf(set));
    case "families":
      return FAMILY_CASES.map((given) => ({ name: given.name, answer: given.answer, load: async () => built(given) }));
  }
}

const first = async (path: string) => ({ design: await loadDesign(path), property: 0 });

/** A family's model asks for a behaviour that meets all its conditions. */
function built({ name, source }: FamilyCase): { design: Design; property: number } {
  const design =
    typeof source === "function"
      ? { model: source(), properties: [{ kind: "justice", name, literals: [] } as const] }
      : readSmv(source.text, name);
  return { design: design as unknown as Design, property: 0 };
}

function branching(folder: string, model: string, property: number, holds: boolean): Case {
  const source = join(folder, `${model}.ctl`);
  const load = async () => {
    const question = { logic: "ctl", text: readFileSync(source, "utf8"), source, isFile: true } as const;
    return { design: await loadDesign(join(folder, `${model}.aig`), [question]), property };
  };
  return { name: `${model}:${property}`, answer: holds ? "holds" : "fails", load };
}

/** Properties are listed as NuSMV prints them: the reader keeps that text. Others are left out. */
function smv(folder: string, rows: readonly (readonly string[])[]): Case[] {
  const count = new Map<string, number>();
  return rows.map(([file, verdict, text]) => {
    const n = count.get(file!) ?? 0;
    count.set(file!, n + 1);
    return {
      name: `${file}:${n}`,
      answer: verdict === "true" ? "holds" : verdict === "false" ? "fails" : null,
      load: async () => {
        const design = await loadDesign(join(folder, file!));
        const property = design.properties.findIndex((p) => p.text?.trim() === text!.trim());
        if (property < 0) throw new Error(`${file} has no property '${text}'`);
        return { design, property };
      },
    };
  });
}

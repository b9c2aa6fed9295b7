/** The models with known answers that FAIRLEAD_BENCHMARKS holds, as questions. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadDesign } from "../dist/node.js";

type Answer = "holds" | "fails";
type Design = Awaited<ReturnType<typeof loadDesign>>;

export interface Case {
  readonly name: string;
  /** Null where nobody knows. */
  readonly answer: Answer | null;
  load(): Promise<{ design: Design; property: number }>;
}

export const SETS = ["aiger", "safety", "ctl", "smv", "sv"] as const;
export type CaseSet = (typeof SETS)[number];

/** The cases of a set in the order of its table; none where the folder is not there. */
export function casesOf(set: CaseSet): Case[] {
  const folder = join(process.env.FAIRLEAD_BENCHMARKS ?? "", set);
  const table = join(folder, "EXPECTED.tsv");
  if (!existsSync(table)) return [];
  const rows = readFileSync(table, "utf8")
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"));
  switch (set) {
    case "aiger":
      return rows.map((row) => aiger(folder, row[0]!, row.at(-1)!));
    case "safety":
      return rows.map((row) => aiger(folder, row[0]!, row[1]!));
    case "sv":
      return rows.map((row) => aiger(folder, row[0]!.replace(/\.aig$/, ""), row[2] === "PROVED" ? "UNSAT" : "?"));
    case "ctl":
      return rows.map(([model, index, result]) => branching(folder, model!, Number(index), result === "0"));
    case "smv":
      return smv(folder, rows);
  }
}

function aiger(folder: string, name: string, verdict: string): Case {
  const answer = verdict === "SAT" ? "fails" : verdict === "UNSAT" ? "holds" : null;
  return {
    name,
    answer,
    load: async () => ({ design: await loadDesign(join(folder, `${name}.aig`)), property: 0 }),
  };
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

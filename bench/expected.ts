import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ExpectedFile {
  readonly name: string;
  readonly path: string;
  /** Null when nobody knows. */
  readonly answer: "holds" | "fails" | null;
}

const ANSWERS: Readonly<Record<string, ExpectedFile["answer"]>> = { SAT: "fails", UNSAT: "holds", PROVED: "holds" };

/** The AIGER files of a folder of FAIRLEAD_BENCHMARKS and their answers (SAT: fails), from its EXPECTED.tsv; none when it is absent. */
export function expectedFiles(folder: string): ExpectedFile[] {
  return rowsOf(folder).map((cells) => {
    const name = cells[0]!.replace(/\.aig$/, "");
    const answer = cells.map((cell) => ANSWERS[cell]).find((a) => a !== undefined) ?? null;
    return { name, path: join(process.env.FAIRLEAD_BENCHMARKS ?? "", folder, `${name}.aig`), answer };
  });
}

/** The cells of the table of a folder, without its head. */
export function rowsOf(folder: string): string[][] {
  const table = join(process.env.FAIRLEAD_BENCHMARKS ?? "", folder, "EXPECTED.tsv");
  if (!existsSync(table)) {
    console.log(`FAIRLEAD_BENCHMARKS has no ${folder}/EXPECTED.tsv: none of its files is measured`);
    return [];
  }
  const [, ...lines] = readFileSync(table, "utf8").trim().split("\n");
  return lines.map((line) => line.split("\t"));
}

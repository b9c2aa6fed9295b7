import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface ExpectedFile {
  readonly name: string;
  readonly path: string;
  /** Null when nobody knows. */
  readonly answer: "holds" | "fails" | null;
}

/** The AIGER files of a folder of FAIRLEAD_BENCHMARKS and their answers (SAT: fails), from its EXPECTED.tsv; none when it is absent. */
export function expectedFiles(folder: string): ExpectedFile[] {
  const at = join(process.env.FAIRLEAD_BENCHMARKS ?? "", folder);
  const table = join(at, "EXPECTED.tsv");
  if (!existsSync(table)) {
    console.log(`FAIRLEAD_BENCHMARKS has no ${folder}/EXPECTED.tsv: none of its files is measured`);
    return [];
  }
  const [header, ...lines] = readFileSync(table, "utf8").trim().split("\n");
  const verdict = header!.split("\t").indexOf("verdict");
  return lines.map((line) => {
    const cells = line.split("\t");
    const answer = cells[verdict] === "SAT" ? "fails" : cells[verdict] === "UNSAT" ? "holds" : null;
    return { name: cells[0]!, path: join(at, `${cells[0]}.aig`), answer };
  });
}

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Puts a table into a page of docs/, between its marks, with when and on what it was measured. */
export const writeMeasured = (page: string, name: string, text: string): void =>
  writeFigures(page, name, `${process.env.FAIRLEAD_PROVENANCE}\n${text}`);

/** The same without that: for tables whose page has it once, since they are measured together. */
export function writeFigures(page: string, name: string, text: string): void {
  const path = fileURLToPath(new URL(`../docs/${page}`, import.meta.url));
  const before = readFileSync(path, "utf8");
  const [begin, end] = [`<!-- measured: ${name} -->\n`, `<!-- end: ${name} -->`];
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`docs/${page} has no place for the table '${name}'`);
  writeFileSync(path, `${before.slice(0, from)}${begin}\n${text.trimEnd()}\n\n${before.slice(to)}`);
}

/** Rows by their titles, as `console.table` shows them. */
export type Rows = Readonly<Record<string, Readonly<Record<string, string | number>>>>;

export function tableText(rows: Rows): string {
  const columns = [...new Set(Object.values(rows).flatMap(Object.keys))];
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |\n`;
  const shown = (cell: string | number | undefined) =>
    typeof cell === "number" ? cell.toLocaleString("en") : (cell ?? "");
  return [
    line(["", ...columns]),
    line(["---", ...columns.map(() => "---:")]),
    ...Object.entries(rows).map(([title, row]) => line([title, ...columns.map((c) => shown(row[c]))])),
  ].join("");
}

/**
 * The parts of documents that the code says itself. `npm run docs:generate` writes each between the lines
 * `<!-- generated: NAME -->` and `<!-- end: NAME -->` of its document; test/generated-docs.test.ts fails where one is out of date.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { engineNamed, engines } from "../src/engines/registry.js";
import { papers } from "./papers.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SRC = join(ROOT, "src");

interface Part {
  readonly document: string;
  readonly text: () => string;
}

/** Every generated part, by its name. */
export const parts: Readonly<Record<string, Part>> = {
  engines: { document: "README.md", text: engineTable },
  rooms: { document: "ARCHITECTURE.md", text: roomGraph },
  "trusted base": { document: "ARCHITECTURE.md", text: trustedBaseTable },
  "trusted lines": { document: "docs/reference/trust.md", text: trustedLinesTable },
  "trusted files": { document: "docs/reference/trust.md", text: trustedFilesTable },
  papers: { document: "docs/reference/papers.md", text: paperTables },
};

/** The document as it is, and as it should be. */
export function regenerated(name: string): { readonly file: string; readonly is: string; readonly shouldBe: string } {
  const { document, text } = parts[name]!;
  const file = join(ROOT, document);
  const is = readFileSync(file, "utf8");
  const [begin, end] = [`<!-- generated: ${name} -->\n`, `<!-- end: ${name} -->`];
  const [from, to] = [is.indexOf(begin) + begin.length, is.indexOf(end)];
  if (from < begin.length || to < from) throw new Error(`${document} has no place for '${name}'`);
  return { file, is, shouldBe: `${is.slice(0, from)}\n${text()}\n${is.slice(to)}` };
}

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The engines as the registry describes them. */
function engineTable(): string {
  const rows = engines.map((e) => `| \`${e.name}\` | ${[e.summary, e.suits, e.paper].map(cell).join(" | ")} |\n`);
  return `| engine | how | suits | from |\n| --- | --- | --- | --- |\n${rows.join("")}`;
}

/** What the papers say, and what became of it. */
function paperTables(): string {
  return papers
    .map(({ name, engine, items }) => {
      const rows = items.map(({ item, says, status, because, code = [], tests = [], bench = [] }) => {
        const shown = [
          ...tests.map(([file]) => `test/${file}`),
          ...bench.map((script) => `\`npm run bench:${script}\``),
        ];
        const outcome = because === undefined ? status : `${status}: ${because}`;
        return `| ${[item, says, code.join(", "), shown.join(", "), outcome].map(cell).join(" | ")} |\n`;
      });
      const head = "| what | says | in src/ | shown by | reproduced? |\n| --- | --- | --- | --- | --- |\n";
      return `## ${name}\n\n${engineNamed(engine)!.paper}.\n\n${head}${rows.join("")}`;
    })
    .join("\n");
}

/** Sources below src/, as paths from there. */
const sources = (): string[] =>
  readdirSync(SRC, { recursive: true, encoding: "utf8" })
    .map((name) => name.split(sep).join("/"))
    .filter((name) => name.endsWith(".ts"))
    .sort();

/** The sources that a source imports, types included. */
function importsOf(source: string): string[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(SRC, source), "utf8"), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => name.startsWith("."))
    .map((name) =>
      relative(SRC, join(SRC, dirname(source), name))
        .split(sep)
        .join("/")
        .replace(/\.js$/, ".ts"),
    );
}

const roomOf = (source: string): string | null => (source.includes("/") ? source.split("/", 1)[0]! : null);

/** What each room imports, itself left out. */
export function roomImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  for (const source of sources()) {
    const room = roomOf(source);
    if (room === null) continue;
    const found = imports.get(room) ?? new Set();
    imports.set(room, found);
    for (const target of importsOf(source).map(roomOf)) if (target !== null && target !== room) found.add(target);
  }
  return imports;
}

/** All that is reached from a room over at least one arrow. A room that reaches itself lies on a cycle. */
export function reached(imports: ReadonlyMap<string, ReadonlySet<string>>, room: string): Set<string> {
  const all = new Set(imports.get(room));
  for (const next of all) for (const further of imports.get(next) ?? []) all.add(further);
  return all;
}

/** An arrow for each import that no path of other arrows implies. */
function roomGraph(): string {
  const imports = roomImports();
  const rooms = [...imports.keys()].sort();
  const arrows = rooms.flatMap((room) => {
    const direct = [...imports.get(room)!].sort();
    const implied = new Set(direct.flatMap((next) => [...reached(imports, next)]));
    return direct.filter((next) => !implied.has(next)).map((next) => `  ${room} --> ${next}\n`);
  });
  return `\`\`\`mermaid\nflowchart TD\n${arrows.join("")}\`\`\`\n`;
}

/** Sources and all that they need. Of solvers only the interface counts: LRAT checks their answers. */
function needed(roots: readonly string[], leftOut: readonly string[] = []): Set<string> {
  const files = new Set(roots);
  for (const file of files)
    if (!file.startsWith("solvers/")) for (const next of importsOf(file)) if (!leftOut.includes(next)) files.add(next);
  return files;
}

const linesOf = (file: string): number => readFileSync(join(SRC, file), "utf8").split("\n").length - 1;

const checkers = (): string[] => sources().filter((source) => source.startsWith("checkers/"));

/** Lines of the checkers and of the files that they need, by room. */
export function trustedBase(): Map<string, number> {
  const lines = new Map<string, number>();
  for (const file of needed(checkers())) lines.set(roomOf(file)!, (lines.get(roomOf(file)!) ?? 0) + linesOf(file));
  return lines;
}

/** What judges each kind of evidence. Proofs ask queries besides: who answers them is one of the last three. */
const JUDGES: readonly {
  readonly evidence: string;
  readonly roots: readonly string[];
  /** Imported, but of no use to this kind. */
  readonly leftOut?: readonly string[];
}[] = [
  { evidence: "run, lasso", roots: ["check-witness.ts"] },
  { evidence: "tree", roots: ["check-tree.ts"] },
  { evidence: "certificate", roots: ["check-certificate.ts", "claim.ts"], leftOut: ["testers.ts"] },
  { evidence: "of LTL", roots: ["check-certificate.ts", "claim.ts"] },
  { evidence: "of CTL", roots: ["check-ctl.ts"] },
  { evidence: "ranked", roots: ["check-ranked.ts"] },
  { evidence: "our solver", roots: ["kernel-oracle.ts"] },
  { evidence: "`--lrat`", roots: ["checked-solver.ts"] },
  { evidence: "`--solver`", roots: ["standalone-oracle.ts"] },
];

/** For each kind of evidence the files that judge it. */
export function trustedFiles(): Map<string, Set<string>> {
  const inCheckers = (names: readonly string[]) => names.map((name) => `checkers/${name}`);
  return new Map(JUDGES.map((j) => [j.evidence, needed(inCheckers(j.roots), inCheckers(j.leftOut ?? []))]));
}

const hundreds = (n: number): number => Math.ceil(n / 100) * 100;
const sumOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + linesOf(file), 0);

function trustedLinesTable(): string {
  const rows = [...trustedFiles()].map(([evidence, files]) => {
    const own = [...files].filter((file) => file.startsWith("checkers/"));
    return `| ${evidence} | ${hundreds(sumOf(own))} | ${hundreds(sumOf(files))} |\n`;
  });
  const all = needed(checkers());
  rows.push(`| **all of these together** | ${hundreds(sumOf(checkers()))} | ${hundreds(sumOf(all))} |\n`);
  return `| for | lines of checkers, at most | and of what they need |\n| --- | ---: | ---: |\n${rows.join("")}`;
}

function trustedFilesTable(): string {
  const judged = trustedFiles();
  const rows = [...needed(checkers())].sort().map((file) => {
    const marks = [...judged.values()].map((files) => (files.has(file) ? "•" : ""));
    return `| ${file} | ${marks.join(" | ")} |\n`;
  });
  const kinds = [...judged.keys()];
  return `| src/ | ${kinds.join(" | ")} |\n| --- |${" :-: |".repeat(kinds.length)}\n${rows.join("")}`;
}

function trustedBaseTable(): string {
  const rooms = [...trustedBase()].sort(([a], [b]) => (a < b ? -1 : 1));
  const total = rooms.reduce((sum, [, lines]) => sum + lines, 0);
  // In hundreds, so that not every changed line changes the document.
  const rows = [...rooms, ["**all**", total] as const].map(([room, n]) => `| ${room} | ${hundreds(n)} |\n`);
  return `| room | lines that the checkers need, at most |\n| --- | ---: |\n${rows.join("")}`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const named = process.argv.slice(2);
  for (const name of named.length > 0 ? named : Object.keys(parts)) {
    if (parts[name] === undefined) throw new Error(`no part '${name}' (there are ${Object.keys(parts).join(", ")})`);
    const { file, is, shouldBe } = regenerated(name);
    if (is !== shouldBe) writeFileSync(file, shouldBe);
    console.log(`${name}: ${is === shouldBe ? "up to date" : "written"}`);
  }
}

import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, relative, resolve, sep } from "node:path";
import type { Resolved, VerilogSource } from "../formats/verilog/files.js";
import { fileReferences } from "../formats/verilog/includes.js";
import { scan } from "../formats/verilog/scan.js";
import { decodeText } from "../reading/read-design.js";
import { InputError } from "../text/input-error.js";
import { isFile, readBytes } from "./read-bytes.js";

type Part = NonNullable<VerilogSource["part"]>;

/**
 * Files with all that they include, and what that includes. A path is looked for from the folder of the file that names
 * it, then from the folders of the given files, then from the folders to search. It must lead into one of these: a text
 * cannot have other files of the machine read. What is not there may not be wanted: where it is, the synthesizer says so.
 */
export async function withIncluded(
  given: readonly { readonly name: string; readonly text: string }[],
  searched: readonly string[],
): Promise<VerilogSource[]> {
  const folders = [...new Set([...given.map((g) => dirname(g.name)), ...searched])];
  const found: (VerilogSource & { paths: Map<string, Resolved> })[] = given.map((g) => ({ ...g, paths: new Map() }));
  const byPlace = new Map(found.map((s) => [resolve(s.name), s.name]));
  for (const source of found) {
    if (source.part === "data") continue;
    for (const { path, kind } of fileReferences(scan(source.text))) {
      if (path === null || source.paths.has(path)) continue;
      const place = await findFile(path, [dirname(source.name), ...folders], folders);
      if (typeof place !== "string") {
        source.paths.set(path, place);
        continue;
      }
      const known = byPlace.get(resolve(place));
      source.paths.set(path, { name: known ?? place });
      if (known !== undefined) continue;
      byPlace.set(resolve(place), place);
      found.push(await sourceAt(place, kind));
    }
  }
  return found;
}

async function sourceAt(name: string, part: Part): Promise<VerilogSource & { paths: Map<string, Resolved> }> {
  return { name, text: decodeText(await readFile(name)), part, paths: new Map() };
}

/** The first regular file that a path means from one of the folders, within those that are allowed. */
async function findFile(path: string, folders: readonly string[], allowed: readonly string[]) {
  const places = isAbsolute(path) ? [normalize(path)] : folders.map((folder) => join(folder, path));
  const inside = places.filter((place) => allowed.some((folder) => isWithin(folder, place)));
  if (inside.length === 0)
    return { problem: `'${path}' lies outside of the folders that files are taken from: name its folder with -I` };
  for (const place of inside) {
    if (await isFile(place)) return place;
  }
  return { problem: `there is no file '${path}', here or in a folder of -I` };
}

function isWithin(folder: string, place: string): boolean {
  const way = relative(resolve(folder), resolve(place));
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** With a top module, all Verilog files are one design: the first, and the others with it. */
export function joinVerilog(files: readonly string[], top: string | undefined) {
  const verilog = files.filter((f) => /\.s?v$/i.test(f));
  if (top === undefined || verilog.length < 2) return { files, also: [] };
  const also = new Set(verilog.slice(1));
  return { files: files.filter((f) => !also.has(f) || f === verilog[0]), also: [...also] };
}

/**
 * What is read beyond the Verilog files and lists that are given: files and lists of lists, and all that they include. Of what cannot be
 * read, whoever reads it says why.
 */
export async function verilogFilesOf(given: readonly string[], searched: readonly string[]): Promise<string[]> {
  // Pipes are left to who reads them: they may have no end.
  const files = await onlyFiles(given);
  const found = files.filter((file) => /\.s?v$/i.test(file));
  const include = [...searched];
  for (const file of files.filter((name) => /\.f$/i.test(name))) {
    const list = await textsOf([file])
      .then(([read]) => readFileList(file, read!.text))
      .catch(() => null);
    found.push(...(list?.lists ?? []), ...(list?.files ?? []));
    include.push(...(list?.include ?? []));
  }
  const texts = await Promise.allSettled((await onlyFiles(found)).map((file) => textsOf([file])));
  const sources = await withIncluded(
    texts.flatMap((t) => (t.status === "fulfilled" ? t.value : [])),
    include,
  ).catch(() => []);
  return [...found, ...sources.map((s) => s.name)];
}

async function onlyFiles(names: readonly string[]): Promise<string[]> {
  const are = await Promise.all(names.map(isFile));
  return names.filter((_, i) => are[i]);
}

/** The texts of files, each once. */
export const textsOf = (files: readonly string[]): Promise<{ readonly name: string; readonly text: string }[]> =>
  Promise.all([...new Set(files)].map(async (name) => ({ name, text: decodeText(await readBytes(name)) })));

/** What a list of files says. */
export interface FileList {
  /** Lists that it names. */
  readonly lists: string[];
  readonly files: string[];
  readonly include: string[];
  readonly define: string[];
}

const MAX_LISTS = 20;

/** Files, `+incdir+…`, `-I…`, `+define+…`, `-D…`, `-f list`, and comments. Paths are from the folder of the list. */
export async function readFileList(file: string, text: string, depth = 0): Promise<FileList> {
  const list: FileList = { lists: [], files: [], include: [], define: [] };
  const lines = text.replace(/\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, " ")).split("\n");
  const path = (p: string): string => (isAbsolute(p) ? p : join(dirname(file), p));
  for (const [i, line] of lines.entries()) {
    const words = line.replace(/(^|\s)(\/\/|#).*$/, "").match(/\S+/g) ?? [];
    const refuse = (problem: string): InputError =>
      new InputError("verilog-list", problem, { line: i + 1, column: line.search(/\S/) + 1 }, file);
    for (let k = 0; k < words.length; k++) {
      const word = words[k]!;
      const [, option, attached] = /^(-I|-D|-f)(.*)$/.exec(word) ?? [];
      const value = option === undefined ? "" : attached || words[++k];
      if (value === undefined) throw refuse(`'${word}' needs a value`);
      if (word.startsWith("+incdir+")) list.include.push(...word.split("+").slice(2).map(path));
      else if (word.startsWith("+define+")) list.define.push(...word.split("+").slice(2));
      else if (option === "-I") list.include.push(path(value));
      else if (option === "-D") list.define.push(value);
      else if (option === "-f") {
        if (depth === MAX_LISTS) throw refuse(`lists in lists, more than ${MAX_LISTS} deep`);
        const inner = await readFileList(path(value), decodeText(await readBytes(path(value))), depth + 1);
        list.lists.push(path(value), ...inner.lists);
        list.files.push(...inner.files);
        list.include.push(...inner.include);
        list.define.push(...inner.define);
      } else if (/^[-+]/.test(word)) throw refuse(`'${word}' is not supported in a list of files`);
      else list.files.push(path(word));
    }
  }
  if (list.files.length === 0 && depth === 0)
    throw new InputError("verilog-list", "the list names no files", null, file);
  return list;
}

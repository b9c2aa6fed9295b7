import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** Strips the types of a source and of what it imports, so that a run does not have to. Returns the program. */
export function strip(source: string, folder: string): string {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const target = (path: string) => join(folder, "js", relative(root, path)).replace(/\.ts$/, ".js");
  const pending = [source];
  const done = new Set<string>();
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    const { outputText } = ts.transpileModule(readFileSync(path, "utf8"), { compilerOptions });
    for (const [, imported] of outputText.matchAll(/from "(\..*?)\.js"/g))
      pending.push(join(dirname(path), `${imported}.ts`));
    mkdirSync(dirname(target(path)), { recursive: true });
    writeFileSync(target(path), outputText);
  }
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  return target(source);
}

export const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;
export const geometricMean = (list: readonly number[]): number =>
  Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length);
export const round = (x: number): number => Math.round(1000 * x) / 1000;

/** The slope between the smallest and the largest size in logarithms: 1 linear, 2 quadratic; null when there is one size. */
export function growth(points: readonly { size: number; ms: number }[]): number | null {
  const [a, b] = [points[0]!, points.at(-1)!];
  if (a.size === b.size) return null;
  return Math.log(b.ms / a.ms) / Math.log(b.size / a.size);
}

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

/** Milliseconds for repetitions of a short run in one process. */
export const repetitions = (quick: boolean): number => (quick ? 300 : 2000);

const geometricMean = (list: readonly number[]): number =>
  Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length);

/** Times by family and size, and ratios by what they compare: collected row by row, and summed up at the end. */
export class Summary {
  private readonly times = new Map<string, { size: number; ms: number }[]>();
  private readonly ratios = new Map<string, number[]>();

  time(series: string, size: number, ms: number): void {
    this.times.set(series, [...(this.times.get(series) ?? []), { size, ms }]);
  }

  ratio(what: string, ratio: number): void {
    this.ratios.set(what, [...(this.ratios.get(what) ?? []), ratio]);
  }

  /** Prints how times grow with size, and geometric means of ratios; the means. */
  print(): Record<string, number> {
    for (const [series, points] of this.times) {
      const slope = growth(points);
      if (slope !== null) console.log(`time of ${series} grows like size^${slope.toFixed(1)}`);
    }
    const means: Record<string, number> = {};
    for (const [what, list] of this.ratios) {
      means[what] = Math.round(1000 * geometricMean(list)) / 1000;
      const [least, most] = [Math.min(...list), Math.max(...list)].map((x) => x.toFixed(2));
      console.log(`geometric mean of ${what}: ${means[what]} (${list.length} workloads, ${least} to ${most})`);
    }
    return means;
  }
}

/** The slope between the smallest and the largest size in logarithms: 1 linear, 2 quadratic; null when there is one size. */
function growth(points: readonly { size: number; ms: number }[]): number | null {
  const [a, b] = [points[0]!, points.at(-1)!];
  if (a.size === b.size) return null;
  return Math.log(b.ms / a.ms) / Math.log(b.size / a.size);
}

import { Session } from "node:inspector";
import { Random } from "../../src/logic/random.js";
import { codeOf, FuzzFailure, type FuzzTarget } from "./fuzz-reader.js";
import { mutate } from "./mutate.js";

/** Which characters of the project's scripts were run, by V8's own coverage of blocks. */
export class Coverage implements Disposable {
  private readonly session = new Session();
  private readonly reached = new Map<string, Uint8Array>();
  /** Characters of code that were run at some time. */
  size = 0;

  constructor() {
    this.session.connect();
    this.post("Profiler.enable");
    this.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** What was run since the last time: how much of it never was before. Only `keep` makes it known from then on. */
  take(keep: boolean): number {
    const { result } = this.post("Profiler.takePreciseCoverage") as CoverageReport;
    let found = 0;
    for (const { url, functions } of result)
      if (/\/src\/[\w-]+\/.*\.[jt]s/.test(url)) found += this.add(url, functions, keep);
    if (keep) this.size += found;
    return found;
  }

  private add(url: string, functions: CoverageReport["result"][number]["functions"], keep: boolean): number {
    // Outer functions come first, and outer ranges: what is inside has the last word.
    const end = functions.reduce((most, f) => Math.max(most, f.ranges[0]!.endOffset), 0);
    const now = new Uint8Array(end);
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) now.fill(count > 0 ? 1 : 0, startOffset, endOffset);
    const known = this.reached.get(url) ?? new Uint8Array(0);
    let found = 0;
    for (let i = 0; i < end; i++) if (now[i] === 1 && known[i] !== 1) found++;
    if (keep && found > 0) {
      const all = new Uint8Array(Math.max(end, known.length));
      all.set(now);
      known.forEach((reached, i) => {
        if (reached === 1) all[i] = 1;
      });
      this.reached.set(url, all);
    }
    return found;
  }

  private post(method: string, params: object = {}): unknown {
    let answer: unknown;
    this.session.post(method, params, (error, result) => {
      if (error !== null) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  }

  [Symbol.dispose](): void {
    this.session.disconnect();
  }
}

interface CoverageReport {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
    }[];
  }[];
}

export interface GuidedFigures {
  runs: number;
  accepted: number;
  /** Files that reached something new, the samples included. */
  kept: number;
  /** Characters of code that were run. */
  reached: number;
}

const BATCH = 16;

/**
 * Mutated files of which those are kept that reach code no other did, and mutated in turn. They are read in batches, because to
 * ask for coverage takes longer than to read most files; where a batch reached something, each of its files is read again.
 */
export function guidedFuzz(target: FuzzTarget, seed: number, more: (runs: number) => boolean): GuidedFigures {
  using coverage = new Coverage();
  const random = new Random(seed);
  const kept = [...target.samples];
  const figures: GuidedFigures = { runs: 0, accepted: 0, kept: 0, reached: 0 };
  const read = (bytes: Uint8Array): void => {
    const start = performance.now();
    if (codeOf(target, seed, bytes) === null) figures.accepted++;
    const ms = performance.now() - start;
    if (ms > MOST_MS) throw new FuzzFailure(target.name, seed, bytes, `took ${Math.round(ms)} ms`, null);
  };
  for (const sample of target.samples) read(sample);
  coverage.take(true);
  while (more(figures.runs)) {
    const batch = Array.from({ length: BATCH }, () => mutate(kept[random.below(kept.length)]!, random, kept));
    for (const bytes of batch) read(bytes);
    figures.runs += BATCH;
    if (coverage.take(false) === 0) continue;
    for (const bytes of batch) {
      codeOf(target, seed, bytes);
      if (coverage.take(true) > 0) kept.push(bytes);
    }
  }
  return { ...figures, kept: kept.length, reached: coverage.size };
}

const MOST_MS = 5000;

import { Random } from "../../src/logic/random.js";
import { InputError } from "../../src/text/input-error.js";
import { mutate } from "./mutate.js";

/** A reader under attack. `read` must return or throw an InputError, for any bytes; it may assert more. */
export interface FuzzTarget {
  readonly name: string;
  /** Well-formed files to start from. */
  readonly samples: readonly Uint8Array[];
  read(bytes: Uint8Array): void;
}

export interface FuzzFigures {
  runs: number;
  accepted: number;
  /** Errors by their code. */
  readonly rejected: Record<string, number>;
  slowestMs: number;
}

/** What a reader did that it must not do, with the file that made it. */
export class FuzzFailure extends Error {
  constructor(
    readonly target: string,
    readonly seed: number,
    readonly bytes: Uint8Array,
    problem: string,
    cause: unknown,
  ) {
    super(`${target}, seed ${seed}: ${problem}; the file in base64: ${Buffer.from(bytes).toString("base64")}`, {
      cause,
    });
  }
}

/**
 * Reads mutated files for as long as `more` says, one for each seed from `firstSeed`. Throws a FuzzFailure for an error
 * that is not meant for users, for a message without words, or for a file that took longer than `mostMs`.
 */
export function fuzzReader(
  target: FuzzTarget,
  firstSeed: number,
  more: (runs: number) => boolean,
  mostMs = 5000,
): FuzzFigures {
  const figures: FuzzFigures = { runs: 0, accepted: 0, rejected: {}, slowestMs: 0 };
  for (let seed = firstSeed; more(figures.runs); seed++) {
    const random = new Random(seed);
    const sample = target.samples[random.below(target.samples.length)]!;
    const bytes = mutate(sample, random, target.samples);
    const start = process.cpuUsage();
    const code = codeOf(target, seed, bytes);
    const { user, system } = process.cpuUsage(start); // what others do on the machine does not count
    const ms = (user + system) / 1000;
    if (ms > mostMs)
      throw new FuzzFailure(target.name, seed, bytes, `took ${Math.round(ms)} ms of processor time`, null);
    figures.slowestMs = Math.max(figures.slowestMs, ms);
    figures.runs++;
    if (code === null) figures.accepted++;
    else figures.rejected[code] = (figures.rejected[code] ?? 0) + 1;
  }
  return figures;
}

/** The code of the error that a reader gives for these bytes, null where it reads them. */
export function codeOf(target: FuzzTarget, seed: number, bytes: Uint8Array): string | null {
  try {
    target.read(bytes);
    return null;
  } catch (error) {
    if (error instanceof InputError && error.code !== "" && error.problem.length > 8) return error.code;
    throw new FuzzFailure(target.name, seed, bytes, String(error), error);
  }
}

import { type FuzzFigures, type FuzzTarget, fuzzReader } from "./fuzz-reader.js";

/** Files of one reader from one seed on, and what became of them. */
export interface Piece extends FuzzFigures {
  readonly target: string;
  readonly first: number;
  readonly cpuSeconds: number;
  /** Of the whole process, until then. */
  readonly peakMb: number;
}

const PIECE_FILES = 10_000;

/** The pieces of `files` files from seed `first` on that are not among those `done`, one after the other. */
export function* piecesLeft(
  target: FuzzTarget,
  first: number,
  files: number,
  done: readonly Piece[],
  pieceFiles = PIECE_FILES,
): Generator<Piece> {
  const finished = new Set(done.filter((p) => p.target === target.name).map((p) => `${p.first} ${p.runs}`));
  for (let from = first; from < first + files; from += pieceFiles) {
    const length = Math.min(pieceFiles, first + files - from);
    if (!finished.has(`${from} ${length}`)) yield piece(target, from, length);
  }
}

function piece(target: FuzzTarget, first: number, files: number): Piece {
  const start = process.cpuUsage();
  const figures = fuzzReader(target, first, (runs) => runs < files);
  const { user, system } = process.cpuUsage(start);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { target: target.name, first, ...figures, cpuSeconds: (user + system) / 1e6, peakMb };
}

/** What all pieces of a reader did together; one that is there twice counts once. */
export function added(target: string, pieces: readonly Piece[]): Omit<Piece, "first"> {
  const once = new Map(pieces.filter((p) => p.target === target).map((p) => [`${p.first} ${p.runs}`, p]));
  const sum = {
    target,
    runs: 0,
    accepted: 0,
    rejected: {} as Record<string, number>,
    slowestMs: 0,
    cpuSeconds: 0,
    peakMb: 0,
  };
  for (const p of once.values()) {
    sum.runs += p.runs;
    sum.accepted += p.accepted;
    sum.cpuSeconds += p.cpuSeconds;
    sum.slowestMs = Math.max(sum.slowestMs, p.slowestMs);
    sum.peakMb = Math.max(sum.peakMb, p.peakMb);
    for (const [code, count] of Object.entries(p.rejected)) sum.rejected[code] = (sum.rejected[code] ?? 0) + count;
  }
  return sum;
}

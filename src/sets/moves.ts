import type { Bdd, BddManager } from "../solvers/bdd/manager.js";
import type { Variables } from "./bdd-variables.js";

/** Steps in which only some latches change: those that a choice of a few variables selects. The guard is protected. */
export interface Moves {
  readonly guard: Bdd;
  /** The latches that may change, by index. */
  readonly latches: readonly number[];
}

/** Variables that select who moves: at most so many, each read by this share of the latches. */
const MOST_SELECTORS = 4;
const LEAST_READERS = 0.5;
/** Moves that change a larger share of the latches, on average, are not worth being told apart. */
const MOST_CHANGED = 2 / 3;
/** For what is found out about one latch: so many conjuncts, and nodes. */
const MOST_CONJUNCTS = 12;
const MOST_NODES = 100_000;

/**
 * The moves of a relation, given by its conjuncts, where one part of the latches moves at a time and the others keep their values, as
 * when processes interleave; an empty list where they do not. Every step that changes something is one of them.
 */
export function movesOf(manager: BddManager, variables: Variables, conjuncts: readonly Bdd[]): Moves[] {
  const readings = latchReadings(manager, variables, conjuncts);
  const selectors = selectorsOf(variables, readings);
  if (selectors.length === 0) return [];
  const changes: Bdd[] = [];
  const byLatches = new Map<string, { guards: Bdd[]; latches: number[] }>();
  const made: Moves[] = [];
  try {
    for (const [i, r] of readings.entries()) changes.push(mayChange(manager, variables, i, r, selectors));
    const values = new Uint8Array(manager.variableCount);
    const cube = new Int8Array(manager.variableCount).fill(-1);
    for (let choice = 0; choice < 1 << selectors.length; choice++) {
      selectors.forEach((v, k) => {
        cube[v] = values[v] = (choice >> k) & 1;
      });
      const latches = changes.flatMap((f, i) => (manager.evaluate(f, values) ? [i] : []));
      if (latches.length === 0) continue;
      const moves = byLatches.get(latches.join()) ?? { guards: [], latches };
      byLatches.set(latches.join(), moves);
      moves.guards.push(manager.protect(manager.cubeOf(cube)));
    }
    const found = [...byLatches.values()];
    const changed = found.reduce((sum, { latches }) => sum + latches.length, 0);
    if (found.length < 2 || changed > MOST_CHANGED * found.length * changes.length) return [];
    for (const { guards, latches } of found)
      made.push({ guard: manager.protect(disjunction(manager, guards)), latches });
    return made;
  } catch (e) {
    for (const { guard } of made) manager.release(guard);
    throw e;
  } finally {
    for (const f of changes) manager.release(f);
    for (const { guards } of byLatches.values()) for (const g of guards) manager.release(g);
  }
}

/** The conjuncts that a latch's next value is bound by, and the other variables that they read. */
interface Reading {
  readonly conjuncts: readonly Bdd[];
  readonly variables: ReadonlySet<number>;
}

function latchReadings(manager: BddManager, variables: Variables, conjuncts: readonly Bdd[]): Reading[] {
  const readers = new Map<number, { f: Bdd; reads: readonly number[] }[]>();
  for (const f of conjuncts) {
    const reads = manager.support(f);
    for (const v of reads) {
      const of = readers.get(v);
      if (of === undefined) readers.set(v, [{ f, reads }]);
      else of.push({ f, reads });
    }
  }
  return variables.next.map((next, i) => {
    const binding = readers.get(next) ?? [];
    const others = new Set(binding.flatMap(({ reads }) => reads));
    others.delete(next);
    others.delete(variables.present[i]!);
    const smallest = binding.toSorted((a, b) => a.reads.length - b.reads.length).slice(0, MOST_CONJUNCTS);
    return { conjuncts: smallest.map(({ f }) => f), variables: others };
  });
}

/** Variables that many latches read, inputs before others. */
function selectorsOf(variables: Variables, readings: readonly Reading[]): number[] {
  const count = new Map<number, number>();
  for (const r of readings) for (const v of r.variables) count.set(v, (count.get(v) ?? 0) + 1);
  const isInput = new Set(variables.inputs);
  const rank = ([v, n]: readonly [number, number]) => n + (isInput.has(v) ? readings.length : 0);
  return [...count]
    .filter(([, n]) => n > 1 && n >= LEAST_READERS * readings.length)
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, MOST_SELECTORS)
    .map(([v]) => v);
}

/** For which values of the selectors a latch may change; true where that takes too long to say. Protected. */
function mayChange(
  manager: BddManager,
  variables: Variables,
  latch: number,
  reading: Reading,
  selectors: readonly number[],
): Bdd {
  const own = [variables.present[latch]!, variables.next[latch]!] as const;
  const others = [...own, ...reading.variables].filter((v) => !selectors.includes(v));
  const cube = manager.protect(manager.cube(others));
  const changed = () => {
    let f = manager.xor(manager.variable(own[0]), manager.variable(own[1]));
    for (const c of reading.conjuncts) f = manager.and(f, c);
    return manager.protect(manager.exists(f, cube));
  };
  try {
    return manager.withinNodes(MOST_NODES, changed) ?? manager.true;
  } finally {
    manager.release(cube);
  }
}

const disjunction = (manager: BddManager, fs: readonly Bdd[]): Bdd =>
  fs.reduce((all, f) => manager.or(all, f), manager.false);

import { goOn, type Limits, Stopped, untilStopped } from "../limits/stopped.js";
import { Bitstate } from "./bitstate.js";
import { CompactStates } from "./compact-states.js";
import { CouvreurSearch, startsIn } from "./couvreur.js";
import { Degeneralized } from "./degeneralize.js";
import { ExactVisited } from "./exact-visited.js";
import { HashedVisited } from "./hashed-visited.js";
import { lassoInto } from "./lasso.js";
import { lassoFromPath } from "./lasso-from-path.js";
import { NestedEmptinessSearch } from "./nested-emptiness.js";
import type { NumberedComponents } from "./numbered-components.js";
import type { Entered } from "./path-successors.js";
import { Promised } from "./promises.js";
import { type PackedLasso, type StateSpace, SuccessorBuffer } from "./state-space.js";
import { type Marks, NEW, type Visited } from "./visited.js";

/** How visited states are kept: whole, as hash values of 52 bits, or as some bits in a field. */
export type Hashing = "exact" | "compact" | "bitstate";

/**
 * `nested-emptiness` knows several conditions; `cvwy` searches the degeneralized space in the same way, which is then the
 * classic nested depth-first search, or, `early`, with a check such as Schwoon's and Esparza's; `couvreur` finds components, keeps all states whole, and alone knows pairs: for
 * the others these become conditions by promises.
 */
export type Algorithm = "nested-emptiness" | "cvwy" | "couvreur";

export interface SearchOptions extends Partial<Limits> {
  readonly algorithm?: Algorithm;
  readonly hash?: Hashing;
  /** Nested searches: cycles that the path closes are looked at too. By default, unless it is the classic search. */
  readonly early?: boolean;
  /** Give up beyond about so many states. */
  readonly states?: number;
  /** Bytes of a bitstate search's field, a power of two, and the bits that each state sets in it. */
  readonly field?: number;
  readonly functions?: number;
  readonly seed?: number;
  /** `couvreur`: where there is no fair cycle, say why, in a form that can be checked. */
  readonly numbers?: boolean;
  /**
   * Told of every state when it is visited first, after its successors were asked for. Where it says true for the first
   * time, the path to that state is kept (`noticed`).
   */
  notice?(states: Int32Array, at: number): boolean;
  /** Told of every transition of a nested search on the space itself, which then goes by single steps. */
  moment?(moment: Moment, figures: SearchFigures): void;
}

/** A nested search after a transition. */
export interface Moment {
  readonly what: "start" | "visit" | "back" | "old state" | "nested search";
  /** From the initial state to the top. */
  readonly path: readonly Int32Array[];
  /** Of a state that was visited; null of another. */
  label(state: Int32Array): Marks | null;
}

/** What a search has done so far. */
export interface SearchFigures {
  readonly states: number;
  readonly transitions: number;
  /** Entries of states by nested searches. */
  readonly nested: number;
  /** The longest path. */
  readonly depth: number;
  /** All memory of the search, and that of the states alone, with what finding them needs. */
  readonly bytes: number;
  readonly tableBytes: number;
  /** What Section 3.2 counts for each state: its descriptor, its label, and whether it is on the path. */
  readonly bitsPerState: number;
}

/**
 * How a search ends. `empty`: there is no fair cycle. `not-found`: none was found, but states that share a hash value
 * with others were left out, and about `coverage` of all states were seen. `stopped`: a limit was met, and what was noticed until
 * then may be an answer of its own.
 */
export type SearchResult = { readonly figures: SearchFigures; readonly noticed: readonly Int32Array[] | null } & (
  | { readonly kind: "fair-cycle"; readonly lasso: PackedLasso }
  | { readonly kind: "empty"; readonly numbered: NumberedComponents | null }
  | { readonly kind: "not-found"; readonly coverage: number }
  | { readonly kind: "stopped"; readonly why: Stopped }
);

export const STOPPED_IN_LASSO = "there is a fair cycle; stopped while writing it down";

/** How much a search that loses states has seen, in words: never all of them. */
export const seenText = (hash: Hashing | undefined, coverage: number): string =>
  `${hash} hashing saw about ${Math.min(99.9999, 100 * coverage).toPrecision(6)} % of the states`;

/** The field of about so many MiB. */
export const fieldBytes = (mebibytes: number): number => 2 ** (20 + Math.floor(Math.log2(mebibytes)));

/** Transitions between two looks at the limits. */
const SLICE = 50_000;
const FIELD_BYTES = 2 ** 26;
const FUNCTIONS = 3;
/** A search that keeps hash values looks for a component among so many whole states. */
const EXACT = 2 ** 20;

/** Is there a reachable fair cycle? Yields figures now and then. */
export function* searchFairCycle(
  space: StateSpace,
  options: SearchOptions = {},
): Generator<SearchFigures, SearchResult> {
  let figures = NOTHING;
  const watch = new Watch(options);
  const search = untilStopped(
    options.algorithm === "couvreur" ? components(space, options, watch) : nested(space, options, watch),
  );
  for (;;) {
    const { done, value } = search.next();
    if (done) {
      const end = value instanceof Stopped ? ({ kind: "stopped", why: value, figures } as const) : value;
      return { ...end, noticed: watch.noticed };
    }
    figures = value;
    yield figures;
  }
}

/** Keeps the path to the first state that somebody notices. */
class Watch {
  noticed: readonly Int32Array[] | null = null;
  readonly entered: Entered | undefined;

  constructor({ notice }: SearchOptions) {
    if (notice !== undefined)
      this.entered = (state, path) => {
        if (notice(state, 0)) this.noticed ??= path();
      };
  }
}

type Ended = SearchResult extends infer R ? (R extends SearchResult ? Omit<R, "noticed"> : never) : never;

const NOTHING: SearchFigures = {
  states: 0,
  transitions: 0,
  nested: 0,
  depth: 0,
  bytes: 0,
  tableBytes: 0,
  bitsPerState: 0,
};

function* nested(space: StateSpace, options: SearchOptions, watch: Watch): Generator<SearchFigures, Ended> {
  const promised = space.pairs > 0 ? new Promised(space) : null;
  const simple = promised ?? space;
  const single = options.algorithm === "cvwy" && simple.conditions > 0 ? new Degeneralized(simple) : null;
  const searched = single ?? simple;
  const simplified = (state: Int32Array) => (single === null ? state : single.strip(state));
  const stripped = (state: Int32Array) => promised?.strip(simplified(state)) ?? simplified(state);
  const entered: Entered | undefined =
    watch.entered && ((state, path) => watch.entered?.(stripped(state), () => path().map(stripped)));
  const visited = visitedFor(searched, options);
  const search = new NestedEmptinessSearch(searched, visited, {
    entered,
    early: options.early ?? options.algorithm !== "cvwy",
  });
  const figures = (): SearchFigures => ({
    states: visited.count,
    transitions: search.transitions,
    nested: search.nested,
    depth: search.deepest,
    bytes: visited.tableBytes + visited.stackBytes + search.stackBytes,
    tableBytes: visited.tableBytes,
    bitsPerState: visited.bitsPerState,
  });
  const tell = searched === space && options.moment ? momentsOf(search, visited, figures, options.moment) : undefined;
  const end = yield* inSlices(search, figures, options, tell);
  if (end === "empty") {
    const coverage = visited.coverage();
    return isExact(options)
      ? { kind: "empty", numbered: null, figures: figures() }
      : { kind: "not-found", coverage, figures: figures() };
  }
  // The top of the path lies on a fair cycle.
  const path = search.pathStates().map(simplified);
  const lasso = yield* lassoAround(simple, path, options, figures);
  return { kind: "fair-cycle", lasso: promised?.lasso(lasso) ?? lasso, figures: figures() };
}

/** Tells what has changed since it was called last. */
function momentsOf(
  search: NestedEmptinessSearch,
  visited: Visited,
  figures: () => SearchFigures,
  moment: NonNullable<SearchOptions["moment"]>,
): () => void {
  let before = { depth: 0, nested: 0 };
  const label = (state: Int32Array): Marks | null => {
    const marks = new Int32Array(search.marksWords);
    if (visited.find(state, 0) === NEW) return null;
    visited.addLabelTo(marks);
    return marks;
  };
  const tell = () => {
    const now = { depth: visited.depth, nested: search.nested };
    const what =
      now.nested > before.nested
        ? "nested search"
        : now.depth > before.depth
          ? "visit"
          : now.depth < before.depth
            ? "back"
            : "old state";
    before = now;
    moment({ what, path: search.pathStates(), label }, figures());
  };
  moment({ what: "start", path: [], label }, figures());
  return tell;
}

/**
 * The lasso to and through the last state of a path. The first fair component from there is that of the state, or another;
 * a search that has no room for whole states gives that up soon, and makes do with the path.
 */
function* lassoAround(
  space: StateSpace,
  path: readonly Int32Array[],
  options: SearchOptions,
  figures: () => SearchFigures,
): Generator<SearchFigures, PackedLasso> {
  const top = new SuccessorBuffer(space);
  top.data.set(path[path.length - 1]!, top.add());
  const around = new CouvreurSearch(space, startsIn(top), limitOf(options));
  const own = () => figuresOf(space, around);
  const limits = isExact(options) ? options : { ...options, states: Math.min(options.states ?? EXACT, EXACT) };
  try {
    for (const _ of inSlices(around, own, limits)) yield figures();
    return lassoInto(space, around, path.slice(0, -1), pollOf(options));
  } catch (error) {
    const isFull = error instanceof Stopped && (error.reason === "bound" || error.reason === "memory");
    if (!isFull || isExact(options)) throw error;
    // Other collisions than those of the search.
    const seed = (options.seed ?? 1) + 1;
    const lasso = lassoFromPath(space, path, (s) => visitedFor(s, { ...options, seed }), pollOf(options));
    if (lasso === null) throw error;
    return lasso;
  }
}

function* components(space: StateSpace, options: SearchOptions, watch: Watch): Generator<SearchFigures, Ended> {
  const initial = new SuccessorBuffer(space);
  space.initial(initial);
  const { entered } = watch;
  const numbersParts = options.numbers ?? false;
  const search = new CouvreurSearch(space, startsIn(initial), limitOf(options), { entered, numbersParts });
  const figures = () => figuresOf(space, search);
  const end = yield* inSlices(search, figures, options);
  if (end === "empty") return { kind: "empty", numbered: numbersParts ? search.numbered : null, figures: figures() };
  return { kind: "fair-cycle", lasso: lassoInto(space, search, [], pollOf(options)), figures: figures() };
}

const figuresOf = (space: StateSpace, search: CouvreurSearch): SearchFigures => ({
  states: search.table.count,
  transitions: search.transitions,
  nested: 0,
  depth: search.deepest,
  bytes: search.tableBytes + search.stackBytes,
  tableBytes: search.tableBytes,
  bitsPerState: space.bits + 32,
});

/** All states are told apart. */
export const isExact = ({ hash }: SearchOptions): boolean => hash === undefined || hash === "exact";

interface Sliced {
  advance(budget: number): "more" | "found" | "empty";
}

function* inSlices(
  search: Sliced,
  figures: () => SearchFigures,
  options: SearchOptions,
  tell?: () => void,
): Generator<SearchFigures, "found" | "empty"> {
  for (;;) {
    const end = search.advance(tell === undefined ? SLICE : 1);
    tell?.();
    if (end !== "more") return end;
    const now = figures();
    if (options.states !== undefined && now.states > options.states)
      throw new Stopped("bound", `more than the ${options.states} states allowed`);
    if (options.memoryLimit !== undefined && now.bytes > options.memoryLimit)
      throw new Stopped("memory", `${now.states} states fill the memory allowed`);
    goOn(options, `stopped after ${now.states} states`);
    yield now;
  }
}

function visitedFor(space: StateSpace, options: SearchOptions): Visited {
  const { words, bits, conditions } = space;
  const seed = options.seed ?? 1;
  switch (options.hash ?? "exact") {
    case "exact":
      return new ExactVisited(words, bits, conditions, limitOf(options));
    case "compact":
      return new HashedVisited(words, conditions, new CompactStates(words, conditions, seed, limitOf(options)));
    case "bitstate": {
      const field = options.field ?? FIELD_BYTES;
      limitOf(options)(field);
      return new HashedVisited(
        words,
        conditions,
        new Bitstate(words, conditions, 8 * field, options.functions ?? FUNCTIONS, seed),
      );
    }
  }
}

const pollOf = (options: SearchOptions) => (): void => goOn(options, STOPPED_IN_LASSO);

/** Looks at the bytes that a table will have before it grows. */
function limitOf({ memoryLimit }: SearchOptions): (wanted: number) => void {
  return (wanted) => {
    if (memoryLimit !== undefined && wanted > memoryLimit)
      throw new Stopped("memory", "the states fill the memory allowed");
  };
}

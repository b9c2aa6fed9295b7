import { type StateSpace, SuccessorBuffer } from "../explicit/state-space.js";
import { StateTable } from "../explicit/state-table.js";
import { WordStack } from "../explicit/word-stack.js";
import { goOn, type Limits, Stopped } from "../limits/stopped.js";
import { type Behaviour, tightened } from "./behaviour.js";
import type { ModelError } from "./model-error.js";
import type { ProcessStep } from "./semantics.js";
import { sameState } from "./semantics.js";
import type { ProgramSpace } from "./space.js";

/** What there is to say about the reachable states of a program. */
export interface Exploration {
  readonly figures: ExploreFigures;
  /** A shortest run after which every behaviour is accepted by the automata of the product. */
  readonly accepted: Behaviour | null;
  /** A run to a mistake of the program; the step that makes it is in the error. */
  readonly mistake: { readonly error: ModelError; readonly run: Behaviour } | null;
  /** A run to a state in which no step is enabled, where that is an error. */
  readonly deadlock: Behaviour | null;
  /** All states that were found. */
  readonly table: StateTable;
}

export interface ExploreFigures {
  readonly states: number;
  readonly transitions: number;
  /** States that were found, and not looked at. */
  readonly queue: number;
  readonly depth: number;
  readonly bytes: number;
  readonly tableBytes: number;
}

export interface ExploreLimits extends Partial<Limits> {
  readonly states?: number;
  /** Told of every state that is looked at. */
  notice?(states: Int32Array, at: number): void;
}

/**
 * Visits all reachable states, breadth first: of a program, or of its product with automata, in which every state of the
 * program is part of some state. It ends where the automata accept whatever comes; and at a mistake or deadlock, if
 * nothing can be accepted. Yields figures now and then, and throws `Stopped` where a limit is met.
 */
export function* explore(
  space: ProgramSpace,
  searched: StateSpace,
  limits: ExploreLimits,
): Generator<ExploreFigures, Exploration> {
  return yield* new BreadthFirst(space, searched, limits).run();
}

class BreadthFirst {
  private readonly table: StateTable;
  // The number of the state from which each was reached.
  private readonly parents = new WordStack();
  private readonly out: SuccessorBuffer;
  private transitions = 0;
  private depth = 0;
  // What was met first: the number of the state.
  private mistakeAt = -1;
  private deadlockAt = -1;

  constructor(
    private readonly space: ProgramSpace,
    private readonly searched: StateSpace,
    private readonly limits: ExploreLimits,
  ) {
    this.table = new StateTable(searched.words, searched.bits, 0);
    this.out = new SuccessorBuffer(searched);
  }

  *run(): Generator<ExploreFigures, Exploration> {
    const { searched, table, out } = this;
    const state = new Int32Array(searched.words);
    const canAccept = searched.regions?.fair.includes("every path") === true;
    searched.initial(out);
    this.take(-1);
    let levelEnds = table.count;
    for (let n = 0; n < table.count; n++) {
      if (n === levelEnds) {
        this.depth++;
        levelEnds = table.count;
      }
      if (n % SLICE === SLICE - 1) {
        if (this.mustStop()) return this.ended(n);
        yield this.figures(n);
      }
      table.copy(n, state);
      this.limits.notice?.(state, 0);
      searched.successors(state, 0, out);
      if (this.isAccepted()) return { ...this.ended(n), accepted: this.runTo(n) };
      if (this.isFirstTrouble(n, state) && !canAccept) break;
      this.take(n);
    }
    return this.ended(table.count);
  }

  /** At a limit, what was found to be wrong is an answer; nothing is none. */
  private mustStop(): boolean {
    try {
      checkLimits(this.limits, this.table.count, this.bytes);
      return false;
    } catch (e) {
      if (!(e instanceof Stopped) || (this.mistakeAt < 0 && this.deadlockAt < 0)) throw e;
      return true;
    }
  }

  private isAccepted(): boolean {
    const { regions } = this.searched;
    if (regions === undefined) return false;
    const { data, length, stride } = this.out;
    for (let at = 0; at < length; at += stride) if (regions.fair[regions.of(data, at)] === "every path") return true;
    return false;
  }

  private isFirstTrouble(n: number, state: Int32Array): boolean {
    const { space } = this;
    if (this.mistakeAt < 0 && space.mistake !== null) {
      this.mistakeAt = n;
      return true;
    }
    if (this.deadlockAt >= 0 || this.out.length > 0 || !space.hasDeadlock || !space.isDeadlock(state, 0)) return false;
    this.deadlockAt = n;
    return true;
  }

  private take(parent: number): void {
    const { out, table, parents } = this;
    for (let at = 0; at < out.length; at += out.stride) {
      this.transitions++;
      if (table.add(out.data, at) === parents.length) parents.push(parent);
    }
    out.length = 0;
  }

  private get bytes(): number {
    return this.table.bytes + this.parents.bytes + this.out.data.byteLength;
  }

  private figures(looked: number): ExploreFigures {
    const { transitions, depth, bytes, table } = this;
    return {
      states: table.count,
      transitions,
      queue: table.count - looked,
      depth,
      bytes,
      tableBytes: table.bytes + this.parents.bytes,
    };
  }

  private ended(looked: number): Exploration {
    const { mistakeAt, deadlockAt, space } = this;
    return {
      figures: this.figures(looked),
      accepted: null,
      mistake: mistakeAt < 0 ? null : { error: space.mistake!.error, run: this.runTo(mistakeAt) },
      deadlock: deadlockAt < 0 ? null : this.runTo(deadlockAt),
      table: this.table,
    };
  }

  private runTo(end: number): Behaviour {
    const path: Int32Array[] = [];
    for (let n = end; n >= 0; n = this.parents.at(n)) {
      const packed = new Int32Array(this.searched.words);
      this.table.copy(n, packed);
      path.push(packed);
    }
    return alongPath(this.space, path.reverse(), null);
  }
}

/** States between two looks at the limits. */
const SLICE = 4096;

function checkLimits(limits: ExploreLimits, count: number, used: number): void {
  const { states, memoryLimit } = limits;
  if (states !== undefined && count > states) throw new Stopped("bound", `more than the ${states} states allowed`);
  if (memoryLimit !== undefined && used > memoryLimit)
    throw new Stopped("memory", `${count} states fill the memory allowed`);
  goOn(limits, `stopped after ${count} states`);
}

/** A lasso of a product: where the labels of its transitions have the bits of the pairs. */
export interface Labels {
  readonly labels: readonly Int32Array[];
  readonly conditions: number;
}

/**
 * The behaviour along packed states. Where several steps lead from one to the next, labels decide: a step must meet what
 * that of the transition has.
 */
export function alongPath(
  space: ProgramSpace,
  path: readonly Int32Array[],
  loop: number | null,
  labels?: Labels,
): Behaviour {
  const states = path.map((packed) => {
    const state = new Int32Array(space.program.slots.length);
    space.layout.unpack(packed, 0, state);
    return state;
  });
  const steps = path.map((_, t): ProcessStep | null => {
    const next = t + 1 < path.length ? t + 1 : loop;
    if (next === null) return null;
    const bit = (j: number) => labels !== undefined && ((labels.labels[t]![j >> 5]! >>> (j & 31)) & 1) === 1;
    // The conditions of a product begin with those of the program, and the pairs follow all of them.
    const wanted = { condition: bit, pair: (i: number) => labels !== undefined && bit(labels.conditions + i) };
    return stepBetween(space, states[t]!, states[next]!, wanted);
  });
  return tightened({ states, steps, loop });
}

function stepBetween(
  space: ProgramSpace,
  from: Int32Array,
  to: Int32Array,
  wanted: Parameters<ProgramSpace["meets"]>[2],
): ProcessStep | null {
  const { semantics } = space;
  const enabled = semantics.enabled(from);
  const found = semantics.steps.find(
    (step, k) => enabled[k] && space.after(step, from).some((s) => sameState(s, to)) && space.meets(from, step, wanted),
  );
  return found ?? null; // then nothing happens, or the replay will say so
}

import { type Limits, Stopped, type StopSignal } from "../../limits/stopped.js";
import { explained, outOfMemory } from "./budget.js";
import { type BddKernel, wordsAt } from "./kernel.js";
import type { AutoReorderOptions, ReorderOptions } from "./options.js";

const FIRST_AT = 4_000;
const NEVER = 0x7fffffff;
const NOWHERE = -1;

/** The order of the variables, and everything that changes it. Level 0 is the top. */
export class Reordering {
  /** Time that changes of the order have taken. */
  milliseconds = 0;
  /** How often the order may have changed: what the kernel was told about levels before holds no longer. */
  changes = 0;
  private auto: AutoReorderOptions | null = null;
  private deadline = Number.POSITIVE_INFINITY;
  // Why the host wanted a reordering to end, which is reported when the order is whole again.
  private stopped: StopSignal | null = null;

  constructor(
    private readonly k: BddKernel,
    private readonly limits: Partial<Limits>,
  ) {}

  // Reading the order.

  order(): number[] {
    const { k } = this;
    return Array.from({ length: k.varCount.value }, (_, level) => k.varAtLevel(level));
  }

  groups(): number[][] {
    const { k } = this;
    const groups: number[][] = [];
    let tied = false;
    for (const v of this.order()) {
      if (tied) groups.at(-1)!.push(v);
      else groups.push([v]);
      tied = k.isTied(v) !== 0;
    }
    return groups;
  }

  // Changing it.

  group(variables: readonly number[]): void {
    const { k } = this;
    for (let i = 1; i < variables.length; i++) {
      if (k.levelOfVar(variables[i]!) !== k.levelOfVar(variables[i - 1]!) + 1)
        throw new RangeError("only variables on neighbouring levels can be grouped");
    }
    for (const v of variables.slice(0, -1)) k.setTied(v, 1);
  }

  reorder(options: ReorderOptions): void {
    const { k } = this;
    const method = options.method ?? "sift";
    this.change(options.milliseconds, () => {
      k.setMaxGrowth(options.maxGrowth ?? 1.2);
      let before: number;
      do {
        before = k.collectGarbage();
        if (typeof method === "number") k.permuteWindows(method);
        else k.siftAll(method === "symmetric" ? 1 : 0);
      } while (options.converging && k.used.value < before && !this.shouldEnd());
    });
  }

  /** Brings about the order, or brings back the one that was and throws. */
  setOrder(order: readonly number[]): void {
    const { k } = this;
    const before = this.order();
    const groups = this.groups();
    mustBeOrder(order, before.length, groups);
    try {
      this.change(undefined, () => this.apply(order, false));
      if (before.some((_, level) => k.varAtLevel(level) !== order[level])) throw outOfMemory();
    } catch (error) {
      this.change(undefined, () => this.apply(before, true));
      throw error;
    } finally {
      // Changing the order dissolves groups.
      for (const g of groups) for (const v of g.slice(0, -1)) k.setTied(v, 1);
    }
  }

  private apply(order: readonly number[], atAnyPrice: boolean): void {
    const { k } = this;
    wordsAt(k, k.orderAddress(), order.length).set(order);
    k.applyOrder(atAnyPrice ? 1 : 0);
  }

  private change(milliseconds: number | undefined, change: () => void): void {
    const start = performance.now();
    this.deadline = milliseconds === undefined ? Number.POSITIVE_INFINITY : start + milliseconds;
    this.stopped = null;
    try {
      change();
    } catch (error) {
      throw explained(error);
    } finally {
      this.changes++;
      this.milliseconds += performance.now() - start;
    }
    if (this.stopped !== null) throw new Stopped(this.stopped);
  }

  /** Asked by the kernel: whether a reordering should come to its end. */
  shouldEnd(): boolean {
    this.stopped ??= this.limits.shouldStop?.() ?? null;
    return this.stopped !== null || performance.now() > this.deadline;
  }

  // Reordering by itself.

  setAuto(options: AutoReorderOptions | null): void {
    this.auto = options;
    this.k.setReorderAt(options === null ? NEVER : (options.firstAt ?? FIRST_AT));
  }

  get isAuto(): boolean {
    return this.auto !== null;
  }

  /**
   * Reorders between two operations and sets the next threshold. An operation that was interrupted before gets twice the
   * room: what it makes on its way may be much more than what lives when it starts, whatever the order.
   */
  byItself(interruptedBefore: boolean): void {
    const { k } = this;
    const auto = this.auto ?? {};
    const before = k.used.value;
    try {
      this.reorder(auto);
    } finally {
      const after = k.used.value;
      // Where little was gained, the next attempt waits longer.
      const factor = after > 0.8 * before ? 4 : 2;
      const room = interruptedBefore ? 2 * before : 0;
      k.setReorderAt(Math.max(auto.firstAt ?? FIRST_AT, factor * after, room));
    }
  }
}

function mustBeOrder(order: readonly number[], variables: number, groups: readonly (readonly number[])[]): void {
  const place = new Int32Array(variables).fill(NOWHERE);
  order.forEach((v, level) => {
    place[v] = level;
  });
  if (order.length !== variables || place.includes(NOWHERE)) throw new RangeError("not an order of all variables");
  if (!groups.every((g) => g.every((v, i) => place[v] === place[g[0]!]! + i)))
    throw new RangeError("the order takes a group apart");
}

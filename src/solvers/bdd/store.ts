import { goOn, Stopped } from "../../limits/stopped.js";
import { explained, outOfMemory } from "./budget.js";
import type { Bdd } from "./edge.js";
import { type BddKernel, instantiate, OUT_OF_ALLOWANCE, OUT_OF_MEMORY } from "./kernel.js";
import type { BddOptions, BddStatistics } from "./options.js";
import { Reordering } from "./reordering.js";

/** Unwinds an operation so that the order can change; `run` then starts it again. */
class ReorderingDue extends Error {}

/** The limit of `withinNodes`, which ends one operation and not the work: it never leaves `withinNodes`. */
class AllowanceExceeded extends Error {}

/** An operation of the kernel on up to three diagrams: kernels ignore what they are given beyond their own operands. */
export type Operation = (f: number, g: number, h: number) => number;

const NO_OPERAND = 0 as Bdd;
const NO_LIMIT = -1;
const START_NODES = 1 << 14;

/** The kernel's nodes: which of them live, how much they may take, and operations that survive a change of the order. */
export class BddStore {
  readonly kernel: BddKernel;
  readonly reordering: Reordering;
  private readonly stress: boolean;
  private protections = 0;
  private limited = false;
  // Operands of the operation that made way for the last reordering.
  private interrupted: readonly Bdd[] = [];

  constructor(module: WebAssembly.Module, options: BddOptions) {
    const interval = options.pollInterval ?? 50_000;
    this.kernel = instantiate(module, {
      poll: () => {
        goOn(options);
        return interval;
      },
      fail: (reason) => {
        if (reason === OUT_OF_ALLOWANCE) throw new AllowanceExceeded();
        throw reason === OUT_OF_MEMORY ? outOfMemory() : new Stopped("bound", "more BDD nodes than allowed");
      },
      reorderingShouldEnd: () => (this.reordering.shouldEnd() ? 1 : 0),
      reorderingDue: () => {
        if (!this.limited) throw new ReorderingDue();
      },
    });
    this.reordering = new Reordering(this.kernel, options);
    const stress = options.stress === true ? 100 : options.stress || 0;
    this.stress = stress > 0;
    // Under stress small, because every collection costs time with the size of the store.
    let nodes = options.initialNodes ?? (stress > 0 ? 256 : START_NODES);
    if (options.memoryLimit !== undefined) this.kernel.setMemoryLimit(options.memoryLimit);
    if (options.nodeLimit !== undefined) {
      this.kernel.setNodeLimit(options.nodeLimit);
      while (nodes > 16 && nodes > options.nodeLimit) nodes /= 2;
    }
    this.kernel.setStress(stress);
    this.kernel.init(nodes, nodes / 2);
  }

  // Operations.

  /** What the operation says of its operands, which live while it runs. It starts again when the order had to change. */
  run(operation: Operation, f: Bdd = NO_OPERAND, g: Bdd = NO_OPERAND, h: Bdd = NO_OPERAND): number {
    if (this.stress) this.strain([f, g, h]);
    for (;;) {
      try {
        return operation(f, g, h);
      } catch (error) {
        if (!(error instanceof ReorderingDue && this.reordering.isAuto)) throw explained(error);
        this.makeWay([f, g, h]);
      }
    }
  }

  /** Reorders in the middle of an operation, which lost what it had made. */
  private makeWay(operands: readonly Bdd[]): void {
    const interruptedBefore = operands.every((f, i) => f === this.interrupted[i]);
    this.interrupted = operands;
    this.during(operands, () => this.reordering.byItself(interruptedBefore));
  }

  /** Forces a collection between any two operations. */
  private strain(operands: readonly Bdd[]): void {
    for (const f of operands)
      if (this.kernel.isInUse(f) === 0) throw new Error("a BDD operand was not protected and has been collected");
    this.during(operands, () => this.kernel.quarantineGarbage());
  }

  private during(operands: readonly Bdd[], work: () => void): void {
    for (const f of operands) this.kernel.protect(f);
    try {
      work();
    } finally {
      for (const f of operands) this.kernel.release(f);
    }
  }

  // Memory.

  protect(f: Bdd): Bdd {
    this.protections++;
    this.kernel.protect(f);
    return f;
  }

  release(f: Bdd): void {
    this.protections--;
    this.kernel.release(f);
  }

  liveNodes(): number {
    try {
      return this.kernel.collectGarbage();
    } catch (error) {
      throw explained(error);
    }
  }

  withinNodes<T>(nodes: number, run: () => T): T | null {
    if (this.limited) throw new Error("withinNodes must not be nested");
    this.limited = true;
    this.kernel.grant(nodes);
    try {
      return run();
    } catch (error) {
      if (error instanceof AllowanceExceeded) return null;
      throw error;
    } finally {
      this.kernel.grant(NO_LIMIT);
      this.limited = false;
    }
  }

  statistics(): BddStatistics {
    const k = this.kernel;
    return {
      nodes: k.used.value,
      peakNodes: Math.max(k.peak.value, k.used.value),
      createdNodes: k.createdNodes(),
      protections: this.protections,
      collections: k.collections.value,
      reorderings: k.reorderings.value,
      reorderMilliseconds: this.reordering.milliseconds,
      swaps: k.swapCount(),
      cacheLookups: k.cacheHits() + k.cacheMisses(),
      cacheHits: k.cacheHits(),
      cacheSlots: k.slotCount.value,
      nodeCapacity: k.nodeCapacity.value,
      memoryBytes: k.memory.buffer.byteLength,
      variables: k.varCount.value,
    };
  }
}

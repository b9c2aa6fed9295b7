import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf } from "../../logic/lit.js";
import type { Latch } from "../../model/model.js";
import type { Register } from "../psl/monitor.js";
import { leavesOf } from "./decide.js";
import type { Cell } from "./instances.js";

interface MutableLatch {
  readonly node: number;
  next: Lit;
  reset: Lit | "free";
}

/** The latches and inputs of a model that is being built. Inputs are what the source calls so, and free choices. */
export class Leaves {
  readonly inputs: number[] = [];
  readonly latches: MutableLatch[] = [];
  private readonly choices = new Map<Cell, Lit[]>();
  private readonly ofSource = new Set<number>();

  constructor(private readonly aig: Aig) {}

  /** A latch that keeps its value until its next one is set. */
  latch(reset: Lit | "free"): Lit {
    const lit = this.aig.leaf();
    this.latches.push({ node: nodeOf(lit), next: lit, reset });
    return lit;
  }

  /** A register that watches behaviours: 0 at first, then what `follow` is told. */
  register(): Register {
    const now = this.latch(FALSE);
    const latch = this.latches.at(-1)!;
    return {
      now,
      follow: (next) => {
        latch.next = next;
      },
    };
  }

  /** A bit that is free in every step. */
  input(): Lit {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  }

  /** The i-th free bit of the choices made for a variable. */
  choiceBit(cell: Cell, i: number): Lit {
    let lits = this.choices.get(cell);
    if (lits === undefined) {
      lits = [];
      this.choices.set(cell, lits);
    }
    while (lits.length <= i) lits.push(this.input());
    return lits[i]!;
  }

  /** The same bit, which from now on is an input of the source. */
  fromSource(lit: Lit): Lit {
    this.ofSource.add(nodeOf(lit));
    return lit;
  }

  readsSource(lits: readonly Lit[]): boolean {
    return this.ofSource.size > 0 && leavesOf(this.aig, lits).some((n) => this.ofSource.has(n));
  }

  /** Inputs that choose, and are none of the source. */
  choosing(): number[] {
    return this.inputs.filter((n) => !this.ofSource.has(n));
  }

  made(): Latch[] {
    return this.latches.map((l) => ({ ...l }));
  }
}

import type { Aig } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf } from "../../logic/lit.js";
import type { Bits } from "../../logic/vector.js";
import { leavesOf, satisfiable } from "./decide.js";
import type { Cell } from "./instances.js";
import type { Reporter } from "./operators.js";
import { valueName } from "./signals.js";
import type { Failure, Failures } from "./values.js";

/** Gate evaluations spent on the question whether an error can happen: at the end, and on the way. */
const BUDGET = 10_000_000;
const SMALL_BUDGET = 1_000_000;

/** Whether what the language calls errors can happen under any valuation of the variables, as far as a budget lets it be known. */
export class FailureSearch {
  /** By node of a latch: that its variable has a valid code. */
  readonly domainOf = new Map<number, Lit>();
  /** Errors of which it is not known whether any valuation reaches them. */
  readonly undecided: Failure[] = [];
  private readonly refuted = new Set<Lit>();

  constructor(
    private readonly aig: Aig,
    private readonly report: Reporter,
    private readonly cells: readonly Cell[],
    private readonly heldAlready: (cell: Cell) => Bits | undefined,
  ) {}

  /** Expressions that the language calls errors must not be reached by any valuation of the variables. */
  refuse(fails: Failures): void {
    for (const f of fails) {
      const possible = this.reaches(f.when, BUDGET);
      if (possible === null) continue;
      if (possible === "unknown") this.undecided.push(f);
      else throw this.report.error("smv-range", `${f.problem}${this.example(possible)}`, f.at);
    }
  }

  possible(fails: Failures): Failures {
    return fails.filter((f) => this.reaches(f.when, SMALL_BUDGET) !== null);
  }

  private reaches(when: Lit, budget: number): ReadonlyMap<number, boolean> | null | "unknown" {
    if (when === FALSE || this.refuted.has(when)) return null;
    const codes = new Set(leavesOf(this.aig, [when]).flatMap((n) => this.domainOf.get(n) ?? []));
    const possible = satisfiable(this.aig, this.aig.andAll([when, ...codes]), budget);
    if (possible === null) this.refuted.add(when);
    return possible;
  }

  private example(valuation: ReadonlyMap<number, boolean>): string {
    const shown = this.cells.flatMap((cell) => {
      const bits = this.heldAlready(cell);
      if (bits === undefined || !bits.some((b) => valuation.has(nodeOf(b)))) return [];
      const code = bits.reduce((n, b, i) => n + (valuation.get(nodeOf(b)) !== isNegated(b) ? 2 ** i : 0), 0);
      return [`${cell.name} = ${valueName(cell.domain, code)}`];
    });
    return shown.length === 0 ? "" : ` (for example with ${shown.slice(0, 5).join(", ")})`;
  }
}

import type { Submodule } from "./submodules.js";

/** An over-approximation of the exact system: the submodules, by index, that are composed. */
export type Composition = readonly number[];

export type PolicyName = "two-level" | "popcorn" | "lightning" | "adaptive";
export type Jump = "direct" | "cartesian" | "one-step";
/** Which entry of Work comes next; a fair cycle is as likely in any of them. */
export type WorkOrder = "fifo" | "lifo";

export interface PolicyOptions {
  readonly policy: PolicyName;
  /** How to go from the last composition of the line to the exact system. */
  readonly jump: Jump;
  /** The line ends before more than this share of the latches is composed. */
  readonly share: number;
}

/**
 * The set L of over-approximations in the order in which an entry meets them: D'n'C, Section 6. The exact system comes
 * after the last, and is none of them.
 */
export class Line {
  private readonly line: Composition[];
  private jumped = false;

  constructor(
    readonly submodules: readonly Submodule[],
    private readonly options: PolicyOptions,
  ) {
    this.line = lineOf(submodules, options);
    if (options.policy === "adaptive") this.jumpAfter(this.line.length - 1);
  }

  /** The approximation at a position; null: the exact system. */
  at(position: number): Composition | null {
    return this.line[position] ?? null;
  }

  get compositions(): readonly Composition[] {
    return this.line;
  }

  /** Latches of a composition. */
  latchesOf(composition: Composition): number[] {
    return composition.flatMap((m) => [...this.submodules[m]!]).sort((a, b) => a - b);
  }

  /** Those of the exact system. */
  get allLatches(): number[] {
    return this.latchesOf([...this.submodules.keys()]);
  }

  /** There are too many sets: after this position the line goes straight to the exact system, by the jump. */
  endAfter(position: number): void {
    if (this.jumped || this.options.policy !== "adaptive" || position >= this.line.length) return;
    this.jumped = true;
    const grown = this.line.slice(0, position + 1).filter((c) => isGrown(c));
    this.line.length = 0;
    this.line.push(...grown);
    this.jumpAfter(grown.length - 1);
  }

  /** Section 6.2: what comes between the last composition and the exact system. */
  private jumpAfter(position: number): void {
    const last = this.line[position] ?? [];
    const rest = [...this.submodules.keys()].filter((m) => !last.includes(m));
    if (rest.length < 2 || this.options.jump === "direct") return;
    this.line.push(...rest.map((m) => (this.options.jump === "cartesian" ? [m] : [...last, m])));
  }
}

/** Whether a composition is M_1 ‖ … ‖ M_i. */
const isGrown = (composition: Composition): boolean => composition.every((m, k) => m === k);

function lineOf(submodules: readonly Submodule[], { policy, share }: PolicyOptions): Composition[] {
  const popcorn = grownCompositions(submodules, policy === "two-level" ? 0 : share);
  if (policy !== "lightning") return popcorn;
  return popcorn.flatMap((grown, i) => [grown, [i + 1]]);
}

/** M_1, M_1 ‖ M_2, … within the share of all latches, without the exact system; M_1 in any case. */
function grownCompositions(submodules: readonly Submodule[], share: number): Composition[] {
  const all = submodules.reduce((sum, m) => sum + m.length, 0);
  const grown: number[][] = [];
  for (let i = 0, latches = 0; i + 1 < submodules.length; i++) {
    latches += submodules[i]!.length;
    if (i > 0 && latches > share * all) break;
    grown.push(Array.from({ length: i + 1 }, (_, m) => m));
  }
  return grown;
}

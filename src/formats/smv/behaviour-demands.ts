import type { Aig } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, not, TRUE } from "../../logic/lit.js";
import { DemandLog } from "../../model/demands.js";
import type { Demand } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { conjuncts } from "./decide.js";
import type { Leaves } from "./leaves.js";

/** Something that the text asks of behaviours, as people see it. */
interface Asked {
  readonly name: string;
  readonly place: SourcePlace;
}

/** What a model asks of behaviours, beyond how variables change: its constraints and fairness. */
export class BehaviourDemands {
  readonly constraints: Lit[] = [];
  readonly fairness: Lit[] = [];
  readonly fairnessNames: string[] = [];
  /** True where a finite run ends. */
  halt: Lit = FALSE;
  private readonly log = new DemandLog(this.constraints, this.fairness);
  private started: Lit | null = null;

  constructor(
    private readonly aig: Aig,
    private readonly leaves: Leaves,
  ) {}

  get demands(): readonly Demand[] {
    return this.log.demands;
  }

  /** Whether every state has a fair path by construction. */
  get everyStateGoesOn(): boolean {
    return this.constraints.length === 0 && this.fairness.length === 0;
  }

  inEveryState(lit: Lit, { name, place }: Asked): void {
    this.log.during(name, place, () => this.constraints.push(lit));
  }

  inEveryMove(lit: Lit, { name, place }: Asked): void {
    this.log.during(name, place, () => this.constraints.push(this.aig.or(this.halt, lit)));
  }

  /** Of what nobody wrote: the codes of a variable. */
  unsaid(lit: Lit): void {
    this.constraints.push(lit);
  }

  /** Conjuncts that are bits of the state become resets; what remains must hold in the first step. */
  inFirstState(condition: Lit): void {
    const byNode = new Map(this.leaves.latches.map((l) => [l.node, l]));
    const rest = conjuncts(this.aig, condition).filter((c) => {
      const latch = byNode.get(nodeOf(c));
      if (latch === undefined || latch.reset !== "free") return latch?.reset !== (isNegated(c) ? FALSE : TRUE);
      latch.reset = isNegated(c) ? FALSE : TRUE;
      return false;
    });
    if (rest.length === 0) return;
    this.log.during("the initial conditions", undefined, () =>
      this.constraints.push(this.aig.or(this.startedLatch(), this.aig.andAll(rest))),
    );
  }

  /** 0 in the first step, 1 afterwards. */
  private startedLatch(): Lit {
    if (this.started === null) {
      const started = this.leaves.register();
      started.follow(TRUE);
      this.started = started.now;
    }
    return this.started;
  }

  /** `name`: what is infinitely often true. */
  justice(lit: Lit, name: string, place: SourcePlace): void {
    this.log.during(`FAIRNESS ${name}`, place, () => this.fairness.push(lit));
    this.fairnessNames.push(name);
  }

  /**
   * Infinitely often p implies infinitely often q: at some moment the behaviour may promise that p holds no more, and
   * must keep that; unless it has promised, q holds infinitely often. Exact for single behaviours, not for trees.
   */
  compassion(p: Lit, q: Lit, { name, place }: Asked): void {
    this.log.during(name, place, () => {
      const promised = this.leaves.register();
      promised.follow(this.aig.or(promised.now, this.leaves.input()));
      this.constraints.push(not(this.aig.and(promised.now, p)));
      this.fairness.push(this.aig.or(promised.now, q));
    });
    this.fairnessNames.push(name);
  }

  /**
   * A finite run may end in a state without a successor, while a constraint on transitions would cut that state off.
   * So a run may halt instead of moving on; it can do so once, in its last step: infinite behaviours never halt.
   * What is chosen for the next state does not matter in the last step: one choice, all of `choosing` 0, is enough.
   */
  allowToHalt(choosing: readonly number[]): void {
    const idle = this.aig.andAll(choosing.map((n) => litOf(n, true)));
    this.halt = this.leaves.input();
    const halted = this.leaves.register();
    halted.follow(this.aig.or(halted.now, this.halt));
    this.constraints.push(this.aig.implies(this.halt, idle), not(halted.now));
  }
}

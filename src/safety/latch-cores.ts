import type { Run } from "../evidence/verdict.js";
import { Aig } from "../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import { runFrom, StepSimulator, type TransitionSystem } from "./transition-system.js";
import { Unrolling } from "./unroll.js";

/** To make a core smaller takes so much of the work that it took to find it. */
const MINIMIZING = 0.5;

/**
 * An unrolling in which each latch follows its reset and its next function under an assumption of its own: where no run reaches
 * the bad literal, a core of these assumptions says which latches keep it from there.
 */
export class LatchCores implements Disposable {
  private readonly graph = new Aig();
  private readonly unrolling: Unrolling;
  private readonly solver: GraphSolver;
  // By latch: it follows its functions.
  private readonly follows: readonly Lit[];
  // The constraints hold in all steps so far; and the bad literal in one of them.
  private allowed: Lit = TRUE;
  private reached: Lit = FALSE;
  private asked = 0;

  constructor(
    private readonly system: TransitionSystem,
    private readonly bad: Lit,
    host: SolverHost,
  ) {
    const { graph } = this;
    this.follows = system.next.map(() => graph.leaf());
    this.solver = new GraphSolver(graph, host);
    const resets = new Map(system.resets.map((l) => [(l >> 1) - 1, (l & 1) === 1 ? FALSE : TRUE]));
    this.unrolling = new Unrolling(
      system,
      (latch) => this.loose(latch, resets.get(latch)),
      graph,
      (latch, value) => this.loose(latch, value),
    );
    this.look();
  }

  /** So many transitions are looked at. */
  get depth(): number {
    return this.unrolling.length - 1;
  }

  spent(): number {
    return this.solver.spent();
  }

  figures(): Record<string, number> {
    return { depth: this.depth, unrolled: this.graph.gateCount, cores: this.asked };
  }

  /** A run of at most `depth` transitions to the bad literal; or latches whose functions exclude all of these, of `preferred` ones if they do. */
  decide(depth: number, preferred: ReadonlySet<number>): Run | readonly number[] {
    while (this.depth < depth) {
      this.unrolling.extend();
      this.look();
    }
    this.asked++;
    const before = this.spent();
    const others = [...this.follows.keys()].filter((i) => !preferred.has(i));
    // Assumptions that are made first are blamed first.
    if (this.solver.solve(this.assuming(preferred, others))) return this.run();
    return this.smaller(
      preferred,
      others.filter((i) => this.isBlamed(i)),
      MINIMIZING * (this.spent() - before),
    );
  }

  /** The same core without some latches: parts of it are left out, halves first, for as many propagations. */
  private smaller(preferred: ReadonlySet<number>, core: readonly number[], propagations: number): readonly number[] {
    const end = this.spent() + propagations;
    let needed = core;
    for (let size = Math.ceil(core.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let from = 0; from < needed.length; ) {
        const left = end - this.spent();
        if (left <= 0) return needed;
        const tried = needed.filter((_, k) => k < from || k >= from + size);
        if (this.solver.attempt(this.assuming(preferred, tried), left) === false)
          needed = tried.filter((i, k) => k < from || this.isBlamed(i));
        else from += size;
      }
    }
    return needed;
  }

  private assuming(preferred: Iterable<number>, others: Iterable<number>): Lit[] {
    const assumed = [this.reached];
    for (const i of preferred) assumed.push(this.follows[i]!);
    for (const i of others) assumed.push(this.follows[i]!);
    return assumed;
  }

  private isBlamed(latch: number): boolean {
    return this.solver.failed(this.follows[latch]!);
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  /** A leaf that is `value` where the latch follows its functions; any, where there is none. */
  private loose(latch: number, value: Lit | undefined): Lit {
    const leaf = this.graph.leaf();
    if (value === undefined) return leaf;
    const otherwise = not(this.follows[latch]!);
    this.solver.addClause([otherwise, not(leaf), value]);
    this.solver.addClause([otherwise, leaf, not(value)]);
    return leaf;
  }

  /** Takes the last step into account. */
  private look(): void {
    const { graph } = this;
    const here = (l: Lit) => this.unrolling.at(l, this.depth);
    this.allowed = graph.and(this.allowed, graph.andAll(this.system.constraints.map(here)));
    this.reached = graph.or(this.reached, graph.and(this.allowed, here(this.bad)));
  }

  /** The run that the last model describes, up to where it first is bad. */
  private run(): Run {
    const { system } = this;
    const values = (lits: readonly Lit[], step: number) =>
      Uint8Array.from(lits, (l) => (this.solver.holds(this.unrolling.at(l, step)) ? 1 : 0));
    const inputs = Array.from({ length: this.depth + 1 }, (_, k) => values(system.inputs(), k));
    const { steps } = runFrom(system, values(system.latches(), 0), inputs);
    const simulator = new StepSimulator(system);
    const end = steps.findIndex((step) => {
      simulator.load(step);
      return simulator.value(this.bad) === 1;
    });
    return { kind: "run", steps: steps.slice(0, end + 1) };
  }
}

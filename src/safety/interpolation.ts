import type { Run } from "../evidence/verdict.js";
import { supportOf } from "../logic/aig.js";
import { ClauseList } from "../logic/clause-list.js";
import { CnfEncoder } from "../logic/cnf.js";
import { type Lit, nodeOf, not, TRUE } from "../logic/lit.js";
import { type SatLit, satLit, satNot } from "../logic/sat-lit.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import { TwoParts } from "./interpolant.js";
import { runFrom, StepSimulator, type TransitionSystem } from "./transition-system.js";
import { Unrolling } from "./unroll.js";

/** What is asked of later steps: clauses about the state after the first step, whose variables are the first ones. */
interface Later {
  readonly clauses: ClauseList;
  /** By index: the latches that matter, and the variable of each. */
  readonly latches: ReadonlyMap<number, number>;
  /** By step: the literals of inputs that matter, by index. */
  readonly inputs: readonly ReadonlyMap<number, SatLit>[];
}

/** An invariant that excludes the target, as a literal of the system's graph. */
interface Proved {
  readonly kind: "proved";
  readonly invariant: Lit;
}

/**
 * Reachability by interpolants (McMillan, CAV 2003). `frontier` holds all that the states before it reach in one step, and cannot reach
 * the target within `bound` steps: an interpolant between one step and the next `bound`. When frontiers bring nothing new, their union is an invariant.
 * When one of them reaches the target, which need not be real unless it is the start, all begins anew with a larger bound.
 */
export class Interpolation {
  bound = 1;
  frontiers = 0;
  propagations = 0;
  private readonly start: Lit;
  private frontier: Lit;
  private reached: Lit;
  private later: Later | null = null;

  constructor(
    private readonly system: TransitionSystem,
    private readonly bad: Lit,
    private readonly host: SolverHost,
  ) {
    this.start = system.cube(system.resets);
    this.frontier = this.start;
    this.reached = this.start;
  }

  /** One question. Pre: no start state is bad. */
  advance(): { readonly kind: "reached"; readonly run: Run } | Proved | null {
    const { system } = this;
    this.later ??= this.laterSteps();
    const { clauses, latches } = this.later;
    using parts = new TwoParts(this.host);
    for (let v = 0; v < clauses.variables; v++) parts.second.newVar();
    for (const clause of clauses) parts.second.addClause(clause);
    const step = new CnfEncoder(system.graph, parts.first, system.shapes).frame();
    for (const l of [this.frontier, ...system.constraints]) parts.first.addClause([step.literal(l, "true")]);
    for (const [latch, variable] of latches) {
      const next = step.literal(system.next[latch]!, "both");
      parts.first.addClause([satNot(satLit(variable)), next]);
      parts.first.addClause([satLit(variable), satNot(next)]);
    }
    const isReached = parts.solve();
    this.propagations += parts.spent();
    if (isReached) {
      if (this.frontier !== this.start) return this.deepen();
      const value = (l: SatLit | undefined) => (l !== undefined && parts.holds(l) ? 1 : 0);
      const first = (lits: readonly Lit[]) => Uint8Array.from(lits, (l) => value(step.known(l)));
      const inputs = this.later.inputs.map((known) =>
        Uint8Array.from({ length: system.inputCount }, (_, i) => value(known.get(i))),
      );
      return { kind: "reached", run: this.untilBad(first(system.latches()), [first(system.inputs()), ...inputs]) };
    }
    const shared = new Map([...latches].map(([latch, variable]) => [variable, system.latch(latch)]));
    return this.add(parts.interpolant(system.graph, shared));
  }

  private add(image: Lit): Proved | null {
    const { graph } = this.system;
    using solver = new GraphSolver(graph, this.host);
    const isNew = solver.solve([image, not(this.reached)]);
    this.propagations += solver.spent();
    if (!isNew) return { kind: "proved", invariant: this.reached };
    this.frontiers++;
    this.frontier = image;
    this.reached = graph.or(this.reached, image);
    return null;
  }

  private deepen(): null {
    this.bound++;
    this.later = null;
    this.frontiers = 0;
    this.frontier = this.start;
    this.reached = this.start;
    return null;
  }

  /** A bad step among the next `bound`, and constraints that hold up to it. */
  private laterSteps(): Later {
    const { system, bound } = this;
    const first: Lit[] = [];
    const steps = new Unrolling(system, (_, graph) => {
      const leaf = graph.leaf();
      first.push(leaf);
      return leaf;
    });
    const { graph } = steps;
    let held: Lit = TRUE;
    const goals: Lit[] = [];
    for (let k = 0; k < bound; k++) {
      if (k > 0) steps.extend();
      held = graph.andAll([held, ...system.constraints.map((c) => steps.at(c, k))]);
      goals.push(graph.and(held, steps.at(this.bad, k)));
    }
    const goal = graph.orAll(goals);
    const read = new Set(supportOf(graph, [goal]));
    const clauses = new ClauseList();
    const variables = new Map<number, number>();
    first.forEach((leaf, i) => {
      if (read.has(nodeOf(leaf))) variables.set(i, clauses.newVar());
    });
    const frame = new CnfEncoder(graph, clauses).frame();
    for (const [i, v] of variables) frame.bind(nodeOf(first[i]!), satLit(v));
    clauses.addClause([frame.literal(goal, "true")]);
    const inputs = Array.from({ length: bound }, (_, k) => {
      const known = new Map<number, SatLit>();
      for (let i = 0; i < system.inputCount; i++) {
        const leaf = steps.at(system.input(i), k);
        const l = read.has(nodeOf(leaf)) ? frame.known(leaf) : undefined;
        if (l !== undefined) known.set(i, l);
      }
      return known;
    });
    return { clauses, latches: variables, inputs };
  }

  private untilBad(latches: Uint8Array, inputs: readonly Uint8Array[]): Run {
    const run = runFrom(this.system, latches, inputs);
    const simulator = new StepSimulator(this.system);
    const end = run.steps.findIndex((step) => {
      simulator.load(step);
      return simulator.value(this.bad) === 1;
    });
    return { ...run, steps: run.steps.slice(0, end + 1) };
  }
}

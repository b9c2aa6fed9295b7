import { FALSE, type Lit, not, TRUE } from "../logic/lit.js";
import type { Random } from "../logic/random.js";
import { isConstant, type Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { GraphSolver } from "./graph-solver.js";
import type { SolverHost } from "./host.js";
import { StepSimulator, TransitionSystem } from "./transition-system.js";

/** So many inputs get random values, as far as the constraints let them; the solver chooses the others. */
const MOST_CHOSEN = 200;

/** Chooses single steps of a model, exactly: where it finds none, there is none. */
export class StepChooser {
  private readonly system: TransitionSystem;
  private readonly resets: readonly (readonly [latch: number, reset: Lit])[];

  constructor(
    model: Model,
    private readonly host: SolverHost,
    private readonly random: Random,
  ) {
    const isLiteral = (reset: Lit | "free"): reset is Lit => reset !== "free" && !isConstant(reset);
    const latches = model.latches.map((l) => (isLiteral(l.reset) ? { ...l, reset: "free" as const } : l));
    this.system = new TransitionSystem({ ...model, latches });
    this.resets = model.latches.flatMap(({ reset }, i) =>
      isLiteral(reset) ? [[i, this.system.literal(reset)] as const] : [],
    );
  }

  /** A step from a state, or a first one, in which the constraints and a literal of the model hold; null where there is none. */
  choose(state: Uint8Array | null, wanted: Lit = TRUE): Step | null {
    const { system, random } = this;
    using solver = new GraphSolver(system.graph, this.host);
    for (const c of [...system.constraints, system.literal(wanted)]) {
      if (c === FALSE) return null;
      solver.require(c);
    }
    const chosen: Lit[] = state === null ? [...system.resets] : [...system.stateCube(state)];
    if (state === null) for (const [i, reset] of this.resets) solver.require(system.graph.iff(system.latch(i), reset));
    if (!solver.solve(chosen)) return null;
    const open = [...(state === null ? system.latches() : []), ...system.inputs()].slice(0, MOST_CHOSEN);
    for (const leaf of open) {
      const value = random.below(2) === 1 ? leaf : not(leaf);
      chosen.push(solver.solve([...chosen, value]) ? value : not(value));
    }
    if (!solver.solve(chosen)) return null;
    const values = (leaves: readonly Lit[]) => Uint8Array.from(leaves, (l) => (this.isTrue(solver, chosen, l) ? 1 : 0));
    return { latches: state ?? values(system.latches()), inputs: values(system.inputs()) };
  }

  /** The state after a step. */
  after(step: Step): Uint8Array {
    const simulator = new StepSimulator(this.system);
    simulator.load(step);
    return simulator.nextLatches();
  }

  private isTrue(solver: GraphSolver, chosen: readonly Lit[], leaf: Lit): boolean {
    return chosen.includes(leaf) || (!chosen.includes(not(leaf)) && solver.holds(leaf));
  }
}

import { goOn } from "../limits/stopped.js";
import { type Lit, TRUE } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import type { Model } from "../model/model.js";
import { hasLiteralReset } from "../model/resets.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
import { BoundedReach } from "./bmc.js";
import type { SolverHost } from "./host.js";
import type { Start, Target } from "./reach-query.js";
import { StepChooser } from "./step-chooser.js";
import { TransitionSystem } from "./transition-system.js";

/** Why a run ends by itself: the constraints allow no further step, or the goal holds in its last one. */
export type RunEnd = "dead end" | "goal";

const ATTEMPTS = 16;
const LANES = 32;
/** A way to the goal is looked for each time that so many steps were taken. */
const LOOK_EVERY = 4;
/** So many steps ahead at first; one more each time that there was no way. */
const LOOK_AHEAD = 8;
const LOOK_WORK = 200_000;
/** One step in so many is any step, so that the run does not stay where the goal only seems near. */
const ASTRAY = 8;

/**
 * A random run, for as long as somebody asks for its steps. With a goal it ends where that holds, and is led there: of 32 random steps the
 * one is taken after which most conjuncts of the goal hold, and where bounded model checking finds a way from here, it is taken. How far
 * that looks grows with the run, so that it is random at first and certain in the end. The same seed gives the same run.
 */
export function* randomRun(model: Model, host: SolverHost, seed: number, goal?: Lit): Generator<Step, RunEnd> {
  const random = new Random(seed);
  const lanes = new RandomSteps(model, random, goal);
  const ahead = goal === undefined ? null : new WayAhead(model, host, goal);
  let chooser: StepChooser | null = null;
  let state: Uint8Array | null = null;
  for (let taken = 0; ; taken++) {
    goOn(host);
    const way = taken % LOOK_EVERY === 0 ? ahead?.from(state) : null;
    if (way) {
      yield* way;
      return "goal";
    }
    let step = lanes.choose(state);
    if (step === null) {
      chooser ??= new StepChooser(model, host, random);
      step = chooser.choose(state);
    }
    if (step === null) return "dead end";
    yield step;
    if (lanes.isGoal(step)) return "goal";
    state = lanes.after(step);
  }
}

/** Random steps from a state, 32 at once. */
class RandomSteps {
  private readonly simulator: Simulator;
  private readonly conjuncts: readonly Lit[];

  constructor(
    model: Model,
    private readonly random: Random,
    private readonly goal?: Lit,
  ) {
    this.conjuncts = goal === undefined ? [] : conjunctsOf(model, goal);
    this.simulator = new Simulator(model, { watch: [...this.conjuncts, goal ?? TRUE] });
  }

  /** One that keeps the constraints, by chance the best of several; null where none of those tried does. */
  choose(state: Uint8Array | null): Step | null {
    const { simulator, random } = this;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.load(state);
      simulator.evaluate();
      const good = simulator.constraints();
      if (good === 0) continue;
      const lanes = [...Array(LANES).keys()].filter((k) => (good >>> k) & 1);
      const steps = lanes.map((k) => simulator.lane(k));
      if (this.conjuncts.length === 0 || random.below(ASTRAY) === 0) return steps[0]!;
      simulator.advance();
      simulator.evaluate();
      const scores = lanes.map((k) => this.held(k));
      return steps[scores.indexOf(Math.max(...scores))]!;
    }
    return null;
  }

  isGoal(step: Step): boolean {
    if (this.goal === undefined) return false;
    this.simulator.load(step);
    this.simulator.evaluate();
    return this.simulator.bit(this.goal) === 1;
  }

  after(step: Step): Uint8Array {
    this.simulator.load(step);
    this.simulator.evaluate();
    this.simulator.advance();
    return this.simulator.lane(0).latches;
  }

  private load(state: Uint8Array | null): void {
    const { simulator, random } = this;
    const { latches, inputs } = simulator;
    for (let i = 0; i < inputs.length; i++) inputs[i] = random.word();
    for (let i = 0; i < latches.length; i++) latches[i] = state === null ? random.word() : -state[i]!;
    if (state === null) simulator.reset();
  }

  private held(lane: number): number {
    return this.conjuncts.filter((c) => (this.simulator.value(c) >>> lane) & 1).length;
  }
}

/** Looks for a short way to the goal, within so much work. */
class WayAhead {
  private readonly system: TransitionSystem;
  private readonly target: Target;
  private readonly isBegunByChance: boolean;
  private most = LOOK_AHEAD;

  constructor(
    model: Model,
    private readonly host: SolverHost,
    goal: Lit,
  ) {
    this.isBegunByChance = model.latches.some(hasLiteralReset);
    const latches = model.latches.map((l) => (hasLiteralReset(l) ? { ...l, reset: "free" as const } : l));
    this.system = new TransitionSystem({ ...model, latches });
    this.target = { kind: "step", lit: this.system.literal(goal) };
  }

  from(state: Uint8Array | null): readonly Step[] | null {
    const { system } = this;
    if (state === null && this.isBegunByChance) return null;
    const start: Start = state === null ? { kind: "resets" } : { kind: "cube", cube: system.stateCube(state) };
    using query = new BoundedReach(system, start, this.target, this.host);
    while (query.bound < this.most && query.spent() < LOOK_WORK) {
      const found = query.step(1); // one bound, or a part of the work on it
      if (found !== "more") return found.run.steps;
    }
    this.most++;
    return null;
  }
}

/** The literals of which a literal is the conjunction. */
function conjunctsOf({ aig }: Model, goal: Lit): Lit[] {
  const found = new Set<Lit>();
  const open = [goal];
  for (let l = open.pop(); l !== undefined; l = open.pop()) {
    if ((l & 1) === 0 && aig.isGate(l >> 1)) open.push(aig.fanin0(l >> 1), aig.fanin1(l >> 1));
    else found.add(l);
  }
  return [...found];
}

import { Aig, AigCopier } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, negateIf, nodeOf, TRUE } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import { isConstant, type Model } from "../model/model.js";
import { RandomWalks, Simulator } from "../model/simulate.js";
import { GraphSolver } from "./graph-solver.js";
import { type SolverHost, Stopped } from "./host.js";

/** Steps of random simulation that tell latches apart. */
const WALK = 64;
const MAX_ROUNDS = 50;

/**
 * Latches that always have equal or opposite values, or never change (van Eijk, DAC 1998): candidates are told apart by
 * simulation, then by induction. What remains is inductive as a whole. The result gives, by index, what stands for each
 * latch: its own literal, a constant, or the literal of another latch that stands for itself.
 *
 * Beyond `propagations` nothing is found. Pre: resets are constant or free.
 */
export function equivalentLatches(model: Model, host: SolverHost, propagations: number): Lit[] {
  const classes = new LatchClasses(model);
  classes.walk();
  let spent = 0;
  let spentSoFar = () => 0;
  const limited: SolverHost = {
    ...host,
    shouldStop: () => host.shouldStop() ?? (spentSoFar() > propagations ? "cancelled" : null),
  };
  try {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      if (classes.areSingle()) break;
      using induction = new InductionRound(model, classes, limited);
      const before = spent;
      spentSoFar = () => before + induction.spent();
      const stable = induction.run();
      spent = spentSoFar();
      if (stable) return classes.values();
    }
  } catch (e) {
    if (!(e instanceof Stopped) || host.shouldStop() !== null) throw e;
  }
  return model.latches.map((l) => litOf(l.node));
}

/** A partition of the latches with constant resets. Members differ by their resets for ever, if the class is right. */
class LatchClasses {
  // By latch: its class; -1 for latches with free resets. Class 0 holds those that keep their reset value.
  private readonly classOf: Int32Array;
  private count = 1;

  constructor(private readonly model: Model) {
    this.classOf = Int32Array.from(model.latches, ({ reset }) => (reset === "free" ? -1 : 0));
  }

  /** Splits classes by values of latches that were seen together: 32 lanes, of which the given ones count. */
  split(wordOf: (latch: number) => number, lanes: number): void {
    const partOf = new Map<string, number>([["0:0", 0]]);
    const kept = new Set([0]);
    for (const [i, { reset }] of this.model.latches.entries()) {
      const old = this.classOf[i]!;
      if (old < 0) continue;
      const word = (wordOf(i) ^ (reset === TRUE ? -1 : 0)) & lanes;
      const key = `${old}:${word}`;
      let part = partOf.get(key);
      if (part === undefined) {
        // The first part of a class keeps its number; class 0 keeps those that did not change.
        part = old !== 0 && !kept.has(old) ? old : this.count++;
        kept.add(part);
        partOf.set(key, part);
      }
      this.classOf[i] = part;
    }
  }

  /** Whether the latch is in the class of another; of those that keep their reset value, when there is none. */
  together(latch: number, other: number | null): boolean {
    return this.classOf[latch] === (other === null ? 0 : this.classOf[other]!);
  }

  walk(): void {
    const walks = new RandomWalks(this.model, 1);
    for (let step = 0; step < WALK; step++) {
      const lanes = walks.step();
      if (lanes !== 0) this.split((i) => walks.sim.latches[i]!, lanes);
    }
  }

  /** What stands for each latch, over the model's graph. */
  values(): Lit[] {
    const first = new Map<number, { readonly lit: Lit; readonly reset: Lit | "free" }>();
    first.set(0, { lit: FALSE, reset: FALSE });
    return this.model.latches.map(({ node, reset }, i) => {
      const own = litOf(node);
      const known = first.get(this.classOf[i]!);
      if (this.classOf[i]! < 0) return own;
      if (known !== undefined) return negateIf(known.lit, known.reset !== reset);
      first.set(this.classOf[i]!, { lit: own, reset });
      return own;
    });
  }

  areSingle(): boolean {
    return this.values().every((l, i) => l === litOf(this.model.latches[i]!.node));
  }
}

/**
 * One round: with every latch replaced by what stands for it, do all classes stay together in every step? Where one does
 * not, the step that shows it, and random ones like it, split all classes.
 */
class InductionRound implements Disposable {
  private readonly graph = new Aig();
  private readonly solver: GraphSolver;
  private readonly values: readonly Lit[];
  private readonly indexOf: ReadonlyMap<number, number>;
  private readonly leafOf = new Map<number, Lit>();
  private readonly copier: AigCopier;
  private readonly simulator: Simulator;
  private readonly random = new Random(1);

  constructor(
    private readonly model: Model,
    private readonly classes: LatchClasses,
    private readonly host: SolverHost,
  ) {
    this.values = classes.values();
    this.indexOf = new Map(model.latches.map((l, i) => [l.node, i]));
    this.solver = new GraphSolver(this.graph, host);
    this.simulator = new Simulator(model);
    for (const node of model.inputs) this.leafOf.set(node, this.graph.leaf());
    for (const [i, { node }] of model.latches.entries())
      if (this.values[i] === litOf(node)) this.leafOf.set(node, this.graph.leaf());
    this.copier = new AigCopier(model.aig, this.graph, (node) => this.leafOf.get(node) ?? this.standsFor(node));
    for (const c of model.constraints) this.solver.require(this.copier.copy(c));
  }

  /** True when nothing was split. */
  run(): boolean {
    let stable = true;
    for (const [i, { node, next }] of this.model.latches.entries()) {
      const why = this.host.shouldStop();
      if (why !== null) throw new Stopped(why);
      const value = this.values[i]!;
      if (value === litOf(node) || !this.classes.together(i, this.indexOf.get(nodeOf(value)) ?? null)) continue;
      const difference = this.graph.xor(this.copier.copy(next), this.nextOf(value));
      if (difference === FALSE || !this.solver.solve([difference])) continue;
      stable = false;
      this.splitByModel();
    }
    return stable;
  }

  spent(): number {
    return this.solver.spent();
  }

  [Symbol.dispose](): void {
    this.solver[Symbol.dispose]();
  }

  private standsFor(node: number): Lit {
    const value = this.values[this.indexOf.get(node)!]!;
    return isConstant(value) ? value : negateIf(this.leafOf.get(nodeOf(value))!, isNegated(value));
  }

  /** The next value of what stands for a latch. */
  private nextOf(value: Lit): Lit {
    if (isConstant(value)) return value;
    return negateIf(this.copier.copy(this.model.latches[this.indexOf.get(nodeOf(value))!]!.next), isNegated(value));
  }

  private splitByModel(): void {
    const { model, simulator, values } = this;
    model.inputs.forEach((node, i) => {
      simulator.inputs[i] = this.wordOf(node);
    });
    for (const [i, { node }] of model.latches.entries())
      if (values[i] === litOf(node)) simulator.latches[i] = this.wordOf(node);
    for (const [i, { node }] of model.latches.entries()) {
      const value = values[i]!;
      if (value === litOf(node)) continue;
      const stands = isConstant(value) ? 0 : simulator.latches[this.indexOf.get(nodeOf(value))!]!;
      simulator.latches[i] = stands ^ (isNegated(value) ? -1 : 0);
    }
    simulator.evaluate();
    this.classes.split((i) => simulator.next(i), simulator.constraints());
  }

  /** The model's value in lane 0, and in the others mostly. */
  private wordOf(node: number): number {
    const value = this.solver.holds(this.leafOf.get(node)!) ? -1 : 0;
    return value ^ (this.random.word() & this.random.word() & this.random.word() & ~1);
  }
}

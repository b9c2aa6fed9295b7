import type { Run } from "../evidence/verdict.js";
import { Aig, AigCopier, supportOf } from "../logic/aig.js";
import { CnfShapes } from "../logic/cnf-shapes.js";
import { type Lit, litOf, negateIf, nodeOf, TRUE } from "../logic/lit.js";
import { isConstant, type Model } from "../model/model.js";
import type { Step } from "../model/step.js";
import { type Clause, type Cube, cubeOf } from "./cube.js";

/**
 * A model laid out for solvers, in a graph of its own: node i + 1 is latch i, then come the inputs, then the gates. The
 * next value of a latch is simply the literal of its next function: there are no primed variables.
 */
export class TransitionSystem {
  readonly graph = new Aig();
  /** How the graph becomes clauses. Leaves have the places that are their nodes. */
  readonly shapes = new CnfShapes(this.graph);
  readonly latchCount: number;
  readonly inputCount: number;
  /** Next functions, by latch. */
  readonly next: readonly Lit[];
  /** Hold in every step. */
  readonly constraints: readonly Lit[];
  /** Each holds infinitely often. */
  readonly fairness: readonly Lit[];
  /** The latches that have a reset value, with that value. */
  readonly resets: Cube;
  private readonly copier: AigCopier;
  private readonly primer: AigCopier;

  constructor(readonly model: Model) {
    const { graph } = this;
    const leaves = new Map<number, Lit>();
    for (const latch of model.latches) leaves.set(latch.node, graph.leaf());
    for (const input of model.inputs) leaves.set(input, graph.leaf());
    for (let n = 1; n < graph.size; n++) this.shapes.placed(litOf(n));
    this.latchCount = model.latches.length;
    this.inputCount = model.inputs.length;
    this.copier = new AigCopier(model.aig, graph, (n) => leaves.get(n)!);
    this.next = model.latches.map((l) => this.copier.copy(l.next));
    this.constraints = [...new Set(model.constraints.map((c) => this.copier.copy(c)))].filter((c) => c !== TRUE);
    this.fairness = model.fairness.map((f) => this.copier.copy(f));
    this.resets = cubeOf(model.latches.flatMap((l, i) => resetLit(l.reset, i)));
    this.primer = new AigCopier(graph, graph, (n) => {
      if (n > this.latchCount) throw new Error("an input has no next value");
      return this.next[n - 1]!;
    });
  }

  /** The literal here of a literal of the model. */
  literal(l: Lit): Lit {
    return this.copier.copy(l);
  }

  /** The literal of latch `i`. */
  latch(i: number): Lit {
    return litOf(i + 1);
  }

  input(i: number): Lit {
    return litOf(this.latchCount + 1 + i);
  }

  latches(): Lit[] {
    return Array.from({ length: this.latchCount }, (_, i) => this.latch(i));
  }

  inputs(): Lit[] {
    return Array.from({ length: this.inputCount }, (_, i) => this.input(i));
  }

  isLatch(node: number): boolean {
    return node >= 1 && node <= this.latchCount;
  }

  isInput(node: number): boolean {
    return node > this.latchCount && node <= this.latchCount + this.inputCount;
  }

  /** Whether a literal is a predicate on states: no input matters to it. */
  readsLatchesOnly(l: Lit): boolean {
    return supportOf(this.graph, [l]).every((n) => this.isLatch(n));
  }

  /** The next value of a latch literal. */
  primed(l: Lit): Lit {
    return negateIf(this.next[nodeOf(l) - 1]!, (l & 1) === 1);
  }

  /** The value of a predicate on latches after the step. */
  primedPredicate(p: Lit): Lit {
    return this.primer.copy(p);
  }

  clause(c: Clause): Lit {
    return this.graph.orAll(c);
  }

  cube(c: Cube): Lit {
    return this.graph.andAll(c);
  }

  /** The conjunction of clauses, as a predicate. */
  predicate(clauses: readonly Clause[]): Lit {
    return this.graph.andAll(clauses.map((c) => this.clause(c)));
  }

  /** All latches, with the values of a state. */
  stateCube(latches: Uint8Array): Cube {
    return Array.from(latches, (v, i) => litOf(i + 1, v === 0));
  }
}

function resetLit(reset: Lit | "free", latch: number): Lit[] {
  if (reset === "free") return [];
  if (!isConstant(reset)) throw new Error("a reset must be a constant or free here");
  return [litOf(latch + 1, reset !== TRUE)];
}

/** Evaluates whole steps of a system; keeps one array of values. */
export class StepSimulator {
  private values = new Uint8Array(0);

  constructor(private readonly system: TransitionSystem) {}

  /** Sets latches and inputs and evaluates the graph. */
  load(step: Step): void {
    const { graph, latchCount } = this.system;
    if (this.values.length < graph.size) this.values = new Uint8Array(2 * graph.size);
    this.values.set(step.latches, 1);
    this.values.set(step.inputs, 1 + latchCount);
    for (let n = latchCount + this.system.inputCount + 1; n < graph.size; n++)
      if (graph.isGate(n)) this.values[n] = this.value(graph.fanin0(n)) & this.value(graph.fanin1(n));
  }

  value(l: Lit): number {
    return this.values[l >> 1]! ^ (l & 1);
  }

  nextLatches(): Uint8Array {
    return Uint8Array.from(this.system.next, (l) => this.value(l));
  }
}

/** The run from a state under given inputs; the last inputs belong to the last state. */
export function runFrom(system: TransitionSystem, latches: Uint8Array, inputs: readonly Uint8Array[]): Run {
  const simulator = new StepSimulator(system);
  const steps: Step[] = [];
  let state = latches;
  for (const i of inputs) {
    const step = { latches: state, inputs: i };
    steps.push(step);
    simulator.load(step);
    state = simulator.nextLatches();
  }
  return { kind: "run", steps };
}

/** Whether steps satisfy the constraints. */
export function arePossible(steps: readonly Step[], system: TransitionSystem): boolean {
  const simulator = new StepSimulator(system);
  return steps.every((step) => {
    simulator.load(step);
    return system.constraints.every((c) => simulator.value(c) === 1);
  });
}

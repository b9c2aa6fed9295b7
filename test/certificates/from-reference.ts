import {
  type Certificate,
  type CertificateStep,
  type Closure,
  type ExcludeReason,
  NO_MONITOR,
} from "../../src/evidence/certificate.js";
import { Aig } from "../../src/logic/aig.js";
import { type Lit, litOf, negateIf, nodeOf } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import { allStates, fairComponents } from "../../src/reference/components.js";
import { StateGraph } from "../../src/reference/graph.js";

/**
 * Writes proofs from the reference's state graph: the reachable states as a `reach`, then component after component. A
 * component without edges to others that are left is closed forward, one without edges from others is closed
 * backward; it is excluded because it is trivial or never meets some condition. Which comes next, from which side
 * and by which rule is drawn at random, so that many proofs exercise all rules.
 *
 * Null when there is a fair cycle. Resets are constants or free.
 */
export function certificateFromReference(model: Model, random: Random): Certificate | null {
  const writer = new ProofWriter(model, model.fairness, random);
  const { isFair } = writer.parts;
  if (isFair.includes(1)) return null;
  writer.reach();
  if (random.below(3) === 0) writer.splitAll();
  else writer.excludeAll();
  writer.done();
  return writer.certificate();
}

/** A proof that `bad` cannot be reached: the reachable states. Null when it can. */
export function invariantFromReference(model: Model, bad: Lit, random: Random): Certificate | null {
  const writer = new ProofWriter(model, [bad], random);
  const { graph } = writer;
  for (let e = 0; e < graph.edges; e++) if (graph.meets(graph.label[e]!, 0)) return null;
  writer.reach();
  writer.safe();
  return writer.certificate();
}

class ProofWriter {
  readonly graph: StateGraph;
  readonly parts: ReturnType<typeof fairComponents>;
  private readonly aig = new Aig();
  private readonly latches: Lit[];
  private readonly inputs: Lit[];
  private readonly steps: CertificateStep[] = [];
  private readonly members: number[][];

  constructor(
    model: Model,
    private readonly conditions: readonly Lit[],
    private readonly random: Random,
  ) {
    this.graph = new StateGraph(model, conditions, { states: 1e6, memoryLimit: 2 ** 31, shouldStop: () => null });
    for (const _ of this.graph.explore());
    this.parts = fairComponents(this.graph, allStates(this.graph));
    this.latches = model.latches.map(() => this.aig.leaf());
    this.inputs = model.inputs.map(() => this.aig.leaf());
    this.members = Array.from({ length: this.parts.count }, () => []);
    this.parts.of.forEach((c, s) => {
      this.members[c]!.push(s);
    });
  }

  /** Half of the proofs name the steps they use: all that came before. */
  certificate(): Certificate {
    const { aig } = this;
    const named = this.random.below(2) === 0;
    const steps = this.steps.map((step, k) => (named ? { ...step, uses: [...Array(k).keys()] } : step));
    return {
      kind: "certificate",
      aig,
      latches: this.latches.map(nodeOf),
      inputs: this.inputs.map(nodeOf),
      monitor: NO_MONITOR,
      steps,
    };
  }

  reach(): void {
    this.steps.push({ rule: "reach", predicate: this.ofStates([...allStates(this.graph).keys()]) });
  }

  safe(): void {
    this.steps.push({ rule: "safe" });
  }

  done(): void {
    this.steps.push({ rule: "done", unroll: this.random.below(3) });
  }

  /** Component numbers grow against the edges: the first k components are closed forward, the others backward. */
  splitAll(): void {
    for (let k = 1; k < this.parts.count; k++) {
      const forward = this.random.below(2) === 0;
      const side = forward ? this.members.slice(0, k) : this.members.slice(k);
      this.steps.push({
        rule: "split",
        predicate: this.ofStates(side.flat()),
        closed: forward ? "forward" : "backward",
      });
    }
  }

  /** Only the smallest and the largest component that is left are taken: one has no way out, the other none in. */
  excludeAll(): void {
    let low = 0;
    let high = this.parts.count - 1;
    while (low <= high) {
      const closed: Closure = this.random.below(2) === 0 ? "forward" : "backward";
      const c = closed === "forward" ? low++ : high--;
      const predicate = this.ofStates(this.members[c]!);
      if (this.random.below(4) === 0) this.steps.push({ rule: "split", predicate, closed });
      this.steps.push({ rule: "exclude", predicate, because: this.reason(c, closed) });
    }
  }

  private reason(component: number, closed: Closure): ExcludeReason {
    const { random } = this;
    if (!this.hasEdgeInside(component)) {
      const missing = random.below(Math.max(1, this.conditions.length));
      return [
        { kind: closed === "forward" ? "no-start" : "no-end" },
        { kind: "condition", closed, condition: missing },
        { kind: "skeleton", closed, unroll: random.below(3) },
      ][random.below(3)] as ExcludeReason;
    }
    if (random.below(3) === 0) return { kind: "skeleton", closed, unroll: random.below(3) };
    const condition = this.neverMet(component);
    if (random.below(3) === 0) return { kind: "skeleton", closed, unroll: random.below(3), conditions: [condition] };
    return { kind: "condition", closed, condition };
  }

  private hasEdgeInside(component: number): boolean {
    return this.edgesInside(component).length > 0;
  }

  private neverMet(component: number): number {
    const labels = this.edgesInside(component).map((e) => this.graph.label[e]!);
    return this.conditions.findIndex((_, j) => !labels.some((l) => this.graph.meets(l, j)));
  }

  private edgesInside(component: number): number[] {
    const { firstEdge, target } = this.graph;
    return this.members[component]!.flatMap((s) => {
      const edges = [];
      for (let e = firstEdge[s]!; e < firstEdge[s + 1]!; e++)
        if (this.parts.of[target[e]!] === component) edges.push(e);
      return edges;
    });
  }

  private ofStates(states: readonly number[]): Lit {
    const minterms = states.map((s) => {
      const values = this.graph.latches(s);
      return this.aig.andAll(this.latches.map((l, i) => negateIf(litOf(nodeOf(l)), values[i] === 0)));
    });
    return this.aig.orAll(minterms);
  }
}

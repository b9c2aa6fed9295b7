import type { CtlCertificate, CtlClaim, CtlWay } from "../evidence/ctl-certificate.js";
import type { Ctl } from "../formula/ctl.js";
import { type CtlPart, ctlParts, formulasOf } from "../formula/ctl-parts.js";
import { nodeOf } from "../logic/lit.js";
import { allStates, complement, intersection, type StateSet, union } from "./components.js";
import type { GraphCtl } from "./ctl.js";
import { Predicates } from "./predicates.js";
import { edgesByTarget, PROOF_BUDGET, stepsToNoFairCycle } from "./proof.js";

/**
 * A proof that a formula holds in all initial states, or fails in the one that is given: the states of every subformula are known,
 * and breadth-first searches among them give distances and edges to choose. Null beyond the budget.
 */
export function proofOfCtl(
  ctl: GraphCtl,
  formula: Ctl,
  violating: number | null,
  budget = PROOF_BUDGET,
): CtlCertificate | null {
  if (ctl.graph.size > budget.states) return null;
  return new CtlProver(ctl, budget).proof(formula, violating);
}

class CtlProver {
  private readonly predicates: Predicates;
  private readonly all: StateSet;
  private readonly unfair: StateSet;
  private readonly backward: ReturnType<typeof edgesByTarget>;

  constructor(
    private readonly ctl: GraphCtl,
    private readonly budget: typeof PROOF_BUDGET,
  ) {
    const { graph } = ctl;
    this.predicates = new Predicates(graph);
    this.all = allStates(graph);
    this.unfair = complement(ctl.fair);
    this.backward = edgesByTarget(graph);
  }

  proof(formula: Ctl, violating: number | null): CtlCertificate | null {
    const { predicates, ctl, unfair } = this;
    const { graph, fair } = ctl;
    const parts = ctlParts(violating === null ? formula : { op: "not", arg: formula });
    const states = formulasOf(parts).map((f) => ctl.states(f));
    const none = complement(this.all);
    const reach = predicates.reachable();
    const asksFor = (quantifier: string) => parts.some(({ op }) => op.startsWith(quantifier));
    const claims = new Map<number, CtlClaim>();
    const isFair = asksFor("E")
      ? this.claim({ op: "ER", holds: fair, left: none, right: this.all }, { fair: none, unfair: none })
      : null;
    const isUnfair = asksFor("A")
      ? this.claim({ op: "AU", holds: unfair, left: this.all, right: none }, { fair, unfair: none })
      : null;
    if (isFair === "too long" || isUnfair === "too long") return null;
    for (const [k, part] of parts.entries()) {
      const claim = this.ofPart(part, states[k]!, states);
      if (claim === "too long") return null;
      if (claim !== null) claims.set(k, claim);
    }
    return {
      kind: "ctl-certificate",
      aig: predicates.aig,
      latches: predicates.latches.map(nodeOf),
      inputs: predicates.inputs.map(nodeOf),
      fails:
        violating === null
          ? null
          : { latches: graph.latches(violating), inputs: new Uint8Array(graph.model.inputs.length) },
      reach,
      fair: isFair,
      unfair: isUnfair,
      parts: claims,
    };
  }

  private ofPart(part: CtlPart, holds: StateSet, states: readonly StateSet[]): CtlClaim | "too long" | null {
    const known = { fair: this.ctl.fair, unfair: this.unfair };
    switch (part.op) {
      case "EX":
      case "AX":
        return this.claim({ op: part.op, holds, left: this.all, right: states[part.arg]! }, known);
      case "EU":
      case "ER":
      case "AU":
      case "AR":
        return this.claim({ op: part.op, holds, left: states[part.left]!, right: states[part.right]! }, known);
      default:
        return null;
    }
  }

  /** Why `left` op `right` holds in these states. Null where there are none. */
  private claim({ op, holds, left, right }: Claimed, { fair, unfair }: KnownFair): CtlClaim | "too long" | null {
    if (!holds.includes(1)) return null;
    const { graph } = this.ctl;
    const predicate = this.predicates.among(this.all, holds);
    const ways: CtlWay[] = [];
    if (op === "EX")
      ways.push(
        this.way(
          holds,
          this.edgeTo(intersection(right, fair), holds, () => true),
        ),
      );
    if (op === "EU") {
      const goal = intersection(right, fair);
      ways.push(this.way(intersection(holds, complement(goal)), this.nearer(goal, holds)));
    }
    if (op === "ER") {
      const end = intersection(left, fair);
      const going = intersection(holds, complement(end));
      for (let j = 0; j < Math.max(1, graph.conditions.length); j++) {
        const meeting = this.edgeTo(
          holds,
          going,
          (e) => graph.conditions.length === 0 || graph.meets(graph.label[e]!, j),
        );
        ways.push(this.way(going, this.nearer(intersection(holds, end), holds, meeting)));
      }
    }
    if (this.predicates.gates > this.budget.gates) return "too long";
    if (op !== "AU") return { predicate, ways, proof: [] };
    const waiting = intersection(holds, complement(union(right, unfair)));
    const proof = stepsToNoFairCycle(graph, this.predicates, waiting, this.budget);
    return proof === null ? "too long" : { predicate, ways, proof };
  }

  /** For each of the states an edge to the goal, or -1. */
  private edgeTo(goal: StateSet, from: StateSet, isMeant: (edge: number) => boolean): Distances {
    const { edges, target, size } = this.ctl.graph;
    const edge = new Int32Array(size).fill(-1);
    for (let e = 0; e < edges; e++) {
      const s = this.backward.source[e]!;
      if (edge[s] === -1 && from[s] === 1 && goal[target[e]!] === 1 && isMeant(e)) edge[s] = e;
    }
    return { edge, rank: new Int32Array(size) };
  }

  /** Edges along shortest paths through a set to the goal, or to states whose edge is given. */
  private nearer(goal: StateSet, through: StateSet, given?: Distances): Distances {
    const { size } = this.ctl.graph;
    const { first, edge: into, source } = this.backward;
    const { edge, rank } = given ?? { edge: new Int32Array(size).fill(-1), rank: new Int32Array(size) };
    const found = goal.map((isGoal, s) => (isGoal === 1 || edge[s] !== -1 ? 1 : 0));
    const queue = [...found.keys()].filter((s) => found[s] === 1);
    for (const t of queue)
      for (let k = first[t]!; k < first[t + 1]!; k++) {
        const e = into[k]!;
        const s = source[e]!;
        if (found[s] === 1 || through[s] === 0) continue;
        found[s] = 1;
        edge[s] = e;
        rank[s] = rank[t]! + 1;
        queue.push(s);
      }
    return { edge, rank };
  }

  /** Distances and edges as circuits; they matter in the given states, and the distances also in what these lead to. */
  private way(from: StateSet, { edge, rank }: Distances): CtlWay {
    const { graph } = this.ctl;
    const inputs = graph.model.inputs.map(() => new Uint8Array(graph.size));
    from.forEach((isMeant, s) => {
      if (isMeant === 0) return;
      graph.step(s, edge[s]!).inputs.forEach((value, i) => {
        inputs[i]![s] = value;
      });
    });
    const bits = 32 - Math.clz32(rank.reduce((most, r) => Math.max(most, r), 0));
    return {
      rank: Array.from({ length: bits }, (_, k) => {
        return this.predicates.among(
          this.all,
          Uint8Array.from(rank, (r) => (r >>> (bits - 1 - k)) & 1),
        );
      }),
      choice: inputs.map((values) => this.predicates.among(from, values)),
    };
  }
}

/** `left` op `right` holds in these states. */
interface Claimed {
  readonly op: "EX" | "AX" | "EU" | "ER" | "AU" | "AR";
  readonly holds: StateSet;
  readonly left: StateSet;
  readonly right: StateSet;
}

/** States where fair behaviours start, and where none does, as far as it was shown before. */
interface KnownFair {
  readonly fair: StateSet;
  readonly unfair: StateSet;
}

/** For each state how far it is, and an edge to take. */
interface Distances {
  readonly edge: Int32Array;
  readonly rank: Int32Array;
}

import { claimOf } from "../checkers/claim.js";
import { proofSystem } from "../checkers/proof-system.js";
import { type Certificate, type CertificateStep, type Closure, isRelative } from "../evidence/certificate.js";
import type { CtlCertificate, Proof } from "../evidence/ctl-certificate.js";
import { conditionsFor } from "../evidence/trace.js";
import { ctlParts, formulasOf } from "../formula/ctl-parts.js";
import { printCtl } from "../formula/print.js";
import { FALSE, type Lit, litOf, nodeOf } from "../logic/lit.js";
import { askingOf } from "../model/asking.js";
import type { Model } from "../model/model.js";
import type { CtlProperty, Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import type { StateGraph } from "../reference/graph.js";
import { type DrawnGraph, drawn, enumerated, inUsersWords } from "./drawn-graph.js";
import { predicateText, statesText } from "./predicate-text.js";

/** A proof as one goes through it, in words; of a small model also as the regions of its states. */
export interface ProofWalk {
  readonly steps: readonly ProofStep[];
  /** The states that the proof speaks of: of the model and what runs beside it. Null where they are many. */
  readonly graph: DrawnGraph | null;
  /** By state: the number of the first step that excludes it from all fair cycles; null where only the last one does. */
  readonly excluded: readonly (number | null)[] | null;
}

export interface ProofStep {
  /** As the checker counts. */
  readonly number: number;
  readonly rule: string;
  /** What the step says, and what has to be checked for it. */
  readonly says: string;
  readonly because: string;
  /** The states that it speaks of, where they are listed. */
  readonly states: readonly number[] | null;
  /** The earlier steps that it needs; null: it may need all of them. */
  readonly uses: readonly number[] | null;
}

/** Models with more states are not drawn. */
export const MOST_DRAWN = 400;

export function proofWalk(model: Model, property: Property, proof: Proof, most = MOST_DRAWN): ProofWalk {
  if (proof.kind === "certificate") return new LinearWalk(model, property, proof, most).walk();
  if (property.kind !== "ctl") throw new RangeError("a proof about branching time is of a CTL formula");
  return ctlWalk(model, property, proof, most);
}

/** Predicates of a proof: as texts, and as sets of the states of a graph. */
class Predicates {
  constructor(
    private readonly proof: Proof,
    private readonly latches: readonly number[],
    private readonly nameOf: ReadonlyMap<number, string>,
    private readonly graph: StateGraph | null,
    private readonly drawnGraph: DrawnGraph | null,
  ) {}

  /** Null where states are not listed, or do not decide it. */
  states(l: Lit): number[] | null {
    const { graph, proof, latches } = this;
    if (graph === null) return null;
    const frozen = latches.map((node) => ({ node, next: litOf(node), reset: FALSE }));
    const beside = { constraints: [], fairness: [], signals: [], modules: [] };
    const simulator = new Simulator({ aig: proof.aig, inputs: [], latches: frozen, ...beside }, { watch: [l] });
    const inside: number[] = [];
    for (let s = 0; s < graph.size; s++) {
      simulator.load({ latches: graph.latches(s), inputs: new Uint8Array(0) });
      simulator.evaluate();
      if (simulator.bit(l) === 1) inside.push(s);
    }
    return inside;
  }

  text(l: Lit, states: readonly number[] | null): string {
    const byValues = states === null ? null : statesText(this.drawnGraph!, states);
    if (byValues !== null) return byValues;
    const text = predicateText(this.proof.aig, l, (node) => this.nameOf.get(node) ?? `node ${node}`);
    return states === null ? text : `${text} (${states.length} of ${this.drawnGraph!.values.length} reachable states)`;
  }
}

class LinearWalk {
  private readonly asked: Property;
  private readonly conditions: readonly string[];
  private readonly graph: DrawnGraph | null;
  private readonly predicates: Predicates;

  constructor(
    private readonly model: Model,
    property: Property,
    private readonly certificate: Certificate,
    most: number,
  ) {
    this.asked = askingOf(model, property).linear?.asked ?? property;
    const claim = claimOf(model, this.asked, certificate);
    if (claim === null) throw new RangeError("there are no proofs in linear time of this formula");
    const system = proofSystem(claim.model, claim.kind === "unreachable" ? claim.bad : FALSE, certificate);
    const { aig, inputs, latches, constraints } = system;
    const fairness = claim.kind === "unreachable" ? [] : system.conditions;
    const graph = enumerated({ aig, inputs, latches, constraints, fairness, signals: [], modules: [] }, most);
    const own = conditionsFor(model, this.asked).map(({ name }) => name);
    const automaton = (k: number) => `acceptance ${k} of the formula's automaton`;
    this.conditions = system.conditions.map((_, j) => own[j] ?? automaton(j - own.length));
    if (claim.model.fairness.length + certificate.monitor.fairness.length === 0)
      this.conditions = ["that the behaviour goes on"];
    const names = claim.kind === "unreachable" ? [] : this.conditions;
    this.graph = graph && drawn(graph, this.wordsOf(graph), names);
    const monitor = certificate.monitor.latches.map(({ node }) => node);
    this.predicates = new Predicates(
      certificate,
      [...certificate.latches, ...monitor],
      namesOf(model, certificate, monitor, isRelative(certificate) ? "automaton" : "watching"),
      graph,
      this.graph,
    );
  }

  walk(): ProofWalk {
    const steps = this.certificate.steps.map((step, number) => this.step(step, number));
    return { steps, graph: this.graph, excluded: this.graph && this.excludedBy(steps) };
  }

  private wordsOf(graph: StateGraph) {
    const { latches, inputs } = this.model;
    const all = Array.from({ length: graph.size }, (_, s) => graph.latches(s));
    const steps = all.map((values) => ({
      latches: values.subarray(0, latches.length),
      inputs: new Uint8Array(inputs.length),
    }));
    return inUsersWords(
      this.model,
      steps,
      all.map((values) => values.subarray(latches.length).join("")),
    );
  }

  private excludedBy(steps: readonly ProofStep[]): (number | null)[] {
    const first = new Map<number, number>();
    for (const { rule, states, number } of steps)
      if (rule === "exclude") for (const s of states ?? []) if (!first.has(s)) first.set(s, number);
    return this.graph!.values.map((_, s) => first.get(s) ?? null);
  }

  private step(step: CertificateStep, number: number): ProofStep {
    const readsStates = step.rule === "split" || step.rule === "exclude" || step.rule === "reach";
    const states = readsStates && this.isOfStates(step.predicate) ? this.predicates.states(step.predicate) : null;
    // All reachable states satisfy an invariant: its own text says more.
    const told = step.rule === "reach" ? null : states;
    const p = "predicate" in step ? this.predicates.text(step.predicate, told) : "";
    return { number, rule: step.rule, ...this.words(step, p), states, uses: step.uses ?? null };
  }

  /** That of a `reach` may read inputs. */
  private isOfStates(l: Lit): boolean {
    const { aig, inputs, monitor } = this.certificate;
    const others = new Set([...inputs, ...monitor.inputs]);
    const open = [nodeOf(l)];
    const seen = new Set(open);
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (others.has(node)) return false;
      if (!aig.isGate(node)) continue;
      for (const side of [nodeOf(aig.fanin0(node)), nodeOf(aig.fanin1(node))])
        if (!seen.has(side)) {
          seen.add(side);
          open.push(side);
        }
    }
    return true;
  }

  private words(step: CertificateStep, p: string): Pick<ProofStep, "says" | "because"> {
    switch (step.rule) {
      case "reach":
        return {
          says: `Whatever happens, this holds: ${p}.`,
          because: "It holds in every first step, and no transition leads out of it.",
        };
      case "split":
        return {
          says: `No behaviour ${step.closed === "forward" ? "returns from here to elsewhere" : "returns from elsewhere to here"}: ${p}. A fair cycle lies here, or elsewhere, but not in both.`,
          because: `${closedText(step.closed)}.`,
        };
      case "exclude":
        return this.excludeWords(step, p);
      case "done":
        return {
          says: "So there is no fair cycle.",
          because: `${this.skeletonText(step)} in what is left, on the same side of every border.`,
        };
      case "l2s":
        return {
          says: "So there is no fair cycle: a state that is remembered never comes back with all conditions met on the way.",
          because: `An invariant of the model with a memory says so: ${p}.`,
        };
      case "safe":
        return {
          says: "So what is bad cannot happen.",
          because: "It does not hold in any step that the invariants allow.",
        };
    }
  }

  private excludeWords(
    { because }: Extract<CertificateStep, { rule: "exclude" }>,
    p: string,
  ): Pick<ProofStep, "says" | "because"> {
    const says = `No fair cycle passes here: ${p}.`;
    switch (because.kind) {
      case "no-start":
        return { says, because: "No behaviour goes on from here within what is left." };
      case "no-end":
        return { says, because: "No behaviour comes here from what is left." };
      case "condition": {
        const condition = this.conditions[because.condition] ?? `condition ${because.condition}`;
        return { says, because: `${closedText(because.closed)}, and ${condition} is never met here.` };
      }
      case "skeleton":
        return { says, because: `${closedText(because.closed)}, and ${this.skeletonText(because)} here.` };
    }
  }

  private skeletonText({ unroll, conditions }: { unroll: number; conditions?: readonly number[] }): string {
    const steps = unroll === 0 ? "" : `, each with ${unroll} steps before it and after it,`;
    const met = conditions?.map((j) => this.conditions[j] ?? `condition ${j}`) ?? this.conditions;
    if (met.length === 1) return `no transition${steps} meets ${met[0]}`;
    const all = met.length === this.conditions.length ? `all ${met.length} conditions` : met.join(", ");
    return `no transitions${steps} meet ${all}`;
  }
}

const closedText = (closed: Closure): string =>
  closed === "forward"
    ? "Within what is left, who is here stays here"
    : "Within what is left, who is here was here before";

/** What to call the leaves of a proof's graph. */
function namesOf(
  model: Model,
  { latches, inputs }: Pick<Proof, "latches" | "inputs">,
  monitor: readonly number[],
  beside: string,
): Map<number, string> {
  const bits = new Map<number, string>();
  for (const { name, bits: own, kind } of model.signals)
    if (kind !== "define")
      for (const [k, bit] of own.entries()) bits.set(nodeOf(bit), own.length === 1 ? name : `${name}[${k}]`);
  const named = (nodes: readonly number[], own: readonly number[], kind: string) =>
    nodes.map((node, i) => {
      const name = i < own.length ? (bits.get(own[i]!) ?? `${kind} ${i}`) : `tester ${i - own.length}`;
      return [node, name] as const;
    });
  const latchNodes = model.latches.map(({ node }) => node);
  return new Map([
    ...named(latches, latchNodes, "latch"),
    ...named(inputs, model.inputs, "input"),
    ...monitor.map((node, i) => [node, `${beside}[${i}]`] as const),
  ]);
}

/** What a proof about branching time says of each subformula. */
function ctlWalk(model: Model, property: CtlProperty, proof: CtlCertificate, most: number): ProofWalk {
  const graph = enumerated(model, most);
  const steps = Array.from({ length: graph?.size ?? 0 }, (_, s) => ({
    latches: graph!.latches(s),
    inputs: new Uint8Array(model.inputs.length),
  }));
  const words = inUsersWords(
    model,
    steps,
    steps.map(() => ""),
  );
  const conditions = conditionsFor(model, property).map(({ name }) => name);
  const picture = graph && drawn(graph, words, conditions);
  const predicates = new Predicates(proof, proof.latches, namesOf(model, proof, [], ""), graph, picture);
  const asked = proof.fails === null ? property.formula : ({ op: "not", arg: property.formula } as const);
  const parts = ctlParts(asked);
  const formulas = formulasOf(parts);
  const told = (number: number, rule: string, predicate: Lit, says: (p: string) => string, because: string) => {
    const states = predicates.states(predicate);
    return { number, rule, says: says(predicates.text(predicate, states)), because, states, uses: null };
  };
  const walk: ProofStep[] = [
    {
      number: 0,
      rule: "reach",
      says: `Whatever happens, this holds: ${predicates.text(proof.reach, null)}.`,
      because: "It holds in every first state, and no transition leads out of it.",
      states: predicates.states(proof.reach),
      uses: null,
    },
  ];
  const { fair, unfair } = proof;
  if (fair !== null)
    walk.push(told(1, "fair", fair.predicate, (p) => `A fair behaviour starts here: ${p}.`, BECAUSE.ER));
  if (unfair !== null)
    walk.push(told(2, "unfair", unfair.predicate, (p) => `No fair behaviour starts here: ${p}.`, BECAUSE.AU));
  for (const [k, claim] of proof.parts) {
    const { op } = parts[k]!;
    const because = op in BECAUSE ? BECAUSE[op as keyof typeof BECAUSE] : "";
    const says = (p: string) => `${printCtl(formulas[k]!)} holds here: ${p}.`;
    walk.push(told(3 + k, op, claim.predicate, says, because));
  }
  walk.push({
    number: 3 + parts.length,
    rule: "initial",
    says:
      proof.fails === null
        ? `So ${printCtl(property.formula)} holds in every first state.`
        : `So ${printCtl(property.formula)} fails in a first state.`,
    because: "The states of the formula and the first states are compared.",
    states: picture === null ? null : proof.fails === null ? picture.initial : null,
    uses: null,
  });
  return { steps: walk, graph: picture, excluded: null };
}

const BECAUSE = {
  EX: "For each state the proof chooses inputs that lead to where the rest is shown.",
  AX: "Every transition leads to where the rest is shown, or to where no fair behaviour starts.",
  EU: "For each state the proof chooses inputs, and a number becomes smaller with each step until the goal is reached.",
  ER: "For each state and each condition the proof chooses inputs, and a number becomes smaller until the condition is met.",
  AU: "No fair cycle lies where the goal is not reached yet: that is a proof of its own.",
  AR: "The states are left only where the left side is shown.",
} as const;

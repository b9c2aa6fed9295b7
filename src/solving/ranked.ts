import type { Oracle } from "../checkers/frames.js";
import { type Certificate, type CertificateStep, type ExcludeReason, isRelative } from "../evidence/certificate.js";
import type { RankedWitness } from "../evidence/ranked-witness.js";
import { goOn, goOnInTurn, type Stopping } from "../limits/stopped.js";
import { Aig, AigCopier, coneOf, supportOf } from "../logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { BadStateProperty, JusticeProperty } from "../model/property.js";
import { conditionsByClass, type Region } from "./ranked-conditions.js";

/** A proof that does not become a ranked witness; the message says why. */
export class DoesNotFit extends Error {}

/**
 * A certificate as a ranked witness of the file that has this property alone (docs/reference/ranked.md). Throws `DoesNotFit`. What comes
 * out is for `checkRanked` to judge: nothing here has to be believed.
 */
export function rankedWitness(
  model: Model,
  property: BadStateProperty | JusticeProperty,
  certificate: Certificate,
  oracle: () => Oracle,
  limits: Stopping = {},
): RankedWitness {
  if (isRelative(certificate)) throw new DoesNotFit("it stands on an automaton");
  const circuit = new WitnessCircuit(model, certificate);
  const { aig, now } = circuit;
  const invariant = certificate.steps.flatMap((s) => (s.rule === "reach" ? [now(s.predicate)] : []));
  const bad = [not(aig.andAll(invariant))];
  if (property.kind === "bad") return circuit.write({ bad, justice: [], fairness: [] });

  const conditions = [...model.fairness, ...property.literals].map((l) => circuit.ofModel(l));
  const ranking = rankingOf(aig, certificate.steps, now, limits);
  const later = rankingOf(aig, certificate.steps, (l) => circuit.inSecond(l), limits).bits;
  const holdingBack =
    conditions.length === 0 ? [TRUE] : assigned(circuit, ranking, invariant, conditions, oracle, limits);
  const isBehind = atLeast(aig, ranking.bits, later);
  const literals = holdingBack.map((region) => not(aig.and(isBehind, region)));
  return circuit.write({
    bad,
    justice: [literals.slice(model.fairness.length)],
    fairness: literals.slice(0, model.fairness.length),
  });
}

/** How a proof ranks states: a number that never falls along a step, and the region of each number's states. */
interface Ranking {
  /** The most significant first. */
  readonly bits: readonly Lit[];
  readonly regions: readonly (Region & { readonly because: ExcludeReason | null })[];
}

type PredicateAt = (predicate: Lit) => Lit;

/**
 * The number is written bit by bit: a split gives one bit, and all exclusions up to the next split give the number of the first
 * one that holds the state, in binary. A set that is closed forward ranks above all that is excluded later, one that is closed backward below.
 */
function rankingOf(aig: Aig, steps: readonly CertificateStep[], at: PredicateAt, limits: Stopping): Ranking {
  const bits: Lit[] = [];
  const regions: Ranking["regions"][number][] = [];
  const splits: Lit[] = [];
  let left = TRUE;
  let run: { readonly states: Lit; readonly above: boolean }[] = [];
  const endRun = (): void => {
    bits.push(...numberOf(aig, run, left));
    run = [];
  };
  const isAbove = (closed: "forward" | "backward"): boolean => closed === "forward";
  for (const [turn, step] of steps.entries()) {
    goOnInTurn(turn, limits);
    switch (step.rule) {
      case "split": {
        endRun();
        const p = at(step.predicate);
        bits.push(aig.and(left, isAbove(step.closed) ? p : not(p)));
        splits.push(p);
        break;
      }
      case "exclude": {
        const { because } = step;
        const p = at(step.predicate);
        const states = aig.and(left, p);
        left = aig.and(left, not(p));
        run.push({ states, above: because.kind === "no-start" || ("closed" in because && isAbove(because.closed)) });
        regions.push({ states, splits: [...splits], because });
        break;
      }
      case "l2s":
        throw new DoesNotFit("it is by liveness to safety");
      case "done":
        endRun();
        regions.push({ states: left, splits, because: null });
    }
  }
  return { bits, regions };
}

/** The rank of a state among the sets of a run of exclusions and what they leave, in binary. */
function numberOf(aig: Aig, run: readonly { states: Lit; above: boolean }[], left: Lit): Lit[] {
  let [low, high] = [0, run.length];
  const ranked = run.map(({ states, above }) => ({ states, rank: above ? high-- : low++ }));
  ranked.push({ states: left, rank: low });
  const width = run.length === 0 ? 0 : 32 - Math.clz32(run.length);
  return Array.from({ length: width }, (_, k) => {
    const bit = 1 << (width - 1 - k);
    return aig.orAll(ranked.flatMap(({ states, rank }) => ((rank & bit) === 0 ? [] : [states])));
  });
}

/** Is the first number at least the second? */
function atLeast(aig: Aig, a: readonly Lit[], b: readonly Lit[]): Lit {
  return a.reduceRight((rest, bit, k) => {
    const other = b[k]!;
    return aig.or(aig.and(bit, not(other)), aig.and(aig.or(bit, not(other)), rest));
  }, TRUE);
}

/** For each condition the states whose exclusion says that it is met no more. */
function assigned(
  circuit: WitnessCircuit,
  { regions }: Ranking,
  invariant: readonly Lit[],
  conditions: readonly Lit[],
  oracle: () => Oracle,
  limits: Stopping,
): Lit[] {
  const { aig } = circuit;
  const states = conditions.map((): Lit[] => []);
  for (const region of regions) {
    goOn(limits);
    const { because } = region;
    if (because?.kind === "condition") states[because.condition]!.push(region.states);
    else if (because?.kind === "no-start" || because?.kind === "no-end" || conditions.length === 1)
      states[0]!.push(region.states);
    else {
      const facts = [...circuit.constraints, ...invariant];
      const found = conditionsByClass({ aig, latches: circuit.latches }, facts, region, conditions, oracle());
      if (found === null) throw new DoesNotFit("not each class of its states has a condition that no step meets");
      found.forEach((lit, j) => {
        states[j]!.push(aig.and(region.states, lit));
      });
    }
  }
  return states.map((lits) => aig.orAll(lits));
}

/** The witness under construction: model and monitor, and for each latch an input that stands for it in the second state. */
class WitnessCircuit {
  readonly aig = new Aig();
  readonly constraints: readonly Lit[];
  readonly latches: readonly { readonly node: number; readonly next: Lit; readonly reset: Lit | "free" }[];
  readonly now: PredicateAt;
  readonly inSecond: PredicateAt;
  private readonly inputs: readonly Lit[];
  private readonly second: readonly Lit[];
  private readonly modelCopier: AigCopier;

  constructor(
    private readonly model: Model,
    certificate: Certificate,
  ) {
    const { aig } = this;
    const { monitor } = certificate;
    if (certificate.latches.length !== model.latches.length)
      throw new DoesNotFit("it is about a formula's testers too");
    const leaves = (n: number): Lit[] => Array.from({ length: n }, () => aig.leaf());
    const modelNodes = model.latches.map((l) => l.node);
    const monitorNodes = monitor.latches.map((l) => l.node);
    this.inputs = leaves(model.inputs.length + monitor.inputs.length);
    const first = leaves(modelNodes.length + monitorNodes.length);
    this.second = leaves(first.length);
    const inputsOf = [...certificate.inputs, ...monitor.inputs].map((n, i) => [n, this.inputs[i]!] as const);
    const own = [...certificate.latches, ...monitorNodes];
    const copier = (source: Certificate["aig"] | Model["aig"], entries: readonly (readonly [number, Lit])[]) => {
      const image = new Map(entries);
      return new AigCopier(source, aig, (n) => image.get(n) ?? FALSE);
    };
    const proof = copier(certificate.aig, [...inputsOf, ...own.map((n, i) => [n, first[i]!] as const)]);
    const proofLater = copier(certificate.aig, [...inputsOf, ...own.map((n, i) => [n, this.second[i]!] as const)]);
    this.modelCopier = copier(model.aig, [
      ...model.inputs.map((n, i) => [n, this.inputs[i]!] as const),
      ...modelNodes.map((n, i) => [n, first[i]!] as const),
    ]);
    this.now = (l) => proof.copy(l);
    this.inSecond = (l) => proofLater.copy(l);
    this.constraints = model.constraints.map((l) => this.ofModel(l));
    this.latches = [
      ...model.latches.map(({ next, reset }, i) => ({
        node: nodeOf(first[i]!),
        next: this.ofModel(next),
        reset: reset === "free" ? reset : this.ofModel(reset),
      })),
      ...monitor.latches.map(({ next, reset }, i) => ({
        node: nodeOf(first[model.latches.length + i]!),
        next: this.now(next),
        reset: reset === "free" ? reset : reset === 1 ? TRUE : FALSE,
      })),
    ];
  }

  ofModel(l: Lit): Lit {
    return this.modelCopier.copy(l);
  }

  write(signals: {
    bad: readonly Lit[];
    justice: readonly (readonly Lit[])[];
    fairness: readonly Lit[];
  }): RankedWitness {
    const { aig, latches, constraints } = this;
    const ranks = [...signals.justice.flat(), ...signals.fairness];
    const roots = [
      ...latches.flatMap(({ next, reset }) => (reset === "free" ? [next] : [next, reset])),
      ...[...constraints, ...signals.bad, ...ranks],
    ];
    const read = new Set(supportOf(aig, ranks));
    const second = [...this.second.keys()].filter((i) => read.has(nodeOf(this.second[i]!)));
    const inputs = [...this.inputs, ...second.map((i) => this.second[i]!)];
    const variable = new Map([0, ...inputs.map(nodeOf), ...latches.map((l) => l.node)].map((n, v) => [n, v]));
    const lit = (l: Lit): number => 2 * variable.get(nodeOf(l))! + (l & 1);
    const gates: number[] = [];
    const inCone = coneOf(aig, roots);
    for (let n = 1; n < inCone.length; n++) {
      if (inCone[n] === 0 || !aig.isGate(n)) continue;
      variable.set(n, variable.size);
      const [a, b] = [lit(aig.fanin0(n)), lit(aig.fanin1(n))];
      gates.push(lit(litOf(n)), Math.max(a, b), Math.min(a, b));
    }
    const latchLits = latches.map((l) => lit(litOf(l.node)));
    const { inputs: modelInputs, latches: modelLatches } = this.model;
    return {
      inputs: inputs.length,
      latches: latches.map(({ next, reset }, i) => ({
        next: lit(next),
        reset: reset === "free" ? latchLits[i]! : lit(reset),
      })),
      gates: Int32Array.from(gates),
      constraints: constraints.map(lit),
      bad: signals.bad.map(lit),
      justice: signals.justice.map((lits) => lits.map(lit)),
      fairness: signals.fairness.map(lit),
      shared: [
        ...modelInputs.map((_, i) => [2 * (i + 1), 2 * (i + 1)] as const),
        ...modelLatches.map((_, i) => [latchLits[i]!, 2 * (modelInputs.length + i + 1)] as const),
      ],
      interventions: second.map((i) => [latchLits[i]!, lit(this.second[i]!)] as const),
    };
  }
}

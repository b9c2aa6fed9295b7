import type { Certificate, Shadow } from "../evidence/certificate.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import type { Latch, Model } from "../model/model.js";

/** The model and the certificate's monitor side by side, in a graph of their own. */
export interface ProofSystem {
  readonly aig: Aig;
  readonly inputs: readonly number[];
  readonly latches: readonly Latch[];
  readonly constraints: readonly Lit[];
  /** The model's fairness, then the monitor's; never empty. */
  readonly conditions: readonly Lit[];
  readonly bad: Lit;
  /** A predicate of the certificate in this graph; null when it reads more than latches. */
  predicate(l: Lit): Lit | null;
  /** A predicate on steps: it may read inputs as well. Null when it reads anything else. */
  stepPredicate(l: Lit): Lit | null;
}

/** A certificate that does not fit the model at all. */
export class Misfit extends Error {}

export function proofSystem(model: Model, bad: Lit, certificate: Certificate): ProofSystem {
  const { monitor } = certificate;
  fits("latches", certificate.latches.length, model.latches.length);
  fits("inputs", certificate.inputs.length, model.inputs.length);
  const aig = new Aig();
  const modelLeaf = new Map<number, Lit>();
  const proofLeaf = new Map<number, Lit>();
  const leaf = (in_: Map<number, Lit>, node: number): Lit => {
    if (in_.has(node)) throw new Misfit(`node ${node} stands for two things`);
    const l = aig.leaf();
    in_.set(node, l);
    return l;
  };
  const share = (mine: readonly number[], theirs: readonly number[]) =>
    theirs.map((node, i) => {
      const l = leaf(modelLeaf, node);
      if (proofLeaf.has(mine[i]!)) throw new Misfit(`node ${mine[i]} stands for two things`);
      proofLeaf.set(mine[i]!, l);
      return nodeOf(l);
    });
  const modelLatches = share(
    certificate.latches,
    model.latches.map((l) => l.node),
  );
  const modelInputs = share(certificate.inputs, model.inputs);
  const choices = monitor.inputs.map((n) => nodeOf(leaf(proofLeaf, n)));
  const monitorLatches = monitor.latches.map((l) => nodeOf(leaf(proofLeaf, l.node)));

  const fromModel = new AigCopier(model.aig, aig, (node) => known(modelLeaf, node, "the model"));
  const fromProof = new AigCopier(certificate.aig, aig, (node) => known(proofLeaf, node, "the monitor"));
  const conditions = [
    ...model.fairness.map((l) => fromModel.copy(l)),
    ...monitor.fairness.map((l) => fromProof.copy(l)),
  ];
  return {
    aig,
    inputs: [...modelInputs, ...choices],
    latches: [
      ...model.latches.map((l, i) => ({
        node: modelLatches[i]!,
        next: fromModel.copy(l.next),
        reset: l.reset === "free" ? l.reset : fromModel.copy(l.reset),
      })),
      ...monitor.latches.map((l, i) => ({
        node: monitorLatches[i]!,
        next: fromProof.copy(l.next),
        reset: l.reset === "free" ? l.reset : l.reset === 1 ? TRUE : FALSE,
      })),
    ],
    constraints: [
      ...model.constraints.map((l) => fromModel.copy(l)),
      ...monitor.constraints.map((l) => fromProof.copy(l)),
    ],
    conditions: conditions.length === 0 ? [TRUE] : conditions,
    bad: fromModel.copy(bad),
    stepPredicate: (l) => orNull(() => fromProof.copy(l)),
    predicate: predicates(certificate, aig, [
      ...certificate.latches.map((node, i) => [node, litOf(modelLatches[i]!)] as const),
      ...monitor.latches.map(({ node }, i) => [node, litOf(monitorLatches[i]!)] as const),
    ]),
  };
}

/**
 * The liveness-to-safety model of a system, built here from its definition (see Shadow). Its bad literal says that a
 * state was saved, has come back, and every condition was met on the way.
 */
export function shadowSystem(system: ProofSystem, certificate: Certificate, shadow: Shadow): ProofSystem {
  fits("copies", shadow.copies.length, system.latches.length);
  fits("seen flags", shadow.seen.length, system.conditions.length);
  const { aig } = system;
  const save = aig.leaf();
  const saved = aig.leaf();
  const copies = system.latches.map(() => aig.leaf());
  const seen = system.conditions.map(() => aig.leaf());
  const after = aig.or(saved, save);
  const saving = aig.and(save, not(saved));
  const back = system.latches.map((l, i) => aig.iff(copies[i]!, litOf(l.node)));
  const flag = (l: Lit, next: Lit): Latch => ({ node: nodeOf(l), next, reset: FALSE });
  const copiesAndFlags: Latch[] = [
    flag(saved, after),
    ...copies.map((copy, i): Latch => {
      const next = aig.mux(saving, litOf(system.latches[i]!.node), copy);
      return { node: nodeOf(copy), next, reset: "free" };
    }),
    ...seen.map((s, j) => flag(s, aig.and(after, aig.or(s, system.conditions[j]!)))),
  ];
  const own = [...certificate.latches, ...certificate.monitor.latches.map((l) => l.node)];
  return {
    ...system,
    inputs: [...system.inputs, nodeOf(save)],
    latches: [...system.latches, ...copiesAndFlags],
    bad: aig.andAll([saved, ...back, ...seen]),
    predicate: predicates(certificate, aig, [
      ...own.map((node, i) => [node, litOf(system.latches[i]!.node)] as const),
      [shadow.saved, saved],
      ...shadow.copies.map((node, i) => [node, copies[i]!] as const),
      ...shadow.seen.map((node, j) => [node, seen[j]!] as const),
    ]),
  };
}

/** Copies predicates over the given leaves; null for one that reads any other. */
function predicates(certificate: Certificate, aig: Aig, leaves: readonly (readonly [number, Lit])[]) {
  const leafOf = new Map(leaves);
  if (leafOf.size !== leaves.length) throw new Misfit("a node stands for two things");
  const copier = new AigCopier(certificate.aig, aig, (node) => known(leafOf, node, "a predicate"));
  return (l: Lit): Lit | null => orNull(() => copier.copy(l));
}

function orNull(copied: () => Lit): Lit | null {
  try {
    return copied();
  } catch (e) {
    if (e instanceof Misfit) return null;
    throw e;
  }
}

function known(leafOf: ReadonlyMap<number, Lit>, node: number, who: string): Lit {
  const l = leafOf.get(node);
  if (l === undefined) throw new Misfit(`${who} reads node ${node}, which stands for nothing it may read`);
  if (isNegated(l)) throw new Misfit("a leaf is a plain node");
  return l;
}

export function fits(what: string, given: number, wanted: number): void {
  if (given !== wanted) throw new Misfit(`the certificate has ${given} ${what}, the model ${wanted}`);
}

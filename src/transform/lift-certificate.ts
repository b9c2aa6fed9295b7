import type { Certificate, CertificateStep, Monitor, Shadow } from "../evidence/certificate.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";

type MonitorLatch = Monitor["latches"][number];

/** Literals that a certificate of the original model speaks of: the model's own, then those of added monitor latches. */
export interface OriginalLeaves {
  readonly aig: Aig;
  readonly latches: readonly Lit[];
  readonly inputs: readonly Lit[];
  readonly added: readonly Lit[];
}

/** How a certificate of a rewritten model is said on the original one. */
export interface CertificateMap {
  /** Numbers of latches and inputs of the original model, and of the latches that `monitor` adds to it, if any. */
  readonly latches: number;
  readonly inputs: number;
  readonly added?: number;
  /** Reset and next function of each added latch. */
  monitor?(leaves: OriginalLeaves): Omit<MonitorLatch, "node">[];
  /** What stands for latch or input i of the rewritten model. */
  latch(i: number, leaves: OriginalLeaves): Lit;
  input(i: number, leaves: OriginalLeaves): Lit;
  /** Facts to put first, which every later step may use. */
  before?(leaves: OriginalLeaves): CertificateStep[];
  /** The steps that say what a step said, when that is not the step itself. */
  step?(step: CertificateStep, leaves: OriginalLeaves): CertificateStep[];
}

/** The certificate on the original model. */
export function liftCertificate(c: Certificate, map: CertificateMap): Certificate {
  return new Carrier(c, map).certificate();
}

class Carrier {
  private readonly aig = new Aig();
  private readonly leaves: OriginalLeaves;
  private readonly ownInputs: readonly Lit[];
  private readonly ownLatches: readonly Lit[];
  // By leaf of the given certificate.
  private readonly image = new Map<number, Lit>();
  private readonly copier: AigCopier;

  constructor(
    private readonly c: Certificate,
    private readonly map: CertificateMap,
  ) {
    const leaves = {
      aig: this.aig,
      latches: this.fresh(map.latches),
      inputs: this.fresh(map.inputs),
      added: this.fresh(map.added ?? 0),
    };
    this.leaves = leaves;
    this.ownInputs = this.fresh(c.monitor.inputs.length);
    this.ownLatches = this.fresh(c.monitor.latches.length);
    this.let(c.latches, (i) => map.latch(i, leaves));
    this.let(c.inputs, (i) => map.input(i, leaves));
    this.let(c.monitor.inputs, (i) => this.ownInputs[i]!);
    this.let(
      c.monitor.latches.map((l) => l.node),
      (i) => this.ownLatches[i]!,
    );
    this.copier = new AigCopier(c.aig, this.aig, (node) => {
      const l = this.image.get(node);
      if (l === undefined) throw new Error("the certificate reads a leaf that stands for nothing");
      return l;
    });
  }

  certificate(): Certificate {
    const { leaves, map, c } = this;
    const copy = (l: Lit) => this.copier.copy(l);
    return {
      kind: "certificate",
      aig: this.aig,
      latches: leaves.latches.map(nodeOf),
      inputs: leaves.inputs.map(nodeOf),
      monitor: {
        inputs: this.ownInputs.map(nodeOf),
        latches: [
          ...(map.monitor?.(leaves) ?? []).map((l, i) => ({ ...l, node: nodeOf(leaves.added[i]!) })),
          ...c.monitor.latches.map((l, i) => ({ ...l, node: nodeOf(this.ownLatches[i]!), next: copy(l.next) })),
        ],
        constraints: c.monitor.constraints.map(copy),
        fairness: c.monitor.fairness.map(copy),
      },
      steps: this.steps(),
    };
  }

  /** Where a step becomes several, whoever uses it uses them all, and each uses those before it. */
  private steps(): CertificateStep[] {
    const { leaves, map } = this;
    const steps: CertificateStep[] = [...(map.before?.(leaves) ?? [])];
    const first = [...steps.keys()];
    const placesOf: number[][] = [];
    for (const step of this.c.steps) {
      const said = map.step === undefined ? [this.rewritten(step)] : map.step(this.rewritten(step), leaves);
      const uses = step.uses === undefined ? null : [...first, ...step.uses.flatMap((s) => placesOf[s] ?? [])];
      const places = said.map((_, k) => steps.length + k);
      said.forEach((s, k) => {
        steps.push(uses === null ? s : { ...s, uses: [...uses, ...places.slice(0, k)] });
      });
      placesOf.push(places);
    }
    return steps;
  }

  private rewritten(step: CertificateStep): CertificateStep {
    switch (step.rule) {
      case "reach":
      case "split":
      case "exclude":
        return { ...step, predicate: this.copier.copy(step.predicate) };
      case "l2s":
        return { ...step, shadow: this.shadow(step.shadow), predicate: this.copier.copy(step.predicate) };
      case "done":
      case "safe":
        return step;
    }
  }

  /** Copies of rewritten latches are read from the copies of the original ones, as the latches themselves are. */
  private shadow(shadow: Shadow): Shadow {
    const { leaves, map } = this;
    const copies = { ...leaves, latches: this.fresh(map.latches), added: this.fresh(map.added ?? 0) };
    const ownCopies = this.fresh(this.ownLatches.length);
    const [saved] = this.fresh(1);
    const seen = this.fresh(shadow.seen.length);
    const L = this.c.latches.length;
    this.let([shadow.saved], () => saved!);
    this.let(shadow.copies, (i) => (i < L ? map.latch(i, copies) : ownCopies[i - L]!));
    this.let(shadow.seen, (j) => seen[j]!);
    return {
      saved: nodeOf(saved!),
      copies: [...copies.latches, ...copies.added, ...ownCopies].map(nodeOf),
      seen: seen.map(nodeOf),
    };
  }

  private let(nodes: readonly number[], as: (i: number) => Lit): void {
    nodes.forEach((node, i) => {
      this.image.set(node, as(i));
    });
  }

  private fresh(n: number): Lit[] {
    return Array.from({ length: n }, () => this.aig.leaf());
  }
}

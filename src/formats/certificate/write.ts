import { type Certificate, type CertificateStep, NO_MONITOR } from "../../evidence/certificate.js";
import type { CtlCertificate, CtlClaim, Proof } from "../../evidence/ctl-certificate.js";
import { coneOf } from "../../logic/aig.js";
import { type Lit, litOf, nodeOf } from "../../logic/lit.js";
import { forLine } from "../../text/escape.js";
import type { AigerFile, AigerSymbol } from "../aiger/file.js";
import { writeAigerFile } from "../aiger/write.js";

export const MAGIC = "fairlead certificate 1";

/** What a certificate is about, for people and for who checks it. */
export interface CertificateSubject {
  /** The property's name in the model, or a formula. */
  readonly property: string;
}

/**
 * A certificate as an ASCII AIGER file. Its inputs are the model's latches, the model's inputs, the monitor's inputs and the
 * shadow of an `l2s` step, in this order; its latches, constraints and fairness are the monitor's; its outputs are the
 * predicates of the steps, which stand in its comment, one a line.
 */
export function writeCertificate(proof: Proof, subject: CertificateSubject): Uint8Array {
  const outputs = new Outputs();
  const lines =
    proof.kind === "ctl-certificate" ? ctlLines(proof, outputs) : proof.steps.map((s) => stepText(s, outputs));
  const steps = proof.kind === "ctl-certificate" ? [] : proof.steps;
  const monitor = proof.kind === "ctl-certificate" ? NO_MONITOR : proof.monitor;
  const { aig, latches, inputs } = proof;
  return writeGraph({ kind: "certificate", aig, latches, inputs, monitor, steps }, outputs.lits, [
    MAGIC,
    `property ${forLine(subject.property)}`,
    `latches ${latches.length} inputs ${inputs.length} choices ${monitor.inputs.length}`,
    ...lines,
  ]);
}

function writeGraph(certificate: Certificate, predicates: readonly Lit[], lines: readonly string[]): Uint8Array {
  const { aig, monitor, steps } = certificate;
  const shadow = steps.flatMap((s) => (s.rule === "l2s" ? [s.shadow] : []))[0];
  const shadowNodes = shadow === undefined ? [] : [shadow.saved, ...shadow.copies, ...shadow.seen];
  const inputs = [...certificate.latches, ...certificate.inputs, ...monitor.inputs, ...shadowNodes];
  const latchNodes = monitor.latches.map((l) => l.node);
  const roots = [...predicates, ...monitor.latches.map((l) => l.next), ...monitor.constraints, ...monitor.fairness];

  const variable = new Map<number, number>([[0, 0]]);
  for (const node of [...inputs, ...latchNodes]) variable.set(node, variable.size);
  const gates: number[] = [];
  const lit = (l: Lit): number => 2 * variable.get(nodeOf(l))! + (l & 1);
  const inCone = coneOf(aig, roots);
  for (let n = 1; n < aig.size; n++) {
    if (inCone[n] === 0 || !aig.isGate(n)) continue;
    variable.set(n, variable.size);
    gates.push(lit(litOf(n)), lit(aig.fanin0(n)), lit(aig.fanin1(n)));
  }
  const file: AigerFile = {
    encoding: "ascii",
    headerFields: 9,
    maxVariable: variable.size - 1,
    inputs: Int32Array.from(inputs, (n) => lit(litOf(n))),
    latches: Int32Array.from(
      monitor.latches.flatMap(({ node, next, reset }) => {
        const own = lit(litOf(node));
        return [own, lit(next), reset === "free" ? own : reset];
      }),
    ),
    outputs: Int32Array.from(predicates, lit),
    bad: new Int32Array(0),
    constraints: Int32Array.from(monitor.constraints, lit),
    justiceSizes: new Int32Array(0),
    justice: new Int32Array(0),
    fairness: Int32Array.from(monitor.fairness, lit),
    gates: Int32Array.from(gates),
    symbols: symbols(certificate, shadowNodes.length),
    comment: `${lines.join("\n")}\n`,
    text: "utf-8",
  };
  return writeAigerFile(file);
}

function symbols(certificate: Certificate, shadows: number): AigerSymbol[] {
  const groups: readonly (readonly [string, number])[] = [
    ["latch", certificate.latches.length],
    ["input", certificate.inputs.length],
    ["choice", certificate.monitor.inputs.length],
    ["shadow", shadows],
  ];
  const names = groups.flatMap(([name, count]) => Array.from({ length: count }, (_, i) => `${name} ${i}`));
  return names.map((name, index) => ({ kind: "i", index, name }));
}

/** Literals that steps name, by the number of their output. */
class Outputs {
  private readonly numbers = new Map<Lit, number>();

  get lits(): readonly Lit[] {
    return [...this.numbers.keys()];
  }

  of(l: Lit): number {
    const number = this.numbers.get(l) ?? this.numbers.size;
    this.numbers.set(l, number);
    return number;
  }
}

function ctlLines({ fails, reach, fair, unfair, parts }: CtlCertificate, outputs: Outputs): string[] {
  const claim = (name: string, { predicate, ways, proof }: CtlClaim): string[] => [
    `${name} ${outputs.of(predicate)}`,
    ...ways.map(({ rank, choice }) =>
      ["way", "rank", ...rank.map((l) => outputs.of(l)), "choose", ...choice.map((l) => outputs.of(l))].join(" "),
    ),
    ...proof.map((step) => stepText(step, outputs)),
  ];
  return [
    fails === null
      ? "ctl holds"
      : `ctl fails state ${fails.latches.join("")} inputs ${fails.inputs.join("")}`.trimEnd(),
    `reach ${outputs.of(reach)}`,
    ...(fair === null ? [] : claim("fair", fair)),
    ...(unfair === null ? [] : claim("unfair", unfair)),
    ...[...parts].flatMap(([k, part]) => claim(`part ${k}`, part)),
  ];
}

function stepText(step: CertificateStep, outputs: Outputs): string {
  const using = step.uses === undefined ? "" : ["", "using", ...step.uses].join(" ");
  return `${ruleText(step, outputs)}${using}`;
}

function ruleText(step: CertificateStep, outputs: Outputs): string {
  switch (step.rule) {
    case "reach":
    case "l2s":
      return `${step.rule} ${outputs.of(step.predicate)}`;
    case "split":
      return `split ${outputs.of(step.predicate)} ${step.closed}`;
    case "exclude": {
      const { because } = step;
      const head = `exclude ${outputs.of(step.predicate)} ${because.kind}`;
      if (because.kind === "condition") return `${head} ${because.condition} ${because.closed}`;
      if (because.kind !== "skeleton") return head;
      return `${head} ${because.unroll} ${because.closed}${meetingText(because.conditions)}`;
    }
    case "done":
      return `done ${step.unroll}${meetingText(step.conditions)}`;
    case "safe":
      return "safe";
  }
}

const meetingText = (conditions: readonly number[] | undefined): string =>
  conditions === undefined ? "" : ["", "meeting", ...conditions].join(" ");

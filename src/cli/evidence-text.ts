import { Replay } from "../checkers/replay.js";
import type { Outcome } from "../evidence/outcome.js";
import type { Trace } from "../evidence/trace.js";
import type { Told } from "../evidence/verdict.js";
import { proofIn, witnessIn } from "../evidence/verdict.js";
import { nameAmong, subjectOf, writeAnswer } from "../formats/aiger/witness.js";
import { writeBtor2Answer } from "../formats/btor2/witness.js";
import { writeCertificate } from "../formats/certificate/write.js";
import { litOf } from "../logic/lit.js";
import type { Design, Property } from "../model/property.js";
import { itf } from "../present/itf.js";
import { inRadix, type Radix } from "../present/radix.js";
import { refinementDot } from "../present/refinement-tree.js";
import { signalsNamed } from "../present/selection.js";
import { chartSvg, chartText } from "../present/sequence-chart.js";
import { svg } from "../present/svg.js";
import { vcd } from "../present/vcd.js";
import { listed } from "../present/verification.js";
import { forTerminal } from "../text/escape.js";
import { type WitnessFile, witnessFile } from "../watching/witness-file.js";
import { type CircuitAnswer, type ShownAnswer, shownOf } from "./answered.js";

export type TraceKind = "tree" | "vcd" | "svg" | "itf" | "sequence" | "sequence-svg";
export type EvidenceKind = "witness" | "certificate" | TraceKind;

/** What a file of evidence holds, null where there is nothing to write; and lines for the user. */
export interface EvidenceText {
  readonly content: string | Uint8Array | null;
  readonly said: readonly string[];
}

/** What pictures and dumps show of a trace: the signals that are named, with their words in a radix. */
export interface TraceForm {
  readonly signals?: readonly string[];
  readonly radix?: Radix;
}

/** Of a circuit: all kinds. */
export function evidenceText(kind: EvidenceKind, answered: CircuitAnswer, form: TraceForm = {}): EvidenceText {
  const { design, property, outcome } = answered;
  if (kind === "witness") return witnessText(answered);
  if (kind !== "certificate") return traceFile(kind, shownOf(answered), form);
  const proof = proofIn(outcome.verdict);
  return proof
    ? { content: writeCertificate(proof, { property: nameAmong(design.properties, property) }), said: [] }
    : nothing("certificate", property.name, missing(outcome));
}

/** Of whatever has a trace. */
export function traceFile(kind: TraceKind, answered: ShownAnswer, form: TraceForm = {}): EvidenceText {
  const { file, property, outcome, trace, answer } = answered;
  if (kind === "tree") {
    const { verdict } = outcome;
    const tree = verdict.answer === "unknown" ? undefined : verdict.refinement;
    if (tree) return { content: refinementDot(tree), said: [] };
    return nothing("tree", property, `was decided by ${forTerminal(outcome.engine)}`);
  }
  if (trace === null) return nothing("trace", property, missing(outcome));
  switch (kind) {
    case "vcd":
      return { content: vcd(inForm(trace, form)), said: [] };
    case "svg":
      return { content: svg(inForm(trace, form), `A counterexample to '${property}'`), said: [] };
    case "sequence":
    case "sequence-svg": {
      if (trace.moves === undefined)
        return nothing("sequence chart", property, "is about a circuit, which has no processes");
      const { chart } = trace.moves;
      return { content: kind === "sequence" ? chartText(chart) : chartSvg(chart), said: [] };
    }
    case "itf":
      return { content: itf(trace, { source: file, description: `${property} ${answer}` }), said: [] };
  }
}

/** Names that no signal has are told beside the answer. */
function inForm(trace: Trace, { signals, radix = "dec" }: TraceForm): Trace {
  const shown = signals === undefined ? trace : signalsNamed(trace, signals);
  return inRadix(shown, radix);
}

const nothing = (what: string, property: string, why: string): EvidenceText => ({
  content: null,
  said: [`no ${what} to write: ${forTerminal(property)} ${why}`],
});

const missing = ({ verdict }: Outcome<Told>): string =>
  verdict.answer === "holds" ? "holds" : verdict.answer === "fails" ? "fails" : "is unknown";

/** What is written for an answer. A branching counterexample is left out where no path of it shows everything. */
export function witnessText({ file, design, property, outcome }: CircuitAnswer): EvidenceText & {
  readonly content: string;
} {
  const { verdict } = outcome;
  const evidence = witnessIn(verdict);
  const written = evidence && witnessFile(design, property, evidence);
  if (written) return { content: written.content, said: openLatches(written, file, design, property) };
  if (verdict.answer !== "fails") {
    const write = design.words === undefined ? writeAnswer : writeBtor2Answer;
    return { content: write(subjectOf(design.properties, property), verdict.answer), said: [] };
  }
  return {
    content: "",
    said: [`no witness to write: no single behaviour shows that ${forTerminal(property.name)} fails`],
  };
}

/** The user is told of latches that do not come back. */
function openLatches({ open }: WitnessFile, file: string, { model }: Design, property: Property): string[] {
  if (open.length === 0) return [];
  const names = new Replay(model, []);
  const listing = listed(open.map((i) => names.name(litOf(model.latches[i]!.node))));
  return [
    `${forTerminal(file)}: note: in the witness of ${forTerminal(property.name)} these latches do not come back, and it would take too many steps ` +
      `until they do: ${listing}; nothing that is asked reads them`,
  ];
}

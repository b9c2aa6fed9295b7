import { KernelOracle } from "../../src/checkers/kernel-oracle.js";
import { witnessText } from "../../src/cli/evidence-text.js";
import { verifyCertificate, verifyWitness } from "../../src/cli/verification.js";
import type { Engine } from "../../src/engines/engine.js";
import { proofIn, witnessIn } from "../../src/evidence/verdict.js";
import { writeAiger } from "../../src/formats/aiger/from-design.js";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readWitnesses } from "../../src/formats/aiger/witness.js";
import { writeCertificate } from "../../src/formats/certificate/write.js";
import { FALSE, nodeOf, TRUE } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { Design } from "../../src/model/property.js";
import type { Verification } from "../../src/present/verification.js";
import type { Question } from "../arbitraries/questions.js";
import { context, solved } from "./solving.js";

/** Files that `check` writes for a question, and what `verify` makes of them. */
export interface WrittenEvidence {
  readonly answer: "holds" | "fails" | "unknown";
  /** What the answer is shown by, if there is something. */
  readonly files: readonly {
    readonly kind: "witness" | "certificate";
    readonly text: string;
    readonly verified: readonly Verification[];
  }[];
  /** The model as a file, where its properties have names in AIGER. */
  readonly aiger: Uint8Array | null;
}

export function writtenEvidence({ model, property }: Question, engine: Engine): WrittenEvidence {
  const asked: Design = { model, properties: [property] };
  const named = property.kind === "justice" || property.kind === "bad";
  const aiger = named ? writeAiger(asked, "ascii").aiger : null;
  const design = aiger === null ? asked : readAiger(aiger);
  const read = design.properties[0]!;
  const outcome = solved(design.model, read, engine);
  const { verdict } = outcome;
  const files: WrittenEvidence["files"][number][] = [];
  const shown = witnessIn(verdict);
  if (shown && (shown.kind !== "tree" || outcome.evidence === "checked")) {
    const text = witnessText({ file: "model", design, property: read, outcome }).content;
    const witnesses = text === "" ? [] : readWitnesses(text, design.model);
    const verified = witnesses.flatMap((w) => verifyWitness(design, w, read.name, means));
    if (text !== "") files.push({ kind: "witness", text, verified });
  }
  const proof = proofIn(verdict);
  if (proof && outcome.evidence !== "none") {
    const bytes = writeCertificate(proof, { property: read.name });
    const { verification } = verifyCertificate(design, bytes, undefined, means);
    files.push({ kind: "certificate", text: new TextDecoder().decode(bytes), verified: [verification] });
  }
  return { answer: verdict.answer, files, aiger };
}

const means = { oracle: () => new KernelOracle(context.kernels.sat), shouldStop: () => null };

/** What `verify` must say of what `check` wrote: valid, for the same answer. */
export const isShown = (answer: string, verified: readonly Verification[]): boolean =>
  verified.length > 0 && verified.every((v) => v.result === "valid" && v.claim === answer);

/** The model with a counter of so many bits beside it, which nothing reads. */
export function withCounter(model: Model, bits: number): Model {
  const aig = model.aig.fork();
  let carry = TRUE;
  const counter = Array.from({ length: bits }, () => {
    const bit = aig.leaf();
    const latch = { node: nodeOf(bit), next: aig.xor(bit, carry), reset: FALSE };
    carry = aig.and(bit, carry);
    return latch;
  });
  return { ...model, aig, latches: [...model.latches, ...counter] };
}

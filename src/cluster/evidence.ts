import type { Proof } from "../evidence/ctl-certificate.js";
import type { Lasso, Run, Tree, Witness } from "../evidence/verdict.js";
import { readCertificate } from "../formats/certificate/read.js";
import { writeCertificate } from "../formats/certificate/write.js";
import type { Model } from "../model/model.js";
import { Simulator } from "../model/simulate.js";
import type { Step } from "../model/step.js";
import { InputError } from "../text/input-error.js";
import { framed, unframed } from "./framed.js";
import { among, Damaged, type Fields, list, record, text, whole } from "./shape.js";

/** What somebody says to a question, with what shows it: a behaviour, a proof, or for branching time both. */
export interface Shown {
  readonly answer: "holds" | "fails";
  readonly witness: Witness | null;
  readonly proof: Proof | null;
}

const FORMAT = "fairlead evidence 1";
/** Trees are nested as formulas are; deeper ones come from nobody who means well. */
const DEEPEST = 1000;

/**
 * A behaviour travels as its first state and its inputs: latches follow from these, so that a behaviour of another model cannot
 * be written down. Proofs travel as certificate files.
 */
export function writeEvidence({ answer, witness, proof }: Shown): Uint8Array {
  const header = { answer, witness: witness && packed(witness), proof: proof !== null };
  const body = proof === null ? new Uint8Array(0) : writeCertificate(proof, { property: "question" });
  return framed(FORMAT, header, body);
}

/** Evidence about the model. That it shows anything is for checkers to find out. Throws `Damaged` if it is none. */
export function readEvidence(bytes: Uint8Array, model: Model): Shown {
  const { header: fields, body } = unframed(bytes, FORMAT);
  const answer = among(fields.answer, ["holds", "fails"], "its answer");
  const witness = fields.witness === null ? null : new WitnessReader(model).read(fields.witness, 0);
  if (fields.proof !== true) return { answer, witness, proof: null };
  try {
    return { answer, witness, proof: readCertificate(body).certificate };
  } catch (e) {
    throw e instanceof InputError ? new Damaged(`its proof: ${e.message}`) : e;
  }
}

interface PackedPath {
  readonly kind: "lasso" | "run";
  readonly first: string;
  readonly inputs: readonly string[];
  readonly loop?: number;
}

interface PackedTree {
  readonly kind: "tree";
  readonly formula: string;
  readonly path: PackedPath;
  readonly branches: readonly { readonly step: number; readonly tree: PackedTree }[];
}

const bits = (values: Uint8Array): string => values.join("");

function packed(witness: Witness): PackedPath | PackedTree {
  return witness.kind === "tree" ? packedTree(witness) : packedPath(witness);
}

const packedPath = (path: Lasso | Run): PackedPath => ({
  kind: path.kind,
  first: bits(path.steps[0]?.latches ?? new Uint8Array(0)),
  inputs: path.steps.map((s) => bits(s.inputs)),
  ...(path.kind === "lasso" && { loop: path.loop }),
});

const packedTree = ({ kind, formula, path, branches }: Tree): PackedTree => ({
  kind,
  formula,
  path: packedPath(path),
  branches: branches.map(({ step, tree }) => ({ step, tree: packedTree(tree) })),
});

class WitnessReader {
  private readonly sim: Simulator;

  constructor(private readonly model: Model) {
    this.sim = new Simulator(model);
  }

  read(given: unknown, depth: number): Witness {
    const fields = record(given, "its behaviour");
    return fields.kind === "tree" ? this.tree(fields, depth) : this.path(fields);
  }

  private tree(fields: Fields, depth: number): Tree {
    if (depth > DEEPEST) throw new Damaged("its tree is too deep");
    const path = this.path(record(fields.path, "the path of its tree"));
    const branches = list(fields.branches, "the branches of its tree").map((given) => {
      const branch = record(given, "a branch of its tree");
      const step = whole(branch.step, "the step of a branch", 0, path.steps.length - 1);
      return { step, tree: this.tree(record(branch.tree, "a branch of its tree"), depth + 1) };
    });
    return { kind: "tree", formula: text(fields.formula, "the formula of its tree", 2 ** 20), path, branches };
  }

  private path(fields: Fields): Lasso | Run {
    const { model, sim } = this;
    const kind = among(fields.kind, ["lasso", "run"], "the kind of its behaviour");
    const inputs = list(fields.inputs, "its inputs").map((given) => valuesOf(given, model.inputs.length));
    const steps: Step[] = [];
    let latches = valuesOf(fields.first, model.latches.length);
    for (const values of inputs) {
      const step = { latches, inputs: values };
      steps.push(step);
      sim.load(step);
      sim.evaluate();
      sim.advance();
      latches = sim.lane(0).latches;
    }
    if (steps.length === 0) throw new Damaged("its behaviour has no steps");
    if (kind === "run") return { kind, steps };
    return { kind, steps, loop: whole(fields.loop, "the start of its loop", 0, steps.length - 1) };
  }
}

function valuesOf(given: unknown, length: number): Uint8Array {
  if (typeof given !== "string" || given.length !== length || !/^[01]*$/.test(given))
    throw new Damaged(`a step does not have ${length} values`);
  return Uint8Array.from(given, Number);
}

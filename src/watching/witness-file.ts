import { checkWitness } from "../checkers/check-witness.js";
import type { Lasso, Run, Tree, Witness } from "../evidence/verdict.js";
import { closingOf } from "../formats/aiger/closing.js";
import { subjectOf, writeWitness } from "../formats/aiger/witness.js";
import { writeBtor2Witness } from "../formats/btor2/witness.js";
import type { Design, Property } from "../model/property.js";

/** A counterexample as a file that other tools read. */
export interface WitnessFile {
  readonly content: string;
  /** Latches, by position, that do not come back: nothing that is asked reads them, and it would take too many steps until they do. */
  readonly open: readonly number[];
}

/**
 * A behaviour in the format of the competitions of the model's language: BTOR2's, or else AIGER's. Null where no single behaviour
 * shows what a branching one does.
 */
export function witnessFile(design: Design, property: Property, witness: Witness): WitnessFile | null {
  const path = witness.kind === "tree" ? pathOf(witness) : witness;
  const { model, properties, words } = design;
  if (checkWitness(model, property, path) !== null) return null;
  const closing = path.kind === "lasso" ? closingOf(model, path) : undefined;
  const about = subjectOf(properties, property);
  const content =
    words === undefined
      ? writeWitness(about, path, closing)
      : writeBtor2Witness({ ...design, words }, about, path, closing);
  return { content, open: closing?.open ?? [] };
}

/** The way through a tree that goes on where its main path ends. */
function pathOf({ path, branches }: Tree): Lasso | Run {
  if (path.kind === "lasso") return path;
  const last = path.steps.length - 1;
  for (const { step, tree } of branches) {
    if (step !== last) continue;
    const rest = pathOf(tree);
    if (rest.kind === "lasso")
      return { kind: "lasso", steps: [...path.steps.slice(0, last), ...rest.steps], loop: last + rest.loop };
  }
  return path;
}

import { checkCtl } from "../../src/checkers/check-ctl.js";
import { checkTree } from "../../src/checkers/check-tree.js";
import { reference } from "../../src/engines/reference.js";
import type { CtlCertificate } from "../../src/evidence/ctl-certificate.js";
import { proofIn, type Tree, witnessIn } from "../../src/evidence/verdict.js";
import type { Ctl } from "../../src/formula/ctl.js";
import type { Lit } from "../../src/logic/lit.js";
import type { Random } from "../../src/logic/random.js";
import type { Model } from "../../src/model/model.js";
import type { Step } from "../../src/model/step.js";
import { acceptsByEnumeration, isTrueClaim } from "../certificates/ctl-by-enumeration.js";
import { mutatedCtl } from "../certificates/mutated-ctl-proofs.js";
import { decide } from "../engines/running.js";
import type { Forgery, OraclePool } from "./forgery.js";
import { neighbour } from "./neighbour.js";

/** A formula about a model; a second one for which its evidence is presented too. */
export interface CtlQuestion {
  readonly model: Model;
  readonly formula: Ctl;
  readonly other: Ctl;
  readonly atoms: ReadonlyMap<string, Lit>;
}

/** Proofs of CTL formulas: as they are, changed, of a neighbouring model, and for another formula; and trees likewise. */
export function* ctlForgeries(
  { model, formula, other, atoms }: CtlQuestion,
  random: Random,
  oracles: OraclePool,
  changes = 6,
): Iterable<Forgery> {
  const beside = neighbour(model, random);
  const found = evidenceFor(model, formula, atoms);
  const borrowed = evidenceFor(beside, formula, atoms);
  const proofs: [CtlCertificate, of: Ctl, isGenuine: boolean][] = [];
  for (const { proof, isOwn } of [
    { proof: found.proof, isOwn: true },
    { proof: borrowed.proof, isOwn: false },
  ]) {
    if (proof === null) continue;
    proofs.push([proof, formula, isOwn], [proof, other, false]);
    let changed = proof;
    for (let n = 0; n < changes; n++) {
      changed = mutatedCtl(n % 3 === 0 ? proof : changed, random);
      proofs.push([changed, n === 3 ? other : formula, false]);
    }
  }
  for (const [proof, of, isGenuine] of proofs)
    yield {
      format: "certificate, ctl",
      judge: () => checkCtl(model, { formula: of, atoms }, proof, { oracle: oracles.fresh() }).result === "checked",
      isTrue: isTrueClaim(model, of, atoms, proof.fails !== null),
      secondOpinion: () => acceptsByEnumeration(model, of, atoms, proof),
      isGenuine,
      describe: () => `${model}\n${JSON.stringify(of)}\n${JSON.stringify(proof)}`,
    };
  for (const tree of [found.tree, borrowed.tree]) {
    if (tree === null) continue;
    for (const [shown, of] of [
      [tree, formula],
      [tree, other],
      [changedTree(tree, random), formula],
      [changedTree(changedTree(tree, random), random), other],
    ] as const)
      yield {
        format: "tree",
        judge: () => {
          const checked = checkTree(model, of, atoms, shown);
          return checked.ok && checked.shown === "shown";
        },
        isTrue: isTrueClaim(model, of, atoms, true),
        isGenuine: false,
        describe: () => `${model}\n${JSON.stringify(of)}\n${JSON.stringify(shown)}`,
      };
  }
}

/** The reference's proof, of either answer. */
export const ctlProofOf = (model: Model, formula: Ctl, atoms: CtlQuestion["atoms"]): CtlCertificate | null =>
  evidenceFor(model, formula, atoms).proof;

function evidenceFor(model: Model, formula: Ctl, atoms: CtlQuestion["atoms"]) {
  const verdict = decide(reference, { kind: "ctl", model, formula, atoms });
  const [proof, tree] = [proofIn(verdict), witnessIn(verdict)];
  return { proof: proof?.kind === "ctl-certificate" ? proof : null, tree: tree?.kind === "tree" ? tree : null };
}

/** The tree with a value flipped, a step dropped or repeated, another loop, a branch moved or dropped, here or further up. */
function changedTree(tree: Tree, random: Random): Tree {
  const { path, branches } = tree;
  if (path.steps.length === 0) return tree;
  const at = random.below(path.steps.length);
  const branch = random.below(Math.max(1, branches.length));
  if (branches.length > 0 && random.below(2) === 0)
    return {
      ...tree,
      branches: branches.map((b, i) => (i === branch ? { ...b, tree: changedTree(b.tree, random) } : b)),
    };
  const steps = [...path.steps];
  switch (random.below(7)) {
    case 0:
      steps[at] = flipped(steps[at]!, random);
      break;
    case 1:
      steps.splice(at, 1);
      break;
    case 2:
      steps.splice(at, 0, steps[at]!);
      break;
    case 3:
      return { ...tree, path: { kind: "lasso", steps, loop: at } };
    case 4:
      return { ...tree, path: { kind: "run", steps } };
    case 5:
      return { ...tree, branches: branches.filter((_, i) => i !== branch) };
    default:
      return { ...tree, branches: branches.map((b) => ({ ...b, step: random.below(steps.length) })) };
  }
  return { ...tree, path: { ...path, steps } };
}

function flipped({ latches, inputs }: Step, random: Random): Step {
  const flip = (values: Uint8Array) => {
    const at = random.below(Math.max(1, values.length));
    return values.map((v, i) => (i === at ? 1 - v : v));
  };
  return random.below(2) === 0 ? { latches: flip(latches), inputs } : { latches, inputs: flip(inputs) };
}

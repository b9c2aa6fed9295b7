import { Frame, type Oracle } from "../checkers/frames.js";
import { type Certificate, NO_MONITOR } from "../evidence/certificate.js";
import { type Limits, Stopped, unlessStopped } from "../limits/stopped.js";
import { Aig, AigCopier } from "../logic/aig.js";
import { type Lit, nodeOf } from "../logic/lit.js";
import { satNot } from "../logic/sat-lit.js";
import type { Model } from "../model/model.js";
import type { LtlProperty } from "../model/property.js";
import { translated } from "./prepare.js";

/**
 * Is the automaton that a certificate embeds the one that the formula's negation is translated to? Its choices, constraints,
 * acceptance and first latches must be the translation's, each the same function of the model's latches and inputs; latches
 * that follow only watch. `null` when they are, else one sentence; `undecided` when that could not be found out.
 */
export function notTheTranslation(
  model: Model,
  property: LtlProperty,
  certificate: Certificate,
  oracle: () => Oracle,
  shouldStop: Limits["shouldStop"] = () => null,
): { readonly problem: string; readonly undecided: boolean } | null {
  const translation = unlessStopped(() => translated(model, property, shouldStop));
  if (translation instanceof Stopped) return { problem: translation.detail, undecided: true };
  if ("unsupported" in translation) return { problem: translation.unsupported, undecided: true };
  const { lift } = translation;
  const expected = lift.certificate(withoutSteps(translation.model.latches.length, translation.model.inputs.length));
  const other = "the automaton that it embeds is not the translation of the formula";
  if (!hasShapeOf(expected, certificate)) return { problem: other, undecided: false };
  switch (differ(expected, certificate, oracle())) {
    case "unsat":
      return null;
    case "sat":
      return { problem: other, undecided: false };
    case "unknown":
      return { problem: "undecided: whether it embeds the translation of the formula", undecided: true };
  }
}

/** A certificate that proves nothing: lifted, its monitor is what the lift adds. */
function withoutSteps(latches: number, inputs: number): Certificate {
  const aig = new Aig();
  const leaves = (n: number) => Array.from({ length: n }, () => nodeOf(aig.leaf()));
  return { kind: "certificate", aig, latches: leaves(latches), inputs: leaves(inputs), monitor: NO_MONITOR, steps: [] };
}

function hasShapeOf(expected: Certificate, given: Certificate): boolean {
  const [a, b] = [expected.monitor, given.monitor];
  return (
    expected.latches.length === given.latches.length &&
    expected.inputs.length === given.inputs.length &&
    a.inputs.length === b.inputs.length &&
    a.constraints.length === b.constraints.length &&
    a.fairness.length === b.fairness.length &&
    a.latches.every(({ reset }, i) => b.latches[i]?.reset === reset)
  );
}

/** Asks for values of the leaves under which some function of the two automata differs. */
function differ(expected: Certificate, given: Certificate, oracle: Oracle): ReturnType<Oracle["solve"]> {
  const aig = new Aig();
  const count = expected.monitor.latches.length;
  const leafOf = [new Map<number, Lit>(), new Map<number, Lit>()] as const;
  const theirs = leavesOf(given, count);
  leavesOf(expected, count).forEach((node, i) => {
    const leaf = aig.leaf();
    leafOf[0].set(node, leaf);
    leafOf[1].set(theirs[i]!, leaf);
  });
  const [a, b] = [expected, given].map((c, side) => {
    // What else the given automaton reads is none of the translation's: a leaf that is equal to no other.
    const copier = new AigCopier(c.aig, aig, (node) => leafOf[side]!.get(node) ?? aig.leaf());
    return functionsOf(c, count).map((l) => copier.copy(l));
  });
  const frame = Frame.free({ aig, latches: [] }, oracle);
  const differences = a!.flatMap((l, i) => {
    const other = b![i]!;
    return l === other ? [] : [satNot(frame.iff(frame.lit(l), frame.lit(other)))];
  });
  if (differences.length === 0) return "unsat";
  oracle.addClause(differences);
  return oracle.solve([]);
}

const leavesOf = ({ latches, inputs, monitor }: Certificate, monitorLatches: number): number[] => [
  ...latches,
  ...inputs,
  ...monitor.inputs,
  ...monitor.latches.slice(0, monitorLatches).map((l) => l.node),
];

const functionsOf = ({ monitor }: Certificate, latches: number): Lit[] => [
  ...monitor.latches.slice(0, latches).map((l) => l.next),
  ...monitor.constraints,
  ...monitor.fairness,
];

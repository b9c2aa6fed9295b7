import { type Aig, AigCopier, supportOf } from "../logic/aig.js";
import { FALSE, type Lit, litOf, nodeOf, not, TRUE } from "../logic/lit.js";
import { demandsOf, withoutDemands } from "../model/demands.js";
import type { Model } from "../model/model.js";
import type { BadStateProperty, Design } from "../model/property.js";
import { stateConstraints } from "../model/reads-inputs.js";

/** A bad-state property that fails where a run gets stuck, on a model of its own. */
export interface StuckQuestion {
  readonly design: Design;
  readonly property: BadStateProperty;
  /** The run's own last state is a dead end; otherwise the state that its last step leads to is. */
  readonly isHere: Lit;
}

/** Gates that the elimination of inputs may add. */
const MOST_GATES = 20_000;

/**
 * Asks for a dead end: a reachable state that keeps to the constraints on states, but that no step leaves to another such state.
 * Null where there can be none, or where the circuit that recognises them would be too large.
 */
export function stuckQuestion(design: Design): StuckQuestion | null {
  const { halt = FALSE } = design;
  // What demands something of infinite behaviours guesses how they go on: a wrong guess gets stuck, and says nothing of the model.
  const guessing = demandsOf(design).filter((d) => d.constraints.length > 0 && d.fairness.length > 0);
  const model = withoutDemands(design.model, guessing);
  if (model.constraints.every((c) => c === TRUE)) return null;
  const aig = model.aig.fork();
  const nextOf = new Map(model.latches.map((l) => [l.node, l.next]));
  const after = new AigCopier(aig, aig, (node) => nextOf.get(node) ?? litOf(node));
  const isState = aig.andAll(stateConstraints(model));
  const goesOn = aig.andAll([...model.constraints, not(halt), after.copy(isState)]);
  const isAlive = someInput(aig, goesOn, model);
  if (isAlive === null || isAlive === TRUE) return null;
  const isHere = not(isAlive);
  const isNext = aig.and(after.copy(isState), after.copy(isHere));
  const stuck: Model = { ...model, aig, constraints: [...model.constraints, not(halt)], fairness: [] };
  const property = { kind: "bad", name: "a run gets stuck", literal: aig.or(isHere, isNext) } as const;
  return { design: { model: stuck, properties: [property] }, property, isHere };
}

/** True where the literal can be made true by the inputs; null if that takes too many gates. */
function someInput(aig: Aig, literal: Lit, model: Model): Lit | null {
  const most = aig.size + MOST_GATES;
  const inputs = new Set(model.inputs);
  let result = literal;
  for (;;) {
    const input = supportOf(aig, [result]).find((node) => inputs.has(node));
    if (input === undefined) return result;
    const cofactor = (value: Lit) => new AigCopier(aig, aig, (n) => (n === input ? value : litOf(n))).copy(result);
    result = aig.or(cofactor(FALSE), cofactor(TRUE));
    if (aig.size > most || nodeOf(result) > most) return null;
  }
}

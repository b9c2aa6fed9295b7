import type { Ltl } from "../formula/ltl.js";
import { FALSE, type Lit } from "../logic/lit.js";
import type { Design, LtlProperty, Property } from "../model/property.js";
import { ModelError } from "./model-error.js";
import type { Program } from "./program.js";
import { fairnessOf } from "./program.js";
import type { LtlQuestion, ProgramQuestion } from "./question.js";
import { type ProgramModel, programModel } from "./to-model.js";

/** A program and questions about it, as every engine takes them. */
export interface ProgramDesign {
  readonly compiled: ProgramModel;
  readonly design: Design;
}

/** Names of properties that every program has, unless it is plain that they hold. */
export const NO_ERRORS = "values stay in their domains";
export const NO_DEADLOCK = "no deadlock";

/**
 * The program as a model, with what must hold of every program as bad-state properties, then the questions. `names` are
 * those of the questions; their texts when absent.
 */
export function programDesign(
  program: Program,
  questions: readonly ProgramQuestion[],
  names?: readonly string[],
): ProgramDesign {
  const compiled = programModel(program);
  const { error, deadlock, model, promises } = compiled;
  const properties: Property[] = [];
  if (error !== FALSE) properties.push({ kind: "bad", name: NO_ERRORS, literal: error });
  if (program.deadlock === "error" && deadlock !== FALSE)
    properties.push({ kind: "bad", name: NO_DEADLOCK, literal: deadlock });
  properties.push(...questions.map((question, k) => property(compiled, question, names?.[k] ?? question.text)));
  const { demands } = compiled;
  return { compiled, design: { model, properties, demands, ...(promises.length > 0 && { promises }) } };
}

function property(compiled: ProgramModel, question: ProgramQuestion, name: string): Property {
  const atoms = new Map([...question.atoms].map(([atom, { holds }]) => [atom, compiled.literal(holds, atom)]));
  if (question.logic === "ltl") return { kind: "ltl", name, formula: question.formula, atoms };
  refuseStrong(compiled.program);
  return { kind: "ctl", name, formula: question.formula, atoms };
}

/** A promise never to be enabled again is a guess about the future: it would count as a choice of the system. */
export function refuseStrong(program: Program): void {
  const strong = fairnessOf(program).find((f) => f.kind === "strong");
  if (strong === undefined) return;
  throw new ModelError("model-fairness", `CTL is not supported with strong fairness: there is ${strong.name}`);
}

/**
 * A formula of LTL about a program as the only property of a model in which nobody promises anything: strong fairness is a part of
 * the formula, so that lassos of the model have as many steps as those of the program.
 */
export function withoutPromises(program: Program, question: LtlQuestion): ProgramDesign {
  const compiled = programModel(program, "pairs");
  const asked = property(compiled, question, question.text) as LtlProperty;
  const atoms = new Map(asked.atoms);
  const named = (literal: Lit): Ltl => {
    const name = ` ${atoms.size}`; // no atom of the user's
    atoms.set(name, literal);
    return { op: "atom", name };
  };
  const again = (literal: Lit): Ltl => ({ op: "G", arg: { op: "F", arg: named(literal) } });
  const formula = compiled.pairs.reduce<Ltl>((rest, { enabled, taken }) => {
    const isFair: Ltl = { op: "implies", left: again(enabled), right: again(taken) };
    return { op: "implies", left: isFair, right: rest };
  }, asked.formula);
  return { compiled, design: { model: compiled.model, properties: [{ ...asked, formula, atoms }] } };
}

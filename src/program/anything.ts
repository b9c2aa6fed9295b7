import { recordOf } from "../text/record.js";
import { BoolDomain } from "./domain.js";
import { boolTerm } from "./expression.js";
import type { Program } from "./program.js";
import type { LtlQuestion } from "./question.js";
import { BoolVar } from "./scalar-variable.js";
import { System } from "./system.js";

/** A program in which atoms are true and false in any order, for ever: what holds there holds everywhere. */
export function anyProgram(names: readonly string[]): {
  readonly program: Program;
  readonly atoms: LtlQuestion["atoms"];
} {
  const domains = names.map((_, k) => [`v${k}`, new BoolDomain().free()] as const);
  const program = new System("anything", recordOf(domains));
  const variables = Object.values(program.vars).filter((v) => v instanceof BoolVar);
  program.process("any", { fair: "weak" }, { change: { do: variables.map((v) => v.setAny()) } });
  return { program, atoms: new Map(names.map((name, k) => [name, { name, holds: boolTerm(variables[k]!) }])) };
}

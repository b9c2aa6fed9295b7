import type { NamedQuestion } from "../../src/program/program.js";
import type { System } from "../../src/program/system.js";
import { asFunctions } from "../program/as-functions.js";
import { type ProgramShape, randomProgram } from "../program/random-programs.js";

/** A random system as a file exports it, by a copy of the package of its own. */
export function randomSystem(
  seed: number,
  shape: ProgramShape,
  kind: "systems" | "functions",
  properties: readonly NamedQuestion[],
): object {
  const system = randomProgram(seed, shape);
  const program = kind === "systems" ? asData(system) : asFunctions(system);
  return { ...program, name: String(seed), properties, [Symbol.for("fairlead.system")]: true };
}

/** What a system is, without its methods. */
const asData = ({ name, variables, slots, processes, groups, fairness, propositions, deadlock, stopping }: System) => ({
  ...{ name, variables, slots, processes, groups, fairness, propositions, deadlock, stopping },
});

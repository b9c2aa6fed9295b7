import type { System } from "../../src/program/system.js";
import { asFunctions } from "../program/as-functions.js";
import { type ProgramShape, randomProgram } from "../program/random-programs.js";

/** A random system as a file exports it, with properties of its own. With functions, it has no method of a system's. */
export function randomSystem(
  seed: number,
  shape: ProgramShape,
  kind: "systems" | "functions",
  properties: readonly { readonly name: string; readonly ltl?: string; readonly ctl?: string }[],
): System {
  const system = randomProgram(seed, shape);
  const asked = properties.map(({ name, ltl, ctl }) =>
    ltl === undefined ? ({ name, logic: "ctl", formula: ctl! } as const) : ({ name, logic: "ltl", formula: ltl } as const),
  );
  const program = kind === "systems" ? pick(system) : asFunctions(system);
  return { ...program, properties: asked, [Symbol.for("fairlead.system")]: true } as unknown as System;
}

const pick = ({ name, variables, slots, processes, groups, fairness, propositions, deadlock, stopping }: System) => ({
  name, variables, slots, processes, groups, fairness, propositions, deadlock, stopping,
});

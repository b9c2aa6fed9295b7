import type fc from "fast-check";
import type { Ctl } from "../../src/formula/ctl.js";
import { ctlToLtl } from "../../src/formula/ctl-to-ltl.js";
import { Aig } from "../../src/logic/aig.js";
import { nodeOf } from "../../src/logic/lit.js";
import type { Model } from "../../src/model/model.js";
import type { CtlProperty } from "../../src/model/property.js";
import { ctlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { TinySystem } from "../oracles/tiny-system.js";
import { examined } from "./campaign.js";

/** Every initial state satisfies the formula, by writing all states out. */
export function holdsInBranchingTime(model: Model, formula: Ctl, atoms: CtlProperty["atoms"]): boolean {
  const tiny = new TinySystem(model);
  const satisfied = tiny.satisfying(formula, atoms);
  return tiny.initial.every((s) => satisfied.has(s));
}

/** Random systems with a formula of branching time that holds in them. */
export const randomBranching: fc.Arbitrary<{ readonly model: Model; readonly property: CtlProperty }> = systems({
  extraLits: 2,
  stateFairness: true,
  maxLatches: 3,
  maxInputs: 1,
  maxConstraints: 0,
  maxFairness: 2,
})
  .chain(({ model, lits }) => {
    const atoms = new Map([
      ["a", lits[0]!],
      ["b", lits[1]!],
    ]);
    return ctlFormulas({ atoms: ["a", "b"], depth: 2 }).map((formula) => {
      const property: CtlProperty = { kind: "ctl", name: "f", formula, atoms };
      return { model, property };
    });
  })
  .filter(({ model, property }) => holdsInBranchingTime(model, property.formula, property.atoms));

/** What the answer about a formula of branching time says wrongly about its parts, by the definition; null when all is right. */
export async function branchingMistake(model: Model, property: CtlProperty): Promise<string | null> {
  const { formula, atoms } = property;
  const found = await examined({ model, properties: [property] }, property);
  if (found.noBehaviour !== undefined) return new TinySystem(model).hasFairCycle() ? "there is a fair behaviour" : null;
  const isTautology = ctlToLtl(formula) !== null && holdsAnywhere(formula);
  if (isTautology !== (found.isTautology === true)) return `tautology: ${isTautology}`;
  for (const part of found.parts) {
    const isVacuous = part.replacedBy.every((op) =>
      holdsInBranchingTime(model, filled(formula, part.path, { op }), atoms),
    );
    if (isVacuous !== part.isVacuous) return `${part.text} at ${part.path.join(".")} is vacuous: ${isVacuous}`;
    const expected = replacementsAt(formula, part.path);
    if (expected.join() !== part.replacedBy.join()) return `${part.text} is replaced by ${part.replacedBy.join()}`;
  }
  return null;
}

/** In a system in which both atoms are free: formulas about all behaviours that hold there hold everywhere. */
function holdsAnywhere(formula: Ctl): boolean {
  const aig = new Aig();
  const [a, b, nextA, nextB] = [aig.leaf(), aig.leaf(), aig.leaf(), aig.leaf()];
  const latches = [
    { node: nodeOf(a), next: nextA, reset: "free" },
    { node: nodeOf(b), next: nextB, reset: "free" },
  ] as const;
  const inputs = [nodeOf(nextA), nodeOf(nextB)];
  const free: Model = { aig, inputs, latches, constraints: [], fairness: [], signals: [], modules: [] };
  return holdsInBranchingTime(free, formula, new Map([["a", a], ["b", b]])); // biome-ignore format: one line
}

/** The formula with something else at the end of the path. */
function filled(f: Ctl, [side, ...rest]: readonly number[], by: Ctl): Ctl {
  if (side === undefined) return by;
  if ("arg" in f) return { ...f, arg: filled(f.arg, rest, by) };
  if (!("left" in f)) throw new Error("a path leads into an atom");
  return side === 0 ? { ...f, left: filled(f.left, rest, by) } : { ...f, right: filled(f.right, rest, by) };
}

/** The constants that make the formula hardest: told by counting what turns the part round on the way to it. */
function replacementsAt(formula: Ctl, path: readonly number[]): ("true" | "false")[] {
  let f = formula;
  let turns = 0;
  for (const side of path) {
    if (f.op === "iff" || f.op === "xor") return ["false", "true"];
    if (f.op === "not" || (f.op === "implies" && side === 0)) turns++;
    f = "arg" in f ? f.arg : "left" in f ? (side === 0 ? f.left : f.right) : f;
  }
  return turns % 2 === 0 ? ["false"] : ["true"];
}

import fc from "fast-check";
import { reference } from "../../src/engines/reference.js";
import type { Model } from "../../src/model/model.js";
import type { Property } from "../../src/model/property.js";
import { shortestPath } from "../../src/solving/shortest.js";
import { ltlFormulas } from "../arbitraries/formulas.js";
import { systems } from "../arbitraries/systems.js";
import { context, solved } from "../cross-engine/solving.js";
import { leastSteps } from "../oracles/exhaustive-lassos.js";

/** Beyond so many steps the exhaustive search gives up. */
const MOST = 5;

/** Random systems, literal resets included, with a formula (past included), a justice property or a bad state. */
export const randomShortest: fc.Arbitrary<{ readonly model: Model; readonly property: Property }> = systems({
  extraLits: 2,
  maxLatches: 3,
  maxInputs: 1,
  maxConstraints: 2,
  maxFairness: 2,
  literalResets: true,
}).chain(({ model, lits }) => {
  const [a, b] = [lits[0]!, lits[1]!];
  const atoms = new Map([
    ["a", a],
    ["b", b],
  ]);
  const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3 });
  const ltl = formulas.map((formula): Property => ({ kind: "ltl", name: "f", formula, atoms }));
  const others = fc.constantFrom<Property>(
    { kind: "justice", name: "j", literals: [a, b] },
    { kind: "bad", name: "b", literal: a },
  );
  const asked = fc.oneof({ weight: 4, arbitrary: ltl }, { weight: 1, arbitrary: others });
  return asked.map((property) => ({ model, property }));
});

/** What a shortest behaviour should be compared with. */
export type Compared =
  | { readonly kind: "holds" | "long" | "equal" }
  | { readonly kind: "mistake"; readonly text: string };

/** Is the behaviour that is called shortest as short as the shortest of all? */
export function compare(model: Model, property: Property): Compared {
  const { verdict } = solved(model, property, reference);
  if (verdict.answer === "unknown" || verdict.answer === "holds") return { kind: "holds" };
  const { by } = verdict;
  if (by.kind !== "lasso" && by.kind !== "run") return { kind: "mistake", text: `by ${by.kind}` };
  const search = shortestPath(model, property, { steps: by.steps.length }, context);
  let step = search.next();
  while (!step.done) step = search.next();
  const { path, shortest } = step.value;
  const { length } = (path ?? by).steps;
  if (shortest.noneBelow !== length || shortest.stoppedBy !== null)
    return { kind: "mistake", text: `${length} steps, but none below ${shortest.noneBelow}` };
  const least = leastSteps(model, property, MOST);
  if (least === null && length > MOST) return { kind: "long" };
  return least === length ? { kind: "equal" } : { kind: "mistake", text: `${length} steps instead of ${least}` };
}

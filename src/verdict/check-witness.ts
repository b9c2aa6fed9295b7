import { satisfies } from "../formula/words.js";
import type { Model } from "../model/model.js";
import type { LtlProperty, Property } from "../model/property.js";
import { Simulator } from "../model/simulate.js";
import { type Checked, checkLasso, checkRun } from "./check-lasso.js";
import type { Lasso, Run } from "./verdict.js";

/** Does the path show that the property fails? Null when it does, else one sentence that says what is wrong. */
export function checkWitness(model: Model, property: Property, witness: Lasso | Run): string | null {
  if (property.kind === "ctl") return "a path alone does not refute a branching property";
  if (property.kind === "bad") return reason(checkRun(model, { kind: "run", steps: witness.steps }, property.literal));
  if (witness.kind !== "lasso") return "expected a lasso";
  if (property.kind === "justice") return reason(checkLasso(model, witness, property.literals));
  return checkAgainstFormula(model, witness, property);
}

const reason = (checked: Checked): string | null => (checked.ok ? null : checked.reason);

/** The lasso is a fair behaviour, and the formula itself is false on it: no automaton is asked. */
function checkAgainstFormula(model: Model, lasso: Lasso, { formula, atoms }: LtlProperty): string | null {
  const observed = [...atoms.values()];
  const wrong = reason(checkLasso(model, lasso, [], observed));
  if (wrong !== null) return wrong;
  const simulator = new Simulator(model, { watch: observed, latches: [] });
  const values = lasso.steps.map((step) => {
    simulator.load(step);
    simulator.evaluate();
    return new Map([...atoms].map(([name, literal]) => [name, simulator.bit(literal) === 1]));
  });
  const word = {
    length: lasso.steps.length,
    loop: lasso.loop,
    holds: (atom: string, position: number) => values[position]!.get(atom) === true,
  };
  return satisfies(word, formula) ? "the formula holds on this lasso" : null;
}

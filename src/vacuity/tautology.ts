import type { Outcome } from "../evidence/outcome.js";
import type { Ltl } from "../formula/ltl.js";
import { satisfies } from "../formula/words.js";
import { Aig } from "../logic/aig.js";
import { nodeOf } from "../logic/lit.js";
import { Random } from "../logic/random.js";
import type { Model } from "../model/model.js";
import type { Design } from "../model/property.js";

/** Has the only property of a design decided, as any question of the user's; unknown when there is no time left. */
export type Ask = (design: Design) => Promise<Outcome["verdict"]>;

const WORDS = 32;
const LONGEST = 4;

/** Does the formula hold whatever the model does? Few formulas survive some random words; those are asked about, where every atom is free. */
export async function isTautology(
  formula: Ltl,
  names: readonly string[],
  holdsOfAnything: () => Promise<boolean | null>,
): Promise<boolean | null> {
  const random = new Random(1);
  for (let k = 0; k < WORDS; k++) {
    const letters = Array.from({ length: 1 + (k % LONGEST) }, () => new Set(names.filter(() => random.below(2) === 1)));
    const loop = random.below(letters.length);
    const word = { length: letters.length, loop, holds: (atom: string, t: number) => letters[t]!.has(atom) };
    if (!satisfies(word, formula)) return false;
  }
  return holdsOfAnything();
}

/** The formula about a model in which every atom is free. */
export function aboutAnything(formula: Ltl, names: readonly string[]): Design {
  const aig = new Aig();
  const atoms = new Map(names.map((name) => [name, aig.leaf()]));
  const inputs = [...atoms.values()].map(nodeOf);
  const model: Model = { aig, inputs, latches: [], constraints: [], fairness: [], signals: [], modules: [] };
  return { model, properties: [{ kind: "ltl", name: "a tautology", formula, atoms }] };
}

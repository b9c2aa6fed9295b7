import type { Tgba } from "../automata/tgba.js";
import { Aig } from "../logic/aig.js";
import { nodeOf } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import type { Design } from "../model/property.js";
import type { Signal } from "../model/symbols.js";
import { product } from "./product.js";

/**
 * An automaton as a system: its behaviours are the words that it accepts, letters are inputs. The property asks whether
 * there is none.
 */
export function automatonDesign(automaton: Tgba, name: string | null): Design {
  const aig = new Aig();
  const letters = automaton.atoms.map(() => aig.leaf());
  const signals = automaton.atoms.map(
    (atom, i): Signal => ({
      name: atom,
      kind: "input",
      type: { kind: "bool" },
      bits: [letters[i]!],
    }),
  );
  const word: Model = {
    aig,
    inputs: letters.map(nodeOf),
    latches: [],
    constraints: [],
    fairness: [],
    signals,
    modules: [],
  };
  const atoms = new Map(automaton.atoms.map((atom, i) => [atom, letters[i]!]));
  const { model } = product(word, automaton, atoms);
  const empty = { kind: "justice", name: `${name ?? "the automaton"} accepts no word`, literals: [] } as const;
  return { model, properties: [empty] };
}

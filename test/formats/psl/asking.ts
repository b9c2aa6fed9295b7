import { gsh } from "../../../src/engines/gsh.js";
import type { Psl } from "../../../src/formats/psl/syntax.js";
import { pslToLtl } from "../../../src/formats/psl/to-ltl.js";
import { Aig } from "../../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../../../src/logic/lit.js";
import type { Latch, Model } from "../../../src/model/model.js";
import type { LtlProperty } from "../../../src/model/property.js";
import { solved } from "../../cross-engine/solving.js";
import type { Condition, Word } from "./definition.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A model whose only behaviour is the word, and the question whether it satisfies the formula. */
export function questionAbout(word: Word, formula: Psl<Condition>): { model: Model; property: LtlProperty } {
  const aig = new Aig();
  const latches: Mutable<Latch>[] = [];
  const inputs: number[] = [];
  const latch = (reset: Lit) => {
    const lit = aig.leaf();
    latches.push({ node: nodeOf(lit), next: lit, reset });
    return { lit, latch: latches[latches.length - 1]! };
  };
  const places = word.letters.map((_, i) => latch(i === 0 ? TRUE : FALSE));
  places.forEach((p, i) => {
    const before = i === 0 ? FALSE : places[i - 1]!.lit;
    p.latch.next = i === word.loop ? aig.or(before, places[word.letters.length - 1]!.lit) : before;
  });
  const literal = (c: Condition): Lit => {
    if (c === "true") return TRUE;
    if (c.startsWith("!")) return not(literal(c.slice(1)));
    const where = places.filter((_, i) => (word.letters[i] as ReadonlySet<string>).has(c));
    return aig.orAll(where.map((p) => p.lit));
  };
  const atoms = new Map<string, Lit>();
  const atom = (lit: Lit) => {
    atoms.set(`l${lit}`, lit);
    return { op: "atom", name: `l${lit}` } as const;
  };
  const watching = {
    aig,
    register: () => {
      const { lit, latch: made } = latch(FALSE);
      return {
        now: lit,
        follow: (next: Lit) => {
          made.next = next;
        },
      };
    },
    guess: () => {
      const lit = aig.leaf();
      inputs.push(nodeOf(lit));
      return lit;
    },
  };
  const ltl = pslToLtl(formula, watching, {
    literal,
    formula: (c) => atom(literal(c)),
    atom,
    print: () => "",
    remark: () => {},
  });
  const model: Model = { aig, inputs, latches, constraints: [], fairness: [], signals: [], modules: [] };
  return { model, property: { kind: "ltl", name: "psl", formula: ltl, atoms } };
}

/** Does the word satisfy the formula, by the translation and an engine on sets of states? */
export function answered(word: Word, formula: Psl<Condition>): string {
  const { model, property } = questionAbout(word, formula);
  return solved(model, property, gsh).verdict.answer;
}

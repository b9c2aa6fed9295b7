/**
 * Random formulas of a given size, with and without past: the automaton of each, and its degeneralized and state-based
 * forms, against lasso words. `npm run bench:fuzz-ltl -- --formulas 20000 --operators 12 --seed 1`
 */
import { parseArgs } from "node:util";
import { degeneralized, stateBased } from "../src/automata/acceptance.js";
import { accepts } from "../src/automata/membership.js";
import { stateCount } from "../src/automata/tgba.js";
import { ltlToAutomata, ltlToTgba } from "../src/automata/translate.js";
import type { Ltl } from "../src/formula/ltl.js";
import { printLtl } from "../src/formula/print.js";
import { type LassoWord, satisfies } from "../src/formula/words.js";
import { Random } from "../src/logic/random.js";
import { InputError } from "../src/text/input-error.js";

const { values } = parseArgs({
  options: {
    formulas: { type: "string", default: "20000" },
    operators: { type: "string", default: "12" },
    words: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const random = new Random(Number(values.seed));
const wanted = values.quick ? 2000 : Number(values.formulas);
const figures = { wrong: 0, formulas: 0, words: 0, accepted: 0, givenUp: 0, states: 0, largest: 0, seconds: 0 };

const FUTURE = {
  unary: ["not", "X", "F", "G"],
  binary: ["and", "or", "implies", "iff", "xor", "U", "R", "W", "M"],
} as const;
const PAST = { unary: ["Y", "Z", "O", "H"], binary: ["S", "T"] } as const;

const start = process.cpuUsage();
for (let i = 0; i < wanted; i++) check(formula(1 + random.below(Number(values.operators)), i % 2 === 1));
figures.seconds = Math.round(process.cpuUsage(start).user / 1e6);
console.log(JSON.stringify(figures));
process.exitCode = figures.wrong === 0 ? 0 : 1;

function check(f: Ltl): void {
  figures.formulas++;
  try {
    const automaton = ltlToTgba(f, { maxStates: 2000, maxEdges: 20_000 });
    figures.states += stateCount(automaton);
    figures.largest = Math.max(figures.largest, stateCount(automaton));
    const forms = [
      [automaton],
      [degeneralized(automaton)],
      [stateBased(automaton)],
      ltlToAutomata(f, { maxStates: 2000 }),
    ];
    for (let n = 0; n < Number(values.words); n++) {
      const word = lassoWord();
      const expected = satisfies(word, f);
      figures.words++;
      if (expected) figures.accepted++;
      forms.forEach((automata, form) => {
        if (automata.every((a) => accepts(a, word)) === expected) return;
        figures.wrong++;
        console.log(`WRONG in form ${form}: ${printLtl(f)} on`, word.letters, word.loop, expected);
      });
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    figures.givenUp++;
  }
}

/** A formula with this many operators. */
function formula(operators: number, past: boolean): Ltl {
  if (operators === 0) {
    const name = ["a", "b", "c", ""][random.below(random.below(8) === 0 ? 4 : 3)]!;
    return name === "" ? { op: random.below(2) === 0 ? "true" : "false" } : { op: "atom", name };
  }
  const table = past && random.below(3) === 0 ? PAST : FUTURE;
  const k = random.below(table.unary.length + table.binary.length);
  const unary = table.unary[k];
  if (unary !== undefined) return { op: unary, arg: formula(operators - 1, past) };
  const left = random.below(operators);
  const op = table.binary[k - table.unary.length]!;
  return { op, left: formula(left, past), right: formula(operators - 1 - left, past) };
}

function lassoWord(): LassoWord & { letters: readonly string[] } {
  const letters = Array.from({ length: 1 + random.below(8) }, () =>
    ["a", "b", "c"].filter(() => random.below(2) === 0).join(""),
  );
  return {
    letters,
    length: letters.length,
    loop: random.below(letters.length),
    holds: (atom, i) => letters[i]!.includes(atom),
  };
}

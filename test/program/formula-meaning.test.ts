import fc from "fast-check";
import { expect, it } from "vitest";
import { readQuestion } from "../../src/program/question.js";
import { evaluate } from "../../src/program/term.js";
import { ModelError, type System } from "../../src/program.js";
import { InputError } from "../../src/text/input-error.js";
import { randomFormulas } from "./random-formulas.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 100);
const FORMULAS = 12;

/** The ways to ask whether a condition holds in the only state that there is. */
const WAYS = [
  ["ltl", (text: string) => text],
  ["ltl", (text: string) => `G (${text})`],
  ["ctl", (text: string) => text],
  ["ctl", (text: string) => `AG (${text})`],
] as const;

/** Formulas of both logics, as far as they occur here. */
interface Formula {
  readonly op: string;
  readonly name?: string;
  readonly arg?: Formula;
  readonly left?: Formula;
  readonly right?: Formula;
}

/** What is read, in the first state of a program that stays there. Null where the formula is refused. */
function answer(system: System, logic: "ltl" | "ctl", text: string): boolean | null {
  const state = Int32Array.from(system.slots, ({ domain, initial }) => (initial ?? domain.initial)[0]!);
  try {
    const { formula, atoms } = readQuestion(system, logic, text);
    return holds(formula, (name) => {
      const condition = atoms.get(name)!.holds;
      if (typeof condition === "function") throw new Error(`${name} is a function`);
      return evaluate(condition, state) === 1;
    });
  } catch (e) {
    if (e instanceof InputError || e instanceof ModelError) return null;
    throw e;
  }
}

function holds(formula: Formula, isTrue: (atom: string) => boolean): boolean {
  const { op, name, arg, left, right } = formula;
  const of = (part: Formula | undefined) => holds(part!, isTrue);
  switch (op) {
    case "true":
      return true;
    case "false":
      return false;
    case "atom":
      return isTrue(name!);
    case "not":
      return !of(arg);
    case "and":
      return of(left) && of(right);
    case "or":
      return of(left) || of(right);
    case "implies":
      return !of(left) || of(right);
    case "iff":
      return of(left) === of(right);
    case "xor":
      return of(left) !== of(right);
    case "G":
    case "AG":
      return of(arg);
    default:
      throw new Error(`no formula here has '${op}'`);
  }
}

it("a formula about a state says what it was made to say, or is refused", () => {
  const counts = { asked: 0, read: 0, true: 0 };
  fc.assert(
    fc.property(fc.integer(), fc.nat(WAYS.length - 1), (seed, first) => {
      const { system, described, formulas } = randomFormulas(seed, FORMULAS);
      formulas.forEach((formula, i) => {
        const [logic, written] = WAYS[(first + i) % WAYS.length]!;
        const text = written(formula.text);
        const got = answer(system, logic, text);
        counts.asked++;
        if (got === null) return;
        counts.read++;
        counts.true += Number(got);
        expect(got, `${logic}: ${text}\nmeant ${formula.holds}, read as ${got}, where\n${described}`).toBe(
          formula.holds,
        );
      });
    }),
    { numRuns: RUNS },
  );
  // Not by refusing them, nor by saying the same of all.
  expect(counts.read).toBeGreaterThan(counts.asked / 2);
  expect(counts.true).toBeGreaterThan(counts.read / 4);
  expect(counts.true).toBeLessThan((counts.read * 3) / 4);
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLtl } from "../../src/formula/parse.js";
import { PATTERNS, patternFormula } from "../../src/formula/patterns.js";
import { type LassoWord, satisfies } from "../../src/formula/words.js";
import { lassoWords } from "../arbitraries/formulas.js";

type Part = readonly number[];
type Holds = (atom: string, t: number) => boolean;

/** What each pattern says of the steps of a part. */
const SAYS: ReadonlyMap<string, (part: Part, holds: Holds) => boolean> = new Map([
  ["absence(p)", (part: Part, holds: Holds) => part.every((t) => !holds("p", t))],
  ["universality(p)", (part: Part, holds: Holds) => part.every((t) => holds("p", t))],
  ["existence(p)", (part: Part, holds: Holds) => part.some((t) => holds("p", t))],
  ["response(p, s)", (part: Part, holds: Holds) => part.every((t) => !holds("p", t) || part.some((u) => u >= t && holds("s", u)))],
  ["precedence(s, p)", (part: Part, holds: Holds) => part.every((t) => !holds("p", t) || part.some((u) => u <= t && holds("s", u)))],
]); // biome-ignore format: a line each

/** The parts that a scope selects in a word that is long enough to stand for an infinite one. */
const PARTS: ReadonlyMap<string, (steps: Part, holds: Holds) => Part[]> = new Map([
  ["", (steps: Part) => [steps]],
  ["before(r)", (steps: Part, holds: Holds) => {
    const r = steps.find((t) => holds("r", t));
    return r === undefined ? [] : [steps.filter((t) => t < r)];
  }],
  ["after(q)", (steps: Part, holds: Holds) => {
    const q = steps.find((t) => holds("q", t));
    return q === undefined ? [] : [steps.filter((t) => t >= q)];
  }],
  ["between(q, r)", (steps: Part, holds: Holds) => pairs(steps, holds, false)],
  ["after(q) until(r)", (steps: Part, holds: Holds) => pairs(steps, holds, true)],
]); // biome-ignore format: a line each

function pairs(steps: Part, holds: Holds, mayBeOpen: boolean): Part[] {
  return steps.flatMap((q) => {
    if (!holds("q", q) || holds("r", q)) return [];
    const r = steps.find((t) => t > q && holds("r", t));
    if (r === undefined && !mayBeOpen) return [];
    return [steps.filter((t) => t >= q && (r === undefined || t < r))];
  });
}

/** By the definition, in the parts that begin in the first turns; what they need comes in the turns after these. */
function says(pattern: string, scope: string, word: LassoWord): boolean {
  const period = word.length - word.loop;
  const at = (t: number) => (t < word.length ? t : word.loop + ((t - word.loop) % period));
  const holds: Holds = (atom, t) => word.holds(atom, at(t));
  const steps = [...Array(word.length + 4 * period).keys()];
  const isEndless = (part: Part) => part.at(-1) === steps.at(-1);
  return PARTS.get(scope)!(steps, holds).every((part) => {
    if (part[0] !== undefined && part[0] >= word.length + period) return true;
    if (!isEndless(part) || pattern !== "response(p, s)") return SAYS.get(pattern)!(part, holds);
    // What is asked late in an endless part is asked one turn earlier too, where the answer can be seen.
    const isLate = (t: number) => t >= word.length + 2 * period;
    return part.every((t) => isLate(t) || !holds("p", t) || part.some((u) => u >= t && holds("s", u)));
  });
}

describe("specification patterns", () => {
  it("are five, with what each says", () => {
    expect([...PATTERNS.keys()]).toEqual([...SAYS.keys()].map((p) => p.replace(/\(.*/, "")));
  });

  it.each([...SAYS.keys()].flatMap((p) => [...PARTS.keys()].map((s) => [p, s] as const)))(
    "%s %s: the formula says what the definition says",
    (pattern, scope) => {
      const { formula } = parseLtl(patternFormula(`${pattern} ${scope}`));
      fc.assert(
        fc.property(lassoWords({ atoms: ["p", "q", "r", "s"] }), (word) => {
          expect(satisfies(word, formula)).toBe(says(pattern, scope, word));
        }),
      );
    },
  );

  it("take formulas and quoted names as operands, and say what is wrong", () => {
    expect(patternFormula('absence(a & ("x, y)" | b))')).toBe('G (!(a & ("x, y)" | b)))');
    expect(() => patternFormula("respond(p, s)")).toThrow("'respond' is no pattern: there are absence, universality");
    expect(() => patternFormula("response(p)")).toThrow("'response' takes two operands");
    expect(() => patternFormula("absence(p) during(q)")).toThrow("expected no scope, or before(r)");
    expect(() => patternFormula("absence(p")).toThrow("a parenthesis is not closed");
    expect(() => patternFormula(" ")).toThrow("expected a pattern");
  });
});

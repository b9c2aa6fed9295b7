import { describe, expect, it } from "vitest";
import type { Part } from "../../src/evidence/vacuity.js";
import { patternFormula } from "../../src/formula/patterns.js";
import type { FormulaText } from "../../src/reading/questions.js";
import { readDesign } from "../../src/reading/read-design.js";
import { examined } from "./campaign.js";

const COUNTER = `MODULE main
VAR x : 0..7;
ASSIGN init(x) := 0; next(x) := (x + 1) mod 8;
`;
const SERVER = `MODULE main
VAR s : {idle, open, busy, answer, close};
ASSIGN init(s) := idle;
next(s) := case s = idle : {idle, open}; s = open : {busy, close}; s = busy : answer; s = answer : {busy, close}; s = close : idle; esac;
`;

const asked = (logic: "ltl" | "ctl", text: string): FormulaText => ({ logic, text, source: "mine", isFile: false });
const pattern = (text: string): FormulaText => ({ ...asked("ltl", patternFormula(text)), isPattern: true });

/** The parts that were asked about, those that do not matter with a question mark. */
async function partsOf(model: string, question: FormulaText): Promise<string[]> {
  const design = await readDesign(new TextEncoder().encode(model), "m.smv", [question]);
  const { parts } = await examined(design, design.properties[0]!);
  return parts.map(({ text, isVacuous }: Part) => (isVacuous ? `${text}?` : text));
}

describe("a part that was written once is asked about once, wherever it stands:", () => {
  it("below bounds, where each of its copies can be left out, but not all", async () => {
    expect(await partsOf(COUNTER, asked("ltl", "F [0,4] x = 3"))).toEqual(["x = 3"]);
    expect(await partsOf(COUNTER, asked("ltl", "G (x = 1 -> F [1,3] x = 3)"))).toEqual([
      "x = 1 -> F[1,3](x = 3)",
      "x = 1",
      "F[1,3](x = 3)",
      "x = 3",
    ]);
    expect(await partsOf(COUNTER, asked("ctl", "EBF 0..4 x = 3"))).toEqual(["x = 3"]);
    expect(await partsOf(COUNTER, asked("ctl", "A [x < 5 BU 0..4 x = 3]"))).toEqual(["x = 3", "x < 5"]);
    expect(await partsOf(COUNTER, asked("ltl", "G F [0,9] F [0,9] x = 3"))).toHaveLength(3);
  });

  it("and told where it does not matter", async () => {
    expect(await partsOf(COUNTER, asked("ltl", "G (x = 1 -> F [0,3] (x = 3 | x = 4))"))).toEqual([
      expect.stringContaining("->"),
      "x = 1",
      expect.stringMatching(/^F\[0,3\]/),
      expect.stringContaining("|"),
      "x = 3?",
      "x = 4?",
    ]);
  });

  it("in a pattern, of which its author wrote the operands", async () => {
    expect(await partsOf(SERVER, pattern("response(s = busy, s = answer)"))).toEqual([
      "s = busy -> F(s = answer)",
      "s = busy",
      "F(s = answer)",
      "s = answer",
    ]);
    const scoped = "response(s = busy, s = answer) after(s = open) until(s = close)";
    expect(await partsOf(SERVER, pattern(scoped))).toEqual([
      expect.stringContaining("->"),
      "s = open?",
      "s = busy",
      "s = answer",
    ]);
    expect(await partsOf(SERVER, pattern("absence(s = idle) between(s = open, s = close)"))).toEqual([
      expect.stringContaining("->"),
      "s = open",
      "!(s = idle)",
      "s = idle",
    ]);
  });
});

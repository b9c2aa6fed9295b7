import { describe, expect, it } from "vitest";
import type { Part } from "../../src/evidence/vacuity.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { patternFormula } from "../../src/formula/patterns.js";
import { ProgramSubject } from "../../src/portfolio/program-subject.js";
import { array, bool, system } from "../../src/program.js";
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

  it("below a quantifier, whose values can be left out one by one, but not all", async () => {
    const s = system("s", { a: array(3, bool) });
    s.process("p", { fair: "weak" }, { up: { do: [s.vars.a.at(1).set(true)] } });
    const about = async (formula: string) => {
      const subject = new ProgramSubject(s, [{ name: "f", logic: "ltl", formula }], null);
      const { vacuity } = await subject.ask(0, { checkSeconds: 100 });
      return vacuity?.parts.map(({ text, isVacuous }) => (isVacuous ? `${text}?` : text));
    };
    expect(await about("F (exists i in 0..2: a[i])")).toEqual([expect.stringContaining("|")]);
    expect(await about("exists i in 0..2: F a[i]")).toEqual([]);
    expect(await about("forall i in 1..2: G (a[i] -> F a[1])")).toContain("a[2]?");
  });
});

it("a formula without signals holds in every model, or in none", async () => {
  const [property, ...rest] = readSmv("MODULE main\nLTLSPEC TRUE\nLTLSPEC G F FALSE\n", "m.smv").properties;
  expect(property).toMatchObject({ formula: { op: "true" } });
  expect(rest).toMatchObject([{ formula: { op: "G", arg: { op: "F", arg: { op: "false" } } } }]);
});

it("a formula that is asked by an option has no line in the model, and one of a file has the file's", async () => {
  const file: FormulaText = { logic: "ltl", text: "G F x = 0\nG F x = 1", source: "q.ltl", isFile: true };
  const { properties } = await readDesign(new TextEncoder().encode(COUNTER), "m.smv", [
    asked("ltl", "G F x = 2"),
    file,
  ]);
  expect(properties.map((p) => p.source)).toEqual([
    undefined,
    { line: 1, column: expect.any(Number), file: "q.ltl" },
    { line: 2, column: expect.any(Number), file: "q.ltl" },
  ]);
});

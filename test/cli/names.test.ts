import { describe, expect, it } from "vitest";
import { fairlead, fileWith } from "./fairlead.js";

/** Latches that never change, by name and value. */
function constants(values: ReadonlyMap<string, 0 | 1>): string {
  const names = [...values.keys()];
  const latches = names.map((name, i) => `${2 * i + 2} ${2 * i + 2} ${values.get(name)}`);
  const symbols = names.map((name, i) => `l${i} ${name}`);
  return `${[`aag ${names.length} 0 ${names.length} 0 0`, ...latches, ...symbols].join("\n")}\n`;
}

const AIGER = constants(
  new Map<string, 0 | 1>([
    ["constructor", 0],
    ["__proto__", 1],
    ["Full", 0],
    ["ull", 1],
    ["FIFO_full", 0],
    ["F", 0],
    ["U", 1],
    ["A", 1],
    ["true", 0],
    ["and", 1],
    ["x[0]", 1],
    ["x[1]", 0],
    ["1", 0],
  ]),
);

const VERILOG = `module m(input clk, input a);
 reg valueOf = 0, Full = 0, ull = 1, F = 0;
 always @(posedge clk) valueOf <= 0;
endmodule
`;

const HOA = `HOA: v1
States: 1
Start: 0
AP: 4 "toString" "Full" "F" "x = 1"
Acceptance: 0 t
--BODY--
State: 0
[!0&!1&!2&3] 0
--END--
`;

const SMV = `MODULE main
VAR constructor : boolean; s : {toString, valueOf, __proto__}; GFull : boolean;
ASSIGN next(constructor) := FALSE; init(constructor) := FALSE; init(s) := valueOf; next(s) := s;
INVAR GFull;
`;

const PROGRAM = `import { bool, oneOf, system } from "fairlead/model";
export const s = system("s", { valueOf: bool, Full: bool, F: bool, U: bool, st: oneOf("X", "__proto__") });
s.process("p", {}, { rest: { do: [] } });
`;

/** The answers to formulas of LTL, all asked by one command. */
async function answers(file: string, formulas: readonly string[]): Promise<string[]> {
  const asked = formulas.flatMap((formula) => ["--ltl", formula]);
  const { stdout, stderr } = await fairlead(["check", file, ...asked, "-e", "reference", "--json"]);
  expect(stderr).toBe("");
  const { results } = JSON.parse(stdout) as { results: { property: string; answer: string }[] };
  return results.map(({ property, answer }) => `${property} ${answer}`);
}

describe("names in formulas are names", () => {
  it("of AIGER: words of JavaScript, names that begin with operators, operators, constants and numbers", async () => {
    const file = fileWith("names.aag", AIGER);
    const wanted = [
      "G constructor fails",
      "G __proto__ holds",
      "G Full fails",
      "G !FIFO_full holds",
      "Gull holds",
      "G F fails",
      "G F ull holds",
      '"F" U and holds',
      'G "true" fails',
      'G (x = 1 <-> x = "1") fails',
    ];
    expect(await answers(file, withoutAnswers(wanted))).toEqual(wanted);
    const branching = await fairlead(["check", file, "--ctl", "AG A"]);
    expect(branching.stdout).toContain("AG A holds");
  });

  it.each([
    ["F U and", ":1:1: 'F' is an operator and a signal of the model: write \"F\" in quotes for the signal"],
    ["G true", ":1:3: 'true' is a constant and a name of the model: write \"true\" in quotes for the name"],
    ["GFull", ":1:1: 'GFull' may be read as 'G F ull' or 'G Full': put blanks between operators and names"],
    ['G "x = 1"', ": the model has no signal 'x = 1': to compare, write it without quotes"],
    ["G hasOwnProperty", ": the model has no signal 'hasOwnProperty'"],
  ])("and what could be two things is refused with a way out: %s", async (formula, message) => {
    const { status, stderr } = await fairlead(["check", fileWith("names.aag", AIGER), "--ltl", formula]);
    expect([status, stderr]).toEqual([65, expect.stringContaining(`--ltl${message}`)]);
  });

  it.each([
    ["names.v", VERILOG, ["G valueOf fails", "G Full fails", "G ull holds", "G F fails"]],
    ["names.hoa", HOA, ["G !toString & G !Full & G !F holds", 'G "x = 1" holds']],
    ["names.mjs", PROGRAM, ["G !valueOf holds", "G Full | F F fails", "G X = st holds", "G st = __proto__ fails"]],
    ["names.smv", SMV, ["G constructor fails", "G s = valueOf holds", "G s = __proto__ fails", "G GFull holds"]],
  ])("of %s", async (name, text, wanted) => {
    expect(await answers(fileWith(name, text), withoutAnswers(wanted))).toEqual(wanted);
  });
});

const withoutAnswers = (wanted: readonly string[]): string[] => wanted.map((w) => w.replace(/ \w+$/, ""));

describe("an automaton", () => {
  it("that gives a header or a proposition twice is refused with the place", async () => {
    const twice = fileWith("twice.hoa", HOA.replace("Acceptance", 'AP: 1 "q"\nAcceptance'));
    expect(await fairlead(["check", twice])).toMatchObject({
      status: 65,
      stderr: `${twice}:5:1: the header 'AP:' is given twice\n`,
    });
    const same = fileWith("same.hoa", HOA.replace('"Full"', '"toString"'));
    expect(await fairlead(["check", same])).toMatchObject({
      status: 65,
      stderr: `${same}:4:18: the atomic proposition 'toString' is given twice\n`,
    });
  });
});

it("a name that the model does not have is reported where its formula stands in a file", async () => {
  const model = fileWith("m.aag", "aag 1 1 0 0 0\n2\ni0 p\n");
  for (const [name, text, line] of [
    ["f.ltl", "G p\n\n# one more\n  G q\n", 4],
    ["f.ltl", "G p\nF p = 2\n", 2],
    ["f.ctl", "AG p; AG\nEF q\n", 1],
  ] as const) {
    const { status, stderr } = await fairlead(["check", model, "--properties", fileWith(name, text)]);
    expect(stderr).toMatch(new RegExp(`/${name}:${line}:[137]: (the model has no signal 'q'|'p' is never 2)`));
    expect(status).toBe(65);
  }
});

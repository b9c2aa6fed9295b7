import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ctl } from "../../src/formula/ctl.js";
import type { Ltl } from "../../src/formula/ltl.js";
import { parseCtl, parseCtlFile, parseLtl, parseLtlFile } from "../../src/formula/parse.js";
import { printCtl, printLtl } from "../../src/formula/print.js";
import { InputError } from "../../src/text/input-error.js";
import { ctlFormulas, ltlFormulas } from "../arbitraries/formulas.js";

const ltl = (text: string): string => printLtl(parseLtl(text).formula);
const ctl = (text: string): string => printCtl(parseCtl(text).formula);

describe("LTL", () => {
  it.each([
    ["[] (p -> <> q)", "G(p -> F q)"],
    ["G(p => Fq)", "G(p -> F q)"],
    ["!p && q || ~r", "!p & q | !r"],
    ["p /\\ q \\/ r", "p & q | r"],
    ["p <=> q", "p <-> q"],
    ["p xor q ^ r", "p ^ q ^ r"],
    ["p | q ^ r & s", "p | q ^ r & s"],
    ["p | (q ^ (r & s))", "p | q ^ r & s"],
    ["(p | q) ^ r", "(p | q) ^ r"],
    ["p -> q <-> r", "p -> (q <-> r)"],
    ["p xnor q", "p <-> q"],
    ["p V q", "p R q"],
    ["p U q U r", "p U (q U r)"],
    ["p U q & r W s", "p U q & r W s"],
    ["GFp & FGq & Xp0", "G F p & F G q & X p0"],
    ["F1 & X0", "F1 & X0"],
    ["Y p & Z q & O r & H s & (p S q) & (p T q)", "Y p & Z q & O r & H s & p S q & p T q"],
    ["a M b", "a M b"],
    ["true & TRUE | 1 & false | FALSE & 0", "true & true | true & false | false & false"],
    ["G(state = 3 -> X count<5)", "G(state = 3 -> X(count < 5))"],
    ["3 <= count", "count >= 3"],
    ["n = 4'hf | 8'b1010_0101 != m | n < 3'd7", "n = 15 | m != 165 | n < 7"],
    ["state == idle", "state = idle"],
    ["s.rpc=WF & x != -2", "s.rpc = WF & x != -2"],
    ["(p & q) = r", "p & q <-> r"],
    ["p != !q", "p ^ !q"],
    ['"a b" U "G"', '"a b" U "G"'],
    [
      "u_ack<0> -> Slot<*0*> & state<*0*><1> & state[3] & a.b[2].c",
      "u_ack<0> -> Slot<*0*> & state<*0*><1> & state[3] & a.b[2].c",
    ],
    ["(G((s.rpc=WF)->((X(s.rpc=SI))V(s.rpc=WF))))", "G(s.rpc = WF -> X(s.rpc = SI) R s.rpc = WF)"],
    ["e-1.u->e-2.u", "e-1.u -> e-2.u"],
    ["p -> q -> r", "p -> (q -> r)"],
    ["# a comment\np -- another\n & q", "p & q"],
  ])("reads %s", (text, printed) => {
    expect(ltl(text)).toBe(printed);
  });

  it("says what its atoms mean", () => {
    const { atoms } = parseLtl('G(req & state=3 -> F "grant 1" >= limit)');
    expect([...atoms]).toEqual([
      ["req", { kind: "signal", name: "req" }],
      ["state = 3", { kind: "compare", left: "state", relation: "=", right: 3 }],
      ['"grant 1" >= limit', { kind: "compare", left: "grant 1", relation: ">=", right: "limit" }],
    ]);
  });

  it("keeps names that begin with F, G or X whole when they are signals", () => {
    const isName = (word: string) => ["Full", "Grant", "p"].includes(word);
    expect(printLtl(parseLtl("GFull & Grant & GFp & Fetch", { isName }).formula)).toBe(
      'G "Full" & "Grant" & G F p & "Fetch"',
    );
  });

  const HAS = ["a", "p", "Full", "ull", "FIFO_full", "F", "U", "X", "xor", "constructor", "__proto__", "true", "s[3]"];
  const isName = (word: string) => HAS.includes(word);

  it.each([
    ["G Full", 'G "Full"'],
    ["G !FIFO_full", 'G !"FIFO_full"'],
    ["GFIFO_full", 'G "FIFO_full"'],
    ["GFa & XXa", "G F a & X X a"],
    ["G constructor & F __proto__", "G constructor & F __proto__"],
    ["Gtoo", '"Gtoo"'],
    ["G F a", "G F a"],
    ["GF a", "G F a"],
    ["GF", 'G "F"'],
    ["G F & a", 'G "F" & a'],
    ["G(F)", 'G "F"'],
    ["F F", 'F "F"'],
    ["F = 1 | 1 = X", '"F" = 1 | "X" = 1'],
    ["F R a", '"F" R a'],
    ["a U U", 'a U "U"'],
    ["a xor xor", 'a ^ "xor"'],
    ['"F" U "U"', '"F" U "U"'],
    ['"true" & 1', '"true" & true'],
    ["[] F", 'G "F"'],
    ["X s[3]", "X s[3]"],
  ])("lets the names of a model be names: %s", (text, printed) => {
    expect(printLtl(parseLtl(text, { isName }).formula)).toBe(printed);
  });

  it.each([
    ["GFull", "1:1: 'GFull' may be read as 'G F ull' or 'G Full': put blanks between operators and names"],
    ["a & true", "1:5: 'true' is a constant and a name of the model: write \"true\" in quotes for the name, 1 for"],
    ["a = true", "1:5: 'true' is a constant and a name of the model"],
    ["G (F U a)", "1:4: 'F' is an operator and a signal of the model: write \"F\" in quotes for the signal"],
  ])("refuses what would mean two things: %s", (text, message) => {
    expect(() => parseLtl(text, { isName })).toThrow(message);
  });

  it("does not let names of a model join the formulas of a file", () => {
    const texts = (text: string) => parseLtlFile(text, { isName }).map((entry) => entry.text);
    expect(texts('G a\nF a\nG "F"\nG p')).toEqual(["G a", "F a", 'G "F"', "G p"]);
    expect(texts("G F;\nG p; U")).toEqual(["G F", "G p", "U"]);
    expect(() => texts("G F\nG p")).toThrow("1:3: 'F' is an operator and a signal of the model");
    expect(() => texts("G p\nU")).toThrow("2:1: 'U' is an operator and a signal of the model");
  });

  it("tells numbers from names, and what is in quotes from comparisons", () => {
    const names = (text: string) => [...parseLtl(text).atoms.keys()];
    expect(names('x = 1 & x = "1" & "x = 1" & "x" = 1')).toEqual(["x = 1", 'x = "1"', '"x = 1"']);
    expect(names("toString & valueOf")).toEqual(["toString", "valueOf"]);
    expect(() => parseLtl("x = 9007199254740993")).toThrow("1:5: expected a whole number below 2^53");
  });

  it.each([
    ["G(p -> ", "1:8: expected a formula, found the end"],
    ["p &\n  & q", "2:3: expected a formula, found '&'"],
    ["p q", "1:3: expected an operator or the end of the formula, found 'q'"],
    ["(p | q", "1:7: expected ')', found the end"],
    ["p @ q", "1:3: expected an operator or a name, found '@'"],
    ["p = = q", "1:5: expected a formula, found '='"],
    ["x < (p)", "1:5: expected a number or a name to compare with, found '('"],
    ["2 & p", "1:1: expected 0, 1 or a comparison, found '2'"],
    ["", "1:1: expected a formula, found the end"],
  ])("refuses %j", (text, message) => {
    expect(() => parseLtl(text)).toThrow(message);
  });

  it.each(["(", "!", "X ", "p U ", "p -> (", "p xor q xnor "])(
    "refuses 5000 times '%s' without overflowing",
    (piece) => {
      expect(() => parseLtl(`${piece.repeat(5000)}p`)).toThrow(/nested more than 1000 levels deep/);
    },
  );

  it("counts how deep a formula is, not how long: a thousand parentheses of a program's formula side by side", () => {
    const text = Array.from({ length: 1000 }, () => "(F (p))").join(" & ");
    expect(() => parseLtl(text, { rangeOf: () => undefined })).not.toThrow();
  });

  it.each([
    ["(", ")", 999],
    ["!", "", 999],
    ["p U (", ")", 499],
    ["p & ", "", 100000],
  ])("reads and prints '%s' nested just below the limit", (open, close, times) => {
    const { formula } = parseLtl(`${open.repeat(times)}p${close.repeat(times)}`);
    expect(parseLtl(printLtl(formula)).formula).toEqual(formula);
  });

  it("is printed so that it reads back the same, up to the grouping of & | ^", () => {
    const names = [
      "a",
      "G",
      "Fx",
      "true",
      "s<3>",
      "weird name",
      'q"uote\\',
      "state = 3",
      "x.y <= idle",
      '"my bus" != -1',
      "my bus != -1",
      'x = "1"',
      "x = 1",
      '"x = 1"',
      '"\\"x\\" = 1"',
      "line\\nbreak",
      "constructor",
      "__proto__",
    ];
    fc.assert(
      fc.property(ltlFormulas({ atoms: names, depth: 6 }), (formula) => {
        expect(flat(parseLtl(printLtl(formula)).formula)).toEqual(flat(formula));
      }),
      { numRuns: 500 },
    );
  });

  it("never fails otherwise than with a position", () => {
    const pieces = [
      "G",
      "p",
      "U",
      "(",
      ")",
      "&",
      "->",
      "<",
      "<>",
      "3",
      '"',
      "=",
      "!",
      "x<0>",
      "\n",
      "#",
      "é",
      "[",
      "]",
      "-",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (parts) => {
        const text = parts.join(parts.length % 2 === 0 ? " " : "");
        try {
          parseLtl(text);
          parseCtl(text);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          expect((error as InputError).at).toHaveProperty("line");
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("comes several to a file, too", () => {
    const entries = parseLtlFile("G p # first\n;\nF(q\n | r)\n");
    expect(entries.map((e) => [e.text, e.position.line])).toEqual([
      ["G p", 1],
      ["F(q\n | r)", 3],
    ]);
  });
});

describe("CTL", () => {
  it.each([
    ["AG A", 'AG "A"'],
    ["AG (A -> AF E)", 'AG("A" -> AF "E")'],
    ["A [A U E]", 'A ["A" U "E"]'],
    ["E F p", "EF p"],
    ["E F U p", 'E ["F" U p]'],
    ["EF F", 'EF "F"'],
    ["A A R E", 'A ["A" R "E"]'],
    ["AG EX", 'AG "EX"'],
    ["AGEF p & AGEFp", "AG EF p & AGEFp"],
  ])("lets the names of a model be names: %s", (text, printed) => {
    const isName = (word: string) => ["A", "E", "F", "EX", "p"].includes(word);
    expect(printCtl(parseCtl(text, { isName }).formula)).toBe(printed);
  });

  it.each([
    ["AG EF p", "AG EF p"],
    ["AGEF p", "AG EF p"],
    ["A G E F p", "AG EF p"],
    ["E[p U q]", "E [p U q]"],
    ["E (p U q)", "E [p U q]"],
    ["A p U q", "A [p U q]"],
    ["A u<0> R ~v<0>", "A [u<0> R !v<0>]"],
    ["A[p W q] & E[p V q]", "A [p W q] & E [p R q]"],
    ["E p & q U r & s", "E [p & q U r] & s"],
    ["E (p) & q U (r) -> s", "E [p & q U r] -> s"],
    ["~E ~p U (q & ~r)", "!E [!p U q & !r]"],
    ["E (E (p U q) U r)", "E [E [p U q] U r]"],
    [
      "AG((s0 = critical) -> A[(s0 = critical) U (!(s0 = critical))])",
      "AG(s0 = critical -> A [s0 = critical U !(s0 = critical)])",
    ],
  ])("reads %s", (text, printed) => {
    expect(ctl(text)).toBe(printed);
  });

  it("wants U, R or W after a path quantifier", () => {
    expect(() => parseCtl("AG E (p & q)")).toThrow("1:13: expected 'U', 'R' or 'W' after 'E', found the end");
  });

  it("reads nested parentheses after a quantifier without starting over", () => {
    const { formula } = parseCtl(`${"E (".repeat(300)}p U q${") U r".repeat(299)})`);
    expect(formula.op).toBe("EU");
  });

  it("is printed so that it reads back the same, up to the grouping of & | ^", () => {
    fc.assert(
      fc.property(ctlFormulas({ atoms: ["a", "E", "AG", "s<3>", "state = 3"], depth: 6 }), (formula) => {
        expect(flat(parseCtl(printCtl(formula)).formula)).toEqual(flat(formula));
      }),
      { numRuns: 500 },
    );
  });

  const folder = join(process.env.FAIRLEAD_BENCHMARKS ?? "", "ctl");
  const present = process.env.FAIRLEAD_BENCHMARKS !== undefined && existsSync(folder);
  it.skipIf(!present)("reads every file of the benchmark folder (skipped without FAIRLEAD_BENCHMARKS)", () => {
    const expected = new Map<string, number>();
    for (const line of readFileSync(join(folder, "EXPECTED.tsv"), "utf8").split("\n").slice(1)) {
      const [model, index] = line.split("\t");
      if (index !== undefined) expected.set(model!, Number(index) + 1);
    }
    for (const file of readdirSync(folder).filter((name) => name.endsWith(".ctl"))) {
      const entries = parseCtlFile(readFileSync(join(folder, file), "utf8"));
      expect([file, entries.length]).toEqual([file, expected.get(file.replace(".ctl", ""))]);
    }
  });
});

/** Nested & | ^ as one list each. */
function flat(f: Ltl | Ctl): unknown {
  if (f.op === "and" || f.op === "or" || f.op === "xor") return [f.op, ...operandsOf(f, f.op).map(flat)];
  if ("arg" in f) return [f.op, flat(f.arg)];
  if ("left" in f) return [f.op, flat(f.left), flat(f.right)];
  return f;
}

function operandsOf(f: Ltl | Ctl, op: string): (Ltl | Ctl)[] {
  return f.op === op && "left" in f ? [...operandsOf(f.left, op), ...operandsOf(f.right, op)] : [f];
}

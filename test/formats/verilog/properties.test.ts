import { describe, expect, it } from "vitest";
import { extractProperties } from "../../../src/formats/verilog/properties.js";
import type { Ltl } from "../../../src/formula/ltl.js";
import { printLtl } from "../../../src/formula/print.js";
import { InputError } from "../../../src/text/input-error.js";

/** The formula of the only assertion in a text, with the user's expressions as atoms. */
function formulaOf(property: string): string {
  const declared =
    "property response(x, logic y); x |-> s_eventually y; endproperty sequence twice; a ##1 a; endsequence";
  const { properties } = extractProperties(`module m; ${declared}\nassert property (${property});\nendmodule`);
  const [p] = properties;
  const named = (f: Ltl): Ltl => {
    if (f.op === "atom") return { op: "atom", name: p!.sources.get(f.name)! };
    if ("arg" in f) return { op: f.op, arg: named(f.arg) };
    return "left" in f ? { op: f.op, left: named(f.left), right: named(f.right) } : f;
  };
  return printLtl(named(p!.formula));
}

const FORMULAS: readonly (readonly [string, string])[] = [
  ["a", "a"],
  ["@(posedge clk) a", "a"],
  ["@(posedge clk) (always s_eventually p == 0)", 'G F "p == 0"'],
  ["s_eventually rst || sig == 1", 'F "rst || sig == 1"'],
  ["a |-> b", "a -> b"],
  ["a |=> b", "a -> X b"],
  ["req |-> s_eventually ack", "req -> F ack"],
  ["req |=> ##2 ack", "req -> X X X ack"],
  ["a ##1 b |-> c", "a -> X(b -> c)"],
  ["a ##[1:2] b |-> c", "a -> X((b -> c) & X(b -> c))"],
  ["a |-> ##[0:2] b", "a -> b | X(b | X b)"],
  ["a ##1 b", "a & X b"],
  ["not a", "!a"],
  ["not a and b", "!a & b"],
  ["a and b or c", "a & b | c"],
  ["(a or b) and c", "(a | b) & c"],
  ["a iff s_nexttime b", "a <-> X b"],
  ["a until b", "a W b"],
  ["a s_until b", "a U b"],
  ["a until_with b", "b R a"],
  ["a s_until_with b", "b M a"],
  ["a implies always b", "a -> G b"],
  ["always a and b", "G(a & b)"],
  ["nexttime [2] a", "X X a"],
  ["s_eventually [1:2] a", "X(a | X a)"],
  ["always [0:1] a", "a & X a"],
  ["if (c) a else s_eventually b", "(c -> a) & (c | F b)"],
  ["(a && (b || c[2:1] == 2'b01)) |-> d", '"(a && (b || c[2:1] == 2\'b01))" -> d'],
  ["disable iff (rst) a |-> b", '(a & !"(rst)" -> b | "(rst)")'],
  ["disable iff (rst) a until b", '(a | "(rst)") W (b | "(rst)")'],
  ["disable iff (rst) a s_until_with b", '(b | "(rst)") M (a | "(rst)")'],
  ["disable iff (rst) not (a until b)", '!((a & !"(rst)") W (b & !"(rst)"))'],
  ["disable iff (rst) s_eventually a", 'F (a | "(rst)")'],
  ["a [*3] |-> b", "a -> X(a -> X(a -> b))"],
  ["a [*1:2] ##1 b |-> c", "a -> (X(b -> c)) & X(a -> X(b -> c))"],
  ["a [+] |=> b", "X b W !a"],
  ["(a ##1 b) [*2] |-> c", "a -> X(b -> X(a -> X(b -> c)))"],
  ["a ##[1:$] b |-> c", "a -> X G(b -> c)"],
  ["a [->1] |-> b", "!a W (a & b)"],
  ["a |-> strong(##[1:$] b)", "a -> X F b"],
  ["a |-> strong(b [->2])", "a -> !b U (b & X F b)"],
  ["weak(a ##[*] b)", "a & true"],
  ["s_eventually [2:$] a", "X X F a"],
  ["response(a, b || c)", '(a -> F "(b || c)")'],
  ["not twice", "!(a & X a)"],
  ["twice |-> b", "a -> X(a -> b)"],
];

describe("concurrent assertions", () => {
  it.each(FORMULAS)("%s", (property, formula) => {
    const bare = (text: string): string => text.replace(/[()\s]/g, "");
    expect(bare(formulaOf(property))).toBe(bare(formula));
  });

  it("that are disabled may be long", () => {
    const parts = Array(150).fill("a");
    const aborted = parts.map(() => 'a | "(rst)"').join(" W ");
    expect(formulaOf(`disable iff (rst) ${parts.join(" until ")}`).replace(/[()\s]/g, "")).toBe(
      aborted.replace(/[()\s]/g, ""),
    );
  });

  it("leave wires on the same lines of the text", () => {
    const text =
      "module m(input a, b);\n  p1: assert property (\n    a |-> // why\n    s_eventually b\n  );\nendmodule\n";
    const { text: out, properties } = extractProperties(text);
    expect(out.split("\n").length).toBe(text.split("\n").length);
    expect(out).toContain(
      "wire fairlead_atom_0 = (a) ? 1'b1 : 1'b0; (* keep *) wire fairlead_atom_1 = (b) ? 1'b1 : 1'b0;",
    );
    expect(out).not.toContain("assert");
    expect(properties).toMatchObject([{ kind: "assert", label: "p1", line: 2, column: 7 }]);
  });

  it("may be declared by name, and share a clock and a reset", () => {
    const { text, properties } = extractProperties(`module m(input clk, rst, a);
      default clocking @(posedge clk); endclocking
      default disable iff (rst);
      property live; s_eventually a; endproperty
      assert property (live);
      assume property (@(posedge clk) disable iff (1'b0) a);
    endmodule`);
    expect(text).not.toMatch(/clocking|property|disable/);
    expect(properties.map((p) => p.clock?.signal)).toEqual(["clk", "clk"]);
    expect([...properties[0]!.sources.values()]).toEqual(["a", "(rst)"]);
    expect([...properties[1]!.sources.values()]).toEqual(["a", "(1'b0)"]);
  });

  it("are not looked for in comments and strings, nor confused with immediate ones", () => {
    const text =
      'module m;\n// assert property (a);\n/* assume property (b); */\ninitial $display("assert property (c)");\nalways @* assert (d);\nendmodule';
    expect(extractProperties(text)).toEqual({ text, properties: [], nextAtom: 0 });
  });

  it.each([
    ["property p(a)", "1:14: expected ';'"],
    ["module m; initial", null],
    ["module m; always @(", "without its end"],
    [`module m; always @* ${"r: assert (b) ".repeat(5000)}; endmodule`, "nested too deeply"],
    [
      `module m; property p0; a and a; endproperty\n${Array.from({ length: 18 }, (_, i) => `property p${i + 1}; p${i} and p${i}; endproperty\n`).join("")}assert property (@(posedge c) p18); endmodule`,
      "unrolls to more than 50000 words here",
    ],
  ])("that end too early or unroll to too much are left to the synthesizer or refused: %s", (text, message) => {
    if (message === null) expect(extractProperties(text).properties).toEqual([]);
    else expect(() => extractProperties(text)).toThrow(message);
  });

  it.each([
    ["a [*] ##1 b", "2:20: repetition that may be none at all is not supported"],
    ["(a ##1 b) [*1:$] |-> c", "2:28: a sequence that is repeated without end is not supported"],
    ["a ##[1:$] b", "2:28: this may wait for ever and promises nothing: write strong(…), or s_eventually"],
    ["a |-> b [->1]", "2:30: this may wait for ever and promises nothing: write strong(…), or s_eventually"],
    ["first_match(a ##1 b)", "2:18: 'first_match' is not supported in properties"],
    ["$rose(a) |-> b", "2:18: '$rose' needs a clock: write '@(posedge clk)', or a default clocking"],
    ["@(posedge c) $past(a, b)", "2:40: expected a number of steps from 1 to 1000"],
    ["@(posedge c) $past(a, )", "2:31: expected a number of steps from 1 to 1000"],
    ["@(posedge c) $past(a, 1, b)", "2:31: '$past' with these arguments is not supported"],
    ["response(a)", "2:18: 'response' has 2 parameters, not 1"],
    [`a ${"##[0:99] b ".repeat(3)}`, "2:18: written out, the property is too large"],
    [`disable iff (b) ${"a iff (".repeat(40)}b${")".repeat(40)}`, "2:34: written out, the property is too large"],
    ["a throughout b", "2:20: 'throughout' is not expected in a property here"],
    ["a |->", "2:23: ')' is not expected in a property here"],
    ["always [0:5000] a", "2:28: ranges end at 1000"],
    [`a${" ##1 a".repeat(4000)}`, "2:7520: sequences are written out up to 2500 steps"],
    ["(((a ##1 b)[*900])[*900])[*900] |-> c", "2:35: sequences are written out up to 2500 steps"],
    ["nexttime [1000] nexttime [1000] nexttime [1000] a", "2:18: written out, the property is too large"],
    ["@(posedge clk or negedge r) a", "2:18: expected an event of one clock such as '@(posedge clk)'"],
  ])("refuse %s with its place", (property, message) => {
    try {
      formulaOf(property);
    } catch (e) {
      expect(e).toBeInstanceOf(InputError);
      expect((e as InputError).message).toBe(message);
      return;
    }
    throw new Error("it was read");
  });
});

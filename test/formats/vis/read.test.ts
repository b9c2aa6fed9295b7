import { describe, expect, it } from "vitest";
import { reference } from "../../../src/engines/reference.js";
import { isVisDialect, readVis } from "../../../src/formats/vis/read.js";
import { Random } from "../../../src/logic/random.js";
import { Simulator } from "../../../src/model/simulate.js";
import { InputError } from "../../../src/text/input-error.js";
import { solved } from "../../cross-engine/solving.js";
import { allValues } from "../all-values.js";
import { randomProgram, type Values, WIDTHS } from "./random-programs.js";

const read = (text: string, options = {}) => readVis([{ name: "m.v", text }], options);

const signalsOf = (text: string) => {
  const { model } = read(text);
  return { model, bits: (name: string) => model.signals.find((s) => s.name === name)!.bits };
};

describe("VIS's Verilog", () => {
  it("blocks do what their statements say, one after the other", () => {
    const random = new Random(1);
    for (let run = 0; run < 80; run++) {
      const { text, run: step } = randomProgram(random);
      const { model, bits } = signalsOf(text);
      const sim = new Simulator(model, { watch: model.signals.flatMap((s) => s.bits) });
      const inSignal = (name: string): string => name.replace(/^m(\d)$/, "m<*$1*>");
      sim.reset();
      for (let i = 0; i < 12; i++) {
        for (let k = 0; k < sim.inputs.length; k++) sim.inputs[k] = -random.below(2);
        sim.evaluate();
        const read = (name: string): number => bits(inSignal(name)).reduce((sum, l, k) => sum + 2 ** k * sim.bit(l), 0);
        const values: Values = new Map([...WIDTHS.keys()].map((name) => [name, read(name)]));
        step(values);
        sim.advance();
        sim.evaluate();
        for (const name of ["a", "b", "s", "m0", "m1", "m2"])
          expect(`${name} = ${read(name)}`, text).toBe(`${name} = ${values.get(name)}`);
      }
    }
  });

  it("other blocks and wires see registers as they were before the step", () => {
    const { model } = signalsOf(
      "module m(clk); input clk; reg a, b; wire w; assign w = a; initial begin a = 1; b = 0; end\n" +
        "always @(posedge clk) begin a = 0; end always @(posedge clk) b = a & w; endmodule",
    );
    expect([...allValues(model, [[model.latches[1]!.next]], [1, 0])]).toEqual(["1"]);
  });

  it("an assignment with <= is not seen by what follows it", () => {
    const { model } = signalsOf(
      "module m(clk); input clk; reg a, b; always @(posedge clk) begin a <= !a; b = a; end endmodule",
    );
    expect([
      ...allValues(
        model,
        model.latches.map((l) => [l.next]),
        [1, 0],
      ),
    ]).toEqual(["0,1"]);
  });

  it("$ND chooses among its values in every step, enumerated ones too", () => {
    const { model, bits } = signalsOf(
      "typedef enum {A, B, C, D, E} t; module m(clk); input clk; t wire x; t reg s; assign x = $ND(A, C, E);\n" +
        "initial s = $ND(B, C); always @(posedge clk) s = x; endmodule",
    );
    expect([...allValues(model, [bits("x")])].sort()).toEqual(["0", "2", "4"]);
    expect(model.signals.find((s) => s.name === "s")!.type).toEqual({
      kind: "enum",
      values: ["A", "B", "C", "D", "E"],
    });
  });

  it("a register of an enumerated type has one of its values from the first step on", () => {
    const text =
      "typedef enum {A, B, C} t; module m(clk); input clk; t reg s; t reg k[0:1]; initial k[1] = C;\n" +
      "always @(posedge clk) begin s = s; k[0] = k[0]; k[1] = k[1]; end endmodule";
    const asked = "s={A,B,C}; !s=C; k<*0*>={A,B,C}; !k<*0*>=B; k<*1*>=C;";
    const { model, properties } = read(text, { questions: [{ name: "m.inv", text: asked }] });
    const answers = properties.map((p) => solved(model, p, reference).verdict.answer);
    expect(answers).toEqual(["holds", "fails", "holds", "fails", "holds"]);
  });

  it("values of the same name in several types mean what the other side says", () => {
    const { model, bits } = signalsOf(
      "typedef enum {GO, STOP} t; typedef enum {BAD, GO} u; module m(clk, x, y); input clk; t wire x; u wire y; input x, y;\n" +
        "wire isX, isY; assign isX = x == GO; assign isY = GO == y; endmodule",
    );
    expect([...allValues(model, [bits("x"), bits("isX"), bits("y"), bits("isY")])].sort()).toEqual([
      "0,1,0,0",
      "0,1,1,1",
      "1,0,0,0",
      "1,0,1,1",
    ]);
  });

  it("instances have names with dots, parameters of their own, and nets that need no declaration", () => {
    const { model, bits } = signalsOf(
      "module top(clk); input clk; cnt #(3) one(clk, c1); cnt two(.clk(clk), .out(c2)); endmodule\n" +
        "module cnt(clk, out); parameter W = 2; input clk; output out; reg [W-1:0] n; assign out = n[0];\n" +
        "initial n = 0; always @(posedge clk) n = n + 1; endmodule",
    );
    expect([bits("one.n"), bits("two.n"), bits("c2")].map((b) => b.length)).toEqual([3, 2, 1]);
    expect(model.modules).toEqual([
      [0, 1, 2],
      [3, 4],
    ]);
  });

  it("a number without size is as wide as it must be, and a negative constant as what it is compared with", () => {
    const { model, bits } = signalsOf("module m(x); input [3:0] x; wire y; assign y = x == {6{1'b0}} - 3; endmodule");
    const holds = [...allValues(model, [bits("x"), bits("y")])].filter((v) => v.endsWith(",1"));
    expect(holds).toEqual(["13,1"]);
  });

  it("? in the label of a case may be anything", () => {
    const { model, bits } = signalsOf(
      "module m(x); input [2:0] x; reg y; always @(x) begin y = 0; case (x) 3'b1?0: y = 1; endcase end endmodule",
    );
    const holds = [...allValues(model, [bits("x"), bits("y")])].filter((v) => v.endsWith(",1"));
    expect(holds.sort()).toEqual(["4,1", "6,1"]);
  });

  it("is told from other Verilog by $ND and by variables of enumerated types", () => {
    expect(isVisDialect("assign x = $ND(0, 1);")).toBe(true);
    expect(isVisDialect("typedef enum {A, B} t; module m; t reg x; endmodule")).toBe(true);
    expect(isVisDialect("typedef enum {A, B} t; module m; t x; endmodule // $ND, t reg x")).toBe(false);
  });

  it.each([
    ["vis-syntax", "module m(x; endmodule", 11],
    ["vis-unknown", "module m(x); input x; wire y; assign y = z; endmodule", 42],
    ["vis-cycle", "module m(x); input x; wire y; assign y = !y; endmodule", 38],
    ["vis-drivers", "module m(x); input x; wire y; assign y = x; assign y = 0; endmodule", 52],
    ["vis-drivers", "module m(c); input c; reg y; always @(posedge c) y = 1; always @(posedge c) y = 0; endmodule", 57],
    ["vis-clock", "module m(c); input c; reg y; always @(posedge c) y = c; endmodule", 54],
    [
      "vis-clock",
      "module m(c, d); input c, d; reg y, z; always @(posedge c) y = 1; always @(posedge d) z = 1; endmodule",
      83,
    ],
    ["vis-type", "typedef enum {A} t; module m(c); input c; t reg s; always @(posedge c) s = 1; endmodule", 76],
    [
      "vis-constant",
      "module m(c); input c; reg y; always @(posedge c) for (i = 0; i < y; i = i + 1) y = 0; endmodule",
      64,
    ],
    [
      "vis-limit",
      "module m(c); input c; reg y; always @(posedge c) for (i = 0; i >= 0; i = i + 1) y = 0; endmodule",
      81,
    ],
    ["vis-syntax", "module m(c); input c; wire w; assign w = $ND(); endmodule", 42],
    ["vis-limit", "module m(c); input c; m n(c); endmodule", 25],
    ["vis-cycle", "module m(c, x); input c, x; reg y; initial if (x) y = 1; always @(posedge c) y = x; endmodule", 33],
    ["vis-range", "module m(c); input [99999999:0] c; endmodule", 21],
    ["vis-unsupported", "module m(c); input c; reg y; always @(posedge c) #1 y = 0; endmodule", 50],
    ["vis-unsupported", "module m(c); input c; wire y; assign y = $random; endmodule", 42],
  ])("refuses with a place: %s in %s", (code, text, column) => {
    const error = (() => {
      try {
        read(
          code === "vis-limit" && text.includes("m n(c)") ? `${text} module t(c); input c; m x(c); endmodule` : text,
        );
      } catch (e) {
        return e;
      }
      return null;
    })();
    expect(error).toBeInstanceOf(InputError);
    expect(error).toMatchObject({ code, at: { line: 1 }, source: "m.v" });
    expect((error as InputError).at).toMatchObject({ column });
  });

  it("what \\define names is one formula, which needs no parentheses where it stands", () => {
    const module = "module m(clk); input clk; reg a; initial a = 0; always @(posedge clk) a = !a; endmodule";
    const text =
      "\\define ANY a=0 + a=1\n\\define ONE a=1\n\\ANY U \\ONE; !(\\ONE R \\ANY); G(a=0 -> (\\ONE R \\ANY));";
    const { model, properties } = read(module, { questions: [{ name: "m.ltl", text }] });
    const answers = properties.map((p) => solved(model, p, reference).verdict.answer);
    expect(answers).toEqual(["holds", "fails", "holds"]);
  });

  it.each([">", "==", "&&", "+", "|", "<<"])(
    "an expression of thousands of %s is refused, and one of hundreds is read",
    (sign) => {
      const module = (operands: number) =>
        `module m(x, y); input [3:0] x; output y; assign y = ${Array(operands).fill("x").join(` ${sign} `)}; endmodule`;
      expect(read(module(500)).model.inputs).toHaveLength(4);
      expect(() => read(module(5_000))).toThrow(expect.objectContaining({ code: "vis-limit", source: "m.v" }));
    },
  );

  it("numbers of a range may be long sums", () => {
    const three = `3${" + 1 - 1".repeat(10_000)}`;
    const { model } = read(`module m(y); output [${three}:0] y; assign y = 5; endmodule`);
    expect(model.signals.find((s) => s.name === "y")!.bits).toEqual([1, 0, 1, 0]);
  });

  it("loops whose long conditions always hold end soon", () => {
    const condition = `i <= 1${" + 0".repeat(500)}`;
    const module = `module m(y); output y; reg y; integer i; initial for (i = 0; ${condition}; i = 0) y = 0; endmodule`;
    expect(() => read(module)).toThrow(/more than \d+ operations on constants/);
  });

  it.each(["m[i] = 0", "m[k] = 1", "k[0] = m[k]"])(
    "loops over large arrays are refused before they take long: %s",
    (body) => {
      const module = (words: number) =>
        `module m(clk); input clk; reg m[1:${words}]; reg [15:0] k; integer i; always @(posedge clk) for (i = 1; i <= ${words}; i = i + 1) ${body}; endmodule`;
      expect(read(module(16)).model.latches).toHaveLength(16 + 16);
      expect(() => read(module(60_000))).toThrow(expect.objectContaining({ code: "vis-limit" }));
    },
  );

  it("long formulas are not deep ones", () => {
    const module = "module m(clk); input clk; reg a; always @(posedge clk) a = !a; endmodule";
    const long = (sign: string) => Array.from({ length: 20_000 }, () => "AF a=1").join(sign);
    const text = `${long(" + ")}; ${long(" * ")}; AX:1000(a=1);`;
    const { properties } = read(module, { questions: [{ name: "m.ctl", text }] });
    expect(properties).toHaveLength(3);
  });

  it.each([
    ["m.ctl", "AG(a=1)\nAF b=1;", "vis-formula"],
    ["m.ctl", "AG(b=1);", "unknown-signal"],
    ["m.ctl", "F a=1;", "vis-formula"],
    ["m.ltl", "a=1 * a=0 U a=1;", "vis-formula"],
    ["m.inv", "G a=1;", "vis-formula"],
    ["m.inv", "a=2;", "unknown-value"],
    ["m.ctl", "AX:1000(AX:2(a=1));", "vis-limit"],
    [
      "m.ltl",
      `\\define d0 a=1;${Array.from({ length: 9 }, (_, k) => `\\define d${k + 1} X:200 \\d${k};`).join("")} \\d9;`,
      "vis-limit",
    ],
  ])("says where a formula of %s is wrong: %s", (name, text, code) => {
    const module = "module m(clk); input clk; reg a; always @(posedge clk) a = !a; endmodule";
    expect(() => read(module, { questions: [{ name, text }] })).toThrow(
      expect.objectContaining({ code, source: name }),
    );
  });
});

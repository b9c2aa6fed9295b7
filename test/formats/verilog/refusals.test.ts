import { runYosys } from "@yowasp/yosys";
import { describe, expect, it } from "vitest";
import { readVerilog } from "../../../src/formats/verilog/read.js";
import type { RunYosys } from "../../../src/formats/verilog/yosys.js";
import { InputError } from "../../../src/text/input-error.js";

describe("Verilog that is not read is refused", () => {
  it.each([
    [
      "several clocks",
      "module top(input c1, c2, output reg a, b); always @(posedge c1) a <= b;\nalways @(posedge c2) b <= a; endmodule",
      /^top\.sv:[12]:\d+: there are several clocks \('c[12]' and 'c[12]'\): one clock is supported$/,
    ],
    [
      "both edges",
      "module top(input c, output reg a, b); always @(posedge c) a <= b;\nalways @(negedge c) b <= a; endmodule",
      /^top\.sv:[12]:\d+: both edges of 'c' are used/,
    ],
    [
      "a derived clock",
      "module top(input c, g, output reg a); wire d = c & g; always @(posedge d) a <= !a; endmodule",
      /the clock 'd' is not an input of the top module/,
    ],
    [
      "a first value that depends on an input",
      "module top(input c, i, output reg q); initial q = i; always @(posedge c) q <= !q; endmodule",
      /first values that depend on inputs are read with --dialect vis$/,
    ],
    [
      "a latch",
      "module top(input g, d, output reg q);\nalways @* if (g) q = d; endmodule",
      /^top\.sv:2:\d+: a latch that is transparent/,
    ],
    [
      "another clock in a property",
      "module top(input c, d, output reg q); always @(posedge c) q <= !q;\nassert property (@(posedge d) q); endmodule",
      /^top\.sv:2:1: the property is sampled by 'd', which is not the design's clock/,
    ],
    [
      "another clock in a property, under the name of the clock",
      "module m(input c, x);\nP: assert property (@(posedge c) x); endmodule\nmodule top(input c, d, x); reg q; always @(posedge c) q <= x; m i(d, x); endmodule",
      /^top\.sv:2:4: the property is sampled by 'c', which is not the design's clock/,
    ],
    [
      "several clocks of properties alone",
      "module top(input c, d, x); A: assume property (@(posedge d) x);\nB: assert property (@(posedge c) x); endmodule",
      /^top\.sv:2:4: other properties are not sampled at the posedge of 'c': one clock is supported$/,
    ],
    [
      "a name that is not declared",
      "module top(input c, a);\nassert property (@(posedge c) a |-> b); endmodule",
      /^top\.sv:2:1: 'b' is not declared$/,
    ],
    [
      "a name in another module",
      "module m(input c, output reg q); always @(posedge c) q <= !q; endmodule\nmodule top(input c); m i(c, q);\nassert property (@(posedge c) i.q); endmodule",
      /^top\.sv:3:1: 'i\.q' names something in another module/,
    ],
    ...["entry [1:0] q;", "entry p = 1, q [2];", "p::other q [2];"].map(
      (declaration) =>
        [
          `an array of structures, ${declaration}`,
          `package p; typedef struct packed { logic a, b; } entry; typedef entry other; endpackage\nmodule top(input c);\n${declaration} endmodule`,
          /^top\.sv:3:\d+: an array of structures is not supported$/,
        ] as [string, string, RegExp],
    ),
    [
      "a module with checks that is left out",
      "module a(input c, x);\nalways @(posedge c) assert (x); endmodule\nmodule b(input c, x); always @(posedge c) assert (!x || x); endmodule",
      /^top\.sv:1:1: module 'a' has checks, and is no part of 'b': .*--top$/,
    ],
    [
      "bind",
      "module top(input c, x); endmodule\nmodule chk(input c, x); endmodule\nbind top chk i(.c(c), .x(x));",
      /^top\.sv:3:1: 'bind' is not supported/,
    ],
    [
      "random numbers",
      "module top(input c, output [3:0] y);\nassign y = $urandom; endmodule",
      /^top\.sv:2:12: '\$urandom' is not supported/,
    ],
    [
      "a comparison with x",
      "module top(input c, input [3:0] y);\nalways @(posedge c) assert (!$isunknown(y)); endmodule",
      /a comparison with x or z is not supported/,
    ],
    [
      "a concurrent assertion in a macro",
      "`define A(x) \\\n assert property (@(posedge c) x);\nmodule top(input c, y); `A(y) `A(!y) endmodule",
      /^top\.sv:2:2: a concurrent assertion in a macro is not supported$/,
    ],
    [
      "a concurrent assertion in procedural code",
      "module top(input c, y);\nalways @(posedge c) begin if (y) assert property (y); end endmodule",
      /^top\.sv:2:34: a concurrent assertion in procedural code is not supported$/,
    ],
    [
      "a property of the other edge",
      "module top(input c, d, output reg q); always @(posedge c) q <= d;\nassert property (@(negedge c) q); endmodule",
      /^top\.sv:2:1: the property is sampled at the negedge, the design at the posedge/,
    ],
    [
      "an action that does something",
      "module top(input c, d, output reg q);\nalways @(posedge c) assert (d) else q <= 1; endmodule",
      /^top\.sv:2:37: an action other than a message .* is not supported$/,
    ],
    [
      "a property that is declared twice",
      "module top(input c, d); property p; d; endproperty\nproperty p; !d; endproperty assert property (p); endmodule",
      /^top\.sv:2:10: 'p' stands twice in this module$/,
    ],
    [
      "two drivers, by way of instances",
      "module s(output o, input a); assign o = a; endmodule\nmodule top(input a, b, output q);\ns i(q, a); s k(q, b); endmodule",
      /^top\.sv:2:\d+: '[ab]' and '[ab]' drive the same net/,
    ],
    [
      "two drivers, a register and a wire",
      "module top(input c, a, b, output reg q);\nalways @(posedge c) q <= a; assign q = b; endmodule",
      /several drivers: each net needs one$/,
    ],
    [
      "two drivers, one constant",
      "module top(input a, output q); assign q = a; assign q = 0; endmodule",
      /several drivers: each net needs one$/,
    ],
    ["wrong syntax", "module top(input c;\nendmodule", /^top\.sv:1:19: syntax error, unexpected/],
    [
      "a module that is missing",
      "module top(input c); other o(c); endmodule",
      /^top\.sv:1:22: Module .*other.* is not part of the design/,
    ],
    ["no module", "", /^top\.sv: /],
    [
      "a loop",
      "module top(input c, output a, b); assign a = !b & c; assign b = a | c; endmodule",
      /^top\.sv:1:\d+: '[ab]' depends on itself without a flip-flop between$/,
    ],
    [
      "a system function that is not known",
      "module top(input c);\nassert property (@(posedge c) $time < 5); endmodule",
      /^top\.sv:2:31: '\$time' is not supported$/,
    ],
    [
      "an expression that is too deep",
      `module top(input c);\nwire a = ${"~".repeat(8000)}c; endmodule`,
      /^top\.sv:2:1: an expression nests too deeply for the synthesizer, most likely in these 8004 words$/,
    ],
    [
      "an escaped name with a character that cannot be seen",
      "module top(input c);\n wire \\a\x1b[31mRED = c; endmodule",
      /^top\.sv:2:7: a name with a character that cannot be seen, \S+, is not supported$/,
    ],
    [
      "a tri-state driver",
      "module top(input a, b, output y);\nassign y = a ? b : 1'bz;\nendmodule",
      /^top\.sv:2:\d+: a tri-state driver is not supported$/,
    ],
    [
      "a quantifier",
      "module top(input clk);\nwire [1:0] a = $allconst;\nalways @(posedge clk) assert (a != 1); endmodule",
      /^top\.sv:2:\d+: '\$allconst' is not supported$/,
    ],
    [
      "a large memory",
      "module top(input c, input [15:0] a, output reg [7:0] q); reg [7:0] m [0:65535];\nalways @(posedge c) begin m[a] <= q; q <= m[a]; end endmodule",
      /the memory 'm' has more than 65536 bits/,
    ],
    [
      "a temporal assumption",
      "module top(input a, b);\nassume property (not s_eventually a); endmodule",
      /^top\.sv:2:1: this assumption is not supported/,
    ],
  ])("%s: with its place and the reason", async (_, text, message) => {
    const error = await readVerilog([{ name: "top.sv", text }], runYosys as RunYosys).then(
      () => null,
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    const { message: found, source } = error as InputError;
    expect(source === "" ? `top.sv: ${found}` : found).toMatch(message);
  });

  it("an assertion that the synthesizer loses: with its place, in one of its instances too", async () => {
    const text = `module part(input clk, a);
  always @(posedge clk) assert (a);
endmodule
module top(input clk, a, b);
  part one(clk, a), two(clk, b);
  always @(posedge clk) assert (a | b);
endmodule`;
    // It does not happen with Yosys as it is: of what it writes last, this drops the cell.
    const losing =
      (which: RegExp): RunYosys =>
      (args, files, options) => {
        const isLast = "words.il" in files;
        const stdout = (bytes: Uint8Array | null) => {
          if (isLast && bytes !== null) pieces.push(bytes);
          else options.stdout(bytes);
        };
        const pieces: Uint8Array[] = [];
        const end = (out: Awaited<ReturnType<RunYosys>>) => {
          if (isLast) options.stdout(Buffer.from(without(Buffer.concat(pieces).toString(), which)));
          return out;
        };
        return Promise.resolve((runYosys as RunYosys)(args, files, { ...options, stdout })).then(end);
      };
    const refusal = (which: RegExp) =>
      readVerilog([{ name: "top.sv", text }], losing(which), { top: "top" }).catch((e: Error) => e);
    for (const [which, place] of [
      [/:6\./, "top.sv:6:25"],
      [/:2\./, "top.sv:2:25"],
    ] as const) {
      const error = await refusal(which);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toBe(
        `${place}: an assertion gets lost when the design is synthesized (of 3, 2 are left), and would not be checked`,
      );
    }
  });
});

/** The netlist without the first assertion that stands there. */
function without(json: string, which: RegExp): string {
  const netlist = JSON.parse(json);
  for (const { cells } of Object.values<{ cells: Record<string, { type: string; attributes: { src?: string } }> }>(
    netlist.modules,
  )) {
    const lost = Object.entries(cells).find(([, c]) => c.type === "$check" && which.test(c.attributes.src ?? ""));
    if (lost !== undefined) delete cells[lost[0]];
  }
  return JSON.stringify(netlist);
}

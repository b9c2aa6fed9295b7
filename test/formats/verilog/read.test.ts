import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runYosys } from "@yowasp/yosys";
import { describe, expect, it } from "vitest";
import { ltlToTgba } from "../../../src/automata/translate.js";
import { reference } from "../../../src/engines/reference.js";
import type { Verdict } from "../../../src/evidence/verdict.js";
import { readVerilog } from "../../../src/formats/verilog/read.js";
import { loadYosys, type RunYosys } from "../../../src/formats/verilog/yosys.js";
import { loadDesign } from "../../../src/loading/load.js";
import type { Lit } from "../../../src/logic/lit.js";
import type { Design, Property } from "../../../src/model/property.js";
import { SignalTable } from "../../../src/model/signal-table.js";
import { spokenAnswer } from "../../../src/present/spoken.js";
import { product } from "../../../src/transform/product.js";
import { decide } from "../../engines/running.js";

const read = (text: string, name = "top.sv"): Promise<Design> => readVerilog([{ name, text }], runYosys as RunYosys);

function answer({ model }: Design, p: Property): Verdict["answer"] {
  if (p.kind === "bad")
    return decide(reference, { kind: "reach", model: { ...model, fairness: [] }, bad: p.literal }).answer;
  if (p.kind !== "ltl") throw new Error(p.kind);
  const { model: both } = product(model, ltlToTgba({ op: "not", arg: p.formula }), p.atoms);
  return decide(reference, { kind: "fair-cycle", model: both }).answer;
}

const answers = (d: Design): Record<string, string> =>
  Object.fromEntries(d.properties.map((p) => [p.name, spokenAnswer(p, answer(d, p))]));

describe("Verilog designs", () => {
  it("are checked as their assertions say, in every instance", async () => {
    const design = await read(`
      module top(input clk, input go, output reg [2:0] n = 0);
        wire [1:0] m;
        counter c(.clk(clk), .go(go), .n(m));
        always @(posedge clk) begin
          if (go) n <= n == 5 ? 0 : n + 1;
          never6: assert (n != 6);
          early: assert (n != 4);
          seen: cover (n == 3);
        end
        assume property (@(posedge clk) s_eventually go);
        moves: assert property (@(posedge clk) n == 1 |-> s_eventually n == 2);
        stuck: assert property (@(posedge clk) n == 1 |=> n == 2);
      endmodule
      module counter(input clk, input go, output reg [1:0] n);
        initial n = 2;
        always @(posedge clk) n <= n + go;
        wraps: assert property (@(posedge clk) always s_eventually n == 0);
      endmodule`);
    expect(answers(design)).toEqual({
      never6: "holds",
      early: "fails",
      seen: "covered",
      moves: "holds",
      stuck: "fails",
      "c.wraps": "holds",
    });
    expect(design.model.fairness.length).toBe(1);
    const signal = (name: string) => design.model.signals.find((s) => s.name === name);
    expect(signal("n")).toMatchObject({ kind: "latch", type: { kind: "unsigned" }, source: { line: 2 } });
    expect(signal("go")).toMatchObject({ kind: "input", type: { kind: "bool" } });
    expect(signal("clk")).toBeUndefined();
    expect(design.model.signals.some((s) => s.name.includes("fairlead"))).toBe(false);
    expect(design.model.modules.map((m) => m.length).sort()).toEqual([2, 3]);
  });

  it("may assume conditions now, in the first step, and across a step", async () => {
    const design = await read(`
      module top(input clk, input a, b, output reg x);
        initial assume (x == 0);
        always @(posedge clk) begin
          assume (!(a && b));
          x <= x | (a & b);
        end
        assume property (@(posedge clk) a |=> !a);
        low: assert property (@(posedge clk) x == 0);
        rare: assert property (@(posedge clk) a |-> nexttime !a);
        both: assert property (@(posedge clk) !a |-> nexttime a);
      endmodule`);
    expect(answers(design)).toEqual({ low: "holds", rare: "holds", both: "fails" });
  });

  it("may assume that requests are answered, and ask for what was", async () => {
    const design = await read(`
      module top(input clk, input rst, input ack, input signed [2:0] v);
        reg busy = 0;
        always @(posedge clk) busy <= !rst && !(busy && ack);
        default clocking @(posedge clk); endclocking
        default disable iff (rst);
        assume property (busy |-> s_eventually ack);
        assume property (disable iff (1'b0) rst |=> !rst [*2]);
        rests: assert property (busy |-> s_eventually !busy);
        rises: assert property (disable iff (1'b0) $rose(busy) |-> !$past(rst));
        fresh: assert property (disable iff (1'b0) $rose(busy) |-> $past(busy, 2) || $past(rst, 2));
        falls: assert property (disable iff (1'b0) ##1 $fell(busy) |-> $past(ack && busy || rst));
        still: assert property (disable iff (1'b0) ($stable(v) && $past(v) < 0) |-> v < 0);
        moves: assert property (disable iff (1'b0) $changed(v) |-> $past(v) != v);
        twice: cover property (disable iff (1'b0) $rose(busy) ##[1:$] $rose(busy));
        never: cover property (disable iff (1'b0) busy ##1 busy && $rose(busy));
        again: cover property (disable iff (1'b0) rst ##1 rst);
      endmodule`);
    expect(answers(design)).toEqual({
      rests: "holds",
      rises: "holds",
      fresh: "fails",
      falls: "holds",
      still: "holds",
      // In the first step what is past is 0, and everything has changed.
      moves: "fails",
      twice: "covered",
      never: "uncoverable",
      again: "uncoverable",
    });
    expect(design.model.fairnessNames).toEqual(["busy |-> s_eventually ack"]);
    expect(design.model.signals.some((s) => s.name.includes("fairlead"))).toBe(false);
  });

  it("have names of enumerations, signed registers, memories and unknown values", async () => {
    const design = await read(`
      typedef enum logic [1:0] {IDLE, BUSY, DONE} state_t;
      module top(input clk, input go, input [1:0] at);
        state_t s = IDLE;
        reg signed [2:0] k = -1;
        reg [1:0] mem [0:3];
        wire floating;
        always @(posedge clk) begin
          case (s) IDLE: if (go) s <= BUSY; BUSY: s <= DONE; default: s <= IDLE; endcase
          k <= k - 1;
          mem[at] <= 2'd2;
          if (mem[at] == 2'd2) assert (floating == 0);
        end
        ends: assert property (s == BUSY |=> s == DONE);
      endmodule`);
    const types = Object.fromEntries(design.model.signals.map((s) => [s.name, s.type]));
    expect(types.s).toEqual({ kind: "enum", values: ["IDLE", "BUSY", "DONE", "3"] });
    expect(types.k).toEqual({ kind: "signed" });
    expect(answers(design)).toEqual({ ends: "holds", "assert at line 12": "fails" });
  });

  it("may have nets that are declared by being driven", async () => {
    const design = await read(`
      module top(input clk, a); m i(.clk(clk), .a(a), .q(late)); assign later = late;
        p: assert property (@(posedge clk) a |=> later);
      endmodule
      module m(input clk, input a, output reg q = 0); always @(posedge clk) q <= a; endmodule`);
    expect(answers(design)).toEqual({ p: "holds" });
    expect(design.notices).toEqual([]);
  });

  it("may include files, from their own folder and from those of what they include", async () => {
    const folder = mkdtempSync(join(tmpdir(), "fairlead-verilog-"));
    try {
      const file = join(folder, "top.sv");
      mkdirSync(join(folder, "lib"));
      const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
      write("top.sv", '`include "lib/child.sv"\n`ifdef NO\n`include "no.sv"\n`endif\nmodule top(input c, x); child i(c, x); endmodule\n'); // biome-ignore format: one line
      write("lib/child.sv", '`include "value.svh"\nmodule child(input c, x);\nreg q = 0; always @(posedge c) q <= x;\nP: assert property (@(posedge c) q == `VALUE); endmodule\n'); // biome-ignore format: one line
      write("lib/value.svh", "`define VALUE 0\n");
      expect(answers(await loadDesign(file))).toEqual({ "i.P": "fails" });
      write("lib/value.svh", "`define VALUE 0\nthis is wrong\n");
      await expect(loadDesign(file)).rejects.toThrow(`${join(folder, "lib/value.svh")}:2:1: syntax error`);
      write("lib/value.svh", "P: assert property (@(posedge c) q);\n");
      await expect(loadDesign(file)).rejects.toThrow("a concurrent assertion that is included into a module");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("have one clock, which each module may call as it likes", async () => {
    const design = await read(`
      module top(input clk, x, output reg q = 0); always @(posedge clk) q <= x; m i(clk, x, q); endmodule
      module m(input ck, x, q);
        generate if (1) begin : g P: assert property (@(posedge ck) x |=> q); end endgenerate
      endmodule`);
    expect(answers(design)).toEqual({ "i.g.P": "holds" });
    expect(design.model.origin).toEqual({ name: "top", clock: { names: ["clk", "i.ck"], edge: "posedge" } });
  });

  it("have bits that formulas call as the text does", async () => {
    const design = await read(`
      module top(input c);
        reg [0:3] up = 4'b1000;
        reg [7:4] high = 4'b0001;
        always @(posedge c) begin up <= up; high <= high; end
      endmodule`);
    const table = new SignalTable(design.model);
    const [up, high] = ["up", "high"].map((name) => table.signal(name).bits) as [readonly Lit[], readonly Lit[]];
    expect(["up[0]", "up[3]", "high[4]", "high[7]"].map((name) => table.signal(name).bits)).toEqual([
      [up[3]],
      [up[0]],
      [high[0]],
      [high[3]],
    ]);
    expect(table.signal("up[0:1]").bits).toEqual(up.slice(2));
    expect(table.signal("high[5:4]").bits).toEqual(high.slice(0, 2));
    expect(() => table.signal("up[1:0]")).toThrow("'up' has bits 0 to 3, and no 'up[1:0]'");
    expect(() => table.signal("high[0]")).toThrow("'high' has bits 7 to 4, and no 'high[0]'");
  });

  it("say that delays are left out", async () => {
    const design = await read("module top(input c, output reg y);\nalways @(posedge c) y <= #2 !y;\nendmodule");
    expect(design.notices).toMatchObject([{ code: "verilog-delay", source: { line: 2, column: 26 } }]);
    const other = await read(
      "module top(input c); m #(.N(2)) i(c); endmodule\nmodule m #(parameter N = 1)(input c); endmodule",
    );
    expect(other.notices).toEqual([]);
  });

  it("have properties, clocks and resets of each module's own", async () => {
    const design = await read(`
      module top(input clk, rst, x);
        counter u(clk, 1'b0, x);
        property p; 1; endproperty
        default disable iff (1);
        default clocking @(posedge clk); endclocking
        B: assert property (p);
      endmodule
      module counter(input clk, rst, x, output reg q = 0);
        property p; q == 0; endproperty
        default clocking @(posedge clk); endclocking
        always @(posedge clk) q <= x;
        A: assert property (p);
      endmodule`);
    expect(answers(design)).toEqual({ "u.A": "fails", B: "holds" });
  });

  it("may say what is to be printed when an assertion fails", async () => {
    const design = await read(`
      module top(input clk, x, output reg q = 0);
        always @(posedge clk) begin
          q <= x;
          a: assert (q == 0) else $error("q is %d", q);
          b: assert (q == q) begin $display("fine"); $display("really"); end else $fatal;
        end
        c: assert property (@(posedge clk) x |=> q) $info("fine"); else begin $error("not"); end
      endmodule`);
    expect(answers(design)).toEqual({ a: "fails", b: "holds", c: "holds" });
  });

  it("may look at earlier values of bits and fields, and have fields that parameters are called like", async () => {
    const design = await read(`
      module top(input clk, input ready, a);
        typedef struct packed { logic valid; logic ready; } pkt_t;
        pkt_t pkt = 2'b10;
        reg [1:0] s = 0;
        always @(posedge clk) begin s <= s + a; pkt.ready <= pkt.ready; end
        property p(valid); pkt.valid |-> !valid; endproperty
        default clocking @(posedge clk); endclocking
        field: assert property (p(ready));
        past: assert property ($past(s[0], 2) |-> 1'b1);
        past1: assert property ($past(s[0]) |-> a);
        past2: assert property (##1 s == $past(s) + $past(a) || $past(s[1:0]) == 3);
        past3: assert property (##1 $past(pkt.valid));
      endmodule`);
    expect(answers(design)).toEqual({ field: "fails", past: "holds", past1: "fails", past2: "holds", past3: "holds" });
  });

  it("may read outside of a word: anything", async () => {
    const design = await read(`
      module top(input clk, input [1:0] i);
        wire [2:0] v = 3'b000;
        p: assert property (@(posedge clk) v[i] == 0);
        q: assert property (@(posedge clk) i < 3 |-> v[i] == 0);
      endmodule`);
    expect(answers(design)).toEqual({ p: "fails", q: "holds" });
  });

  it("say which assertions are no part of the design", async () => {
    const design = await read(`
      \`define SAME(x) assert (x == x)
      module top(input clk, x);
        \`ifdef NEVER
        A: assert property (@(posedge clk) x);
        \`endif
        \`ifdef FORMAL
        B: assert property (@(posedge clk) x || !x);
        \`endif
        generate if (0) begin C: cover property (@(posedge clk) x); always @(posedge clk) assert (x); end endgenerate
        always @(posedge clk) begin \`SAME(x); if (x) D:
          assert (x); end
      endmodule`);
    expect(Object.values(answers(design))).toEqual(["holds", "holds", "holds"]);
    expect(design.notices?.map((n) => [n.code, n.source.line, n.text])).toEqual([
      ["verilog-left-out", 5, "this 'assert' is left out: no part of the design has it"],
      ["verilog-left-out", 10, "this 'cover' is left out: no part of the design has it"],
      ["verilog-left-out", 10, "this 'assert' is left out: no part of the design has it"],
    ]);
  });

  it("say what nothing drives, and what division by zero is", async () => {
    const design = await read(
      "module top(input [1:0] a, b, output y);\nwire z;\nassign y = a / b == 2'd1 ? z : 0;\nendmodule",
    );
    expect(design.notices).toMatchObject([
      { code: "verilog-undriven", text: "nothing drives 'z': it may have any value", source: { line: 2, column: 6 } },
      { code: "verilog-division", source: { line: 3 } },
    ]);
  });

  const two =
    "module a(input c, x);\nalways @(posedge c) assert (x); endmodule\nmodule b(input c, x); always @(posedge c) assert (!x || x); endmodule";

  it("with several top modules are read as the user chooses", async () => {
    const chosen = await readVerilog([{ name: "top.sv", text: two }], runYosys as RunYosys, { top: "a" });
    expect(answers(chosen)).toEqual({ "assert at line 2": "fails" });
    const parameters = await read(
      "module a #(parameter N = 1)(input c, x); always @(posedge c) assert (x || N == 2); endmodule\n" +
        "module b(input c, x); a #(.N(2)) i(c, x); endmodule",
    );
    expect(Object.values(answers(parameters))).toEqual(["holds"]);
  });

  it("pass the synthesizer's warnings on", async () => {
    const design = await read("module top(input [1:0] a, output y);\nassign y = a[2];\nendmodule");
    expect(design.notices).toMatchObject([
      { code: "verilog-warning", text: expect.stringContaining("Range select out of bounds"), source: { line: 2 } },
    ]);
  });

  it("with an asynchronous reset are read, with a remark", async () => {
    const design = await read(`
      module top(input clk, input rst, output reg q);
        always @(posedge clk or posedge rst) if (rst) q <= 0; else q <= 1;
        p: assert property (@(posedge clk) rst |-> !q);
        r: assert property (@(posedge clk) !rst |=> rst || q);
      endmodule`);
    expect(design.notices).toMatchObject([{ code: "verilog-asynchronous", source: { line: 3 } }]);
    expect(answers(design)).toEqual({ p: "holds", r: "holds" });
  });

  it("ask for Yosys in one line where it is not installed", async () => {
    await expect(loadYosys("no-such-package")).rejects.toThrow(
      "Verilog is read with Yosys, which is not installed: npm install no-such-package",
    );
    expect(await loadYosys()).toBe(runYosys);
  });
});

const folder = process.env.FAIRLEAD_BENCHMARKS === undefined ? "" : join(process.env.FAIRLEAD_BENCHMARKS, "sv");

describe.skipIf(!existsSync(folder))(
  "public SystemVerilog designs (skipped when FAIRLEAD_BENCHMARKS has no sv folder)",
  () => {
    // Their AIGER translations were proved by another tool.
    it.each(["PWM_1", "delay_1", "gray_1", "uart_transmit_1"])("%s: what it eventually does, it does", async (name) => {
      const design = await read(readFileSync(join(folder, `${name}.sv`), "utf8"), `${name}.sv`);
      expect(answers(design)).toEqual({ p1: "holds" });
    });
  },
);

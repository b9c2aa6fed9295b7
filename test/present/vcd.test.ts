import { expect, it } from "vitest";
import { pathTrace, type Trace, type TraceSignal } from "../../src/evidence/trace.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { signalsNamed } from "../../src/present/selection.js";
import { vcd } from "../../src/present/vcd.js";

const word = (name: string, more: Partial<TraceSignal> = {}): TraceSignal => {
  return { name, type: { kind: "unsigned" }, isState: true, key: name, ...more };
};

/** Two steps, the second for ever. */
const trace: Trace = {
  signals: [
    word("cpu.pc"),
    word("mem[0]"),
    word("mem[1]", { left: 8, right: 7 }),
    word("level", { type: { kind: "range", low: -2 } }),
  ],
  bits: [
    ["0000", "01", "10", "0"],
    ["0001", "01", "10", "1"],
  ],
  values: [
    ["0", "1", "2", "-2"],
    ["1", "1", "2", "-1"],
  ],
  conditions: [],
  met: [[], []],
  loop: 1,
  origin: { name: "soc", clock: { names: ["clk", "cpu.ck"], edge: "negedge" } },
};

it("has the design's clock under each of its names, scopes by instance below the top module, and arrays by element", () => {
  expect(vcd(trace)).toBe(`$timescale 1 ns $end
$scope module soc $end
$var wire 1 ! clk $end
$var wire 2 $ mem[0] [1:0] $end
$var wire 2 % mem[1] [8:7] $end
$var wire 1 & level $end
$var string 1 ' level_shown $end
$scope module cpu $end
$var wire 1 " ck $end
$var wire 4 # pc [3:0] $end
$upscope $end
$upscope $end
$scope module lasso $end
$var wire 1 ( loop_start $end
$var wire 1 ) in_loop $end
$upscope $end
$enddefinitions $end
#0
0!
0"
b0000 #
b01 $
b10 %
0&
s-2 '
0(
0)
#5
1!
1"
#10
0!
0"
b0001 #
1&
s-1 '
1(
1)
#15
1!
1"
#20
0!
0"
#25
1!
1"
#30
`);
});

it("has a clock of its own where the design has none, and the signals that are named", () => {
  const { model } = readSmv("MODULE main\nVAR x : boolean; y : {red, green};\n", "m.smv");
  const step = { latches: new Uint8Array(model.latches.length), inputs: new Uint8Array(model.inputs.length) };
  const whole = pathTrace(model, { kind: "run", steps: [step] });
  expect(vcd(whole)).toMatch(/\$scope module lasso \$end\n\$var wire 1 . clock \$end\n/);
  expect(vcd(whole)).toMatch(/\$scope module main \$end\n\$var wire 1 . x \$end\n/);
  const named = vcd(signalsNamed(whole, ["y"]));
  expect(named).not.toContain(" x $end");
  expect(named).toMatch(/\$var string 1 (.) y_shown \$end[\s\S]*\n#0\n(.*\n)*sred \1\n/);
});

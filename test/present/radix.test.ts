import { expect, it } from "vitest";
import { pathTrace } from "../../src/evidence/trace.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { inRadix } from "../../src/present/radix.js";
import { vcd } from "../../src/present/vcd.js";

const { model } = readSmv(
  `MODULE cell
VAR on : boolean;
MODULE main
VAR u : unsigned word[6]; s : signed word[4]; r : 0..20; colour : {red, green}; b : boolean; left : cell;
ASSIGN init(u) := 0ud6_43; init(s) := -0sd4_3; init(r) := 17; init(colour) := green; init(b) := TRUE; init(left.on) := TRUE;
`,
  "m.smv",
);
const step = { latches: new Uint8Array(model.latches.length), inputs: new Uint8Array(model.inputs.length) };
model.latches.forEach(({ reset }, i) => {
  step.latches[i] = reset === 1 ? 1 : 0;
});
const trace = pathTrace(model, { kind: "run", steps: [step] });
const valuesIn = (radix: "bin" | "dec" | "hex") =>
  Object.fromEntries(trace.signals.map((s, k) => [s.name, inRadix(trace, radix).values[0]![k]]));

it("writes words in the radix that is asked for, signed ones with their sign, and all else as it is", () => {
  const others = { r: "17", colour: "green", b: "1", "left.on": "1" };
  expect(valuesIn("dec")).toMatchObject({ u: "43", s: "-3", ...others });
  expect(valuesIn("hex")).toMatchObject({ u: "0x2b", s: "-0x3", ...others });
  expect(valuesIn("bin")).toMatchObject({ u: "0b101011", s: "-0b0011", ...others });
});

it("puts the wires of an instance into a scope of its own", () => {
  expect(vcd(trace)).toMatch(
    /\$scope module main \$end\n(\$var.*\n)+\$scope module left \$end\n\$var wire 1 \S+ on \$end\n\$upscope \$end\n\$upscope \$end\n/,
  );
});

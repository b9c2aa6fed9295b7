import { expect, test } from "vitest";
import { InputError, readDesign } from "../../src/index.js";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const SMV = "MODULE main\nVAR x : boolean;\nLTLSPEC G F x\n";
const AIGER = "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n";
const HOA = 'HOA: v1\nStates: 1\nStart: 0\nAP: 1 "a"\nAcceptance: 1 Inf(0)\n--BODY--\nState: 0\n[0] 0 {0}\n--END--\n';
const BTOR2 = "1 sort bitvec 1\n2 input 1 a\n3 bad 2\n";
const BLIF = ".model toggle\n.outputs q\n.latch n q 0\n.names q n\n0 1\n.end\n";

test.for([
  ["m.smv", SMV],
  ["m.aag", AIGER],
  ["m.hoa", HOA],
  ["m.btor2", BTOR2],
  ["m.blif", BLIF],
] as const)("%s is read by its ending, and without one by how it starts", async ([name, text]) => {
  const byName = await readDesign(bytes(text), name);
  const byStart = await readDesign(bytes(text), "-");
  expect(byStart.properties.map((p) => p.kind)).toEqual(byName.properties.map((p) => p.kind));
  expect(byStart.model.signals.map((s) => s.name)).toEqual(byName.model.signals.map((s) => s.name));
});

test("formulas are asked in place of the model's own properties", async () => {
  const asked = { logic: "ctl", text: "AG EF x", source: "mine", isFile: false } as const;
  const { properties } = await readDesign(bytes(SMV), "m.smv", [asked]);
  expect(properties.map(({ name, kind }) => [name, kind])).toEqual([["AG (EF x)", "ctl"]]);
});

test("VIS's Verilog is read without Yosys; other Verilog asks for it where it is said to be", async () => {
  const vis = "module m(clk); input clk; reg x; initial x = 0; always @(posedge clk) x = $ND(0, 1); endmodule";
  expect((await readDesign(bytes(vis), "m.v")).model.signals.map((s) => s.name)).toContain("x");
  const loadYosys = () => Promise.reject(new InputError("verilog-yosys", "there is none here"));
  await expect(readDesign(bytes("module m; endmodule"), "m.v", [], { loadYosys })).rejects.toThrow(
    "m.v: there is none here",
  );
});

test("errors say the file, and in whose formula they are", async () => {
  await expect(readDesign(bytes("MODULE main\nVAR x : strange;\n"), "m.smv")).rejects.toThrow(/^m\.smv:2:9: /);
  const asked = { logic: "ltl", text: "G F nobody", source: "question 1", isFile: false } as const;
  await expect(readDesign(bytes(AIGER), "m.aag", [asked])).rejects.toThrow(/^question 1/);
  await expect(readDesign(bytes("?"), "m.txt")).rejects.toThrow(/^m\.txt: not a kind of file that is known here/);
});

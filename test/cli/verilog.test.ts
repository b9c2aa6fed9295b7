import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { fairlead, temporaryFolder } from "./fairlead.js";

/** A folder with the files of a design, by their paths. */
function folderWith(files: readonly (readonly [string, string])[]): string {
  const folder = temporaryFolder();
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const FAILS = "reg r = 0; always @(posedge clk) r <= x;\nfails: assert property (@(posedge clk) !r);";

describe("fairlead check of Verilog files", () => {
  it.each(["__proto__", "constructor/prototype"])("that include %s/x read a file, and set no option", async (path) => {
    const folder = folderWith([
      ["top.v", `\`ifdef NEVER\n\`include "${path}/json"\n\`include "${path}/witness"\n\`endif\n\`include "${path}/vcd"\nmodule top(input clk, x); ${FAILS} endmodule`], // biome-ignore format: one line
      [`${path}/json`, "true"],
      [`${path}/witness`, "written.txt"],
      [`${path}/vcd`, "// written.vcd"],
    ]);
    const { status, stdout } = await fairlead(["check", join(folder, "top.v")]);
    expect(stdout).toMatch(/^.*top\.v: fails fails, counterexample replayed/);
    expect(status).toBe(1);
    expect(existsSync("written.txt") || existsSync("// written.vcd")).toBe(false);
  });

  it("say what is covered (status 0), what cannot be (1), and never that it holds or fails", async () => {
    const text = `module top(input clk, e); reg [1:0] x = 0;
      always @(posedge clk) begin x <= x == 2 ? 0 : x + 1; if (x == 1) seen: cover (e); if (x == 3) lost: cover (e); end
    endmodule`;
    const file = join(folderWith([["top.v", text]]), "top.v");
    const seen = await fairlead(["check", file, "-p", "seen"]);
    expect(seen.stdout).toMatch(/top\.v: seen covered, run replayed .*\n(?:.*\n)*step 1 {2}-- seen covered here/);
    expect(seen.status).toBe(0);
    const both = await fairlead(["check", file]);
    expect(both.stdout).toContain("top.v: lost cannot be covered, proof checked");
    expect(both.stdout).toContain("0 hold, 0 fail, 1 covered, 1 uncoverable, 0 unknown");
    expect(both.status).toBe(1);
    const json = JSON.parse((await fairlead(["check", file, "--json"])).stdout);
    expect(json.results.map((r: { answer: string }) => r.answer).sort()).toEqual(["covered", "uncoverable"]);
  });

  it("with names that differ in a blank are two files", async () => {
    const other = "module other(input clk, x); ok: assert property (@(posedge clk) x || !x); endmodule";
    const folder = folderWith([
      ["a b.v", `\`include "a_b.v"\nmodule top(input clk, x); ${FAILS} other o(clk, x); endmodule`],
      ["a_b.v", other],
    ]);
    const { status, stdout } = await fairlead(["check", join(folder, "a b.v")]);
    expect(stdout).toContain(": fails fails");
    expect(stdout).toContain(": o.ok holds");
    expect(status).toBe(1);
  });

  it("may call signals as Fairlead calls its own", async () => {
    const text = (atom: string) =>
      `module top(input clk, x); ${atom} reg r = 0; always @(posedge clk) r <= x; good: assert property (@(posedge clk) !r); endmodule`;
    const folder = folderWith([["top.v", text("wire fairlead_atom_0 = 1'b1;")]]);
    const { status, stdout } = await fairlead(["check", join(folder, "top.v")]);
    expect(stdout).toContain("good fails");
    expect(stdout).toContain("fairlead_atom_0");
    expect(status).toBe(1);
  });

  it("take no file from outside of their folder and what -I names, and say so where it is wanted", async () => {
    const folder = folderWith([
      [
        "rtl/top.v",
        '`ifdef NEVER\n`include "/etc/hostname"\n`endif\n\n`include "../inc/value.vh"\nmodule top; endmodule',
      ],
      ["inc/value.vh", "`define VALUE 1"],
    ]);
    const outside = await fairlead(["check", join(folder, "rtl/top.v")]);
    expect(outside.stderr).toBe(
      `${join(folder, "rtl/top.v")}:5:10: '../inc/value.vh' lies outside of the folders that files are taken from: name its folder with -I\n`,
    );
    expect(outside.status).toBe(65);
    const top = join(folder, "rtl/top.v");
    const inside = await fairlead(["check", "-I", join(folder, "inc"), top]);
    expect(inside).toEqual({ status: 0, stdout: `${top}: nothing to check: no properties\n`, stderr: "" });
  });

  it("are one design with --top, and take macros and parameters", async () => {
    const folder = folderWith([
      [
        "top.v",
        "module top #(parameter N = 3)(input clk, x); leaf l(clk, x);\nalways @(posedge clk) n: assert (N == 5); endmodule",
      ],
      ["leaf.v", "module leaf(input clk, x);\nalways @(posedge clk) a: assert (x == `X); endmodule"],
    ]);
    const [top, leaf] = [join(folder, "top.v"), join(folder, "leaf.v")];
    const { status, stdout } = await fairlead(["check", top, leaf, "--top", "top", "-D", "X=x", "-P", "N=5"]);
    expect(stdout).toContain(": n holds");
    expect(stdout).toContain(": l.a holds");
    expect(status).toBe(0);
    const without = await fairlead(["check", top, "-P", "N=5"]);
    expect(without.stderr).toContain("parameters are those of the top module: name it with --top");
    const wrong = await fairlead(["check", top, leaf, "--top", "top", "-P", "N=5; exec -- touch x"]);
    expect(wrong.stderr).toContain("is not a parameter: expected NAME=VALUE");
    expect([without.status, wrong.status]).toEqual([65, 65]);
  });

  it("are one design in a list, and a mistake is told by its own file and line", async () => {
    const folder = folderWith([
      ["all.f", "// the design\n+incdir+inc +define+VALUE=1\nrtl/top.v # first\n-f more.f\n"],
      ["more.f", "rtl/leaf.v"],
      ["inc/w.vh", "`define WIDTH 2"],
      [
        "rtl/top.v",
        '`include "w.vh"\nmodule top(input clk); wire [`WIDTH-1:0] y; leaf l(y); always @(posedge clk) a: assert (y == `VALUE); endmodule',
      ],
      ["rtl/leaf.v", "module leaf(output [1:0] y);\nassign y = 1;\nendmodule"],
    ]);
    const { status, stdout } = await fairlead(["check", join(folder, "all.f")]);
    expect(stdout).toContain("all.f: a holds");
    expect(status).toBe(0);
    writeFileSync(join(folder, "rtl/leaf.v"), "module leaf(output [1:0] y);\nassign y = ;\nendmodule");
    const wrong = await fairlead(["check", join(folder, "all.f")]);
    expect(wrong.stderr).toMatch(/^.*rtl\/leaf\.v:2:\d+: syntax error/);
    writeFileSync(join(folder, "all.f"), "-y lib\n");
    const option = await fairlead(["check", join(folder, "all.f")]);
    expect(option.stderr).toBe(`${join(folder, "all.f")}:1:1: '-y' is not supported in a list of files\n`);
    expect([wrong.status, option.status]).toEqual([65, 65]);
  });

  it("are one design with --top in every command, with folders, macros and parameters", async () => {
    const folder = folderWith([
      [
        "top.v",
        '`include "w.vh"\nmodule top #(parameter N = 3)(input clk, x); leaf l(clk, x);\nalways @(posedge clk) n: assert (N == `FIVE); endmodule',
      ],
      [
        "leaf.v",
        "module leaf(input clk, x);\nreg r = 0; always @(posedge clk) begin r <= x; a: assert (r == `R); end endmodule",
      ],
      ["inc/w.vh", "`define FIVE 5"],
    ]);
    const at = (name: string) => join(folder, name);
    const files = [at("top.v"), at("leaf.v")];
    const how = ["--top", "top", "-I", at("inc"), "-D", "R=1'b0", "-P", "N=5"];
    const checked = await fairlead(["check", ...files, ...how, "--witness", at("w.txt")]);
    expect(checked.stdout).toMatch(/: l\.a fails[\s\S]*: n holds/);
    const verified = await fairlead(["verify", ...files, at("w.txt"), ...how]);
    expect(verified.stdout).toContain("l.a fails: the counterexample is valid");
    const compared = await fairlead(["compare", ...files, ...how, "-e", "reference"]);
    expect(compared.stdout).toMatch(/l\.a: reference +fails/);
    const simulated = await fairlead(["simulate", ...files, ...how]);
    expect(simulated.stdout).toContain("l.r");
    const converted = await fairlead(["convert", ...files, at("out.smv"), ...how]);
    expect(readFileSync(at("out.smv"), "utf8")).toContain("l.r");
    const status = [checked, verified, compared, simulated, converted].map((f) => f.status);
    expect(status).toEqual([1, 2, 1, 0, 0]);
    const apart = await fairlead(["simulate", ...files]);
    expect(apart.stderr).toContain("expected one model, found 2: several Verilog files are one design with --top");
    expect(apart.status).toBe(64);
  });

  it("may have very long expressions; those that nest too deeply are refused with their place", async () => {
    const text = (expression: string) =>
      `module t(input clk, a);\n  wire b = ${expression};\n  x: assert property (@(posedge clk) b == a);\nendmodule\n`;
    const folder = folderWith([
      ["or.sv", text(Array(2000).fill("a").join(" | "))],
      ["not.sv", text(`${"~".repeat(5000)}a`)],
      [
        "remainder.sv",
        "module t(input clk, input [7:0] a);\n  x: assert property (@(posedge clk) a % 8'd5 < 8'd5);\nendmodule\n",
      ],
    ]);
    const long = await fairlead(["check", join(folder, "or.sv"), join(folder, "remainder.sv")]);
    expect(long.stdout).toMatch(/or\.sv: x holds[\s\S]*remainder\.sv: x holds/);
    const deep = await fairlead(["check", join(folder, "not.sv")]);
    expect(deep.stderr).toMatch(/not\.sv:2:3: an expression nests too deeply for the synthesizer/);
    expect([long.status, deep.status]).toEqual([0, 65]);
  });

  it.each([
    ["a name that is none", "  always @(posedge clk) x <= foo(a);", "2:30: Can't resolve function name `\\foo'."],
    ["a module that is not there", "  sub s(.q(a));", "2:3: Module `\\sub' referenced in module"],
    ["a syntax error", "  reg y = = 1;", "2:9: syntax error, unexpected '='"],
  ])("have mistakes with line and column: %s", async (_what, line, message) => {
    const folder = folderWith([["m.v", `module m(input clk, input a, output reg x);\n${line}\nendmodule\n`]]);
    const { status, stderr } = await fairlead(["check", join(folder, "m.v")]);
    expect(stderr).toContain(`m.v:${message}`);
    expect(status).toBe(65);
  });
});

describe("an AIGER file of Yosys", () => {
  const folder = folderWith([
    ["m.aag", "aag 3 1 2 1 0 1\n2\n4 2\n6 4\n6\n6\n"],
    ["m.map", "input 0 0 go\nlatch 0 0 q\nlatch 1 1 q\noutput 0 0 done\n"],
    ["other.map", "latch 7 0 q\n"],
    ["broken.map", "input 0 0 go\nhello\n"],
    ["m.smv", "MODULE main\nVAR x : boolean;\n"],
  ]);
  const at = (name: string) => join(folder, name);

  it("has the names of its map, in formulas and counterexamples", async () => {
    const { status, stdout } = await fairlead([
      "check",
      at("m.aag"),
      "--map",
      at("m.map"),
      "--ltl",
      "G (go -> X q = 1)",
      "--ltl",
      "G !done",
    ]);
    expect(stdout).toMatch(/G !done fails[\s\S]* go {3}= 1[\s\S]* q {4}= 1[\s\S]* done = 1/);
    expect(status).toBe(1);
    const converted = await fairlead(["convert", at("m.aag"), at("named.aag"), "--map", at("m.map")]);
    expect(readFileSync(at("named.aag"), "utf8")).toContain("i0 go\nl0 q<0>\nl1 q<1>\n");
    expect(converted.status).toBe(0);
  });

  it.each([
    ["m.aag", "other.map", "other.map:1:1: the AIGER file has no latch 7: is this the map of another file?"],
    ["m.aag", "broken.map", "broken.map:2:1: expected a line as of 'write_aiger -map'"],
    ["m.smv", "m.map", "has names for an AIGER file, which this is not"],
  ])("%s with %s is refused", async (file, map, message) => {
    const { status, stderr } = await fairlead(["check", at(file), "--map", at(map)]);
    expect(stderr).toContain(message);
    expect(status).toBe(65);
  });
});

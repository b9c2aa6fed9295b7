import { existsSync, mkdirSync, writeFileSync } from "node:fs";
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
    expect(wrong.stderr).toMatch(/^.*rtl\/leaf\.v:2:1: syntax error/);
    writeFileSync(join(folder, "all.f"), "-y lib\n");
    const option = await fairlead(["check", join(folder, "all.f")]);
    expect(option.stderr).toBe(`${join(folder, "all.f")}:1:1: '-y' is not supported in a list of files\n`);
    expect([wrong.status, option.status]).toEqual([65, 65]);
  });
});

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runYosys } from "@yowasp/yosys";
import { afterAll, describe, expect, it } from "vitest";
import { readAigerFile } from "../../src/formats/aiger/read.js";
import { example, fairlead } from "./fairlead.js";

const folder = mkdtempSync(join(tmpdir(), "fairlead-sby-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A counter that moves when it may. Three things come again and again, if `go` does; the last one does not. */
const COUNTER = `module counter (input clk, input go, input other, output reg [1:0] s);
  initial s = 0;
  always @(posedge clk) if (go) s <= s + 1;
  always @(posedge clk) begin
    assume property (s_eventually go);
    assume property (s_eventually !other);
    assume (!(go && other));
    assert property (s_eventually s == 3);
    if (s == 1) assert property (s_eventually s == 0);
    assert property (s_eventually go);
\`ifdef BAD
    assert property (s_eventually other);
\`endif
    assert (s != 0 || !other);
  end
endmodule
`;

/** As SymbiYosys does in its mode 'live': asserts are assumed, and what must come becomes justice. */
const SCRIPT = (define: string) =>
  `read_verilog -sv -formal ${define} counter.sv; prep -top counter; async2sync; opt_clean; formalff -setundef -clk2ff -ff2anyinit; ` +
  "chformal -assert2assume; chformal -cover -remove; flatten; setundef -undriven -anyseq; setattr -unset keep; " +
  "delete -output; opt -full; techmap; opt -fast; formalff -clk2ff -ff2anyinit; simplemap; dffunmap; abc -g AND -fast; opt_clean; " +
  "write_aiger -I -B -zinit -no-startoffset counter.aig";

async function aigerOf(define = ""): Promise<string> {
  const out = (await runYosys(["-q", "-p", SCRIPT(define)], { "counter.sv": COUNTER })) as Record<string, unknown>;
  const file = join(folder, `counter${define}.aig`);
  writeFileSync(file, out["counter.aig"] as Uint8Array);
  return file;
}

describe("fairlead sby", () => {
  it("answers as suprove does, and nothing follows a witness", async () => {
    const fails = await fairlead(["sby", "+simple_liveness", example("arbiter-unfair.aag")]);
    expect(fails.stdout).toMatch(/^1\nj0\n[01x]*\n([01x]+\n)+\.\n$/);
    expect(fails.status).toBe(0);
    const holds = await fairlead(["sby", "+simple_liveness", "--time", "60", example("arbiter-fair.aag")]);
    expect(holds).toMatchObject({ stdout: "0\n", status: 0 });
    expect(await fairlead(["sby", example("arbiter-fair.aag"), "--time", "1e-9"])).toMatchObject({
      stdout: "2\n",
      status: 0,
    });
  });

  it("drops none of Yosys's $live, $fair and $assume", { timeout: 60_000 }, async () => {
    const good = await aigerOf();
    const file = readAigerFile(new Uint8Array(readFileSync(good)));
    // Assertions of single steps are assumed in this mode.
    expect([file.justice.length, file.fairness.length, file.constraints.length]).toEqual([3, 2, 2]);
    expect((await fairlead(["sby", "+simple_liveness", good])).stdout).toBe("0\n");
    const bad = await aigerOf("-DBAD");
    expect((await fairlead(["sby", "+simple_liveness", bad])).stdout).toMatch(/^1\nj\d\n/);
  });
});

const SBY = process.env.FAIRLEAD_SBY ?? "";

describe.skipIf(!existsSync(SBY))("SymbiYosys, where FAIRLEAD_SBY names its sby.py", () => {
  it("passes and fails in mode live", { timeout: 120_000 }, () => {
    const command = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
    writeFileSync(join(folder, "counter.sv"), COUNTER);
    const run = (define: string) => {
      const script = `read -formal ${define} counter.sv\nprep -top counter`;
      const text = `[options]\nmode live\naigsmt none\n[engines]\naiger suprove\n[script]\n${script}\n[files]\ncounter.sv\n`;
      writeFileSync(join(folder, "live.sby"), text);
      const args = [SBY, "-f", "--suprove", `${process.execPath} ${command} sby`, "live.sby"];
      return spawnSync("python3", args, { cwd: folder, encoding: "utf8" }).stdout;
    };
    expect(run("")).toContain("DONE (PASS, rc=0)");
    expect(run("-DBAD")).toContain("engine_0 (aiger suprove) returned FAIL");
  });
});

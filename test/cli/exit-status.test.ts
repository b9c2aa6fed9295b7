import { spawn } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { alternating } from "../../bench/bombs/bombs.js";
import { EXIT, statusOf } from "../../src/cli/exit.js";
import { explain } from "../../src/cli/explain.js";
import { counterAag, example, fairlead, MAIN, run, temporaryFolder } from "./fairlead.js";

const here = temporaryFolder();
function file(name: string, text: string): string {
  writeFileSync(join(here, name), text);
  return join(here, name);
}

const holds = file("holds.aag", "aag 1 0 1 0 0 0 0 1 0\n2 2\n1\n2\n"); // the latch stays 0
const fails = file("fails.aag", "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\n"); // it blinks
const stuck = file("stuck.aag", "aag 0 0 0 0 0 0 1\n0\n"); // a constraint that nothing keeps
const none = file("none.aag", "aag 0 0 0 0 0\n");
const broken = file("broken.aag", "aag 1 x\n");
const missing = join(here, "missing.aag");
const lasso = file("lasso.txt", "1\nj0\n0\n\n\n.\n");
const noLasso = file("no-lasso.txt", "1\nj0\n0\n\n.\n");
symlinkSync("/dev/full", join(here, "full.aig"));
const claim = file("claim.txt", "0\nj0\n.\n");

describe("the exit status of each command, as docs/reference/exit-status.md says", () => {
  it.each([
    [["check", holds], 0],
    [["check", none], 0],
    [["check", fails], 1],
    [["check", holds, fails], 1],
    [["check", example("arbiter-fair.aag"), "-e", "bmc", "--opt", "bound=1"], 2],
    [["check", fails, example("arbiter-fair.aag"), "-e", "bmc", "--opt", "bound=1"], 1],
    [["check", holds, "--opt", "x"], 64],
    [["check", missing], 65],
    [["check", broken, holds], 65],
    [["check", broken, fails], 1],
    [["check", example("arbiter-fair.aag"), broken, "-e", "bmc", "--opt", "bound=1"], 65],
    [["check", fails, "--vcd", join(here, "none", "w.vcd")], 73],
    [["check", fails, "--vcd", "/proc/w.vcd"], 73], // where nobody may write, root neither
    [["check", fails, "--vcd", "/dev/full"], 74],
    [["compare", holds, "-e", "reference"], 0],
    [["compare", fails, "-e", "reference"], 1],
    [["compare", example("arbiter-fair.aag"), "-e", "bmc", "-t", "0.1"], 2],
    [["compare", holds, "-e", "magic"], 64],
    [["compare", broken], 65],
    [["compare", missing], 65],
    [["compare", none], 0],
    [["verify", fails, lasso], 0],
    [["verify", fails, noLasso], 1],
    [["verify", fails, claim], 2],
    [["verify", fails], 64],
    [["verify", fails, missing], 65],
    [["verify", missing, lasso], 65],
    [["verify", broken, lasso], 65],
    [["verify", holds, fails, lasso], 64],
    [["hwmcc", holds], 0],
    [["hwmcc", fails], 1],
    [["hwmcc", none], 64],
    [["hwmcc", missing], 65],
    [["hwmcc", broken], 65],
    [["hwmcc", example("arbiter-fair.aag"), "--time", "1e-9"], 2],
    [["hwmcc", fails, join(here, "none", "w.txt")], 73],
    [["hwmcc", fails, "/proc/w.txt"], 73],
    [["hwmcc", fails, "/dev/full"], 74],
    [["simulate", fails], 0],
    [["simulate", stuck], 2],
    [["simulate", fails, "--steps", "no"], 64],
    [["simulate", broken], 65],
    [["simulate", missing], 65],
    [["simulate", fails, "--time", "1e-9"], 2],
    [["convert", fails, join(here, "out.aig")], 0],
    [["convert", fails, "out.xyz"], 64],
    [["convert", fails], 64],
    [["convert", holds, fails, join(here, "out.aig")], 64],
    [["convert", fails, join(here, "out.aig"), "--time", "1e-9"], 2],
    [["convert", broken, join(here, "out.aig")], 65],
    [["convert", missing, join(here, "out.aig")], 65],
    [["convert", fails, join(here, "none", "out.aig")], 73],
    [["convert", fails, "/proc/out.aig"], 73],
    [["convert", fails, join(here, "full.aig")], 74],
    [["ltl", "G a"], 0],
    [["ltl"], 64],
    [["ltl", "G (a"], 65],
    [["ltl", "G a", "--time", "1e-9"], 2],
    [["engines"], 0],
    [["engines", "--no"], 64],
  ])("fairlead %j", async (args, expected) => {
    const { status, stderr, stdout } = await fairlead(args);
    expect(status, stdout + stderr).toBe(expected);
    if (expected > 2) expect(stderr).toMatch(/./);
    expect(stderr).not.toContain("    at ");
  });
});

/** What each command prints something for. */
const PRINTING: Readonly<Record<string, readonly string[]>> = {
  check: ["check", fails],
  compare: ["compare", fails, "-e", "reference"],
  verify: ["verify", fails, lasso],
  hwmcc: ["hwmcc", fails],
  simulate: ["simulate", fails],
  ltl: ["ltl", "G a"],
  engines: ["engines"],
};

describe.each(Object.entries(PRINTING))("%s", (_name, args) => {
  const shell = (script: string) => run("bash", ["-c", script, "bash", process.execPath, MAIN, ...args]);

  it("says in one line, with 74, that standard output cannot be written", async () => {
    const { status, stderr } = await shell('"$@" > /dev/full');
    expect([status, stderr]).toEqual([74, "fairlead: standard output cannot be written: no space is left\n"]);
  });

  it("ends silently with 141 where nobody reads", async () => {
    // The reader has gone before the command starts.
    const { status, stderr } = await shell('exec 3> >(exec true); wait $!; exec "$@" >&3');
    expect([status, stderr]).toEqual([141, ""]);
  });
});

describe("Ctrl-C", () => {
  const counter = file("slow.aag", counterAag(40));
  const product = file("product.smv", "MODULE main\nVAR w : word[4096]; v : word[4096];\nINVARSPEC w * v = v * w;\n");
  const formula = alternating(150);
  /** What takes far longer than a test, and the status that a shell shows. */
  it.each([
    [["check", counter, "-e", "reference", "--opt", "states=200000000", "--verbose"], 2],
    [["compare", counter, "-e", "reference", "-t", "1000"], 2],
    [["verify", product, file("run.txt", "1\nb0\n\n.\n")], "SIGINT"],
    [["convert", product, join(here, "product.aig")], "SIGINT"],
    [["hwmcc", counter], 2],
    [["simulate", fails, "--steps", "1000000000"], 2],
    [["ltl", formula, "--memory", "100000"], "SIGINT"],
  ] as const)("ends fairlead %j", async (args, expected) => {
    const child = spawn(process.execPath, [MAIN, ...args], { stdio: ["ignore", "ignore", "pipe"] });
    const timer = setInterval(() => child.kill("SIGINT"), 500);
    const ended = await new Promise<number | string>((done) =>
      child.on("close", (status, signal) => done(status ?? signal!)),
    );
    clearInterval(timer);
    // A process that is still starting, or gets a second signal, ends by it.
    expect([expected, "SIGINT"]).toContain(ended);
  });
});

it("a file with nothing to check is named, alone and among others", async () => {
  expect((await fairlead(["check", none])).stdout).toBe(`${none}: nothing to check: no properties\n`);
  const { stdout, stderr } = await fairlead(["check", none, holds, "--json"]);
  expect(stderr).toBe(`${none}: nothing to check: no properties\n`);
  expect(JSON.parse(stdout)).toMatchObject({ complete: true, results: [{ answer: "holds" }] });
});

it("a bug counts for more than a failure, a failure for more than a bad file, that for more than an open question", () => {
  expect(statusOf(["fails"], [EXIT.input, EXIT.internal])).toBe(EXIT.internal);
  expect(statusOf(["fails", "unknown"], [EXIT.input])).toBe(EXIT.fails);
  expect(statusOf(["holds", "unknown"], [EXIT.input])).toBe(EXIT.input);
  expect(statusOf(["holds", "unknown"])).toBe(EXIT.unknown);
  expect(statusOf([])).toBe(EXIT.holds);
});

it("a process that gets no memory from the machine has no verdict, and its status says none", () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  expect(explain(new RangeError("WebAssembly.Memory(): could not allocate memory"))).toBe(EXIT.system);
  expect(said.mock.calls).toEqual([["fairlead: the machine does not give this process the memory that it needs"]]);
  said.mockRestore();
});

it("documents, help and code name the same statuses", async () => {
  const statuses = Object.values(EXIT).filter((status) => status !== EXIT.closedPipe);
  const text = readFileSync(new URL("../../docs/reference/exit-status.md", import.meta.url), "utf8");
  expect([...text.matchAll(/^\| (\d+) \|/gm)].map((m) => Number(m[1]))).toEqual(statuses);
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const rows = readme.slice(readme.indexOf("| exit status |")).split("\n\n")[0]!;
  expect([...rows.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap((m) => m[1]!.split(", ").map(Number))).toEqual(statuses);
  const { stdout } = await fairlead(["--help"]);
  for (const status of statuses) expect(stdout.slice(stdout.indexOf("Exit status:"))).toContain(`${status} `);
});

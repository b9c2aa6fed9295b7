import type { ChildProcess } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  open,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { counterAag, example, type Finished, MAIN, run, temporaryFolder } from "./fairlead.js";

const UNFAIR = readFileSync(example("arbiter-unfair.aag"), "utf8");
const SMV = "MODULE main\nVAR x : boolean;\nASSIGN init(x) := TRUE; next(x) := x;\nLTLSPEC G x\n";

/** A folder with `m.aag`, a model whose property fails, as the working folder of the command. */
function folder() {
  const path = temporaryFolder();
  writeFileSync(join(path, "m.aag"), UNFAIR);
  return {
    path,
    at: (name: string) => join(path, name),
    read: (name: string) => readFileSync(join(path, name), "utf8"),
    names: () => readdirSync(path).sort(),
    fairlead: (...args: string[]): Promise<Finished> => run(process.execPath, [MAIN, ...args], undefined, path),
    /** In a shell, `fairlead` being the command. */
    shell: (script: string, during?: (child: ChildProcess) => void): Promise<Finished> => {
      const command = `fairlead() { '${process.execPath}' '${MAIN}' "$@"; }; ${script}`;
      return run("bash", ["-c", command], during, path);
    },
  };
}

describe("a file that is read is never overwritten", () => {
  it.each([
    ["its name", "m.aag"],
    ["another spelling of it", "./m.aag"],
    ["a symbolic link", "soft.aag"],
    ["a hard link", "hard.aag"],
  ])("by %s: refused before the work", async (_, output) => {
    const here = folder();
    symlinkSync("m.aag", here.at("soft.aag"));
    linkSync(here.at("m.aag"), here.at("hard.aag"));
    for (const option of ["--vcd", "--svg", "--witness", "--certificate", "--tree-dot"]) {
      const { status, stdout, stderr } = await here.fairlead("check", "m.aag", option, output);
      expect(stderr).toBe(`fairlead: ${option} ${output} would overwrite m.aag, which is read\n`);
      expect([status, stdout]).toEqual([64, ""]);
      if (_ !== "its name") break;
    }
    expect(here.read("m.aag")).toBe(UNFAIR);
  });

  it("by convert, hwmcc, a file of formulas, one of a folder, or standard input", async () => {
    const here = folder();
    writeFileSync(here.at("m.smv"), SMV);
    writeFileSync(here.at("p.ltl"), "G x");
    for (const name of ["m.ctl", "f.fair", "m.map", "in.v"]) writeFileSync(here.at(name), "");
    writeFileSync(here.at("m.v"), '`include "in.v"\n');
    writeFileSync(here.at("all.f"), "-f more.f\n");
    writeFileSync(here.at("more.f"), "m.v\n");
    mkdirSync(here.at("models"));
    copyFileSync(here.at("m.aag"), here.at("models/a.aag"));
    for (const [script, message] of [
      ["convert m.smv m.smv", "<out> m.smv would overwrite m.smv"],
      ["convert - m.smv < m.smv", "<out> m.smv would overwrite -"],
      ["hwmcc m.aag m.aag", "[witness] m.aag would overwrite m.aag"],
      ["check m.smv --properties p.ltl --witness p.ltl", "--witness p.ltl would overwrite p.ltl"],
      ["check m.v --fair f.fair --vcd f.fair", "--vcd f.fair would overwrite f.fair"],
      ["check m.v --vcd m.ctl", "--vcd m.ctl would overwrite m.ctl"],
      ["check m.v --vcd in.v", "--vcd in.v would overwrite in.v"],
      ["check all.f --vcd more.f", "--vcd more.f would overwrite more.f"],
      ["check all.f --vcd m.v", "--vcd m.v would overwrite m.v"],
      ["check m.aag --map m.map --vcd m.map", "--vcd m.map would overwrite m.map"],
      ["check models --witness models/a.aag", "--witness models/a.aag would overwrite models/a.aag"],
    ]) {
      const { status, stderr } = await here.shell(`fairlead ${script}`);
      expect({ status, stderr }).toEqual({ status: 64, stderr: `fairlead: ${message}, which is read\n` });
    }
    expect([here.read("m.smv"), here.read("p.ltl"), here.read("models/a.aag")]).toEqual([SMV, "G x", UNFAIR]);
  });
});

describe("two outputs are two files", () => {
  it.each([
    ["check m.aag --svg w --vcd ./w", "--svg w and --vcd ./w are one file"],
    ["check m.aag --witness link --vcd w", "--vcd w and --witness link are one file"],
    ["hwmcc m.aag w w", "[certificate] w and [witness] w are one file"],
    ["check m.aag --vcd w > w", "--vcd w and standard output are one file"],
    [
      "check m.aag --json --vcd /dev/stdout | cat; exit $PIPESTATUS",
      "--vcd /dev/stdout: standard output is for --json",
    ],
  ])("%s: refused before the work", async (script, message) => {
    const here = folder();
    symlinkSync("w", here.at("link"));
    const { status, stderr } = await here.shell(`fairlead ${script}`);
    expect(stderr).toBe(`fairlead: ${message}\n`);
    expect(status).toBe(64);
  });
});

describe("files are written beside and renamed", () => {
  it("in place of a link's target, with the mode that the file had", async () => {
    const here = folder();
    writeFileSync(here.at("old.vcd"), "old");
    chmodSync(here.at("old.vcd"), 0o640);
    symlinkSync("old.vcd", here.at("link.vcd"));
    symlinkSync("new.svg", here.at("link.svg"));
    expect((await here.fairlead("check", "m.aag", "--vcd", "link.vcd", "--svg", "link.svg")).status).toBe(1);
    expect(here.read("old.vcd")).toContain("$timescale");
    expect(statSync(here.at("old.vcd")).mode & 0o777).toBe(0o640);
    expect(here.read("new.svg")).toContain("<svg");
    expect(here.names()).toEqual(["link.svg", "link.vcd", "m.aag", "new.svg", "old.vcd"]);
  });

  it("so that a file that grew too large leaves nothing, and the one before stays", async () => {
    const here = folder();
    writeFileSync(here.at("w.svg"), "old");
    const { status, stderr } = await here.shell("ulimit -f 1; fairlead check m.aag --svg w.svg");
    expect(stderr).toBe("fairlead: w.svg cannot be written: it would be too large\n");
    expect(status).toBe(74);
    expect([here.read("w.svg"), here.names()]).toEqual(["old", ["m.aag", "w.svg"]]);
  });

  it("and nothing half written is left by a signal, whenever it comes", async () => {
    const here = folder();
    writeFileSync(here.at("big.aag"), counterAag(30_000));
    let watcher: ReturnType<typeof watch> | undefined;
    const args = [MAIN, "convert", "big.aag", "big.smv"];
    const during = (child: ChildProcess) => {
      watcher = watch(here.path, () => child.kill("SIGTERM"));
    };
    await run(process.execPath, args, during, here.path);
    watcher?.close();
    if (existsSync(here.at("big.smv"))) expect(here.read("big.smv")).toMatch(/\n$/);
    expect(here.names().filter((name) => name.startsWith(".fairlead"))).toEqual([]);
  });
});

describe("pipes and devices can be written to", () => {
  it("/dev/stdout in a pipe and in a file, after the answer; /dev/null for several at once", async () => {
    const here = folder();
    const piped = await here.shell("fairlead check m.aag --vcd /dev/stdout | cat");
    expect(piped.stdout).toMatch(/client 1 is served fails[\s\S]*\$timescale[\s\S]*#30\n$/);
    await here.shell("fairlead check m.aag --vcd /dev/stdout > out");
    expect(here.read("out")).toMatch(/client 1 is served fails[\s\S]*\$timescale[\s\S]*#30\n$/);
    expect((await here.fairlead("check", "m.aag", "--vcd", "/dev/null", "--svg", "/dev/null")).status).toBe(1);
  });

  it("a named pipe", async () => {
    const here = folder();
    await here.shell("mkfifo pipe");
    const { stdout } = await here.shell("fairlead check m.aag --vcd pipe > out & cat pipe; wait");
    expect(stdout).toMatch(/^\$timescale[\s\S]*#30\n$/);
    expect(statSync(here.at("pipe")).isFIFO()).toBe(true);
  });
});

describe("what cannot be written is one line and never a verdict:", () => {
  it.each([
    ["check m.aag > /dev/full", 74, "standard output cannot be written: no space is left"],
    ["engines > /dev/full", 74, "standard output cannot be written: no space is left"],
    ["check m.aag --vcd /dev/full > out", 74, "/dev/full cannot be written: no space is left"],
    ["check m.aag --vcd . > out", 73, ". cannot be written: it is a folder"],
    ["check m.aag --vcd none/w.vcd > out", 73, "none/w.vcd cannot be written: there is no such folder"],
    ["check m.aag --vcd loop > out", 73, "loop cannot be written: it is a link that leads to itself"],
    ["check m.aag --vcd /sys/w.vcd > out", 73, "/sys/w.vcd cannot be written: not allowed"],
    ["convert m.aag /sys/w.aag", 73, "/sys/w.aag cannot be written: not allowed"],
    ["verify m.aag proof.aag --dump /sys/queries", 73, "/sys/queries cannot be written: not allowed"],
  ])("%s: status %i", async (script, expected, message) => {
    const here = folder();
    symlinkSync("loop", here.at("loop"));
    if (script.startsWith("verify"))
      await here.fairlead("check", "m.aag", "--ltl", "G 1", "--certificate", "proof.aag");
    const { status, stderr } = await here.shell(
      `fairlead ${script}${script.startsWith("verify") ? " --ltl 'G 1'" : ""}`,
    );
    expect(stderr).toBe(`fairlead: ${message}\n`);
    expect(status).toBe(expected);
  });

  it("messages that nobody can read: status 74", async () => {
    expect((await folder().shell("fairlead check m.aag --verbose 2> /dev/full")).status).toBe(74);
  });

  it("but a pipe that is closed early is met with silence, and the status of SIGPIPE", async () => {
    const here = folder();
    const files = Array(20).fill("m.aag").join(" ");
    const script = `fairlead check ${files} -e reference | head -1; exit \${PIPESTATUS[0]}`;
    const { status, stdout, stderr } = await here.shell(script);
    expect(stdout).toMatch(/^m\.aag: client 1 is served fails.*\n$/);
    expect([status, stderr]).toEqual([141, ""]);
  });
});

describe("a folder is walked once, whatever its links", () => {
  it("to its parent, to itself, and to files and folders beside and below it", async () => {
    const here = folder();
    for (const name of ["models", "models/deep", "others"]) mkdirSync(here.at(name));
    for (const name of ["models/a.aag", "models/deep/b.aag", "others/c.aag"]) writeFileSync(here.at(name), UNFAIR);
    symlinkSync("..", here.at("models/parent"));
    symlinkSync(".", here.at("models/self"));
    symlinkSync("..", here.at("models/deep/up"));
    symlinkSync("a.aag", here.at("models/a-link.aag"));
    symlinkSync("../others", here.at("models/z-others"));
    await here.shell("mkfifo models/pipe.aag");
    const { stdout } = await here.fairlead("check", "models", "-e", "reference", "--json");
    const files = JSON.parse(stdout).results.map((r: { file: string }) => r.file);
    expect(files).toEqual(["models/a.aag", "models/deep/b.aag", "models/z-others/c.aag"]);
  });
});

describe("what is not a file", () => {
  it.each([
    ["/dev/full", "/dev/full: is a device, not a file"],
    ["/dev/zero", "/dev/zero: is a device, not a file"],
    ["- < /dev/zero", "-: is larger than 512 MB"],
    [". --properties /dev/zero.ltl", "/dev/zero.ltl: no such file"],
    ["m.aag/x", "m.aag/x: no such file"],
    ["loop.aag", "loop.aag: is a link that leads to itself"],
  ])("%s is refused with the reason", async (argument, message) => {
    const here = folder();
    symlinkSync("loop.aag", here.at("loop.aag"));
    const { status, stderr } = await here.shell(`fairlead check ${argument}`);
    expect({ status, stderr }).toEqual({ status: 65, stderr: `${message}\n` });
  });

  it("is refused as evidence, and as a model to convert or simulate, too", async () => {
    const here = folder();
    for (const [command, file] of [
      ["verify m.aag .", "."],
      ["convert . x.aag", "."],
      ["simulate .", "."],
      ["hwmcc .", "."],
    ]) {
      const { status, stderr } = await here.shell(`fairlead ${command}`);
      expect({ status, stderr }).toEqual({ status: 65, stderr: `${file}: is a folder\n` });
    }
  });

  it("but has an end is read: a pipe, also by convert, and /dev/stdin", async () => {
    const here = folder();
    await here.shell("mkfifo pipe pipe.smv");
    writeFileSync(here.at("m.smv"), SMV);
    const named = await here.shell("cat m.aag > pipe & fairlead check pipe");
    expect(named.stdout).toMatch(/^pipe: client 1 is served fails/);
    const converted = await here.shell("cat m.smv > pipe.smv & fairlead convert pipe.smv out.aag");
    expect([converted.status, converted.stderr]).toEqual([0, ""]);
    const standard = await here.shell("fairlead check /dev/stdin < m.aag; cat m.aag | fairlead check /dev/stdin");
    expect(standard.stdout.match(/^\/dev\/stdin: client 1 is served fails/gm)).toHaveLength(2);
  });

  it("a pipe that nobody writes to does not keep an interrupt from ending the run with what is known", async () => {
    const here = folder();
    await here.shell("mkfifo pipe");
    const args = [MAIN, "check", "m.aag", "pipe", "--json"];
    const { status, stdout } = await run(
      process.execPath,
      args,
      // It can be opened as soon as it is being read.
      (child) => open(here.at("pipe"), "w", () => child.kill("SIGINT")),
      here.path,
    );
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, notBegun: [{ file: "pipe" }] });
    expect(status).toBe(1);
  });
});

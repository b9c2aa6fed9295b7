import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addCheckCommand } from "../../src/cli/commands/check.js";
import { type Finished, fairlead, fileWith, temporaryFolder } from "./fairlead.js";

// Every option of `check` does something on every kind of model, or is refused by name with status 64.

/** A token that goes round among three places, and may be kept for ever; an observer is never told of anything. */
const SMV = `MODULE main
VAR n : 0..2; e : boolean;
ASSIGN init(n) := 0; next(n) := {n, (n + 1) mod 3}; init(e) := FALSE; next(e) := e;
LTLSPEC NAME moves := G F n = 1;
LTLSPEC NAME quiet := G !e;
`;
const PROGRAM = `import { bool, int, system } from "fairlead/model";
const s = system("s", { n: int(0, 2), e: bool });
const { n } = s.vars;
s.process("p", {}, { go: { do: [n.set(n.plus(1).mod(3))] }, stay: { do: [n.set(n)] } });
s.property("moves", "G F n = 1").property("quiet", "G !e");
export { s };
`;
const AIGER = `aag 3 1 2 0 0 0 0 2 0
2
4 2
6 6
1
1
4
6
l0 n
l1 e
j0 moves
j1 quiet
`;
/** Whatever the format: `moves` fails, `quiet` holds. */
const MODELS = { AIGER: ["m.aag", AIGER], SMV: ["m.smv", SMV], program: ["m.mjs", PROGRAM] } as const;
type Kind = keyof typeof MODELS;
const FAILS = ["-p", "moves", "-e", "reference"];

interface Ran extends Finished {
  readonly folder: string;
  /** The content of a file that was to be written; null if it was not. */
  written(name: string): string | null;
}

interface Case {
  /** Further arguments; `FOLDER` stands for a folder of its own. */
  readonly with: readonly string[];
  /** What shows that the option did something. */
  readonly shows: (ran: Ran) => unknown;
  /** Kinds that refuse it, by this text. */
  readonly refused?: Partial<Record<Kind, string>>;
}

const says = (text: string | RegExp) => (ran: Ran) => expect(ran.stdout + ran.stderr).toMatch(text);
const writes = (name: string, text: string | RegExp) => (ran: Ran) => expect(ran.written(name)).toMatch(text);
const NO_VERILOG = (option: string) => {
  const text = `${option} is for Verilog files`;
  return { AIGER: text, SMV: text, program: text };
};
const NO_QUEUE = (option: string) => {
  const text = `${option} is about --queue, which is not given`;
  return { AIGER: text, SMV: text, program: text };
};
const BLIF = "--fair is for Verilog, BLIF or BLIF-MV files, and there is none";
const NO_BLIF = { AIGER: BLIF, SMV: BLIF, program: BLIF };
const never = () => {
  throw new Error("it is refused");
};

const CASES: Record<string, Case> = {
  "--property": {
    with: ["--property", "quiet", "-e", "reference"],
    shows: (r) => expect(r.stdout).not.toContain("moves"),
  },
  "--engine": { with: [...FAILS.slice(0, 2), "--engine", "bmc"], shows: says(/fails.*\(bmc/) },
  "--opt": { with: [...FAILS, "--opt", "states=1"], shows: says(/unknown: bound/) },
  "--time": { with: [...FAILS, "--time", "1e-9"], shows: says(/unknown: time|takes more time|s passed/) },
  "--check-time": {
    with: ["-p", "quiet", "-e", "rlive", "--check-time", "1e-9"],
    shows: says(/holds, uncertified/),
  },
  "--memory": { with: [...FAILS, "--memory", "0.001"], shows: says(/memory/) },
  "--threads": {
    with: ["-p", "quiet", "-e", "fair", "--threads", "many"],
    shows: says(/--threads.*positive whole number/),
  },
  "--seed": { with: [...FAILS, "--seed", "none"], shows: says(/--seed.*positive whole number/) },
  "--vacuity": {
    with: ["--ltl", "G (e -> F n = 1)", "--vacuity", "error", "-e", "reference"],
    shows: (r) => expect(r).toMatchObject({ status: 1, stdout: expect.stringContaining("holds vacuously") }),
  },
  "--signals": { with: [...FAILS, "--signals", "n,nope"], shows: says(/no signal is called 'nope'/) },
  "--all": {
    with: [...FAILS, "--all"],
    shows: says(/\be += (0|FALSE)/),
    refused: { program: "--all is for circuits" },
  },
  "--radix": { with: [...FAILS, "--radix", "oct"], shows: says(/--radix.*bin, dec, hex/) },
  "--why": {
    with: ["--ltl", "G F n = 1", "-e", "reference", "--why"],
    shows: says(/ (in|after) step .*\n +G/),
  },
  "--shortest": { with: [...FAILS, "--shortest"], shows: says(/a shortest one: none has fewer than \d step/) },
  "--deterministic": {
    with: ["-p", "quiet", "--deterministic", "--time", "5"],
    shows: says(/--deterministic and --time: it is limited by --work/),
  },
  "--work": { with: ["-p", "quiet", "--deterministic", "--work", "few"], shows: says(/--work.*positive whole number/) },
  "--json": {
    with: [...FAILS, "--json"],
    shows: (r) => expect(JSON.parse(r.stdout).results[0].witness.loop).toBeTypeOf("number"),
  },
  "--nusmv": { with: [...FAILS, "--nusmv"], shows: says(/is false\n[\s\S]*-> State: 1\.1 <-\n {4}/) },
  "--verbose": { with: [...FAILS, "--verbose"], shows: (r) => expect(r.stderr).toMatch(/^\{"file":/) },
  "--tree": { with: ["-p", "moves", "-e", "dnc", "--tree"], shows: says(/everything: /) },
  "--tree-dot": {
    with: ["-p", "moves", "-e", "dnc", "--tree-dot", "FOLDER/tree.dot"],
    shows: writes("tree.dot", /^digraph/),
  },
  "--witness": {
    with: [...FAILS, "--witness", "FOLDER/w.txt"],
    shows: writes("w.txt", /^1\n(j0|c fairlead property moves)\n/),
  },
  "--certificate": {
    with: ["-p", "quiet", "-e", "rlive", "--certificate", "FOLDER/proof.aag"],
    shows: writes("proof.aag", /^aag /),
    refused: { program: "--certificate is for circuits" },
  },
  "--certificate-format": {
    with: ["-p", "quiet", "-e", "rlive", "--certificate", "FOLDER/proof.aag", "--certificate-format", "ranked"],
    // A proof of a formula may have no such form, which is said.
    shows: (r) => expect((r.written("proof.model.aag") ?? "") + r.stderr).toMatch(/^aag |ranked witness/),
    refused: { program: "--certificate is for circuits" },
  },
  "--vcd": {
    with: [...FAILS, "--vcd", "FOLDER/w.vcd"],
    shows: writes("w.vcd", /\$var wire \d+ . n (\[1:0\] )?\$end[\s\S]*in_loop/),
  },
  "--svg": { with: [...FAILS, "--svg", "FOLDER/w.svg"], shows: writes("w.svg", /^<svg[\s\S]*>loop</) },
  "--sequence": {
    with: [...FAILS, "--sequence", "FOLDER/chart.txt"],
    shows: writes("chart.txt", /^-- loop starts here$/m),
    refused: { AIGER: "--sequence is for programs", SMV: "--sequence is for programs" },
  },
  "--unused": {
    with: [...FAILS, "--unused"],
    shows: says(/s: 3 states, of 6 that the domains allow/),
    refused: { AIGER: "--unused is for programs", SMV: "--unused is for programs" },
  },
  "--report": {
    with: [...FAILS, "--report", "FOLDER/r.sarif", "--report", "FOLDER/r.itf.json", "--report", "github"],
    shows: (r) => {
      expect(r.stdout).toMatch(/^::error file=.*title=moves fails%3A a loop /m);
      expect(JSON.parse(r.written("r.sarif")!).runs[0].results[0].message.text).toMatch(/^moves fails: a loop /);
      expect(JSON.parse(r.written("r.itf.json")!).loop).toBeTypeOf("number");
    },
  },
  "--ltl": { with: ["--ltl", "G F !e", "-e", "reference"], shows: says(/: [^\n]*!e[^\n]* holds/) },
  "--ctl": { with: ["--ctl", "EF e", "-e", "reference"], shows: says(/EF e fails/) },
  "--pattern": { with: ["--pattern", "absence(e)", "-e", "reference"], shows: says(/: [^\n]*!\(?e[^\n]* holds/) },
  "--properties": { with: ["--properties", "FOLDER/f.ltl", "-e", "reference"], shows: says(/: [^\n]*!e[^\n]* holds/) },
  "--map": {
    with: [...FAILS, "--map", "FOLDER/m.map"],
    shows: says(/ clk = /),
    refused: { SMV: "has names for an AIGER file", program: "--map has names for an AIGER file" },
  },
  "--config": { with: ["--config", "FOLDER/s.json"], shows: says(/--config has its own files/) },
  "--watch": { with: [...FAILS, "--watch", "--json"], shows: says(/--watch and --json: choose one/) },
  "--since": {
    with: [...FAILS, "--since", "FOLDER/old.json"],
    shows: says(/1 changed since .*\n.*moves: fails, was holds\n/),
  },
  "--queue": {
    with: [...FAILS, "--queue", "redis://127.0.0.1:1"],
    shows: (r) => expect(r).toMatchObject({ status: 74, stderr: expect.stringContaining("cannot be used as a queue") }),
  },
  "--detach": { with: [...FAILS, "--detach"], shows: never, refused: NO_QUEUE("--detach") },
  "--trust-workers": { with: [...FAILS, "--trust-workers"], shows: never, refused: NO_QUEUE("--trust-workers") },
  "--telemetry": { with: [...FAILS, "--telemetry"], shows: never, refused: NO_QUEUE("--telemetry") },
  "--store": { with: [...FAILS, "--store", "FOLDER"], shows: never, refused: NO_QUEUE("--store") },
  "--top": { with: [...FAILS, "--top", "m"], shows: never, refused: NO_VERILOG("--top") },
  "--include": { with: [...FAILS, "--include", "."], shows: never, refused: NO_VERILOG("--include") },
  "--define": { with: [...FAILS, "--define", "A=1"], shows: never, refused: NO_VERILOG("--define") },
  "--dialect": { with: [...FAILS, "--dialect", "vis"], shows: never, refused: NO_VERILOG("--dialect") },
  "--fair": { with: [...FAILS, "--fair", "FOLDER/f.ltl"], shows: never, refused: NO_BLIF },
  "--parameter": { with: [...FAILS, "--parameter", "A=1"], shows: never, refused: NO_VERILOG("--parameter") },
};

async function ran(kind: Kind, given: readonly string[]): Promise<Ran> {
  const folder = temporaryFolder();
  const [name, text] = MODELS[kind];
  const formulas = fileWith("f.ltl", "G F !e\n");
  const map = fileWith("m.map", "input 0 0 clk\n");
  const args = given.map((a) =>
    a.replace("FOLDER/f.ltl", formulas).replace("FOLDER/m.map", map).replace("FOLDER", folder),
  );
  const model = fileWith(name, text);
  const old = { results: [{ file: model, property: "moves", answer: "holds" }] };
  writeFileSync(join(folder, "old.json"), JSON.stringify(old));
  const finished = await fairlead(["check", model, ...args]);
  const written = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : null);
  return { ...finished, folder, written };
}

describe("numbers of options", () => {
  const model = fileWith("m.aag", AIGER);
  it.each([
    ["check", "--threads", ["1.5", "0", "-1", "1e999", "2^3"]],
    ["check", "--seed", ["-1", "0.5", "nan", "1e16"]],
    ["check", "--work", ["1.5", "0"]],
    ["check", "--time", ["nan", "-1", "0", "1e999", "Infinity", " "]],
    ["check", "--check-time", ["nan", "1e999"]],
    ["check", "--memory", ["0", "-0", "1e999"]],
    ["compare", "--time", ["0", "1e999"]],
    ["compare", "--memory", ["-1"]],
    ["simulate", "--steps", ["1.5", "0"]],
    ["simulate", "--seed", ["1.5"]],
    ["graph", "--states", ["1.5", "-3"]],
    ["hwmcc", "--threads", ["1.5"]],
    ["sby", "--threads", ["1.5"]],
    ["verify", "--time", ["1e999"]],
    ["convert", "--memory", ["nan"]],
  ])("of %s %s are those that mean something, and what is counted has no fractions", async (command, option, wrong) => {
    for (const text of wrong) {
      const { status, stdout, stderr } = await fairlead([command, model, option, text]);
      expect([text, status, stdout]).toEqual([text, 64, ""]);
      expect(stderr).toMatch(/expected a positive (whole )?number/);
    }
  });
});

describe("an empty path, as an unset variable of a script leaves it, is wrong usage before any work:", () => {
  const model = fileWith("m.aag", AIGER);
  const paths = ["--witness", "--certificate", "--vcd", "--svg", "--tree-dot", "--report", "--since", "--properties"];
  it.each([
    ...[...paths, "--sequence", "--map", "--fair", "--include", "--store"].map((o) => ["check", [model, o, ""], o]),
    ["check", ["--config", ""], "--config"],
    ["check", [""], null],
    ["check", [model, ""], null],
    ["compare", [model, "--csv", ""], "--csv"],
    ["compare", [model, "--cactus", ""], "--cactus"],
    ["simulate", [model, "--vcd", ""], "--vcd"],
    ["graph", [model, "--output", ""], "--output"],
    ["verify", [model, model, "--dump", ""], "--dump"],
    ["verify", [model, ""], null],
    ["convert", [model, ""], null],
    ["hwmcc", [model, "", "proof.aag"], null],
    ["view", [""], null],
    ["init", [""], null],
  ] as [string, string[], string | null][])("%s %j", async (command, args, option) => {
    const message = `fairlead: ${option === null ? "" : `${option}: `}expected a path, found an empty text\n`;
    expect(await fairlead([command, ...args])).toMatchObject({ status: 64, stdout: "", stderr: message });
  });
});

describe("the options of check", () => {
  it("are all in this table", () => {
    const program = new Command();
    addCheckCommand(program);
    const options = program.commands[0]!.options.map((o) => o.long);
    expect(Object.keys(CASES).sort()).toEqual([...options].sort());
  });

  const rows = Object.keys(CASES).flatMap((option) =>
    (Object.keys(MODELS) as Kind[]).map((kind) => [option, kind] as const),
  );
  it.each(rows)("%s does something on %s, or is refused by name", async (option, kind) => {
    const { with: given, shows, refused } = CASES[option]!;
    const result = await ran(kind, given);
    const message = refused?.[kind];
    if (message === undefined) {
      shows(result);
      return;
    }
    expect(result.stderr).toContain(message);
    expect(result.stdout).toBe("");
    expect(result.status).toBe(message.includes("an AIGER file") && kind === "SMV" ? 65 : 64);
  });

  it.each(Object.keys(MODELS) as Kind[])(
    "--signals tells names that no signal has, whatever the answer: %s",
    async (kind) => {
      const note = "no signal is called 'nope'";
      for (const [property, form] of ["moves", "quiet"].flatMap(
        (p) =>
          [
            [p, []],
            [p, ["--json"]],
          ] as const,
      )) {
        const { stdout } = await ran(kind, ["-p", property, "-e", "reference", "--signals", "n,nope", ...form]);
        if (form.length === 0) expect(stdout).toContain(`note: ${note}`);
        else expect(JSON.parse(stdout).results[0].notes).toContainEqual(expect.stringContaining(note));
      }
    },
  );

  it.each(["check", "simulate"])("--signals of %s has names between its commas", async (command) => {
    for (const names of ["", "n,,e", "n,"]) {
      const { status, stdout, stderr } = await fairlead([command, fileWith("m.aag", AIGER), "--signals", names]);
      expect([status, stdout, stderr]).toEqual([64, "", expect.stringMatching(/Expected names, separated by commas/)]);
    }
  });

  it.each([
    [["--certificate-format", "ranked"], "--certificate-format is about the file of --certificate"],
    [["--nusmv", "--json"], "--nusmv and --json: choose one"],
    [["--tree", "--queue", "redis://127.0.0.1:1"], "--tree and --queue: refinement trees stay with the workers"],
    [["--detach", "--json", "--queue", "redis://127.0.0.1:1"], "--detach and --json: nothing is known yet"],
    [["--tree", "--json"], "--tree and --json: the tree is part of the JSON"],
  ])("that would do nothing together are refused by name: %j", async (given, message) => {
    const { status, stderr } = await ran("SMV", given);
    expect(stderr).toContain(message);
    expect(status).toBe(64);
  });
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { example, fairlead, fileWith } from "./fairlead.js";

const ring = example("systems/token-ring.ts");

describe("fairlead check model.ts", () => {
  it("checks the properties of every system in the file, and prints lassos in their terms", async () => {
    const { status, stdout, stderr } = await fairlead(["check", ring]);
    expect(stderr).toBe("");
    // Who is first, and whether a proof is found in time, depends on the machine.
    expect(stdout).toMatch(/token-ring: 1 is served holds, (all 36 states visited, )?(proof checked|uncertified)/);
    expect(stdout).toContain("token-ring-broken: 1 is served fails, counterexample replayed (");
    expect(stdout).toMatch(/station0\.use +station\[0\]: waiting → using/);
    expect(stdout).toContain("-- and again from step");
    expect(stdout).toContain("weak fairness of station1: not enabled");
    expect(status).toBe(1);
  });

  it("asks other engines, which take the system as a circuit, and prints the same terms", async () => {
    const args = ["check", ring, "--engine", "bmc", "--property", "token-ring-broken: 1 is served"];
    const { status, stdout } = await fairlead(args);
    expect(stdout).toContain("fails, counterexample replayed (bmc");
    expect(stdout).toContain("weak fairness of station1: not enabled");
    expect(status).toBe(1);
  });

  it("takes formulas from the command line, CTL too", async () => {
    const { status, stdout } = await fairlead([
      "check",
      ring,
      "--ctl",
      "AG EF token = 1",
      "--ltl",
      "F token = 1",
      "--json",
    ]);
    const { results } = JSON.parse(stdout);
    const answers = results.map((r: { property: string; answer: string }) => [r.property, r.answer]);
    expect(answers).toEqual([
      ["token-ring-broken: F token = 1", "fails"],
      ["token-ring-broken: AG EF token = 1", "holds"],
      ["token-ring: F token = 1", "holds"],
      ["token-ring: AG EF token = 1", "holds"],
    ]);
    expect(results[0].witness.steps[0]).toEqual({
      token: "0",
      "station[0]": "idle",
      "station[1]": "idle",
      "station[2]": "idle",
    });
    expect(results[0].witness.moves[0]).toMatch(/^(user|station)\d\.(ask|use|done)$/);
    expect(results[0].witness.loop).toBeTypeOf("number");
    expect(status).toBe(1);
  });

  it("shows values as the program says, who does what as a chart, and what is unused; circuits have none of that", async () => {
    const file = fileWith(
      "post.mjs",
      `import { channel, int, shown, system } from "fairlead/model";
       const letter = shown(int(0, 2), (k) => ["<none>", "a \\u001b[31mletter", "a parcel"][k]);
       export const s = system("post", { net: channel(1, letter), got: letter, spare: int(0, 1) });
       const { net, got, spare } = s.vars;
       s.process("a", { fair: "weak" }, { send: { when: net.isEmpty(), do: net.send(got.plus(1).min(2)) } })
        .process("b", { fair: "weak" }, { take: { do: net.receive((m) => got.set(m)) }, never: { when: got.gt(2), do: [spare.set(1)] } })
        .property("few", "G got < 2");`,
    );
    const chart = join(dirname(file), "chart.svg");
    const vcd = join(dirname(file), "trace.vcd");
    const { status, stdout } = await fairlead(["check", file, "--unused", "--sequence", chart, "--vcd", vcd]);
    expect(stdout).toContain(
      "post: 6 states, of 36 that the domains allow\n  never enabled: b.never\n  never read: spare",
    );
    expect(stdout).toContain("got: a \\x1b[31mletter → a parcel");
    expect(readFileSync(chart, "utf8")).toContain(">net a parcel</text>");
    expect(readFileSync(vcd, "utf8")).toMatch(/\$var string 1 . got_shown \$end[\s\S]*\nsa_parcel ./);
    expect(status).toBe(1);
    const refused = await fairlead(["check", example("arbiter-fair.aag"), "--sequence", chart]);
    expect(refused.stderr).toContain("--sequence is for programs");
    expect(refused.status).toBe(64);
  });

  it("names an engine that is not there as a wrong use, not as the file's mistake", async () => {
    const { status, stderr } = await fairlead(["check", ring, "--engine", "magic"]);
    expect(stderr).toContain("fairlead: no engine 'magic'");
    expect(status).toBe(64);
  });

  it("runs JavaScript as it is, also where the package is not installed", async () => {
    const file = fileWith(
      "lamp.mjs",
      `import { bool, system } from "fairlead/model";
       export const lamp = system("lamp", { on: bool });
       lamp.process("p", { fair: "weak" }, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] } }).property("blinks", "G F on");`,
    );
    const { status, stdout } = await fairlead(["check", file]);
    expect(stdout).toContain("lamp.mjs: blinks holds, all 2 states visited");
    expect(status).toBe(0);
  });

  it("looks for another TypeScript where the one beside the file cannot be called", async () => {
    const lamp = `import { bool, system } from "fairlead/model";
      export const lamp = system("lamp", { on: bool }).process("p", { fair: "weak" }, { flip: { do: (s: { on: boolean }) => { s.on = !s.on; } } });`;
    const file = fileWith("lamp.ts", lamp);
    const installed = join(dirname(file), "node_modules", "typescript");
    mkdirSync(installed, { recursive: true });
    writeFileSync(join(installed, "package.json"), `{ "name": "typescript", "version": "7.0.2", "main": "index.js" }`);
    writeFileSync(join(installed, "index.js"), "module.exports = {};");
    const { status, stdout } = await fairlead(["check", file, "--ltl", "G F on"]);
    expect(stdout).toContain("G F on holds, all 2 states visited, uncertified");
    expect(stdout).toContain("note: the effect of p.flip is a function");
    expect(status).toBe(0);
  });

  it("writes a witness of its circuit, which verify replays, and says that functions have none", async () => {
    const text = (guard: string) => `import { bool, system } from "fairlead/model";
      export const s = system("lamp", { on: bool });
      s.process("p", {}, { flip: { when: ${guard}, do: [s.vars.on.set(s.vars.on.not())] } });
      s.property("rests", "F G on");`;
    const file = fileWith("lamp.mjs", text("s.vars.on.or(s.vars.on.not())"));
    const witness = file.replace(/mjs$/, "witness");
    await fairlead(["check", file, "--witness", witness]);
    const { stdout } = await fairlead(["verify", file, witness]);
    expect(stdout).toContain("rests fails: the counterexample is valid");
    const functions = fileWith("lamp.mjs", text("({ on }) => on || !on"));
    const { stderr } = await fairlead(["check", functions, "--witness", witness]);
    expect(stderr).toContain(
      "no witness to write: rests is about a program that is no circuit, since it has functions",
    );
  });

  it("reads systems as models where a circuit is wanted", async () => {
    const refused = await fairlead(["simulate", example("systems/leader-election.ts")]);
    expect(refused.stderr).toContain("exports several systems (election-broken, election)");
    expect(refused.status).toBe(65);
    const file = fileWith(
      "lamp.ts",
      `import { bool, system } from "fairlead/model";
       export const lamp = system("lamp", { on: bool });
       lamp.process("p", { fair: "weak" }, { flip: { do: [lamp.vars.on.set(lamp.vars.on.not())] } }).property("blinks", "G F on");`,
    );
    const converted = await fairlead(["convert", file, file.replace(/ts$/, "smv")]);
    expect(converted.stderr).toBe("");
    const checked = await fairlead(["check", file.replace(/ts$/, "smv")]);
    expect(checked.stdout).toContain("holds");
    expect(checked.status).toBe(0);
  });

  describe("says where a model is wrong, with status 65", () => {
    const cases: [string, string, string, RegExp][] = [
      ["throws", "m.ts", `const x: number = 1;\n\nthrow new Error("boom " + x);`, /m\.ts:3:7: Error: boom 1/],
      ["does not parse", "m.ts", "const x = ;", /m\.ts:1:11: SyntaxError: Expression expected/],
      [
        "does not parse as JavaScript",
        "m.mjs",
        "let x = 1;\nconst y = ;",
        /m\.mjs:2:11: SyntaxError: Unexpected token/,
      ],
      ["exports nothing", "m.mjs", "export const x = 1;", /m\.mjs: exports no system/],
      [
        "is put together wrongly",
        "m.mjs",
        `import { int, system } from "fairlead/model";\nexport const s = system("s", { n: int(0, 3) });\ns.process("p", {}, { x: { do: [s.vars.n.set(1), s.vars.n.set(2)] } });`,
        /m\.mjs:3:41: the effect of p\.x sets n twice/,
      ],
      [
        "has a function that throws",
        "m.ts",
        `import { int, system } from "fairlead/model";\nexport const s = system("s", { n: int(0, 3) })\n  .process("p", {}, { x: { do: () => { throw new Error("boom"); } } })\n  .property("t", "true");`,
        /m\.ts:3:\d+: the effect of p\.x throws: boom\nafter\n {3}start {2}n = 0/,
      ],
      [
        "leaves a domain",
        "m.mjs",
        `import { int, system } from "fairlead/model";\nexport const s = system("s", { n: int(0, 1) });\ns.process("p", {}, { x: { do: [s.vars.n.set(s.vars.n.plus(1))] } }).property("t", "true");`,
        /m\.mjs:3:41: p\.x sets n to 2, which is not in its domain, 0\.\.1\nafter/,
      ],
    ];
    for (const [name, file, text, message] of cases)
      it(name, async () => {
        const { status, stderr } = await fairlead(["check", fileWith(file, text)]);
        expect(stderr).toMatch(message);
        expect(status).toBe(65);
      });
  });

  it("does not run the programs in a folder", async () => {
    const { status, stdout, stderr } = await fairlead(["check", example("systems")]);
    expect(stdout).toBe("");
    expect(stderr).toContain("systems: no models are in this folder");
    expect(status).toBe(65);
  });
});

describe("fairlead check automaton.hoa", () => {
  const header = 'HOA: v1\nname: "twice"\nStates: 2\nStart: 0\nAP: 2 "a" "b"\nAcceptance: 2 Inf(0)&Inf(1)\n--BODY--\n';
  const words = `${header}State: 0\n[t] 0\n[0&!1] 1 {0}\nState: 1\n[!1] 1 {1}\n[0&1] 1 {0 1}\n--END--\n`;
  const none = `${header}State: 0\n[t] 0 {1}\n[0&!1] 1 {0}\nState: 1\n[!1] 1 {1}\n--END--\n`;

  it("shows a word that is accepted", async () => {
    const { status, stdout } = await fairlead(["check", fileWith("words.hoa", words)]);
    expect(stdout).toContain("twice accepts no word fails, counterexample replayed");
    expect(stdout).toMatch(/-- loop starts here\nstep \d+ {2}-- fairness 0, fairness 1\n {2}a = 1\n {2}b = 1/);
    expect(status).toBe(1);
  });

  it("says that there is none", async () => {
    const { status, stdout } = await fairlead(["check", fileWith("none.hoa", none)]);
    expect(stdout).toContain("twice accepts no word holds");
    expect(status).toBe(0);
  });

  it("checks a formula on all words of the language", async () => {
    const { status, stdout } = await fairlead(["check", fileWith("words.hoa", words), "--ltl", "F a", "--ltl", "G a"]);
    expect(stdout).toContain("F a holds");
    expect(stdout).toContain("G a fails");
    expect(status).toBe(1);
  });

  it("refuses several automata in one file", async () => {
    const { status, stderr } = await fairlead(["check", fileWith("two.hoa", words + none)]);
    expect(stderr).toContain("there are 2 automata in the file");
    expect(status).toBe(65);
  });
});

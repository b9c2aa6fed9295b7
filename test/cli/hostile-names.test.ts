import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { readBtor2 } from "../../src/formats/btor2/to-design.js";
import { readSmv } from "../../src/formats/smv/read.js";
import { spelled } from "../../src/text/escape.js";
import { HOSTILE_NAMES, unseenIn } from "../arbitraries/hostile-names.js";
import { fairlead, fileWith, temporaryFolder } from "./fairlead.js";

// What a file can hold: half a character cannot be encoded.
const names = HOSTILE_NAMES.filter((n) => !/\p{Cs}/u.test(n));

const aigerNames = names.filter((n) => !/[\n\r]/.test(n));
const AIGER = [
  `aag ${aigerNames.length} ${aigerNames.length} 0 0 0 0 0 1`,
  ...aigerNames.map((_, i) => 2 * i + 2),
  "1",
  "2",
  ...aigerNames.map((n, i) => `i${i} ${n}`),
  `j0 ${aigerNames[0]}`,
].join("\n");

const smvNames = names.filter((n) => !n.includes('"'));
const SMV = `MODULE main
VAR ${smvNames.map((n) => `"${n}" : boolean;`).join("\n")}
  "s\u001b" : {"v\u001b[31m", "<b>", "two\nlines"};
FAIRNESS "${smvNames[0]}"
LTLSPEC G (!"${smvNames[0]}" & "s\u001b" != "<b>")
`;

const quoted = (n: string): string => `"${n.replace(/["\\]/g, "\\$&")}"`;
const HOA = `HOA: v1
name: ${quoted(names[0]!)}
Start: 0
AP: ${names.length} ${names.map(quoted).join(" ")}
Acceptance: 1 Inf(0)
--BODY--
State: 0 ${quoted(names[1]!)} {0}
[t] 0
--END--
`;

// A word each, without control characters: those are refused.
const btor2Names = names.filter((n) => !/[\s;\p{Cc}]/u.test(n));
const BTOR2 = [
  "1 sort bitvec 1",
  ...btor2Names.map((n, i) => `${i + 2} input 1 ${n}`),
  `${btor2Names.length + 2} justice 1 2 ${btor2Names[0]}`,
  "",
].join("\n");

// Yosys takes no control characters and no blanks in names.
const verilogNames = ["<script>alert(1)</script>", "]]>&", "$end", "it's", "`b`$\u007bt}", "__proto__", "bidi\u202ee"];
const VERILOG = `module m(input clk, ${verilogNames.map((n) => `input \\${n} `).join(", ")});
  reg x = 0;
  always @(posedge clk) x <= \\${verilogNames[0]} ;
  \\<lab>$end : assert property (@(posedge clk) !x);
endmodule
`;

const PROGRAM = `import { oneOf, system } from "fairlead/model";
const names = ${JSON.stringify(HOSTILE_NAMES)};
export const s = system(names[0], { constructor: oneOf(...names), __defineGetter__: oneOf(...names) });
const { constructor: x, __defineGetter__: y } = s.vars;
s.process("p", {}, Object.fromEntries(names.map((n) => [n, { when: x.isNot(n), do: [x.set(n), y.set(n)] }])))
  .fair(names[3], x.isNot(names[2]))
  .property(names[0], "F constructor = __proto__");
`;

/** A value change dump taken apart by the rules of the format: the names of its wires. */
function wiresOf(dump: string): string[] {
  const [declarations, changes] = dump.split("$enddefinitions $end\n") as [string, string];
  const line =
    /^(?:\$timescale 1 ns|\$scope module [^\s$]\S*|\$upscope|\$var (?:wire|string) \d+ [!-~]+ ([^\s$]\S*)(?: \[\d+:\d+\])?) \$end$/;
  const found = declarations
    .trimEnd()
    .split("\n")
    .map((l) => line.exec(l)!);
  expect(changes).toMatch(/^(?:#\d+\n|[01][!-~]+\n|b[01]+ [!-~]+\n|s\S+ [!-~]+\n)+$/);
  return found.flatMap((match) => match[1] ?? []);
}

/** The texts of a picture, after a check that it has no tags but its own. */
function textsOf(picture: string): string {
  const text = picture.replace(/<\/?(?:svg|title|rect|text|line|path|circle)(?: [\w-]+="[^"<>]*")*\/?>/g, "");
  expect(text).not.toMatch(/[<>]/);
  return text;
}

/** In text with all signals, as a dump and as a picture. */
const shownWhole = (file: string, vcd: string, svg: string) =>
  fairlead(["check", file, "-e", "bmc", "--all", "--vcd", vcd, "--svg", svg]);

describe.each([
  ["hostile.aag", AIGER, aigerNames],
  ["hostile.smv", SMV, smvNames.map((n) => `"${n}"`)],
  ["hostile.hoa", HOA, names],
  ["hostile.btor2", BTOR2, btor2Names],
])("names of %s", (name, text, expected) => {
  const file = fileWith(name, text);

  it("are spelt out where people read them, and break neither pictures nor dumps", async () => {
    const [vcd, svg] = [join(temporaryFolder(), "w.vcd"), join(temporaryFolder(), "w.svg")];
    const { status, stdout, stderr } = await shownWhole(file, vcd, svg);
    expect([status, stderr, unseenIn(stdout)]).toEqual([1, "", null]);
    for (const n of expected.filter((e) => e.length < 100)) expect(stdout).toContain(`  ${spelled(n)} `);
    const wires = wiresOf(readFileSync(vcd, "utf8"));
    expect(wires.length).toBeGreaterThan(expected.length);
    const picture = readFileSync(svg, "utf8");
    expect(unseenIn(picture)).toBeNull();
    expect(textsOf(picture)).toContain("loop");
  });

  it("come through JSON and NuSMV's traces", async () => {
    const json = await fairlead(["check", file, "-e", "bmc", "--json", "--verbose"]);
    expect([unseenIn(json.stdout), unseenIn(json.stderr)]).toEqual([null, null]);
    const { results } = JSON.parse(json.stdout) as { results: { witness: { steps: object[] } }[] };
    for (const n of expected) expect(Object.keys(results[0]!.witness.steps[0]!)).toContain(spelled(n));
    const traces = await fairlead(["check", file, "-e", "bmc", "--nusmv"]);
    expect([traces.status, traces.stderr, unseenIn(traces.stdout)]).toEqual([1, "", null]);
  });

  it("are the same in the files that they are converted to, and those are read", async () => {
    const [aag, smv, btor2] = ["c.aag", "c.smv", "c.btor2"].map((n) => join(temporaryFolder(), n)) as [
      string,
      string,
      string,
    ];
    for (const out of [aag, smv, btor2])
      expect(await fairlead(["convert", file, out])).toMatchObject({ status: 0, stdout: "", stderr: "" });
    const { model, properties } = readAiger(readFileSync(aag));
    const found = model.signals.map((s) => s.name);
    for (const n of expected) expect(found).toContain(spelled(n));
    expect(properties).toHaveLength(1);
    expect(unseenIn(readFileSync(smv, "utf8"))).toBeNull();
    expect(readSmv(readFileSync(smv, "utf8"), smv).properties).toHaveLength(1);
    expect(unseenIn(readFileSync(btor2, "utf8"))).toBeNull();
    expect(readBtor2(readFileSync(btor2)).properties).toHaveLength(1);
  });

  it("are in witnesses, certificates and drawings that nothing but the tools obeys", async () => {
    const [witness, proof, tree] = ["w.txt", "p.aag", "t.dot"].map((n) => join(temporaryFolder(), n)) as [
      string,
      string,
      string,
    ];
    expect((await fairlead(["check", file, "-e", "bmc", "--witness", witness])).status).toBe(1);
    const truth = ["--ltl", name.endsWith(".smv") ? "G TRUE" : "G 1"];
    expect((await fairlead(["check", file, ...truth, "-e", "reference", "--certificate", proof])).status).toBe(0);
    await fairlead(["check", file, "-e", "dnc", "--tree-dot", tree]);
    for (const args of [
      [file, witness],
      [file, proof, ...truth],
    ]) {
      const { status, stdout, stderr } = await fairlead(["verify", ...args]);
      expect([status, stderr, unseenIn(stdout)]).toEqual([0, "", null]);
    }
    for (const written of [witness, proof, tree]) expect(unseenIn(readFileSync(written, "utf8"))).toBeNull();
  });
});

describe("names of Verilog", () => {
  it("come through JSON, NuSMV's traces, witnesses and what they are converted to", async () => {
    const file = fileWith("hostile.v", VERILOG);
    const folder = temporaryFolder();
    const at = (n: string): string => join(folder, n);
    const json = await fairlead(["check", file, "-e", "bmc", "--json", "--verbose", "--witness", at("w.txt")]);
    expect([json.status, unseenIn(json.stdout), unseenIn(json.stderr)]).toEqual([1, null, null]);
    const steps = JSON.parse(json.stdout).results[0].witness.steps as object[];
    for (const n of verilogNames) expect(Object.keys(steps[0]!).some((k) => k.endsWith(spelled(n)))).toBe(true);
    const verified = await fairlead(["verify", file, at("w.txt")]);
    expect([verified.status, verified.stderr, unseenIn(verified.stdout)]).toEqual([0, "", null]);
    const traces = await fairlead(["check", file, "-e", "bmc", "--nusmv"]);
    expect([traces.status, traces.stderr, unseenIn(traces.stdout)]).toEqual([1, "", null]);
    for (const out of ["c.aag", "c.smv", "c.btor2"].map(at)) {
      expect(await fairlead(["convert", file, out])).toMatchObject({ status: 0, stdout: "" });
      expect(unseenIn(readFileSync(out, "utf8"))).toBeNull();
      expect((await fairlead(["check", out, "-e", "bmc"])).status).toBe(1);
    }
  });

  it("are spelt out where people read them, and break neither pictures nor dumps", async () => {
    const file = fileWith("hostile.v", VERILOG);
    const [vcd, svg] = [join(temporaryFolder(), "w.vcd"), join(temporaryFolder(), "w.svg")];
    const { status, stdout, stderr } = await shownWhole(file, vcd, svg);
    expect([status, stderr, unseenIn(stdout)]).toEqual([1, "", null]);
    for (const n of verilogNames) expect(stdout).toContain(`  ${n.startsWith("$") ? "\\" : ""}${spelled(n)} `);
    expect(wiresOf(readFileSync(vcd, "utf8"))).toContain("<script>alert(1)</script>");
    expect(textsOf(readFileSync(svg, "utf8"))).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(unseenIn(readFileSync(svg, "utf8"))).toBeNull();
  });
});

describe("names of a program", () => {
  const file = fileWith("hostile.mjs", PROGRAM);

  it("are spelt out on the terminal, in JSON, and in the circuit that it becomes", async () => {
    const text = await fairlead(["check", file]);
    expect([text.status, text.stderr, unseenIn(text.stdout)]).toEqual([1, "", null]);
    expect(text.stdout).toContain(`${spelled(HOSTILE_NAMES[0]!)} fails`);
    const json = await fairlead(["check", file, "--json"]);
    expect(unseenIn(json.stdout)).toBeNull();
    expect(JSON.parse(json.stdout).results[0].property).toBe(HOSTILE_NAMES[0]);
    const aag = join(temporaryFolder(), "c.aag");
    expect(await fairlead(["convert", file, aag])).toMatchObject({ status: 0, stderr: "" });
    expect(readAiger(readFileSync(aag)).properties.map((p) => p.name)).toContain(spelled(HOSTILE_NAMES[0]!));
  });

  it("break neither pictures, dumps nor NuSMV's traces, nor the files that they are converted to", async () => {
    const folder = temporaryFolder();
    const at = (n: string): string => join(folder, n);
    const shown = await fairlead(["check", file, "--vcd", at("w.vcd"), "--svg", at("w.svg")]);
    expect([shown.status, shown.stderr, unseenIn(shown.stdout)]).toEqual([1, "", null]);
    expect(wiresOf(readFileSync(at("w.vcd"), "utf8")).length).toBeGreaterThan(1);
    expect(unseenIn(readFileSync(at("w.svg"), "utf8"))).toBeNull();
    expect(textsOf(readFileSync(at("w.svg"), "utf8"))).toContain("loop");
    const traces = await fairlead(["check", file, "--nusmv"]);
    expect([traces.stderr, unseenIn(traces.stdout)]).toEqual(["", null]);
    for (const out of ["c.smv", "c.btor2"].map(at)) {
      expect(await fairlead(["convert", file, out])).toMatchObject({ status: 0, stdout: "" });
      expect(unseenIn(readFileSync(out, "utf8"))).toBeNull();
      expect((await fairlead(["check", out])).status).toBe(1);
    }
  });
});

describe("names in formulas, files and options", () => {
  it("are spelt out in automata, in what is found and in what is wrong", async () => {
    const formula = `F "a\u001b[31m" & G "b\nc\u202e"`;
    for (const how of [[], ["--hoa"], ["--dot"]]) {
      const { status, stdout } = await fairlead(["ltl", formula, ...how]);
      expect([status, unseenIn(stdout)]).toEqual([0, null]);
      expect(stdout).toContain("x1b[31m");
    }
    for (const args of [
      ["check", `no\u001b[31m\nfile.aag`],
      ["check", "--\u001b[31m"],
      ["ltl", 'G "a\u001b[31m\nfake: error" )'],
      ["check", fileWith("a.aag", AIGER), "-p", "nothing\u001b\nfake: error"],
      ["check", fileWith("a.aag", AIGER), "-o", "__proto__=\u001b\nfake: error"],
    ]) {
      const { status, stdout, stderr } = await fairlead(args);
      expect(status).toBeGreaterThanOrEqual(64);
      expect([stdout, unseenIn(stderr)]).toEqual(["", null]);
      expect(stderr).not.toMatch(/^fake/m);
    }
  });

  it("with lines in them are in certificates that can be verified", async () => {
    const text = `MODULE main\nVAR "a\nc\nfairlead certificate 1\nx" : boolean;
ASSIGN init("a\nc\nfairlead certificate 1\nx") := FALSE; next("a\nc\nfairlead certificate 1\nx") := FALSE;
LTLSPEC G !"a\nc\nfairlead certificate 1\nx"\n`;
    const file = fileWith("lines.smv", text);
    const proof = join(temporaryFolder(), "proof.aag");
    expect((await fairlead(["check", file, "-e", "reference", "--certificate", proof])).status).toBe(0);
    const verified = await fairlead(["verify", file, proof]);
    expect(verified.stdout).toContain('G !"a\\nc\\nfairlead certificate 1\\nx" holds: the proof is valid');
    expect(verified.status).toBe(0);
  });

  it("with lines in them are in witnesses that can be verified", async () => {
    const file = fileWith("hostile.smv", SMV);
    const witness = join(temporaryFolder(), "w.txt");
    expect((await fairlead(["check", file, "-e", "bmc", "--witness", witness])).status).toBe(1);
    const { status, stdout, stderr } = await fairlead(["verify", file, witness]);
    expect([status, stderr, unseenIn(stdout)]).toEqual([0, "", null]);
    expect(stdout).toContain("fails: the counterexample is valid");
  });
});

/** Small inputs that ask for more time or memory than any machine has, and what a user types with each. */
export interface Bomb {
  readonly name: string;
  /** Files to write, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** After `fairlead`, without the budgets. */
  readonly args: readonly string[];
  /** A slice for `--quick`. */
  readonly isQuick?: boolean;
  /** The command checks evidence, which has seconds of its own. */
  readonly checkSeconds?: number;
  /** What is written to standard input, again and again. */
  readonly endlessInput?: string;
}

const main = (text: string): string => `MODULE main\n${text}`;
const from = (n: number, line: (i: number) => string): string[] => Array.from({ length: n }, (_, i) => line(i));

const smv = (name: string, text: string, isQuick = false): Bomb => ({
  name: `smv ${name}`,
  files: { "bomb.smv": main(text) },
  args: ["check", "bomb.smv"],
  isQuick,
});

const words = (expression: string): string => `VAR w : word[4096]; v : word[4096];\nINVARSPEC ${expression};\n`;
const define = (expression: string): string =>
  `VAR w : word[8];\nDEFINE e := ${expression};\nINVARSPEC e[0:0] = 0ub1_0;\n`;

const SMV: readonly Bomb[] = [
  smv("arrays of arrays", "VAR a : array 0..65535 of array 0..65535 of boolean;\nINVARSPEC a[0][0];\n", true),
  smv("arrays of words", "VAR a : array 0..65535 of word[4096];\nINVARSPEC a[0] = a[1];\n"),
  smv(
    "many arrays",
    `VAR\n${from(100, (i) => `a${i} : array 0..65535 of 0..1000000;`).join("\n")}\nINVARSPEC a0[0] = 1;\n`,
  ),
  smv("bounded operators", "VAR p : boolean;\nLTLSPEC G [0,1000] F [0,500] p;\n", true),
  smv(
    "bounded operators of CTL",
    "VAR p : boolean;\nCTLSPEC EBG 0..1000 ABF 0..1000 EBG 0..1000 ABF 0..1000 p;\n",
    true,
  ),
  smv("one bounded operator", "VAR p : boolean; q : boolean;\nLTLSPEC G (p -> F [0,400] q);\n"),
  smv(
    "concatenation",
    `VAR w : word[4096];\nDEFINE\nd0 := w :: w;\n${from(21, (i) => `d${i + 1} := d${i} :: d${i};`).join("\n")}\nINVARSPEC d21[0:0] = 0ub1_0;\n`,
    true,
  ),
  smv("division", words("v = 0ud4096_0 | (w / v) <= w"), true),
  smv("multiplication", words("w * v = v * w")),
  smv("extend", define("extend(w, 1000000000)")),
  smv("resize", define("resize(w, 2000000000)")),
  smv(
    "many products",
    `VAR w : word[512]; v : word[512];\nINVARSPEC ${from(60, (i) => `(w + 0ud512_${i}) * v`).join(" + ")} = w;\n`,
  ),
  smv(
    "large ranges",
    `VAR\n${from(40, (i) => `x${i} : 0..1000000000;`).join("\n")}\nINVARSPEC ${from(40, (i) => `x${i}`).join(" * ")} > 0;\n`,
  ),
  smv("deep parentheses", `VAR p : boolean;\nINVARSPEC ${"(".repeat(50_000)}p${")".repeat(50_000)};\n`),
  smv("deep negations", `VAR p : boolean;\nLTLSPEC ${"!X ".repeat(20_000)}p;\n`),
  smv(
    "instances",
    `VAR a : m0; b : m0;\n${from(24, (i) => `MODULE m${i}\nVAR ${i < 23 ? `a : m${i + 1}; b : m${i + 1};` : "p : boolean;"}\n`).join("")}`,
  ),
  smv(
    "index of an index",
    `VAR a : array 0..4095 of 0..4095; i : 0..4095;\nINVARSPEC ${"a[".repeat(30)}i${"]".repeat(30)} = 0;\n`,
  ),
];

const propositions = (n: number): string => from(n, (i) => `"p${i}"`).join(" ");
const hoa = (name: string, text: string, isQuick = false): Bomb => ({
  name: `hoa ${name}`,
  files: { "bomb.hoa": `HOA: v1\n${text}` },
  args: ["check", "bomb.hoa"],
  isQuick,
});
const pairs = (n: number): string => from(n, (i) => `(${i} & ${i + n})`).join(" | ");

const HOA: readonly Bomb[] = [
  hoa(
    "labels",
    `States: 1\nStart: 0\nAP: 68 ${propositions(68)}\nAcceptance: 0 t\n--BODY--\nState: 0\n[${pairs(34)}] 0\n--END--\n`,
    true,
  ),
  hoa(
    "labels of many edges",
    `States: 1\nStart: 0\nAP: 32 ${propositions(32)}\nAcceptance: 0 t\n--BODY--\nState: 0\n${from(400, (i) => `[(${pairs(16)}) & ${i % 32}] 0`).join("\n")}\n--END--\n`,
  ),
  hoa("states", "States: 1000000000\nStart: 0\nAP: 0\nAcceptance: 0 t\n--BODY--\nState: 0\n[t] 0\n--END--\n"),
];

const aiger = (name: string, text: string, isQuick = false): Bomb => ({
  name: `aiger ${name}`,
  files: { "bomb.aig": text },
  args: ["check", "bomb.aig"],
  isQuick,
});

const AIGER: readonly Bomb[] = [
  aiger("inputs that take no bytes", "aig 1000000000 1000000000 0 0 0 1\n0\n", true),
  aiger("fewer of them", "aig 30000000 30000000 0 0 0 1\n59999999\n"),
  aiger("latches", "aag 1000000000 0 1000000000 0 0\n2 2\n"),
  aiger("gates", "aig 2000000000 0 0 0 2000000000\n"),
  aiger("an unused variable", "aag 2147483647 1 0 0 0 1\n2\n2\n"),
  aiger("justice", "aag 1 1 0 0 0 0 0 1000000000 0\n2\n"),
];

const TWO_SIGNALS = "aag 2 2 0 0 0\n2\n4\ni0 p\ni1 q\n";
/** `p0 U (p1 R (p2 U …))`, with so many operators, and a model with as many signals. */
export const alternating = (operators: number): string =>
  `${from(operators, (i) => `(p${i} ${i % 2 === 0 ? "U" : "R"} `).join("")}p0${")".repeat(operators)}`;
export const signals = (n: number): string =>
  `aag ${n} ${n} 0 0 0
${from(
  n,
  (i) => `${2 * i + 2}
`,
).join("")}${from(
  n,
  (i) => `i${i} p${i}
`,
).join("")}`;
/** A counter of so many bits in LTL: small formulas with automata of exponential size. */
const untils = (n: number): string => from(n, (i) => `(F (p & ${"X ".repeat(i)}q))`).join(" & ");

const formula = (name: string, text: string, isQuick = false, logic = "ltl", model = TWO_SIGNALS): Bomb => ({
  name: `formula ${name}`,
  files: { "m.aag": model, [`bomb.${logic}`]: `${text}\n` },
  args: ["check", "m.aag", "--properties", `bomb.${logic}`],
  isQuick,
});

const FORMULAS: readonly Bomb[] = [
  ...[40, 80, 150, 400].map((n) => formula(`${n} of U and R`, alternating(n), n === 150, "ltl", signals(n))),
  formula("negated, 60 of U and R", `!(${alternating(60)})`, false, "ltl", signals(60)),
  formula("eventualities", untils(60)),
  formula("X 900 deep", `${"X ".repeat(900)}p`),
  formula("past", `G (p -> ${"O (q & Y ".repeat(60)}p${")".repeat(60)})`),
  formula("equivalences", from(60, (i) => `(F ${"X ".repeat(i)}p)`).join(" <-> ")),
  formula("xors", from(400, (i) => `(G F ${"X ".repeat(i % 7)}p)`).join(" xor ")),
  formula("deep", `${"!(".repeat(100_000)}p${")".repeat(100_000)}`),
  formula("CTL", `${"EG AF ".repeat(450)}p`, false, "ctl"),
];

const COMMANDS: readonly Bomb[] = [
  { name: "ltl", args: ["ltl", alternating(150)], isQuick: true },
  { name: "ltl, degeneralized", args: ["ltl", "--degeneralize", "--state-based", untils(12)] },
  {
    name: "convert a formula",
    files: { "m.aag": signals(150) },
    args: ["convert", "m.aag", "out.aag", "--ltl", `!(${alternating(150)})`],
    isQuick: true,
  },
  {
    name: "convert a product",
    files: { "m.smv": main(words("w * v = v * w")) },
    args: ["convert", "m.smv", "out.aig"],
  },
  {
    name: "convert to SMV",
    files: { "m.smv": main("VAR w : word[400]; v : word[400];\nINVARSPEC w * v = v * w;\n") },
    args: ["convert", "m.smv", "out.smv"],
  },
  { name: "simulate a product", files: { "m.smv": main(words("w * v = v * w")) }, args: ["simulate", "m.smv"] },
  {
    name: "simulate for long",
    files: { "m.aag": TWO_SIGNALS },
    args: ["simulate", "m.aag", "--steps", "1000000000"],
    isQuick: true,
  },
  {
    name: "verify on a product",
    files: { "m.smv": main(words("w * v = v * w")), "w.txt": "1\nb0\n\n.\n" },
    args: ["verify", "m.smv", "w.txt"],
  },
  {
    name: "verify a bomb",
    files: { "m.aag": TWO_SIGNALS, "proof.aag": "aig 1000000000 1000000000 0 0 0 1\n0\n" },
    args: ["verify", "m.aag", "proof.aag", "--ltl", "G F p"],
  },
  {
    name: "compare",
    files: { "m.aag": signals(150) },
    args: ["compare", "m.aag", "-e", "bmc", "--ltl", `!(${alternating(150)})`],
  },
  { name: "input without an end", args: ["check", "-"], endlessInput: "p & p & p\n".repeat(10_000) },
];

const btor2 = (name: string, lines: readonly string[]): Bomb => ({
  name: `btor2 ${name}`,
  files: { "bomb.btor2": `${lines.join("\n")}\n` },
  args: ["check", "bomb.btor2"],
});

const BTOR2: readonly Bomb[] = [
  btor2("a wide word", ["1 sort bitvec 1000000000", "2 sort bitvec 1", "3 input 1", "4 redor 2 3", "5 bad 4"]),
  btor2("a large array", [
    "1 sort bitvec 30",
    "2 sort bitvec 8",
    "3 sort array 1 2",
    "4 state 3",
    "5 input 1",
    "6 read 2 4 5",
  ]),
  btor2("divisions", [
    "1 sort bitvec 2048",
    "2 sort bitvec 1",
    "3 input 1",
    "4 input 1",
    "5 udiv 1 3 4",
    ...from(40, (i) => `${i + 6} udiv 1 ${i + 5} 4`),
    "46 eq 2 45 3",
    "47 bad 46",
  ]),
  btor2("concatenations", [
    "1 sort bitvec 1",
    "2 input 1",
    ...from(
      30,
      (i) => `${2 * i + 3} sort bitvec ${2 ** (i + 1)}\n${2 * i + 4} concat ${2 * i + 3} ${2 * i + 2} ${2 * i + 2}`,
    ),
  ]),
];

const verilog = (name: string, text: string): Bomb => ({
  name: `verilog ${name}`,
  files: { "bomb.sv": text },
  args: ["check", "bomb.sv"],
});

const VERILOG: readonly Bomb[] = [
  verilog(
    "properties of properties",
    `module m(input c, a);\nproperty p0; a and a; endproperty\n${from(19, (i) => `property p${i + 1}; p${i} and p${i}; endproperty\n`).join("")}assert property (@(posedge c) p19);\nendmodule\n`,
  ),
  verilog(
    "a product",
    "module m(input c, input [511:0] a, b);\nalways @(posedge c) assert (a * b == b * a);\nendmodule\n",
  ),
  verilog(
    "a memory",
    "module m(input c, input [29:0] a, input d);\nreg x[0:1073741823];\nalways @(posedge c) x[a] <= d;\nendmodule\n",
  ),
  verilog(
    "generated instances",
    "module m(input c, a);\ngenvar i; generate for (i = 0; i < 100000; i = i + 1) begin : g reg r; always @(posedge c) r <= a; end endgenerate\nendmodule\n",
  ),
];

/** A counter that takes 2^14 steps to come round: a short search, and a long counterexample. */
const COUNTER = main(
  "VAR n : unsigned word[14];\nASSIGN init(n) := 0ud14_0; next(n) := n + 0ud14_1;\nLTLSPEC F G n != 0ud14_16383\n",
);
const evidence = (name: string, ...args: readonly string[]): Bomb => ({
  name: `evidence ${name}`,
  files: { "m.smv": COUNTER },
  args: ["check", "m.smv", "-e", "couvreur", "--check-time", "2", ...args],
  // For the check, and for each way to show it.
  checkSeconds: 2 * (2 + args.filter((a) => a.startsWith("--")).length),
});

const EVIDENCE: readonly Bomb[] = [
  evidence("as text"),
  evidence("as JSON", "--json"),
  evidence("in files", "--vcd", "w.vcd", "--svg", "w.svg", "--witness", "w.txt"),
];

export const BOMBS: readonly Bomb[] = [
  ...SMV,
  ...HOA,
  ...AIGER,
  ...BTOR2,
  ...VERILOG,
  ...FORMULAS,
  ...COMMANDS,
  ...EVIDENCE,
];

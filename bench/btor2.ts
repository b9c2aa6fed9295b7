/**
 * BTOR2: the reader on generated files of a million lines, and the answers on the files of FAIRLEAD_BENCHMARKS/btor2 beside those of
 * berkeley-abc, where that is installed, on the circuits that we make of them. Every counterexample is also written in BTOR2's witness format and
 * judged again; by btorsim too where FAIRLEAD_BTORSIM names one. `npm run bench:btor2 -- --seconds 60 --file h_TreeArb`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { witnessText } from "../dist/cli/evidence-text.js";
import { verifyWitness } from "../dist/cli/verification.js";
import type { Outcome } from "../dist/evidence/outcome.js";
import { writeAiger } from "../dist/formats/aiger/from-design.js";
import { readBtor2Witnesses } from "../dist/formats/btor2/read-witness.js";
import { readBtor2 } from "../dist/formats/btor2/to-design.js";
import type { Design, Property } from "../dist/model/property.js";
import { check } from "../dist/node.js";
import { constantResets } from "../dist/transform/resets.js";
import { generated, SHAPES, type Shape } from "./btor2/generated.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    file: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 3 : Number(values.seconds);
const folder = mkdtempSync(join(tmpdir(), "fairlead-btor2-"));
let problems = 0;

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Read by a process of its own, whose peak memory is that of reading: at most 5 CPU seconds and 1 GB. */
function million(shape: Shape): void {
  const file = join(folder, "million.btor2");
  writeFileSync(file, generated(shape, values.quick ? 100_000 : 1_000_000));
  const program =
    "const { readFileSync } = await import('node:fs');" +
    `const { readBtor2 } = await import(${JSON.stringify(new URL("../dist/formats/btor2/to-design.js", import.meta.url).href)});` +
    "const bytes = readFileSync(process.argv[1]); const start = performance.now();" +
    "const { model } = readBtor2(bytes); const wall = (performance.now() - start) / 1000;" +
    "const { user, system } = process.cpuUsage();" +
    "console.log(JSON.stringify({ bytes: bytes.length, gates: model.aig.gateCount, wallSeconds: wall, cpuSeconds: (user + system) / 1e6," +
    " peakMb: Math.round(process.resourceUsage().maxRSS / 1024) }));";
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program, file], {
    encoding: "utf8",
  });
  console.log(`generated file, ${shape}: ${stdout.trim() || stderr}`);
  const { cpuSeconds, peakMb } = JSON.parse(stdout || '{ "cpuSeconds": null }');
  if (!(cpuSeconds <= 5 && peakMb <= 1000)) problems++;
}

type Answer = "holds" | "fails" | "unknown";

/** The circuit of one bad-state property, without names, as ABC takes it: constraints folded, free first values as inputs. */
function abcAnswer(design: Design, property: Property): Answer {
  const { model } = design;
  if (property.kind !== "bad") return "unknown";
  const rewritten = constantResets(model, [property.literal]);
  const bad = { ...property, literal: rewritten.literal(property.literal) };
  const circuit = { model: { ...rewritten.model, signals: [] }, properties: [bad] };
  const file = join(folder, "circuit.aig");
  writeFileSync(file, writeAiger(circuit, "binary").aiger);
  const { stdout } = spawnSync("berkeley-abc", ["-c", `read_aiger ${file}; fold; undc; pdr -T ${seconds}`], {
    encoding: "utf8",
    timeout: 2000 * seconds, // its own limit is not looked at in the first steps on a large circuit
  });
  if (/Property proved/.test(stdout)) return "holds";
  return /was asserted in frame/.test(stdout) ? "fails" : "unknown";
}

/** What is wrong with the witness that `check --witness` writes, or null. */
function witnessProblem(path: string, design: Design, property: Property, outcome: Outcome): string | null {
  const text = witnessText({ file: path, design, property, outcome }).content;
  const means = {
    shouldStop: () => null,
    oracle: () => {
      throw new Error("no certificate is checked");
    },
  };
  const [witness] = readBtor2Witnesses(text, { ...design, words: design.words! });
  const wrong = verifyWitness(design, witness!, undefined, means).find(({ result }) => result !== "valid");
  if (wrong !== undefined) return wrong.problem ?? "undecided";
  const btorsim = process.env.FAIRLEAD_BTORSIM;
  if (btorsim === undefined) return null;
  const file = join(folder, "witness.txt");
  writeFileSync(file, text);
  const { status, stderr } = spawnSync(btorsim, ["-c", path, file], { encoding: "utf8" });
  return status === 0 ? null : `btorsim: ${stderr.trim()}`;
}

async function outside(): Promise<void> {
  const root = process.env.FAIRLEAD_BENCHMARKS;
  if (!root) return console.log("FAIRLEAD_BENCHMARKS is not set: no outside file is read");
  const hasAbc = spawnSync("berkeley-abc", ["-c", "quit"]).error === undefined;
  if (!hasAbc) console.log("berkeley-abc is not installed: nothing is compared");
  const names = readdirSync(join(root, "btor2")).filter((name) => name.endsWith(".btor2"));
  const chosen = names.filter((name) => values.file === undefined || values.file.some((f) => name.startsWith(f)));
  const counts = { files: 0, decided: 0, byAbc: 0, agree: 0, disagree: 0, witnesses: 0 };
  for (const name of chosen) {
    const path = join(root, "btor2", name);
    const before = cpuSeconds();
    const design = readBtor2(readFileSync(path));
    const reading = cpuSeconds() - before;
    const { model, properties } = design;
    counts.files++;
    for (const [index, property] of properties.entries()) {
      const outcome = await check(design, index, { seconds });
      const { answer } = outcome.verdict;
      const expected = hasAbc ? abcAnswer(design, property) : "unknown";
      if (answer !== "unknown") counts.decided++;
      if (expected !== "unknown") counts.byAbc++;
      if (answer !== "unknown" && expected !== "unknown") counts[answer === expected ? "agree" : "disagree"]++;
      const problem = answer === "fails" ? witnessProblem(path, design, property, outcome) : null;
      if (answer === "fails" && problem === null) counts.witnesses++;
      if (problem !== null || (expected !== "unknown" && answer !== "unknown" && answer !== expected)) problems++;
      console.log(
        `${name.padEnd(46)} ${`${model.latches.length} latches ${model.aig.gateCount} gates`.padEnd(28)} read ${reading.toFixed(2)} s  ` +
          `${answer} ${outcome.evidence} by ${outcome.engine} ${outcome.seconds.toFixed(1)} s; abc: ${expected}${problem === null ? "" : `; WITNESS ${problem}`}`,
      );
    }
  }
  console.log(JSON.stringify({ seconds, ...counts }));
}

if (values.file === undefined) for (const shape of SHAPES) million(shape);
await outside();
rmSync(folder, { recursive: true });
process.exitCode = problems === 0 ? 0 : 1;

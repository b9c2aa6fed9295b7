/**
 * Writes the evidence of every engine on random small systems as `check` does, and has every file judged by `verify` and, for
 * what AIGER has names for, by the field's own simulator where it is installed as `aigsim`. Beside some systems runs a counter that nothing
 * reads, of up to 40 bits: files that it leaves open are counted apart. One file that is refused is a failure.
 * `npm run bench:witnesses -- --questions 300 --seed 1 --engines gsh,rlive`
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { engines } from "../src/engines/registry.js";
import { branchingQuestions, linearQuestions } from "../test/arbitraries/questions.js";
import { isShown, type WrittenEvidence, withCounter, writtenEvidence } from "../test/cross-engine/written-evidence.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    engines: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const numRuns = values.quick ? 20 : Number(values.questions);
const seed = Number(values.seed);
const chosen = engines.filter((e) => values.engines === undefined || values.engines.split(",").includes(e.name));
const counters = fc.constantFrom(...Array<number>(12).fill(0), 2, 3, 4, 5, 6, 13, 40);
const asked = fc.tuple(fc.oneof({ weight: 3, arbitrary: linearQuestions }, branchingQuestions), counters);
const hasAigsim = spawnSync("aigsim", ["-h"]).error === undefined;
const folder = mkdtempSync(join(tmpdir(), "fairlead-witnesses-"));

const none = () => ({ files: 0, verified: 0, open: 0, shownToAigsim: 0, acceptedByAigsim: 0 });
const total = none();
let refused = 0;
console.log(
  `${numRuns} questions for each of ${chosen.length} engines, seed ${seed}; aigsim ${hasAigsim ? "is" : "is not"} installed`,
);
console.log("engine, kind: files, accepted by verify, with open latches, shown to aigsim, accepted by it");
try {
  for (const engine of chosen) {
    const figures = { witness: none(), certificate: none() };
    for (const [{ model, property }, bits] of fc.sample(asked, { seed, numRuns })) {
      const written = writtenEvidence({ model: withCounter(model, bits), property }, engine);
      for (const file of written.files) count(figures[file.kind], written, file);
    }
    for (const [kind, f] of Object.entries(figures))
      console.log(`${engine.name}, ${kind}: ${Object.values(f).join(" ")}`);
    for (const key of Object.keys(total) as (keyof typeof total)[])
      total[key] += figures.witness[key] + figures.certificate[key];
  }
} finally {
  rmSync(folder, { recursive: true });
}
console.log(`all: ${Object.values(total).join(" ")}; ${refused} refused`);
if (refused > 0) process.exitCode = 1;

type WrittenFile = WrittenEvidence["files"][number];

function count(figures: typeof total, { answer, aiger }: WrittenEvidence, { kind, text, verified }: WrittenFile): void {
  figures.files++;
  if (isShown(answer, verified)) figures.verified++;
  else refuse(`verify: ${JSON.stringify(verified)}`, aiger, text);
  const isOpen = verified.some((v) => v.openLatches !== undefined);
  if (isOpen) figures.open++;
  if (!hasAigsim || aiger === null || kind !== "witness" || isOpen) return;
  figures.shownToAigsim++;
  if (aigsimAccepts(aiger, text)) figures.acceptedByAigsim++;
  else refuse("aigsim", aiger, text);
}

function refuse(why: string, aiger: Uint8Array | null, text: string): void {
  refused++;
  if (refused <= 5)
    console.log(`refused by ${why}\n${aiger === null ? "" : new TextDecoder().decode(aiger)}${text.slice(0, 2000)}`);
}

function aigsimAccepts(aiger: Uint8Array, text: string): boolean {
  const [model, witness] = [join(folder, "model.aag"), join(folder, "witness")];
  writeFileSync(model, aiger);
  writeFileSync(witness, text);
  return spawnSync("aigsim", ["-c", model, witness]).status === 0;
}

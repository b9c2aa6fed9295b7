/**
 * Ranked witness circuits of what holds among the models of FAIRLEAD_BENCHMARKS/aiger, by `auto` and by single engines: whether one is
 * found, how long that and our check take against the search, and what Certifaiger says where it is installed as `certifaiger` (its queries
 * are decided by `cadical` where that is installed too, else by our solver). One file that Certifaiger refuses is a failure.
 * `npm run bench:ranked -- --seconds 30 --engines auto,fair --files cucnt3,culock`, `--quick` for a slice
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { checkRanked } from "../dist/checkers/check-ranked.js";
import { Frame } from "../dist/checkers/frames.js";
import { KernelOracle } from "../dist/checkers/kernel-oracle.js";
import { type Decision, StandaloneOracle } from "../dist/checkers/standalone-oracle.js";
import { readAigerFile } from "../dist/formats/aiger/read.js";
import { literalsOf } from "../dist/formats/aiger/to-design.js";
import { readRankedWitness } from "../dist/formats/ranked/read.js";
import { writeRankedWitness } from "../dist/formats/ranked/write.js";
import { Aig } from "../dist/logic/aig.js";
import type { ClauseList } from "../dist/logic/clause-list.js";
import { check, loadDesign, loadKernels, proveRanked } from "../dist/node.js";
import { expectedFiles } from "./expected.js";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "30" },
    engines: { type: "string", default: "auto,fair,rlive,k-liveness,gsh,lockstep,dnc,l2s,reference" },
    files: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const seconds = Number(values.seconds);
const names = (values.quick ? "cucnt3,culock,lmcs06short0" : values.files)?.split(",");
const files = expectedFiles("aiger").filter((f) => f.answer === "holds" && (names?.includes(f.name) ?? true));
const has = (command: string): boolean => spawnSync(command, ["--version"]).error === undefined;
const [hasCertifaiger, hasCadical] = [has("certifaiger"), has("cadical")];
const { sat } = await loadKernels();
const folder = mkdtempSync(join(tmpdir(), "fairlead-ranked-"));
const timed = async <T>(work: () => T | Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
};

console.log(`certifaiger ${hasCertifaiger ? "is" : "is not"} installed; cadical ${hasCadical ? "is" : "is not"}`);
console.log("file engine solve write check certifaiger gates remark");
const ratios: number[] = [];
const total = { asked: 0, held: 0, written: 0, accepted: 0, refused: 0 };
try {
  for (const { name, path } of files) {
    const design = await loadDesign(path);
    const { model, properties } = design;
    for (const engine of values.engines.split(",")) {
      total.asked++;
      const [outcome, solving] = await timed(() => check(design, 0, { engine, seconds, threads: 2 }));
      if (outcome.verdict.answer !== "holds") {
        console.log(`${name} ${engine} ${solving.toFixed(2)} - - - - ${outcome.verdict.answer}`);
        continue;
      }
      total.held++;
      const [ranked, writing] = await timed(() => proveRanked(design, 0, outcome, { seconds, threads: 2 }));
      if (ranked.witness === null) {
        console.log(`${name} ${engine} ${solving.toFixed(2)} ${writing.toFixed(2)} - - - ${ranked.problem}`);
        continue;
      }
      total.written++;
      const property = properties[0]!;
      if (property.kind !== "justice") throw new Error(`${name} has no justice property`);
      const file = writeRankedWitness(ranked.witness, property.name);
      const counts = { inputs: model.inputs.length, latches: model.latches.length };
      const [ours, checking] = await timed(() => {
        const witness = readRankedWitness(file, counts);
        const claim = { model, bad: [], justice: [property.literals] };
        return checkRanked(claim, witness, () => new KernelOracle(sat));
      });
      if (ours.result !== "checked") throw new Error(`${name} ${engine}: ${ours.problem}`);
      ratios.push(checking / solving);
      const [theirs, certifying] = await timed(() => (hasCertifaiger ? certifaiger(path, file) : "-"));
      if (theirs === "accepted") total.accepted++;
      else if (theirs !== "-") total.refused++;
      const gates = `${ranked.witness.gates.length / 3} of ${model.aig.gateCount}`;
      const remark = ranked.provedAgain === undefined ? "" : `; ${ranked.engine}: ${ranked.provedAgain}`;
      const times = [solving, writing, checking, certifying].map((s) => s.toFixed(2)).join(" ");
      console.log(`${name} ${engine} ${times} ${gates} ${theirs}${remark}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
ratios.sort((a, b) => a - b);
console.log(`${JSON.stringify(total)}; median of check over solve ${(ratios[ratios.length >> 1] ?? 0).toFixed(2)}`);
if (total.refused > 0) process.exitCode = 1;

/** `accepted`, or what it refuses. It writes a circuit each of whose outputs must be unsatisfiable. */
function certifaiger(model: string, witness: Uint8Array): string {
  const [path, queries] = [join(folder, "witness.aag"), join(folder, "check.aag")];
  writeFileSync(path, witness);
  const { status, stderr } = spawnSync("certifaiger", [model, path, queries], { encoding: "utf8" });
  if (status !== 0) return `refused: ${stderr.trim()}`;
  const file = readAigerFile(readFileSync(queries));
  const aig = new Aig();
  const literal = literalsOf(file, aig);
  for (const [k, output] of file.outputs.entries()) {
    const clauses = hasCadical ? new StandaloneOracle(cadical) : new KernelOracle(sat);
    clauses.addClause([Frame.free({ aig, latches: [] }, clauses).lit(literal(output))]);
    const answer = clauses.solve([]);
    if (answer !== "unsat") return `refused: ${file.symbols.find((s) => s.index === k)?.name ?? k} is ${answer}`;
  }
  return "accepted";
}

function cadical(clauses: ClauseList): Decision {
  const path = join(folder, "query.cnf");
  writeFileSync(path, clauses.toDimacs());
  const { status } = spawnSync("cadical", ["-q", "-n", "-t", "300", path]);
  return status === 20
    ? { answer: "unsat" }
    : status === 10
      ? { answer: "sat", model: new Set() }
      : { answer: "unknown" };
}

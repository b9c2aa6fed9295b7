/**
 * Ranked witness circuits of what holds among the models of FAIRLEAD_BENCHMARKS/aiger, by `auto` and by single engines: whether one is
 * found, how long that and our check take against the search, and what Certifaiger says where it is installed as `certifaiger` (its queries
 * are decided by `cadical` where that is installed too, else by our solver). One file that Certifaiger refuses is a failure.
 * `npm run bench:ranked -- --seconds 30 --engines auto,fair --files cucnt3,culock`, `--quick` for a slice
 */
import { parseArgs } from "node:util";
import { checkRanked } from "../dist/checkers/check-ranked.js";
import { KernelOracle } from "../dist/checkers/kernel-oracle.js";
import { readRankedWitness } from "../dist/formats/ranked/read.js";
import { writeRankedWitness } from "../dist/formats/ranked/write.js";
import { check, loadDesign, loadKernels, proveRanked } from "../dist/node.js";
import { certifaiger, hasCadical, hasCertifaiger } from "./certifaiger.js";
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
const { sat } = await loadKernels();
const timed = async <T>(work: () => T | Promise<T>): Promise<[T, number]> => {
  const started = performance.now();
  const result = await work();
  return [result, (performance.now() - started) / 1000];
};

console.log(`certifaiger ${hasCertifaiger ? "is" : "is not"} installed; cadical ${hasCadical ? "is" : "is not"}`);
console.log("file engine solve write check certifaiger gates remark");
const ratios: number[] = [];
const total = { asked: 0, held: 0, written: 0, accepted: 0, refused: 0 };
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
ratios.sort((a, b) => a - b);
console.log(`${JSON.stringify(total)}; median of check over solve ${(ratios[ratios.length >> 1] ?? 0).toFixed(2)}`);
if (total.refused > 0) process.exitCode = 1;

/**
 * Attacks the rules of the certificate language: random and mutated steps against random systems with a fair cycle. One
 * accepted proof is a failure. `npm run bench:fuzz-certificates -- --attempts 100000 --seed 1`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { Lit } from "../src/logic/lit.js";
import { Random } from "../src/logic/random.js";
import type { Model } from "../src/model/model.js";
import { systems } from "../test/arbitraries/systems.js";
import { hasFairCycle } from "../test/certificates/brute-force.js";
import { mutated, neighbourProof } from "../test/certificates/mutated-proofs.js";
import { attack, checkWithKernel } from "../test/certificates/random-prover.js";

const { values } = parseArgs({
  options: {
    attempts: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 3000 : Number(values.attempts);
const sat = new WebAssembly.Module(readFileSync(new URL("../wasm/sat.wasm", import.meta.url)));
const figures = { attempts: 0, borrowedProofs: 0, systems: 0, emptySystems: 0, proofsOfEmptySystems: 0, unsound: 0 };

for (let seed = Number(values.seed); figures.attempts < wanted; seed++) {
  const arbitrary = systems({ maxLatches: 4, maxInputs: 2, literalResets: seed % 2 === 0, extraLits: 2 });
  for (const { model, lits } of fc.sample(arbitrary, { seed, numRuns: 50 })) {
    const cycle = hasFairCycle(model);
    const random = new Random(seed);
    if (cycle) borrow(model, lits, random);
    const { tried, proof } = attack(model, random, cycle ? 60 : 20, sat);
    if (!cycle) {
      figures.emptySystems++;
      if (proof !== null) figures.proofsOfEmptySystems++;
      continue;
    }
    figures.systems++;
    figures.attempts += tried;
    if (proof !== null) {
      figures.unsound++;
      console.log(`UNSOUND: seed ${seed}`, String(model), proof.steps);
    }
  }
}
/** Proofs of neighbours, as they are and with one to three things changed. */
function borrow(model: Model, lits: readonly Lit[], random: Random): void {
  for (let n = 0; n < 8; n++) {
    let proof = neighbourProof(model, lits, random);
    if (proof === null) continue;
    for (let changes = 0; changes < 4; changes++) {
      figures.attempts++;
      figures.borrowedProofs++;
      if (checkWithKernel(model, proof, sat).result === "checked") {
        figures.unsound++;
        console.log("UNSOUND: a neighbour's proof", String(model), proof.steps);
      }
      proof = mutated(proof, random);
    }
  }
}

console.log(`${figures.attempts} sequences of steps against ${figures.systems} systems with a fair cycle`);
console.log(JSON.stringify(figures));
process.exitCode = figures.unsound === 0 ? 0 : 1;

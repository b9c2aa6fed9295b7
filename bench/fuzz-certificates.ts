/**
 * Attacks the rules of the certificate language: random and mutated steps against random systems with a fair cycle. One
 * accepted proof is a failure. `npm run bench:fuzz-certificates -- --attempts 100000 --seed 1`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { Random } from "../src/logic/random.js";
import { systems } from "../test/arbitraries/systems.js";
import { hasFairCycle } from "../test/certificates/brute-force.js";
import { attack } from "../test/certificates/random-prover.js";

const { values } = parseArgs({
  options: {
    attempts: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 3000 : Number(values.attempts);
const sat = new WebAssembly.Module(readFileSync(new URL("../wasm/sat.wasm", import.meta.url)));
const figures = { attempts: 0, systems: 0, emptySystems: 0, proofsOfEmptySystems: 0, unsound: 0 };

for (let seed = Number(values.seed); figures.attempts < wanted; seed++) {
  const samples = fc.sample(systems({ maxLatches: 4, maxInputs: 2, literalResets: true }), { seed, numRuns: 50 });
  for (const { model } of samples) {
    const cycle = hasFairCycle(model);
    const { tried, proof } = attack(model, new Random(seed), cycle ? 60 : 20, sat);
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
console.log(`${figures.attempts} sequences of steps against ${figures.systems} systems with a fair cycle`);
console.log(JSON.stringify(figures));
process.exitCode = figures.unsound === 0 ? 0 : 1;

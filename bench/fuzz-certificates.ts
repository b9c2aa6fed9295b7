/**
 * Forges evidence of every format, and has the checkers judge it: true proofs and behaviours that were changed, spliced, taken from a
 * neighbouring model or presented for another property, as data and as files; and steps of proofs found by trial. Enumeration knows
 * whether what they would show is so, and second checkers judge certificates too. One wrong piece that is accepted, or one on which
 * two checkers differ, is a failure. `npm run bench:fuzz-certificates -- --attempts 100000 --seed 1`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { Random } from "../src/logic/random.js";
import { systems } from "../test/arbitraries/systems.js";
import { hasFairCycle } from "../test/certificates/brute-force.js";
import { attack } from "../test/certificates/random-prover.js";
import { forgeries } from "../test/forgeries/campaign.js";
import { type Forgery, OraclePool } from "../test/forgeries/forgery.js";

const { values } = parseArgs({
  options: {
    attempts: { type: "string", default: "100000" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 3000 : Number(values.attempts);
const first = Number(values.seed);
const wasm = (kernel: string) =>
  new WebAssembly.Module(readFileSync(new URL(`../wasm/${kernel}.wasm`, import.meta.url)));
const kernels = { bdd: wasm("bdd"), sat: wasm("sat") };
const context = { shouldStop: () => null, memoryLimit: 2 ** 30, seed: 1, kernels };
const oracles = new OraclePool(kernels.sat);

interface Counts {
  presented: number;
  accepted: number;
  wrong: number;
  seconds: number;
}
const byFormat = new Map<string, Counts>();
let presented = 0;
let wrong = 0;
let seed = first;
for (; presented < wanted; seed++) {
  for (const forgery of forgeries(seed, context, oracles)) judge(forgery);
  byTrial(seed);
  if ((seed - first) % 500 === 499) console.error(`seed ${seed}: ${presented} presented, ${wrong} wrong`);
}
console.log(
  "| format | presented | accepted, all of them true | wrong | seconds |\n| --- | ---: | ---: | ---: | ---: |",
);
for (const [format, c] of [...byFormat].sort())
  console.log(`| ${format} | ${c.presented} | ${c.accepted} | ${c.wrong} | ${c.seconds.toFixed(0)} |`);
console.log(`seeds ${first} to ${seed - 1}: ${presented} presented, ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;

function countsOf(format: string): Counts {
  const counts = byFormat.get(format) ?? { presented: 0, accepted: 0, wrong: 0, seconds: 0 };
  byFormat.set(format, counts);
  return counts;
}

function judge(forgery: Forgery): void {
  const started = performance.now();
  const counts = countsOf(forgery.format);
  const isAccepted = forgery.judge();
  const other = forgery.secondOpinion?.() ?? isAccepted;
  presented++;
  counts.presented++;
  if (isAccepted) counts.accepted++;
  if (isAccepted && !forgery.isTrue) complain(counts, "accepted, and not so", forgery.describe());
  if (forgery.isGenuine && !isAccepted) complain(counts, "refused, though it is a proof", forgery.describe());
  if (other !== isAccepted) complain(counts, "two checkers differ", forgery.describe());
  counts.seconds += (performance.now() - started) / 1000;
}

/** Steps that are proposed at random; those that the checker takes are kept. */
function byTrial(trial: number): void {
  const arbitrary = systems({ maxLatches: 4, maxInputs: 2, literalResets: trial % 2 === 0 });
  for (const { model } of fc.sample(arbitrary, { seed: trial, numRuns: 2 })) {
    if (!hasFairCycle(model)) continue;
    const started = performance.now();
    const counts = countsOf("steps of certificates, by trial");
    const { tried, proof } = attack(model, new Random(trial), 40, kernels.sat);
    presented += tried;
    counts.presented += tried;
    if (proof !== null) complain(counts, "a fair cycle is proved away", `${model}\n${JSON.stringify(proof.steps)}`);
    counts.seconds += (performance.now() - started) / 1000;
  }
}

function complain(counts: Counts, problem: string, text: string): void {
  counts.wrong++;
  wrong++;
  console.log(`seed ${seed}: ${problem}:\n${text}`);
}

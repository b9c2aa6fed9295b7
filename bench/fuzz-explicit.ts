/**
 * Random programs and formulas: every way to search a program's states, the fairness of processes by turns as written, none, and each
 * kind of it for all, next to the definitions of steps, fairness and LTL.
 * `npm run bench:fuzz-explicit`, with `-- --quick` for 500 of 10,000 programs, `--first N` for others. Fails where
 * anything differs.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { printLtl } from "../src/formula/print.js";
import { ltlFormulas } from "../test/arbitraries/formulas.js";
import { differences, PROCESS_FAIRNESS, WAYS, withProcessFairness } from "../test/program/explicit-campaign.js";
import { randomProgram } from "../test/program/random-programs.js";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    first: { type: "string", default: "1" },
    programs: { type: "string", default: "10000" },
  },
});
const wanted = values.quick ? 500 : Number(values.programs);
const first = Number(values.first);
const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 3, past: true });
let compared = 0;
let different = 0;
let seed = first;
for (; compared < wanted; seed++) {
  const [formula] = fc.sample(formulas, { numRuns: 1, seed });
  const kind = PROCESS_FAIRNESS[seed % PROCESS_FAIRNESS.length]!;
  const found = differences(withProcessFairness(randomProgram(seed), kind), formula!, seed);
  if (found === null) continue; // too large for the definitions
  compared++;
  if (compared % 500 === 0) console.error(`${compared} programs, up to seed ${seed}`);
  for (const what of found) console.log(`program ${seed}, fairness ${kind}, ${printLtl(formula!)}: ${what}`);
  different += found.length;
}
const searches = compared * WAYS.length;
console.log(JSON.stringify({ programs: compared, searches, different, seeds: [first, seed - 1] }));
process.exitCode = different === 0 ? 0 : 1;

/**
 * Random programs of the whole language: the interpreter, generated code, functions in the place of expressions, and the
 * circuit next to each other. `npm run bench:fuzz-language`, with `-- --quick` for 300 of 20,000 programs, `--first N` and
 * `--programs N` for others. Fails where anything differs.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { printLtl } from "../src/formula/print.js";
import { ltlFormulas } from "../test/arbitraries/formulas.js";
import { meaningsOf } from "../test/program/meanings.js";
import { randomProgram } from "../test/program/random-programs.js";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    first: { type: "string", default: "1" },
    programs: { type: "string", default: "20000" },
  },
});
const wanted = values.quick ? 300 : Number(values.programs);
const first = Number(values.first);
const formulas = ltlFormulas({ atoms: ["a", "b"], depth: 2, past: false });
let compared = 0;
let different = 0;
let seed = first;
for (; compared < wanted; seed++) {
  const [formula] = fc.sample(formulas, { numRuns: 1, seed });
  const found = meaningsOf(randomProgram(seed), formula!);
  if (found === null) continue; // too large
  compared++;
  if (compared % 500 === 0) console.error(`${compared} programs, up to seed ${seed}`);
  for (const what of found) console.log(`program ${seed}, ${printLtl(formula!)}: ${what}`);
  different += found.length;
}
console.log(JSON.stringify({ programs: compared, different, seeds: [first, seed - 1] }));
process.exitCode = different === 0 ? 0 : 1;

/**
 * Each rewrite of models on random small systems: the reference must say the same of the system and of what the rewrite makes of it, and its evidence, lifted,
 * must check on the given one. `npm run bench:fuzz-rewrites -- --systems 10000 --first 1 --rewrite resynthesis`
 */
import { parseArgs } from "node:util";
import { compareRewriting, REWRITINGS } from "../test/fuzz/rewrites.js";

const { values } = parseArgs({
  options: {
    systems: { type: "string", default: "10000" },
    first: { type: "string", default: "1" },
    rewrite: { type: "string", multiple: true },
    quick: { type: "boolean", default: false },
  },
});
const CHUNK = 1000;
const chunks = Math.ceil((values.quick ? 1000 : Number(values.systems)) / CHUNK);
const first = Number(values.first);
for (const rewriting of REWRITINGS.filter(({ name }) => values.rewrite?.includes(name) ?? true)) {
  let different = 0;
  for (let seed = first; seed < first + chunks; seed++)
    for (const what of compareRewriting(rewriting, seed, CHUNK)) {
      console.log(`${rewriting.name}, seed ${seed}, ${what}`);
      different++;
    }
  console.log(`${rewriting.name}: ${chunks * CHUNK} systems, ${different} differences`);
  if (different > 0) process.exitCode = 1;
}

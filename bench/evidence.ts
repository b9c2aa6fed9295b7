/**
 * How many answers carry evidence that somebody else can check, and what that costs.
 *
 * `--table random`: answers without evidence, on random small systems of every shape (literal and free resets, constraints, fairness that
 * reads inputs). `--table ltl`: proofs about formulas of LTL that rest on no translation. `--table sets`: models with known answers,
 * in our language and as ranked witnesses, judged by Certifaiger and aigsim too where they are installed; `--table auto`: the same of the
 * plan that is run without `--engine`, which goes by the clock. All times are CPU seconds.
 *
 * `npm run bench:evidence -- --table ltl --table sets --seconds 2 --seed 1 --engines gsh,fair --set ctl --every 2 --write`, `--quick` for a
 * slice; `--every 2` takes every second question.
 * `--write` puts the tables into docs/measurements/evidence.md.
 */
import { parseArgs } from "node:util";
import { ltlTable } from "./evidence/ltl.js";
import { randomTable } from "./evidence/random.js";
import { autoTable, EVIDENCE_SETS, setTable } from "./evidence/sets.js";
import { writeMeasured } from "./measured.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const { values } = parseArgs({
  options: {
    table: { type: "string", multiple: true, default: ["random"] },
    systems: { type: "string", default: "2000" },
    formulas: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "2" },
    engines: { type: "string" },
    set: { type: "string", multiple: true },
    every: { type: "string" },
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
const options = {
  quick: values.quick,
  every: Number(values.every ?? (values.quick ? 10 : 1)),
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  systems: Number(values.systems),
  formulas: Number(values.formulas),
  ...(values.engines !== undefined && { engines: values.engines.split(",") }),
};
export type EvidenceOptions = typeof options;

const sets = EVIDENCE_SETS.filter((set) => values.set?.includes(set) ?? true);
type Table = (options: EvidenceOptions) => Promise<string>;
/** Each has its place on the page. */
const TABLES = new Map<string, readonly (readonly [string, Table])[]>([
  ["random", [["random", randomTable]]],
  ["ltl", [["ltl", ltlTable]]],
  ["sets", sets.map((set) => [set, (o) => setTable(set, o)] as const)],
  ["auto", [["auto", (o) => autoTable(sets, o)]]],
]);

for (const name of values.table) {
  const tables = TABLES.get(name);
  if (tables === undefined) throw new Error(`--table ${name}: expected ${[...TABLES.keys()].join(", ")}`);
  for (const [part, table] of tables) {
    const text = await table(options);
    console.log(text);
    if (values.write) writeMeasured("measurements/evidence.md", part, text);
  }
}

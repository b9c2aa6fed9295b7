/**
 * The random systems and formulas of the tests through other model checkers, for whoever has them in the PATH: who differs from our
 * reference? aigbmc, IIMC and ABC get AIGER files, NuSMV the SMV that we write, aigsim our witnesses, Spot our automata. Peers that are not found are
 * skipped with a message. `npm run bench:peers -- --questions 500 --seed 1 --only ABC`, `--depth 4` for longer formulas
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { witnessText } from "../src/cli/evidence-text.js";
import { reference } from "../src/engines/reference.js";
import type { Property } from "../src/model/property.js";
import { ctlFormulas, ltlFormulas } from "../test/arbitraries/formulas.js";
import { type RandomSystem, systems } from "../test/arbitraries/systems.js";
import { solved } from "../test/cross-engine/solving.js";
import { isInstalled, PEERS } from "./peers/peers.js";

const { values } = parseArgs({
  options: {
    questions: { type: "string", default: "500" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    depth: { type: "string", default: "2" },
    quick: { type: "boolean", default: false },
  },
});
const wanted = values.quick ? 30 : Number(values.questions);
const seed = Number(values.seed);
const FORMULA = { atoms: ["a", "b"], depth: Number(values.depth) };

/** Each kind of property in turn. Fairness reads latches only, for CTL; resets are constants or free, as in AIGER. */
function questions(): { readonly system: RandomSystem; readonly property: Property }[] {
  const shape = { extraLits: 2, maxLatches: 4, maxInputs: 2, stateFairness: true };
  const drawn = fc.sample(fc.tuple(systems(shape), ltlFormulas(FORMULA), ctlFormulas(FORMULA)), {
    seed,
    numRuns: wanted,
  });
  return drawn.map(([system, ltl, ctl], i) => {
    const [a, b] = system.lits as [RandomSystem["lits"][number], RandomSystem["lits"][number]];
    const atoms = new Map([
      ["a", a],
      ["b", b],
    ]);
    const kinds: Property[] = [
      { kind: "bad", name: "q", literal: a },
      { kind: "justice", name: "q", literals: [a, b] },
      { kind: "ltl", name: "q", formula: ltl, atoms },
      { kind: "ctl", name: "q", formula: ctl, atoms },
    ];
    return { system, property: kinds[i % kinds.length]! };
  });
}

const present = PEERS.filter((peer) => {
  if (!peer.name.includes(values.only)) return false;
  const missing = peer.programs.filter((p) => !isInstalled(p));
  if (missing.length > 0) console.log(`${peer.name}: skipped, ${missing.join(" and ")} is not in the PATH`);
  return missing.length === 0;
});
const figures = new Map(present.map((p) => [p.name, { agrees: 0, open: 0, "asks otherwise": 0, differs: 0 }]));
const folder = mkdtempSync(join(tmpdir(), "fairlead-peers-"));
let different = 0;
try {
  for (const [i, { system, property }] of questions().entries()) {
    const model = property.kind === "bad" ? { ...system.model, fairness: [] } : system.model;
    const design = { model, properties: [property] };
    const outcome = solved(model, property, reference);
    const { content: witness } = witnessText({ file: "m", design, property, outcome });
    for (const peer of present) {
      const said = peer.compare({ design, outcome, witness }, folder);
      if (said === null) continue;
      figures.get(peer.name)![said.result]++;
      if (said.result !== "differs") continue;
      different++;
      console.log(`question ${i} of seed ${seed}, ${property.kind}: ${peer.name}: ${said.said}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log("| peer | agrees | leaves open | asks something else | differs |\n| --- | ---: | ---: | ---: | ---: |");
for (const [name, counts] of figures) console.log(`| ${[name, ...Object.values(counts)].join(" | ")} |`);
console.log(`${wanted} questions from seed ${seed}`);
process.exitCode = different === 0 ? 0 : 1;

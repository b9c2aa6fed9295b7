/**
 * Many properties of one model: asked as those of one file, where what is found out about one serves the others, and each as if it were alone. Properties are drawn at random:
 * bad states of three latches with given values, justice properties of two, beside the first condition of the file.
 *
 * `npm run bench:many -- --properties 300 --seconds 5 --write`
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
// What was built, as users run it.
import { threadHost } from "../dist/node/check.js";
import { loadDesign } from "../dist/node.js";
import { DesignSubject } from "../dist/portfolio/design-subject.js";
import { Random } from "../src/logic/random.js";
import { type Rows, tableText, writeMeasured } from "./measured.js";

// The loader of this TypeScript file is not for the workers.
process.execArgv.length = 0;

const MODELS = [
  ["safety", "visprodcellp22", "bad"],
  ["safety", "viseisenberg", "bad"],
  ["safety", "nusmvguidancep2", "bad"],
  ["safety", "139442p1", "bad"],
  ["aiger", "lmcs06brp0", "justice"],
  ["fair-table1", "cutarb16", "justice"],
  ["fair-table1", "cuabq4f", "justice"],
] as const;

const { values } = parseArgs({
  options: {
    properties: { type: "string", default: "300" },
    seconds: { type: "string", default: "5" },
    threads: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const count = values.quick ? 10 : Number(values.properties);
const limits = { seconds: values.quick ? 1 : Number(values.seconds), threads: Number(values.threads) };

type Design = Awaited<ReturnType<typeof loadDesign>>;
type Property = Design["properties"][number];

/** The model of a file with random properties in place of its own. */
async function withMany(folder: string, name: string, kind: "bad" | "justice"): Promise<Design> {
  const { model, properties } = await loadDesign(join(process.env.FAIRLEAD_BENCHMARKS ?? "", folder, `${name}.aig`));
  const random = new Random(count);
  const aig = model.aig.fork();
  const literal = () => {
    const { node } = model.latches[random.below(model.latches.length)]!;
    return (2 * node + random.below(2)) as ReturnType<typeof aig.leaf>;
  };
  const first = properties[0]!.kind === "justice" ? properties[0]!.literals.slice(0, 1) : [];
  const drawn = (k: number): Property =>
    kind === "bad"
      ? { kind, name: `b${k}`, literal: aig.andAll([literal(), literal(), literal()]) }
      : { kind, name: `j${k}`, literals: [...first, literal(), literal()] };
  const all = Array.from({ length: count }, (_, k) => drawn(k));
  return { model: { ...model, aig, signals: [] }, properties: all };
}

interface Asked {
  readonly decided: number;
  readonly checked: number;
  readonly hardest: number;
  readonly wall: number;
  readonly cpu: number;
}

async function askAll(subjects: readonly (readonly [DesignSubject, number])[]): Promise<Asked> {
  const [started, before] = [performance.now(), process.cpuUsage()];
  let [decided, checked, hardest] = [0, 0, 0];
  for (const [subject, question] of subjects) {
    const { verdict, evidence, seconds } = await subject.ask(question, limits);
    if (verdict.answer !== "unknown") decided++;
    if (evidence === "checked") checked++;
    hardest = Math.max(hardest, seconds);
  }
  const { user, system } = process.cpuUsage(before);
  return { decided, checked, hardest, wall: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 };
}

const rows: Record<string, Rows[string]> = {};
const host = await threadHost();
for (const [folder, name, kind] of MODELS) {
  const design = await withMany(folder, name, kind);
  const one = new DesignSubject(design, host);
  const together = await askAll(design.properties.map((_, k) => [one, k] as const));
  // Another object is another design.
  const single = (p: Property) => new DesignSubject({ model: { ...design.model }, properties: [p] }, host);
  const alone = await askAll(design.properties.map((p) => [single(p), 0] as const));
  rows[`${name}, ${kind}`] = {
    decided: `${together.decided} and ${alone.decided} of ${count}`,
    checked: `${together.checked} and ${alone.checked}`,
    "hardest alone": alone.hardest.toFixed(1),
    wall: `${together.wall.toFixed(1)} and ${alone.wall.toFixed(1)}`,
    CPU: `${together.cpu.toFixed(1)} and ${alone.cpu.toFixed(1)}`,
  };
  console.table(rows);
}
if (values.write) writeMeasured("measurements/plan.md", "many", tableText(rows));

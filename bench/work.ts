/**
 * What one engine does on the AIGER files at hand, counted: propagations of SAT solvers and skeletons, which do not depend on how busy the machine
 * is; CPU seconds limit each run. For changes that are to be measured before and after: `--save FILE` keeps the figures, `--against FILE`
 * compares with figures that were kept, file by file.
 *
 * `npm run bench:work -- --engine rlive --folder aiger --folder fair-table1 --seconds 5 --save before.json`, `-- --quick`
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { completed, parseOptions } from "../src/engines/options.js";
import { engineOrError } from "../src/engines/registry.js";
import { loadDesign } from "../src/loading/load.js";
import { loadKernels } from "../src/node/kernels.js";
import { decide } from "../src/solving/decide.js";
import { prepare } from "../src/solving/prepare.js";
import { expectedFiles } from "./expected.js";

const { values } = parseArgs({
  options: {
    engine: { type: "string", default: "fair" },
    opt: { type: "string", multiple: true, default: [] },
    folder: { type: "string", multiple: true, default: ["aiger", "fair-table1"] },
    model: { type: "string", multiple: true },
    seconds: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    save: { type: "string" },
    against: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);
const engine = engineOrError(values.engine);
const given = new Map(values.opt.map((text) => text.split("=", 2) as [string, string]));
/** What is simplified depends on the clock; here everything is counted. */
const simple = "simplify" in engine.options ? { simplify: "off" } : {};
const options = completed(engine.options, { ...simple, ...parseOptions(engine.options, given) });
const kernels = await loadKernels();

interface Figures {
  readonly answer: string;
  readonly seconds: number;
  readonly propagations: number;
  readonly skeletons: number;
}

async function measured(path: string, answer: string | null): Promise<Figures> {
  const { model, properties } = await loadDesign(path);
  const prepared = prepare(model, properties[0]!);
  if ("unsupported" in prepared) throw new Error(prepared.unsupported);
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const shouldStop = () => (spent() > seconds ? ("time" as const) : null);
  const context = { shouldStop, memoryLimit: 2 ** 31, seed: Number(values.seed), kernels };
  const search = decide(engine, prepared.task, options, context);
  for (;;) {
    const { done, value } = search.next();
    if (!done) continue;
    if (value.answer !== "unknown" && answer !== null && value.answer !== answer)
      throw new Error(`${path}: ${value.answer}`);
    const figure = (name: string) => Number(value.stats[name] ?? 0);
    return {
      answer: value.answer,
      seconds: spent(),
      propagations: figure("propagations"),
      skeletons: figure("skeletons"),
    };
  }
}

const files = new Map(
  values.folder
    .flatMap((folder) => expectedFiles(folder))
    .filter(({ name }, i) => (values.model?.some((m) => name.startsWith(m)) ?? true) && (!values.quick || i % 8 === 0))
    .map((file) => [file.name, file]),
);
const earlier = new Map<string, Figures>(
  values.against === undefined ? [] : (JSON.parse(readFileSync(values.against, "utf8")) as [string, Figures][]),
);
const all = new Map<string, Figures>();
const ratios: number[] = [];
for (const { name, path, answer } of files.values()) {
  const now = await measured(path, answer);
  const was = earlier.get(name);
  all.set(name, now);
  const shown = (f: Figures) =>
    `${f.answer.padEnd(7)} ${f.seconds.toFixed(2).padStart(6)} s ${`${Math.round(f.propagations / 1000)}k`.padStart(8)} ${`${f.skeletons}`.padStart(5)}`;
  console.log(`${name.padEnd(16)} ${shown(now)}${was === undefined ? "" : `   before: ${shown(was)}`}`);
  if (was !== undefined && [was, now].every((f) => f.answer !== "unknown"))
    ratios.push((now.propagations + 1) / (was.propagations + 1));
}
const total = (figures: ReadonlyMap<string, Figures>) => {
  const kept = [...files.keys()].flatMap((name) => figures.get(name) ?? []);
  const decided = kept.filter((f) => f.answer !== "unknown");
  return `${decided.length} of ${kept.length} decided, ${kept.reduce((sum, f) => sum + f.seconds, 0).toFixed(1)} CPU seconds`;
};
console.log(total(all));
if (earlier.size > 0) {
  const mean = Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / Math.max(1, ratios.length));
  const count = (f: (r: number) => boolean) => ratios.filter(f).length;
  console.log(
    `before: ${total(earlier)}; propagations, where both decide (${ratios.length}): geometric mean ${mean.toFixed(3)}, fewer on ${count((r) => r < 0.99)}, more on ${count((r) => r > 1.01)}`,
  );
}
if (values.save !== undefined) writeFileSync(values.save, JSON.stringify([...all]));

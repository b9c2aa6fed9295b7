/**
 * What facts of another engine are worth to `fair`: both take turns on one question, without facts passing between them and with. Counted are the
 * skeletons of `fair` and the facts that it takes and refuses, until either has an answer; CPU seconds, of both together, limit each run.
 *
 * `npm run bench:meeting -- --partner k-liveness --seconds 5 --model cuabq`, `-- --quick`
 */
import { parseArgs } from "node:util";
import { completed } from "../src/engines/options.js";
import { engineOrError } from "../src/engines/registry.js";
import { loadDesign } from "../src/loading/load.js";
import type { Fact, FactExchange } from "../src/model/fact.js";
import type { Task } from "../src/model/model.js";
import { loadKernels } from "../src/node/kernels.js";
import { FactBoard } from "../src/portfolio/facts.js";
import { decide } from "../src/solving/decide.js";
import { prepare } from "../src/solving/prepare.js";
import { expectedFiles } from "./expected.js";

const { values } = parseArgs({
  options: {
    partner: { type: "string", multiple: true, default: ["k-liveness"] },
    folder: { type: "string", multiple: true, default: ["aiger", "fair-table1"] },
    model: { type: "string", multiple: true },
    seconds: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
  },
});
const seconds = values.quick ? 1 : Number(values.seconds);
const kernels = await loadKernels();

/** Of one of those who share a board: hears what the others tell, or nothing. */
function exchange(board: FactBoard, isOpen: boolean): FactExchange {
  const own = new Set<Fact>();
  let heard = 0;
  return {
    publish: (fact) => {
      own.add(fact);
      board.add(fact);
    },
    receive: () => {
      const fresh = board.all.slice(heard).filter((fact) => !own.has(fact));
      heard = board.all.length;
      return isOpen ? fresh : [];
    },
  };
}

/** Neither simplifies the model: both then speak of the same one, and nothing depends on the clock. */
function together(task: Task, partner: string, isOpen: boolean): string {
  const board = new FactBoard();
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  const shouldStop = () => (spent() > seconds ? ("time" as const) : null);
  const searches = ["fair", partner].map((name) => {
    const engine = engineOrError(name);
    const given = { simplify: "off", ...(name === "fair" && { reach: "none" }) };
    const context = { shouldStop, memoryLimit: 2 ** 31, seed: 1, kernels, facts: exchange(board, isOpen) };
    return { name, search: decide(engine, task, completed(engine.options, given), context) };
  });
  let figures = new Map<string, unknown>();
  for (;;)
    for (const { name, search } of searches) {
      const { done, value } = search.next();
      if (name === "fair") figures = new Map([...figures, ...Object.entries(done ? value.stats : value.figures)]);
      if (!done) continue;
      const counted = ["skeletons", "taken", "refused"].map((what) => `${figures.get(what) ?? 0}`.padStart(4));
      return `${name.padEnd(10)} ${value.answer.padEnd(7)} ${spent().toFixed(2).padStart(5)} s ${counted.join(" ")}`;
    }
}

const files = new Map(
  values.folder
    .flatMap((folder) => expectedFiles(folder))
    .filter(({ name }, i) => (values.model?.some((m) => name.startsWith(m)) ?? true) && (!values.quick || i % 8 === 0))
    .map((file) => [file.name, file]),
);
console.log(
  "who answers first, CPU seconds of both, skeletons, facts taken and refused by fair: without facts | with them",
);
for (const { name, path } of files.values()) {
  const { model, properties } = await loadDesign(path);
  const prepared = prepare(model, properties[0]!);
  if ("unsupported" in prepared || prepared.task.kind !== "fair-cycle") continue;
  for (const partner of values.partner) {
    const [alone, shared] = [false, true].map((isOpen) => together(prepared.task, partner, isOpen));
    console.log(`${name.padEnd(13)} ${partner.padEnd(10)} ${alone} | ${shared}`);
  }
}

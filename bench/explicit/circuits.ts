import { reference } from "../../src/engines/reference.js";
import type { Verdict } from "../../src/evidence/verdict.js";
import { searchModel } from "../../src/explicit/model-search.js";
import type { Algorithm } from "../../src/explicit/search.js";
import type { Model } from "../../src/model/model.js";
import { decide } from "../../src/solving/decide.js";
import { constantResets } from "../../src/transform/resets.js";
import { bakery, synchronousArbiter, treeArbiter } from "../families/arbiters.js";
import { jumpingCounter, nim } from "../families/counters.js";
import { boundedQueues, servedQueues } from "../families/queues.js";

const SMALL: readonly (readonly [string, () => Model])[] = [
  ["nim 2x3", () => nim(2, 3)],
  ["nim 2x3 failing", () => nim(2, 3, true)],
  ["abq 2x2", () => boundedQueues(2, 2)],
  ["abq 2x2 failing", () => boundedQueues(2, 2, true)],
  ["jc 6", () => jumpingCounter(6)],
  ["bakery 3", () => bakery(3)],
];

const LARGE: readonly (readonly [string, () => Model])[] = [
  ["nim 3x4", () => nim(3, 4)],
  ["nim 3x4 failing", () => nim(3, 4, true)],
  ["tf 4x2", () => servedQueues(4, 2)],
  ["tf 4x2 failing", () => servedQueues(4, 2, true)],
  ["bakery 6", () => bakery(6)],
  ["sarb 6", () => synchronousArbiter(6)],
  ["tarb 6", () => treeArbiter(6)],
  ["abq 5x4", () => boundedQueues(5, 4)],
  ["abq 5x4 failing", () => boundedQueues(5, 4, true)],
];

const CONTEXT = { memoryLimit: 2 ** 32, seed: 1, shouldStop: () => null };

/** The searches of circuits next to the reference, which writes all states and transitions down. */
export function nextToReference(quick: boolean): unknown {
  const rows: Record<string, Record<string, string | number>> = {};
  const ratios: Record<string, Record<string, number>> = {};
  for (const [name, make] of quick ? SMALL : [...SMALL, ...LARGE]) {
    const { model } = constantResets(make(), []);
    const task = { kind: "fair-cycle", model } as const;
    const base = timed(() =>
      finished(decide(reference, task, { states: 2 ** 26 }, { ...CONTEXT, kernels: undefined as never })),
    );
    const row: Record<string, string | number> = {
      latches: model.latches.length,
      inputs: model.inputs.length,
      answer: base.verdict.answer,
      states: base.verdict.stats.states as number,
      "reference s": base.seconds,
    };
    ratios[name] = {};
    for (const algorithm of ["nested-emptiness", "couvreur", "cvwy"] as const satisfies readonly Algorithm[]) {
      const run = timed(() => finished(searchModel(model, { algorithm }, CONTEXT)));
      row[`${algorithm} states`] = run.verdict.stats.states as number;
      row[`${algorithm} s`] = run.seconds;
      ratios[name][algorithm] = Number((base.seconds / run.seconds).toPrecision(3));
      if (run.verdict.answer !== base.verdict.answer) row[algorithm] = `says ${run.verdict.answer}`;
    }
    rows[name] = row;
  }
  console.table(rows);
  return { referenceToSearchSeconds: ratios };
}

function finished(run: Generator<unknown, Verdict>): Verdict {
  let step = run.next();
  while (!step.done) step = run.next();
  return step.value;
}

/** The best of three, or the first that takes long. */
function timed(work: () => Verdict): { verdict: Verdict; seconds: number } {
  let best = Number.POSITIVE_INFINITY;
  let verdict: Verdict | undefined;
  for (let round = 0; round < 3 || verdict === undefined; round++) {
    const before = process.cpuUsage();
    verdict = work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1e6);
    if (best > 1) break;
  }
  return { verdict, seconds: Number(best.toPrecision(3)) };
}

// What was built, as users run it: workers start in milliseconds.

import type { Outcome } from "../../dist/evidence/outcome.js";
import { threadHost } from "../../dist/node/check.js";
import { ProgramSubject } from "../../dist/portfolio/program-subject.js";
import { programFrom } from "../../dist/program/data-reader.js";
import { FunctionTable } from "../../dist/program/function-table.js";
import { dataOf } from "../../src/program/data.js";
import { type Job, modelOf } from "./jobs.js";

const ENGINES = ["explicit", "couvreur", "gsh", "rlive", "ic3", "fair"];

/**
 * `check` of programs with its defaults, next to the best of single engines, which have about as long as the default took. Seconds by the
 * clock; `decided`: when the answer was known, after which a proof is waited for; CPU seconds, until then, of all threads.
 */
export async function nextToEngines(quick: boolean): Promise<unknown> {
  const questions: readonly (Pick<Job, "model" | "args"> & { readonly formula: string })[] = quick
    ? [
        { model: "election", args: [6, 2], formula: "F progress" },
        { model: "peterson", args: [4], formula: "G F progress" },
      ]
    : [
        { model: "philosophers", args: [10], formula: "G F progress" },
        { model: "election", args: [8, 2], formula: "F progress" },
        { model: "election", args: [8, 2], formula: "G F progress" },
        { model: "peterson", args: [6], formula: "G F progress" },
        { model: "queues", args: [6, 2], formula: "G F progress" },
      ];
  const host = await threadHost();
  const rows: Record<string, Record<string, string | number>> = {};
  for (const question of questions) {
    const { name, program } = modelOf(question);
    const { data } = dataOf({ ...program, properties: [] });
    const asked = [{ name: question.formula, logic: "ltl", formula: question.formula }] as const;
    const subject = new ProgramSubject(programFrom(data, new FunctionTable()), asked, host);
    const ask = async (engine: string, seconds: number) => {
      const started = performance.now();
      const before = process.cpuUsage();
      let [decided, cpu] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      const onEnd = (_engine: string, ending: Outcome | Error) => {
        if (ending instanceof Error || ending.verdict.answer === "unknown") return;
        if (decided < Number.POSITIVE_INFINITY) return;
        decided = (performance.now() - started) / 1000;
        const { user, system } = process.cpuUsage(before);
        cpu = (user + system) / 1e6;
      };
      const outcome = await subject.ask(0, { engine, seconds, threads: 2, vacuity: false, onEnd });
      return { ...outcome, decided, cpu };
    };
    // The first question of a process also pays for loading what workers run.
    if (Object.keys(rows).length === 0) await ask("explicit", 600);
    const whole = await ask("auto", 600);
    let best = { engine: "none", seconds: Number.POSITIVE_INFINITY, cpu: Number.POSITIVE_INFINITY };
    for (const engine of ENGINES) {
      // Some room: a busy machine may be slower now than it was.
      const { decided: own, cpu } = await ask(engine, 1 + 2 * Math.min(whole.decided, best.seconds));
      if (own < best.seconds) best = { engine, seconds: own, cpu };
    }
    const ratio = whole.decided / best.seconds;
    const { verdict, evidence, engine, seconds, decided } = whole;
    const { answer } = verdict;
    rows[`${name} ${question.formula}`] = {
      ...{ answer, evidence, engine, s: rounded(seconds), decided: rounded(decided) },
      ...{ best: best.engine, "best s": rounded(best.seconds), ratio: rounded(ratio) },
      ...{ "CPU s": rounded(whole.cpu), "best CPU s": rounded(best.cpu), "CPU ratio": rounded(whole.cpu / best.cpu) },
    };
    console.error(`${name} ${question.formula}: ${answer} by ${engine}, ${rounded(ratio)} of ${best.engine}`);
  }
  console.table(rows);
  return rows;
}

const rounded = (x: number): number => Number(x.toPrecision(3));

import { ltlToTgba } from "../../src/automata/translate.js";
import { ProductSpace } from "../../src/explicit/product.js";
import { type Algorithm, type Hashing, type SearchFigures, searchFairCycle } from "../../src/explicit/search.js";
import type { StateSpace } from "../../src/explicit/state-space.js";
import { parseLtl } from "../../src/formula/parse.js";
import { explore } from "../../src/program/explore.js";
import { ProgramSpace } from "../../src/program/space.js";
import { type BenchModel, election, peterson, philosophers, queues } from "./models.js";

/** One search, as data: it goes to a process of its own. */
export interface Job {
  readonly model: keyof typeof MODELS;
  readonly args: readonly number[];
  /** What to look for: nothing (all states are visited), or behaviours that satisfy a formula. */
  readonly formula: string | null;
  /** Of all processes. */
  readonly weakFairness?: boolean;
  readonly algorithm?: Algorithm;
  readonly early?: boolean;
  readonly hash?: Hashing;
}

export interface JobResult extends SearchFigures {
  readonly kind: string;
  readonly coverage: number;
  readonly conditions: number;
  readonly seconds: number;
}

const MODELS = {
  philosophers: (n: number) => philosophers(n),
  peterson: (n: number) => peterson(n),
  election: (n: number, capacity: number) => election(n, capacity),
  queues: (n: number, capacity: number) => queues(n, capacity),
} as const;

export const modelOf = ({ model, args }: Pick<Job, "model" | "args">): BenchModel =>
  (MODELS[model] as (...args: readonly number[]) => BenchModel)(...args);

export function runJob(job: Job): JobResult {
  const before = process.cpuUsage();
  const result = job.formula === null ? visitAll(job) : search(job, job.formula);
  const { user, system } = process.cpuUsage(before);
  return { ...result, seconds: (user + system) / 1e6 };
}

/** As `check` answers a question that finite runs refute: breadth first. */
function visitAll(job: Job): Omit<JobResult, "seconds"> {
  const space = new ProgramSpace(modelOf(job).program, { propositions: [], fairness: false });
  const { figures } = finished(explore(space, space, {}));
  return { ...figures, nested: 0, bitsPerState: space.bits, kind: "empty", coverage: 1, conditions: 0 };
}

function search(job: Job, formula: string): Omit<JobResult, "seconds"> {
  const space = spaceOf(job, formula);
  const found = finished(searchFairCycle(space, job));
  const coverage = found.kind === "not-found" ? found.coverage : 1;
  return { ...found.figures, kind: found.kind, coverage, conditions: space.conditions };
}

function finished<T>(steps: Generator<unknown, T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

function spaceOf(job: Job, formula: string): StateSpace {
  const { program } = modelOf(job);
  const automaton = ltlToTgba(parseLtl(formula).formula);
  const propositions = automaton.atoms.map((name) => program.propositions.get(name)!);
  const system = new ProgramSpace(program, { propositions, fairness: job.weakFairness ?? false });
  return new ProductSpace(
    system,
    automaton,
    automaton.atoms.map((_, i) => i),
  );
}

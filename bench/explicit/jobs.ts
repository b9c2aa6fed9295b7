import { ltlToTgba } from "../../src/automata/translate.js";
import { ProductSpace } from "../../src/explicit/product.js";
import { type Algorithm, type Hashing, type SearchFigures, searchFairCycle } from "../../src/explicit/search.js";
import type { StateSpace } from "../../src/explicit/state-space.js";
import { parseLtl } from "../../src/formula/parse.js";
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
  const space = spaceOf(job);
  const search = searchFairCycle(space, job);
  let step = search.next();
  while (!step.done) step = search.next();
  const { user, system } = process.cpuUsage(before);
  const { kind, figures } = step.value;
  const coverage = step.value.kind === "not-found" ? step.value.coverage : 1;
  return { ...figures, kind, coverage, conditions: space.conditions, seconds: (user + system) / 1e6 };
}

function spaceOf(job: Job): StateSpace {
  const { program } = modelOf(job);
  if (job.formula === null) return everywhere(program);
  const automaton = ltlToTgba(parseLtl(job.formula).formula);
  const propositions = automaton.atoms.map((name) => program.propositions.get(name)!);
  const system = new ProgramSpace(program, { propositions, fairness: job.weakFairness ?? false });
  return new ProductSpace(
    system,
    automaton,
    automaton.atoms.map((_, i) => i),
  );
}

/** With a condition that no transition meets: the search visits all states, and looks for nothing. */
function everywhere(program: BenchModel["program"]): StateSpace {
  const never = { name: "never", holds: { op: "constant", value: 0 } } as const;
  const space = new ProgramSpace(program, { propositions: [never], fairness: false });
  return {
    words: space.words,
    bits: space.bits,
    conditions: 1,
    pairs: 0,
    propositions: 0,
    initial: (out) => space.initial(out),
    successors: (states, at, out) => space.successors(states, at, out),
  };
}

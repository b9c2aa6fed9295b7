import { Random } from "../logic/random.js";
import { type Operator, type Tense, tenseOf } from "./operators.js";

/** PICK of GSH, Fig. 1: which operator comes next. A schedule has a state: make one for each run. */
export interface Schedule {
  /** T_F, T_P, or both. */
  readonly operators: readonly Operator[];
  /** One of the enabled operators, of which there is at least one. */
  pick(enabled: ReadonlySet<Operator>): Operator;
}

export type ScheduleName = "el" | "el2" | "hh" | "random";
export type Tenses = Tense | "both";

/**
 * The schedules of GSH, Section 3.3, in one tense or in both; HH in one tense is EL2. `seed` is for the random one,
 * which takes a single step as often as EL does: every other time.
 */
export function makeSchedule(name: ScheduleName, tenses: Tenses, conditions: number, seed = 1): Schedule {
  const used: readonly Tense[] = tenses === "both" ? ["future", "past"] : [tenses];
  const step = new Map(used.map((tense) => [tense, stepOperator(tense)]));
  const steps = [...step.values()];
  const indices = Array.from({ length: conditions }, (_, i) => i);
  const closures = indices.flatMap((i) => used.map((tense) => closureOperator(tense, i)));
  switch (name) {
    case "el": // EU_0, EX, EU_1, EX, …
      return new Cyclic(closures.flatMap((c) => [once(c), once(step.get(tenseOf(c)) as Operator)]));
    case "el2": // EU_0, EU_1, …, EG
      return new Cyclic([...closures.map(once), ...steps.map((s) => toConvergence([s]))]);
    case "hh": // EU_0, ES_0, EU_1, …, EX, EY, EX, EY, …
      return new Cyclic([...closures.map(once), toConvergence(steps)]);
    case "random":
      return new RandomOrder(steps, closures, seed);
  }
}

/** EX alone, to convergence: EG. For sets whose cycles are all fair. */
export function stepsOnly(): Schedule {
  const step = stepOperator("future");
  return { operators: [step], pick: () => step };
}

const stepOperator = (tense: Tense): Operator => ({ kind: tense === "future" ? "EX" : "EY", condition: -1 });

const closureOperator = (tense: Tense, condition: number): Operator => ({
  kind: tense === "future" ? "EU" : "ES",
  condition,
});

/** Operators that follow each other; `again`: as long as one of them is enabled. */
interface Group {
  readonly operators: readonly Operator[];
  readonly again: boolean;
}

const once = (operator: Operator): Group => ({ operators: [operator], again: false });
const toConvergence = (operators: readonly Operator[]): Group => ({ operators, again: true });

/** Groups in a fixed order, round and round, without the operators that are disabled. */
class Cyclic implements Schedule {
  readonly operators: readonly Operator[];
  private group = 0;
  private position = 0;

  constructor(private readonly groups: readonly Group[]) {
    this.operators = [...new Set(groups.flatMap((g) => g.operators))];
  }

  pick(enabled: ReadonlySet<Operator>): Operator {
    for (;;) {
      const { operators, again } = this.groups[this.group]!;
      if (this.position === operators.length) {
        this.position = 0;
        if (!again || !operators.some((o) => enabled.has(o))) this.group = (this.group + 1) % this.groups.length;
        continue;
      }
      const operator = operators[this.position++]!;
      if (enabled.has(operator)) return operator;
    }
  }
}

class RandomOrder implements Schedule {
  readonly operators: readonly Operator[];
  private readonly random: Random;

  constructor(
    private readonly steps: readonly Operator[],
    private readonly closures: readonly Operator[],
    seed: number,
  ) {
    this.operators = [...closures, ...steps];
    this.random = new Random(seed);
  }

  pick(enabled: ReadonlySet<Operator>): Operator {
    const steps = this.steps.filter((o) => enabled.has(o));
    const closures = this.closures.filter((o) => enabled.has(o));
    const from = closures.length === 0 || (steps.length > 0 && this.random.below(2) === 0) ? steps : closures;
    return from[this.random.below(from.length)]!;
  }
}

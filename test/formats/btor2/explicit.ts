import type { Interpreter, Valuation, Value } from "./interpreter.js";

/**
 * The verdicts on a small BTOR2 system by writing out all its steps: a step has values for all inputs and states, and comes after another
 * if all states with a next value have that of the step before.
 */
export class ExplicitSystem {
  private readonly steps: readonly Valuation[];
  private readonly reached: ReadonlySet<number>;
  private readonly successors: readonly (readonly number[])[];

  constructor(private readonly system: Interpreter) {
    const variables = [...system.inputs, ...system.states];
    const holds = (id: number, at: Valuation): boolean => system.value(id, at) === 1n;
    const constraints = system.all("constraint").flat();
    this.steps = valuations(system, variables).filter((at) => constraints.every((c) => holds(c, at)));
    const nextKey = (at: Valuation): string =>
      [...system.nexts].map(([, next]) => String(system.value(next, at))).join(" ");
    const ownKey = (at: Valuation): string => [...system.nexts.keys()].map((s) => String(at.get(s))).join(" ");
    const byOwn = new Map<string, number[]>();
    this.steps.forEach((at, k) => {
      const key = ownKey(at);
      byOwn.set(key, [...(byOwn.get(key) ?? []), k]);
    });
    this.successors = this.steps.map((at) => byOwn.get(nextKey(at)) ?? []);
    const isFirst = (at: Valuation): boolean =>
      system.states.every((s) => {
        const first = system.first(s, at);
        return first === null || String(first) === String(at.get(s));
      });
    this.reached = this.from([...this.steps.keys()].filter((k) => isFirst(this.steps[k]!)));
  }

  private from(starts: readonly number[]): Set<number> {
    const reached = new Set(starts);
    for (const k of reached) for (const next of this.successors[k]!) reached.add(next);
    return reached;
  }

  private holds(id: number, step: number): boolean {
    return this.system.value(id, this.steps[step]!) === 1n;
  }

  /** Can a step be reached in which it holds? */
  reaches(bad: number): boolean {
    return [...this.reached].some((k) => this.holds(bad, k));
  }

  /** Is there a reachable step that can be met again and again, and every condition on the way? */
  hasFairCycle(conditions: readonly number[]): boolean {
    const all = [...conditions, ...this.system.all("fair").flat()];
    const ahead = new Map([...this.reached].map((k) => [k, this.from(this.successors[k]!)]));
    return [...this.reached].some((k) => {
      if (!ahead.get(k)!.has(k)) return false;
      const around = [...ahead.get(k)!].filter((m) => ahead.get(m)!.has(k));
      return all.every((c) => around.some((m) => this.holds(c, m)));
    });
  }
}

function valuations(system: Interpreter, variables: readonly number[]): Valuation[] {
  let all: Map<number, Value>[] = [new Map()];
  for (const v of variables) {
    const { width, elements } = system.sort(v);
    const words = Array.from({ length: 2 ** width }, (_, i) => BigInt(i));
    let values: Value[] = words;
    if (elements > 0) {
      let lists: bigint[][] = [[]];
      for (let k = 0; k < elements; k++) lists = lists.flatMap((list) => words.map((w) => [...list, w]));
      values = lists;
    }
    all = all.flatMap((at) => values.map((value) => new Map([...at, [v, value]])));
  }
  return all;
}

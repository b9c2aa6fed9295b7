import type { Assignment } from "../../src/program/expression.js";
import type { Choose, Condition, Program, StateObject } from "../../src/program/program.js";
import { evaluate, indexIn, type Term } from "../../src/program/term.js";

/** The same program with functions of the state in the place of all expressions: guards, effects and propositions. */
export function asFunctions(program: Program): Program {
  const codes = (state: StateObject): Int32Array =>
    Int32Array.from(
      program.variables.flatMap(({ name, domain }) => {
        const value = state[name];
        if (domain.kind !== "array") return [domain.encode(value)!];
        return (value as unknown[]).map((v) => domain.of.encode(v)!);
      }),
    );
  const condition = (holds: Condition): Condition => {
    if (typeof holds === "function") return holds;
    return (state) => evaluate(holds, codes(state)) === 1;
  };
  return {
    ...program,
    fairness: program.fairness.map((f) => ({ ...f, holds: condition(f.holds) })),
    propositions: new Map([...program.propositions].map(([k, p]) => [k, { ...p, holds: condition(p.holds) }])),
    processes: program.processes.map((process) => ({
      ...process,
      steps: process.steps.map(({ name, fairness, guard, effect }) => ({
        name,
        fairness,
        guard: condition(guard),
        effect: (state: StateObject, choose: Choose) => {
          const before = codes(state);
          for (const assignment of effect as readonly Assignment[]) assign(program, assignment, before, state, choose);
        },
      })),
    })),
  };
}

function assign(
  program: Program,
  { target, value }: Assignment,
  before: Int32Array,
  state: StateObject,
  choose: Choose,
): void {
  const offset = target.index === null ? 0 : indexIn(target, evaluate(target.index, before));
  const slot = target.first + offset;
  const code = value.op === "any" ? choose(value.codes) : evaluate(value as Term, before);
  // What is outside the domain has no value: the number itself must be noticed.
  const { low, high } = target.domain;
  const decoded = code < low || code > high ? code : target.domain.decode(code);
  const variable = program.variables.findLast((v) => v.first <= slot)!;
  if (variable.domain.kind === "array") (state[variable.name] as unknown[])[slot - variable.first] = decoded;
  else state[variable.name] = decoded;
}

import type { Assignment } from "../../src/program/action.js";
import { codecOf } from "../../src/program/codec.js";
import type { Choose, Condition, Program, StateObject } from "../../src/program/program.js";
import { evaluate, indexIn, type Term } from "../../src/program/term.js";
import { basesFrom } from "../../src/program/values.js";

/** The same program with functions of the state in the place of all expressions: guards, effects and propositions. */
export function asFunctions(program: Program): Program {
  const codes = (state: StateObject): Int32Array =>
    program.variables.reduce((into, { name, domain, first }) => {
      codecOf(domain, basesFrom(domain, first)).encode(state[name], into);
      return into;
    }, new Int32Array(program.slots.length));
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
      steps: process.steps.map(({ guard, effect, ...step }) => ({
        ...step,
        guard: condition(guard),
        effect: (state: StateObject, choose: Choose) => {
          const before = codes(state);
          const after = before.slice();
          const written = new Set<number>();
          for (const assignment of effect as readonly Assignment[]) assign(assignment, before, after, written, choose);
          for (const { name, domain, first } of program.variables)
            state[name] = codecOf(domain, basesFrom(domain, first)).decode(after);
        },
      })),
    })),
  };
}

function assign(
  { target, value }: Assignment,
  before: Int32Array,
  after: Int32Array,
  written: Set<number>,
  choose: Choose,
): void {
  const offset = target.index === null ? 0 : indexIn(target, evaluate(target.index, before));
  const slot = target.first + offset;
  const code = value.op === "any" ? choose(value.codes) : evaluate(value as Term, before);
  if (code < target.domain.low || code > target.domain.high) throw new Error("outside its domain");
  if (written.has(slot)) throw new Error("set twice");
  written.add(slot);
  after[slot] = code;
}

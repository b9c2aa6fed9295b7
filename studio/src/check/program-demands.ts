import type { AskedProgram } from "fairlead";
import type { DemandInfo } from "./protocol.js";

/** A piece of fairness of one of several programs, and the program without it. */
interface Part {
  readonly name: string;
  readonly program: number;
  without(program: AskedProgram): AskedProgram;
}

function partsOf(programs: readonly AskedProgram[]): Part[] {
  return programs.flatMap((program, index) => {
    const prefix = programs.length > 1 ? `${program.name}: ` : "";
    const part = (name: string, without: Part["without"]): Part => ({ name: prefix + name, program: index, without });
    return [
      ...program.processes.flatMap(({ name, fairness }) =>
        fairness === null ? [] : [part(`${fairness} fairness of ${name}`, (p) => withoutProcess(p, name))],
      ),
      ...program.processes.flatMap(({ name, steps }) =>
        steps.flatMap((step) =>
          step.fairness === null || step.fairness === "none"
            ? []
            : [part(`${step.fairness} fairness of ${name}.${step.name}`, (p) => withoutStep(p, name, step.name))],
        ),
      ),
      ...program.groups.map(({ name, kind }) =>
        part(`${kind} fairness of ${name}`, (p) => ({ ...p, groups: p.groups.filter((g) => g.name !== name) })),
      ),
      ...program.fairness.map(({ name }) =>
        part(`${name} again and again`, (p) => ({ ...p, fairness: p.fairness.filter((f) => f.name !== name) })),
      ),
    ];
  });
}

const withoutProcess = (program: AskedProgram, name: string): AskedProgram => ({
  ...program,
  processes: program.processes.map((p) => (p.name === name ? { ...p, fairness: null } : p)),
});

const withoutStep = (program: AskedProgram, process: string, name: string): AskedProgram => ({
  ...program,
  processes: program.processes.map((p) =>
    p.name !== process ? p : { ...p, steps: p.steps.map((s) => (s.name === name ? { ...s, fairness: null } : s)) },
  ),
});

export const programDemands = (programs: readonly AskedProgram[]): DemandInfo[] =>
  partsOf(programs).map(({ name }) => ({ name, kind: "fairness" }));

/** The programs without what is switched off. */
export function withoutProgramDemands(programs: readonly AskedProgram[], off: readonly number[]): AskedProgram[] {
  const parts = partsOf(programs);
  return programs.map((program, index) =>
    off
      .flatMap((k) => parts[k] ?? [])
      .filter((part) => part.program === index)
      .reduce((changed, part) => part.without(changed), program),
  );
}

import type { Declaration } from "../evidence/lacking.js";
import { type Behaviour, isTaken } from "./behaviour.js";
import type { Process, Program } from "./program.js";
import { Semantics } from "./semantics.js";

/** Fairness of a process, or of one of its steps by the name as written, which the program does not ask for. */
export interface UndeclaredFairness extends Declaration {
  readonly process: number;
  /** Null: of the process. */
  readonly step: string | null;
  readonly kind: "weak" | "strong";
}

/**
 * The fairness that a loop would break if it were declared: of each process the weakest that does, of the process as a whole or, where that
 * moves, of single steps. None for a run that is over.
 */
export function undeclaredFairness(program: Program, { states, steps, loop }: Behaviour): UndeclaredFairness[] {
  if (loop === null) return [];
  const semantics = new Semantics(program);
  const enabled = states.slice(loop).map((state) => semantics.enabled(state));
  const broken = (process: number, step: string | null, kind: "weak" | "strong"): UndeclaredFairness | null => {
    const { name, steps: own } = program.processes[process]!;
    const those = semantics.steps.filter(
      (s) => s.process === process && (step === null ? s.fairness !== "none" : s.written === step),
    );
    const spokenOf = new Set(those.map((s) => s.index));
    if (steps.slice(loop).some((s) => isTaken({ kind, name, steps: spokenOf }, s))) return null;
    const offered = enabled.map((is) => those.filter((s) => is[s.index]));
    const isOwed = kind === "weak" ? offered.every((o) => o.length > 0) : offered.some((o) => o.length > 0);
    if (!isOwed) return null;
    const names = [...new Set(offered.flat().map((s) => `${s.processName}.${s.written}`))];
    const when = kind === "weak" ? "in every state of the loop" : "again and again";
    const what =
      own.length === 1 || names.length === 1 ? `${names[0]} is enabled` : `one of ${listed(names)} is enabled`;
    return {
      process,
      step,
      kind,
      name: `${kind} fairness of ${step === null ? name : `${name}.${step}`}`,
      broken: `${what} ${when}, and never taken`,
    };
  };
  return program.processes.flatMap((process, p) => {
    const whole = kindsAbove(process.fairness).map((kind) => broken(p, null, kind));
    const found = whole.find((d) => d !== null);
    if (found !== undefined) return [found];
    return writtenSteps(process).flatMap(({ written, fairness }) => {
      const single = kindsAbove(fairness === "none" ? null : fairness).map((kind) => broken(p, written, kind));
      return single.find((d) => d !== null) ?? [];
    });
  });
}

/** What would be more than what is declared. */
function kindsAbove(declared: Process["fairness"]): ("weak" | "strong")[] {
  if (declared === null) return ["weak", "strong"];
  return declared === "weak" ? ["strong"] : [];
}

function writtenSteps({ steps }: Process) {
  const first = new Map<string, Process["steps"][number]>();
  for (const step of steps) if (!first.has(step.written)) first.set(step.written, step);
  return [...first.values()];
}

const MOST = 3;

const listed = (names: readonly string[]): string =>
  names.length > MOST ? `${names.slice(0, MOST).join(", ")} …` : names.join(", ");

/** The program with more fairness. Where both kinds are declared, the stronger counts. */
export function withDeclared(program: Program, declared: readonly UndeclaredFairness[]): Program {
  const { name, variables, slots, propositions, deadlock, stopping, fairness, groups } = program;
  const kindOf = (process: number, step: string | null) => {
    const kinds = declared.filter((d) => d.process === process && d.step === step).map((d) => d.kind);
    return kinds.includes("strong") ? "strong" : (kinds[0] ?? null);
  };
  const processes = program.processes.map((process, p) => ({
    ...process,
    fairness: kindOf(p, null) ?? process.fairness,
    steps: process.steps.map((step) => ({ ...step, fairness: kindOf(p, step.written) ?? step.fairness })),
  }));
  return { name, variables, slots, propositions, deadlock, stopping, fairness, groups, processes };
}

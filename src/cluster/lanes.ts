import type { OptionValues } from "../engines/engine.js";
import { engineNamed } from "../engines/registry.js";
import type { Plan } from "../portfolio/plan.js";
import type { QuestionTerms } from "./race.js";

/** What a lane of a race asks of a worker. */
export interface Lane {
  readonly engine: string;
  readonly options: OptionValues;
  readonly seed: number;
  readonly share: number;
  readonly isSpare: boolean;
}

/** Members of a team on several machines. */
const TEAM = 8;
/** An attempt begins anew, so a second of work is the least that is worth the way. */
const LEAST_SLICE = 1;
/** What is done again when a slice was too short is a third of it. */
const GROWTH = 4;

/**
 * The lines of a plan as lanes, then those that are worth while only where workers have nothing else to do: further members of a
 * team, which share what they find out.
 */
export function lanesOf(plan: Plan, seed: number): readonly Lane[] {
  const lines = plan.lines.map(({ engine, options, share }, k): Lane => {
    const before = plan.lines.slice(0, k).filter((l) => l.engine === engine).length;
    return { engine, options, seed: seed + before, share, isSpare: before > 0 };
  });
  const engines = [...new Set(lines.map((l) => l.engine))];
  return [...lines, ...engines.flatMap((engine) => teamOf(engine, lines))];
}

function teamOf(name: string, lines: readonly Lane[]): Lane[] {
  const own = lines.filter((l) => l.engine === name);
  const members = engineNamed(name)?.team?.(TEAM).slice(own.length) ?? [];
  return members.map((options, k): Lane => {
    const { options: given, seed, share } = own[0]!;
    return { engine: name, options: { ...options, ...given }, seed: seed + own.length + k, share, isSpare: true };
  });
}

/** `seconds`: the longest attempt. */
export function termsOf(plan: Plan, lanes: readonly Lane[], seconds: number, priority: number): QuestionTerms {
  return {
    lanes: lanes.map(({ share, isSpare }) => ({ share, setup: plan.setup, isSpare })),
    firstSlice: Math.max(plan.firstSlice, LEAST_SLICE),
    growth: GROWTH,
    seconds,
    priority,
  };
}

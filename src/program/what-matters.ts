import { type Condition, fairnessOf, type Program } from "./program.js";
import type { ProgramQuestion } from "./question.js";
import { boundsOf, partsOf, type Term, unsafePart } from "./term.js";

/**
 * Slots of a program of expressions that decide what can happen and whether a formula holds: those that guards, fairness, indices and the formula
 * read, and what is assigned to them depends on. All others may be anything, at the same time: the same steps can be taken.
 */
export function slotsThatMatter(program: Program, { atoms }: ProgramQuestion): Set<number> {
  const found = new Set<number>();
  const look = (term: Term) => {
    for (const slot of readBy(term)) found.add(slot);
  };
  const lookAt = (condition: Condition) => {
    if (typeof condition !== "function") look(condition);
  };
  for (const { holds } of atoms.values()) lookAt(holds);
  for (const f of fairnessOf(program)) if (f.kind === "state") lookAt(f.holds);
  const steps = program.processes.flatMap((p) => p.steps);
  const assignments = steps.flatMap(({ effect }) => (typeof effect === "function" ? [] : effect));
  for (const { guard } of steps) lookAt(guard);
  for (const { target, value } of assignments) {
    if (target.index !== null) look(target.index);
    // A value that can leave its domain is a mistake, and whether it does matters.
    if (value.op !== "any" && isRisky(value, target.domain)) look(value);
  }
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const { target, value } of assignments) {
      const written = Array.from({ length: target.index === null ? 1 : target.length }, (_, i) => target.first + i);
      if (value.op !== "any" && written.some((slot) => found.has(slot))) look(value);
    }
  }
  return found;
}

function isRisky(value: Term, { low, high }: { readonly low: number; readonly high: number }): boolean {
  const bounds = boundsOf(value);
  return bounds.low < low || bounds.high > high || unsafePart(value) !== null;
}

/** All slots that a term may read. */
function* readBy(term: Term): Iterable<number> {
  if (term.op === "slot") yield term.slot;
  if (term.op === "element") for (let i = 0; i < term.length; i++) yield term.first + i;
  for (const part of partsOf(term)) yield* readBy(part);
}

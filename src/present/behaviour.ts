import { printLtl } from "../formula/print.js";
import { type Behaviour, type Breach, isTaken } from "../program/behaviour.js";
import type { Domain } from "../program/compound.js";
import { type FairnessCondition, fairnessOf, isOneEnabled, type Program } from "../program/program.js";
import { type ProcessStep, Semantics } from "../program/semantics.js";
import { valueIn } from "../program/state-object.js";
import { type Bases, basesFrom, decodeValue, partsIn, valueText } from "../program/values.js";
import { forTerminal } from "../text/escape.js";

/**
 * What a program does, for people: who takes which step and what changes; where the formula breaks, where the loop starts,
 * and how each fairness condition is met in it. Step n leads to state n.
 */
export function behaviourText(program: Program, behaviour: Behaviour, breach: Breach | null = null): string {
  const { states, steps, loop, open = [] } = behaviour;
  const names = steps.map((step) =>
    step === null ? "(nothing)" : forTerminal(`${step.processName}.${step.name}${lineOf(step)}`),
  );
  const shown = loop === null ? names.slice(0, -1) : names; // no step leaves the end of a run
  const width = Math.max(...shown.map((n) => n.length), "start".length);
  const digits = String(states.length).length;
  const lines = [`${" ".repeat(digits)}  ${"start".padEnd(width)}  ${stateText(program, states[0]!)}`];
  states.forEach((state, t) => {
    if (t === loop) lines.push(`-- loop starts here${t === 0 ? "" : `: ${stateText(program, state)}`}`);
    if (t === breach?.state) lines.push(`-- ${breachText(breach)}`);
    const next = t + 1 < states.length ? states[t + 1]! : loop === null ? null : states[loop]!;
    if (next === null) return;
    lines.push(
      `${String(t + 1).padStart(digits)}  ${names[t]!.padEnd(width)}  ${changes(program, state, next, t === states.length - 1 ? open : [])}`.trimEnd(),
    );
  });
  if (loop !== null) {
    const names = open.map((slot) => program.slots[slot]!.name);
    const except = names.length === 0 ? "" : `, except that ${names.join(", ")} may go on changing`;
    lines.push(`-- and again from step ${loop + 1}, for ever${except}`);
    for (const condition of fairnessOf(program))
      lines.push(`   ${forTerminal(condition.name)}: ${howMet(new Semantics(program), condition, behaviour, loop)}`);
  }
  return `${lines.join("\n")}\n`;
}

/** `n < 4 is false here` */
export const breachText = ({ formula }: Breach): string => `${forTerminal(printLtl(formula))} is false here`;

/** A statement is found by its line, unless that is its name. */
const lineOf = ({ isStatement, place, written }: ProcessStep): string =>
  isStatement && place !== null && written !== `L${place.line}` ? `:${place.line}` : "";

/** All variables: `turn = left, wants = [true, false]`. */
function stateText(program: Program, state: Int32Array): string {
  return program.variables.map((v) => `${v.name} = ${text(valueIn(v, state))}`).join(", ");
}

/** `turn: left → right, wants[0]: false → true`. */
function changes(program: Program, before: Int32Array, after: Int32Array, open: readonly number[]): string {
  const isSame = (slot: number) => before[slot] === after[slot] || open.includes(slot);
  return program.variables
    .flatMap(({ name, domain, first }) => changesIn(name, domain, basesFrom(domain, first), before, after, isSame))
    .join(", ");
}

/** By element and field; what is in a set or on its way changes as a whole. */
function changesIn(
  name: string,
  domain: Domain,
  bases: Bases,
  before: Int32Array,
  after: Int32Array,
  isSame: (slot: number) => boolean,
): string[] {
  const { parts, slots } = partsIn(domain, bases);
  if (parts.length > 0)
    return parts.flatMap((part) => changesIn(`${name}${part.name}`, part.domain, part.bases, before, after, isSame));
  if (slots.every(isSame)) return [];
  return [`${name}: ${text(decodeValue(domain, bases, before))} → ${text(decodeValue(domain, bases, after))}`];
}

const text = (value: unknown): string => forTerminal(valueText(value));

/** In the loop, whose steps are numbered from `loop` + 1. */
function howMet(semantics: Semantics, condition: FairnessCondition, behaviour: Behaviour, loop: number): string {
  const { states, steps } = behaviour;
  const when = (t: number) => (t === 0 ? "at the start" : `after step ${t}`);
  const find = (holds: (t: number) => boolean) => states.findIndex((_, t) => t >= loop && holds(t));
  if (condition.kind === "state") {
    return `true ${when(find((t) => semantics.holds(condition.holds, states[t]!, condition.name)))}`;
  }
  const taken = find((t) => isTaken(condition, steps[t]));
  if (taken >= 0) return `takes step ${taken + 1}`;
  const isDisabled = (t: number) => !isOneEnabled(condition, semantics.enabled(states[t]!));
  return condition.kind === "strong" ? "never enabled in the loop" : `not enabled ${when(find(isDisabled))}`;
}

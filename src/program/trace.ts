import type { Trace, TraceCondition, TraceSignal } from "../evidence/trace.js";
import { printLtl } from "../formula/print.js";
import { recordOf } from "../text/record.js";
import { type Behaviour, type Breach, fairnessMet, isTaken } from "./behaviour.js";
import { chartOf } from "./chart.js";
import { codecOf } from "./codec.js";
import { type Domain, isScalar } from "./compound.js";
import { isDisplayed, shownText } from "./display.js";
import { type AnyScalar, signalType } from "./domain.js";
import { type FairnessCondition, fairnessOf, isOneEnabled, type Program } from "./program.js";
import { type ProcessStep, Semantics } from "./semantics.js";
import { valueIn } from "./state-object.js";
import { type Bases, basesFrom, partsIn } from "./values.js";

/**
 * What a program does, as a trace: a signal for each variable or, where it has elements or fields, for each of these. Sets, options and
 * channels are one signal. Step n leads to state n.
 */
export function programTrace(program: Program, behaviour: Behaviour, breach: Breach | null = null): Trace {
  const { states, loop, open = [], isDeadlock = false } = behaviour;
  const steps = loop === null ? behaviour.steps.slice(0, -1) : behaviour.steps; // no step leaves the end of a run
  const conditions = loop === null ? [] : fairnessMet(program, behaviour);
  const parts = partsOf(program);
  const codecs = parts.map(({ domain, bases }) => codecOf(domain, bases));
  return {
    signals: parts.map(signalOf),
    bits: states.map((state) => parts.map(({ slots }) => slots.map((i) => bitsOf(program, i, state)).join(""))),
    values: states.map((state) => codecs.map((codec, k) => shownText(parts[k]!.domain, codec.decode(state)))),
    conditions: loop === null ? [] : conditionsOf(program, behaviour, loop),
    met: states.map((_, t) => conditions.flatMap(({ metIn }, k) => (metIn.includes(t) ? [k] : []))),
    loop,
    origin: { name: program.name },
    open: [...parts.keys()].filter((k) => parts[k]!.slots.some((slot) => open.includes(slot))),
    moves: {
      steps: steps.map((s) => (s === null ? null : `${s.processName}.${s.name}`)),
      could: steps.map((s, t) => (s === null ? enabledIn(program, states[t]!) : [])),
      lines: steps.map((s) => (s === null ? null : lineOf(s))),
      variables: program.variables.map((v) => v.name),
      states: states.map((state) => program.variables.map((v) => shownText(v.domain, valueIn(v, state)))),
      breach: breach === null ? null : { step: breach.state, text: `${printLtl(breach.formula)} is false here` },
      isDeadlock,
      chart: chartOf(program, {
        states: states.map((state) => recordOf(program.variables.map((v) => [v.name, valueIn(v, state)]))),
        steps: steps.map((s) => (s === null ? null : `${s.processName}.${s.name}`)),
        loop,
      }),
    },
  };
}

function enabledIn(program: Program, state: Int32Array): string[] {
  const semantics = new Semantics(program);
  const enabled = semantics.enabled(state);
  return semantics.steps.flatMap((s, k) => (enabled[k] ? [`${s.processName}.${s.name}`] : []));
}

/** The signals of a trace by name. */
export const signalNamesOf = (program: Program): string[] => partsOf(program).map((part) => signalOf(part).name);

/** The slots of each signal of a trace. */
export const signalSlots = (program: Program): (readonly number[])[] => partsOf(program).map((p) => p.slots);

const partsOf = ({ variables }: Program): Leaf[] =>
  variables.flatMap(({ name, domain, first }) => leaves(name, domain, basesFrom(domain, first)));

/** A part of a state that changes as a whole, and its slots. */
interface Leaf {
  readonly name: string;
  readonly domain: Domain;
  readonly bases: Bases;
  readonly slots: readonly number[];
}

function leaves(name: string, domain: Domain, bases: Bases): Leaf[] {
  const { parts, slots } = partsIn(domain, bases);
  if (parts.length === 0) return [{ name, domain, bases, slots }];
  return parts.flatMap((part) => leaves(`${name}${part.name}`, part.domain, part.bases));
}

const signalOf = ({ name, domain }: Leaf): TraceSignal => ({
  name,
  type: isScalar(domain) ? signalType(domain) : { kind: "text" },
  isState: true,
  key: name,
  ...(isDisplayed(domain) && { isDisplayed: true }),
});

/** A statement is found by its line, unless that is its name. */
const lineOf = ({ isStatement, place, written }: ProcessStep): number | null =>
  isStatement && place !== null && written !== `L${place.line}` ? place.line : null;

function bitsOf({ slots }: Program, slot: number, state: Int32Array): string {
  const { low, high }: AnyScalar = slots[slot]!.domain;
  return (state[slot]! - low).toString(2).padStart((high - low).toString(2).length, "0");
}

function conditionsOf(program: Program, behaviour: Behaviour, loop: number): TraceCondition[] {
  const semantics = new Semantics(program);
  return fairnessOf(program).map((condition) => {
    return { name: condition.name, how: howMet(semantics, condition, behaviour, loop) };
  });
}

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

import { SuccessorBuffer } from "../explicit/state-space.js";
import { StateTable } from "../explicit/state-table.js";
import { Random } from "../logic/random.js";
import { expectPositive, expectSystem } from "../text/argument-error.js";
import { expectOptions } from "./author-checks.js";
import type { AskedProgram } from "./data.js";
import { ModelError } from "./model-error.js";
import type { Program } from "./program.js";
import { readQuestion } from "./question.js";
import { ProgramSpace } from "./space.js";
import { partsOf, type Term } from "./term.js";
import { refuseUnused } from "./unused.js";

/** What the reachable states say about the text of a program. What was never seen is certain only if all were visited. */
export interface ProgramReport {
  /** How many states were visited, and whether these are all. */
  readonly states: number;
  readonly isComplete: boolean;
  /** How many states there are: exactly if all were visited, else a guess from how often random walks meet states that were not. */
  readonly estimate: number;
  /** The most states that the domains allow. */
  readonly atMost: number;
  /** Steps as written, `process.step`, that are never enabled in any way. */
  readonly neverEnabled: readonly string[];
  /** Ways to take a step, of several, that are never possible. */
  readonly neverTaken: readonly string[];
  readonly neverTrue: readonly string[];
  /** Variables whose value nothing depends on: no guard, value, fairness, proposition or property. Unknown (none) with functions. */
  readonly neverRead: readonly string[];
  toString(): string;
}

const MAX_STATES = 100_000;

/** Visits states, at most `states`, and tells what in the program was of no use. */
export function reportOn(
  program: Program & Partial<AskedProgram>,
  options: { readonly states?: number } = {},
): ProgramReport {
  expectSystem("reportOn", program);
  expectOptions(options, { states: null }, "reportOn");
  expectPositive("reportOn", options, ["states"]);
  refuseUnused(program);
  const { states: most = MAX_STATES } = options;
  const space = new ProgramSpace(program, { fairness: false });
  const { semantics } = space;
  const enabled = new Set<number>();
  const isTrue = new Set<string>();
  const table = new StateTable(space.words, space.bits, 0);
  const out = new SuccessorBuffer(space);
  const packed = new Int32Array(space.words);
  const state = new Int32Array(program.slots.length);
  const take = () => {
    for (let at = 0; at < out.length; at += out.stride) table.add(out.data, at);
    out.length = 0;
  };
  space.initial(out);
  take();
  let n = 0;
  for (; n < table.count && n < most; n++) {
    table.copy(n, packed);
    space.layout.unpack(packed, 0, state);
    try {
      for (const [k, is] of semantics.enabled(state).entries()) if (is) enabled.add(k);
      for (const { name, holds } of program.propositions.values())
        if (!isTrue.has(name) && semantics.holds(holds, state, name)) isTrue.add(name);
    } catch (e) {
      if (!(e instanceof ModelError)) throw e; // a check reports it
    }
    space.successors(packed, 0, out);
    take();
  }
  const isComplete = n === table.count;
  const atMost = program.slots.reduce((product, { domain: { low, high } }) => product * (high - low + 1), 1);
  const full = (k: number, part: "name" | "written") =>
    `${semantics.steps[k]!.processName}.${semantics.steps[k]![part]}`;
  const steps = semantics.steps.map((_, k) => k);
  const seen = new Set(steps.filter((k) => enabled.has(k)).map((k) => full(k, "written")));
  const report = {
    states: n,
    isComplete,
    estimate: isComplete ? n : Math.min(atMost, estimateBeyond(space, table)),
    atMost,
    neverEnabled: [...new Set(steps.map((k) => full(k, "written")))].filter((name) => !seen.has(name)),
    neverTaken: steps.filter((k) => !enabled.has(k) && seen.has(full(k, "written"))).map((k) => full(k, "name")),
    neverTrue: [...program.propositions.keys()].filter((name) => !isTrue.has(name)),
    neverRead: neverRead(program),
  };
  return withText(report);
}

/** Random walks, and the most steps of each: many times more than it takes to leave what was visited. */
const WALKS = 400;
const MAX_WALK = 500;

/**
 * How many states there are if `known` are some of them: as many times more as states that random walks come to are more than those of them
 * that are known (capture and recapture). Walks come to some states more often than to others: it may be ten times too large or too small.
 */
function estimateBeyond(space: ProgramSpace, known: StateTable): number {
  const random = new Random(1);
  const out = new SuccessorBuffer(space);
  const at = new Int32Array(space.words);
  const step = (): boolean => {
    const ways = out.length / out.stride;
    const from = random.below(Math.max(ways, 1)) * out.stride;
    if (ways > 0) at.set(out.data.subarray(from, from + space.words));
    out.length = 0;
    return ways > 0;
  };
  const met = Array.from({ length: WALKS }, () => {
    space.initial(out);
    step();
    const taken = at.slice();
    // Any state of the walk, each as likely as the others, however long it gets.
    for (let k = 1; k < MAX_WALK; k++) {
      space.successors(at, 0, out);
      if (!step()) break;
      if (random.below(k + 1) === 0) taken.set(at);
    }
    return known.find(taken, 0) >= 0;
  }).filter(Boolean).length;
  return Math.round((known.count * (WALKS + 1)) / (met + 1));
}

function neverRead(program: Program & Partial<AskedProgram>): string[] {
  const read = new Set<number>();
  const visited = new Set<Term>();
  const visit = (term: Term): void => {
    if (visited.has(term)) return;
    visited.add(term);
    if (term.op === "slot") read.add(term.slot);
    if (term.op === "element") for (let k = 0; k < term.length; k++) read.add(term.first + k);
    for (const part of partsOf(term)) visit(part);
  };
  const steps = program.processes.flatMap((p) => p.steps);
  // What a property asks about is of use.
  const asked = (program.properties ?? []).flatMap(({ logic, formula }) => [
    ...readQuestion(program, logic, formula).atoms.values(),
  ]);
  const conditions = [...program.fairness, ...program.propositions.values(), ...asked].map((c) => c.holds);
  for (const condition of [...conditions, ...steps.map((s) => s.guard)]) {
    if (typeof condition === "function") return [];
    visit(condition);
  }
  for (const { effect } of steps) {
    if (typeof effect === "function") return [];
    for (const { target, value } of effect) {
      if (target.index !== null) visit(target.index);
      // That it keeps its own value, or counts up, is no use.
      if (value.op !== "any" && !readsOnly(value, target.first, target.length)) visit(value);
    }
  }
  return program.variables
    .filter(({ first, size }) => !Array.from({ length: size }, (_, k) => first + k).some((slot) => read.has(slot)))
    .map(({ name }) => name);
}

/** Only these slots are read. */
function readsOnly(term: Term, first: number, length: number): boolean {
  if (term.op === "slot") return term.slot >= first && term.slot < first + length;
  if (term.op === "element")
    return term.first === first && term.length === length && readsOnly(term.index, first, length);
  return partsOf(term).every((part) => readsOnly(part, first, length));
}

export const withText = (report: Omit<ProgramReport, "toString">): ProgramReport => ({
  ...report,
  toString: () => reportText(report),
});

function reportText(r: Omit<ProgramReport, "toString">): string {
  const count = r.isComplete
    ? `${r.states} states`
    : `more than ${r.states} states, perhaps ${Number(r.estimate.toPrecision(1)).toLocaleString("en")}: not all were visited`;
  const line = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what}: ${names.join(", ")}`]);
  return [
    `${count}, of ${r.atMost.toLocaleString("en")} that the domains allow`,
    ...line("never enabled", r.neverEnabled),
    ...line("never possible", r.neverTaken),
    ...line("never true", r.neverTrue),
    ...line("never read", r.neverRead),
  ].join("\n");
}

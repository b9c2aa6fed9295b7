import type { Trace } from "../evidence/trace.js";
import { didYouMean, suggest } from "../model/suggest.js";

/** The trace with some of its signals only, by position; variables of a program stay where a part of them does. */
export function withSignals(trace: Trace, isKept: (k: number) => boolean): Trace {
  const kept = [...trace.signals.keys()].filter(isKept);
  const at = new Map(kept.map((k, i) => [k, i]));
  const of = <T>(row: readonly T[]): T[] => kept.map((k) => row[k]!);
  const { moves, open, after, branches } = trace;
  return {
    ...trace,
    signals: of(trace.signals),
    bits: trace.bits.map(of),
    values: trace.values.map(of),
    ...(open && { open: open.flatMap((k) => at.get(k) ?? []) }),
    ...(after && { after: of(after) }),
    ...(moves && { moves: { ...moves, ...variablesOf(trace, moves, isKept) } }),
    ...(branches && { branches: branches.map((b) => ({ ...b, trace: withSignals(b.trace, isKept) })) }),
  };
}

function variablesOf(
  { signals }: Trace,
  { variables, states }: NonNullable<Trace["moves"]>,
  isKept: (k: number) => boolean,
) {
  const isPart = (name: string, variable: string) =>
    name === variable || (name.startsWith(variable) && /[.[]/.test(name[variable.length]!));
  const kept = [...variables.keys()].filter((v) =>
    signals.some(({ name }, k) => isKept(k) && isPart(name, variables[v]!)),
  );
  return { variables: kept.map((v) => variables[v]!), states: states.map((row) => kept.map((v) => row[v]!)) };
}

/** Which of some names a user calls: whole names, or with `*` for any part of one. What nobody is called by is told. */
export function namesCalled(
  names: readonly string[],
  wanted: readonly string[],
): { readonly isCalled: (name: string) => boolean; readonly unknown: readonly string[] } {
  const patterns = wanted.map((text) => new RegExp(`^${text.split("*").map(escaped).join(".*")}$`, "s"));
  const unknown = wanted.filter((_, i) => !names.some((name) => patterns[i]!.test(name)));
  return { isCalled: (name) => patterns.some((p) => p.test(name)), unknown };
}

/** The trace with the signals that a user calls. */
export function signalsNamed(trace: Trace, wanted: readonly string[]): Trace {
  const names = trace.signals.map((s) => s.name);
  const { isCalled } = namesCalled(names, wanted);
  return withSignals(trace, (k) => isCalled(names[k]!));
}

/** What to say of a name that no signal has. */
export const noSuchSignal = (name: string, names: readonly string[]): string =>
  `no signal is called '${name}'${didYouMean(suggest(name, names))}`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

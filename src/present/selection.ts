import type { Trace } from "../evidence/trace.js";

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

/** Signals by what a user calls them: whole names, or with `*` for any part of one. Names that are nobody's are told. */
export function signalsNamed(
  trace: Trace,
  wanted: readonly string[],
): { readonly trace: Trace; readonly unknown: readonly string[] } {
  const patterns = wanted.map((text) => new RegExp(`^${text.split("*").map(escaped).join(".*")}$`, "s"));
  const matches = (name: string) => patterns.some((p) => p.test(name));
  const unknown = wanted.filter((_, i) => !trace.signals.some((s) => patterns[i]!.test(s.name)));
  return { trace: withSignals(trace, (k) => matches(trace.signals[k]!.name)), unknown };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

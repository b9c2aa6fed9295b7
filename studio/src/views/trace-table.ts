import type { Trace } from "fairlead";

/** A column of a waveform: a step of the trace. The loop is there twice, so that one sees that it comes back. */
export interface Column {
  readonly step: number;
  readonly part: "stem" | "loop" | "again";
}

export interface Cell {
  /** The value; of a condition, `met` or nothing. */
  readonly text: string;
  /** Another value than in the column before. */
  readonly isNew: boolean;
  /** How it is drawn. */
  readonly shape: string;
}

export interface Row {
  readonly kind: "signal" | "condition";
  readonly index: number;
  readonly name: string;
  readonly isPinned: boolean;
  /** Drawn with its values written in, not as a line that is high or low. */
  readonly isWord: boolean;
  cell(column: Column, before: Column | null): Cell;
}

export function columnsOf({ values, loop }: Trace): Column[] {
  const once = values.map((_, step): Column => ({ step, part: loop !== null && step >= loop ? "loop" : "stem" }));
  if (loop === null) return once;
  return [...once, ...once.slice(loop).map(({ step }): Column => ({ step, part: "again" }))];
}

export interface Choice {
  readonly search: string;
  readonly pinned: ReadonlySet<string>;
  /** Leaves out signals that never change. */
  readonly onlyChanges: boolean;
}

/** Conditions, then pinned signals, then the others that are looked for. The same bits under two names are one row. */
export function rowsOf(trace: Trace, { search, pinned, onlyChanges }: Choice): Row[] {
  const wanted = search.trim().toLowerCase();
  const keys = new Set<string>();
  const signals = trace.signals.flatMap((signal, index): Row[] => {
    const isPinned = pinned.has(signal.name);
    const isFound = signal.name.toLowerCase().includes(wanted);
    const isKnown = keys.has(signal.key);
    keys.add(signal.key);
    const isStill = trace.bits.every((bits) => bits[index] === trace.bits[0]![index]);
    if (!isPinned && (!isFound || (isKnown && wanted === "") || (onlyChanges && isStill))) return [];
    return [signalRow(trace, index, isPinned)];
  });
  const conditions = trace.conditions.map((_, index) => conditionRow(trace, index));
  return [...conditions, ...signals.filter((r) => r.isPinned), ...signals.filter((r) => !r.isPinned)];
}

function signalRow({ signals, values, bits }: Trace, index: number, isPinned: boolean): Row {
  const { name, type } = signals[index]!;
  const isWord = type.kind !== "bool";
  return {
    kind: "signal",
    index,
    name,
    isPinned,
    isWord,
    cell({ step }, before) {
      const isNew = before === null || bits[before.step]![index] !== bits[step]![index];
      const shape = isWord ? "word" : bits[step]![index] === "1" ? "high" : "low";
      return { text: values[step]![index]!, isNew, shape: isNew && before !== null ? `${shape} edge` : shape };
    },
  };
}

function conditionRow({ conditions, met }: Trace, index: number): Row {
  return {
    kind: "condition",
    index,
    name: conditions[index]!.name,
    isPinned: true,
    isWord: false,
    cell: ({ step }) => ({ text: met[step]!.includes(index) ? "met" : "", isNew: true, shape: "mark" }),
  };
}

/** What is different in the column at a position from the one before. */
export function changesInto(
  trace: Trace,
  position: number,
): { readonly name: string; readonly before: string; readonly after: string }[] {
  const columns = columnsOf(trace);
  const [from, to] = [columns[position - 1]!.step, columns[position]!.step];
  const keys = new Set<string>();
  return trace.signals.flatMap(({ name, key }, k) => {
    const isKnown = keys.has(key);
    keys.add(key);
    if (isKnown || trace.bits[from]![k] === trace.bits[to]![k]) return [];
    return [{ name, before: trace.values[from]![k]!, after: trace.values[to]![k]! }];
  });
}

/** What comes after the column at a position: another step, or nothing. */
export function nextOf(trace: Trace, position: number): "step" | "end" {
  return trace.loop === null && position === trace.values.length - 1 ? "end" : "step";
}

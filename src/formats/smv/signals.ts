import type { Aig } from "../../logic/aig.js";
import type { Lit } from "../../logic/lit.js";
import { type Bits, codeWidth, constantBits, difference, resized } from "../../logic/vector.js";
import type { Signal, SignalType, SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import { leavesOf } from "./decide.js";
import type { Cell, Hierarchy, Macro } from "./instances.js";
import { SELECTOR } from "./instances.js";
import type { Domain, Value } from "./values.js";

/** How a scalar variable is held. */
export interface Held {
  readonly bits: Bits;
  /** Index of its first latch; -1 when its bits are inputs or functions. */
  readonly latch: number;
}

/** What naming the signals of a model needs to know of it. */
interface Compiled {
  readonly aig: Aig;
  readonly hierarchy: Hierarchy;
  readonly cells: readonly Cell[];
  readonly inputs: readonly number[];
  heldOf(cell: Cell): Held;
  processDomain(): Domain;
  processBits(): Bits;
  running(process: number): Lit;
  definedAs(macro: Macro): Value;
  place(at: number): SourcePlace;
}

/** What people see of a model: its variables, the choice of a process, and its definitions. */
export function signalsOf(compiled: Compiled): Signal[] {
  const signals: Signal[] = [];
  const inputs = new Set(compiled.inputs);
  for (const role of ["frozen", "state", "input"] as const) {
    for (const cell of compiled.cells) if (cell.role === role) signals.push(signalOf(compiled, cell, inputs));
  }
  if (compiled.hierarchy.processes.length > 1) signals.push(...processSignals(compiled));
  // As arguments of a call, hundreds of thousands would not fit on the stack.
  for (const signal of defines(compiled)) signals.push(signal);
  return signals;
}

function signalOf(compiled: Compiled, cell: Cell, inputs: ReadonlySet<number>): Signal {
  const { bits, latch } = compiled.heldOf(cell);
  const assignments = [cell.always, cell.init, ...cell.next].filter((a) => a !== null);
  const reads = latch >= 0 ? "latch" : isFree(compiled.aig, bits, inputs) ? "input" : "define";
  return {
    name: cell.name,
    kind: reads,
    type: signalType(cell.domain),
    bits,
    ...(cell.role === "input" ? {} : { isState: true }),
    source: compiled.place(cell.at),
    ...(assignments.length > 0 && { assigned: assignments.map((a) => compiled.place(a.at)) }),
  };
}

function isFree(aig: Aig, bits: Bits, inputs: ReadonlySet<number>): boolean {
  return bits.length > 0 && leavesOf(aig, bits).every((n) => inputs.has(n));
}

function processSignals(compiled: Compiled): Signal[] {
  const type = signalType(compiled.processDomain());
  const source = compiled.place(compiled.hierarchy.main.module.at);
  return [
    { name: SELECTOR, kind: "input", type, bits: compiled.processBits(), source },
    ...compiled.hierarchy.processes.map((p): Signal => {
      const name = p.path === "" ? "running" : `${p.path}.running`;
      return { name, kind: "input", type: { kind: "bool" }, bits: [compiled.running(p.process)], source };
    }),
  ];
}

/** Definitions whose values people can read. Those that are sets, or read next values, are not values of a step. */
function defines(compiled: Compiled): Signal[] {
  const signals: Signal[] = [];
  for (const scope of compiled.hierarchy.instances) {
    for (const member of scope.members.values()) {
      if (member.kind !== "macro" || !member.macro.isDefine) continue;
      const shown = shownDefine(compiled, member.macro);
      if (shown === null) continue;
      signals.push({ name: member.macro.name, kind: "define", ...shown, source: compiled.place(member.macro.at) });
    }
  }
  return signals;
}

function shownDefine(compiled: Compiled, macro: Macro): { readonly type: SignalType; readonly bits: Bits } | null {
  try {
    return shownValue(compiled.aig, compiled.definedAs(macro));
  } catch (e) {
    if (e instanceof InputError && e.code === "smv-next") return null;
    throw e;
  }
}

function signalType(domain: Domain): SignalType {
  switch (domain.kind) {
    case "boolean":
      return { kind: "bool" };
    case "word":
      return { kind: domain.signed ? "signed" : "unsigned" };
    case "range":
      return { kind: "range", low: domain.low };
    case "enum":
      return { kind: "enum", values: domain.values.map(String) };
  }
}

export function valueName(domain: Domain, code: number): string {
  switch (domain.kind) {
    case "boolean":
      return code === 1 ? "TRUE" : "FALSE";
    case "range":
      return `${domain.low + code}`;
    case "enum":
      return `${domain.values[code]}`;
    case "word":
      return `0${domain.signed ? "s" : "u"}d${domain.width}_${code}`;
  }
}

function shownValue(aig: Aig, v: Value): { readonly type: SignalType; readonly bits: Bits } | null {
  switch (v.kind) {
    case "boolean":
      return { type: { kind: "bool" }, bits: [v.lit] };
    case "integer": {
      const wide = resized(v.bits, v.bits.length + 1, true);
      const code = difference(aig, wide, constantBits(v.low, wide.length));
      return { type: { kind: "range", low: v.low }, bits: code.slice(0, codeWidth(v.high - v.low + 1)) };
    }
    case "enum":
      return { type: { kind: "enum", values: v.values.map(String) }, bits: v.bits };
    case "word":
      return { type: { kind: v.signed ? "signed" : "unsigned" }, bits: v.bits };
    default:
      return null;
  }
}

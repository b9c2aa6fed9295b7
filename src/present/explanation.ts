import { signalsThatMayBeAnything } from "../evidence/dont-care.js";
import { lettersOf } from "../evidence/letters.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import type { Lasso, Run, Witness } from "../evidence/verdict.js";
import { whyMet } from "../evidence/why-met.js";
import type { Ltl } from "../formula/ltl.js";
import { printLtl } from "../formula/print.js";
import { truthAlong } from "../formula/words.js";
import type { Lit } from "../logic/lit.js";
import type { Model } from "../model/model.js";
import { literalsOf, type Property } from "../model/property.js";
import { forTerminal } from "../text/escape.js";

/** Why a behaviour shows what it shows. */
export interface Explanation {
  /** Of each condition: the first step in which the loop, or the end of a run, meets it, and the signals whose values make it so. */
  readonly conditions: readonly { readonly name: string; readonly step: number; readonly because: readonly number[] }[];
  /** A formula and its parts, each before what it is made of: whether it holds, by step. */
  readonly rows: readonly FormulaRow[];
  /** Signals that may be anything in all steps at once. */
  readonly anything: readonly number[];
}

export interface FormulaRow {
  readonly formula: string;
  readonly holds: readonly boolean[];
}

/** Null for trees, whose paths show parts of a formula. */
export function explanationOf(model: Model, property: Property, witness: Witness): Explanation | null {
  if (witness.kind === "tree") return null;
  const trace = traceOf(model, property, witness);
  return {
    conditions: conditionsMet(model, property, witness, trace),
    rows: property.kind === "ltl" && witness.kind === "lasso" ? rowsOf(model, property, witness) : [],
    anything: signalsThatMayBeAnything(model, witness, literalsOf(property)),
  };
}

function conditionsMet(model: Model, property: Property, path: Lasso | Run, trace: Trace): Explanation["conditions"] {
  const why = whyMet(model, property, path);
  const first = path.kind === "lasso" ? path.loop : path.steps.length - 1;
  return trace.conditions.flatMap(({ name }, k) => {
    const step = trace.met.findIndex((met, t) => t >= first && met.includes(k));
    return step < 0 ? [] : [{ name, step, because: why[step]![trace.met[step]!.indexOf(k)]! }];
  });
}

function rowsOf(
  model: Model,
  { formula, atoms }: { readonly formula: Ltl; readonly atoms: ReadonlyMap<string, Lit> },
  { steps, loop }: Lasso,
): FormulaRow[] {
  const word = { ...lettersOf(model, steps, atoms), loop };
  const rows = new Map<string, FormulaRow>();
  const add = (f: Ltl): void => {
    const text = printLtl(f);
    if (f.op === "true" || f.op === "false" || rows.has(text)) return;
    // Past operators may tell later turns of the loop from the first, which is the one that is shown.
    rows.set(text, { formula: text, holds: Array.from(truthAlong(word, f).subarray(0, steps.length), (v) => v === 1) });
    if ("arg" in f) add(f.arg);
    if ("left" in f) {
      add(f.left);
      add(f.right);
    }
  };
  add(formula);
  return [...rows.values()];
}

/** For people, below a trace. Beyond some steps rows of a formula would not fit on a line. */
export function explanationText({ conditions, rows, anything }: Explanation, trace: Trace): string {
  const name = (k: number) => forTerminal(trace.signals[k]!.name);
  const lines = conditions.map(({ name: condition, step, because }) => {
    const reasons = because.map((k) => `${name(k)} = ${forTerminal(trace.values[step]![k]!)}`);
    return `   ${forTerminal(condition)}: in step ${step}${reasons.length === 0 ? "" : `, since ${reasons.join(", ")}`}`;
  });
  if (anything.length > 0) lines.push(`   whatever they are in any step: ${anything.map(name).join(", ")}`);
  return `${[...lines, ...rowsText(rows, trace)].map((line) => `${line}\n`).join("")}`;
}

/** A column for each step: `1` where the part holds, `.` where not; a bar where the loop starts. */
function rowsText(rows: readonly FormulaRow[], { values, loop }: Trace): string[] {
  if (rows.length === 0) return [];
  const width = String(values.length - 1).length;
  const cells = (texts: readonly string[]) =>
    texts.map((text, t) => `${t === loop ? "|" : " "}${text.padStart(width)}`).join("");
  const names = rows.map((r) => forTerminal(r.formula));
  const widest = Math.min(WIDEST, Math.max(...names.map((n) => n.length)));
  return [
    `   ${"in step".padEnd(widest)} ${cells(values.map((_, t) => String(t)))}`,
    ...rows.map(({ holds }, k) => `   ${names[k]!.padEnd(widest)} ${cells(holds.map((h) => (h ? "1" : ".")))}`),
  ];
}

const WIDEST = 60;

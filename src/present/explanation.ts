import { signalsThatMayBeAnything } from "../evidence/dont-care.js";
import type { Explanation, FormulaRow } from "../evidence/explanation.js";
import { lettersOf } from "../evidence/letters.js";
import { type Trace, traceOf } from "../evidence/trace.js";
import type { Lasso, Run, Witness } from "../evidence/verdict.js";
import { whyMet } from "../evidence/why-met.js";
import { rowsAlong } from "../formula/rows.js";
import type { Model } from "../model/model.js";
import { type LtlProperty, literalsOf, type Property } from "../model/property.js";
import type { SourcePlace } from "../model/symbols.js";
import { forTerminal } from "../text/escape.js";

/** Null for trees, whose paths show parts of a formula. */
export function explanationOf(model: Model, property: Property, witness: Witness): Explanation | null {
  if (witness.kind === "tree") return null;
  const trace = traceOf(model, property, witness);
  return {
    conditions: conditionsMet(model, property, witness, trace),
    rows:
      property.kind === "ltl" && witness.kind === "lasso"
        ? rowsAlong(wordOf(model, property, witness), property.formula)
        : [],
    anything: signalsThatMayBeAnything(model, witness, literalsOf(property)),
  };
}

const wordOf = (model: Model, { atoms }: LtlProperty, { steps, loop }: Lasso) => ({
  ...lettersOf(model, steps, atoms),
  loop,
});

function conditionsMet(model: Model, property: Property, path: Lasso | Run, trace: Trace): Explanation["conditions"] {
  const why = whyMet(model, property, path);
  const first = path.kind === "lasso" ? path.loop : path.steps.length - 1;
  return trace.conditions.flatMap(({ name }, k) => {
    const step = trace.met.findIndex((met, t) => t >= first && met.includes(k));
    return step < 0 ? [] : [{ name, step, because: why[step]![trace.met[step]!.indexOf(k)]! }];
  });
}

/** For people, below a trace. Beyond some steps rows of a formula would not fit on a line. */
export function explanationText({ conditions, rows, anything }: Explanation, trace: Trace): string {
  const name = (k: number) => forTerminal(trace.signals[k]!.name);
  const when = (step: number) =>
    trace.moves === undefined ? `in step ${step}` : step === 0 ? "at the start" : `after step ${step}`;
  // The moves of a program say in any case where a condition is met.
  const told = trace.moves === undefined ? conditions : conditions.filter((c) => c.because.length > 0);
  const lines = told.map(({ name: condition, step, because }) => {
    const reasons = because.map((k) => `${name(k)} = ${forTerminal(trace.values[step]![k]!)}`);
    return `   ${forTerminal(condition)}: ${when(step)}${reasons.length === 0 ? "" : `, since ${reasons.join(", ")}`}`;
  });
  const assigned = trace.signals.flatMap(({ assigned: places = [] }, k) =>
    places.length > 0 ? [`${name(k)} in ${linesText(places)}`] : [],
  );
  if (assigned.length > 0) lines.push(`   assigned: ${assigned.join("; ")}`);
  if (anything.length > 0) lines.push(`   whatever they are in any step: ${anything.map(name).join(", ")}`);
  return `${[...lines, ...rowsText(rows, trace)].map((line) => `${line}\n`).join("")}`;
}

/** `line 5`, `lines 5 and 9 of b.sv`. */
function linesText(places: readonly SourcePlace[]): string {
  const texts = [
    ...new Set(places.map(({ file, line }) => `${line}${file === undefined ? "" : ` of ${forTerminal(file)}`}`)),
  ];
  return `line${texts.length === 1 ? "" : "s"} ${texts.join(", ")}`;
}

/** A column for each step: `1` where the part holds, `.` where not; a bar where the loop starts. */
function rowsText(rows: readonly FormulaRow[], { values, loop, moves }: Trace): string[] {
  if (rows.length === 0) return [];
  const width = String(values.length - 1).length;
  const cells = (texts: readonly string[]) =>
    texts.map((text, t) => `${t === loop ? "|" : " "}${text.padStart(width)}`).join("");
  const names = rows.map((r) => forTerminal(r.formula));
  const head = moves === undefined ? "in step" : "after step";
  const widest = Math.max(head.length, Math.min(WIDEST, Math.max(...names.map((n) => n.length))));
  return [
    `   ${head.padEnd(widest)} ${cells(values.map((_, t) => String(t)))}`,
    ...rows.map(({ holds }, k) => `   ${names[k]!.padEnd(widest)} ${cells(holds.map((h) => (h ? "1" : ".")))}`),
  ];
}

const WIDEST = 60;

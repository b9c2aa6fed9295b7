import type { Trace, TraceSignal } from "../evidence/trace.js";
import type { Verdict } from "../evidence/verdict.js";
import type { Property } from "../model/property.js";
import type { SignalType } from "../model/symbols.js";
import { forTerminal } from "../text/escape.js";

/** What was asked, as NuSMV names it. */
export interface Specification {
  readonly kind: Property["kind"];
  readonly text: string;
}

/**
 * A verdict as NuSMV prints it, for scripts that read NuSMV's output. `number` counts the traces of one run of the
 * program, from 1. An unknown answer has no counterpart there: it becomes a comment.
 */
export function smvReport(
  { kind, text }: Specification,
  verdict: Pick<Verdict, "answer"> & { readonly reason?: string },
  trace: Trace | null,
  number: number,
): string {
  const what = kind === "bad" ? "invariant" : "specification";
  const asked = forTerminal(text);
  if (verdict.answer === "unknown") return `-- ${what} ${asked}  is unknown (${verdict.reason})\n`;
  const head = `-- ${what} ${asked}  is ${verdict.answer === "holds"}\n`;
  if (verdict.answer === "holds" || trace === null) return head;
  return `${head}-- as demonstrated by the following execution sequence\n${smvTrace(kind, trace, number)}`;
}

/** A counterexample in NuSMV's text format: states, the inputs between them, the start of the loop. */
export function smvTrace(kind: Property["kind"], trace: Trace, number: number): string {
  const lines = [`Trace Description: ${DESCRIPTION[kind]} `, "Trace Type: Counterexample "];
  write(trace, number, lines);
  return `${lines.join("\n")}\n`;
}

const DESCRIPTION = {
  justice: "LTL Counterexample",
  ltl: "LTL Counterexample",
  ctl: "CTL Counterexample",
  bad: "AG alpha Counterexample",
} as const;

/** The signals of a step: bits, and texts for what has parts of its own. */
interface Values {
  readonly bits: readonly string[];
  readonly texts: readonly string[];
}

/** The path that shows the violation; what branches off it follows. */
function write(trace: Trace, number: number, lines: string[]): void {
  const { bits, loop, after } = trace;
  const before = { State: new Map<string, string>(), Input: new Map<string, string>() };
  /** Only values that are not as before are listed. */
  const section = (title: "State" | "Input", index: number, values: Values): void => {
    lines.push(`  -> ${title}: ${number}.${index} <-`);
    trace.signals.forEach((signal, k) => {
      if (signal.isState !== (title === "State")) return;
      const value = signal.type.kind === "text" ? values.texts[k]! : smvValue(signal.type, values.bits[k]!);
      if (before[title].get(signal.name) === value) return;
      before[title].set(signal.name, value);
      lines.push(`    ${forTerminal(signal.name)} = ${forTerminal(value)}`);
    });
  };
  const hasInputs = trace.signals.some((s: TraceSignal) => !s.isState);
  const at = (t: number): Values => ({ bits: bits[t]!, texts: trace.values[t]! });
  bits.forEach((_, t) => {
    if (t === loop) lines.push("  -- Loop starts here");
    section("State", t + 1, at(t));
    const isLast = t === bits.length - 1;
    if (hasInputs && (!isLast || loop !== null || after !== undefined)) section("Input", t + 2, at(t));
  });
  if (loop !== null) section("State", bits.length + 1, at(loop));
  else if (after !== undefined) section("State", bits.length + 1, { bits: after, texts: after });
  for (const { step, formula, trace: branch } of trace.branches ?? []) {
    lines.push(`-- from State: ${number}.${step + 1}, for ${forTerminal(formula)}`);
    write(branch, number, lines);
  }
}

/** A value as the language writes it: `TRUE`, `0ud3_5`, `-0sd3_2`, `idle`. */
function smvValue(type: SignalType, bits: string): string {
  const width = bits.length;
  const code = BigInt(`0b0${bits}`);
  switch (type.kind) {
    case "bool":
      return code === 1n ? "TRUE" : "FALSE";
    case "unsigned":
      return `0ud${width}_${code}`;
    case "signed": {
      const value = BigInt.asIntN(width, code);
      return value < 0n ? `-0sd${width}_${-value}` : `0sd${width}_${value}`;
    }
    case "range":
      return `${code + BigInt(type.low)}`;
    case "enum":
      return type.values[Number(code)] ?? `(code ${code})`;
  }
}

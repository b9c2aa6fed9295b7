import type { Trace, TraceSignal } from "../evidence/trace.js";

/** How numbers are written: words of bits, not the values of ranges and enumerations. */
export type Radix = "bin" | "dec" | "hex";

export const RADICES: readonly Radix[] = ["bin", "dec", "hex"];

/** The trace with its numbers in another radix. A negative number has its sign before the prefix: `-0x3`. */
export function inRadix(trace: Trace, radix: Radix): Trace {
  if (radix === "dec") return trace;
  const values = trace.values.map((row, t) => valuesInRadix(trace.signals, row, trace.bits[t]!, radix));
  const { branches } = trace;
  return {
    ...trace,
    values,
    ...(branches && { branches: branches.map((b) => ({ ...b, trace: inRadix(b.trace, radix) })) }),
  };
}

/** The same, of one step. */
export const valuesInRadix = (
  signals: readonly TraceSignal[],
  values: readonly string[],
  bits: readonly string[],
  radix: Radix,
): readonly string[] =>
  radix === "dec"
    ? values
    : values.map((v, k) => (isNumber(signals[k]!) ? inBase(BigInt(v), radix, bits[k]!.length) : v));

const isNumber = ({ type }: TraceSignal): boolean => type.kind === "unsigned" || type.kind === "signed";

function inBase(value: bigint, radix: "bin" | "hex", width: number): string {
  const digits = (value < 0n ? -value : value).toString(radix === "hex" ? 16 : 2);
  const full = digits.padStart(radix === "hex" ? Math.ceil(width / 4) : width, "0");
  return `${value < 0n ? "-" : ""}${radix === "hex" ? "0x" : "0b"}${full}`;
}

import type { Signal } from "../model/symbols.js";

/** The value of a signal as its user writes it. `bit(i)` is the value of bit i, least significant first. */
export function valueText(signal: Signal, bit: (i: number) => number): string {
  const width = signal.bits.length;
  if (signal.type.kind === "bool") return `${bit(0)}`;
  let value = 0n;
  for (let i = width - 1; i >= 0; i--) value = value * 2n + BigInt(bit(i));
  switch (signal.type.kind) {
    case "unsigned":
      return `${value}`;
    case "signed":
      return `${BigInt.asIntN(width, value)}`;
    case "range":
      return `${value + BigInt(signal.type.low)}`;
    case "enum":
      return signal.type.values[Number(value)] ?? `(code ${value})`;
  }
}

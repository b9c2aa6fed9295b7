import type { SignalType } from "../model/symbols.js";

/** The value of a signal as its user writes it. `bits` has the most significant one first. */
export function valueText(type: SignalType, bits: string): string {
  if (type.kind === "bool") return bits;
  const value = BigInt(`0b0${bits}`);
  switch (type.kind) {
    case "unsigned":
      return `${value}`;
    case "signed":
      return `${BigInt.asIntN(bits.length, value)}`;
    case "range":
      return `${value + BigInt(type.low)}`;
    case "enum":
      return type.values[Number(value)] ?? `(code ${value})`;
  }
}

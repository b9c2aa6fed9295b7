import type { Lit } from "../logic/lit.js";

/**
 * How the bits of a signal are read by people. `enum`: the value of the bits is an index into `values`; an index
 * without a value cannot occur. `range`: the value plus `low`.
 */
export type SignalType =
  | { readonly kind: "bool" }
  | { readonly kind: "unsigned" }
  | { readonly kind: "signed" }
  | { readonly kind: "range"; readonly low: number }
  | { readonly kind: "enum"; readonly values: readonly string[] };

/** A name the user knows. `bits` are least significant first; a Boolean has one. */
export interface Signal {
  readonly name: string;
  readonly kind: "input" | "latch" | "define";
  readonly type: SignalType;
  readonly bits: readonly Lit[];
}

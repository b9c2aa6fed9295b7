/** A literal of a propositional formula in clauses: twice the variable, plus one when negated. */
export type SatLit = number & { readonly __satLit: unique symbol };

export const satLit = (variable: number, negated = false): SatLit => (variable * 2 + (negated ? 1 : 0)) as SatLit;
export const satNot = (l: SatLit): SatLit => (l ^ 1) as SatLit;
export const satVar = (l: SatLit): number => l >>> 1;
/** `l` negated when `flip` is. */
export const satNegateIf = (l: SatLit, flip: boolean): SatLit => (flip ? satNot(l) : l);

/** A literal in AIGER's encoding: twice the node, plus one when negated. Node 0 is the constant false. */
export type Lit = number & { readonly __lit: unique symbol };

export const FALSE = 0 as Lit;
export const TRUE = 1 as Lit;

export const not = (l: Lit): Lit => (l ^ 1) as Lit;
export const nodeOf = (l: Lit): number => l >>> 1;
export const isNegated = (l: Lit): boolean => (l & 1) === 1;
export const litOf = (node: number, negated = false): Lit => (node * 2 + (negated ? 1 : 0)) as Lit;
/** `l` negated when `flip` is. */
export const negateIf = (l: Lit, flip: boolean): Lit => (flip ? not(l) : l);

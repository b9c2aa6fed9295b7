/** A Boolean function: an edge into a manager's diagrams. Equal functions of one manager are equal numbers. */
export type Bdd = number & { readonly __bdd: unique symbol };

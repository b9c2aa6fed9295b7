/**
 * Why there is no fair cycle: all reachable states, each with the number of its component. No transition leads to a higher number, so a
 * cycle keeps to one; and in none can all conditions be met.
 *
 * Where pairs keep cycles out of some states of a component, the other states are divided again, into components that are parts of it:
 * then the number of a state is that of the innermost.
 */
export interface NumberedComponents {
  readonly states: number;
  /** Their numbers are 1 to this, and a part has a higher one than the whole. */
  readonly components: number;
  copy(state: number, into: Int32Array): void;
  /** The state at `data[at]`, or -1. */
  find(data: Int32Array, at: number): number;
  componentOf(state: number): number;
  /** The component that it is a part of, or 0. */
  wholeOf(component: number): number;
}

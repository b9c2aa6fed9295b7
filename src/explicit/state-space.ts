/**
 * A system whose states are generated on the fly: what the searches of this folder explore. States are packed into
 * 32-bit words, and no object is made for any of them.
 *
 * Acceptance sits on transitions: each carries the set of conditions that it meets, and a fair cycle meets every one.
 * - A condition on states (an unconditional fairness assumption, a state-based acceptance set) is met by every transition
 *   that leaves such a state: a cycle through the state takes one of them.
 * - Weak fairness of a process is the condition "the process takes this transition, or is disabled where it starts".
 * - Strong fairness is a Streett pair: a fair cycle with a transition on which it is *enabled* has one on which it is *taken*.
 *   Enabled is said of states: all transitions that leave a state agree.
 *
 * Behaviours are infinite: a state without successors is a dead end and lies on none. A system in which the end of
 * everything is a behaviour gives such states a transition to themselves.
 */
export interface StateSpace {
  /** 32-bit words of a packed state, at least 1. */
  readonly words: number;
  /** Bits of a packed state that are used, from the lowest of its first word on; the rest is 0. */
  readonly bits: number;
  /** Any number; with none, and no pairs, every cycle is fair. */
  readonly conditions: number;
  /** Streett pairs. */
  readonly pairs: number;
  /** Propositions whose values transitions carry as well, for products with automata; 0 without a product. */
  readonly propositions: number;
  /** What is known about where cycles can be. */
  readonly regions?: Regions;
  /** Adds all initial states (their labels are not looked at). One may come twice. */
  initial(out: SuccessorBuffer): void;
  /**
   * Adds the transitions of the state whose words start at `states[at]`. They always come in the same order: a search may
   * ask again rather than remember them. One may come twice, at the price of looking at it twice. `states` may be the
   * array that `out` writes to, and `out` may then move to another one: read the state before the first `add`.
   */
  successors(states: Int32Array, at: number, out: SuccessorBuffer): void;
}

/**
 * States divided so that a cycle stays in one region (the components of a property's automaton, say). A search for fair
 * cycles does not leave the region in which it starts (Nested emptiness search, Section 4.3).
 */
export interface Regions {
  /** The region of a state. */
  of(states: Int32Array, at: number): number;
  /** Which cycles inside a region are fair; `every path`: from its states on, every infinite path is. */
  readonly fair: readonly ("no cycle" | "some" | "every cycle" | "every path")[];
}

/**
 * Words of the label of a transition: bit j for condition j, then for each pair a bit that says whether it is taken, for each
 * pair one that says whether it is enabled, and a bit for each proposition.
 */
export const labelWords = ({
  conditions,
  pairs,
  propositions,
}: Pick<StateSpace, "conditions" | "pairs" | "propositions">): number =>
  Math.ceil((conditions + 2 * pairs + propositions) / 32);

/**
 * Transitions (or initial states) back to back: the words of the target, then those of the label. To write one:
 *
 *     const at = out.add();
 *     out.data[at] = …; out.data[at + 1] = …;   // the state, all words
 *     out.data[at + out.words] = …;             // the label, all words
 *
 * `add` may replace `data`. What it returns is not cleared.
 */
export class SuccessorBuffer {
  data: Int32Array;
  /** Words in use. */
  length = 0;
  /** Words of a state. */
  readonly words: number;
  /** Words of a transition. */
  readonly stride: number;

  constructor(space: StateSpace, capacity = 1024) {
    this.words = space.words;
    this.stride = space.words + labelWords(space);
    this.data = new Int32Array(Math.max(capacity, this.stride));
  }

  /** Room for one more: where it starts in `data`. */
  add(): number {
    const at = this.length;
    this.length = at + this.stride;
    if (this.length > this.data.length) this.grow();
    return at;
  }

  private grow(): void {
    const data = new Int32Array(2 * this.length);
    data.set(this.data);
    this.data = data;
  }
}

/** A fair path in packed states: after the last state comes `states[loop]` again. */
export interface PackedLasso {
  readonly states: readonly Int32Array[];
  /** The label of the transition that leaves each state. */
  readonly labels: readonly Int32Array[];
  readonly loop: number;
}

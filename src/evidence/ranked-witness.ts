/**
 * A ranked witness circuit, as it stands in its AIGER file. Literals are the file's: 0 and 1 are constants, then come the
 * inputs, the latches and the gates. docs/reference/ranked.md says what makes one a proof.
 */
export interface RankedWitness {
  /** How many there are: their variables are 1, 2, … */
  readonly inputs: number;
  /** The variables after the inputs. A latch whose reset is its own literal starts free. */
  readonly latches: readonly { readonly next: number; readonly reset: number }[];
  /** Three literals each: the gate and what it is the conjunction of, gates and leaves that come before. */
  readonly gates: Int32Array;
  readonly constraints: readonly number[];
  /** None holds: the invariant. */
  readonly bad: readonly number[];
  readonly justice: readonly (readonly number[])[];
  readonly fairness: readonly number[];
  /** A literal of the witness and the literal of the model (an input or latch, numbered in the same way) that it has the value of. */
  readonly shared: readonly LitPair[];
  /** A literal, and another that stands for it in the second state where justice and fairness speak of two. */
  readonly interventions: readonly LitPair[];
}

export type LitPair = readonly [number, number];

/** The literal of a latch. */
export const latchLit = ({ inputs }: Pick<RankedWitness, "inputs">, index: number): number => 2 * (inputs + index + 1);

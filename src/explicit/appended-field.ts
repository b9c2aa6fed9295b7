import type { Regions, StateSpace } from "./state-space.js";

/** A small number packed behind the states of another space: in the unused bits of their last word, or in a new one. */
export class AppendedField {
  readonly words: number;
  readonly bits: number;
  private readonly at: number;
  private readonly shift: number;
  private readonly mask: number;

  constructor(
    private readonly inner: Pick<StateSpace, "words" | "bits">,
    values: number,
  ) {
    const width = Math.ceil(Math.log2(values));
    const fits = inner.bits + width <= 32 * inner.words;
    this.words = fits ? inner.words : inner.words + 1;
    this.bits = (fits ? inner.bits : 32 * inner.words) + width;
    this.at = fits ? inner.words - 1 : inner.words;
    this.shift = fits ? inner.bits & 31 : 0;
    this.mask = width === 0 ? 0 : -1 >>> (32 - width);
  }

  /** The number in a state. */
  read(states: Int32Array, at: number): number {
    return (states[at + this.at]! >>> this.shift) & this.mask;
  }

  /** The state of the other space. */
  strip(states: Int32Array, at: number, into: Int32Array): void {
    const { words } = this.inner;
    for (let k = 0; k < words; k++) into[k] = states[at + k]!;
    if (this.at < words) into[this.at]! &= ~(this.mask << this.shift);
  }

  /** A state of the other space, on its own. */
  stripped(state: Int32Array): Int32Array {
    const into = new Int32Array(this.inner.words);
    this.strip(state, 0, into);
    return into;
  }

  /** Where states are, by the states of the other space. */
  regions(inner: Regions): Regions {
    const state = new Int32Array(this.inner.words);
    return {
      fair: inner.fair,
      of: (states, at) => {
        this.strip(states, at, state);
        return inner.of(state, 0);
      },
    };
  }

  /** A state of the other space, with the number. */
  write(inner: Int32Array, innerAt: number, value: number, into: Int32Array, at: number): void {
    const { words } = this.inner;
    for (let k = 0; k < words; k++) into[at + k] = inner[innerAt + k]!;
    if (this.at < words) into[at + this.at]! |= value << this.shift;
    else into[at + this.at] = value;
  }
}

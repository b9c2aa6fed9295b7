import { Stopped } from "../limits/stopped.js";
import { AppendedField } from "./appended-field.js";
import { type PackedLasso, type Regions, type StateSpace, SuccessorBuffer } from "./state-space.js";

/** A state has as many copies as there are sets of promises: of more pairs no search would come to an end. */
const MOST_PAIRS = 20;

/**
 * The same system with conditions in the place of pairs, for searches that know no pairs. Beside each state goes a promise
 * for each pair, a bit that is set at any time and never taken back: the pair is not enabled from then on. A transition
 * meets the pair's condition when the pair is taken, or promised; a state in which a promised pair is enabled has no successors.
 */
export class Promised implements StateSpace {
  readonly conditions: number;
  readonly pairs = 0;
  readonly propositions = 0;
  readonly words: number;
  readonly bits: number;
  readonly regions?: Regions;
  private readonly promises: AppendedField;
  private readonly found: SuccessorBuffer;
  private readonly state: Int32Array;

  /** `inner` has at least one pair, and no propositions. */
  constructor(private readonly inner: StateSpace) {
    if (inner.pairs > MOST_PAIRS)
      throw new Stopped("bound", `strong fairness of ${inner.pairs} needs a search of components`);
    this.conditions = inner.conditions + inner.pairs;
    this.promises = new AppendedField(inner, 2 ** inner.pairs);
    this.words = this.promises.words;
    this.bits = this.promises.bits;
    this.found = new SuccessorBuffer(inner);
    this.state = new Int32Array(inner.words);
    if (inner.regions !== undefined) this.regions = this.promises.regions(inner.regions);
  }

  initial(out: SuccessorBuffer): void {
    const { found } = this;
    found.length = 0;
    this.inner.initial(found);
    for (let at = 0; at < found.length; at += found.stride) {
      const start = out.add();
      this.promises.write(found.data, at, 0, out.data, start);
    }
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { found, inner, promises } = this;
    const made = promises.read(states, at);
    promises.strip(states, at, this.state);
    found.length = 0;
    inner.successors(this.state, 0, found);
    if (found.length > 0 && (this.pairBits(0, inner.conditions + inner.pairs) & made) !== 0) return;
    const open = ~made & (2 ** inner.pairs - 1);
    for (let k = 0; k < found.length; k += found.stride) {
      const met = this.pairBits(k, inner.conditions) | made;
      // All subsets of what is not promised.
      for (let more = open; ; more = (more - 1) & open) {
        const start = out.add();
        promises.write(found.data, k, made | more, out.data, start);
        this.writeLabel(k, met, out.data, start + out.words);
        if (more === 0) break;
      }
    }
  }

  /** A state without its promises. */
  strip(state: Int32Array): Int32Array {
    return this.promises.stripped(state);
  }

  /** A lasso of this space as one of the other, with its labels. */
  lasso({ states, labels, loop }: PackedLasso): PackedLasso {
    const stripped = states.map((state) => this.strip(state));
    const found = new SuccessorBuffer(this.inner);
    const own = states.map((state, k) => {
      found.length = 0;
      this.inner.successors(stripped[k]!, 0, found);
      const made = this.promises.read(state, 0);
      const next = stripped[k + 1] ?? stripped[loop]!;
      for (let at = 0; at < found.length; at += found.stride)
        if (next.every((word, w) => word === found.data[at + w]) && this.meets(found, at, labels[k]!, made))
          return found.data.slice(at + found.words, at + found.stride);
      throw new Error("a transition with promises is none without");
    });
    return { states: stripped, labels: own, loop };
  }

  /** Does a transition of the other space meet what a label says, apart from promises? */
  private meets(found: SuccessorBuffer, at: number, label: Int32Array, made: number): boolean {
    const { conditions, pairs } = this.inner;
    const start = at + found.words;
    for (let j = 0; j < conditions + pairs; j++) {
      const isPromised = j >= conditions && ((made >>> (j - conditions)) & 1) === 1;
      if (!isPromised && hasBit(label, j) && !hasBit(found.data, 32 * start + j)) return false;
    }
    return true;
  }

  /** One bit for each pair, of those that begin at a bit of a found label. */
  private pairBits(at: number, first: number): number {
    const { data, words } = this.found;
    let bits = 0;
    for (let i = 0; i < this.inner.pairs; i++) if (hasBit(data, 32 * (at + words) + first + i)) bits |= 1 << i;
    return bits;
  }

  private writeLabel(found: number, met: number, into: Int32Array, at: number): void {
    const { conditions } = this.inner;
    for (let w = 0; w < Math.ceil(this.conditions / 32); w++) into[at + w] = 0;
    for (let j = 0; j < this.conditions; j++) {
      const isMet =
        j < conditions
          ? hasBit(this.found.data, 32 * (found + this.found.words) + j)
          : ((met >>> (j - conditions)) & 1) === 1;
      if (isMet) into[at + (j >> 5)]! |= 1 << (j & 31);
    }
  }
}

const hasBit = (words: Int32Array, bit: number): boolean => ((words[bit >> 5]! >>> (bit & 31)) & 1) === 1;

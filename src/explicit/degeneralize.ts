import { AppendedField } from "./appended-field.js";
import { type Regions, type StateSpace, SuccessorBuffer } from "./state-space.js";

/**
 * The same system with one condition in the place of several (Nested emptiness search, Section 2.2): beside each state goes
 * the condition that is waited for; a transition that meets it waits for the next, and the last one is the new
 * condition. A transition may meet several in a row.
 */
export class Degeneralized implements StateSpace {
  readonly conditions = 1;
  readonly pairs = 0;
  readonly propositions = 0;
  readonly words: number;
  readonly bits: number;
  readonly regions?: Regions;
  private readonly level: AppendedField;
  private readonly found: SuccessorBuffer;
  private readonly state: Int32Array;

  /** `inner` has at least one condition, and no pairs. */
  constructor(private readonly inner: StateSpace) {
    this.level = new AppendedField(inner, inner.conditions);
    this.words = this.level.words;
    this.bits = this.level.bits;
    this.found = new SuccessorBuffer(inner);
    this.state = new Int32Array(inner.words);
    if (inner.regions !== undefined) this.regions = this.level.regions(inner.regions);
  }

  initial(out: SuccessorBuffer): void {
    const { found } = this;
    found.length = 0;
    this.inner.initial(found);
    for (let at = 0; at < found.length; at += found.stride) this.add(out, at, 0, 0);
  }

  successors(states: Int32Array, at: number, out: SuccessorBuffer): void {
    const { found, inner, level } = this;
    const start = level.read(states, at);
    level.strip(states, at, this.state);
    found.length = 0;
    inner.successors(this.state, 0, found);
    for (let k = 0; k < found.length; k += found.stride) {
      let next = start;
      while (next < inner.conditions && this.meets(k, next)) next++;
      if (next < inner.conditions) this.add(out, k, next, 0);
      else this.add(out, k, 0, 1);
    }
  }

  /** The state without its level. */
  strip(state: Int32Array): Int32Array {
    return this.level.stripped(state);
  }

  private meets(at: number, condition: number): boolean {
    return ((this.found.data[at + this.found.words + (condition >> 5)]! >>> (condition & 31)) & 1) === 1;
  }

  private add(out: SuccessorBuffer, found: number, level: number, label: number): void {
    const at = out.add();
    this.level.write(this.found.data, found, level, out.data, at);
    out.data[at + out.words] = label;
  }
}

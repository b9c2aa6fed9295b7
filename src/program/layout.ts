import { columnsOf } from "./compound.js";
import type { AnyScalar } from "./domain.js";
import type { Program } from "./program.js";

/** Where the code of a slot lies in a packed state: `(word >>> shift) & mask`, plus `low`. */
export interface Field {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
  readonly low: number;
}

/**
 * Packed states: a field for each slot. No field crosses the border of a word, and a column that fits in a word is in
 * one, its slots side by side.
 */
export class Layout {
  readonly fields: readonly Field[];
  readonly words: number;
  readonly bits: number;
  private next = 0;

  constructor(program: Program) {
    const fields: Field[] = [];
    for (const { domain } of program.variables)
      for (const column of columnsOf(domain)) {
        const { length } = column.names;
        const width = widthOf(column.domain);
        if (width * length <= 32) this.align(width * length);
        for (let i = 0; i < length; i++) fields.push(this.field(width, column.domain.low));
      }
    this.fields = fields;
    this.bits = this.next;
    this.words = Math.max(1, Math.ceil(this.bits / 32));
  }

  unpack(states: Int32Array, at: number, into: Int32Array): void {
    for (let i = 0; i < this.fields.length; i++) {
      const { word, shift, mask, low } = this.fields[i]!;
      into[i] = ((states[at + word]! >>> shift) & mask) + low;
    }
  }

  pack(state: Int32Array, into: Int32Array, at: number): void {
    for (let w = 0; w < this.words; w++) into[at + w] = 0;
    for (let i = 0; i < this.fields.length; i++) {
      const { word, shift, low } = this.fields[i]!;
      into[at + word]! |= (state[i]! - low) << shift;
    }
  }

  /** `width` bits that follow now would lie in one word. */
  private align(width: number): void {
    if ((this.next % 32) + width > 32) this.next = 32 * Math.ceil(this.next / 32);
  }

  private field(width: number, low: number): Field {
    this.align(width);
    const at = this.next;
    this.next += width;
    // A field of one value has no bits, and may lie behind the last word.
    const word = width === 0 ? 0 : Math.floor(at / 32);
    return { word, shift: at % 32, mask: 2 ** width - 1, low };
  }
}

const widthOf = ({ low, high }: AnyScalar): number => 32 - Math.clz32(high - low);

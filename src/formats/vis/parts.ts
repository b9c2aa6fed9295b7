import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, TRUE } from "../../logic/lit.js";
import * as vector from "../../logic/vector.js";
import type { Network } from "./network.js";
import type { Enumeration } from "./syntax.js";
import type { VisToken } from "./tokens.js";
import { elementsOf, type Variable } from "./variables.js";

/** Values that blocks have given to variables so far. */
export type Values = Map<Variable, readonly Lit[]>;

/** A part of a variable: bits of the element that an index selects. */
export interface Part {
  readonly variable: Variable;
  /** Null: there is no array, or the element is known and is in `offset`. */
  readonly element: readonly Lit[] | null;
  /** The first bit within the variable, or within the element. */
  readonly offset: number;
  readonly width: number;
  /** A bit that a value selects. */
  readonly bit: readonly Lit[] | null;
  /** The type, where it is a whole element. */
  readonly type: Enumeration | null;
  /** An index that is known lies outside. */
  readonly isOutside: boolean;
}

/** What it costs to look up a gate, against a bit that is copied. */
const GATES = 64;

/** What parts of variables are worth, and what becomes of a variable when a part of it is written. */
export class Parts {
  private readonly aig: Aig;

  constructor(private readonly network: Network) {
    this.aig = network.aig;
  }

  /** What a part is worth. Outside of an array or vector that is zero, or the first value. */
  read(part: Part, values: Values | null, at: VisToken): readonly Lit[] {
    const { variable, element, offset, width, bit } = part;
    if (part.isOutside) return vector.constantBits(0, width);
    const assigned = values?.get(variable);
    const bitsAt = (from: number, count: number): readonly Lit[] =>
      assigned !== undefined ? assigned.slice(from, from + count) : this.network.bits(variable, from, count, at);
    const span = bit === null ? width : variable.width;
    this.network.copying(span + GATES * choices(part), at);
    let value: readonly Lit[];
    if (element === null) value = bitsAt(offset, span);
    else
      value = this.bySelection(element, variable.array!.low, elementsOf(variable), (k) =>
        bitsAt(k * variable.width + offset, span),
      );
    if (bit === null) return value;
    const { left, right } = variable;
    return this.bySelection(bit, Math.min(left, right), variable.width, (k) => [value[placeOf(variable, k)]!]);
  }

  private bySelection(
    index: readonly Lit[],
    low: number,
    count: number,
    valueAt: (k: number) => readonly Lit[],
  ): readonly Lit[] {
    const { aig } = this;
    let out: readonly Lit[] | null = null;
    for (let k = 0; k < count; k++) {
      const isIt = this.hasIndex(index, low + k);
      if (isIt === FALSE) continue;
      const guarded = valueAt(k).map((bit) => aig.and(isIt, bit));
      out = out === null ? guarded : out.map((bit, i) => aig.or(bit, guarded[i]!));
    }
    return out ?? vector.constantBits(0, valueAt(0).length);
  }

  private hasIndex(index: readonly Lit[], value: number): Lit {
    if (value === 0 && index.length === 0) return TRUE;
    return value < 0 || value >= 2 ** index.length ? FALSE : vector.hasCode(this.aig, index, value);
  }

  /** The bits of the part's variable with a new value for the part. */
  written(part: Part, value: readonly Lit[], before: readonly Lit[], at: VisToken): readonly Lit[] {
    const { variable, element, offset, bit } = part;
    if (part.isOutside) return before;
    this.network.copying(before.length + GATES * choices(part), at);
    const after = [...before];
    const putAt = (k: number, isIt: Lit, v: Lit): void => {
      after[k] = this.aig.mux(isIt, v, after[k]!);
    };
    const low = Math.min(variable.left, variable.right);
    const put = (from: number, isIt: Lit): void => {
      if (bit === null) for (const [i, v] of value.entries()) putAt(from + i, isIt, v);
      else
        for (let k = 0; k < variable.width; k++)
          putAt(from + placeOf(variable, k), this.aig.and(isIt, this.hasIndex(bit, low + k)), value[0]!);
    };
    if (element === null) put(offset, TRUE);
    else
      for (let k = 0; k < elementsOf(variable); k++) {
        const isIt = this.hasIndex(element, variable.array!.low + k);
        if (isIt !== FALSE) put(k * variable.width + offset, isIt);
      }
    return after;
  }
}

/** Gates that are looked up where an index is not known: is it this one, and is this bit meant? */
const choices = ({ variable, element, width, bit }: Part): number =>
  (element === null ? 0 : elementsOf(variable) * (element.length + width)) +
  (bit === null ? 0 : variable.width * (bit.length + 1));

/** Where the bit with the k-th lowest index lies. */
const placeOf = ({ left, right, width }: Variable, k: number): number => (left >= right ? k : width - 1 - k);

/** Bits that a number needs. */
export const bitsFor = (value: bigint): number => {
  if (value < 0n) return (-value - 1n).toString(2).length + 1;
  return value === 0n ? 1 : value.toString(2).length;
};

import type { Enumeration, Routine } from "./syntax.js";
import type { VisToken } from "./tokens.js";

/** A variable of an instance, or of a call of a routine. Its bits are those of its elements, one after the other. */
export interface Variable {
  readonly name: string;
  /** With the names of the instances that it stands in. */
  readonly path: string;
  readonly type: Enumeration | null;
  /** Bits of an element. */
  readonly width: number;
  /** The indices of the most and the least significant bit. */
  readonly left: number;
  readonly right: number;
  /** The lowest and the highest index of an array. */
  readonly array: { readonly low: number; readonly high: number } | null;
  readonly isReg: boolean;
  readonly direction: "input" | "output" | null;
  /** Of a routine: it has a value only while that runs. */
  readonly isLocal: boolean;
  readonly at: VisToken;
}

export const elementsOf = ({ array }: Variable): number => (array === null ? 1 : array.high - array.low + 1);

export const sizeOf = (v: Variable): number => elementsOf(v) * v.width;

/** The bit that an index of a vector means, or null. */
export function bitAt({ left, right, width }: Variable, index: bigint): number | null {
  const bit = left >= right ? index - BigInt(right) : BigInt(right) - index;
  return bit >= 0n && bit < BigInt(width) ? Number(bit) : null;
}

/** What the names of a text mean: in an instance, or in a call of a routine within one. */
export class Scope {
  readonly variables = new Map<string, Variable>();
  /** Parameters, and counters of loops while these run. */
  readonly constants = new Map<string, bigint>();

  constructor(
    readonly routines: ReadonlyMap<string, Routine>,
    private readonly outer: Scope | null,
    /** Of all types: a name that nothing else has means a value of one of them. */
    readonly types: ReadonlyMap<string, Enumeration>,
    /** What was computed of constants so far, in all scopes of a text. */
    readonly work: { constants: number },
  ) {}

  variable(name: string): Variable | null {
    return this.variables.get(name) ?? (this.constants.has(name) ? null : (this.outer?.variable(name) ?? null));
  }

  constant(name: string): bigint | null {
    return this.constants.get(name) ?? (this.variables.has(name) ? null : (this.outer?.constant(name) ?? null));
  }

  /** Is it a value of some enumerated type, and nothing nearer? */
  isSymbol(name: string): boolean {
    if (this.variable(name) !== null || this.constant(name) !== null) return false;
    for (const type of this.types.values()) if (type.values.includes(name)) return true;
    return false;
  }

  within(): Scope {
    return new Scope(this.routines, this, this.types, this.work);
  }
}

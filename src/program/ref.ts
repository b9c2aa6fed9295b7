import type { Assignment, Target } from "./action.js";
import { type Column, columnsOf, type Domain } from "./compound.js";
import type { AnyScalar } from "./domain.js";
import { constant } from "./expression.js";
import { ModelError } from "./model-error.js";
import { boundsOf, type Term } from "./term.js";

/** Where in a column something begins: the slots of the whole column, and a position that may depend on the state. */
interface ColumnPlace {
  readonly first: number;
  readonly length: number;
  readonly at: number | Term;
}

/** A part of the state that has a domain: a variable, an element, a field. */
export class Ref<D extends Domain = Domain> {
  private constructor(
    readonly owner: object,
    readonly name: string,
    readonly domain: D,
    private readonly places: readonly ColumnPlace[],
    /** It cannot be set: a message that is received, the value of an option. */
    readonly isReadOnly: boolean,
  ) {}

  /** A variable whose slots begin at `first`. */
  static variable<D extends Domain>(owner: object, name: string, domain: D, first: number): Ref<D> {
    let next = first;
    const places = columnsOf(domain).map(({ names }): ColumnPlace => {
      next += names.length;
      return { first: next - names.length, length: names.length, at: 0 };
    });
    return new Ref(owner, name, domain, places, false);
  }

  /** Columns `from` to `from` + those of `domain`, as a part of their own. */
  part<E extends Domain>(domain: E, from: number, name: string, isReadOnly = this.isReadOnly): Ref<E> {
    const count = columnsOf(domain).length;
    return new Ref(this.owner, `${this.name}${name}`, domain, this.places.slice(from, from + count), isReadOnly);
  }

  /** Element `index` of `length`, whose columns begin at `from` (after the length of a channel). */
  element<E extends Domain>(of: E, length: number, index: Term, from: number, isReadOnly = this.isReadOnly): Ref<E> {
    const columns = columnsOf(of);
    const places = columns.map((column, c) => advanced(this.places[from + c]!, column, length, index, this.name));
    const text = index.op === "constant" ? `${this.name}[${index.value}]` : this.name;
    return new Ref(this.owner, text, of, places, isReadOnly);
  }

  /** What the slots hold, by column. */
  read(): Term[][] {
    return columnsOf(this.domain).map((column, c) =>
      positions(column).map((k) => readAt(this.owner, this.name, this.places[c]!, k, column.domain)),
    );
  }

  /** The only slot, of a domain without parts. */
  term(): Term {
    return this.read()[0]![0]!;
  }

  /** Sets all slots, by column. */
  write(values: readonly (readonly Assignment["value"][])[]): Assignment[] {
    if (this.isReadOnly) throw new ModelError("model-step", `${this.name} cannot be set here: it is only read`);
    return columnsOf(this.domain).flatMap((column, c) =>
      positions(column).map((k) => ({ target: this.target(c, k, column), value: values[c]![k]! })),
    );
  }

  private target(c: number, k: number, column: Column): Target {
    const { first, length, at } = this.places[c]!;
    const { owner } = this;
    const name = `${this.name}${column.names[k]!}`;
    if (typeof at === "number")
      return { owner, name, first: first + at + k, length: 1, index: null, domain: column.domain };
    return { owner, name: this.name, first, length, index: plus(at, k), domain: column.domain };
  }
}

/** An index: of a map or set it is the distance from the lowest key. */
function advanced(place: ColumnPlace, column: Column, length: number, index: Term, name: string): ColumnPlace {
  const inner = positions(column).length;
  if (index.op === "constant") {
    if (index.value < 0 || index.value >= length)
      throw new ModelError("model-index", `${name} has no element ${index.value}: it has 0 to ${length - 1}`, {
        variable: name,
        value: index.value,
      });
    return { ...place, at: plus(place.at, index.value * inner) };
  }
  // An index of the whole column needs no check of its own.
  const isWhole = place.at === 0 && inner === 1 && place.length === length;
  const { low, high } = boundsOf(index);
  const safe: Term = isWhole || (low >= 0 && high < length) ? index : { op: "bounded", name, length, arg: index };
  const scaled: Term = inner === 1 ? safe : { op: "times", left: safe, right: constant(inner) };
  return { ...place, at: place.at === 0 ? scaled : { op: "plus", left: scaled, right: termOf(place.at) } };
}

function readAt(owner: object, name: string, { first, length, at }: ColumnPlace, k: number, domain: AnyScalar): Term {
  const { low, high } = domain;
  if (typeof at === "number") return { op: "slot", owner, slot: first + at + k, low, high };
  return { op: "element", owner, name, first, length, index: termOf(plus(at, k)), low, high };
}

function plus(at: Term, k: number): Term;
function plus(at: number | Term, k: number): number | Term;
function plus(at: number | Term, k: number): number | Term {
  if (typeof at === "number") return at + k;
  return k === 0 ? at : { op: "plus", left: at, right: constant(k) };
}

const termOf = (at: number | Term): Term => (typeof at === "number" ? constant(at) : at);

const positions = ({ lengths }: Column): number[] =>
  Array.from({ length: lengths.reduce((n, length) => n * length, 1) }, (_, k) => k);

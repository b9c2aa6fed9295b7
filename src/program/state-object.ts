import { recordAsked } from "../text/record.js";
import { type Codec, codecOf, type Guarded, type WrongValue } from "./codec.js";
import { type Domain, isScalar } from "./compound.js";
import { show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";
import { basesFrom } from "./values.js";

/**
 * States as objects with the values of variables, for functions that the author wrote, and back. There is one object to look at and one to
 * change, which show one state after the other; what a value is made of is made when a function asks for it.
 */
export class StateObjects {
  private readonly codecs: readonly Codec[];
  /** The codes of the state that is shown. Who writes them calls `forget`. */
  readonly state: Int32Array;
  private readonly seen: Values;
  private readonly changed: Values;
  /** To look at: an attempt to change it throws. */
  readonly view: StateObject;
  /** To change: variables cannot be added or removed. */
  readonly draft: StateObject;

  constructor(private readonly program: Program) {
    const { variables, slots } = program;
    this.state = new Int32Array(slots.length);
    this.codecs = variables.map(({ domain, first }) => codecOf(domain, basesFrom(domain, first)));
    this.seen = new Values(variables.length);
    this.changed = new Values(variables.length);
    const names = variables.map(({ name }) => name);
    this.view = recordAsked(
      names,
      variables.map(
        ({ domain, first }, k) =>
          scalarIn(domain, this.state, first) ?? (() => this.valueIn(this.seen, k, Object.freeze)),
      ),
    );
    this.draft = recordAsked(
      names,
      variables.map(({ domain, first }, k) => {
        const scalar = scalarIn(domain, this.state, first);
        return scalar === null
          ? () => this.valueIn(this.changed, k, Object.seal)
          : () => (this.changed.has(k) ? this.changed.get(k) : scalar());
      }),
      variables.map((_, k) => (value) => this.changed.set(k, value)),
    );
  }

  /** From now on both objects show this state. */
  show(state: Int32Array): void {
    if (sameCodes(this.state, state)) return;
    for (let i = 0; i < state.length; i++) this.state[i] = state[i]!;
    this.forget();
  }

  /** What was shown before is no longer true. */
  forget(): void {
    this.seen.forget();
  }

  /** The draft is the state again. */
  begin(): void {
    this.changed.forget();
  }

  /** What has parts can change behind our back once somebody has it. */
  private valueIn(values: Values, k: number, guarded: Guarded): unknown {
    if (!values.has(k)) values.set(k, this.codecs[k]!.decode(this.state, guarded));
    return values.get(k);
  }

  /** The codes of the draft, every value looked at that may have changed. `place` is where that was done. */
  codes(place: { readonly process: string; readonly step: string }): Int32Array {
    const state = new Int32Array(this.state.length);
    const wrong = this.writeCodes(state);
    if (wrong !== null) throw this.refused(this.program.variables[wrong.variable]!.name, wrong, place);
    return state;
  }

  /** The same, written down; says which value is in no domain. */
  writeCodes(into: Int32Array): (WrongValue & { readonly variable: number }) | null {
    // For a few numbers a loop is faster than `set`.
    for (let i = 0; i < into.length; i++) into[i] = this.state[i]!;
    const { count, order } = this.changed;
    for (let n = 0; n < count; n++) {
      const k = order[n]!;
      const wrong = this.codecs[k]!.encode(this.changed.get(k), into);
      if (wrong !== null) return { ...wrong, variable: k };
    }
    return null;
  }

  private refused(
    name: string,
    { path, value, domain }: WrongValue,
    place: { readonly process: string; readonly step: string },
  ): ModelError {
    const part = `${name}${path}`;
    if (domain.kind !== "array") return outOfDomain(domain, value, part, place);
    const given = Array.isArray(value) ? `an array of ${value.length}` : show(value);
    return new ModelError(
      "model-domain",
      `${place.process}.${place.step} makes ${part} ${given}: it is an array of ${domain.length}`,
      { ...place, variable: part, value },
    );
  }
}

/** Reads a variable without parts; null for another. */
function scalarIn(domain: Domain, state: Int32Array, slot: number): (() => unknown) | null {
  if (!isScalar(domain)) return null;
  // By kind, so that each is compiled for what it does.
  switch (domain.kind) {
    case "int":
      return () => state[slot]!;
    case "bool":
      return () => state[slot] === 1;
    case "enum":
      return () => domain.values[state[slot]!];
  }
}

/** Values by variable, forgotten all at once. */
class Values {
  private readonly values: unknown[];
  private readonly times: Int32Array;
  private time = 1;
  /** Which there are: the first `count`. */
  readonly order: Int32Array;
  count = 0;

  constructor(length: number) {
    this.values = new Array<unknown>(length).fill(undefined);
    this.times = new Int32Array(length);
    this.order = new Int32Array(length);
  }

  has(k: number): boolean {
    return this.times[k] === this.time;
  }

  get(k: number): unknown {
    return this.values[k];
  }

  set(k: number, value: unknown): void {
    this.values[k] = value;
    if (this.times[k] === this.time) return;
    this.times[k] = this.time;
    this.order[this.count++] = k;
  }

  forget(): void {
    this.count = 0;
    this.time = (this.time + 1) | 0;
    if (this.time === 0) {
      this.times.fill(0);
      this.time = 1;
    }
  }
}

function sameCodes(a: Int32Array, b: Int32Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The value of a variable as its author writes it. */
export function valueIn({ domain, first }: Variable, state: ArrayLike<number>): unknown {
  return codecOf(domain, basesFrom(domain, first)).decode(state);
}

export function outOfDomain(
  domain: Domain,
  value: unknown,
  variable: string,
  place: { readonly process: string; readonly step: string },
): ModelError {
  return new ModelError(
    "model-domain",
    `${place.process}.${place.step} sets ${variable} to ${show(value)}, which is not in its domain, ${domain.describe()}`,
    { ...place, variable, value },
  );
}

import { recordAsked } from "../text/record.js";
import { type Codec, codecOf, type Guarded, type WrongValue } from "./codec.js";
import type { Domain } from "./compound.js";
import { Scalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";
import { basesFrom } from "./values.js";

/**
 * States as objects with the values of variables, for functions that the author wrote, and back. There is one object to look at and one to
 * change, which show one state after the other; what a value is made of is made when a function asks for it.
 */
export class StateObjects {
  private readonly codecs: readonly Codec[];
  private readonly isScalar: readonly boolean[];
  private state: Int32Array;
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
    this.isScalar = variables.map(({ domain }) => domain instanceof Scalar);
    this.seen = new Values(variables.length);
    this.changed = new Values(variables.length);
    const names = variables.map(({ name }) => name);
    this.view = recordAsked(names, (k) => this.valueIn(this.seen, k, Object.freeze));
    this.draft = recordAsked(
      names,
      (k) => this.valueIn(this.changed, k, Object.seal),
      (k, value) => this.changed.set(k, value),
    );
  }

  /** From now on both objects show this state. */
  show(state: Int32Array): void {
    if (sameCodes(this.state, state)) return;
    this.state = state.slice();
    this.seen.forget();
  }

  /** The draft is the state again. */
  begin(): void {
    this.changed.forget();
  }

  private valueIn(values: Values, k: number, guarded: Guarded): unknown {
    if (values.has(k)) return values.get(k);
    const value = this.codecs[k]!.decode(this.state, guarded);
    // What has no parts cannot change behind our back.
    if (!this.isScalar[k]) values.set(k, value);
    return value;
  }

  /** The codes of the draft, every value looked at that may have changed. `place` is where that was done. */
  codes(place: { readonly process: string; readonly step: string }): Int32Array {
    const state = this.state.slice();
    for (let k = 0; k < this.codecs.length; k++) {
      if (!this.changed.has(k)) continue;
      const wrong = this.codecs[k]!.encode(this.changed.get(k), state);
      if (wrong !== null) throw this.refused(this.program.variables[k]!.name, wrong, place);
    }
    return state;
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

/** Values by variable, forgotten all at once. */
class Values {
  private readonly values: unknown[];
  private readonly times: Int32Array;
  private time = 1;

  constructor(length: number) {
    this.values = new Array<unknown>(length).fill(undefined);
    this.times = new Int32Array(length);
  }

  has(k: number): boolean {
    return this.times[k] === this.time;
  }

  get(k: number): unknown {
    return this.values[k];
  }

  set(k: number, value: unknown): void {
    this.values[k] = value;
    this.times[k] = this.time;
  }

  forget(): void {
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

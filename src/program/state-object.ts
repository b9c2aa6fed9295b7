import { own, recordWith } from "../text/record.js";
import { type AnyScalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";

/** States as objects with the values of variables, for functions that the author wrote, and back. */
export class StateObjects {
  private readonly names: readonly string[];

  constructor(private readonly program: Program) {
    this.names = program.variables.map(({ name }) => name);
  }

  /** By variable, for nobody to touch: views and drafts are copies of it. */
  values(state: Int32Array): readonly unknown[] {
    return this.program.variables.map((variable) => valueIn(variable, state));
  }

  /** To look at: an attempt to change it throws. */
  view(values: readonly unknown[]): StateObject {
    return Object.freeze(this.copied(values, Object.freeze));
  }

  /** To change: variables cannot be added or removed. */
  draft(values: readonly unknown[]): StateObject {
    return Object.seal(this.copied(values, Object.seal));
  }

  private copied(values: readonly unknown[], guarded: (array: unknown[]) => unknown): StateObject {
    return recordWith(this.names, (k) => {
      const value = values[k];
      return Array.isArray(value) ? guarded(value.slice()) : value;
    });
  }

  /**
   * The codes of a draft, every value looked at; `before` is the state that it was made from, and has the codes of all
   * `values` that are still the same. `place` is where the draft came from.
   */
  codes(
    object: StateObject,
    before: Int32Array,
    values: readonly unknown[],
    place: { readonly process: string; readonly step: string },
  ): Int32Array {
    const state = before.slice();
    for (const [k, { name, domain, first }] of this.program.variables.entries()) {
      const value = own(object, name);
      if (domain.kind !== "array") {
        if (value !== values[k]) state[first] = code(domain, value, name, place);
        continue;
      }
      if (!Array.isArray(value) || value.length !== domain.length)
        throw new ModelError(
          "model-domain",
          `${place.process}.${place.step} makes ${name} ${Array.isArray(value) ? `an array of ${value.length}` : show(value)}: it is an array of ${domain.length}`,
          { ...place, variable: name, value },
        );
      const old = values[k] as readonly unknown[];
      for (let i = 0; i < domain.length; i++)
        if (value[i] !== old[i]) state[first + i] = code(domain.of, value[i], `${name}[${i}]`, place);
    }
    return state;
  }
}

/** The value of a variable as its author writes it. */
export function valueIn({ domain, first }: Variable, state: Int32Array): unknown {
  if (domain.kind !== "array") return domain.decode(state[first]!);
  const values: unknown[] = [];
  for (let i = 0; i < domain.length; i++) values.push(domain.of.decode(state[first + i]!));
  return values;
}

function code(
  domain: AnyScalar,
  value: unknown,
  variable: string,
  place: { readonly process: string; readonly step: string },
): number {
  const found = domain.encode(value);
  if (found !== undefined) return found;
  throw outOfDomain(domain, value, variable, place);
}

export function outOfDomain(
  domain: AnyScalar,
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

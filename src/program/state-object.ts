import { own, recordOf } from "../text/record.js";
import { type AnyScalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";

/** States as objects with the values of variables, for functions that the author wrote, and back. */
export class StateObjects {
  constructor(private readonly program: Program) {}

  /** To look at: an attempt to change it throws. */
  view(state: Int32Array): StateObject {
    return Object.freeze(this.object(state, Object.freeze));
  }

  /** To change: variables cannot be added or removed. */
  draft(state: Int32Array): StateObject {
    return Object.seal(this.object(state, Object.seal));
  }

  private object(state: Int32Array, guarded: (array: unknown[]) => unknown): StateObject {
    const entries = this.program.variables.map((variable): [string, unknown] => {
      const value = valueIn(variable, state);
      return [variable.name, Array.isArray(value) ? guarded(value) : value];
    });
    return recordOf(entries);
  }

  /** The codes of an object, every value looked at. `place` is what the object came from. */
  codes(object: StateObject, place: { readonly process: string; readonly step: string }): Int32Array {
    const state = new Int32Array(this.program.slots.length);
    for (const { name, domain, first } of this.program.variables) {
      const value = own(object, name);
      if (domain.kind !== "array") {
        state[first] = code(domain, value, name, place);
        continue;
      }
      if (!Array.isArray(value) || value.length !== domain.length)
        throw new ModelError(
          "model-domain",
          `${place.process}.${place.step} makes ${name} ${Array.isArray(value) ? `an array of ${value.length}` : show(value)}: it is an array of ${domain.length}`,
          { ...place, variable: name, value },
        );
      for (let i = 0; i < domain.length; i++) state[first + i] = code(domain.of, value[i], `${name}[${i}]`, place);
    }
    return state;
  }
}

/** The value of a variable as its author writes it. */
export function valueIn({ domain, first }: Variable, state: Int32Array): unknown {
  if (domain.kind !== "array") return domain.decode(state[first]!);
  return Array.from({ length: domain.length }, (_, i) => domain.of.decode(state[first + i]!));
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

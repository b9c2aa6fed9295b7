import { type AnyScalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";

/** States as objects with the values of variables, for functions that the author wrote, and back. */
export class StateObjects {
  constructor(private readonly program: Program) {}

  /** To look at: an attempt to change it throws. */
  view(state: Int32Array): StateObject {
    const view: StateObject = {};
    for (const variable of this.program.variables) {
      const value = valueIn(variable, state);
      view[variable.name] = Array.isArray(value) ? Object.freeze(value) : value;
    }
    return Object.freeze(view);
  }

  /** To change: variables cannot be added or removed. */
  draft(state: Int32Array): StateObject {
    const draft: StateObject = {};
    for (const variable of this.program.variables) {
      const value = valueIn(variable, state);
      draft[variable.name] = Array.isArray(value) ? Object.seal(value) : value;
    }
    return Object.seal(draft);
  }

  /** The codes of an object, every value looked at. `place` is what the object came from. */
  codes(object: StateObject, place: { readonly process: string; readonly step: string }): Int32Array {
    const state = new Int32Array(this.program.slots.length);
    for (const { name, domain, first } of this.program.variables) {
      const value = object[name];
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

import { own, recordOf, recordWith } from "../text/record.js";
import type { Domain } from "./compound.js";
import { Scalar, show } from "./domain.js";
import { ModelError } from "./model-error.js";
import type { Program, StateObject, Variable } from "./program.js";
import { basesFrom, decodeValue, encodeValue } from "./values.js";

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

  private copied(values: readonly unknown[], guarded: (part: object) => object): StateObject {
    return recordWith(this.names, (k) => copyOf(values[k], this.program.variables[k]!.domain, guarded));
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
    for (const [k, variable] of this.program.variables.entries()) {
      const { name, domain, first } = variable;
      const value = own(object, name);
      if (value === values[k]) continue;
      const wrong = encodeValue(domain, value, basesFrom(domain, first), state);
      if (wrong === null) continue;
      const part = `${name}${wrong.path}`;
      if (wrong.domain.kind === "array")
        throw new ModelError(
          "model-domain",
          `${place.process}.${place.step} makes ${part} ${Array.isArray(wrong.value) ? `an array of ${wrong.value.length}` : show(wrong.value)}: it is an array of ${wrong.domain.length}`,
          { ...place, variable: part, value: wrong.value },
        );
      throw outOfDomain(wrong.domain, wrong.value, part, place);
    }
    return state;
  }
}

/** The value of a variable as its author writes it. */
export function valueIn({ domain, first }: Variable, state: ArrayLike<number>): unknown {
  return domain instanceof Scalar ? domain.decode(state[first]!) : decodeValue(domain, basesFrom(domain, first), state);
}

/** A copy with all its parts. Sets and maps cannot be guarded, and messages come and go. */
function copyOf(value: unknown, domain: Domain, guarded: (part: object) => object): unknown {
  switch (domain.kind) {
    case "array":
      return guarded((value as readonly unknown[]).map((part) => copyOf(part, domain.of, guarded)));
    case "channel": {
      const messages = (value as readonly unknown[]).map((part) => copyOf(part, domain.of, guarded));
      return guarded === Object.freeze ? guarded(messages) : messages;
    }
    case "set":
      return new Set(value as ReadonlySet<unknown>);
    case "map":
      return new Map(
        [...(value as ReadonlyMap<unknown, unknown>)].map(([key, v]) => [key, copyOf(v, domain.of, guarded)]),
      );
    case "option":
      return value === null ? null : copyOf(value, domain.of, guarded);
    case "record":
      return guarded(
        recordOf(
          Object.entries(domain.fields).map(([name, field]) => [
            name,
            copyOf(Reflect.get(value as object, name), field, guarded),
          ]),
        ),
      );
    default:
      return value;
  }
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

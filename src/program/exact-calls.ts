import { ModelError } from "./model-error.js";

// JavaScript drops arguments that a function does not take. TypeScript refuses them; who does not ask it is told here.

/** Each method takes the arguments that it names and no more, except those that take any number. */
export function exactMethods(type: { readonly prototype: object }, ...ofAnyNumber: readonly string[]): void {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    const method: unknown = property.value;
    if (typeof method !== "function" || name === "constructor" || ofAnyNumber.includes(name)) continue;
    const exact = function (this: unknown, ...given: readonly unknown[]): unknown {
      if (given.length > method.length) throw tooMany(name, method.length, given.length);
      return Reflect.apply(method, this, given);
    };
    Object.defineProperty(type.prototype, name, { ...property, value: exact });
  }
}

export function expectAtMost(call: string, most: number, given: ArrayLike<unknown>): void {
  if (given.length > most) throw tooMany(call, most, given.length);
}

/** One argument; `names.map(goto)` adds an index and the list, which is nobody's mistake. */
export function expectOne(call: string, given: ArrayLike<unknown>): void {
  const isMapped = typeof given[1] === "number" && (given.length === 2 || Array.isArray(given[2]));
  if (!isMapped) expectAtMost(call, 1, given);
}

/** `n + 1`, `n < 3` and `${n}` look at the object, and would be some text or false: there is no such value. */
export function refuseOperators(type: { readonly prototype: object }): void {
  Object.defineProperty(type.prototype, Symbol.toPrimitive, {
    value: () => {
      throw new ModelError(
        "model-expression",
        "JavaScript's own operators look at the object, not at the state: write plus, lt, is and the like",
      );
    },
  });
}

const tooMany = (call: string, most: number, found: number): ModelError =>
  new ModelError(
    "model-arguments",
    `${call} takes ${most === 0 ? "no arguments" : most === 1 ? "one argument" : `${most} arguments`}, not ${found}`,
  );

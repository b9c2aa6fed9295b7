import { own } from "../text/record.js";
import { show } from "./domain.js";
import { ModelError } from "./model-error.js";

// What TypeScript says anyway, for who does not ask it: what is misspelt would go unnoticed.

export function expectText(what: string, given: unknown): void {
  if (typeof given !== "string") throw new ModelError("model-name", `${what} is ${show(given)}: expected a text`);
}

export function expectName(kind: string, name: string): void {
  if (!/^[A-Za-z_$][\w$.-]*$/.test(name))
    throw new ModelError("model-name", `'${name}' cannot be the name of a ${kind}: letters, digits, _, $, . and -`);
}

/** Only known options; by option the values that it may have, null for any. */
export function expectOptions(
  given: object,
  known: Readonly<Record<string, readonly (string | boolean)[] | null>>,
  where: string,
): void {
  if (typeof given !== "object" || given === null)
    throw new ModelError("model-option", `${where}: the options are ${show(given)}, expected an object`);
  for (const [key, value] of Object.entries(given)) {
    const values = own(known, key);
    if (values === undefined)
      throw new ModelError("model-option", `${where} has no option '${key}': ${Object.keys(known).join(", ")}`);
    if (values !== null && value !== undefined && !values.includes(value as string | boolean))
      throw new ModelError("model-option", `${where}: ${key} is ${show(value)}, expected ${values.join(", ")}`);
  }
}

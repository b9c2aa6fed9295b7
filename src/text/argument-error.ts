/** A caller of the API gave something else than its types say: which argument of which function, and what is expected. */
export class ArgumentError extends TypeError {
  override readonly name = "ArgumentError";

  constructor(call: string, argument: string, expected: string, found: unknown) {
    super(`${call}: ${argument}: expected ${expected}, found ${shown(found)}`);
  }
}

function shown(found: unknown): string {
  if (typeof found === "string") return `'${found.slice(0, 40)}'`;
  if (found === null || typeof found !== "object") return String(found);
  return Array.isArray(found) ? "an array" : "an object";
}

/** Options that are numbers above zero, or not given. */
export function expectPositive<O extends object>(call: string, options: O, names: readonly (keyof O & string)[]): void {
  for (const name of names) {
    const value: unknown = options[name];
    if (value !== undefined && !(typeof value === "number" && value > 0))
      throw new ArgumentError(call, `options.${name}`, "a number above 0", value);
  }
}

/** A design with a property of that index. */
export function expectProperty(call: string, design: unknown, property: unknown): void {
  const properties =
    typeof design === "object" && design !== null && "properties" in design ? design.properties : undefined;
  if (!Array.isArray(properties))
    throw new ArgumentError(call, "design", "what a reader or loadDesign returns", design);
  if (typeof property === "number" && Number.isInteger(property) && property >= 0 && property < properties.length)
    return;
  const indices = properties.length === 0 ? "no properties" : `properties 0 to ${properties.length - 1}`;
  throw new ArgumentError(call, "property", `an index (the design has ${indices})`, property);
}

/** Its name, what is expected of it, and whether what is given is that. */
export type Argument = readonly [name: string, expected: string, is: (given: unknown) => boolean];

/** The function with its types and documentation, which first looks at the arguments that must be given. */
/* #__NO_SIDE_EFFECTS__ */
export function expecting<F extends (...given: never[]) => unknown>(
  call: string,
  work: F,
  ...wanted: readonly Argument[]
): F {
  const looking = (...given: never[]): unknown => {
    for (const [i, [name, expected, is]] of wanted.entries())
      if (!is(given[i])) throw new ArgumentError(call, name, expected, given[i]);
    return work(...given);
  };
  return looking as F;
}

export const isText = (given: unknown): boolean => typeof given === "string";
export const isBytes = (given: unknown): boolean => given instanceof Uint8Array;
export const isFunction = (given: unknown): boolean => typeof given === "function";

/** An object with these fields. */
export const having =
  (...fields: readonly string[]) =>
  (given: unknown): boolean =>
    typeof given === "object" && given !== null && fields.every((field) => Reflect.get(given, field) !== undefined);

/** What `system` of fairlead/model made. */
export function expectSystem(call: string, given: unknown): void {
  if (!having("processes", "variables", "slots")(given))
    throw new ArgumentError(call, "system", "what system() returns", given);
}

export function expectFunction(call: string, argument: string, given: unknown): void {
  if (typeof given !== "function") throw new ArgumentError(call, argument, "a function", given);
}

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

import type { OptionSpec, OptionSpecs, OptionsOf } from "./engine.js";

/** An option that the engine does not have, or a value that it does not take. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Texts given by a user turned into an engine's options; what is not given has its default. */
export function parseOptions<O extends OptionSpecs>(specs: O, given: Readonly<Record<string, string>>): OptionsOf<O> {
  for (const name of Object.keys(given)) {
    if (specs[name] !== undefined) continue;
    const known = Object.keys(specs);
    throw new OptionError(
      known.length === 0 ? `no option '${name}': it has none` : `no option '${name}' (it has ${known.join(", ")})`,
    );
  }
  const entries = Object.entries(specs).map(([name, spec]) => {
    const text = given[name];
    return [name, text === undefined ? spec.default : parseValue(name, spec, text)];
  });
  // Each value was made from the specification of the same name.
  return Object.fromEntries(entries) as OptionsOf<O>;
}

function parseValue(name: string, spec: OptionSpec, text: string): string | number | boolean {
  switch (spec.kind) {
    case "choice":
      if (!spec.values.includes(text)) throw new OptionError(`option ${name}: expected ${spec.values.join(" or ")}`);
      return text;
    case "number": {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      if (!(value >= spec.min && value <= spec.max))
        throw new OptionError(`option ${name}: expected a number from ${spec.min} to ${spec.max}`);
      return value;
    }
    case "flag":
      if (["true", "on", "1", "yes"].includes(text)) return true;
      if (["false", "off", "0", "no"].includes(text)) return false;
      throw new OptionError(`option ${name}: expected true or false`);
  }
}

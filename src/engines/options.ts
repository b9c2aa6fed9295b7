import { own, recordOf } from "../text/record.js";
import type { OptionSpec, OptionSpecs, OptionValues } from "./engine.js";

/** An option that the engine does not have, or a value that it does not take. */
export class OptionError extends Error {
  override readonly name = "OptionError";
}

/** Texts given by a user as values. */
export function parseOptions(specs: OptionSpecs, given: ReadonlyMap<string, string>): OptionValues {
  const values = new Map<string, string | number | boolean>();
  for (const [name, text] of given) values.set(name, valueFrom(specOf(specs, name), text));
  return checked(specs, recordOf(values));
}

/** The values of all options: those that are given, where the engine takes them, and its defaults. */
export function completed(specs: OptionSpecs, given: OptionValues): OptionValues {
  const values = checked(specs, given);
  const defaults = Object.entries(specs).map(([name, spec]) => [name, spec.default] as const);
  const named = Object.entries(specs).map(([name, spec]) => settingsOf(spec, own(values, name) ?? spec.default));
  return Object.assign(recordOf<string | number | boolean>(defaults), ...named, values);
}

/** What a value changes the defaults of other options to. */
function settingsOf(spec: OptionSpec, value: string | number | boolean): OptionValues {
  return (spec.kind === "choice" && spec.sets !== undefined && own(spec.sets, `${value}`)) || {};
}

/** The values as they are given, if the engine takes them. */
export function checked(specs: OptionSpecs, given: OptionValues): OptionValues {
  for (const [name, value] of Object.entries(given)) {
    const spec = specOf(specs, name);
    if (!takes(spec, value)) throw new OptionError(`option ${name}: expected ${expected(spec)}`);
  }
  return given;
}

function specOf(specs: OptionSpecs, name: string): OptionSpec {
  const spec = own(specs, name);
  if (spec !== undefined) return spec;
  const known = Object.keys(specs);
  throw new OptionError(
    known.length === 0 ? `no option '${name}': it has none` : `no option '${name}' (it has ${known.join(", ")})`,
  );
}

const YES = ["true", "on", "1", "yes"];
const NO = ["false", "off", "0", "no"];

/** What a text says to an option of this kind; the text itself where it says nothing. */
function valueFrom(spec: OptionSpec, text: string): string | number | boolean {
  switch (spec.kind) {
    case "choice":
      return text;
    case "number":
      return text.trim() === "" ? text : Number(text);
    case "flag":
      return YES.includes(text) ? true : NO.includes(text) ? false : text;
  }
}

function takes(spec: OptionSpec, value: unknown): boolean {
  switch (spec.kind) {
    case "choice":
      return spec.values.some((v) => v === value);
    case "number":
      return typeof value === "number" && value >= spec.min && value <= spec.max;
    case "flag":
      return typeof value === "boolean";
  }
}

function expected(spec: OptionSpec): string {
  switch (spec.kind) {
    case "choice":
      return spec.values.join(" or ");
    case "number":
      return `a number from ${spec.min} to ${spec.max}`;
    case "flag":
      return "true or false";
  }
}

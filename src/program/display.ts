import { expectFunction } from "../text/argument-error.js";
import { recordOf } from "../text/record.js";
import { type Domain, isDomain, isScalar, type Value } from "./compound.js";
import { allCodes, show } from "./domain.js";
import { expectAtMost } from "./exact-calls.js";
import { ModelError } from "./model-error.js";
import { valueText } from "./values.js";

/** So many values of one domain may have texts of their own. */
const MAX_SHOWN = 4096;
/** The longest text for a value. */
const MAX_TEXT = 200;

/**
 * The same domain, whose values are shown to people as the function says: in traces, pictures and charts. The function is called once for
 * each value, when the domain is made; formulas and expressions go on speaking of the values themselves.
 */
export function shown<D extends Domain>(domain: D, text: (value: Value<D>) => string): D {
  expectAtMost("shown", 2, arguments);
  if (!isDomain(domain)) throw new ModelError("model-domain", `shown needs a domain, not ${show(domain)}`);
  expectFunction("shown", "text", text);
  const count = countOf(domain);
  if (count > MAX_SHOWN)
    throw new ModelError(
      "model-domain",
      `shown: ${domain.describe()} are ${count} values, more than ${MAX_SHOWN}; give texts to those of its parts`,
    );
  const display = valuesOf(domain).map((value): [string, string] => {
    // The values of the domain, which the compiler does not follow.
    const made: unknown = text(value as Value<D>);
    if (typeof made !== "string" || made === "" || made.length > MAX_TEXT)
      throw new ModelError(
        "model-domain",
        `shown: the text for ${valueText(value)} is ${show(made)}, expected 1 to ${MAX_TEXT} characters`,
      );
    return [valueText(value), made];
  });
  return withDisplay(domain, new Map(display));
}

export function withDisplay<D extends Domain>(domain: D, display: ReadonlyMap<string, string> | null): D {
  const copy: D = Object.create(Object.getPrototypeOf(domain), Object.getOwnPropertyDescriptors(domain));
  copy.display = display;
  return copy;
}

/** A value of a domain, for people. */
export function shownText(domain: Domain, value: unknown): string {
  const own = domain.display?.get(valueText(value));
  if (own !== undefined) return own;
  switch (domain.kind) {
    case "array":
    case "channel":
      return `[${(value as readonly unknown[]).map((v) => shownText(domain.of, v)).join(", ")}]`;
    case "set":
      return `{${[...(value as ReadonlySet<unknown>)].map((v) => shownText(domain.of, v)).join(", ")}}`;
    case "map": {
      const entries = [...(value as ReadonlyMap<unknown, unknown>)];
      return `{${entries.map(([k, v]) => `${shownText(domain.key, k)}: ${shownText(domain.of, v)}`).join(", ")}}`;
    }
    case "record": {
      const of = new Map(Object.entries(domain.fields));
      const fields = Object.entries(value as object);
      return `(${fields.map(([name, v]) => `${name}: ${shownText(of.get(name)!, v)}`).join(", ")})`;
    }
    case "option":
      return value === null ? "none" : shownText(domain.of, value);
    default:
      return valueText(value);
  }
}

/** The author has said how values of the domain, or of parts that are shown with it, are shown. */
export function isDisplayed(domain: Domain): boolean {
  if (domain.display !== null) return true;
  if (isScalar(domain)) return false;
  if (domain.kind === "record") return Object.values(domain.fields).some(isDisplayed);
  return isDisplayed(domain.of) || (domain.kind === "map" && isDisplayed(domain.key));
}

function countOf(domain: Domain): number {
  switch (domain.kind) {
    case "array":
      return countOf(domain.of) ** domain.length;
    case "map":
      return countOf(domain.of) ** countOf(domain.key);
    case "set":
      return 2 ** countOf(domain.of);
    case "option":
      return 1 + countOf(domain.of);
    case "record":
      return Object.values(domain.fields).reduce((n, field) => n * countOf(field), 1);
    case "channel":
      throw new ModelError("model-domain", "shown: give the texts to the messages of a channel");
    default:
      return domain.high - domain.low + 1;
  }
}

/** In the order, and with the order inside, in which states are decoded. */
function valuesOf(domain: Domain): unknown[] {
  const repeated = (of: Domain, times: number): unknown[][] => products(Array.from({ length: times }, () => of));
  switch (domain.kind) {
    case "array":
      return repeated(domain.of, domain.length);
    case "map": {
      const keys = valuesOf(domain.key);
      return repeated(domain.of, keys.length).map((values) => new Map(keys.map((key, i) => [key, values[i]])));
    }
    case "set": {
      const members = valuesOf(domain.of);
      return Array.from(
        { length: 2 ** members.length },
        (_, bits) => new Set(members.filter((_, i) => (bits >> i) & 1)),
      );
    }
    case "option":
      return [null, ...valuesOf(domain.of)];
    case "record": {
      const names = Object.keys(domain.fields);
      return products(Object.values(domain.fields)).map((values) =>
        recordOf(names.map((name, i): [string, unknown] => [name, values[i]])),
      );
    }
    case "channel":
      return [];
    default:
      return allCodes(domain).map((code) => domain.decode(code));
  }
}

const products = (domains: readonly Domain[]): unknown[][] =>
  domains.reduce<unknown[][]>((before, of) => before.flatMap((b) => valuesOf(of).map((v) => [...b, v])), [[]]);

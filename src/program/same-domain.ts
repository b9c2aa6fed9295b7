import type { Domain } from "./compound.js";

/** The same values, laid out alike; what they start with may differ. */
export function isSameDomain(a: Domain, b: Domain): boolean {
  if (a.kind === "int" && b.kind === "int") return a.low === b.low && a.high === b.high;
  if (a.kind === "enum" && b.kind === "enum") return isSameList(a.values, b.values);
  if (a.kind === "array" && b.kind === "array") return a.length === b.length && isSameDomain(a.of, b.of);
  if (a.kind === "option" && b.kind === "option") return isSameDomain(a.of, b.of);
  if (a.kind === "set" && b.kind === "set") return isSameDomain(a.of, b.of);
  if (a.kind === "map" && b.kind === "map") return isSameDomain(a.key, b.key) && isSameDomain(a.of, b.of);
  if (a.kind === "record" && b.kind === "record") {
    const [left, right] = [Object.entries(a.fields), Object.entries(b.fields)];
    return (
      left.length === right.length &&
      left.every(([name, of], i) => name === right[i]![0] && isSameDomain(of, right[i]![1]))
    );
  }
  return a.kind === "bool" && b.kind === "bool";
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);

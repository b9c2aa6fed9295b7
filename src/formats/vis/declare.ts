import { codeWidth } from "../../logic/vector.js";
import type { Expressions } from "./expressions.js";
import type { Declaration, Range } from "./syntax.js";
import { visError } from "./tokens.js";
import type { Scope, Variable } from "./variables.js";

const MOST_BITS = 2 ** 16;

/** The variable that some declarations of one name, together, declare. */
export function variableOf(
  declarations: readonly Declaration[],
  path: string,
  scope: Scope,
  expressions: Expressions,
  isLocal: boolean,
): Variable {
  const first = declarations[0]!;
  const one = <K extends keyof Declaration>(key: K): Declaration[K] | null =>
    declarations.find((d) => d[key] !== null)?.[key] ?? null;
  const at = declarations.find((d) => d.storage !== null)?.at ?? first.at;
  const typeName = one("type");
  const type = typeName === null ? null : scope.types.get(typeName)!;
  const bounds = ({ left, right }: Range): readonly [number, number] => {
    const [a, b] = [left, right].map((e) => {
      const value = expressions.constant(e, { scope, values: null });
      if (value < 0n || value > BigInt(MOST_BITS))
        throw visError("vis-range", `expected an index from 0 to ${MOST_BITS}, found ${value}`, e.at);
      return Number(value);
    });
    return [a!, b!];
  };
  const ranges = declarations.filter((d) => d.range !== null).map((d) => bounds(d.range!));
  if (ranges.some(([a, b]) => a !== ranges[0]![0] || b !== ranges[0]![1]))
    throw visError("vis-range", `'${first.name}' is declared with different ranges`, at);
  if (type !== null && ranges.length > 0)
    throw visError("vis-unsupported", `'${first.name}' is of the type '${type.name}' and has a range`, at);
  const width = type === null ? 1 : codeWidth(type.values.length);
  const [left, right] = ranges[0] ?? [width - 1, 0];
  const array = one("array");
  const [from, to] = array === null ? [0, 0] : bounds(array);
  const variable: Variable = {
    name: first.name,
    path,
    type,
    width: Math.abs(left - right) + 1,
    left,
    right,
    array: array === null ? null : { low: Math.min(from, to), high: Math.max(from, to) },
    isReg: declarations.some((d) => d.storage === "reg"),
    direction: one("direction"),
    isLocal,
    at,
  };
  const bits = (Math.abs(from - to) + 1) * variable.width;
  if (bits > MOST_BITS)
    throw visError("vis-limit", `'${first.name}' has ${bits} bits: at most ${MOST_BITS} are supported`, at);
  return type !== null && width === 0 ? { ...variable, width: 0 } : variable;
}

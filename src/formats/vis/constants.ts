import type { Expression } from "./syntax.js";
import { visError } from "./tokens.js";
import type { Scope } from "./variables.js";

const LARGEST = 1n << 4096n;
/** Operations on constants, those of loops each time: about a second. */
const MOST_OPERATIONS = 2 ** 22;

/** The value of an expression that reads no variable, as a whole number without a size; null for others. */
export const constantValue = (e: Expression, scope: Scope): bigint | null => bounded(computed(e, scope));

const bounded = (value: bigint | null): bigint | null =>
  value !== null && (value >= LARGEST || value <= -LARGEST) ? null : value;

function computed(e: Expression, scope: Scope): bigint | null {
  switch (e.kind) {
    case "number":
      return e.wild === 0n ? e.value : null;
    case "name":
      return scope.constant(e.name);
    case "unary": {
      const arg = constantValue(e.arg, scope);
      if (arg === null) return null;
      return e.op === "-" ? -arg : e.op === "+" ? arg : e.op === "!" ? truth(arg === 0n) : null;
    }
    case "binary":
      return chain(e, scope);
    case "choose": {
      const condition = constantValue(e.condition, scope);
      return condition === null ? null : constantValue(condition !== 0n ? e.then : e.otherwise, scope);
    }
    case "concat":
      return joined(e.parts);
    case "repeat": {
      const count = constantValue(e.count, scope);
      if (count === null || count < 1n || count > 4096n) return null;
      return e.part.kind === "concat" ? joined(Array(Number(count)).fill(e.part.parts).flat()) : null;
    }
    default:
      return null;
  }
}

/** `a + b - c …` from the left: it may be longer than calls can be deep. */
function chain(e: Expression & { readonly kind: "binary" }, scope: Scope): bigint | null {
  const operations = [e];
  let first = e.left;
  for (; first.kind === "binary"; first = first.left) operations.push(first);
  scope.work.constants += operations.length;
  if (scope.work.constants > MOST_OPERATIONS)
    throw visError("vis-limit", `more than ${MOST_OPERATIONS} operations on constants, with loops unrolled`, e.at);
  let value = constantValue(first, scope);
  for (let next = operations.pop(); next !== undefined && value !== null; next = operations.pop()) {
    const right = constantValue(next.right, scope);
    value = right === null ? null : bounded(combined(next.op, value, right));
  }
  return value;
}

/** Numbers with sizes, side by side. */
function joined(parts: readonly Expression[]): bigint | null {
  let value = 0n;
  for (const part of parts) {
    if (part.kind !== "number" || part.width === null || part.wild !== 0n) return null;
    value = (value << BigInt(part.width)) | part.value;
    if (value >= LARGEST) return null;
  }
  return value;
}

const truth = (is: boolean): bigint => (is ? 1n : 0n);

function combined(op: string, a: bigint, b: bigint): bigint | null {
  switch (op) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return b === 0n ? null : a / b;
    case "%":
      return b === 0n ? null : a % b;
    case "<<":
      return b < 0n || b > 4096n ? null : a << b;
    case ">>":
      return b < 0n || b > 4096n ? null : a >> b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&&":
      return truth(a !== 0n && b !== 0n);
    case "||":
      return truth(a !== 0n || b !== 0n);
    case "==":
      return truth(a === b);
    case "!=":
      return truth(a !== b);
    case "<":
      return truth(a < b);
    case "<=":
      return truth(a <= b);
    case ">":
      return truth(a > b);
    case ">=":
      return truth(a >= b);
    default:
      return null;
  }
}

import type { BinaryOperator, Expression, UnaryOperator } from "./syntax.js";
import { nameOf, type TokenStream } from "./token-stream.js";
import { type VisToken, visError } from "./tokens.js";

const LEVELS: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^", "~^"],
  ["&"],
  ["==", "!=", "===", "!=="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

const MOST_DIGITS = 1_000;

export function parseExpression(s: TokenStream): Expression {
  return s.deeper(() => {
    const condition = binary(s, 0);
    if (!s.is("?")) return condition;
    const at = s.take();
    const then = parseExpression(s);
    s.expect(":");
    return { kind: "choose", condition, then, otherwise: parseExpression(s), at };
  });
}

/** The operators of a level are left-associative. */
function binary(s: TokenStream, level: number): Expression {
  if (level === LEVELS.length) return unary(s);
  let left = binary(s, level + 1);
  for (;;) {
    const op = operatorAt(s);
    if (op === null || !LEVELS[level]!.includes(op.text)) return left;
    const at = s.peek();
    for (let i = 0; i < op.tokens; i++) s.take();
    const right = binary(s, level + 1);
    // Without unknown values `===` is `==`.
    const name = op.text === "===" || op.text === "!==" ? op.text.slice(0, 2) : op.text;
    left = { kind: "binary", op: name as BinaryOperator, left, right, at };
  }
}

/** `~^` and `^~` are two tokens each. */
function operatorAt(s: TokenStream): { readonly text: string; readonly tokens: number } | null {
  const token = s.peek();
  if (token.kind !== "sign") return null;
  if ((s.is("~") && s.is("^", 1)) || (s.is("^") && s.is("~", 1) && s.peek(1).start === token.end))
    return { text: "~^", tokens: 2 };
  return { text: token.text, tokens: 1 };
}

function unary(s: TokenStream): Expression {
  const at = s.peek();
  if (at.kind === "sign" && /^[!~\-+&|^]$/.test(at.text)) {
    s.take();
    return s.deeper(() => ({ kind: "unary", op: at.text as UnaryOperator, arg: unary(s), at }));
  }
  return primary(s);
}

function primary(s: TokenStream): Expression {
  const at = s.peek();
  if (at.kind === "number") return number(s);
  if (s.accept("(")) {
    const inner = parseExpression(s);
    s.expect(")");
    return inner;
  }
  if (s.is("{")) return braces(s);
  if (s.is("$ND")) {
    s.take();
    const values = list(s);
    if (values.length === 0) throw visError("vis-syntax", "$ND chooses between values: there are none", at);
    return { kind: "any", values, at };
  }
  if (at.kind === "word" && at.text.startsWith("$"))
    throw visError("vis-unsupported", `'${at.text}' is not supported: of the system functions only $ND is`, at);
  const name = nameOf(s.name("an expression"));
  if (s.is("(")) return { kind: "call", name, args: list(s), at };
  return selections(s, { kind: "name", name, at });
}

/** Values in parentheses. */
export function list(s: TokenStream): Expression[] {
  s.expect("(");
  const values: Expression[] = [];
  if (s.accept(")")) return values;
  do values.push(parseExpression(s));
  while (s.accept(","));
  s.expect(")");
  return values;
}

function selections(s: TokenStream, base: Expression): Expression {
  let value = base;
  while (s.is("[")) {
    const at = s.take();
    const first = parseExpression(s);
    if (s.accept(":")) value = { kind: "slice", base: value, left: first, right: parseExpression(s), at };
    else value = { kind: "index", base: value, index: first, at };
    s.expect("]");
  }
  return value;
}

function braces(s: TokenStream): Expression {
  const at = s.expect("{");
  const first = parseExpression(s);
  if (s.is("{")) {
    const part = braces(s);
    s.expect("}");
    return { kind: "repeat", count: first, part, at };
  }
  const parts = [first];
  while (s.accept(",")) parts.push(parseExpression(s));
  s.expect("}");
  return { kind: "concat", parts, at };
}

/** What can be assigned to: a variable, a part of one, or several in braces. */
export function parseTarget(s: TokenStream): Expression {
  const at = s.peek();
  if (s.accept("{")) {
    const parts: Expression[] = [];
    do parts.push(s.deeper(() => parseTarget(s)));
    while (s.accept(","));
    s.expect("}");
    return { kind: "concat", parts, at };
  }
  return selections(s, { kind: "name", name: nameOf(s.name("a variable")), at });
}

const BASES = new Map([
  ["b", 1n],
  ["o", 3n],
  ["h", 4n],
]);

function number(s: TokenStream): Expression {
  const at = s.take();
  if (at.text.length > MOST_DIGITS) throw visError("vis-limit", `a number of more than ${MOST_DIGITS} digits`, at);
  if (at.text.includes(".")) throw visError("vis-unsupported", "numbers with a fraction are not supported", at);
  if (at.text.startsWith("'")) return based(at, null, at);
  const digits = BigInt(at.text.replaceAll("_", ""));
  const next = s.peek();
  if (next.kind !== "number" || !next.text.startsWith("'"))
    return { kind: "number", value: digits, width: null, wild: 0n, at };
  s.take();
  if (next.text.length > MOST_DIGITS) throw visError("vis-limit", `a number of more than ${MOST_DIGITS} digits`, next);
  if (digits < 1n || digits > 4096n) throw visError("vis-limit", "a number has from 1 to 4096 bits", at);
  return based(next, Number(digits), at);
}

/** `'b01?`: digits of a base, and bits that may be anything. */
function based(token: VisToken, width: number | null, at: VisToken): Expression {
  const base = token.text[1]!.toLowerCase();
  const digits = token.text.slice(2).replaceAll("_", "").toLowerCase();
  const bits = BASES.get(base);
  let value = 0n;
  let wild = 0n;
  if (bits === undefined) {
    if (base !== "d" || !/^\d+$/.test(digits)) throw visError("vis-syntax", `'${token.text}' is not a number`, token);
    value = BigInt(digits);
  } else
    for (const digit of digits) {
      const isWild = /[xz?]/.test(digit);
      const n = isWild ? 0 : Number.parseInt(digit, 16);
      if (n >= 1 << Number(bits)) throw visError("vis-syntax", `'${digit}' is not a digit of this base`, token);
      value = (value << bits) | BigInt(n);
      wild = (wild << bits) | (isWild ? (1n << bits) - 1n : 0n);
    }
  const fits = width === null ? value : BigInt.asUintN(width, value);
  return { kind: "number", value: fits, width, wild: width === null ? wild : BigInt.asUintN(width, wild), at };
}

import { spelled } from "../text/escape.js";
import { InputError, positionOf } from "../text/input-error.js";
import { afterQuoted } from "../text/quoted.js";
import { afterRow } from "../text/rows.js";

/** A symbol is an operator under its one canonical spelling; a word may turn out to be an operator or a name. */
export interface Token {
  readonly kind: "symbol" | "word" | "quoted" | "number" | "end";
  readonly text: string;
  readonly index: number;
  /** Where the token ends in the source. */
  readonly end: number;
}

/** Spellings of Spot, NuSMV, SPIN and friends; longer ones first, so that the first match is the longest. */
const SYMBOLS: readonly (readonly [string, string])[] = [
  ["<-->", "<->"],
  ["<->", "<->"],
  ["<=>", "<->"],
  ["-->", "->"],
  ["->", "->"],
  ["=>", "->"],
  ["[]", "G"],
  ["<>", "F"],
  ["&&", "&"],
  ["/\\", "&"],
  ["&", "&"],
  ["||", "|"],
  ["\\/", "|"],
  ["|", "|"],
  ["!=", "!="],
  ["!", "!"],
  ["~", "!"],
  ["^", "xor"],
  ["==", "="],
  ["=", "="],
  ["<=", "<="],
  [">=", ">="],
  ["<", "<"],
  [">", ">"],
  ["(", "("],
  [")", ")"],
  ["[", "["],
  ["]", "]"],
  ["-", "-"],
  [";", ";"],
];

/** Of formulas about programs, besides. */
const TERM_SYMBOLS: readonly (readonly [string, string])[] = [
  ["..", ".."],
  [".", "."],
  [":", ":"],
  [",", ","],
  ["{", "{"],
  ["}", "}"],
  ["+", "+"],
  ["*", "*"],
];

const HEAD = /[A-Za-z_$][A-Za-z0-9_$#]*/y;
/** `-` joins a name only when the name goes on after it (`e-1.u.ack`), so that `a->b` stays an implication. */
const HYPHENATED = /-(?=[A-Za-z0-9_])[A-Za-z0-9_$#]*/y;
const SEGMENT = /\.[A-Za-z0-9_$][A-Za-z0-9_$#]*/y;
const INDEX = /<\*?\d+\*?>|\[\d+(?::\d+)?\]/y;

/** A temporal operator with bounds, `F[0,3]`; with a colon or a single number it looks like a bit of a signal. */
const BOUNDED = /(?:([XFGYZOH])\s*\[\s*(\d+)\s*(?:,|:|\.\.)\s*(\d+)\s*\]|([XYZ])\s*\[\s*(\d+)\s*\])(?![.[<])/y;

/** Space, or one comment. */
const BLANK = /\s+|#[^\n]*|--[^\n>][^\n]*|--(?=\n|$)/y;
/** `4'hf` as in Verilog, without a sign. */
const SIZED = /(\d+)'([bBoOdDhH])([0-9a-fA-F][0-9a-fA-F_]*)/y;
const NUMBER = /0[xX][0-9a-fA-F]+|0[bB][01]+|\d+/y;

/** Can the name be written without quotes? (It may still look like an operator.) */
export const isPlainName = (name: string): boolean => afterName(name, 0) === name.length;

/** A name in quotes: whatever it looks like, it is read as a name. */
export const quotedName = (name: string): string => `"${name.replace(/["\\]/g, "\\$&")}"`;

/** What stands in the quotes; null where the text is anything else than one quoted name. */
export function unquotedName(text: string): string | null {
  return afterQuoted(text, 0) === text.length ? unescaped(text.slice(1, -1)) : null;
}

const unescaped = (inner: string): string => inner.replace(/\\(.)/gs, "$1");

/** All tokens of the text, the last of kind `end`. */
export function tokenize(text: string, code: string, hasTerms = false): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  for (;;) {
    index = afterBlanks(text, index);
    if (index >= text.length) break;
    const token = tokenAt(text, index, hasTerms);
    if (token === undefined) {
      const char = String.fromCodePoint(text.codePointAt(index)!);
      throw new InputError(code, `expected an operator or a name, found '${char}'`, positionOf(text, index));
    }
    if (token.kind === "number" && !Number.isSafeInteger(Number(token.text)))
      throw new InputError(code, `expected a whole number below 2^53, found ${token.text}`, positionOf(text, index));
    tokens.push(token);
    index = token.end;
  }
  tokens.push({ kind: "end", text: "", index: text.length, end: text.length });
  return tokens;
}

function tokenAt(text: string, index: number, hasTerms: boolean): Token | undefined {
  const bounded = match(BOUNDED, text, index);
  if (bounded !== null) return boundedOperator(bounded, index);
  const word = afterName(text, index);
  if (word !== null) return { kind: "word", text: text.slice(index, word), index, end: word };
  const sized = match(SIZED, text, index);
  if (sized !== null) return sizedNumber(sized, index);
  const number = match(NUMBER, text, index);
  if (number !== null) return { kind: "number", text: number[0], index, end: index + number[0].length };
  const end = afterQuoted(text, index);
  if (end !== null) return { kind: "quoted", text: spelled(unescaped(text.slice(index + 1, end - 1))), index, end };
  const symbols = hasTerms ? [...SYMBOLS, ...TERM_SYMBOLS, SLASH] : SYMBOLS;
  const symbol = symbols.find(([spelling]) => text.startsWith(spelling, index));
  return symbol && { kind: "symbol", text: symbol[1], index, end: index + symbol[0].length };
}

/** Behind the name that begins there; null where none does. */
function afterName(text: string, start: number): number | null {
  const head = match(HEAD, text, start);
  if (head === null) return null;
  let index = start + head[0].length;
  for (;;) {
    index = afterRow(INDEX, text, afterRow(HYPHENATED, text, index));
    const segment = match(SEGMENT, text, index);
    if (segment === null) return index;
    index += segment[0].length;
  }
}

/** After `/\\`, which is a conjunction. */
const SLASH: readonly [string, string] = ["/", "/"];

/** Written as the bits of a signal are, `F[3:0]`: who knows the names decides what it is. */
function boundedOperator([all, op, low, high, single, times]: RegExpExecArray, index: number): Token {
  const text = single === undefined ? `${op}[${low}:${high}]` : `${single}[${times}]`;
  return { kind: "word", text, index, end: index + all.length };
}

const PREFIXES: ReadonlyMap<string, string> = new Map([
  ["b", "0b"],
  ["o", "0o"],
  ["d", ""],
  ["h", "0x"],
]);

/** As a number of this language; undefined where it has digits beyond its base or its width. */
function sizedNumber([all, width, base, digits]: RegExpExecArray, index: number): Token | undefined {
  const prefix = PREFIXES.get(base!.toLowerCase())!;
  const text = `${prefix}${digits!.replaceAll("_", "")}`;
  if (!(Number(text) < 2 ** Number(width))) return undefined;
  return { kind: "number", text, index, end: index + all.length };
}

function match(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

const afterBlanks = (text: string, start: number): number => afterRow(BLANK, text, start);

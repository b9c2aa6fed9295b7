import { InputError, positionOf } from "../../text/input-error.js";
import { afterQuoted } from "../../text/quoted.js";

/** A token of a Verilog text, without comments; `end` is the index after it. */
export interface Token {
  readonly kind: "word" | "number" | "string" | "sign" | "end";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A text and its tokens. */
export interface Scanned {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** A text with the name of its file. */
export interface ScannedFile extends Scanned {
  readonly name: string;
}

const BLANK = /\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /\\\S+|[A-Za-z_$`][A-Za-z0-9_$]*/y;
const NUMBER = /[0-9][0-9_]*(\.[0-9_]+)?|'[sS]?[bBoOdDhH][0-9a-fA-FxXzZ?_]+|'[01xXzZ]/y;
/** Longest first; only those matter that a property can be taken apart by. */
const SIGN = /\|->|\|=>|#-#|#=#|##|===|!==|==\?|!=\?|==|!=|<=|>=|<<<|>>>|<<|>>|&&|\|\||::|->|[^\s]/y;

/** Splits a Verilog text into tokens, so that properties are found outside of comments and strings. */
export function scan(text: string): Token[] {
  const tokens: Token[] = [];
  let i = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = i;
    return pattern.exec(text)?.[0] ?? null;
  };
  const push = (kind: Token["kind"], found: string): void => {
    tokens.push({ kind, text: found, start: i, end: i + found.length });
    i += found.length;
  };
  while (i < text.length) {
    const blank = match(BLANK);
    if (blank !== null) {
      i += blank.length;
      continue;
    }
    const word = match(WORD);
    if (word !== null) {
      push("word", word);
      continue;
    }
    const number = match(NUMBER);
    if (number !== null) {
      push("number", number);
      continue;
    }
    const end = afterQuoted(text, i);
    if (end !== null) push("string", text.slice(i, end));
    else push("sign", match(SIGN)!);
  }
  tokens.push({ kind: "end", text: "", start: text.length, end: text.length });
  return tokens;
}

/** Tokens as text on one line, without comments; blanks stand where they stood. */
export function spell(tokens: readonly Token[]): string {
  let text = "";
  tokens.forEach((t, i) => {
    text += i === 0 || tokens[i - 1]!.end === t.start ? t.text : ` ${t.text}`;
  });
  return text;
}

/** The index of the bracket that closes the one at `open`. */
export function matching(text: string, tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let k = open; k < tokens.length; k++) {
    const t = tokens[k]!;
    if (t.kind !== "sign") continue;
    if (/^[([{]$/.test(t.text)) depth++;
    if (/^[)\]}]$/.test(t.text)) depth--;
    if (depth === 0) return k;
  }
  throw wrong(text, tokens[open]!, `a '${tokens[open]!.text}' without its end`);
}

/** What stands between two brackets, parted at its commas. */
export function parts(tokens: readonly Token[]): (readonly Token[])[] {
  if (tokens.length === 0) return [];
  const found: Token[][] = [[]];
  let depth = 0;
  for (const t of tokens) {
    if (t.kind === "sign" && /^[([{]$/.test(t.text)) depth++;
    if (t.kind === "sign" && /^[)\]}]$/.test(t.text)) depth--;
    if (depth === 0 && t.kind === "sign" && t.text === ",") found.push([]);
    else found.at(-1)!.push(t);
  }
  return found;
}

/** The definitions of macros, each to the end of its last line. */
export const macroRanges = (
  text: string,
  tokens: readonly Token[],
): { readonly start: number; readonly end: number }[] =>
  tokens.filter((t) => t.text === "`define").map(({ start }) => ({ start, end: endOfMacro(text, start) }));

/** Where a definition ends: with its line, or the last of those that a backslash continues. */
export function endOfMacro(text: string, start: number): number {
  let end = text.indexOf("\n", start);
  while (end >= 0 && /\\\r?$/.test(text.slice(Math.max(start, end - 2), end))) end = text.indexOf("\n", end + 1);
  return end < 0 ? text.length : end;
}

/** An error at a token, with what was expected. */
export function wrong(text: string, at: Token, problem: string, code = "verilog-property"): InputError {
  return new InputError(code, problem, positionOf(text, at.start));
}

import { spelled } from "../../text/escape.js";
import { InputError, positionOf } from "../../text/input-error.js";

/** `bad`: no token of the language. The parser reports it where it meets it; text that it skips may hold anything. */
export type TokenKind = "name" | "integer" | "word" | "keyword" | "punctuation" | "bad" | "end";

/** The tokens of a text in flat arrays: files of several megabytes have millions of them. */
export interface Tokens {
  readonly text: string;
  readonly kinds: readonly TokenKind[];
  /** The text of each token; `""` for the end. */
  readonly values: readonly string[];
  /** Where each token starts, as an index into the text. */
  readonly starts: Int32Array;
}

/** No name is one of these. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC CTLSPEC LTLSPEC PSLSPEC COMPUTE NAME " +
    "INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN FUN CONSTRAINT SIMPWFF NEXTWFF CTLWFF LTLWFF PSLWFF COMPWFF " +
    "COMPID IN MIN MAX MIRROR PRED PREDICATES ITYPE process array of boolean integer real clock word Word word1 bool " +
    "signed unsigned extend resize sizeof toint uwconst swconst count READ WRITE CONSTARRAY typeof EX AX EF AF EG AG E F O G H X " +
    "Y Z A U S V T BU EBF ABF EBG ABG case esac mod next init union in xor xnor self TRUE FALSE abs min max"
  ).split(" "),
);

/** Longest first. */
const PUNCTUATION = [
  "<<<",
  ">>>",
  "<->",
  ":=",
  "<<",
  ">>",
  "!=",
  "<=",
  ">=",
  "..",
  "->",
  "::",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "+",
  "-",
  "*",
  "/",
  "=",
  "<",
  ">",
  ".",
  "|",
  "&",
  "!",
  "?",
  ",",
  ":",
  ";",
];

const TAB = 9;
const NEWLINE = 10;
const FORM_FEED = 12;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const HASH = 35;
const DOLLAR = 36;
const APOSTROPHE = 39;
const MINUS = 45;
const SLASH = 47;
const GREATER = 62;
const UNDERSCORE = 95;

const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isNameStart = (c: number): boolean => (c >= 65 && c <= 90) || (c >= 97 && c <= 122) || c === UNDERSCORE;
const isNamePart = (c: number): boolean => isNameStart(c) || isDigit(c) || c === DOLLAR || c === HASH || c === MINUS;

const WORD_CONSTANT = /0[us]?[bBoOdDhH][0-9]*_[0-9a-fA-F][0-9a-fA-F_]*/y;
const NUMBER = /[0-9]+/y;
const REAL = /[0-9]+\.[0-9]+([eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|[fF]'[0-9]+\/[0-9]+/y;

/** Splits a text into tokens; comments (`--` to the end of the line, `/--` to `--/`) and blanks are left out. */
export function tokenize(text: string): Tokens {
  const kinds: TokenKind[] = [];
  const values: string[] = [];
  let starts = new Int32Array(1024);
  const push = (kind: TokenKind, value: string, start: number): void => {
    if (kinds.length === starts.length) {
      const grown = new Int32Array(starts.length * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[kinds.length] = start;
    kinds.push(kind);
    values.push(value);
  };
  let i = 0;
  for (;;) {
    i = skipBlanks(text, i);
    if (i >= text.length) break;
    const c = text.charCodeAt(i);
    if (isDigit(c) || ((c === 70 || c === 102) && text.charCodeAt(i + 1) === APOSTROPHE)) {
      i = number(text, i, push);
    } else if (isNameStart(c)) {
      const end = endOfName(text, i);
      const name = text.slice(i, end);
      push(KEYWORDS.has(name) ? "keyword" : "name", name, i);
      i = end;
    } else if (c === QUOTE) {
      const end = text.indexOf('"', i + 1);
      if (end < 0) throw lexical(text, i, "a quoted name without its closing quote");
      push("name", spelled(text.slice(i, end + 1)), i);
      i = end + 1;
    } else {
      const sign = PUNCTUATION.find((p) => text.startsWith(p, i));
      if (sign === undefined) push("bad", text[i]!, i);
      else push("punctuation", sign, i);
      i += sign?.length ?? 1;
    }
  }
  push("end", "", text.length);
  return { text, kinds, values, starts };
}

/** `a->b` is meant as an implication, although a name may end with a dash. */
function endOfName(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNamePart(text.charCodeAt(end))) end++;
  const arrow = text.charCodeAt(end - 1) === MINUS && text.charCodeAt(end) === GREATER;
  return arrow ? end - 1 : end;
}

function number(text: string, i: number, push: (kind: TokenKind, value: string, start: number) => void): number {
  const word = matchAt(WORD_CONSTANT, text, i);
  if (word !== null) {
    push("word", word, i);
    return i + word.length;
  }
  if (matchAt(REAL, text, i) !== null) throw lexical(text, i, "real and fractional constants are not supported");
  const digits = matchAt(NUMBER, text, i);
  push(digits === null ? "bad" : "integer", digits ?? text[i]!, i);
  return i + (digits?.length ?? 1);
}

function skipBlanks(text: string, start: number): number {
  let i = start;
  for (;;) {
    const c = text.charCodeAt(i);
    if (c === SPACE || c === NEWLINE || c === TAB || c === RETURN || c === FORM_FEED) i++;
    else if (c === MINUS && text.charCodeAt(i + 1) === MINUS) i = endOfLine(text, i);
    else if (c === SLASH && text.startsWith("/--", i)) {
      const end = text.indexOf("--/", i + 3);
      if (end < 0) throw lexical(text, i, "a comment '/--' without its closing '--/'");
      i = end + 3;
    } else if (c === HASH && (i === 0 || text.charCodeAt(i - 1) === NEWLINE)) {
      // What a preprocessor leaves behind: `# 12 "file"`.
      if (!/^# [0-9]/.test(text.slice(i, i + 3))) throw lexical(text, i, "preprocessor directives are not supported");
      i = endOfLine(text, i);
    } else return i;
  }
}

function endOfLine(text: string, i: number): number {
  const end = text.indexOf("\n", i);
  return end < 0 ? text.length : end;
}

function matchAt(pattern: RegExp, text: string, i: number): string | null {
  pattern.lastIndex = i;
  return pattern.exec(text)?.[0] ?? null;
}

const lexical = (text: string, i: number, problem: string): InputError =>
  new InputError("smv-syntax", problem, positionOf(text, i));

import { spelled } from "../../text/escape.js";
import { InputError, positionOf } from "../../text/input-error.js";
import { afterQuoted } from "../../text/quoted.js";

/** Kinds of the HOA grammar: `headername` with its colon, `--BODY--` and the like as `marker`. */
export interface HoaToken {
  readonly kind: "header" | "marker" | "identifier" | "alias" | "string" | "integer" | "symbol" | "end";
  readonly text: string;
  readonly index: number;
}

const PATTERNS: readonly (readonly [HoaToken["kind"], RegExp])[] = [
  ["marker", /--(?:BODY|END|ABORT)--/y],
  ["header", /[A-Za-z_][A-Za-z0-9_-]*\s*:/y],
  ["identifier", /[A-Za-z_][A-Za-z0-9_-]*/y],
  ["alias", /@[A-Za-z0-9_-]+/y],
  ["integer", /(?:0|[1-9][0-9]*)(?![0-9])/y],
  ["symbol", /[[\](){}&|!]/y],
];

export function tokenizeHoa(text: string): HoaToken[] {
  const tokens: HoaToken[] = [];
  let index = afterBlank(text, 0);
  while (index < text.length) {
    const { kind, end } = tokenAt(text, index);
    tokens.push({ kind, text: meaning(kind, text.slice(index, end)), index });
    index = afterBlank(text, end);
  }
  tokens.push({ kind: "end", text: "", index: text.length });
  return tokens;
}

function tokenAt(text: string, index: number): { kind: HoaToken["kind"]; end: number } {
  const string = afterQuoted(text, index);
  if (string !== null) return { kind: "string", end: string };
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = index;
    if (pattern.test(text)) return { kind, end: pattern.lastIndex };
  }
  throw new InputError("hoa-syntax", `unexpected character '${text[index]}'`, positionOf(text, index));
}

function meaning(kind: HoaToken["kind"], text: string): string {
  if (kind === "string") return spelled(text.slice(1, -1).replace(/\\([\s\S])/g, "$1"));
  return kind === "header" ? text.replace(/\s*:$/, "") : text;
}

/** Skips space and comments, which may be nested. */
function afterBlank(text: string, start: number): number {
  let index = start;
  for (;;) {
    while (index < text.length && /\s/.test(text[index]!)) index++;
    if (!text.startsWith("/*", index)) return index;
    index = afterComment(text, index);
  }
}

function afterComment(text: string, start: number): number {
  let index = start + 2;
  for (let depth = 1; depth > 0; ) {
    const next = text.slice(index).search(/\/\*|\*\//);
    if (next < 0) throw new InputError("hoa-syntax", "the comment does not end", positionOf(text, start));
    depth += text.startsWith("/*", index + next) ? 1 : -1;
    index += next + 2;
  }
  return index;
}

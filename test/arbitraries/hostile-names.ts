/** Names that try to be something else where they are shown or written. */
export const HOSTILE_NAMES: readonly string[] = [
  "a\u001b[31mRED",
  "title\u001b]0;pwned\u0007",
  "\u009b31mC1",
  "two\nlines",
  "return\rover",
  "tab\tnul\u0000",
  'quote" and \\ backslash',
  "it's",
  "<script>alert(1)</script>",
  "]]> & --> -- /* */",
  "$end",
  "$enddefinitions $end",
  "`back` $\u007btick}",
  "bidi\u202eevil\u2066\u200b",
  "separator\u2028\u2029",
  "half\ud800",
  "tag\u{e0001}",
  "\ufffe",
  "__proto__",
  "x = 1",
  `long${"g".repeat(5000)}`,
];

/** What no terminal and no file of text should get from a name. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The first character of an output that only a name can have brought there; lines and tabs are ours. */
export const unseenIn = (output: string): string | null =>
  UNSEEN.exec(output.replace(/[\n\t]/g, ""))?.[0]
    ?.codePointAt(0)
    ?.toString(16) ?? null;

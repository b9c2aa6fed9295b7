// Names and texts of users in the languages that we write: one function for each of them.

/** What a terminal obeys, what hides or turns round the text beside it, and what no file can hold (half a character). */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** A name with what cannot be seen spelt out: `a\x1b[31m`, `two\nlines`, `\u202e`. What is spelt out stays as it is. */
export function spelled(name: string): string {
  return name.replace(UNSEEN, spell);
}

function spell(character: string): string {
  const short = SHORT.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

const SHORT: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Longer names are cut in the middle where people read them: what tells names apart is at either end. */
const LONGEST = 1000;

/** A name or a value on a line of a terminal or a report. */
export function forTerminal(name: string): string {
  return cut(spelled(name), LONGEST);
}

/** A message for people, of several lines perhaps; each name in it should have passed `forTerminal`. */
export function forMessage(text: string): string {
  return cut(
    text.replace(UNSEEN, (c) => (c === "\n" || c === "\t" ? c : spell(c))),
    20 * LONGEST,
  );
}

/** What a message quotes is there to be recognized, not to be read. */
const LONGEST_QUOTED = 80;

/** A word or formula of the user's as a message quotes it. */
export function shortened(text: string): string {
  if (text.length <= LONGEST_QUOTED) return text;
  const half = LONGEST_QUOTED >> 1;
  return `${text.slice(0, half)}…${text.slice(1 - half)}`.replace(/\p{Cs}/gu, "");
}

/** A message about what somebody gave: words and quoted texts in it are as long as they need to be. */
export function forProblem(text: string): string {
  return forMessage(text)
    .replace(QUOTED, (quoted) => `'${shortened(quoted.slice(1, -1))}'`)
    .replace(/[^\s'…]{81,}/g, (word) => (isPath(word) ? word : shortened(word)));
}

const isPath = (word: string): boolean => word.includes("/") && word.length <= LONGEST / 2;

/** From a quote behind space to one before it or a mark. */
const QUOTED = /(?<=^|[\s(:])'[^'\n]{81,}'(?=$|[\s,.:;()])/gm;

function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = (longest - 32) >> 1; // with what says so it is no longer than it may be
  return `${text.slice(0, half)}…${text.slice(-half)} (${text.length} characters)`.replace(/\p{Cs}/gu, "");
}

/** A document of JSON, which has escapes of its own and so loses nothing. */
export function forJson(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    // By halves where a character has two.
    [...Array(character.length).keys()]
      .map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** Text or an attribute in SVG and HTML. */
export function forXml(text: string): string {
  return spelled(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A reference in a value change dump: one word, which is none of the format's own (`$end`). */
export function forVcd(name: string): string {
  const word = spelled(name).replace(/\s+/g, "_");
  return word === "" ? "_" : word.startsWith("$") ? `\\${word}` : word;
}

/** A symbol of BTOR2: one word that begins no comment. */
export const forBtor2 = (name: string): string => spelled(name).replace(/\s/g, "_").replace(/^;/, "_") || "_";

/** A name of BLIF and BLIF-MV: one word without what these set apart by it (comments, continued lines, connections, lists, sets, keywords). */
export const forBlif = (name: string): string =>
  spelled(name)
    .replace(/[\s#\\=,(){}!]/g, "_")
    .replace(/^(?=[.-])/, "_") || "_";

/** A quoted string of Graphviz; lines stay lines. */
export function forDot(text: string): string {
  const lines = text.split("\n").map((line) => spelled(line).replace(/["\\]/g, "\\$&"));
  return `"${lines.join("\\n")}"`;
}

/** A quoted string of the HOA format. */
export const forHoa = (text: string): string => `"${spelled(text).replace(/["\\]/g, "\\$&")}"`;

/** The rest of a line: names of AIGER's symbol table, comments of SMV and of certificates. */
export const forLine = (name: string): string => spelled(name);

/** Text in Markdown that is shown as it is, on one line: no markup, no HTML, no column of a table. */
export const forMarkdown = (text: string): string =>
  forTerminal(text)
    .replace(/[\\`*_{}[\]#|~$]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("@", "&#64;");

/** The message of a command for GitHub's runner; lines stay lines. */
export const forGithub = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

/** A property of such a command. */
export const forGithubProperty = (text: string): string =>
  forGithub(forTerminal(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");

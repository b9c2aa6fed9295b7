import { InputError } from "../../text/input-error.js";

/** A word of a line, with its place. */
export interface Word {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** The words of each line that has some: comments are left out, and a backslash at the end joins the next line. */
export function* wordsOfLines(text: string): Generator<Word[]> {
  let words: Word[] = [];
  let line = 0;
  let at = 0;
  while (at <= text.length) {
    const found = text.indexOf("\n", at);
    const end = found < 0 ? text.length : found;
    line++;
    const raw = text.slice(at, end);
    const comment = raw.indexOf("#");
    const content = (comment < 0 ? raw : raw.slice(0, comment)).trimEnd();
    const goesOn = content.endsWith("\\");
    const shown = goesOn ? content.slice(0, -1) : content;
    for (const match of shown.matchAll(/\S+/g)) words.push({ text: match[0], line, column: match.index + 1 });
    at = end + 1;
    if (goesOn && at <= text.length) continue;
    if (words.length > 0) yield words;
    words = [];
  }
}

export const blifError = (code: string, problem: string, at: Word): InputError =>
  new InputError(code, problem, { line: at.line, column: at.column });

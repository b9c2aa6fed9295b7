import { forProblem, forTerminal } from "./escape.js";

/** A place in a source text: lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * An error in what the user gave us, with the place where it was found. The message says what was expected.
 * Binary parts of a file have a byte offset instead of a position.
 */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly problem: string;

  constructor(
    /** Stable, for scripts: `aiger-header`, `ltl-syntax`… */
    readonly code: string,
    problem: string,
    readonly at: Position | { readonly offset: number } | null = null,
    readonly source = "",
  ) {
    super(`${place(source, at)}${forProblem(problem)}`);
    this.problem = forProblem(problem);
  }

  /** The same error, with the name of the file it is about. */
  in(source: string): InputError {
    return new InputError(this.code, this.problem, this.at, source);
  }
}

function place(source: string, at: InputError["at"]): string {
  const parts: string[] = [];
  if (source !== "") parts.push(forTerminal(source));
  if (at !== null && "line" in at) parts.push(`${at.line}`, `${at.column}`);
  if (at !== null && "offset" in at) parts.push(`byte ${at.offset}`);
  return parts.length === 0 ? "" : `${parts.join(":")}: `;
}

/** The line and column of an index into a text. */
export function positionOf(text: string, index: number): Position {
  let line = 1;
  let start = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < index; i = text.indexOf("\n", i + 1)) {
    line++;
    start = i + 1;
  }
  return { line, column: index - start + 1 };
}

/** An error that does not say where it is from gets the name of the source. */
export function inSource<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    throw withSource(e, source);
  }
}

export const withSource = (e: unknown, source: string): unknown =>
  e instanceof InputError && e.source === "" ? e.in(source) : e;

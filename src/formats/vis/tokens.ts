import type { SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import type { VerilogSource } from "../verilog/files.js";
import { endOfMacro, scan, type Token } from "../verilog/scan.js";

/** A token with the text that it stands in. */
export interface VisToken {
  readonly kind: Token["kind"];
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly source: SourceText;
}

/** A text whose places are found quickly. */
export class SourceText {
  private lines: number[] | null = null;

  constructor(
    readonly name: string,
    readonly text: string,
  ) {}

  place(index: number): SourcePlace {
    this.lines ??= lineStarts(this.text);
    let low = 0;
    let high = this.lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.lines[middle]! <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - this.lines[low]! + 1, file: this.name };
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n", i + 1)) starts.push(i + 1);
  return starts;
}

export const placeOf = (token: VisToken): SourcePlace => token.source.place(token.start);

export function visError(code: string, problem: string, at: VisToken): InputError {
  const { line, column } = placeOf(at);
  return new InputError(code, problem, { line, column }, at.source.name);
}

/** Texts within texts, macros within macros. */
const MOST_NESTED = 30;
const MOST_TOKENS = 2 ** 22;

/** All tokens of the texts that are read by themselves: included texts, macros and conditions are resolved. */
export function preprocessed(sources: readonly VerilogSource[], define: readonly string[]): VisToken[] {
  return new Preprocessor(sources, define).all();
}

class Preprocessor {
  private readonly texts = new Map<string, { readonly text: SourceText; readonly source: VerilogSource }>();
  private readonly macros = new Map<string, readonly VisToken[]>();
  private readonly out: VisToken[] = [];

  constructor(
    private readonly sources: readonly VerilogSource[],
    define: readonly string[],
  ) {
    for (const source of sources)
      this.texts.set(source.name, { text: new SourceText(source.name, source.text), source });
    for (const given of define) {
      const split = given.indexOf("=");
      const [name, text] = split < 0 ? [given, ""] : [given.slice(0, split), given.slice(split + 1)];
      this.macros.set(name, tokensOf(new SourceText("-D", text)).slice(0, -1));
    }
  }

  all(): VisToken[] {
    const given = this.sources.filter((s) => s.part === undefined);
    for (const source of given) this.file(source.name, 0);
    const last = this.texts.get(given.at(-1)!.name)!.text;
    this.out.push({ kind: "end", text: "", start: last.text.length, end: last.text.length, source: last });
    return this.out;
  }

  private file(name: string, depth: number): void {
    const { text, source } = this.texts.get(name)!;
    this.run(tokensOf(text), source, depth);
  }

  private run(tokens: readonly VisToken[], source: VerilogSource, depth: number): void {
    /** For each open condition: is its text read, has one of its parts been read, is what it stands in read? */
    const open: { reads: boolean; done: boolean; readonly outer: boolean; readonly at: VisToken }[] = [];
    for (let i = 0; i < tokens.length; i++) {
      const t = tokens[i]!;
      if (t.kind === "end") break;
      const reads = open.at(-1)?.reads ?? true;
      if (!(t.kind === "word" && t.text.startsWith("`"))) {
        if (reads) this.push(t);
        continue;
      }
      const word = t.text.slice(1);
      const next = tokens[i + 1];
      switch (word) {
        case "ifdef":
        case "ifndef": {
          const isTrue = this.macros.has(next!.text) === (word === "ifdef");
          open.push({ reads: reads && isTrue, done: isTrue, outer: reads, at: t });
          i++;
          break;
        }
        case "else": {
          const top = open.at(-1);
          if (top === undefined) throw visError("vis-syntax", "`else without `ifdef", t);
          top.reads = top.outer && !top.done;
          top.done = true;
          break;
        }
        case "endif":
          if (open.pop() === undefined) throw visError("vis-syntax", "`endif without `ifdef", t);
          break;
        case "define": {
          const end = endOfMacro(t.source.text, t.start);
          let k = i + 1;
          while (tokens[k]!.kind !== "end" && tokens[k]!.start < end) k++;
          if (k === i + 1) throw visError("vis-syntax", "`define without a name", t);
          if (reads) {
            if (tokens[i + 2]?.text === "(" && tokens[i + 2]!.start === next!.end && i + 2 < k)
              throw visError("vis-unsupported", "macros with arguments are not supported here", t);
            this.macros.set(next!.text, tokens.slice(i + 2, k));
          }
          i = k - 1;
          break;
        }
        case "undef":
          if (reads) this.macros.delete(next!.text);
          i++;
          break;
        case "timescale": {
          const line = placeOf(t).line;
          while (tokens[i + 1]!.kind !== "end" && placeOf(tokens[i + 1]!).line === line) i++;
          break;
        }
        case "include":
          if (reads) this.include(next!, source, depth);
          i++;
          break;
        default:
          if (reads) this.expand(t, depth);
      }
    }
    const left = open.at(-1);
    if (left !== undefined) throw visError("vis-syntax", "a condition without its `endif", left.at);
  }

  private include(at: VisToken, source: VerilogSource, depth: number): void {
    const path = at.kind === "string" ? at.text.slice(1, -1) : null;
    const found = path === null ? undefined : source.paths?.get(path);
    if (found === undefined || "problem" in found)
      throw visError("vis-include", found?.problem ?? "the file of an include must be a name in quotation marks", at);
    if (depth >= MOST_NESTED) throw visError("vis-limit", `texts include each other more than ${MOST_NESTED} deep`, at);
    this.file(found.name, depth + 1);
  }

  private expand(at: VisToken, depth: number): void {
    const body = this.macros.get(at.text.slice(1));
    if (body === undefined) throw visError("vis-syntax", `there is no macro '${at.text}'`, at);
    if (depth >= MOST_NESTED) throw visError("vis-limit", `macros use each other more than ${MOST_NESTED} deep`, at);
    for (const t of body)
      if (t.kind === "word" && t.text.startsWith("`")) this.expand(t, depth + 1);
      else this.push(t);
  }

  private push(token: VisToken): void {
    if (this.out.length >= MOST_TOKENS)
      throw visError("vis-limit", `more than ${MOST_TOKENS} words and signs, with macros and included texts`, token);
    this.out.push(token);
  }
}

const tokensOf = (source: SourceText): VisToken[] =>
  scan(source.text).map(({ kind, text, start, end }) => ({ kind, text, start, end, source }));

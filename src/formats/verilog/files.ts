import type { Notice } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { InputError, positionOf } from "../../text/input-error.js";
import { type FileReference, renameFiles } from "./includes.js";
import { scan } from "./scan.js";
import { type FileTree, fileTree } from "./yosys.js";

/** Of a path in a text: the name of the source that is meant, or why there is none. */
export type Resolved = { readonly name: string } | { readonly problem: string };

export interface VerilogSource {
  /** As the user calls it; no two sources share one. */
  readonly name: string;
  readonly text: string;
  /** How it comes in: read by itself (when absent), where another includes it, or as the content of a memory. */
  readonly part?: "include" | "data";
  /** What the paths mean that the text names other files by. */
  readonly paths?: ReadonlyMap<string, Resolved>;
}

/** Where a text has a word that is no part of another; null if nowhere. */
function wordIn(text: string, word: string | undefined): number | null {
  if (word === undefined) return null;
  const isPart = (c: string | undefined): boolean => c !== undefined && /\w/.test(c);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isAlone =
      !(isPart(word[0]) && isPart(text[at - 1])) && !(isPart(word.at(-1)) && isPart(text[at + word.length]));
    if (isAlone) return at;
  }
  return null;
}

const DEFINITIONS = "fairlead-definitions.sv";

/**
 * The files as the synthesizer sees them, under names of our own: nothing that a user or a text calls a file is a key or
 * a path there, and no two files can be taken for one another.
 */
export class SynthesisFiles {
  /** By the name inside: what the user calls it. */
  private readonly outside = new Map<string, string>();
  private readonly inside = new Map<string, string>();
  /** By a name inside that no file has: why not, said where it is named. */
  private readonly problems = new Map<string, InputError>();
  private readonly texts: [string, string][] = [];

  /** `definitions`: a text that is read first. */
  constructor(
    private readonly sources: readonly VerilogSource[],
    definitions: string,
  ) {
    this.texts.push([DEFINITIONS, definitions]);
    sources.forEach(({ name, part }, i) => {
      const own = `fairlead-${i}.${part === "data" ? "dat" : "sv"}`;
      this.outside.set(own, name);
      this.inside.set(name, own);
    });
  }

  /** The files that are read by themselves, in order. */
  get given(): string[] {
    return [DEFINITIONS, ...this.sources.filter((s) => s.part === undefined).map((s) => this.inside.get(s.name)!)];
  }

  /** A source with the text that the synthesizer is to read in its place. */
  add(source: VerilogSource, text: string): void {
    const own = this.inside.get(source.name)!;
    this.texts.push([
      own,
      source.part === "data" ? text : renameFiles(text, scan(text), (r) => this.named(source, text, r)),
    ]);
  }

  tree(): FileTree {
    return fileTree(this.texts);
  }

  private named({ name, paths }: VerilogSource, text: string, { path, kind, start }: FileReference): string {
    const resolved =
      path === null
        ? { problem: `the file of ${kind === "include" ? "an include" : "a memory"} must be a name in quotation marks` }
        : (paths?.get(path) ?? { problem: `the file '${path}' is not there` });
    if ("name" in resolved) return this.inside.get(resolved.name)!;
    const own = `fairlead-missing-${this.problems.size}`;
    this.problems.set(own, new InputError("verilog-include", resolved.problem, positionOf(text, start), name));
    return own;
  }

  /** What the user calls a file that the synthesizer speaks of. */
  nameOf(inside: string): string {
    return this.outside.get(inside) ?? inside;
  }

  /** A message of the synthesizer in the user's words. */
  private spoken(message: string): string {
    const hint = / is not part of the design\.?$/.test(message)
      ? " If another file has it, name that file too, and --top"
      : "";
    return hint === "" ? this.renamed(message) : `${this.renamed(message)}${hint}`;
  }

  private renamed(message: string): string {
    return message.replace(/fairlead-\d+\.(sv|dat)/g, (own) => this.nameOf(own));
  }

  /** A remark of the synthesizer as one on the user's file. */
  notice(n: Notice): Notice {
    return { ...n, text: this.spoken(n.text), source: this.place(n.source) };
  }

  place({ file = "", line, column }: SourcePlace): SourcePlace {
    return { line, column, ...(file !== "" && { file: this.nameOf(file) }) };
  }

  /** Where the synthesizer's stack was not enough: at the longest statement, most likely. */
  private deepest(): InputError {
    let longest = { length: 0, at: { line: 1, column: 1 }, name: "" };
    for (const { name, text, part } of this.sources) {
      if (part === "data") continue;
      let start = 0;
      scan(text).forEach((t, i, tokens) => {
        if (t.text !== ";" && t.kind !== "end") return;
        const first = tokens[start]!;
        if (i - start > longest.length) longest = { length: i - start, at: positionOf(text, first.start), name };
        start = i + 1;
      });
    }
    const problem = `an expression nests too deeply for the synthesizer, most likely in these ${longest.length} words`;
    return new InputError("verilog-limit", problem, longest.at, longest.name);
  }

  /** An error of the synthesizer as one of the user's file. */
  error(e: InputError): InputError {
    if (e.code === "verilog-deep") return this.deepest();
    const missing = /fairlead-missing-\d+/.exec(e.problem)?.[0] ?? "";
    const found = this.problems.get(missing);
    if (found !== undefined) return found;
    const [at, source] = this.placeOf(e);
    return new InputError(e.code, this.spoken(e.problem), at, source);
  }

  /** The synthesizer tells lines at most: where the line has what the message quotes, that is the column. */
  private placeOf(e: InputError): readonly [InputError["at"], string] {
    const quoted = /[`']\\?([^`'\s]+)'/.exec(e.problem)?.[1];
    const name = this.nameOf(e.source);
    const source = this.sources.find((s) => s.name === name);
    if (e.code !== "verilog-syntax") return [e.at, name];
    if (e.at !== null && "line" in e.at) {
      const line = source?.text.split("\n")[e.at.line - 1] ?? "";
      const column = wordIn(line, quoted) ?? Math.max(0, line.search(/\S/));
      return [{ line: e.at.line, column: column + 1 }, name];
    }
    for (const { name: other, text } of this.sources) {
      const start = wordIn(text, quoted);
      if (start !== null) return [positionOf(text, start), other];
    }
    return [null, name];
  }
}

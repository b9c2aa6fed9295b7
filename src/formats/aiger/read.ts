import { InputError } from "../../text/input-error.js";
import { ByteCursor } from "../byte-cursor.js";
import { type AigerRules, definitionsOf } from "./definitions.js";
import {
  type AigerFile,
  type AigerSymbol,
  type Entry,
  type Fail,
  MAX_VARIABLE,
  NO_RESET,
  type Section,
  type SymbolKind,
} from "./file.js";

const NEWLINE = 10;
const COMMENT = 99; // 'c'

// Inputs of a binary file take no bytes. More of them than the file has bytes, and more than this, are not believed.
const FREE_INPUTS = 100_000;

interface Counts {
  readonly fields: number;
  readonly m: number;
  readonly inputs: number;
  readonly latches: number;
  readonly outputs: number;
  readonly gates: number;
  readonly bad: number;
  readonly constraints: number;
  readonly justice: number;
  readonly fairness: number;
}

/**
 * Reads an AIGER file, ASCII or binary, format 1.0 to 1.9. Memory is bounded by the size of the file. Throws an InputError
 * with line and column, or the byte offset in the binary part, for anything that is not a well-formed file.
 */
export function readAigerFile(bytes: Uint8Array, rules: AigerRules = {}): AigerFile {
  return new Reader(bytes, rules).read();
}

class Reader {
  private readonly cursor: ByteCursor;
  private encoding: AigerFile["encoding"] = "ascii";
  private counts!: Counts;
  private readonly firstLine = new Map<Section, number>();

  constructor(
    bytes: Uint8Array,
    private readonly rules: AigerRules,
  ) {
    this.cursor = new ByteCursor(bytes, "aiger-syntax");
  }

  read(): AigerFile {
    this.header();
    const { counts } = this;
    const inputs = this.encoding === "ascii" ? this.lits("input", counts.inputs) : evenLits(2, counts.inputs);
    const latches = this.latches();
    const outputs = this.lits("output", counts.outputs);
    const bad = this.lits("bad", counts.bad);
    const constraints = this.lits("constraint", counts.constraints);
    const justiceSizes = this.justiceSizes();
    const justice = this.lits("justice", sum(justiceSizes));
    const fairness = this.lits("fairness", counts.fairness);
    const gates = this.encoding === "ascii" ? this.asciiGates() : this.binaryGates();
    const file: AigerFile = {
      encoding: this.encoding,
      headerFields: counts.fields,
      maxVariable: counts.m,
      inputs,
      latches,
      outputs,
      bad,
      constraints,
      justiceSizes,
      justice,
      fairness,
      gates,
      ...this.tail(),
    };
    definitionsOf(file, this.failAt, this.rules);
    return file;
  }

  private header(): void {
    const { cursor } = this;
    const magic = String.fromCharCode(...cursor.bytes.subarray(0, 4));
    if (magic !== "aag " && magic !== "aig ")
      throw cursor.error("aiger-header", "expected an AIGER file, which begins with 'aag ' or 'aig '");
    this.encoding = magic === "aag " ? "ascii" : "binary";
    cursor.at = 4;
    const names = ["M", "I", "L", "O", "A", "B", "C", "J", "F"];
    const values: number[] = [];
    for (const name of names) {
      if (values.length > 0) {
        if (values.length >= 5 && !cursor.isSpace()) break;
        cursor.space(`the header's ${names[values.length - 1]}`);
      }
      const start = cursor.at;
      const value = cursor.number(`the header's ${name}`);
      if (value > MAX_VARIABLE)
        throw cursor.error("aiger-header", `expected ${name} to be at most ${MAX_VARIABLE} in the header`, start);
      values.push(value);
    }
    const end = cursor.at;
    const fields = values.length;
    const [m, inputs, latches, outputs, gates, bad = 0, constraints = 0, justice = 0, fairness = 0] = values as [
      number,
      number,
      number,
      number,
      number,
      ...number[],
    ];
    this.counts = { fields, m, inputs, latches, outputs, gates, bad, constraints, justice, fairness };
    this.checkCounts(end);
    cursor.endOfLine("the header");
  }

  /** Before anything is allocated: the file is long enough for what its header promises. */
  private checkCounts(end: number): void {
    const { cursor, counts } = this;
    const binary = this.encoding === "binary";
    const defined = counts.inputs + counts.latches + counts.gates;
    if (binary ? counts.m !== defined : counts.m < defined)
      throw cursor.error(
        "aiger-header",
        `expected M ${binary ? "=" : "≥"} I+L+A in the header, found ${counts.m} and ${defined}`,
        4,
      );
    const listed = counts.outputs + counts.bad + counts.constraints + counts.justice + counts.fairness;
    const least = binary
      ? 2 * counts.latches + 2 * listed + 2 * counts.gates
      : 2 * counts.inputs + 4 * counts.latches + 2 * listed + 6 * counts.gates;
    this.need(least, "what the header promises", end);
    if (binary && counts.inputs > FREE_INPUTS + cursor.bytes.length)
      throw cursor.error("aiger-count", `expected at most ${FREE_INPUTS} inputs more than the file has bytes`, 4);
  }

  /** The last line may lack its newline. */
  private need(least: number, what: string, at: number): void {
    const left = this.cursor.left;
    if (least > left + 1)
      throw this.cursor.error("aiger-count", `expected at least ${least} bytes for ${what}, found ${left}`, at);
  }

  private begin(section: Section): void {
    this.firstLine.set(section, this.cursor.lineNumber);
  }

  /** A section with one literal a line. */
  private lits(section: Section, count: number): Int32Array {
    this.begin(section);
    const lits = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      lits[i] = this.literal(section);
      this.cursor.endOfLine("the literal");
    }
    return lits;
  }

  private literal(section: Section): number {
    const start = this.cursor.at;
    const lit = this.cursor.number(`a${section === "input" || section === "output" ? "n" : ""} ${section} literal`);
    const most = 2 * this.counts.m + 1;
    if (lit > most)
      throw this.cursor.error("aiger-literal", `expected a literal up to ${most} (2M+1), found a larger one`, start);
    return lit;
  }

  private latches(): Int32Array {
    this.begin("latch");
    const { cursor, counts } = this;
    const latches = new Int32Array(3 * counts.latches);
    for (let i = 0; i < latches.length; i += 3) {
      if (this.encoding === "ascii") {
        latches[i] = this.literal("latch");
        cursor.space("the latch");
      } else {
        latches[i] = 2 * (counts.inputs + i / 3 + 1);
      }
      latches[i + 1] = this.literal("latch");
      latches[i + 2] = NO_RESET;
      if (cursor.isSpace()) {
        cursor.at++;
        latches[i + 2] = this.literal("latch");
      }
      cursor.endOfLine("the latch");
    }
    return latches;
  }

  private justiceSizes(): Int32Array {
    this.begin("justice size");
    const { cursor, counts } = this;
    const sizes = new Int32Array(counts.justice);
    let total = 0;
    for (let i = 0; i < sizes.length; i++) {
      const start = cursor.at;
      const size = cursor.number("the number of literals of a justice property");
      total += size;
      this.need(2 * total, `${total} justice literals`, start);
      cursor.endOfLine("the number of literals");
      sizes[i] = size;
    }
    return sizes;
  }

  private asciiGates(): Int32Array {
    this.begin("gate");
    const { cursor } = this;
    const gates = new Int32Array(3 * this.counts.gates);
    for (let i = 0; i < gates.length; i += 3) {
      gates[i] = this.literal("gate");
      cursor.space("the gate");
      gates[i + 1] = this.literal("gate");
      cursor.space("the first fanin");
      gates[i + 2] = this.literal("gate");
      cursor.endOfLine("the gate");
    }
    return gates;
  }

  /** Each gate is two numbers: how far its first fanin is below the gate, and the second below the first. */
  private binaryGates(): Int32Array {
    const { cursor, counts } = this;
    cursor.enterBinary();
    const gates = new Int32Array(3 * counts.gates);
    let lit = 2 * (counts.inputs + counts.latches);
    for (let i = 0; i < gates.length; i += 3) {
      lit += 2;
      const start = cursor.at;
      const first = lit - this.delta(lit);
      if (first === lit)
        throw cursor.error("aiger-delta", `expected gate ${lit} to read a smaller literal, found itself`, start);
      gates[i] = lit;
      gates[i + 1] = first;
      gates[i + 2] = first - this.delta(first);
    }
    return gates;
  }

  private delta(most: number): number {
    const { cursor } = this;
    const { bytes } = cursor;
    const start = cursor.at;
    let value = 0;
    let scale = 1;
    for (let i = start; ; i++) {
      if (i === bytes.length)
        throw cursor.error("aiger-truncated", "expected the rest of the gates, found the end of the file", i);
      const c = bytes[i]!;
      value += (c & 127) * scale;
      if (c < 128) {
        if (c === 0 && i > start)
          throw cursor.error("aiger-delta", "expected the shortest form of a difference", start);
        cursor.at = i + 1;
        break;
      }
      if (i - start === 4) throw cursor.error("aiger-delta", "expected a difference of at most 5 bytes", start);
      scale *= 128;
    }
    if (value > most)
      throw cursor.error("aiger-delta", `expected a difference of at most ${most}, found ${value}`, start);
    return value;
  }

  /** Symbols and comment. */
  private tail(): Pick<AigerFile, "symbols" | "comment" | "text"> {
    const { cursor } = this;
    const { decode, text } = decoderFor(cursor.bytes.subarray(cursor.at));
    const symbols: AigerSymbol[] = [];
    const seen = new Set<string>();
    while (cursor.left > 0) {
      if (cursor.peek() === COMMENT && this.isCommentLine()) {
        cursor.at++;
        cursor.endOfLine("'c'");
        return { symbols, comment: decode(cursor.bytes.subarray(cursor.at)), text };
      }
      symbols.push(this.symbol(seen, decode));
    }
    return { symbols, comment: null, text };
  }

  private isCommentLine(): boolean {
    const { bytes, at } = this.cursor;
    const end = bytes[at + 1] === 13 && this.encoding === "ascii" ? at + 2 : at + 1;
    return end >= bytes.length || bytes[end] === NEWLINE;
  }

  private symbol(seen: Set<string>, decode: (bytes: Uint8Array) => string): AigerSymbol {
    const { cursor } = this;
    const start = cursor.at;
    const kind = String.fromCharCode(cursor.peek());
    if (!isSymbolKind(kind))
      throw cursor.error(
        "aiger-symbol",
        `expected a symbol (i, l, o, b, c, j or f), 'c' or the end, found ${cursor.found()}`,
      );
    cursor.at++;
    const index = cursor.number(`a position after '${kind}'`);
    const count = this.sectionSize(kind);
    if (index >= count)
      throw cursor.error(
        "aiger-symbol",
        `expected a symbol of one of ${count} ${SECTION_NAMES[kind]}, found ${kind}${index}`,
        start,
      );
    const key = kind + index;
    if (seen.has(key)) throw cursor.error("aiger-symbol", `expected one symbol for ${key}, found a second`, start);
    seen.add(key);
    cursor.space(key);
    const nameStart = cursor.at;
    const newline = cursor.bytes.indexOf(NEWLINE, nameStart);
    const lineEnd = newline === -1 ? cursor.bytes.length : newline;
    const nameEnd = this.encoding === "ascii" && cursor.bytes[lineEnd - 1] === 13 ? lineEnd - 1 : lineEnd;
    cursor.at = nameEnd;
    cursor.endOfLine("the name");
    return { kind, index, name: decode(cursor.bytes.subarray(nameStart, nameEnd)) };
  }

  private sectionSize(kind: SymbolKind): number {
    const { counts } = this;
    const sizes: Record<SymbolKind, number> = {
      i: counts.inputs,
      l: counts.latches,
      o: counts.outputs,
      b: counts.bad,
      c: counts.constraints,
      j: counts.justice,
      f: counts.fairness,
    };
    return sizes[kind];
  }

  /** Every entry of the text part has a line of its own, so that the place of an error need not be remembered. */
  private readonly failAt: Fail = (code, problem, entry) => {
    throw new InputError(code, problem, this.placeOf(entry));
  };

  private placeOf(entry: Entry): InputError["at"] {
    const first = this.firstLine.get(entry.section);
    if (first === undefined) return null;
    const { bytes } = this.cursor;
    const line = first + entry.index;
    let start = 0;
    for (let l = 1; l < line; l++) start = bytes.indexOf(NEWLINE, start) + 1;
    // The literal of a latch is not written in a binary file.
    let spaces = entry.section === "latch" && this.encoding === "binary" ? entry.field - 1 : entry.field;
    let at = start;
    while (spaces > 0) if (bytes[at++] === 32) spaces--;
    return { line, column: at - start + 1 };
  }
}

const SECTION_NAMES: Record<SymbolKind, string> = {
  i: "inputs",
  l: "latches",
  o: "outputs",
  b: "bad-state properties",
  c: "constraints",
  j: "justice properties",
  f: "fairness constraints",
};

const isSymbolKind = (kind: string): kind is SymbolKind => Object.hasOwn(SECTION_NAMES, kind);

const sum = (values: Int32Array): number => values.reduce((a, b) => a + b, 0);

function evenLits(first: number, count: number): Int32Array {
  return new Int32Array(count).map((_, i) => first + 2 * i);
}

function decoderFor(bytes: Uint8Array): { decode: (bytes: Uint8Array) => string; text: AigerFile["text"] } {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    utf8.decode(bytes);
    return { decode: (b) => utf8.decode(b), text: "utf-8" };
  } catch {
    return { decode: latin1, text: "latin1" };
  }
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return parts.join("");
}

import { InputError } from "../../text/input-error.js";
import type { AigerFile, AigerSymbol, SymbolKind } from "./file.js";

/** What a line of a map names: a position in which section, and what it adds to the wire's name. */
const KINDS: ReadonlyMap<string, { readonly symbol: SymbolKind; readonly suffix: string }> = new Map([
  ["input", { symbol: "i", suffix: "" }],
  // Of `-zinit`: an input that is the first value of a register, and a latch that holds the opposite of one.
  ["init", { symbol: "i", suffix: "_init" }],
  ["latch", { symbol: "l", suffix: "" }],
  ["invlatch", { symbol: "l", suffix: "_inverted" }],
  ["output", { symbol: "o", suffix: "" }],
]);

interface Entry {
  readonly symbol: SymbolKind;
  readonly index: number;
  readonly wire: string;
  readonly bit: number;
}

/**
 * A file with the names of a map that Yosys writes beside it (`write_aiger -map`): `latch 3 1 q` says that latch 3 is bit 1 of
 * `q`. What the file itself names stays; wires of several bits become words.
 */
export function withYosysMap(file: AigerFile, text: string): AigerFile {
  const entries = text.split("\n").flatMap((line, i) => entryOf(line, i + 1, file) ?? []);
  const isWide = new Set(entries.filter((e) => e.bit !== 0).map((e) => e.symbol + e.wire));
  const known = new Set(file.symbols.map((s) => s.kind + s.index));
  const named = entries.flatMap(({ symbol, index, wire, bit }): AigerSymbol[] => {
    if (known.has(symbol + index)) return [];
    return [{ kind: symbol, index, name: isWide.has(symbol + wire) ? `${wire}[${bit}]` : wire }];
  });
  return { ...file, symbols: [...file.symbols, ...named] };
}

function entryOf(text: string, line: number, file: AigerFile): Entry | null {
  const words = text.trimEnd();
  if (words === "") return null;
  const [, kind, index, bit, name] = /^(\w+) (\d+) (-?\d+) (.+)$/.exec(words) ?? [];
  const found = KINDS.get(kind ?? "");
  const fail = (problem: string): never => {
    throw new InputError("aiger-map", problem, { line, column: 1 });
  };
  if (found === undefined || name === undefined)
    return fail(`expected a line as of 'write_aiger -map': 'input', 'latch' or 'output', two numbers and a name`);
  const { symbol, suffix } = found;
  const count = { i: file.inputs.length, l: file.latches.length / 3, o: file.outputs.length }[
    symbol as "i" | "l" | "o"
  ];
  if (Number(index) >= count) fail(`the AIGER file has no ${kind} ${index}: is this the map of another file?`);
  return { symbol, index: Number(index), wire: name + suffix, bit: Number(bit) };
}

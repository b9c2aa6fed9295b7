import { InputError } from "../../text/input-error.js";
import { blifError, type Word, wordsOfLines } from "./lines.js";
import type { BlifModel, Domain, Entry, Row, Table } from "./syntax.js";

/** Hints for synthesis and timing: they do not change what a model does. */
const IGNORED: ReadonlySet<string> = new Set(
  (
    ".area .delay .wire_load_slope .wire .input_arrival .default_input_arrival .output_required .default_output_required " +
    ".input_drive .default_input_drive .output_load .default_output_load .max_input_load .default_max_input_load " +
    ".input_required .output_arrival .clock .clock_event .cycle .attr .cname .param .root"
  ).split(" "),
);

const MOST_ROWS = 2 ** 22;
const MOST_VALUES = 2 ** 12;

/** The models of a BLIF or BLIF-MV file; the first is the top. */
export function readBlifFile(text: string): BlifModel[] {
  return new BlifReader().read(text);
}

class BlifReader {
  private readonly models: BlifModel[] = [];
  private model: BlifModel | null = null;
  /** The table that rows belong to. */
  private table: Table | null = null;
  private rows = 0;

  read(text: string): BlifModel[] {
    for (const words of wordsOfLines(text)) this.line(words);
    if (this.models.length === 0) throw new InputError("blif-empty", "there is no model: expected '.model'");
    return this.models;
  }

  private line(words: readonly Word[]): void {
    const [first] = words as readonly [Word];
    if (!first.text.startsWith(".")) this.row(words);
    else if (first.text === ".default" || first.text === ".def") this.fallback(words);
    else {
      this.table = null;
      this.keyword(first, words);
    }
  }

  private keyword(first: Word, words: readonly Word[]): void {
    if (first.text === ".model") this.open(words[1]?.text ?? "top", first);
    else if (first.text === ".end") this.model = null;
    else if (this.model !== null || !IGNORED.has(first.text))
      this.declaration(first, words.slice(1), this.current(first));
  }

  /** A file may start without its `.model`. */
  private current(at: Word): BlifModel {
    return this.model ?? this.open("top", at);
  }

  private open(name: string, at: Word): BlifModel {
    if (this.models.some((m) => m.name === name)) throw blifError("blif-twice", `there are two models '${name}'`, at);
    const [domains, resets] = [new Map<string, Domain>(), new Map<string, Table>()];
    this.model = { name, inputs: [], outputs: [], domains, tables: [], latches: [], resets, subcircuits: [], at };
    this.models.push(this.model);
    return this.model;
  }

  private declaration(keyword: Word, words: readonly Word[], model: BlifModel): void {
    switch (keyword.text) {
      case ".inputs":
        for (const word of words) model.inputs.push(word);
        return;
      case ".outputs":
        for (const word of words) model.outputs.push(word);
        return;
      case ".mv":
        this.domain(keyword, words, model);
        return;
      case ".names":
      case ".table":
        this.table = tableOf(keyword, words);
        model.tables.push(this.table);
        return;
      case ".latch":
        this.latch(keyword, words, model);
        return;
      case ".reset":
      case ".r": {
        this.table = tableOf(keyword, words);
        const [output] = this.table.outputs;
        if (this.table.outputs.length !== 1) throw blifError("blif-syntax", "a reset is for one latch", keyword);
        if (model.resets.has(output!.text)) throw blifError("blif-twice", `'${output!.text}' has two resets`, keyword);
        model.resets.set(output!.text, this.table);
        return;
      }
      case ".subckt":
        this.subcircuit(keyword, words, model);
        return;
      default:
        if (!IGNORED.has(keyword.text))
          throw blifError("blif-unsupported", `'${keyword.text}' is not supported`, keyword);
    }
  }

  /** `.mv a, b 3 RED GREEN BLUE`: names, how many values, and what they are called. */
  private domain(keyword: Word, words: readonly Word[], model: BlifModel): void {
    const parts = words.flatMap((w) => (w.text.match(/,|[^,]+/g) ?? []).map((text): Word => ({ ...w, text })));
    const names: Word[] = [];
    let i = 0;
    do names.push(...parts.slice(i, i + 1));
    while (parts[++i]?.text === "," && ++i > 0);
    const count = parts[i];
    const size = Number(count?.text);
    if (count === undefined || !/^\d{1,6}$/.test(count.text) || size < 1 || names.some((n) => n.text === ","))
      throw blifError("blif-syntax", "expected names, a number of values, and their names", keyword);
    if (size > MOST_VALUES)
      throw blifError("blif-limit", `${size} values: at most ${MOST_VALUES} are supported`, count);
    const given = parts.slice(i + 1).map((p) => p.text);
    if (given.length !== 0 && given.length !== size)
      throw blifError("blif-syntax", `${given.length} names for ${size} values`, keyword);
    if (new Set(given).size !== given.length) throw blifError("blif-twice", "two values have the same name", keyword);
    const values = given.length > 0 ? given : Array.from({ length: size }, (_, i) => `${i}`);
    for (const name of names) {
      if (model.domains.has(name.text)) throw blifError("blif-twice", `'${name.text}' is declared twice`, name);
      model.domains.set(name.text, { size, values });
    }
  }

  /** `.latch input output [type control] [first value]`. */
  private latch(keyword: Word, words: readonly Word[], model: BlifModel): void {
    const [input, output, ...rest] = words;
    if (input === undefined || output === undefined)
      throw blifError("blif-syntax", "expected an input and an output", keyword);
    const hasType = /^(fe|re|ah|al|as)$/.test(rest[0]?.text ?? "");
    if (hasType && /^(ah|al|as)$/.test(rest[0]!.text))
      throw blifError(
        "blif-unsupported",
        `latches of the type '${rest[0]!.text}' have no clock edge: they are not supported`,
        rest[0]!,
      );
    const [first, more] = rest.slice(hasType ? 2 : 0);
    if (more !== undefined || (first !== undefined && !/^[0-3]$/.test(first.text)))
      throw blifError("blif-syntax", "expected a first value: 0, 1, 2 or 3", more ?? first!);
    const value = first?.text === "0" || first?.text === "1" ? first.text : "free";
    model.latches.push({ input, output, first: value });
  }

  /** BLIF-MV has a name for the instance, BLIF has none. */
  private subcircuit(keyword: Word, words: readonly Word[], model: BlifModel): void {
    const [name, ...rest] = words;
    if (name === undefined) throw blifError("blif-syntax", "expected the name of a model", keyword);
    const isNamed = rest[0] !== undefined && !rest[0].text.includes("=");
    const instance = isNamed ? rest[0]!.text : `${name.text}_${model.subcircuits.length}`;
    const connections = rest.slice(isNamed ? 1 : 0).map((w) => {
      const split = w.text.indexOf("=");
      if (split < 1 || split === w.text.length - 1)
        throw blifError("blif-syntax", `expected formal=actual, found '${w.text}'`, w);
      const actual = { ...w, text: w.text.slice(split + 1), column: w.column + split + 1 };
      return { formal: { ...w, text: w.text.slice(0, split) }, actual };
    });
    if (model.subcircuits.some((s) => s.name === instance))
      throw blifError("blif-twice", `there are two instances '${instance}'`, name);
    model.subcircuits.push({ model: name, name: instance, connections });
  }

  private fallback(words: readonly Word[]): void {
    const { table } = this;
    if (table === null) throw blifError("blif-syntax", "a default without a table", words[0]!);
    if (words.length - 1 !== table.outputs.length)
      throw blifError("blif-syntax", `expected ${table.outputs.length} values, found ${words.length - 1}`, words[0]!);
    table.fallback = words.slice(1).map(entryOf);
  }

  private row(words: readonly Word[]): void {
    const { table } = this;
    if (table === null) throw blifError("blif-syntax", `a row without a table: '${words[0]!.text}'`, words[0]!);
    if (++this.rows > MOST_ROWS) throw blifError("blif-limit", `more than ${MOST_ROWS} rows`, words[0]!);
    table.rows.push(this.cube(table, words) ?? this.symbolic(table, words));
  }

  /** A row of BLIF: `1-0 1`. */
  private cube(table: Table, words: readonly Word[]): Row | null {
    if (!table.isCover) return null;
    const { inputs, at } = table;
    const isCube =
      inputs.length === 0 ? words.length === 1 : words.length === 2 && words[0]!.text.length === inputs.length;
    const isBinary = words.every((w) => /^[01-]+$/.test(w.text)) && words.at(-1)!.text.length === 1;
    if (!isCube || !isBinary) {
      if (table.rows.length > 0)
        throw blifError("blif-syntax", `expected a row of ${inputs.length} inputs and one output`, words[0]!);
      table.isCover = false;
      return null;
    }
    const output = words.at(-1)!;
    if (output.text === "-")
      throw blifError("blif-unsupported", "an output that is not known is not supported", output);
    const before = table.rows[0]?.outputs[0];
    if (before?.kind === "values" && before.values[0]!.text !== output.text)
      throw blifError("blif-syntax", `the rows of '${at.text}' give both 0 and 1: expected one of them`, output);
    const digits = inputs.length === 0 ? [] : [...words[0]!.text];
    const entries = digits.map((d, i) => entryOf({ ...words[0]!, text: d, column: words[0]!.column + i }));
    return { inputs: entries, outputs: [entryOf(output)], at: words[0]! };
  }

  private symbolic(table: Table, words: readonly Word[]): Row {
    const { inputs, outputs } = table;
    const parts = joined(words);
    if (parts.length !== inputs.length + outputs.length)
      throw blifError(
        "blif-syntax",
        `expected ${inputs.length + outputs.length} entries, found ${parts.length}`,
        words[0]!,
      );
    const entries = parts.map(entryOf);
    const wrong = parts.find((_, i) => i < inputs.length && entries[i]!.kind === "same");
    if (wrong !== undefined) throw blifError("blif-unsupported", "'=' is supported for outputs only", wrong);
    return { inputs: entries.slice(0, inputs.length), outputs: entries.slice(inputs.length), at: words[0]! };
  }
}

/** Variables before an arrow are inputs; without one only the last is an output. */
function tableOf(keyword: Word, words: readonly Word[]): Table {
  const arrow = words.findIndex((w) => w.text === "->");
  const outputs = arrow < 0 ? words.slice(-1) : words.slice(arrow + 1);
  const inputs = arrow < 0 ? words.slice(0, -1) : words.slice(0, arrow);
  if (outputs.length === 0) throw blifError("blif-syntax", "expected variables", keyword);
  return { inputs, outputs, rows: [], fallback: null, isCover: keyword.text === ".names" && arrow < 0, at: keyword };
}

/** Blanks may stand within parentheses and braces. */
function joined(words: readonly Word[]): Word[] {
  const out: Word[] = [];
  let depth = 0;
  for (const word of words) {
    if (depth > 0) out[out.length - 1] = { ...out.at(-1)!, text: out.at(-1)!.text + word.text };
    else out.push(word);
    for (const c of word.text) depth += c === "(" || c === "{" ? 1 : c === ")" || c === "}" ? -1 : 0;
    if (depth < 0) throw blifError("blif-syntax", `'${word.text}' closes what is not open`, word);
  }
  if (depth > 0) throw blifError("blif-syntax", "a set of values without its end", out.at(-1)!);
  return out;
}

/** `-`, `v`, `!v`, `(v,w)`, `!(v,w)`, `{2-5}`, `=x`. */
function entryOf(word: Word): Entry {
  const { text } = word;
  if (text === "-") return { kind: "any" };
  if (text.startsWith("=") && text.length > 1)
    return { kind: "same", as: { ...word, text: text.slice(1), column: word.column + 1 } };
  const isNegated = text.startsWith("!");
  const body = isNegated ? text.slice(1) : text;
  const inner = /^[({](.*)[)}]$/.exec(body)?.[1] ?? body;
  if (inner === "" || (inner === body && body.includes(",")))
    throw blifError("blif-syntax", `'${text}' is not a value or a set of values`, word);
  const values = inner.split(",").map((value): Word => ({ ...word, text: value }));
  if (values.some((v) => v.text === "")) throw blifError("blif-syntax", `'${text}' has an empty value`, word);
  return { kind: "values", values, isNegated };
}

import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import { constantBits, foldCode, hasCode, tableBits } from "../../logic/vector.js";
import { blifError } from "./lines.js";
import type { FlatTable, Net } from "./nets.js";
import type { Entry } from "./syntax.js";

/** Steps of the search for a combination of inputs that no row of a table fits. */
const MOST_STEPS = 1_000_000;
/** Tables with more rows are taken to be nondeterministic without a look. */
const MOST_COMPARED = 1_000;

/** The codes that an entry allows, as bits of a number: null for all. */
type Codes = readonly number[] | null;

interface Line {
  readonly inputs: readonly Codes[];
  readonly outputs: readonly (Codes | Net)[];
}

/**
 * The outputs of a table as circuits of its inputs. Where several rows fit, or a row allows several values, new inputs choose:
 * one among the rows, one among the values of each output. Where no row fits, the default holds; without one the table is refused.
 */
export function tableCircuit(
  aig: Aig,
  flat: FlatTable,
  bitsOf: (net: Net) => readonly Lit[],
  input: () => Lit,
): (readonly Lit[])[] {
  const { table, inputs, outputs } = flat;
  if (table.isCover) return [[cover(aig, flat, bitsOf)]];
  const lines = table.rows.map(
    (row): Line => ({
      inputs: row.inputs.map((e, i) => codesOf(e, inputs[i]!)),
      outputs: row.outputs.map((e, i) => outputOf(e, outputs[i]!, flat)),
    }),
  );
  const fallback = table.fallback?.map((e, i) => outputOf(e, outputs[i]!, flat)) ?? null;
  if (fallback === null) checkComplete(flat, lines);
  const matches = lines.map((line) =>
    aig.andAll(line.inputs.map((codes, i) => isOneOf(aig, bitsOf(inputs[i]!), codes))),
  );
  const all = fallback === null ? lines : [...lines, { inputs: [], outputs: fallback }];
  const fits = fallback === null ? matches : [...matches, not(aig.orAll(matches))];
  const taken = isDeterministic(lines) ? fits : chosen(aig, fits, input);
  return outputs.map((output, k) => {
    const values = all.map((line) => outputBits(aig, line.outputs[k]!, output, bitsOf, input));
    return Array.from({ length: output.width }, (_, bit) =>
      aig.orAll(values.map((value, i) => aig.and(taken[i]!, value[bit]!))),
    );
  });
}

/** BLIF: the rows are where the output is 1, or where it is 0. Without rows it is 0. */
function cover(aig: Aig, { table, inputs }: FlatTable, bitsOf: (net: Net) => readonly Lit[]): Lit {
  const cubes = table.rows.map((row) =>
    aig.andAll(
      row.inputs.flatMap((entry, i) => {
        if (entry.kind !== "values") return [];
        const bit = bitsOf(inputs[i]!)[0];
        if (bit === undefined || inputs[i]!.domain.size !== 2)
          throw blifError("blif-domain", `'${inputs[i]!.name}' is not binary`, row.at);
        return [entry.values[0]!.text === "1" ? bit : not(bit)];
      }),
    ),
  );
  const isOff = table.rows[0]?.outputs[0]?.kind === "values" && table.rows[0].outputs[0].values[0]!.text === "0";
  const any = aig.orAll(cubes);
  return isOff ? not(any) : any;
}

/** One of the lines that fit: the one that new inputs say, or the first if that does not fit. */
function chosen(aig: Aig, fits: readonly Lit[], input: () => Lit): Lit[] {
  const code = freeCode(aig, fits.length, input);
  const asked = fits.map((fit, i) => aig.and(fit, hasCode(aig, code, i)));
  const isNone = not(aig.orAll(asked));
  let before: Lit = FALSE;
  return fits.map((fit, i) => {
    const isFirst = aig.and(fit, not(before));
    before = aig.or(before, fit);
    return aig.or(asked[i]!, aig.and(isNone, isFirst));
  });
}

function freeCode(aig: Aig, size: number, input: () => Lit): Lit[] {
  let width = 0;
  while (2 ** width < size) width++;
  return foldCode(
    aig,
    size,
    Array.from({ length: width }, () => input()),
  );
}

function outputBits(
  aig: Aig,
  allowed: Codes | Net,
  output: Net,
  bitsOf: (net: Net) => readonly Lit[],
  input: () => Lit,
): readonly Lit[] {
  const { size } = output.domain;
  if (allowed === null) return freeCode(aig, size, input);
  if ("domain" in allowed) return bitsOf(allowed);
  if (allowed.length === 1) return constantBits(allowed[0]!, output.width);
  const rows = allowed.map((code) => constantBits(code, output.width));
  return tableBits(aig, freeCode(aig, allowed.length, input), rows);
}

function outputOf(entry: Entry, output: Net, { named }: FlatTable): Codes | Net {
  if (entry.kind !== "same") return codesOf(entry, output);
  const source = named.get(entry.as.text);
  if (source === undefined)
    throw blifError("blif-unknown", `'${entry.as.text}' is not an input of this table`, entry.as);
  if (source.domain.size !== output.domain.size)
    throw blifError("blif-domain", `'${source.name}' and '${output.name}' have different numbers of values`, entry.as);
  return source;
}

function codesOf(entry: Entry, net: Net): Codes {
  if (entry.kind !== "values") return null;
  const { values, size } = net.domain;
  const codes = new Set<number>();
  for (const word of entry.values) {
    const range = /^(\d{1,6})-(\d{1,6})$/.exec(word.text);
    const [from, to] = range === null ? [word.text, word.text] : [range[1]!, range[2]!];
    const [low, high] = [values.indexOf(from), values.indexOf(to)];
    if (low < 0 || high < low)
      throw blifError(
        "blif-value",
        `'${net.name}' has no value '${word.text}': it has ${values.slice(0, 12).join(", ")}`,
        word,
      );
    for (let code = low; code <= high; code++) codes.add(code);
  }
  const all = Array.from({ length: size }, (_, i) => i);
  const allowed = all.filter((code) => codes.has(code) !== entry.isNegated);
  if (allowed.length === 0) throw blifError("blif-value", `no value of '${net.name}' is left`, entry.values[0]!);
  return allowed.length === size ? null : allowed;
}

const isOneOf = (aig: Aig, bits: readonly Lit[], codes: Codes): Lit =>
  codes === null ? TRUE : aig.orAll(codes.map((code) => hasCode(aig, bits, code)));

/** No two rows that differ fit the same inputs. */
function isDeterministic(lines: readonly Line[]): boolean {
  if (lines.length > MOST_COMPARED) return false;
  return lines.every((a, i) =>
    lines
      .slice(i + 1)
      .every((b) => !overlaps(a.inputs, b.inputs) || a.outputs.every((o, k) => isSameOutput(o, b.outputs[k]!))),
  );
}

const overlaps = (a: readonly Codes[], b: readonly Codes[]): boolean =>
  a.every((codes, i) => codes === null || b[i] === null || codes.some((code) => b[i]!.includes(code)));

const isSameOutput = (a: Codes | Net, b: Codes | Net): boolean =>
  a === b
    ? a !== null && "domain" in a
    : Array.isArray(a) && Array.isArray(b) && a.length === 1 && b.length === 1 && a[0] === b[0];

/** Some row must fit every combination of inputs: looked for one input after the other, among the rows that still fit. */
function checkComplete({ table, inputs }: FlatTable, lines: readonly Line[]): void {
  let steps = 0;
  const missing = (column: number, left: readonly Line[]): number[] | null => {
    steps += left.length + 1;
    if (steps > MOST_STEPS)
      throw blifError(
        "blif-limit",
        "whether every input has a row takes too long to find out: give the table a default",
        table.at,
      );
    if (left.length === 0) return inputs.slice(column).map(() => 0);
    if (left.some((line) => line.inputs.slice(column).every((codes) => codes === null))) return null;
    // A column that no row asks about changes nothing.
    if (left.every((line) => line.inputs[column] === null)) {
      const rest = missing(column + 1, left);
      return rest === null ? null : [0, ...rest];
    }
    for (let code = 0; code < inputs[column]!.domain.size; code++) {
      const rest = missing(
        column + 1,
        left.filter(({ inputs: given }) => given[column] === null || given[column]!.includes(code)),
      );
      if (rest !== null) return [code, ...rest];
    }
    return null;
  };
  const found = missing(0, lines);
  if (found === null) return;
  const example = found.map((code, i) => `${inputs[i]!.name}=${inputs[i]!.domain.values[code]}`).join(", ");
  const where = inputs.length === 0 ? "the table has no row" : `no row fits ${example}`;
  throw blifError("blif-incomplete", `${where}, and there is no default`, table.at);
}

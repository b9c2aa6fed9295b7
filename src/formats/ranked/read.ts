import { type LitPair, latchLit, type RankedWitness } from "../../evidence/ranked-witness.js";
import { InputError } from "../../text/input-error.js";
import { linesIn } from "../../text/lines.js";
import { definitionsOf } from "../aiger/definitions.js";
import { type AigerFile, justiceStarts, NO_RESET, type SymbolKind } from "../aiger/file.js";
import { readAigerFile } from "../aiger/read.js";
import { isCertificate } from "../certificate/read.js";

/** Any AIGER file that is no certificate of ours is read as a ranked witness: evidence of other kinds does not begin like one. */
export const isRankedWitness = (bytes: Uint8Array): boolean =>
  /^a[ai]g $/.test(new TextDecoder().decode(bytes.subarray(0, 4))) && !isCertificate(bytes);

/** Reads a witness circuit for a model with so many inputs and latches, which matter where the file maps none by itself. */
export function readRankedWitness(bytes: Uint8Array, model: { inputs: number; latches: number }): RankedWitness {
  const rules = { cyclicResets: true };
  const file = readAigerFile(bytes, rules);
  const fail = (code: string, problem: string): never => {
    throw new InputError(code, problem);
  };
  const { gateOrder } = definitionsOf(file, fail, rules);
  expectConsecutive(file);
  const starts = justiceStarts(file);
  const circuit = {
    inputs: file.inputs.length,
    latches: Array.from({ length: file.latches.length / 3 }, (_, i) => {
      const [, next, reset] = file.latches.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
      return { next, reset: reset === NO_RESET ? 0 : reset };
    }),
    gates: inOrder(file.gates, gateOrder),
    constraints: [...file.constraints],
    // A file of the old format has outputs in place of bad states.
    bad: [...(file.bad.length + file.justiceSizes.length === 0 ? file.outputs : file.bad)],
    justice: Array.from(file.justiceSizes, (_, i) => [...file.justice.subarray(starts[i]!, starts[i + 1]!)]),
    fairness: [...file.fairness],
  };
  const shared =
    pairsInComment(file, "MAPPING") ?? pairsInSymbols(file, circuit.inputs, "=") ?? sharedByOrder(circuit, model);
  const interventions =
    pairsInComment(file, "INTERVENTION") ??
    pairsInSymbols(file, circuit.inputs, "<") ??
    circuit.latches.flatMap(({ next }, i): LitPair[] => (next > 1 ? [[latchLit(circuit, i), next]] : []));
  for (const [lit, other] of interventions)
    if (other < 2 || Math.max(lit, other) > 2 * file.maxVariable + 1)
      throw new InputError("ranked-syntax", `literal ${other} cannot stand for literal ${lit} of another state`);
  for (const [lit] of shared)
    if (lit > 2 * file.maxVariable + 1) throw new InputError("ranked-syntax", `there is no literal ${lit} to map`);
  return { ...circuit, shared, interventions };
}

function expectConsecutive(file: AigerFile): void {
  const latches = file.latches.filter((_, i) => i % 3 === 0);
  [...file.inputs, ...latches].forEach((lit, i) => {
    if (lit !== 2 * (i + 1))
      throw new InputError("ranked-numbering", `expected inputs and latches numbered one after the other, not ${lit}`);
  });
}

function inOrder(gates: Int32Array, order: Int32Array | null): Int32Array {
  return order === null
    ? gates
    : Int32Array.from(Array.from(order).flatMap((g) => [...gates.subarray(3 * g, 3 * g + 3)]));
}

/** The lines after one that begins with the keyword and says how many there are; null without such a line. */
function pairsInComment(file: AigerFile, keyword: string): LitPair[] | null {
  const lines = linesIn(file.comment ?? "");
  for (const line of lines) {
    if (!line.startsWith(`${keyword} `)) continue;
    const count = /^\w+ +(\d{1,9})\b/.exec(line)?.[1];
    if (count === undefined) throw new InputError("ranked-syntax", `expected a number after ${keyword} in the comment`);
    const pairs: LitPair[] = [];
    while (pairs.length < Number(count)) {
      const pair = /^\s*(\d{1,9})\s+(\d{1,9})\b/.exec(lines.next().value ?? "");
      if (pair === null)
        throw new InputError("ranked-syntax", `expected two literals in line ${pairs.length + 1} of ${keyword}`);
      pairs.push([Number(pair[1]), Number(pair[2])]);
    }
    return pairs;
  }
  return null;
}

/** Symbols like `l3 < 58` (and `i0 = 2`); null when there are none. Names of buses, `x<0>`, speak of constants and are left alone. */
function pairsInSymbols(file: AigerFile, inputs: number, sign: "=" | "<"): LitPair[] | null {
  const variable: Partial<Record<SymbolKind, number>> = { i: 1, l: 1 + inputs };
  const pairs = file.symbols.flatMap(({ kind, index, name }): LitPair[] => {
    const first = variable[kind];
    const number = name.includes(sign) ? /^\s*(\d{1,9})/.exec(name.slice(name.indexOf(sign) + 1))?.[1] : undefined;
    return first === undefined || number === undefined || Number(number) < 2
      ? []
      : [[2 * (first + index), Number(number)]];
  });
  return pairs.length === 0 ? null : pairs;
}

function sharedByOrder(witness: Pick<RankedWitness, "inputs" | "latches">, model: { inputs: number; latches: number }) {
  const pairs: LitPair[] = [];
  for (let i = 0; i < Math.min(witness.inputs, model.inputs); i++) pairs.push([2 * (i + 1), 2 * (i + 1)]);
  for (let i = 0; i < Math.min(witness.latches.length, model.latches); i++)
    pairs.push([latchLit(witness, i), latchLit(model, i)]);
  return pairs;
}

import { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf } from "../../logic/lit.js";
import type { Latch, Model } from "../../model/model.js";
import type { Design, Property } from "../../model/property.js";
import { assembleSignals, type NamedBit } from "../../model/symbols.js";
import { spelled } from "../../text/escape.js";
import { InputError } from "../../text/input-error.js";
import { definitionsOf } from "./definitions.js";
import { type AigerFile, justiceStarts, NO_RESET, type SymbolKind } from "./file.js";
import { readAigerFile } from "./read.js";

/**
 * The model and the properties of an AIGER file, ASCII or binary.
 *
 * @example
 * ```ts
 * import { readAiger, writeSmv } from "fairlead";
 *
 * const text = "aag 1 0 1 0 0 0 0 1 0\n2 3\n1\n2\nl0 light\nj0 always on again\n";
 * const design = readAiger(new TextEncoder().encode(text));
 * console.log(design.model.latches.length, design.properties[0].name); // 1 always on again
 * console.log(writeSmv(design).text.includes("light")); // true
 * ```
 */
export function readAiger(bytes: Uint8Array): Design {
  return toDesign(readAigerFile(bytes));
}

/**
 * What a file means. Inputs and latches keep their order; gates are hashed and folded. An output is a name that formulas may use,
 * or a bad-state property (see `outputsAreBad`).
 */
export function toDesign(file: AigerFile): Design {
  const aig = new Aig();
  const litIn = literalsOf(file, aig);
  const inputs = Array.from(file.inputs, (lit) => nodeOf(litIn(lit)));
  const latches: Latch[] = [];
  for (let i = 0; i < file.latches.length; i += 3) {
    const own = file.latches[i]!;
    const reset = file.latches[i + 2]!;
    latches.push({
      node: nodeOf(litIn(own)),
      next: litIn(file.latches[i + 1]!),
      reset: reset === NO_RESET ? FALSE : reset === own ? "free" : litIn(reset),
    });
  }
  const lits = (values: Int32Array): Lit[] => Array.from(values, litIn);
  const names = new SymbolNames(file);
  const model: Model = {
    aig,
    inputs,
    latches,
    constraints: lits(file.constraints),
    fairness: lits(file.fairness),
    fairnessNames: Array.from(file.fairness, (_, i) => names.get("f", i)),
    signals: assembleSignals(namedBits(file, names, litIn)),
    modules: [],
  };
  return { model, properties: propertiesOf(file, names, litIn) };
}

/** Builds the leaves and gates of a file and returns what each of its literals is in the graph. */
export function literalsOf(file: AigerFile, aig: Aig): (lit: number) => Lit {
  const { of, gateOrder } = definitionsOf(file, (code, problem) => {
    throw new InputError(code, problem);
  });
  const { gates } = file;
  const leaves = file.inputs.length + file.latches.length / 3;
  const image = new Int32Array(1 + leaves + gates.length / 3);
  const litIn = (lit: number): Lit => (image[of(lit >> 1)]! ^ (lit & 1)) as Lit;
  for (let n = 1; n <= leaves; n++) image[n] = aig.leaf();
  for (let k = 0; k < gates.length / 3; k++) {
    const g = gateOrder === null ? k : gateOrder[k]!;
    image[1 + leaves + g] = aig.and(litIn(gates[3 * g + 1]!), litIn(gates[3 * g + 2]!));
  }
  return litIn;
}

/** Names of a file by kind and position. */
class SymbolNames {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();

  constructor(file: AigerFile) {
    for (const { kind, index, name: written } of file.symbols) {
      if (written === "") continue;
      const name = spelled(written);
      this.names.set(kind + index, name);
      this.taken.add(name);
    }
  }

  get(kind: SymbolKind, index: number): string | undefined {
    return this.names.get(kind + index);
  }

  /** The name by position, `i3`; with underscores where the file uses that name for something. */
  positional(kind: SymbolKind, index: number): string {
    let name = kind + index;
    while (this.taken.has(name)) name += "_";
    return name;
  }

  orPositional(kind: SymbolKind, index: number): string {
    return this.get(kind, index) ?? this.positional(kind, index);
  }
}

/**
 * Inputs, latches and outputs, and constraints and fairness where they have a name. Where one name stands for different
 * literals, each of them also gets its name by position, so that a formula can tell them apart.
 */
function namedBits(file: AigerFile, names: SymbolNames, litIn: (lit: number) => Lit): NamedBit[] {
  const bits: (NamedBit & { readonly position: string })[] = [];
  const add = (symbol: SymbolKind, kind: NamedBit["kind"], lits: Int32Array, stride: number): void => {
    for (let i = 0; i < lits.length; i += stride) {
      const named = names.get(symbol, i / stride);
      if (named === undefined && (symbol === "c" || symbol === "f")) continue;
      const position = names.positional(symbol, i / stride);
      bits.push({ name: named ?? position, kind, bit: litIn(lits[i]!), position });
    }
  };
  add("i", "input", file.inputs, 1);
  add("l", "latch", file.latches, 3);
  add("o", "define", file.outputs, 1);
  add("c", "define", file.constraints, 1);
  add("f", "define", file.fairness, 1);
  const meaning = new Map<string, Lit>();
  const ambiguous = new Set<string>();
  for (const { name, bit } of bits) {
    if ((meaning.get(name) ?? bit) !== bit) ambiguous.add(name);
    meaning.set(name, bit);
  }
  if (ambiguous.size === 0) return bits;
  const aliases = bits
    .filter(({ name }) => ambiguous.has(name))
    .map(({ position, bit }): NamedBit => ({ name: position, kind: "define", bit }));
  return [...bits, ...aliases];
}

/**
 * In format 1.0, whose header has five numbers, outputs are bad states. They are too where constraints were added to such a file: there are no
 * bad states, and the header ends with the constraints. Other tools read these files so.
 */
const outputsAreBad = ({ headerFields, bad, constraints }: AigerFile): boolean =>
  headerFields === 5 || (headerFields === 7 && bad.length === 0 && constraints.length > 0);

function propertiesOf(file: AigerFile, names: SymbolNames, litIn: (lit: number) => Lit): Property[] {
  const properties: Property[] = [];
  if (outputsAreBad(file))
    file.outputs.forEach((lit, i) => {
      properties.push({ kind: "bad", name: names.orPositional("o", i), literal: litIn(lit) });
    });
  file.bad.forEach((lit, i) => {
    properties.push({ kind: "bad", name: names.orPositional("b", i), literal: litIn(lit) });
  });
  const starts = justiceStarts(file);
  for (let i = 0; i + 1 < starts.length; i++) {
    const literals = Array.from(file.justice.subarray(starts[i]!, starts[i + 1]!), litIn);
    properties.push({ kind: "justice", name: names.orPositional("j", i), literals });
  }
  return properties;
}

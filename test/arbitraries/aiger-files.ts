import fc from "fast-check";
import { type AigerFile, type AigerSymbol, NO_RESET, type SymbolKind } from "../../src/formats/aiger/file.js";
import { asBinary } from "../../src/formats/aiger/renumber.js";
import { withText } from "./aigs.js";

/** A random file as numbers, which shrink well: every choice is taken modulo what there is to choose from. */
interface FileRecipe {
  readonly inputs: number;
  readonly latches: readonly { readonly next: number; readonly reset: number; readonly resetLit: number }[];
  readonly gates: readonly (readonly [number, number])[];
  readonly outputs: readonly number[];
  readonly bad: readonly number[];
  readonly constraints: readonly number[];
  readonly justice: readonly (readonly number[])[];
  readonly fairness: readonly number[];
  readonly extraFields: number;
  /** Numbering: variables are shuffled and spread, and gates written in another order. */
  readonly shuffle: readonly number[];
  readonly spread: number;
  readonly names: readonly { readonly kind: SymbolKind; readonly index: number; readonly name: string }[];
  readonly comment: string | null;
}

const lits = (maxLength: number): fc.Arbitrary<number[]> => fc.array(fc.nat({ max: 200 }), { maxLength });

const names = fc.oneof(
  fc.constantFrom("a", "b", "bus<0>", "bus<1>", "bus[0]", "m<*0*><1>", "grün", "with space", "i0", "l1", "", "日本"),
  fc.string({ maxLength: 6 }).map((s) => s.replace(/[\r\n]/g, "")),
);

const recipes: fc.Arbitrary<FileRecipe> = fc.record({
  inputs: fc.nat({ max: 5 }),
  latches: fc.array(
    fc.record({ next: fc.nat({ max: 200 }), reset: fc.nat({ max: 6 }), resetLit: fc.nat({ max: 200 }) }),
    { maxLength: 6 },
  ),
  gates: fc.array(fc.tuple(fc.nat({ max: 200 }), fc.nat({ max: 200 })), { maxLength: 25 }),
  outputs: lits(3),
  bad: lits(2),
  constraints: lits(2),
  justice: fc.array(lits(3), { maxLength: 2 }),
  fairness: lits(2),
  extraFields: fc.nat({ max: 4 }),
  shuffle: fc.array(fc.nat({ max: 1000 }), { maxLength: 40 }),
  spread: fc.constantFrom(1, 1, 2, 7, 100_000),
  names: fc.array(
    fc.record({ kind: fc.constantFrom<SymbolKind>("i", "l", "o", "b", "c", "j", "f"), index: fc.nat(), name: names }),
    { maxLength: 12 },
  ),
  comment: fc.option(fc.oneof(fc.string(), fc.constantFrom("", "made by hand\nc\ni0 not a symbol\n", "\uFEFFé"))),
});

/** Well-formed files of either encoding, with everything the format has. */
export const aigerFiles = (): fc.Arbitrary<AigerFile> =>
  fc.tuple(recipes, fc.boolean()).map(([recipe, binary]) => {
    const file = binary ? asBinary(build(recipe)) : build(recipe);
    return withText(file, () => JSON.stringify(file, (_, v) => (v instanceof Int32Array ? [...v] : v)));
  });

function build(recipe: FileRecipe): AigerFile {
  const leaves = recipe.inputs + recipe.latches.length;
  const count = leaves + recipe.gates.length;
  const variable = numbering(count, recipe.shuffle, recipe.spread);
  /** A literal over the first `limit` definitions and the constant. */
  const lit = (choice: number, limit = count): number => 2 * variable[(choice >> 1) % (limit + 1)]! + (choice & 1);
  const list = (choices: readonly number[]): Int32Array => Int32Array.from(choices, (c) => lit(c));
  const latches = recipe.latches.flatMap(({ next, reset, resetLit }, i) => {
    const own = 2 * variable[1 + recipe.inputs + i]!;
    const resets = [NO_RESET, 0, 1, own];
    // Literal resets read inputs and earlier latches: never a cycle.
    return [own, lit(next), resets[reset] ?? lit(resetLit, recipe.inputs + i)];
  });
  const gates = recipe.gates.map(([a, b], i) => [
    2 * variable[1 + leaves + i]!,
    lit(a, leaves + i),
    lit(b, leaves + i),
  ]);
  const order = permutation(gates.length, recipe.shuffle);
  const file: AigerFile = {
    encoding: "ascii",
    headerFields: 9,
    maxVariable: Math.max(...variable),
    inputs: Int32Array.from({ length: recipe.inputs }, (_, i) => 2 * variable[1 + i]!),
    latches: Int32Array.from(latches),
    outputs: list(recipe.outputs),
    bad: list(recipe.bad),
    constraints: list(recipe.constraints),
    justiceSizes: Int32Array.from(recipe.justice, (j) => j.length),
    justice: list(recipe.justice.flat()),
    fairness: list(recipe.fairness),
    gates: Int32Array.from(order.flatMap((g) => gates[g]!)),
    symbols: [],
    comment: recipe.comment,
    text: "utf-8",
  };
  const sizes = [file.bad, file.constraints, file.justiceSizes, file.fairness].map((s) => s.length);
  const fields = 5 + Math.max(recipe.extraFields, sizes.findLastIndex((s) => s > 0) + 1);
  return { ...file, headerFields: fields, symbols: symbols(file, recipe.names) };
}

/** Variables of definitions 0 (the constant), 1, 2, …: distinct, and at most `spread` times as many. */
function numbering(count: number, shuffle: readonly number[], spread: number): number[] {
  return [0, ...permutation(count, shuffle).map((n) => (n + 1) * spread)];
}

function permutation(count: number, shuffle: readonly number[]): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  shuffle.forEach((choice, i) => {
    if (count === 0) return;
    const [a, b] = [i % count, choice % count];
    [order[a], order[b]] = [order[b]!, order[a]!];
  });
  return order;
}

function symbols(file: AigerFile, wanted: FileRecipe["names"]): AigerSymbol[] {
  const sizes: Record<SymbolKind, number> = {
    i: file.inputs.length,
    l: file.latches.length / 3,
    o: file.outputs.length,
    b: file.bad.length,
    c: file.constraints.length,
    j: file.justiceSizes.length,
    f: file.fairness.length,
  };
  const made = new Map<string, AigerSymbol>();
  for (const { kind, index, name } of wanted) {
    if (sizes[kind] === 0) continue;
    const at = index % sizes[kind];
    made.set(kind + at, { kind, index: at, name });
  }
  return [...made.values()];
}

/** The values of a file's literals by the definition of the format; `leaf` gives inputs and latches by literal. */
export function fileValues(file: AigerFile, leaf: (lit: number) => boolean): (lit: number) => boolean {
  const gateAt = new Map<number, number>();
  for (let i = 0; i < file.gates.length; i += 3) gateAt.set(file.gates[i]!, i);
  const memo = new Map<number, boolean>([[0, false]]);
  const value = (lit: number): boolean => {
    const positive = lit & ~1;
    let v = memo.get(positive);
    if (v === undefined) {
      const gate = gateAt.get(positive);
      v = gate === undefined ? leaf(positive) : value(file.gates[gate + 1]!) && value(file.gates[gate + 2]!);
      memo.set(positive, v);
    }
    return v !== ((lit & 1) === 1);
  };
  return value;
}

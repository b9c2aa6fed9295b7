import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { definitionsOf } from "../../../src/formats/aiger/definitions.js";
import { type AigerFile, NO_RESET } from "../../../src/formats/aiger/file.js";
import { aigerFiles } from "../../arbitraries/aiger-files.js";

/** Some literals of a file replaced by others, so that anything can be wrong with its definitions. */
const disturbed = fc
  .tuple(
    aigerFiles(),
    fc.array(fc.tuple(fc.constantFrom("inputs", "latches", "gates", "outputs"), fc.nat(), fc.nat()), { maxLength: 3 }),
  )
  .map(([file, changes]): AigerFile => {
    const literals = [0, 1, 3, ...file.inputs, ...file.latches, ...file.gates].filter((l) => l !== NO_RESET);
    const arrays = {
      inputs: file.inputs.slice(),
      latches: file.latches.slice(),
      gates: file.gates.slice(),
      outputs: file.outputs.slice(),
    };
    for (const [section, index, choice] of changes) {
      const array = arrays[section as keyof typeof arrays];
      if (array.length > 0) array[index % array.length] = literals[choice % literals.length]!;
    }
    return { ...file, ...arrays };
  });

/** The same question by the definition: sets of names, and reachability until nothing changes. */
function isWellDefined(file: AigerFile): boolean {
  const every = (array: Int32Array, field: number): number[] => [...array].filter((_, i) => i % 3 === field);
  const defined = [...file.inputs, ...every(file.latches, 0), ...every(file.gates, 0)];
  if (defined.some((l) => l < 2 || l % 2 === 1) || new Set(defined).size < defined.length) return false;
  const resets = every(file.latches, 2).filter((l) => l !== NO_RESET);
  const fanins = [...every(file.gates, 1), ...every(file.gates, 2)];
  const used = [...every(file.latches, 1), ...resets, ...fanins, ...file.outputs];
  if (used.some((l) => l > 1 && !defined.includes(l - (l % 2)))) return false;
  const edges: [number, number][] = [];
  const edge = (from: number, to: number): void => void edges.push([from, to - (to % 2)]);
  for (let i = 0; i < file.gates.length; i += 3) {
    edge(file.gates[i]!, file.gates[i + 1]!);
    edge(file.gates[i]!, file.gates[i + 2]!);
  }
  for (let i = 0; i < file.latches.length; i += 3)
    if (file.latches[i + 2]! > 1 && file.latches[i + 2] !== file.latches[i])
      edge(file.latches[i]!, file.latches[i + 2]!);
  return isAcyclic(edges);
}

function isAcyclic(edges: readonly (readonly [number, number])[]): boolean {
  let rest = edges;
  for (;;) {
    const sources = new Set(rest.map(([from]) => from));
    const next = rest.filter(([, to]) => sources.has(to));
    if (next.length === rest.length) return rest.length === 0;
    rest = next;
  }
}

describe("definitions", () => {
  it("are accepted exactly when each is unique, everything used is defined, and nothing depends on itself", () => {
    const seen = { good: 0, bad: 0 };
    fc.assert(
      fc.property(disturbed, (file) => {
        const expected = isWellDefined(file);
        seen[expected ? "good" : "bad"]++;
        const check = (): void =>
          void definitionsOf(file, (code, problem) => {
            throw new Error(`${code}: ${problem}`);
          });
        if (expected) expect(check).not.toThrow();
        else expect(check).toThrow(/^aiger-/);
      }),
      { numRuns: 1500 },
    );
    expect(Math.min(seen.good, seen.bad)).toBeGreaterThan(100);
  });

  it("an order of gates has each after what it reads", () => {
    fc.assert(
      fc.property(aigerFiles(), (file) => {
        const { of, gateOrder } = definitionsOf(file, (code) => {
          throw new Error(code);
        });
        const first = 1 + file.inputs.length + file.latches.length / 3;
        const order = gateOrder ?? Int32Array.from({ length: file.gates.length / 3 }, (_, g) => g);
        expect([...order].sort((a, b) => a - b)).toEqual([...order.keys()]);
        const place = new Map([...order].map((g, k) => [g, k]));
        order.forEach((g, k) => {
          for (const lit of [file.gates[3 * g + 1]!, file.gates[3 * g + 2]!])
            expect(place.get(of(lit >> 1) - first) ?? -1).toBeLessThan(k);
        });
      }),
    );
  });
});

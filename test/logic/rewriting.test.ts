import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Aig, type ReadonlyAig } from "../../src/logic/aig.js";
import { FALSE, type Lit, nodeOf } from "../../src/logic/lit.js";
import { balanced } from "../../src/logic/rewriting/balance.js";
import { compressed } from "../../src/logic/rewriting/compress.js";
import { type Factored, factored } from "../../src/logic/rewriting/factor.js";
import { Network } from "../../src/logic/rewriting/network.js";
import { npnClasses, VIEWS, viewed } from "../../src/logic/rewriting/npn.js";
import { refactor } from "../../src/logic/rewriting/refactor.js";
import { rewriteCuts } from "../../src/logic/rewriting/rewrite-cuts.js";
import type { Subgraph } from "../../src/logic/rewriting/subgraph.js";
import { subgraphs } from "../../src/logic/rewriting/subgraphs.js";
import { sumOfProducts } from "../../src/logic/rewriting/truth-table.js";

const RUNS = Number(process.env.FAIRLEAD_RUNS ?? 60);

/** The values of literals under an assignment, by their definition. */
function evaluated(aig: ReadonlyAig, leaves: readonly number[], assignment: number, lits: readonly Lit[]): boolean[] {
  const values: boolean[] = [false];
  leaves.forEach((node, i) => {
    values[node] = ((assignment >> i) & 1) === 1;
  });
  const value = (l: Lit) => values[nodeOf(l)] !== ((l & 1) === 1);
  for (let n = 1; n < aig.size; n++) if (aig.isGate(n)) values[n] = value(aig.fanin0(n)) && value(aig.fanin1(n));
  return lits.map(value);
}

interface Functions {
  readonly aig: Aig;
  readonly leaves: readonly number[];
  readonly roots: readonly Lit[];
}

/** Deep graphs with much to gain: conjunctions, multiplexers and exclusive ors of what was made last. */
const functions: fc.Arbitrary<Functions> = fc
  .record({
    leaves: fc.integer({ min: 3, max: 7 }),
    gates: fc.array(fc.tuple(fc.nat(3), fc.nat(40), fc.nat(40), fc.nat(40)), {
      minLength: 5,
      maxLength: 60,
      size: "max",
    }),
    roots: fc.array(fc.nat(60), { minLength: 1, maxLength: 5 }),
  })
  .map(({ leaves, gates, roots }) => {
    const aig = new Aig();
    const lits = Array.from({ length: leaves }, () => aig.leaf());
    const given = lits.map(nodeOf);
    const pick = (k: number) => (lits[Math.max(0, lits.length - 1 - (k >> 1))]! ^ (k & 1)) as Lit;
    for (const [kind, a, b, c] of gates) {
      const [x, y, z] = [pick(a), pick(b), pick(c)];
      lits.push(kind === 0 ? aig.xor(x, y) : kind === 1 ? aig.mux(x, y, z) : kind === 2 ? aig.or(x, y) : aig.and(x, y));
    }
    return { aig, leaves: given, roots: roots.map(pick) };
  });

type Pass = (network: Network) => Network;

const inPlace =
  (pass: (network: Network) => void): Pass =>
  (network) => {
    pass(network);
    return network;
  };

const PASSES: readonly { readonly name: string; readonly pass: Pass }[] = [
  { name: "balancing", pass: (n) => balanced(n) },
  { name: "rewriting of cuts", pass: inPlace((n) => rewriteCuts(n, 1)) },
  { name: "rewriting of cuts that may gain nothing", pass: inPlace((n) => rewriteCuts(n, 0)) },
  { name: "refactoring", pass: inPlace((n) => refactor(n, 1)) },
  { name: "refactoring that may gain nothing", pass: inPlace((n) => refactor(n, 0)) },
  { name: "the script", pass: (n) => compressed(n) },
];

describe("rewriting of circuits", () => {
  it.each(PASSES)("$name keeps all functions, under every assignment, and adds no gates", ({ pass }) => {
    fc.assert(
      fc.property(functions, ({ aig, leaves, roots }) => {
        const network = Network.of(aig, leaves, roots);
        const before = network.gates;
        const after = pass(network);
        expect(after.gates).toBeLessThanOrEqual(before);
        expect(after.topologicalOrder()).toHaveLength(after.gates);
        const made = after.toAig();
        for (let assignment = 0; assignment < 1 << leaves.length; assignment++)
          expect(evaluated(made.aig, made.leaves.map(nodeOf), assignment, made.outputs)).toEqual(
            evaluated(aig, leaves, assignment, roots),
          );
      }),
      { numRuns: RUNS },
    );
  });

  it("counts readers right, and has no two equal gates", () => {
    fc.assert(
      fc.property(functions, ({ aig, leaves, roots }) => {
        const network = Network.of(aig, leaves, roots);
        rewriteCuts(network, 0);
        refactor(network, 0);
        const readers = new Map<number, number>();
        const read = (l: Lit) => readers.set(nodeOf(l), (readers.get(nodeOf(l)) ?? 0) + 1);
        const pairs = new Set<string>();
        for (const n of network.topologicalOrder()) {
          read(network.fanin0(n));
          read(network.fanin1(n));
          pairs.add(`${network.fanin0(n)} ${network.fanin1(n)}`);
        }
        network.outputLits().forEach(read);
        for (const [node, count] of readers) expect(network.refs[node]).toBe(count);
        expect(pairs.size).toBe(network.gates);
      }),
      { numRuns: RUNS },
    );
  });

  it("finds what is equal, opposite or constant within four inputs", () => {
    const aig = new Aig();
    const [a, b, c] = [aig.leaf(), aig.leaf(), aig.leaf()];
    const distributed = aig.or(aig.and(a, b), aig.and(a, c));
    const factoredForm = aig.and(a, aig.or(b, c));
    const constant = aig.and(aig.or(a, b), aig.and(aig.and(aig.or(a, (b ^ 1) as Lit), (a ^ 1) as Lit), c));
    const leaves = [a, b, c].map(nodeOf);
    const network = compressed(Network.of(aig, leaves, [distributed, factoredForm, constant]));
    const [first, second, third] = network.outputLits();
    expect(first).toBe(second);
    expect(third).toBe(FALSE);
    expect(network.gates).toBe(2);
  });

  it("stops when it is told to", () => {
    const aig = new Aig();
    const leaves = Array.from({ length: 12 }, () => aig.leaf());
    let last = leaves[0]!;
    for (let i = 0; i < 3000; i++) last = aig.xor(aig.and(last, leaves[i % 11]!), leaves[(i * 7 + 1) % 12]!);
    const network = () => Network.of(aig, leaves.map(nodeOf), [last]);
    const stop = () => {
      throw new Error("time is over");
    };
    for (const pass of [rewriteCuts, refactor]) expect(() => pass(network(), 1, stop)).toThrow("time is over");
    expect(() => balanced(network(), stop)).toThrow("time is over");
  });
});

describe("the graphs of four inputs", () => {
  const classes = npnClasses();
  const table = ({ gates, root }: Subgraph): number => {
    const tables = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
    const at = (l: number) => (l & 1 ? ~tables[l >> 1]! & 0xffff : tables[l >> 1]!);
    for (let k = 0; k < gates.length; k += 2) tables.push(at(gates[k]!) & at(gates[k + 1]!));
    return at(root);
  };

  it("there are 222 classes, as is known, and each function is its representative under its view", () => {
    expect(classes.representatives).toHaveLength(222);
    const wrong = [...classes.classOf.keys()].filter(
      (f) => viewed(classes.representatives[classes.classOf[f]!]!, VIEWS[classes.viewOf[f]!]!) !== f,
    );
    expect(wrong).toEqual([]);
  });

  it("each graph has the function of its class; the largest are few", () => {
    const library = subgraphs();
    expect(library).toHaveLength(222);
    library.slice(1).forEach((graph, k) => {
      expect(table(graph)).toBe(classes.representatives[k + 1]);
    });
    const sizes = library.map(({ gates }) => gates.length / 2);
    // 0 gates: the constant and the variable; parity of four is nine.
    expect(sizes.filter((s) => s === 0)).toHaveLength(2);
    expect(sizes[classes.classOf[0x6996]!]).toBe(9);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(12);
  });
});

describe("sums of products", () => {
  const holds = (cube: number, assignment: number, variables: number) =>
    Array.from({ length: variables }, (_, i) => (cube >> (2 * i)) & 3).every(
      (want, i) => want === 0 || want === (((assignment >> i) & 1) === 1 ? 1 : 2),
    );
  const value = (f: Factored, assignment: number): boolean => {
    if (typeof f === "number") return ((assignment >> (f >> 1)) & 1) !== (f & 1);
    return f.kind === "and" ? f.parts.every((p) => value(p, assignment)) : f.parts.some((p) => value(p, assignment));
  };

  it("have the function's value everywhere, none of their cubes can go, and their factored form has it, too", () => {
    const tables = fc
      .integer({ min: 1, max: 7 })
      .chain((n) => fc.tuple(fc.constant(n), fc.array(fc.boolean(), { minLength: 2 ** n, maxLength: 2 ** n })));
    fc.assert(
      fc.property(tables, ([variables, bits]) => {
        const words = new Uint32Array(Math.max(1, 2 ** (variables - 5)));
        for (let m = 0; m < 32 * words.length; m++) if (bits[m % bits.length]) words[m >> 5]! |= 1 << (m & 31);
        const cubes = sumOfProducts(words, variables, 1000)!;
        const covers = (some: readonly number[], m: number) => some.some((c) => holds(c, m, variables));
        bits.forEach((bit, m) => {
          expect(covers(cubes, m)).toBe(bit);
          expect(value(factored(cubes), m)).toBe(bit);
        });
        cubes.forEach((_, k) => {
          const others = cubes.filter((_, j) => j !== k);
          expect(bits.some((bit, m) => bit && !covers(others, m))).toBe(true);
        });
      }),
      { numRuns: RUNS },
    );
  });

  it("are given up when they have too many cubes", () => {
    expect(sumOfProducts(Uint32Array.of(0x96696996, 0x69969669), 6, 31)).toBeNull();
    expect(sumOfProducts(Uint32Array.of(0x96696996, 0x69969669), 6, 32)).toHaveLength(32);
  });
});

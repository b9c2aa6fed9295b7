/**
 * Makes src/logic/rewriting/subgraph-table.ts: for every NPN class of functions of four variables, the and-inverter graph of its
 * representative with the fewest gates that was found. Up to seven gates all graphs are made in which a gate conjoins two smaller graphs, sharing
 * what they have in common; of functions with many graphs some are kept. Representatives that need more are tried as conjunctions of all
 * pairs of functions that have a graph by then, and so on. Takes some minutes: `node --import ./scripts/typescript.mjs scripts/subgraphs.ts`.
 */
import { writeFileSync } from "node:fs";
import { npnClasses, VIEWS, type View, viewed } from "../src/logic/rewriting/npn.js";

/** A function is its truth table; of a function and its negation, that with value 0 at 0. A literal is twice the table, plus one when negated. */
type Definitions = ReadonlyMap<number, readonly [number, number]>;

interface Graph {
  readonly table: number;
  /** By the table of each gate: the two literals that it conjoins, or the negation of that. */
  readonly gates: Definitions;
  readonly sorted: readonly number[];
  /** A bit for each gate, for a quick look whether two graphs may share one. */
  readonly bits: number;
}

const VARIABLES = [0xaaaa, 0xcccc, 0xf0f0, 0xff00];
/** Graphs kept of a function that needs so many gates. */
const KEPT = [1, 1000, 1000, 1000, 40, 10, 4, 2];

const normal = (table: number): number => (table & 1 ? ~table & 0xffff : table);
const literal = (table: number): number => 2 * normal(table) + (table & 1);
const tableOf = (lit: number): number => (lit & 1 ? ~(lit >> 1) & 0xffff : lit >> 1);

function graphOf(table: number, definitions: Definitions): Graph {
  const gates = new Map<number, readonly [number, number]>();
  const visit = (t: number) => {
    if (VARIABLES.includes(t) || gates.has(t)) return;
    const [a, b] = definitions.get(t)!;
    visit(a >> 1);
    visit(b >> 1);
    gates.set(t, [a, b]);
  };
  visit(table);
  const sorted = [...gates.keys()].sort((a, b) => a - b);
  return { table, gates, sorted, bits: sorted.reduce((bits, t) => bits | (1 << (Math.imul(t, 0x9e3779b1) >>> 27)), 0) };
}

const conjunction = (a: Graph, b: Graph, literals: readonly [number, number], table: number): Graph =>
  graphOf(table, new Map([...b.gates, ...a.gates, [table, literals]]));

function shared(a: Graph, b: Graph): number {
  let count = 0;
  for (let i = 0, j = 0; i < a.sorted.length && j < b.sorted.length; ) {
    const order = a.sorted[i]! - b.sorted[j]!;
    if (order === 0) count++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return count;
}

const graphs = new Map<number, Graph[]>(VARIABLES.map((v) => [v, [graphOf(v, new Map())]]));
const bySize: Graph[][] = [[...graphs.values()].flat()];
const sizeOf = new Int8Array(65536).fill(-1);
for (const v of VARIABLES) sizeOf[v] = 0;

/** All functions that need exactly so many gates. */
function grow(size: number): void {
  const found = new Map<number, Graph[]>();
  const pair = (a: Graph, b: Graph, overlap: number) => {
    let common = -1;
    for (let signs = 0; signs < 4; signs++) {
      const literals = [2 * a.table + (signs & 1), 2 * b.table + (signs >> 1)] as const;
      const table = normal(tableOf(literals[0]) & tableOf(literals[1]));
      if (table === 0 || table === a.table || table === b.table) continue;
      if (sizeOf[table]! >= 0 && sizeOf[table]! < size) continue;
      const known = found.get(table) ?? [];
      if (known.length >= KEPT[size]!) continue;
      if (common < 0) common = overlap === 0 ? 0 : shared(a, b);
      if (common < overlap) return;
      const graph = conjunction(a, b, literals, table);
      if (graph.gates.size > size || known.some((k) => isSame(k, graph))) continue;
      sizeOf[table] = size;
      found.set(table, [...known, graph]);
    }
  };
  for (let i = Math.ceil((size - 1) / 2); i < size; i++)
    for (let j = size - 1 - i; j <= i; j++) {
      const overlap = i + j - (size - 1);
      bySize[i]!.forEach((a, x) => {
        for (let y = i === j ? x + 1 : 0; y < bySize[j]!.length; y++) {
          const b = bySize[j]![y]!;
          if (a.table !== b.table && (overlap === 0 || (a.bits & b.bits) !== 0)) pair(a, b, overlap);
        }
      });
    }
  bySize[size] = [...found.values()].flat();
  for (const [table, list] of found) graphs.set(table, list);
}

const isSame = (a: Graph, b: Graph): boolean =>
  a.gates.size === b.gates.size &&
  [...a.gates].every(([t, [x, y]]) => b.gates.get(t)?.[0] === x && b.gates.get(t)?.[1] === y);

/** The graph of the function under a view: every gate is looked at in the same way. */
function seen(graph: Graph, view: View): Graph {
  const plain = { ...view, negated: false };
  const at = (lit: number) => literal(viewed(tableOf(lit), plain));
  const gates = new Map([...graph.gates].map(([t, [a, b]]) => [normal(viewed(t, plain)), [at(a), at(b)] as const]));
  return graphOf(normal(viewed(graph.table, plain)), gates);
}

/** The smallest conjunctions of two known functions. */
function smallest(target: number): Graph[] {
  let best: Graph[] = [];
  for (const table of [target, ~target & 0xffff]) {
    const above = [...graphs.keys()].flatMap((t) =>
      [2 * t, 2 * t + 1].filter((l) => (tableOf(l) & table) === table && tableOf(l) !== table),
    );
    above.forEach((l, x) => {
      for (const k of above.slice(x + 1)) {
        if ((tableOf(l) & tableOf(k)) !== table) continue;
        for (const a of graphs.get(l >> 1)!.slice(0, 6))
          for (const b of graphs.get(k >> 1)!.slice(0, 6)) {
            if (a.gates.has(normal(table)) || b.gates.has(normal(table))) continue;
            const graph = conjunction(a, b, [l, k], normal(table));
            if (best.length > 0 && graph.gates.size > best[0]!.gates.size) continue;
            if (best.length > 0 && graph.gates.size < best[0]!.gates.size) best = [];
            if (best.length < 8) best.push(graph);
          }
      }
    });
  }
  return best;
}

/** Two literals for each gate and the root, in the words of src/logic/rewriting/subgraph.ts. */
function encoded(graph: Graph, table: number): number[] {
  const codes = new Map(VARIABLES.map((v, i) => [v, 2 * i]));
  const gates: number[] = [];
  for (const [t, [a, b]] of graph.gates) {
    const pair = [codes.get(a >> 1)! ^ (a & 1), codes.get(b >> 1)! ^ (b & 1)].sort((x, y) => y - x);
    gates.push(...pair);
    const isNegated = (tableOf(a) & tableOf(b)) !== t;
    codes.set(t, (8 + gates.length - 2) ^ (isNegated ? 1 : 0));
  }
  return [...gates, codes.get(normal(table))! ^ (table & 1)];
}

const say = (text: string) => process.stderr.write(`${text}\n`);
for (let size = 1; size < KEPT.length; size++) {
  grow(size);
  say(`${size} gates: ${new Set(bySize[size]!.map((g) => g.table)).size} functions`);
}
const { representatives } = npnClasses();
const orbitOf = (table: number) => new Set(VIEWS.map((v) => normal(viewed(table, v))));
const isKnown = (table: number) => [...orbitOf(table)].some((t) => graphs.has(t));
for (let missing = representatives.filter((t) => t !== 0 && !isKnown(t)); missing.length > 0; ) {
  say(`${missing.length} classes need more`);
  for (const graph of missing.flatMap(smallest)) {
    graphs.set(graph.table, [...(graphs.get(graph.table) ?? []), graph]);
    for (const other of VIEWS.map((view) => seen(graph, view)))
      if (!graphs.has(other.table)) graphs.set(other.table, [other]);
  }
  missing = missing.filter((t) => !isKnown(t));
}
const lines = representatives.map((table) => {
  if (table === 0) return "0"; // no gate, any root: constants are replaced without a graph
  let best: number[] | null = null;
  for (const t of orbitOf(table)) {
    const view = VIEWS.find((v) => !v.negated && normal(viewed(t, v)) === normal(table))!;
    for (const graph of graphs.get(t) ?? []) {
      const code = encoded(seen(graph, view), table);
      if (best === null || code.length < best.length) best = code;
    }
  }
  return best!.map((c) => c.toString(36)).join("");
});
writeFileSync(
  new URL("../src/logic/rewriting/subgraph-table.ts", import.meta.url),
  `/** Made by scripts/subgraphs.ts, which says what this is: a line for each NPN class of functions of four variables. */\nexport const SUBGRAPH_TABLE = \`${lines.join("\n")}\`;\n`,
);

import { readFileSync } from "node:fs";
import { readAiger } from "../../src/formats/aiger/to-design.js";
import { coneOf } from "../../src/logic/aig.js";
import { FALSE, isNegated, type Lit, nodeOf, TRUE } from "../../src/logic/lit.js";
import { Recorder, type Reg, type Trace } from "./bdd-trace.js";

/** Places n queens: for each square, what a queen there forbids. */
export function queens(module: WebAssembly.Module, n: number): Trace {
  const r = new Recorder(module);
  const x = r.variables(n * n);
  const no = x.map((a) => r.not(a));
  const at = (row: number, column: number) => row * n + column;
  let all = r.or(x[0]!, no[0]!);
  for (let row = 0; row < n; row++) {
    let some = r.and(x[at(row, 0)]!, x[at(row, 0)]!);
    for (let c = 1; c < n; c++) some = r.free(some, r.or(some, x[at(row, c)]!));
    all = r.free(all, r.and(all, some));
    r.free(some);
  }
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++) {
      let forbidden = r.or(x[0]!, no[0]!);
      for (let k = 0; k < n; k++)
        for (let l = 0; l < n; l++) {
          if (k === row && l === column) continue;
          if (k !== row && l !== column && Math.abs(k - row) !== Math.abs(l - column)) continue;
          const either = r.or(no[at(row, column)]!, no[at(k, l)]!);
          forbidden = r.free(forbidden, r.and(forbidden, either));
          r.free(either);
        }
      all = r.free(all, r.and(all, forbidden));
      r.free(forbidden);
    }
  r.report(all);
  return r.trace();
}

/** All bits of the product of two n-bit numbers whose bits are interleaved in the order. */
export function multiplier(module: WebAssembly.Module, n: number): Trace {
  const r = new Recorder(module);
  const x = r.variables(2 * n);
  const a = x.filter((_, i) => i % 2 === 0);
  const b = x.filter((_, i) => i % 2 === 1);
  for (const bit of product(r, a, b)) r.report(bit);
  return r.trace();
}

/** Row by row, with ripple-carry adders. */
function product(r: Recorder, a: readonly Reg[], b: readonly Reg[]): Reg[] {
  const no = r.not(a[0]!);
  const zero = () => r.and(a[0]!, no);
  let sum: Reg[] = a.map(zero);
  const out: Reg[] = [];
  for (const bit of b) {
    let carry = zero();
    const next: Reg[] = [];
    for (const [i, l] of a.entries()) {
      const row = r.and(l, bit);
      const half = r.xor(sum[i]!, row);
      next.push(r.xor(half, carry));
      const both = r.and(sum[i]!, row);
      const passed = r.and(half, carry);
      carry = r.free(carry, r.or(both, passed));
      for (const done of [row, half, both, passed, sum[i]!]) r.free(done);
    }
    out.push(next[0]!);
    sum = [...next.slice(1), carry];
  }
  return [...out, ...sum];
}

/** A system of local transitions over bits; bit i is variable 2i, its next value variable 2i+1. */
class Transitions {
  readonly r: Recorder;
  readonly x: readonly Reg[];
  private readonly moves: { relation: Reg; now: Reg; back: (a: Reg) => Reg }[] = [];

  constructor(module: WebAssembly.Module, bits: number) {
    this.r = new Recorder(module);
    this.x = this.r.variables(2 * bits);
  }

  literal(bit: number, value: boolean, next = false): Reg {
    const x = this.x[2 * bit + (next ? 1 : 0)]!;
    return value ? this.r.and(x, x) : this.r.not(x);
  }

  /** Bits with values, as a cube, before or after the step. */
  cube(values: readonly (readonly [bit: number, value: boolean])[], next = false): Reg {
    const [first, ...rest] = values.toSorted((a, b) => b[0] - a[0]);
    let cube = this.literal(first![0], first![1], next);
    for (const [bit, value] of rest) {
      const l = this.literal(bit, value, next);
      cube = this.r.free(cube, this.r.and(l, cube));
      this.r.free(l);
    }
    return cube;
  }

  /** A relation over the given bits; other bits keep their values. */
  addMove(relation: Reg, bits: readonly number[]): void {
    const now = this.r.cube(
      bits.map((b) => 2 * b),
      this.x,
    );
    const back = this.r.renaming(bits.map((b) => [2 * b + 1, 2 * b] as const));
    this.moves.push({ relation, now, back });
  }

  private image(states: Reg, move: (typeof this.moves)[number]): Reg {
    const next = this.r.andExists(states, move.relation, move.now);
    const image = move.back(next);
    this.r.free(next);
    return image;
  }

  /** Every move is added to the reached states at once, before the next one. */
  reachByChaining(initial: Reg): Reg {
    let reached = initial;
    for (let before = -1; before !== reached.f; ) {
      before = reached.f;
      for (const move of this.moves) {
        const image = this.image(reached, move);
        reached = this.r.free(reached, this.r.or(reached, image));
        this.r.free(image);
      }
    }
    return reached;
  }

  /** Breadth first, from the new states only. */
  reachByLayers(initial: Reg): Reg {
    const { r } = this;
    let reached = r.or(initial, initial);
    let frontier = initial;
    while (frontier.f !== r.bdd.false) {
      const old = r.not(reached);
      let fresh = r.and(reached, old);
      for (const move of this.moves) {
        const image = this.image(frontier, move);
        fresh = r.free(fresh, r.or(fresh, image));
        r.free(image);
      }
      frontier = r.free(frontier, r.and(fresh, old));
      r.free(fresh);
      r.free(old);
      reached = r.free(reached, r.or(reached, frontier));
    }
    return reached;
  }
}

/** n dining philosophers who take the left fork, then the right one, then put both down. Two bits each, and one a fork. */
export function philosophers(module: WebAssembly.Module, n: number): Trace {
  const t = new Transitions(module, 3 * n);
  const { r } = t;
  const holdsLeft = (i: number) => 3 * i;
  const eats = (i: number) => 3 * i + 1;
  const fork = (i: number) => 3 * (i % n) + 2;
  type Values = readonly (readonly [number, boolean])[];
  const move = (before: Values, after: Values) => {
    const from = t.cube(before);
    const to = t.cube(after, true);
    t.addMove(
      r.and(from, to),
      before.map(([bit]) => bit),
    );
    r.free(from);
    r.free(to);
  };
  for (let i = 0; i < n; i++) {
    const [h, e, left, right] = [holdsLeft(i), eats(i), fork(i), fork(i + 1)];
    move(
      [[h, false], [e, false], [left, false]],
      [[h, true], [e, false], [left, true]],
    ); // biome-ignore format: before and after
    move(
      [[h, true], [e, false], [right, false]],
      [[h, true], [e, true], [right, true]],
    ); // biome-ignore format: before and after
    move(
      [[h, true], [e, true], [left, true], [right, true]],
      [[h, false], [e, false], [left, false], [right, false]],
    ); // biome-ignore format: before and after
  }
  r.report(t.reachByChaining(t.cube(Array.from({ length: 3 * n }, (_, bit) => [bit, false] as const))));
  return r.trace();
}

/** All positions of the sliding puzzle with `rows` × `columns` squares, tile 0 being the hole. */
export function tiles(module: WebAssembly.Module, rows: number, columns: number): Trace {
  const squares = rows * columns;
  const width = Math.ceil(Math.log2(squares));
  const t = new Transitions(module, squares * width);
  const { r } = t;
  const bits = (square: number) => Array.from({ length: width }, (_, b) => square * width + b);
  for (let a = 0; a < squares; a++)
    for (const b of [a - columns, a - 1, a + 1, a + columns]) {
      const aside = b === a - 1 || b === a + 1;
      if (b < 0 || b >= squares || (aside && Math.floor(a / columns) !== Math.floor(b / columns))) continue;
      // The hole at a and the tile at b change places.
      let relation = t.cube(bits(a).map((bit) => [bit, false] as const));
      for (let k = 0; k < width; k++) {
        for (const [from, to] of [
          [bits(b)[k]!, bits(a)[k]!],
          [bits(a)[k]!, bits(b)[k]!],
        ] as const) {
          const differ = r.xor(t.x[2 * from]!, t.x[2 * to + 1]!);
          const same = r.not(differ);
          relation = r.free(relation, r.and(relation, same));
          r.free(differ);
          r.free(same);
        }
      }
      t.addMove(relation, [...bits(a), ...bits(b)]);
    }
  const start = Array.from({ length: squares }, (_, s) =>
    bits(s).map((bit, b) => [bit, ((s >> b) & 1) === 1] as const),
  );
  r.report(t.reachByLayers(t.cube(start.flat())));
  return r.trace();
}

/** Reachable states of an AIGER file, at most `steps` steps: clustered relation, quantified as early as possible. */
export function aigerReach(module: WebAssembly.Module, file: string, steps: number, clusterLimit = 2500): Trace {
  const { r, x, latches, inputs, functions } = aigerFunctions(module, file, true);
  const parts = latches.map((latch) => {
    const differ = r.xor(x[latch.variable + 1]!, functions.get(latch.next)!);
    const same = r.not(differ);
    r.free(differ);
    return same;
  });
  const clusters: Reg[] = [];
  let cluster = parts[0]!;
  for (const part of parts.slice(1)) {
    const both = r.and(cluster, part);
    if (r.bdd.size(both.f) > clusterLimit) {
      r.free(both);
      clusters.push(cluster);
      cluster = part;
    } else {
      r.free(cluster);
      r.free(part);
      cluster = both;
    }
  }
  clusters.push(cluster);
  const last = new Map<number, number>([...inputs, ...latches.map((l) => l.variable)].map((v) => [v, 0]));
  clusters.forEach((c, k) => {
    for (const v of r.bdd.support(c.f)) if (last.has(v)) last.set(v, k);
  });
  const cubes = clusters.map((_, k) => {
    const here = [...last].filter(([, at]) => at === k).map(([v]) => v);
    return here.length === 0 ? null : r.cube(here, x);
  });
  const back = r.renaming(latches.map((l) => [l.variable + 1, l.variable] as const));
  let reached = r.or(x[0]!, functions.get(not0)!);
  for (const latch of latches) {
    if (latch.reset === "free") continue;
    const l = latch.reset === TRUE ? r.and(x[latch.variable]!, x[latch.variable]!) : r.not(x[latch.variable]!);
    reached = r.free(reached, r.and(reached, l));
    r.free(l);
  }
  for (let step = 0; step < steps; step++) {
    let image = r.or(reached, reached);
    clusters.forEach((c, k) => {
      const cube = cubes[k];
      image = r.free(image, cube ? r.andExists(image, c, cube) : r.and(image, c));
    });
    image = r.free(image, back(image));
    const before = reached.f;
    reached = r.free(reached, r.or(reached, image));
    r.free(image);
    if (reached.f === before) break;
  }
  r.report(reached);
  return r.trace();
}

/** The next-state functions of an AIGER file in the order of the file, then sifted with each x and x' together. */
export function aigerSift(module: WebAssembly.Module, file: string): Trace {
  const { r, latches } = aigerFunctions(module, file, false);
  for (const { variable } of latches) r.group(variable, variable + 1);
  r.sift();
  return r.trace();
}

/** a1∧b1 ∨ … ∨ an∧bn, all a above all b, then sifted. */
export function badOrder(module: WebAssembly.Module, n: number): Trace {
  const r = new Recorder(module);
  const x = r.variables(2 * n);
  let sum = r.and(x[0]!, x[n]!);
  for (let i = 1; i < n; i++) {
    const pair = r.and(x[i]!, x[n + i]!);
    sum = r.free(sum, r.or(sum, pair));
    r.free(pair);
  }
  r.sift();
  r.report(sum);
  return r.trace();
}

/** All bits of a product with one number above the other, then sifted. */
export function multiplierSift(module: WebAssembly.Module, n: number): Trace {
  const r = new Recorder(module);
  const x = r.variables(2 * n);
  for (const bit of product(r, x.slice(0, n), x.slice(n))) r.report(bit);
  r.sift();
  return r.trace();
}

/** Stands for the negated first variable among the functions of `aigerFunctions`. */
const not0 = -1 as Lit;

function aigerFunctions(module: WebAssembly.Module, file: string, depthFirst: boolean) {
  const { model } = readAiger(readFileSync(file));
  const { aig } = model;
  const latchAt = new Map(model.latches.map((l) => [l.node, l]));
  const leaves: number[] = [];
  if (depthFirst) {
    const seen = new Set<number>([0]);
    const queue = model.latches.map((l) => l.node);
    const visit = (root: number) => {
      const pending = [root];
      while (pending.length > 0) {
        const n = pending.pop()!;
        if (seen.has(n)) continue;
        seen.add(n);
        if (aig.isGate(n)) pending.push(nodeOf(aig.fanin1(n)), nodeOf(aig.fanin0(n)));
        else leaves.push(n);
      }
    };
    for (const n of queue) {
      visit(nodeOf(latchAt.get(n)!.next));
      visit(n);
    }
  } else {
    const inCone = coneOf(
      aig,
      model.latches.map((l) => l.next),
    );
    leaves.push(...model.inputs.filter((n) => inCone[n] === 1), ...model.latches.map((l) => l.node));
  }
  const r = new Recorder(module);
  const variableOf = new Map<number, number>();
  let count = 0;
  for (const n of leaves) {
    variableOf.set(n, count);
    count += latchAt.has(n) ? 2 : 1;
  }
  const x = r.variables(count);
  const functions = new Map<Lit, Reg>();
  const gates = new Map<number, Reg>();
  functions.set(not0, r.not(x[0]!));
  const falsity = r.and(x[0]!, functions.get(not0)!);
  const of = (l: Lit): Reg => {
    const known = functions.get(l);
    if (known) return known;
    const n = nodeOf(l);
    const positive = n === 0 ? falsity : (gates.get(n) ?? x[variableOf.get(n)!]!);
    const made = isNegated(l) ? r.not(positive) : r.and(positive, positive);
    functions.set(l, made);
    return made;
  };
  const nexts = model.latches.map((l) => l.next);
  const inCone = coneOf(aig, nexts);
  for (let n = 1; n < aig.size; n++)
    if (inCone[n] === 1 && aig.isGate(n)) gates.set(n, r.and(of(aig.fanin0(n)), of(aig.fanin1(n))));
  for (const l of nexts) of(l);
  // Only the next-state functions stay.
  const wanted = new Set<Lit>([...nexts, not0]);
  for (const [l, reg] of functions) if (!wanted.has(l)) r.free(reg);
  for (const reg of gates.values()) r.free(reg);
  const latches = model.latches
    .map((l) => ({ variable: variableOf.get(l.node)!, next: l.next, reset: l.reset }))
    .sort((a, b) => a.variable - b.variable);
  const inputs = leaves.filter((n) => !latchAt.has(n)).map((n) => variableOf.get(n)!);
  return { r, x, latches, inputs, functions, falsity, FALSE };
}

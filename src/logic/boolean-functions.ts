import { Stopped } from "../limits/stopped.js";

/** A Boolean function in canonical form: equal functions of one store are equal numbers. */
export type Fn = number & { readonly __fn: unique symbol };

export const NEVER = 0 as Fn;
export const ALWAYS = 1 as Fn;

/** A conjunction of literals: `2 * variable` for the variable, `2 * variable + 1` for its negation; ascending. */
export type Cube = readonly number[];

const TERMINAL = 0x7fffffff;
/** With their tables so many nodes take about 100 MB. */
const MAX_NODES = 2 ** 20;
const STEPS_OF_WORK = 2 ** 10;

/**
 * Boolean functions of a few variables as reduced ordered decision diagrams, for formulas and for labels of automata.
 * Everything made lives as long as the store; the stores that search state spaces are those of solvers/.
 *
 * Variables are numbers, and the smaller ones are nearer to the root.
 */
export class BooleanFunctions {
  private variable = new Int32Array(1024);
  private low = new Int32Array(1024);
  private high = new Int32Array(1024);
  private count = 2;
  // Open addressing; 0 is an empty slot, as no inner node has number 0.
  private unique = new Int32Array(2048);
  private readonly computed = new ComputedTable();
  private steps = 0;

  /**
   * `onWork` is called once for so many steps of work, and may throw to end it: the store stays as it was. So does what would
   * need more than `maxNodes` nodes, with `Stopped`.
   */
  constructor(
    private readonly maxNodes = MAX_NODES,
    private readonly onWork: () => void = () => {},
  ) {
    this.variable[0] = this.variable[1] = TERMINAL;
  }

  /** How many nodes there are: a measure of memory and work. */
  get size(): number {
    return this.count;
  }

  // ---- making functions

  literal(variable: number, negated = false): Fn {
    return negated ? this.node(variable, ALWAYS, NEVER) : this.node(variable, NEVER, ALWAYS);
  }

  cube(literals: Cube): Fn {
    let result = ALWAYS;
    for (let i = literals.length - 1; i >= 0; i--) {
      result = this.and(this.literal(literals[i]! >> 1, (literals[i]! & 1) === 1), result);
    }
    return result;
  }

  not(f: Fn): Fn {
    return this.ite(f, NEVER, ALWAYS);
  }

  and(f: Fn, g: Fn): Fn {
    return f < g ? this.ite(f, g, NEVER) : this.ite(g, f, NEVER);
  }

  or(f: Fn, g: Fn): Fn {
    return f < g ? this.ite(f, ALWAYS, g) : this.ite(g, ALWAYS, f);
  }

  minus(f: Fn, g: Fn): Fn {
    return this.ite(g, NEVER, f);
  }

  xor(f: Fn, g: Fn): Fn {
    return this.ite(f, this.not(g), g);
  }

  ite(f: Fn, g: Fn, h: Fn): Fn {
    if (f === ALWAYS || g === h) return g;
    if (f === NEVER) return h;
    if (g === ALWAYS && h === NEVER) return f;
    const known = this.computed.find(f, g, h);
    if (known >= 0) return known as Fn;
    if (++this.steps % STEPS_OF_WORK === 0) this.onWork();
    const v = Math.min(this.variable[f]!, this.variable[g]!, this.variable[h]!);
    const low = this.ite(this.cofactorAt(f, v, false), this.cofactorAt(g, v, false), this.cofactorAt(h, v, false));
    const high = this.ite(this.cofactorAt(f, v, true), this.cofactorAt(g, v, true), this.cofactorAt(h, v, true));
    const result = this.node(v, low, high);
    this.computed.store(f, g, h, result);
    return result;
  }

  /** `f` with each variable that `replace` knows turned into another function. */
  substitute(f: Fn, replace: (variable: number) => Fn | undefined): Fn {
    const known = new Map<Fn, Fn>();
    const go = (n: Fn): Fn => {
      if (n <= ALWAYS) return n;
      const seen = known.get(n);
      if (seen !== undefined) return seen;
      const v = this.variable[n]!;
      const result = this.ite(replace(v) ?? this.literal(v), go(this.highOf(n)), go(this.lowOf(n)));
      known.set(n, result);
      return result;
    };
    return go(f);
  }

  /** Some value of the variables makes `f` true. */
  exists(f: Fn, isQuantified: (variable: number) => boolean): Fn {
    const known = new Map<Fn, Fn>();
    const go = (n: Fn): Fn => {
      if (n <= ALWAYS) return n;
      const seen = known.get(n);
      if (seen !== undefined) return seen;
      const low = go(this.lowOf(n));
      const high = go(this.highOf(n));
      const v = this.variable[n]!;
      const result = isQuantified(v) ? this.or(low, high) : this.ite(this.literal(v), high, low);
      known.set(n, result);
      return result;
    };
    return go(f);
  }

  // ---- asking

  implies(f: Fn, g: Fn): boolean {
    return this.minus(f, g) === NEVER;
  }

  intersects(f: Fn, g: Fn): boolean {
    return this.and(f, g) !== NEVER;
  }

  /** The variable at the root; not for constants. */
  root(f: Fn): number {
    return this.variable[f]!;
  }

  lowOf(f: Fn): Fn {
    return this.low[f] as Fn;
  }

  highOf(f: Fn): Fn {
    return this.high[f] as Fn;
  }

  evaluate(f: Fn, value: (variable: number) => boolean): boolean {
    let n = f;
    while (n > ALWAYS) n = value(this.variable[n]!) ? this.highOf(n) : this.lowOf(n);
    return n === ALWAYS;
  }

  /** Variables that the function depends on, ascending. */
  support(f: Fn): number[] {
    const seen = new Set<Fn>();
    const variables = new Set<number>();
    const go = (n: Fn): void => {
      if (n <= ALWAYS || seen.has(n)) return;
      seen.add(n);
      variables.add(this.variable[n]!);
      go(this.lowOf(n));
      go(this.highOf(n));
    };
    go(f);
    return [...variables].sort((a, b) => a - b);
  }

  /** Some cube inside `f`, which is not NEVER. */
  pick(f: Fn): Cube {
    const literals: number[] = [];
    for (let n = f; n > ALWAYS; ) {
      const v = this.variable[n]!;
      const down = this.lowOf(n) !== NEVER;
      literals.push(down ? 2 * v + 1 : 2 * v);
      n = down ? this.lowOf(n) : this.highOf(n);
    }
    return literals;
  }

  /** An irredundant sum of products (Minato and Morreale): no cube or literal can be left out. */
  cubes(f: Fn): Cube[] {
    return this.cover(f, f).cubes;
  }

  /** Cubes whose union lies between `required` and `allowed`. */
  private cover(required: Fn, allowed: Fn): { cubes: Cube[]; union: Fn } {
    if (required === NEVER) return { cubes: [], union: NEVER };
    if (allowed === ALWAYS) return { cubes: [[]], union: ALWAYS };
    const v = Math.min(this.variable[required]!, this.variable[allowed]!);
    const required0 = this.cofactorAt(required, v, false);
    const required1 = this.cofactorAt(required, v, true);
    const allowed0 = this.cofactorAt(allowed, v, false);
    const allowed1 = this.cofactorAt(allowed, v, true);
    const zero = this.cover(this.minus(required0, allowed1), allowed0);
    const one = this.cover(this.minus(required1, allowed0), allowed1);
    const rest = this.or(this.minus(required0, zero.union), this.minus(required1, one.union));
    const both = this.cover(rest, this.and(allowed0, allowed1));
    const x = this.literal(v);
    return {
      cubes: [...zero.cubes.map((c) => [2 * v + 1, ...c]), ...one.cubes.map((c) => [2 * v, ...c]), ...both.cubes],
      union: this.or(this.ite(x, one.union, zero.union), both.union),
    };
  }

  // ---- as data

  /** The variable and the ends of all nodes. */
  save(): Int32Array {
    const data = new Int32Array(3 * (this.count - 2));
    for (let n = 2; n < this.count; n++) data.set([this.variable[n]!, this.low[n]!, this.high[n]!], 3 * (n - 2));
    return data;
  }

  /** A store with the same functions, by the same numbers. */
  static load(data: Int32Array): BooleanFunctions {
    const functions = new BooleanFunctions();
    for (let k = 0; k < data.length; k += 3) functions.node(data[k]!, data[k + 1] as Fn, data[k + 2] as Fn);
    return functions;
  }

  // ---- nodes

  private cofactorAt(f: Fn, variable: number, value: boolean): Fn {
    if (this.variable[f] !== variable) return f;
    return value ? this.highOf(f) : this.lowOf(f);
  }

  private node(variable: number, low: Fn, high: Fn): Fn {
    if (low === high) return low;
    const mask = this.unique.length - 1;
    let slot = hash(variable, low, high) & mask;
    for (;;) {
      const n = this.unique[slot]!;
      if (n === 0) break;
      if (this.variable[n] === variable && this.low[n] === low && this.high[n] === high) return n as Fn;
      slot = (slot + 1) & mask;
    }
    const n = this.count;
    if (n >= this.maxNodes) throw new Stopped("bound", `more than ${this.maxNodes} nodes of decision diagrams`);
    if (n >= this.variable.length) this.growNodes();
    this.variable[n] = variable;
    this.low[n] = low;
    this.high[n] = high;
    this.unique[slot] = n;
    this.count++;
    if (2 * this.count > this.unique.length) this.growTable();
    return n as Fn;
  }

  private growNodes(): void {
    this.variable = doubled(this.variable);
    this.low = doubled(this.low);
    this.high = doubled(this.high);
  }

  private growTable(): void {
    const unique = new Int32Array(2 * this.unique.length);
    const mask = unique.length - 1;
    for (let n = 2; n < this.count; n++) {
      let slot = hash(this.variable[n]!, this.low[n]!, this.high[n]!) & mask;
      while (unique[slot] !== 0) slot = (slot + 1) & mask;
      unique[slot] = n;
    }
    this.unique = unique;
    this.computed.grow(unique.length);
  }
}

/** Copies functions from one store to another; the renaming of variables keeps their order. */
export function copierOf(
  from: BooleanFunctions,
  to: BooleanFunctions,
  rename: (variable: number) => number,
): (f: Fn) => Fn {
  const known = new Map<Fn, Fn>();
  const copy = (f: Fn): Fn => {
    if (f === NEVER || f === ALWAYS) return f;
    let copied = known.get(f);
    if (copied === undefined) {
      copied = to.ite(to.literal(rename(from.root(f))), copy(from.highOf(f)), copy(from.lowOf(f)));
      known.set(f, copied);
    }
    return copied;
  };
  return copy;
}

/** Results of `ite`, direct mapped: a later one replaces an earlier one. */
class ComputedTable {
  private keys = new Int32Array(3 * 2048);
  private results = new Int32Array(2048).fill(-1);

  find(f: number, g: number, h: number): number {
    const slot = hash(f, g, h) & (this.results.length - 1);
    const hit = this.keys[3 * slot] === f && this.keys[3 * slot + 1] === g && this.keys[3 * slot + 2] === h;
    return hit ? this.results[slot]! : -1;
  }

  store(f: number, g: number, h: number, result: number): void {
    const slot = hash(f, g, h) & (this.results.length - 1);
    this.keys[3 * slot] = f;
    this.keys[3 * slot + 1] = g;
    this.keys[3 * slot + 2] = h;
    this.results[slot] = result;
  }

  grow(size: number): void {
    this.keys = new Int32Array(3 * size);
    this.results = new Int32Array(size).fill(-1);
  }
}

function hash(a: number, b: number, c: number): number {
  const h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  return (h ^ (h >>> 15)) & 0x7fffffff;
}

function doubled(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

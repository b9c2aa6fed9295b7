/** Truth tables of functions of up to ten variables, 32 values in a word; with fewer than five variables the word repeats itself. */
export type Table = Uint32Array;

const WORD = [0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000] as const;
const IN_WORD = 5;

export const wordsFor = (variables: number): number => (variables <= IN_WORD ? 1 : 1 << (variables - IN_WORD));

export function variableTable(i: number, variables: number): Table {
  const table = new Uint32Array(wordsFor(variables));
  for (let w = 0; w < table.length; w++) table[w] = i < IN_WORD ? WORD[i]! : (w >> (i - IN_WORD)) & 1 ? 0xffffffff : 0;
  return table;
}

export const negatedTable = (t: Table): Table => t.map((w) => ~w);

/** A conjunction: bit 2i for variable i, bit 2i + 1 for its negation. */
export type CubeMask = number;

/** An irredundant sum of products of a function (Minato and Morreale); null when it has more cubes than allowed. */
export function sumOfProducts(table: Table, variables: number, mostCubes: number): CubeMask[] | null {
  const sum = new Sum(mostCubes);
  const words = sum.take(table.length);
  sum.memory.set(table, words);
  sum.cover(words, words, variables, sum.take(table.length));
  return sum.cubes.length > mostCubes ? null : sum.cubes;
}

/**
 * Cubes that hold wherever `on` does and nowhere outside `may`. Tables lie in one memory, from which parts are taken and given back as
 * from a stack. When there are too many cubes what comes out means nothing.
 */
class Sum {
  readonly cubes: CubeMask[] = [];
  readonly memory = MEMORY;
  private top = 0;

  constructor(private readonly most: number) {}

  take(words: number): number {
    this.top += words;
    return this.top - words;
  }

  /** Adds cubes and writes to `out` what they cover. */
  cover(on: number, may: number, variables: number, out: number): void {
    const { memory: m, cubes } = this;
    if (variables <= IN_WORD) {
      m[out] = this.coverWord(m[on]!, m[may]!, variables);
      return;
    }
    const words = wordsFor(variables);
    if (isAll(m, on, words, 0)) {
      m.fill(0, out, out + words);
      return;
    }
    if (isAll(m, may, words, 0xffffffff)) {
      cubes.push(0);
      m.fill(0xffffffff, out, out + words);
      return;
    }
    const v = variables - 1;
    const half = words >> 1;
    const mark = this.top;
    const rest = this.take(half);
    const both = this.take(half);
    const start = cubes.length;
    for (let w = 0; w < half; w++) m[rest + w] = m[on + w]! & ~m[may + half + w]!;
    this.cover(rest, may, v, out);
    const middle = cubes.length;
    for (let w = 0; w < half; w++) m[rest + w] = m[on + half + w]! & ~m[may + w]!;
    this.cover(rest, may + half, v, out + half);
    const end = cubes.length;
    for (let i = start; i < middle; i++) cubes[i]! |= 2 << (2 * v);
    for (let i = middle; i < end; i++) cubes[i]! |= 1 << (2 * v);
    if (end <= this.most) {
      const shared = this.take(half);
      for (let w = 0; w < half; w++) {
        m[rest + w] = (m[on + w]! & ~m[out + w]!) | (m[on + half + w]! & ~m[out + half + w]!);
        m[both + w] = m[may + w]! & m[may + half + w]!;
      }
      this.cover(rest, both, v, shared);
      for (let w = 0; w < half; w++) {
        m[out + w]! |= m[shared + w]!;
        m[out + half + w]! |= m[shared + w]!;
      }
    }
    this.top = mark;
  }

  private coverWord(on: number, may: number, variables: number): number {
    if (on === 0) return 0;
    const { cubes } = this;
    if (may >>> 0 === 0xffffffff) {
      cubes.push(0);
      return -1;
    }
    let v = variables - 1;
    while (!dependsOn(on, v) && !dependsOn(may, v)) v--;
    const shift = 1 << v;
    const mask = WORD[v]!;
    const on0 = (on & ~mask) | ((on & ~mask) << shift);
    const on1 = (on & mask) | ((on & mask) >>> shift);
    const may0 = (may & ~mask) | ((may & ~mask) << shift);
    const may1 = (may & mask) | ((may & mask) >>> shift);
    const start = cubes.length;
    const only0 = this.coverWord(on0 & ~may1, may0, v);
    const middle = cubes.length;
    const only1 = this.coverWord(on1 & ~may0, may1, v);
    const end = cubes.length;
    for (let i = start; i < middle; i++) cubes[i]! |= 2 << (2 * v);
    for (let i = middle; i < end; i++) cubes[i]! |= 1 << (2 * v);
    if (end > this.most) return 0;
    const both = this.coverWord((on0 & ~only0) | (on1 & ~only1), may0 & may1, v);
    return both | (only0 & ~mask) | (only1 & mask);
  }
}

/** Enough for functions of ten variables: four tables, and as much again for all smaller ones. */
const MEMORY = new Uint32Array(1024);

function isAll(m: Uint32Array, at: number, words: number, value: number): boolean {
  for (let w = at; w < at + words; w++) if (m[w] !== value) return false;
  return true;
}

const dependsOn = (word: number, v: number): boolean => ((word ^ (word >>> (1 << v))) & ~WORD[v]!) !== 0;

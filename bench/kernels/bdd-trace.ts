import { type Bdd, BddManager } from "../../src/solvers/bdd/manager.js";

/**
 * A trace is a straight-line program over registers that hold functions: every package replays the same operations. It is
 * a list of 32-bit words, each instruction an operation followed by its operands; native/bdd-replay.c reads the same.
 */
export const OP = {
  end: 0,
  /** count: the variables 0 … count-1, in this order */
  variables: 1,
  /** to, variable */
  variable: 2,
  /** to, from */
  not: 3,
  /** to, a, b */
  and: 4,
  or: 5,
  xor: 6,
  /** to, a, b, c */
  ite: 7,
  /** to, a, cube */
  exists: 8,
  /** to, a, b, cube */
  andExists: 9,
  /** number, count, then from and to of each pair */
  defineRenaming: 10,
  /** to, a, number */
  rename: 11,
  /** a */
  free: 12,
  /** first, second: neighbours that move together */
  group: 13,
  /** sifts once; its time is reported apart */
  sift: 14,
  /** from now on reorders by itself */
  autoSift: 15,
  /** a: its size and its number of assignments are reported */
  report: 16,
} as const;

export interface Trace {
  readonly words: Int32Array;
  readonly registers: number;
  readonly variables: number;
  readonly operations: number;
}

/** A register of a trace under construction, with the function that it holds. */
export interface Reg {
  readonly register: number;
  readonly f: Bdd;
}

/** Runs a computation and writes down its operations. Registers are reused after `free`. */
export class Recorder {
  readonly bdd: BddManager;
  private words: number[] = [];
  private registers = 0;
  private readonly spare: number[] = [];
  private operations = 0;
  private renamings = 0;

  constructor(module: WebAssembly.Module) {
    this.bdd = new BddManager(module);
  }

  private put(f: Bdd, op: number, ...operands: number[]): Reg {
    const register = this.spare.pop() ?? this.registers++;
    this.words.push(op, register, ...operands);
    this.operations++;
    return { register, f: this.bdd.protect(f) };
  }

  variables(count: number): Reg[] {
    this.words.push(OP.variables, count);
    for (let v = 0; v < count; v++) this.bdd.newVariable();
    return Array.from({ length: count }, (_, v) => this.put(this.bdd.variable(v), OP.variable, v));
  }

  not(a: Reg): Reg {
    return this.put(this.bdd.not(a.f), OP.not, a.register);
  }

  and(a: Reg, b: Reg): Reg {
    return this.put(this.bdd.and(a.f, b.f), OP.and, a.register, b.register);
  }

  or(a: Reg, b: Reg): Reg {
    return this.put(this.bdd.or(a.f, b.f), OP.or, a.register, b.register);
  }

  xor(a: Reg, b: Reg): Reg {
    return this.put(this.bdd.xor(a.f, b.f), OP.xor, a.register, b.register);
  }

  ite(a: Reg, b: Reg, c: Reg): Reg {
    return this.put(this.bdd.ite(a.f, b.f, c.f), OP.ite, a.register, b.register, c.register);
  }

  exists(a: Reg, cube: Reg): Reg {
    return this.put(this.bdd.exists(a.f, cube.f), OP.exists, a.register, cube.register);
  }

  andExists(a: Reg, b: Reg, cube: Reg): Reg {
    return this.put(this.bdd.andExists(a.f, b.f, cube.f), OP.andExists, a.register, b.register, cube.register);
  }

  /** A function from registers to their renamed functions. */
  renaming(pairs: readonly (readonly [from: number, to: number])[]): (a: Reg) => Reg {
    const number = this.renamings++;
    this.words.push(OP.defineRenaming, number, pairs.length, ...pairs.flat());
    const renaming = this.bdd.renaming(pairs);
    return (a) => this.put(this.bdd.rename(a.f, renaming), OP.rename, a.register, number);
  }

  /** Frees a register. `free(a, b)` returns b, for updates in place. */
  free(a: Reg, instead: Reg = a): Reg {
    this.words.push(OP.free, a.register);
    this.spare.push(a.register);
    this.bdd.release(a.f);
    return instead;
  }

  group(first: number, second: number): void {
    this.words.push(OP.group, first, second);
    this.bdd.group([first, second]);
  }

  sift(): void {
    this.words.push(OP.sift);
  }

  autoSift(): void {
    this.words.push(OP.autoSift);
    this.bdd.autoReorder({});
  }

  report(a: Reg): void {
    this.words.push(OP.report, a.register);
  }

  /** The conjunction of variables, last one first. */
  cube(variables: readonly number[], of: readonly Reg[]): Reg {
    const [last, ...rest] = [...variables].sort((a, b) => b - a);
    let cube = this.and(of[last!]!, of[last!]!);
    for (const v of rest) cube = this.free(cube, this.and(of[v]!, cube));
    return cube;
  }

  trace(): Trace {
    return {
      words: Int32Array.from([...this.words, OP.end]),
      registers: this.registers,
      variables: this.bdd.variableCount,
      operations: this.operations,
    };
  }
}

/** What a replay says of itself. Times are CPU milliseconds. */
export interface ReplayResult {
  readonly ms: number;
  readonly siftMs: number;
  /** After the last sifting, all live nodes. */
  readonly siftedNodes: number;
  readonly sizes: number[];
  readonly counts: number[];
  readonly peakNodes: number;
  /** Of a first run, which compiles the code; not of the native packages. */
  readonly cold?: { readonly ms: number; readonly siftMs: number };
  /** What the process had resident at most, less what it had before; of a first run. 0 where the system does not tell. */
  readonly residentKb: number;
}

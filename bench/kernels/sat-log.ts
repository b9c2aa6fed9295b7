import { readFileSync, writeFileSync } from "node:fs";
import type { SatLit } from "../../src/logic/sat-lit.js";
import { SatSolver } from "../../src/solvers/sat/solver.js";

/** Operations of a log, as words. The native replayer reads the same. */
export const SOLVER = 0; // k: what follows is for solver k
export const VARIABLES = 1; // n: so many more
export const CLAUSE = 2; // n, literals
export const TEMPORARY = 3; // n, literals: for the next call only
export const SOLVE = 4; // answer (1, -1), domain (index, or -1), n, assumptions
export const READ = 5; // n, variables: of the model just found

export interface SatLog {
  readonly words: Int32Array;
  readonly domains: readonly Int32Array[];
}

/** Several solvers that write down what is asked of them. */
export class LogWriter {
  private words = new Int32Array(1 << 16);
  private used = 0;
  private readonly domains: Int32Array[] = [];
  private solvers = 0;
  private current = -1;
  private calls = 0;

  constructor(private readonly kernel: WebAssembly.Module) {}

  newSolver(): LoggedSolver {
    return new LoggedSolver(this, new SatSolver(this.kernel), this.solvers++);
  }

  get callCount(): number {
    return this.calls;
  }

  write(solver: number, head: readonly number[], body: ArrayLike<number> = []): void {
    const more = head.length + body.length + 2;
    if (this.used + more > this.words.length) {
      const longer = new Int32Array(2 * (this.words.length + more));
      longer.set(this.words);
      this.words = longer;
    }
    if (solver !== this.current) this.words.set([SOLVER, solver], this.used);
    if (solver !== this.current) this.used += 2;
    this.current = solver;
    this.words.set(head, this.used);
    this.words.set(body, this.used + head.length);
    this.used += head.length + body.length;
    if (head[0] === SOLVE) this.calls++;
  }

  addDomain(domain: Int32Array): number {
    return this.domains.push(domain) - 1;
  }

  log(): SatLog {
    return { words: this.words.slice(0, this.used), domains: this.domains };
  }
}

export class LoggedSolver {
  constructor(
    private readonly writer: LogWriter,
    private readonly solver: SatSolver,
    private readonly index: number,
  ) {}

  newVars(n: number): void {
    this.solver.newVars(n);
    this.writer.write(this.index, [VARIABLES, n]);
  }

  addClause(lits: readonly SatLit[]): void {
    this.solver.addClause(lits);
    this.writer.write(this.index, [CLAUSE, lits.length], lits);
  }

  addTemporary(lits: readonly SatLit[]): void {
    this.solver.addTemporary(lits);
    this.writer.write(this.index, [TEMPORARY, lits.length], lits);
  }

  solve(assumptions: readonly SatLit[], domain: Int32Array): boolean {
    const result = this.solver.solve(assumptions);
    if (result === "unknown") throw new Error("a call without limits has no answer");
    const answer = result === "sat" ? 1 : -1;
    this.writer.write(this.index, [SOLVE, answer, this.writer.addDomain(domain), assumptions.length], assumptions);
    return result === "sat";
  }

  /** Values of variables in the model. */
  read(variables: readonly number[]): boolean[] {
    this.writer.write(this.index, [READ, variables.length], variables);
    return variables.map((v) => this.solver.value((2 * v) as SatLit) === true);
  }

  failed(lit: SatLit): boolean {
    return this.solver.failed(lit);
  }
}

/** Two files: the words, which are all that other solvers need, and the domains, each as its size and its variables. */
export function writeLog(path: string, log: SatLog): void {
  writeFileSync(path, new Uint8Array(log.words.buffer, log.words.byteOffset, log.words.byteLength));
  const sizes = log.domains.reduce((sum, d) => sum + d.length + 1, 0);
  const flat = new Int32Array(sizes);
  let used = 0;
  for (const d of log.domains) {
    flat[used] = d.length;
    flat.set(d, used + 1);
    used += d.length + 1;
  }
  writeFileSync(`${path}.domains`, new Uint8Array(flat.buffer));
}

export function readLog(path: string): SatLog {
  const words = wordsOf(path);
  const flat = wordsOf(`${path}.domains`);
  const domains: Int32Array[] = [];
  for (let i = 0; i < flat.length; i += flat[i]! + 1) domains.push(flat.subarray(i + 1, i + 1 + flat[i]!));
  return { words, domains };
}

function wordsOf(path: string): Int32Array {
  const bytes = readFileSync(path);
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** Asks everything again; the number of answers that differ from the log's. */
export function replay(kernel: WebAssembly.Module, log: SatLog, withDomains: boolean): number {
  const { words, domains } = log;
  const solvers: SatSolver[] = [];
  let solver = new SatSolver(kernel);
  let wrong = 0;
  let trues = 0;
  for (let i = 0; i < words.length; ) {
    const operation = words[i]!;
    const n = words[i + 1]!;
    if (operation === SOLVER) {
      while (solvers.length <= n) solvers.push(new SatSolver(kernel));
      solver = solvers[n]!;
      i += 2;
    } else if (operation === VARIABLES) {
      solver.newVars(n);
      i += 2;
    } else if (operation === SOLVE) {
      const count = words[i + 3]!;
      const assumptions = words.subarray(i + 4, i + 4 + count) as ArrayLike<number> as ArrayLike<SatLit>;
      const domain = withDomains && words[i + 2]! >= 0 ? domains[words[i + 2]!] : undefined;
      const result = solver.solve(assumptions, domain === undefined ? {} : { domain });
      if ((result === "sat" ? 1 : -1) !== n) wrong++;
      if (result === "unsat") for (let k = 0; k < count; k++) if (solver.failed(assumptions[k]!)) trues++;
      i += 4 + count;
    } else {
      const body = words.subarray(i + 2, i + 2 + n) as ArrayLike<number> as ArrayLike<SatLit>;
      if (operation === CLAUSE) solver.addClause(body);
      else if (operation === TEMPORARY) solver.addTemporary(body);
      else for (let k = 0; k < n; k++) if (solver.value((2 * body[k]!) as SatLit)) trues++;
      i += 2 + n;
    }
  }
  if (trues < 0) throw new Error("unreachable: keeps the reads alive");
  return wrong;
}

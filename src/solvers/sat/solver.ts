import type { Limits, StopSignal } from "../../limits/stopped.js";
import type { SatLit } from "../../logic/sat-lit.js";
import { instanceOf } from "../instance.js";

export type SatResult = "sat" | "unsat" | "unknown";

/** Why a call ended without an answer. */
export type SatUnknownReason = "conflicts" | "propagations" | StopSignal;

/** Memory is linear memory, with what the instance itself needs (under 64 KiB). `shouldStop` is asked about every 10 ms of search. */
export interface SatLimits extends Partial<Limits> {
  /** Takes the proof log (see `LratChecker`), in parts that it must copy or use up. Logging costs some time and memory. */
  readonly proof?: (words: Int32Array) => void;
}

export interface SolveOptions {
  /** At most so many conflicts. */
  readonly conflicts?: number;
  /** At most so many propagated literals. */
  readonly propagations?: number;
  /**
   * Variables that may be decided: all, when absent. Clauses with other variables may be ignored, and a model promises
   * values only inside the domain. So 'unsat' is always right; 'sat' is when each assignment of the domain that satisfies the
   * clauses inside it extends to a model (the cone of some outputs of a circuit is such a domain).
   * The same array object must hold the same variables each time: it is then not read again.
   */
  readonly domain?: ArrayLike<number>;
}

export interface SatStatistics {
  readonly variables: number;
  readonly clauses: number;
  readonly learned: number;
  readonly fixed: number;
  readonly eliminated: number;
  readonly calls: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
  readonly restarts: number;
  readonly forgotten: number;
  /** Literals that vivification took out of clauses. */
  readonly vivified: number;
  readonly collections: number;
  readonly memory: number;
}

interface Kernel {
  readonly memory: WebAssembly.Memory;
  exchange(words: number): number;
  setMemoryLimit(bytes: number): void;
  loseClause(): void;
  startProof(): void;
  reset(): void;
  newVariables(n: number): number;
  addUnit(a: number): void;
  addBinary(a: number, b: number): void;
  addTernary(a: number, b: number, c: number): void;
  addClause(n: number): void;
  addClauses(words: number): void;
  addTemporary(n: number): void;
  activationLiteral(): number;
  setPhase(variable: number, sign: number): void;
  eliminateVariables(frozen: number, effort: number): void;
  eliminatedCount(): number;
  vivifyClauses(maxPropagations: number): void;
  vivifiedLiterals(): number;
  setDomain(n: number): void;
  clearDomain(): void;
  solve(assumptions: number, conflicts: number, propagations: number): number;
  unknownReason(): number;
  value(lit: number): number;
  fixed(lit: number): number;
  coreSize(): number;
  coreAddress(): number;
  failed(lit: number): number;
  isConsistent(): number;
  variableCount(): number;
  clauseCount(): number;
  learnedCount(): number;
  fixedCount(): number;
  conflicts(): number;
  decisions(): number;
  propagations(): number;
  restarts(): number;
  forgottenClauses(): number;
  collections(): number;
  memoryBytes(): number;
}

/** Propagations between two questions to `shouldStop`. */
const FUEL = 100_000;
/** Words of clauses that are handed over at a time. */
const CHUNK = 1 << 14;
const MAX_MEMORY = 0xffff0000;

/**
 * An incremental SAT solver: conflict-driven clause learning in WebAssembly, one instance for each solver.
 *
 * Clauses accumulate; each call of `solve` asks for a model under assumptions. What was learned stays for the next call. A
 * call costs what it propagates, not what the solver holds.
 */
export class SatSolver implements Disposable {
  private kernel: Kernel;
  // A view of the exchange buffer. Growth of linear memory detaches it, and its length is then 0.
  private buffer = new Int32Array(0);
  private domain: ArrayLike<number> | undefined;
  private reason: SatUnknownReason | null = null;
  private stopReason: StopSignal = "cancelled";
  private calls = 0;
  private readonly memoryLimit: number;

  /** `module` is the compiled kernel (wasm/sat.wasm). */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly limits: SatLimits = {},
  ) {
    this.memoryLimit = Math.min(limits.memoryLimit ?? MAX_MEMORY, MAX_MEMORY);
    this.kernel = this.instantiate();
  }

  // Problem specification ---------------------------------------------------------------------------------------------

  newVar(): number {
    return this.kernel.newVariables(1);
  }

  /** Makes `n` variables with consecutive numbers; the first of them. */
  newVars(n: number): number {
    return this.kernel.newVariables(n);
  }

  /** The disjunction of `lits`, for good. Ends the validity of the last model. */
  addClause(lits: ArrayLike<SatLit>): void {
    const n = lits.length;
    if (n === 2) this.kernel.addBinary(lits[0]!, lits[1]!);
    else if (n === 3) this.kernel.addTernary(lits[0]!, lits[1]!, lits[2]!);
    else if (n === 1) this.kernel.addUnit(lits[0]!);
    else if (this.writeClause(lits)) this.kernel.addClause(n);
  }

  /** All clauses of `flat`, each as its number of literals, then the literals (see `ClauseList`). */
  addClauses(flat: Int32Array): void {
    for (let begin = 0; begin < flat.length; ) {
      let end = begin + flat[begin]! + 1;
      while (end < flat.length && end + flat[end]! + 1 - begin <= CHUNK) end += flat[end]! + 1;
      if (!this.writeClause(flat.subarray(begin, end))) return;
      this.kernel.addClauses(end - begin);
      begin = end;
    }
  }

  /** A clause that holds in the next call of `solve` only, with everything that is learned from it. */
  addTemporary(lits: ArrayLike<SatLit>): void {
    if (this.writeClause(lits)) this.kernel.addTemporary(lits.length);
  }

  /**
   * The literal that the waiting temporary clauses are written with: each is stored as its own literals and the complement of this.
   * Undefined when there are none. With a proof log it is a new one for each call, so that all clauses can be inputs of the proof.
   */
  get activation(): SatLit | undefined {
    const lit = this.kernel.activationLiteral();
    return lit < 0 ? undefined : (lit as SatLit);
  }

  /**
   * Eliminates variables by resolution, with subsumption, before a hard problem that is solved once or a few times. What was learned is
   * forgotten. Models still have values for all variables. An eliminated variable that is mentioned again comes back by itself, which
   * undoes the work: `frozen` names variables that later clauses and assumptions will mention. Not while temporary clauses wait.
   */
  eliminate(frozen: ArrayLike<number> = [], effort = 2e8): void {
    if (this.write(frozen)) this.kernel.eliminateVariables(frozen.length, effort);
    this.domain = undefined;
  }

  /**
   * Shortens good learned clauses between calls: to the part of a clause that already follows when the clause itself is left out. Takes
   * about so many propagations.
   */
  vivify(propagations = 1e6): void {
    this.kernel.vivifyClauses(propagations);
  }

  /** The value that a decision on the variable tries first; search overwrites it. */
  setPhase(lit: SatLit): void {
    this.kernel.setPhase(lit >>> 1, lit & 1);
  }

  // Solving -----------------------------------------------------------------------------------------------------------

  /**
   * Is there a model in which all assumptions hold?
   * After 'sat', `value` reads it; after 'unsat', `core` says which assumptions are to blame; after 'unknown',
   * `unknownReason` says why. The solver stays usable in each case, also after it ran out of memory in the search. Only when a
   * clause or a variable found no room is every later answer 'unknown' (until `reset`).
   */
  solve(assumptions: ArrayLike<SatLit> = [], options: SolveOptions = {}): SatResult {
    this.calls++;
    this.reason = null;
    if (!this.restrict(options.domain) || !this.write(assumptions)) return this.unknown("memory");
    const { conflicts = Number.POSITIVE_INFINITY, propagations = Number.POSITIVE_INFINITY } = options;
    const result = this.kernel.solve(assumptions.length, conflicts, propagations);
    if (result > 0) return "sat";
    return result < 0 ? "unsat" : this.unknown(this.kernelReason());
  }

  /**
   * Tries to do without each literal of the last core, with a few conflicts each, and returns what is left: a subset of the core that
   * is itself a core. Temporary clauses of the call are gone by then: `temporary` gives them again.
   */
  minimizeCore(options: SolveOptions & { readonly temporary?: readonly ArrayLike<SatLit>[] } = {}): SatLit[] {
    const { conflicts = 100, temporary = [], ...rest } = options;
    let core = this.core();
    for (let i = core.length - 1; i >= 0 && core.length > 1; i--) {
      if (i >= core.length) continue;
      for (const clause of temporary) this.addTemporary(clause);
      const others = core.filter((_, j) => j !== i);
      if (this.solve(others, { ...rest, conflicts }) !== "unsat") continue;
      const needed = new Set(this.core());
      core = core.filter((l) => needed.has(l));
    }
    return core;
  }

  // Reading state -----------------------------------------------------------------------------------------------------

  /** After 'sat', until the next clause or call: the literal's value, undefined when the model leaves it open. */
  value(lit: SatLit): boolean | undefined {
    return truth(this.kernel.value(lit));
  }

  /** The literal's value in every model, as far as it is known. */
  fixed(lit: SatLit): boolean | undefined {
    return truth(this.kernel.fixed(lit));
  }

  /** After 'unsat': assumptions that cannot hold together; empty when the clauses alone have no model. */
  core(): SatLit[] {
    const size = this.kernel.coreSize();
    if (size === 0) return [];
    return Array.from(new Int32Array(this.kernel.memory.buffer, this.kernel.coreAddress() >>> 0, size)) as SatLit[];
  }

  /** After 'unsat': whether the literal is in the core; its complement may be an assumption, too. */
  failed(assumption: SatLit): boolean {
    return this.kernel.failed(assumption) !== 0;
  }

  /** False once the clauses alone are known to have no model. */
  get consistent(): boolean {
    return this.kernel.isConsistent() !== 0;
  }

  /** Literals propagated so far: what work is measured in. */
  get propagations(): number {
    return this.kernel.propagations();
  }

  /** After 'unknown'. */
  get unknownReason(): SatUnknownReason | null {
    return this.reason;
  }

  statistics(): SatStatistics {
    const k = this.kernel;
    return {
      variables: k.variableCount(),
      clauses: k.clauseCount(),
      learned: k.learnedCount(),
      fixed: k.fixedCount(),
      eliminated: k.eliminatedCount(),
      calls: this.calls,
      conflicts: k.conflicts(),
      decisions: k.decisions(),
      propagations: k.propagations(),
      restarts: k.restarts(),
      forgotten: k.forgottenClauses(),
      vivified: k.vivifiedLiterals(),
      collections: k.collections(),
      memory: k.memoryBytes() >>> 0,
    };
  }

  // Lifetime ----------------------------------------------------------------------------------------------------------

  /** No variables and no clauses any more; statistics begin at 0. Linear memory is kept and used again. */
  reset(): void {
    this.kernel.reset();
    if (this.limits.proof) this.kernel.startProof();
    this.buffer = new Int32Array(0);
    this.domain = undefined;
    this.calls = 0;
  }

  /** Lets go of linear memory. The solver is not to be used afterwards. */
  dispose(): void {
    this.kernel = DISPOSED;
    this.buffer = new Int32Array(0);
    this.domain = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  // Inside ------------------------------------------------------------------------------------------------------------

  private instantiate(): Kernel {
    const host = { poll: () => this.poll(), proof: (address: number, words: number) => this.log(address, words) };
    const env = {
      abort: () => {
        throw new Error("the SAT kernel has failed");
      },
    };
    const instance = instanceOf(this.module, { host, env });
    const kernel = instance.exports as unknown as Kernel;
    kernel.setMemoryLimit(this.memoryLimit);
    if (this.limits.proof) kernel.startProof();
    return kernel;
  }

  private log(address: number, words: number): void {
    this.limits.proof?.(new Int32Array(this.kernel.memory.buffer, address >>> 0, words));
  }

  private poll(): number {
    const why = this.limits.shouldStop?.() ?? null;
    if (why === null) return FUEL;
    this.stopReason = why;
    return 0;
  }

  private write(words: ArrayLike<number>): boolean {
    const n = words.length;
    if (n > this.buffer.length && !this.enlarge(n)) return false;
    const buffer = this.buffer;
    if (n > 32 && words instanceof Int32Array) buffer.set(words);
    else for (let i = 0; i < n; i++) buffer[i] = words[i]!;
    return true;
  }

  private writeClause(words: ArrayLike<number>): boolean {
    if (this.write(words)) return true;
    this.kernel.loseClause();
    return false;
  }

  private enlarge(n: number): boolean {
    const capacity = Math.max(64, 2 * n);
    const address = this.kernel.exchange(capacity) >>> 0;
    if (address === 0) return false;
    this.buffer = new Int32Array(this.kernel.memory.buffer, address, capacity);
    return true;
  }

  private restrict(domain: ArrayLike<number> | undefined): boolean {
    if (domain === this.domain) return true;
    if (domain === undefined) this.kernel.clearDomain();
    else if (this.write(domain)) this.kernel.setDomain(domain.length);
    else return false;
    this.domain = domain;
    return true;
  }

  private unknown(reason: SatUnknownReason): SatResult {
    this.reason = reason;
    return "unknown";
  }

  private kernelReason(): SatUnknownReason {
    switch (this.kernel.unknownReason()) {
      case 1:
        return "conflicts";
      case 2:
        return "propagations";
      case 3:
        return this.stopReason;
      default:
        return "memory";
    }
  }
}

const truth = (value: number): boolean | undefined => (value === 0 ? undefined : value > 0);

const DISPOSED = new Proxy({} as Kernel, {
  get() {
    throw new Error("this solver was disposed of");
  },
});

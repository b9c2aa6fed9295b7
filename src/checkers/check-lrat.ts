import type { SatLit } from "../logic/sat-lit.js";

/** A proof step that does not follow, or a log that makes no sense: the solver's answer cannot be trusted. */
export class ProofError extends Error {
  override readonly name = "ProofError";
}

const INPUT = 1;
const DERIVE = 2;
const DELETE = 3;
const CONCLUDE = 4;

/**
 * Checks the log of a SAT solver as it is written, step by step, and so answers of 'unsat' one by one.
 *
 * The clauses come from the caller, through `addInput`, in the order in which the solver gets them; the log can only refer to
 * them. Each derived clause must follow by its hints: when all its literals are false, each hint but the last leaves one
 * literal that is not false, which becomes true, and the last leaves none (LRAT without RAT: every clause is implied).
 *
 * Records of the log: INPUT number; DERIVE number n literals… m hints…; DELETE number; CONCLUDE number.
 */
export class LratChecker {
  private readonly inputs: Int32Array[] = [];
  private nextInput = 0;
  private readonly clauses = new Map<number, Int32Array>();
  // By literal: the step in which it was made false.
  private falseIn = new Int32Array(64);
  private step = 0;
  // The last words of the log, when a record is not complete yet.
  private rest = new Int32Array(0);
  private conclusion: Int32Array | null = null;

  /** A clause of the formula. */
  addInput(lits: ArrayLike<SatLit>): void {
    this.inputs.push(Int32Array.from(lits));
  }

  /** The next part of the log; may end in the middle of a record. Throws `ProofError` at the first step that is wrong. */
  feed(words: Int32Array): void {
    let log = words;
    if (this.rest.length > 0) {
      log = new Int32Array(this.rest.length + words.length);
      log.set(this.rest);
      log.set(words, this.rest.length);
    }
    let at = 0;
    for (let end = endOfRecord(log, at); end >= 0; end = endOfRecord(log, at)) {
      this.check(log.subarray(at, end));
      at = end;
    }
    this.rest = log.slice(at);
  }

  /**
   * Whether the last call is proved unsatisfiable under the assumptions of `core`: the log has concluded a clause whose
   * literals are complements of them. Takes the conclusion away, so that it cannot serve twice.
   */
  proves(core: readonly SatLit[]): boolean {
    const assumed = new Set<number>(core);
    if (core.some((l) => assumed.has(l ^ 1))) return true;
    const { conclusion } = this;
    this.conclusion = null;
    return this.rest.length === 0 && conclusion !== null && conclusion.every((l) => assumed.has(l ^ 1));
  }

  private check(record: Int32Array): void {
    const number = record[1]!;
    switch (record[0]) {
      case INPUT:
        this.define(number, this.takeInput());
        return;
      case DERIVE: {
        const literals = record.slice(3, 3 + record[2]!);
        if (!this.follows(literals, record.subarray(4 + literals.length)))
          throw new ProofError(`clause ${number} does not follow by its hints`);
        this.define(number, literals);
        return;
      }
      case DELETE:
        if (!this.clauses.delete(number)) throw new ProofError(`clause ${number} is deleted, but there is none`);
        return;
      default:
        this.conclusion = this.clause(number);
    }
  }

  private takeInput(): Int32Array {
    const input = this.inputs[this.nextInput];
    if (input === undefined) throw new ProofError("the log takes more clauses than were given");
    // Given back to the collector: the clause lives on under its number.
    this.inputs[this.nextInput++] = new Int32Array(0);
    return input;
  }

  private define(number: number, literals: Int32Array): void {
    if (this.clauses.has(number)) throw new ProofError(`clause ${number} is made twice`);
    this.clauses.set(number, literals);
  }

  private clause(number: number): Int32Array {
    const clause = this.clauses.get(number);
    if (clause === undefined) throw new ProofError(`clause ${number} is used, but there is none`);
    return clause;
  }

  private follows(literals: Int32Array, hints: Int32Array): boolean {
    this.step++;
    for (const l of literals) this.falsify(l);
    for (let i = 0; i < hints.length; i++) {
      const open = this.openLiteral(this.clause(hints[i]!));
      if (open === SEVERAL) return false;
      if (open === NONE) return true;
      this.falsify(open ^ 1);
    }
    return false;
  }

  /** The one literal that is not false; NONE, or SEVERAL. */
  private openLiteral(clause: Int32Array): number {
    let open = NONE;
    for (const l of clause) {
      if (this.falseIn[l] === this.step || l === open) continue;
      if (open !== NONE) return SEVERAL;
      open = l;
    }
    return open;
  }

  private falsify(l: number): void {
    while (l >= this.falseIn.length) {
      const longer = new Int32Array(2 * this.falseIn.length);
      longer.set(this.falseIn);
      this.falseIn = longer;
    }
    this.falseIn[l] = this.step;
  }
}

const NONE = -1;
const SEVERAL = -2;

/** Where the record at `at` ends, or -1 when the log ends before. */
function endOfRecord(log: Int32Array, at: number): number {
  if (at + 2 > log.length) return -1;
  const kind = log[at]!;
  if (kind < INPUT || kind > CONCLUDE) throw new ProofError(`${kind} is no kind of record`);
  if (kind !== DERIVE) return at + 2;
  if (at + 3 > log.length) return -1;
  const hints = at + 3 + checkedCount(log[at + 2]!);
  if (hints >= log.length) return -1;
  const end = hints + 1 + checkedCount(log[hints]!);
  return end <= log.length ? end : -1;
}

function checkedCount(n: number): number {
  if (n < 0) throw new ProofError(`${n} is no number of literals or hints`);
  return n;
}

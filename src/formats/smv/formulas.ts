import type { Ctl } from "../../formula/ctl.js";
import type { Ltl } from "../../formula/ltl.js";
import type { InputError } from "../../text/input-error.js";
import { printExpr } from "./print.js";
import type { Bound, BranchingUnary, ChainOp, Expr, LinearUnary } from "./syntax.js";

/** How a formula gets its atoms: expressions without temporal operators, taken apart at connectives as far as that is safe. */
export interface Atoms {
  /** Do the operands of an expression have a value of their own, also where another one keeps it from being looked at? */
  areIndependent(e: Expr, operands: readonly Expr[]): boolean;
  /** Compiles an expression and gives the name under which the property knows it. */
  atom(e: Expr, name: string): void;
  error(code: string, problem: string, at: number): InputError;
}

const CONNECTIVES = new Set<ChainOp>(["&", "|", "xor", "xnor", "<->"]);

/** A formula of linear time. */
export const toLtl = (e: Expr, atoms: Atoms): Ltl => new LinearReader(atoms).read(e);

/** A formula of branching time. */
export const toCtl = (e: Expr, atoms: Atoms): Ctl => new BranchingReader(atoms).read(e);

/** Operators with bounds are unrolled: the innermost formula may be repeated so often. */
const MAX_COPIES = 10_000;

/** What both logics have in common: connectives and atoms. */
abstract class Reader<F extends Ltl | Ctl> {
  private readonly temporal = new Map<Expr, boolean>();
  /** How often the formula that is being read will be repeated, by the bounds around it. */
  private copies = 1;

  constructor(protected readonly atoms: Atoms) {}

  protected abstract operator(e: Expr): F;
  protected abstract link(left: F, op: ChainOp, right: F, at: number): F;

  read(e: Expr): F {
    if (e.kind === "boolean") return { op: e.value ? "true" : "false" } as unknown as F;
    if (!this.isTemporal(e) && !this.isTakenApart(e)) {
      const name = printExpr(e);
      this.atoms.atom(e, name);
      return { op: "atom", name } as unknown as F;
    }
    switch (e.kind) {
      case "unary":
        if (e.op === "!") return { op: "not", arg: this.read(e.arg) } as unknown as F;
        break;
      case "implies":
        return e.args
          .map((a) => this.read(a))
          .reduceRight((right, left) => ({ op: "implies", left, right }) as unknown as F);
      case "chain":
        return this.chain(e);
      case "path":
      case "until":
        return this.operator(e);
    }
    throw this.atoms.error("smv-type", "a temporal operator stands inside of something that is not a formula", e.at);
  }

  private chain(e: Expr & { kind: "chain" }): F {
    const args = [e.first, ...e.rest.map((l) => l.arg)].map((a) => this.read(a));
    const op = e.rest[0]!.op;
    const uniform = (op === "&" || op === "|") && e.rest.every((l) => l.op === op);
    if (uniform) return balanced(args, op === "&" ? "and" : "or");
    return args.reduce((left, right, i) => {
      const { op: link, at } = e.rest[i - 1]!;
      return CONNECTIVES.has(link) ? connect(left, link, right) : this.link(left, link, right, at);
    });
  }

  private isTakenApart(e: Expr): boolean {
    const isConnective =
      e.kind === "implies" ||
      (e.kind === "unary" && e.op === "!") ||
      (e.kind === "chain" && e.rest.every((l) => CONNECTIVES.has(l.op)));
    return isConnective && this.atoms.areIndependent(e, partsOf(e));
  }

  private isTemporal(e: Expr): boolean {
    const known = this.temporal.get(e);
    if (known !== undefined) return known;
    const found = e.kind === "path" || e.kind === "until" || partsOf(e).some((p) => this.isTemporal(p)) || isLinear(e);
    this.temporal.set(e, found);
    return found;
  }

  /** Reads arguments of an operator with the bound. */
  protected under<T>(bound: Bound | null, at: number, read: () => T): T {
    const outer = this.copies;
    this.copies *= bound === null ? 1 : bound.high + 1;
    if (this.copies > MAX_COPIES) {
      const problem = `the bounds around this unroll to ${this.copies} copies: at most ${MAX_COPIES} are read`;
      throw this.atoms.error("smv-limit", problem, at);
    }
    const result = read();
    this.copies = outer;
    return result;
  }

  /** `operator^times f`. */
  protected repeated(op: "X" | "Y" | "EX" | "AX", times: number, f: F): F {
    let result = f;
    for (let i = 0; i < times; i++) result = { op, arg: result } as unknown as F;
    return result;
  }

  /** f now, or (and) one step on, or …, `times` steps on. */
  protected within(next: "X" | "Y" | "EX" | "AX", join: "and" | "or", times: number, f: F): F {
    let result = f;
    for (let i = 0; i < times; i++) {
      const later = { op: next, arg: result } as unknown as F;
      result = { op: join, left: f, right: later } as unknown as F;
    }
    return result;
  }
}

class LinearReader extends Reader<Ltl> {
  protected override operator(e: Expr): Ltl {
    if (e.kind !== "path" || e.op.length > 1) {
      const op = e.kind === "path" || e.kind === "until" ? e.op : "";
      throw this.atoms.error(
        "smv-type",
        `'${op}' quantifies over paths, which LTL does not: did you mean CTL (CTLSPEC, --ctl)?`,
        e.at,
      );
    }
    const op = e.op as LinearUnary;
    const arg = this.under(e.bound, e.at, () => this.read(e.arg));
    if (e.bound === null) return { op, arg };
    const { low, high } = e.bound;
    // Bounded past operators reach back over steps that exist, as the language's own tools read them.
    const step = op === "G" || op === "F" ? "X" : "Y";
    const join = op === "G" || op === "H" ? "and" : "or";
    return this.repeated(step, low, this.within(step, join, high - low, arg));
  }

  protected override link(left: Ltl, op: ChainOp, right: Ltl, at: number): Ltl {
    switch (op) {
      case "U":
      case "S":
      case "T":
        return { op, left, right };
      case "V":
        return { op: "R", left, right };
      default:
        throw this.atoms.error("smv-type", `'${op}' does not apply to temporal formulas`, at);
    }
  }
}

class BranchingReader extends Reader<Ctl> {
  protected override operator(e: Expr): Ctl {
    if (e.kind === "until") return this.until(e);
    if (e.kind !== "path" || e.op.length === 1) {
      const op = e.kind === "path" ? e.op : "";
      throw this.atoms.error(
        "smv-type",
        `'${op}' needs a path quantifier in CTL: did you mean ${/^[XFG]$/.test(op) ? `A${op} or E${op}, or ` : ""}LTL (LTLSPEC, --ltl)?`,
        e.at,
      );
    }
    const op = e.op as BranchingUnary;
    const arg = this.under(e.bound, e.at, () => this.read(e.arg));
    switch (op) {
      case "EBF":
      case "EBG":
      case "ABF":
      case "ABG": {
        const { low, high } = e.bound!;
        const step = op[0] === "E" ? "EX" : "AX";
        return this.repeated(step, low, this.within(step, op[2] === "G" ? "and" : "or", high - low, arg));
      }
      default:
        return { op, arg };
    }
  }

  private until(e: Expr & { kind: "until" }): Ctl {
    const [left, right] = this.under(e.bound, e.at, () => [this.read(e.left), this.read(e.right)] as const);
    if (e.bound === null) return { op: e.op, left, right };
    // `left` holds from the first step on, also before the lower bound.
    const step = e.op === "EU" ? "EX" : "AX";
    let result = right;
    for (let i = e.bound.high; i > 0; i--) {
      const later: Ctl = { op: "and", left, right: { op: step, arg: result } };
      result = i > e.bound.low ? { op: "or", left: right, right: later } : later;
    }
    return result;
  }

  protected override link(_left: Ctl, op: ChainOp, _right: Ctl, at: number): Ctl {
    throw this.atoms.error("smv-type", `'${op}' does not apply to formulas of CTL`, at);
  }
}

function connect<F extends Ltl | Ctl>(left: F, op: ChainOp, right: F): F {
  const name = { "&": "and", "|": "or", xor: "xor", xnor: "iff", "<->": "iff" }[op as "&"];
  return { op: name, left, right } as unknown as F;
}

/** Formulas are walked by recursion elsewhere: a conjunction of thousands must not be a list. */
function balanced<F extends Ltl | Ctl>(args: readonly F[], op: "and" | "or"): F {
  if (args.length === 1) return args[0]!;
  const half = args.length >> 1;
  return { op, left: balanced(args.slice(0, half), op), right: balanced(args.slice(half), op) } as unknown as F;
}

const isLinear = (e: Expr): boolean => e.kind === "chain" && e.rest.some((l) => "USVT".includes(l.op));

function partsOf(e: Expr): readonly Expr[] {
  switch (e.kind) {
    case "dot":
      return [e.of];
    case "index":
      return [e.of, e.index];
    case "bits":
      return [e.of, e.high, e.low];
    case "unary":
    case "path":
      return [e.arg];
    case "chain":
      return [e.first, ...e.rest.map((l) => l.arg)];
    case "implies":
    case "call":
      return e.args;
    case "set":
    case "list":
      return e.items;
    case "range":
      return [e.low, e.high];
    case "case":
      return [...e.branches.flatMap((b) => [b.condition, b.value]), ...(e.otherwise === null ? [] : [e.otherwise])];
    case "until":
      return [e.left, e.right];
    default:
      return [];
  }
}

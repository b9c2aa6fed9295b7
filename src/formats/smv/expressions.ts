import { Stopped } from "../../limits/stopped.js";
import { FALSE, type Lit, not, TRUE } from "../../logic/lit.js";
import { constantBits } from "../../logic/vector.js";
import type { Choices } from "./choices.js";
import type { Cell, Hierarchy, Instance, Macro, Reference, Storage } from "./instances.js";
import { Resolver, storageOf } from "./instances.js";
import type { Operators, Reporter } from "./operators.js";
import type { Branch, Expr, Link } from "./syntax.js";
import {
  type BoolValue,
  bool,
  type Failures,
  guardFails,
  integerConstant,
  joinFails,
  NO_FAILURES,
  type Value,
} from "./values.js";
import { Words } from "./words.js";

/**
 * Which values the variables of an expression have:
 * `now` those of a step, and `next(…)` may not occur; `step` the same, but `next(…)` may; `next` those of the step
 * after it; `initial` those of the first step; `constant`: there are no variables.
 */
export type Mode = "now" | "step" | "next" | "initial" | "constant";

/** What the expressions are about. */
export interface Variables {
  valueOf(cell: Cell, mode: Mode, at: number): Value;
  /** Whether the process is the one that executes. */
  running(process: number, at: number): Lit;
  selector(at: number): Value;
  /** Those that some valuation of the variables might reach; the others are seen at once to be impossible. */
  possible(fails: Failures): Failures;
}

/** Names that stand for each other are followed this deep on the stack; deeper ones are compiled first. */
const SHALLOW = 300;
/** Beyond this, expressions are refused. */
const DEEPEST = 1200;
class NotConstant extends Error {}

/** Something with a name that others need: what it stands for is computed once. */
export class Definition<T> {
  result: T | undefined;

  constructor(
    readonly name: string,
    readonly at: number,
    readonly compute: () => T,
  ) {}
}

/** Thrown where names nest too deeply: the definition must be computed first, from a shallow stack. */
class TooDeep extends Error {
  /** Definitions that were being computed, and need this one. */
  readonly waiting: Definition<unknown>[] = [];

  constructor(readonly definition: Definition<unknown>) {
    super("too deep");
  }
}

/** Turns expressions into values, checking types on the way. */
export class Expressions {
  private readonly resolver: Resolver;
  private readonly words: Words;
  private readonly memo = new Map<Mode, Map<Macro, Definition<Value>>>();
  /** Being computed, or given up until something that they need is. */
  private readonly busy = new Set<Definition<unknown>>();
  private depth = 0;

  constructor(
    hierarchy: Hierarchy,
    private readonly ops: Operators,
    private readonly choices: Choices,
    private readonly report: Reporter,
    private readonly variables: Variables,
  ) {
    this.words = new Words(ops, report);
    this.resolver = new Resolver(
      hierarchy,
      (code, problem, at) => report.error(code, problem, at),
      (e, scope) => this.constantInteger(e, scope),
    );
  }

  resolve(e: Expr, scope: Instance): Reference | null {
    return this.resolver.resolve(e, scope);
  }

  /**
   * Runs work that may follow names arbitrarily far. When the stack gets deep, what is being defined there is
   * computed first, and the work starts again: results are remembered, so that nothing is done often.
   */
  settle<T>(work: () => T): T {
    const first: TooDeep[] = [];
    const outer = this.depth;
    try {
      for (;;) {
        try {
          this.depth = 0;
          const top = first[first.length - 1];
          if (top === undefined) return work();
          this.resultOf(top.definition);
          first.pop();
          for (const d of top.waiting) this.busy.delete(d);
        } catch (e) {
          if (!(e instanceof TooDeep)) throw e;
          for (const d of e.waiting) this.busy.add(d);
          first.push(e);
        }
      }
    } finally {
      this.depth = outer;
    }
  }

  /** The result of a definition, computed when it is first asked for. A definition that needs itself is an error. */
  resultOf<T>(definition: Definition<T>): T {
    if (definition.result !== undefined) return definition.result;
    if (this.busy.has(definition)) throw this.circular(definition);
    if (this.depth > SHALLOW) throw new TooDeep(definition);
    this.busy.add(definition);
    try {
      definition.result = definition.compute();
    } catch (e) {
      if (e instanceof TooDeep) e.waiting.push(definition);
      throw e;
    } finally {
      this.busy.delete(definition);
    }
    return definition.result;
  }

  private circular({ name, at }: Definition<unknown>): Error {
    return this.report.error("smv-circular", `the definition of '${name}' depends on itself`, at);
  }

  boolean(e: Expr, scope: Instance, mode: Mode, where: string): BoolValue {
    return this.ops.toBool(this.value(e, scope, mode), e.at, where);
  }

  /** The value of an integer that must be known before the model is. */
  requireInteger(e: Expr, scope: Instance, what: string): number {
    const n = this.constantInteger(e, scope);
    if (n === null) throw this.report.error("smv-type", `${what} must be a constant integer`, e.at);
    return n;
  }

  private constantInteger(e: Expr, scope: Instance): number | null {
    const depth = this.depth;
    try {
      const v = this.value(e, scope, "constant");
      return v.kind === "integer" && v.low === v.high ? v.low : null;
    } catch (error) {
      if (!(error instanceof NotConstant)) throw error;
      this.depth = depth;
      return null;
    }
  }

  value(e: Expr, scope: Instance, mode: Mode): Value {
    if (++this.depth > DEEPEST) throw this.report.error("smv-limit", "this expression is nested too deeply", e.at);
    try {
      return this.valueOf(e, scope, mode);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      throw this.report.error("smv-limit", `the model needs ${error.message} here`, e.at);
    } finally {
      this.depth--;
    }
  }

  private valueOf(e: Expr, scope: Instance, mode: Mode): Value {
    switch (e.kind) {
      case "boolean":
        return bool(e.value ? TRUE : FALSE);
      case "integer":
        return integerConstant(e.value);
      case "word":
        return { kind: "word", signed: e.signed, bits: constantBits(e.value, e.width), fails: NO_FAILURES };
      case "name":
      case "dot":
      case "self":
        return this.referenceValue(this.resolver.resolve(e, scope)!, mode, e.at);
      case "index":
        return this.indexed(e, scope, mode);
      case "bits": {
        const high = this.requireInteger(e.high, scope, "the upper bit");
        const low = this.requireInteger(e.low, scope, "the lower bit");
        return this.words.selectBits(this.value(e.of, scope, mode), high, low, e.at);
      }
      case "unary": {
        const arg = this.value(e.arg, scope, mode);
        return e.op === "!" ? this.ops.not(arg, e.at) : this.ops.negate(arg, e.at);
      }
      case "chain":
        return this.chain(e.first, e.rest, scope, mode);
      case "implies":
        return e.args
          .map((a) => this.value(a, scope, mode))
          .reduceRight((right, left) => this.ops.logical("->", left, right, e.at));
      case "set":
        return this.choices.union(
          e.items.map((item) => this.value(item, scope, mode)),
          e.at,
        );
      case "range":
        return this.span(e, scope);
      case "case":
        return this.cases(e.branches, e.otherwise, e.at, scope, mode);
      case "call":
        return this.call(e, scope, mode);
      case "list":
        return {
          kind: "array",
          low: 0,
          items: this.sameShape(
            e.items.map((item) => this.value(item, scope, mode)),
            e.at,
          ),
          fails: NO_FAILURES,
        };
      case "path":
      case "until":
        throw this.report.error("smv-type", `the temporal operator '${e.op}' cannot stand here`, e.at);
    }
  }

  private sameShape(items: Value[], at: number): Value[] {
    const first = items[0]!;
    const differs = items.some(
      (v) =>
        (v.kind === "array" || first.kind === "array") &&
        !(v.kind === "array" && first.kind === "array" && v.items.length === first.items.length),
    );
    if (differs) throw this.report.error("smv-type", "the rows of an array must have equal lengths", at);
    return items;
  }

  private referenceValue(ref: Reference, mode: Mode, at: number): Value {
    switch (ref.kind) {
      case "macro":
        return this.macroValue(ref.macro, mode);
      case "constant":
        return { kind: "enum", values: [ref.name], bits: [], fails: NO_FAILURES };
      case "instance":
        throw this.report.error("smv-type", "an instance of a module is not a value", at);
      case "running":
        if (mode === "constant") throw new NotConstant();
        if (mode === "next" || mode === "initial") throw this.inputHere("running", mode, at);
        return bool(this.variables.running(ref.process, at));
      case "selector":
        if (mode === "constant") throw new NotConstant();
        if (mode === "next" || mode === "initial") throw this.inputHere("_process_selector_", mode, at);
        return this.variables.selector(at);
      default: {
        if (mode === "constant") throw new NotConstant();
        return this.stored(storageOf(ref)!, mode, at);
      }
    }
  }

  private inputHere(name: string, mode: "next" | "initial", at: number): Error {
    const where = mode === "next" ? "under 'next'" : "in an initial condition";
    return this.report.error("smv-input", `the input '${name}' cannot be read ${where}`, at);
  }

  private stored(storage: Storage, mode: Mode, at: number): Value {
    if (storage.kind === "array") {
      return {
        kind: "array",
        low: storage.low,
        items: storage.items.map((s) => this.stored(s, mode, at)),
        fails: NO_FAILURES,
      };
    }
    const { cell } = storage;
    if (cell.role === "input" && (mode === "next" || mode === "initial")) throw this.inputHere(cell.name, mode, at);
    return this.variables.valueOf(cell, mode, at);
  }

  macroValue(macro: Macro, mode: Mode): Value {
    let definitions = this.memo.get(mode);
    if (definitions === undefined) {
      definitions = new Map();
      this.memo.set(mode, definitions);
    }
    let definition = definitions.get(macro);
    if (definition === undefined) {
      definition = new Definition(macro.name, macro.at, () =>
        this.withoutImpossible(this.value(macro.body, macro.scope, mode)),
      );
      definitions.set(macro, definition);
    }
    return this.resultOf(definition);
  }

  /** What a definition can do wrong is looked at once, not wherever it is used. */
  private withoutImpossible(v: Value): Value {
    return v.fails.length === 0 ? v : { ...v, fails: this.variables.possible(v.fails) };
  }

  private indexed(e: Expr & { kind: "index" }, scope: Instance, mode: Mode): Value {
    const ref = this.resolver.resolve(e, scope);
    if (ref !== null) return this.referenceValue(ref, mode, e.at);
    return this.ops.element(this.value(e.of, scope, mode), this.value(e.index, scope, mode), e.at);
  }

  private chain(first: Expr, rest: readonly Link[], scope: Instance, mode: Mode): Value {
    const flat = this.flatChain(first, rest, scope, mode);
    if (Array.isArray(flat)) return flat.reduce((left, right, i) => this.binary(left, rest[i - 1]!, right));
    return flat;
  }

  /** Long conjunctions and disjunctions become balanced trees; other chains give back their operands. */
  private flatChain(first: Expr, rest: readonly Link[], scope: Instance, mode: Mode): Value[] | Value {
    const operands = [this.value(first, scope, mode), ...rest.map((link) => this.value(link.arg, scope, mode))];
    const op = rest[0]!.op;
    const isPlain = (v: Value): v is BoolValue => v.kind === "boolean" && v.fails.length === 0;
    if ((op !== "&" && op !== "|") || rest.some((l) => l.op !== op) || !operands.every(isPlain)) return operands;
    const lits = operands.map((v) => v.lit);
    return bool(op === "&" ? this.ops.aig.andAll(lits) : this.ops.aig.orAll(lits));
  }

  private binary(left: Value, { op, at }: Link, right: Value): Value {
    switch (op) {
      case "&":
      case "|":
      case "xor":
      case "xnor":
      case "<->":
        return this.ops.logical(op, left, right, at);
      case "=":
      case "!=":
      case "<":
      case ">":
      case "<=":
      case ">=":
        return this.ops.compare(op, left, right, at);
      case "+":
      case "-":
      case "*":
      case "/":
      case "mod":
        return this.ops.arithmetic(op, left, right, at);
      case "<<":
      case ">>":
        return this.words.shift(op, left, right, at);
      case "::":
        return this.words.concatenate(left, right, at);
      case "union":
        return this.choices.union([left, right], at);
      case "in":
        return this.choices.isIn(left, right, at);
      case "U":
      case "S":
      case "V":
      case "T":
        throw this.report.error("smv-type", `the temporal operator '${op}' cannot stand here`, at);
    }
  }

  private span(e: Expr & { kind: "range" }, scope: Instance): Value {
    const low = this.requireInteger(e.low, scope, "the lower bound");
    const high = this.requireInteger(e.high, scope, "the upper bound");
    if (low > high) throw this.report.error("smv-range", `the range ${low}..${high} is empty`, e.at);
    return { kind: "set", choice: { kind: "span", low, high, at: e.at }, fails: NO_FAILURES };
  }

  private cases(branches: readonly Branch[], otherwise: Expr | null, at: number, scope: Instance, mode: Mode): Value {
    const conditions = branches.map((b) => this.boolean(b.condition, scope, mode, "the condition"));
    const values = branches.map((b) => this.value(b.value, scope, mode));
    const last = branches.length - 1;
    let result: Value;
    let i = last;
    if (otherwise !== null) result = this.value(otherwise, scope, mode);
    else {
      result = this.partial(conditions[last]!, values[last]!, at);
      i--;
    }
    for (; i >= 0; i--) result = this.ops.mux(conditions[i]!, values[i]!, result, branches[i]!.value.at);
    return result;
  }

  /** The last branch of a `case`: it is an error when its condition does not hold either. */
  private partial(condition: BoolValue, value: Value, at: number): Value {
    const none = not(condition.lit);
    const missing = this.variables.possible([{ when: none, problem: "no condition of this 'case' holds", at }]);
    const inside = guardFails(this.ops.aig, value.fails, condition.lit);
    return { ...value, fails: joinFails(joinFails(condition.fails, inside), missing) };
  }

  private call(e: Expr & { kind: "call" }, scope: Instance, mode: Mode): Value {
    if (e.fn === "next") return this.next(e, scope, mode);
    if (e.fn === "uwconst" || e.fn === "swconst") return this.wordConstant(e, scope);
    const args = e.args.map((a) => this.value(a, scope, mode));
    const [a, b] = args as [Value, Value];
    switch (e.fn) {
      case "bool":
        return this.ops.boolCast(a, e.at);
      case "word1":
        return this.ops.word1(a, e.at);
      case "toint":
        return this.ops.toIntCast(a, e.at);
      case "signed":
      case "unsigned":
        return this.words.setSigned(a, e.fn === "signed", e.at);
      case "extend":
        return this.words.extend(a, this.requireInteger(e.args[1]!, scope, "the number of bits"), e.at);
      case "resize":
        return this.words.resize(a, this.requireInteger(e.args[1]!, scope, "the width"), e.at);
      case "sizeof":
        if (a.kind !== "word") throw this.report.error("smv-type", "'sizeof' applies to a word", e.at);
        return integerConstant(a.bits.length);
      case "count":
        return this.ops.count(args, e.at);
      case "abs":
        return this.ops.abs(a, e.at);
      case "min":
      case "max":
        return this.ops.extreme(e.fn, a, b, e.at);
    }
  }

  private next(e: Expr & { kind: "call" }, scope: Instance, mode: Mode): Value {
    if (mode === "next") throw this.report.error("smv-next", "'next' cannot stand inside 'next'", e.at);
    if (mode === "constant") throw new NotConstant();
    if (mode !== "step") throw this.report.error("smv-next", "'next' cannot stand here", e.at);
    return this.value(e.args[0]!, scope, "next");
  }

  private wordConstant(e: Expr & { kind: "call" }, scope: Instance): Value {
    const signed = e.fn === "swconst";
    const n = this.requireInteger(e.args[0]!, scope, `the value of '${e.fn}'`);
    const width = this.requireInteger(e.args[1]!, scope, "the width");
    if (width < 1 || width > 4096) throw this.report.error("smv-range", "the width must be between 1 and 4096", e.at);
    const low = signed ? -(2 ** (width - 1)) : 0;
    const high = signed ? 2 ** (width - 1) - 1 : 2 ** width - 1;
    if (n < low || n > high) throw this.report.error("smv-range", `${n} does not fit ${width} bits`, e.at);
    return { kind: "word", signed, bits: constantBits(n, width), fails: NO_FAILURES };
  }
}

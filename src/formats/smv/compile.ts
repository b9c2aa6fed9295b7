import { Aig } from "../../logic/aig.js";
import { FALSE, isNegated, type Lit, litOf, nodeOf, not, TRUE } from "../../logic/lit.js";
import { type Bits, codeWidth, constantBits, constantOf, difference, hasCode, resized } from "../../logic/vector.js";
import type { Latch, Model } from "../../model/model.js";
import type { Signal, SignalType, SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import { Choices } from "./choices.js";
import { conjuncts, leavesOf, satisfiable } from "./decide.js";
import { Definition, Expressions, type Mode, type Variables } from "./expressions.js";
import type { Assignment, Cell, Hierarchy, Instance, Macro, Storage, Variable } from "./instances.js";
import { inScope, SELECTOR } from "./instances.js";
import { Operators, type Reporter } from "./operators.js";
import { printExpr } from "./print.js";
import type { Declaration, Expr, TypeExpr } from "./syntax.js";
import {
  type BoolValue,
  bool,
  type Choice,
  choiceOf,
  type Domain,
  decode,
  domainOfConstants,
  type Failure,
  type Failures,
  guardFails,
  isValid,
  joinFails,
  type Value,
  widthOf,
} from "./values.js";

/** Elements of one array, bits of one word, and bits of all variables. */
const MAX_ARRAY = 65_536;
const MAX_WORD_WIDTH = 4096;
const MAX_BITS = 2 ** 22;
const MAX_GATES = 40_000_000;
/** What a bit of a variable takes with its name and its latch, and a gate with its place in the table, in bytes. */
const BYTES_OF_A_BIT = 512;
const BYTES_OF_A_GATE = 64;
/** Gate evaluations spent on the question whether an error can happen: at the end, and on the way. */
const BUDGET = 10_000_000;
const SMALL_BUDGET = 1_000_000;

export interface CompileOptions {
  /** Keep every state variable in latches: formulas that branch, or `next` in expressions, look at whole states. */
  readonly wholeStates: boolean;
  /** There are questions about finite runs: what a run may end in must not be cut off. */
  readonly finiteRuns: boolean;
  /** Bytes that the model may take: larger ones are refused where they get there. */
  readonly memoryBytes: number;
}

/** How a scalar variable is held. */
interface Held {
  readonly bits: Bits;
  /** Index of its first latch; -1 when its bits are inputs or functions. */
  readonly latch: number;
}

interface MutableLatch {
  readonly node: number;
  next: Lit;
  reset: Lit | "free";
}

/**
 * Builds the model of a hierarchy. Variables become latches (or inputs, or functions of both), nondeterminism becomes
 * free inputs, constraints become constraints of the model.
 */
export class ModelCompiler implements Variables {
  readonly aig: Aig;
  readonly ops: Operators;
  private readonly choices: Choices;
  readonly expressions: Expressions;
  private readonly inputs: number[] = [];
  private readonly latches: MutableLatch[] = [];
  private readonly cells: Cell[] = [];
  private readonly held = new Map<Cell, Definition<Held>>();
  private readonly nexts = new Map<Cell, Definition<Bits>>();
  private readonly inits = new Map<Cell, Definition<{ readonly bits: Bits | null }>>();
  private readonly choiceBits = new Map<Cell, Lit[]>();
  private readonly constraints: Lit[] = [];
  private readonly fairness: Lit[] = [];
  private readonly fairnessNames: string[] = [];
  private readonly notes: Failure[] = [];
  private readonly refuted = new Set<Lit>();
  private processCode: Lit[] | null = null;
  /** Of all variables so far. */
  private bits = 0;
  /** Nodes of what the source calls inputs. */
  private readonly sourceInputs = new Set<number>();
  /** By node of a latch: that its variable has a valid code. */
  private readonly domainOf = new Map<number, Lit>();
  private started: Lit | null = null;
  private invariant: BoolValue = bool(TRUE);
  private transition: BoolValue = bool(TRUE);

  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly report: Reporter & { place(at: number): SourcePlace },
    private readonly options: CompileOptions,
  ) {
    this.aig = new Aig(Math.min(MAX_GATES, Math.ceil(options.memoryBytes / BYTES_OF_A_GATE)));
    this.ops = new Operators(this.aig, report);
    this.choices = new Choices(this.ops, report);
    this.expressions = new Expressions(hierarchy, this.ops, this.choices, report, this);
  }

  /** Everything but the properties. Order matters: types, assignments, then what reads them. */
  compile(): void {
    for (const scope of this.hierarchy.instances) this.declareTypes(scope);
    this.forEach("assign", (d, scope) => this.assign(d, scope));
    for (const cell of this.cells) this.settle(() => this.heldOf(cell));
    this.invariants();
    for (const cell of this.cells) this.settle(() => this.setNext(cell));
    this.transitions();
    this.initialStates();
    this.fairnessConditions();
  }

  private settle<T>(work: () => T): T {
    return this.expressions.settle(work);
  }

  private forEach<K extends Declaration["kind"]>(
    kind: K,
    visit: (d: Declaration & { kind: K }, scope: Instance) => void,
  ): void {
    for (const scope of this.hierarchy.instances) {
      for (const d of scope.declarations) if (d.kind === kind) visit(d as Declaration & { kind: K }, scope);
    }
  }

  // Types

  private declareTypes(scope: Instance): void {
    for (const member of scope.members.values()) {
      if (member.kind !== "variable") continue;
      const { variable } = member;
      variable.storage = this.settle(() => {
        this.expectRoom(variable);
        return this.storage(variable, variable.name, variable.type);
      });
    }
  }

  private storage(variable: Variable, name: string, type: TypeExpr): Storage {
    const { role, scope, at } = variable;
    if (type.kind !== "array") {
      const domain = this.domain(type, scope);
      const cell: Cell = { name, role, domain, scope, at, init: null, always: null, next: [] };
      this.cells.push(cell);
      return { kind: "scalar", cell };
    }
    const { low, high } = this.arrayBounds(type, scope);
    const items: Storage[] = [];
    for (let i = low; i <= high; i++) items.push(this.storage(variable, `${name}[${i}]`, type.of));
    return { kind: "array", name, low, items };
  }

  private arrayBounds(type: TypeExpr & { kind: "array" }, scope: Instance): { low: number; high: number } {
    const low = this.expressions.requireInteger(type.low, scope, "the lower bound of an array");
    const high = this.expressions.requireInteger(type.high, scope, "the upper bound of an array");
    if (low > high) throw this.report.error("smv-range", `the array ${low}..${high} has no elements`, type.at);
    if (high - low < MAX_ARRAY) return { low, high };
    const problem = `this array has ${high - low + 1} elements: at most ${MAX_ARRAY} are read`;
    throw this.report.error("smv-limit", problem, type.at);
  }

  /** Before anything is made of it: the variable and those before it have a number of bits that can be held. */
  private expectRoom({ scope, at, type: whole }: Variable): void {
    let elements = 1;
    let type = whole;
    for (; type.kind === "array"; type = type.of) {
      const { low, high } = this.arrayBounds(type, scope);
      elements *= high - low + 1;
    }
    // An element without bits, as of 0..0, is something to remember as well.
    this.bits += elements * Math.max(1, widthOf(this.domain(type, scope)));
    const most = Math.min(MAX_BITS, Math.ceil(this.options.memoryBytes / BYTES_OF_A_BIT));
    if (this.bits <= most) return;
    throw this.report.error("smv-limit", `the variables up to here have ${this.bits} bits: at most ${most} fit`, at);
  }

  private domain(type: TypeExpr, scope: Instance): Domain {
    switch (type.kind) {
      case "boolean":
        return { kind: "boolean" };
      case "enum":
        return domainOfConstants(type.values);
      case "word": {
        const width = this.expressions.requireInteger(type.width, scope, "the width of a word");
        if (width < 1) throw this.report.error("smv-range", "a word has at least one bit", type.at);
        if (width > MAX_WORD_WIDTH) {
          throw this.report.error("smv-limit", `words are at most ${MAX_WORD_WIDTH} bits wide`, type.at);
        }
        return { kind: "word", signed: type.signed, width };
      }
      case "range": {
        const low = this.expressions.requireInteger(type.low, scope, "the lower bound");
        const high = this.expressions.requireInteger(type.high, scope, "the upper bound");
        if (low > high) throw this.report.error("smv-range", `the range ${low}..${high} is empty`, type.at);
        return { kind: "range", low, high };
      }
      default:
        throw new Error("arrays and modules have no domain");
    }
  }

  // Assignments

  private assign(d: Declaration & { kind: "assign" }, scope: Instance): void {
    const ref = this.settle(() => this.expressions.resolve(d.target, scope));
    const storage = ref?.kind === "variable" ? ref.variable.storage : ref?.kind === "element" ? ref.storage : null;
    if (storage === null) throw this.report.error("smv-assign", "only a variable can be assigned", d.target.at);
    this.assignStorage(storage, d, scope, []);
  }

  private assignStorage(
    storage: Storage,
    d: Declaration & { kind: "assign" },
    scope: Instance,
    element: readonly number[],
  ): void {
    if (storage.kind === "array") {
      storage.items.forEach((item, i) => {
        this.assignStorage(item, d, scope, [...element, storage.low + i]);
      });
      return;
    }
    const { cell } = storage;
    const assignment: Assignment = { value: d.value, element, scope, at: d.at };
    const again = (which: string): Error => this.report.error("smv-assign", `${which} is assigned a second time`, d.at);
    if (cell.role === "input") throw this.report.error("smv-assign", `the input '${cell.name}' is assigned`, d.at);
    if (cell.role === "frozen" && d.when !== "init") {
      throw this.report.error("smv-assign", `'${cell.name}' is frozen: only its initial value can be assigned`, d.at);
    }
    switch (d.when) {
      case "init":
        if (cell.init !== null || cell.always !== null) throw again(`init(${cell.name})`);
        cell.init = assignment;
        break;
      case "always":
        if (cell.init !== null || cell.always !== null || cell.next.length > 0) throw again(`'${cell.name}'`);
        cell.always = assignment;
        break;
      case "next": {
        const sameProcess = cell.next.some((a) => a.scope.process === scope.process);
        if (cell.always !== null || sameProcess) throw again(`next(${cell.name})`);
        cell.next.push(assignment);
      }
    }
  }

  /** What is assigned to one cell, as alternatives. */
  private assigned(a: Assignment, mode: Mode): { choice: Choice; fails: Failures } {
    let v: Value = this.expressions.value(a.value, a.scope, mode);
    for (const i of a.element) {
      const item: Value | undefined = v.kind === "array" ? v.items[i - v.low] : undefined;
      if (item === undefined) throw this.report.error("smv-type", "an array of the same shape must be assigned", a.at);
      v = { ...item, fails: joinFails(item.fails, v.fails) };
    }
    return { choice: choiceOf(v, a.value.at), fails: v.fails };
  }

  // Current values

  valueOf(cell: Cell, mode: Mode): Value {
    return decode(this.aig, cell.domain, this.bitsOf(cell, mode));
  }

  private bitsOf(cell: Cell, mode: Mode): Bits {
    if (mode === "next") return this.nextOf(cell);
    if (mode === "initial") return this.initialBits(cell) ?? this.heldOf(cell).bits;
    return this.heldOf(cell).bits;
  }

  private heldOf(cell: Cell): Held {
    return this.once(this.held, cell, cell.name, cell.always?.at ?? cell.at, () => this.hold(cell));
  }

  private once<T>(memo: Map<Cell, Definition<T>>, cell: Cell, name: string, at: number, compute: () => T): T {
    let definition = memo.get(cell);
    if (definition === undefined) {
      definition = new Definition(name, at, compute);
      memo.set(cell, definition);
    }
    return this.expressions.resultOf(definition);
  }

  private hold(cell: Cell): Held {
    if (cell.role === "input") {
      const bits = this.choices.freeCode(cell.domain, (i) => {
        const lit = this.choiceBit(cell, i);
        this.sourceInputs.add(nodeOf(lit));
        return lit;
      });
      return { bits, latch: -1 };
    }
    if (cell.always !== null) return this.holdAlways(cell, cell.always);
    const isFree = cell.role === "state" && cell.next.length === 0 && cell.init === null;
    if (isFree && !this.options.wholeStates) {
      return { bits: this.choices.freeCode(cell.domain, (i) => this.choiceBit(cell, i)), latch: -1 };
    }
    return this.holdInLatches(cell);
  }

  private holdAlways(cell: Cell, assignment: Assignment): Held {
    const { choice, fails } = this.assigned(assignment, "now");
    if (isDeterministic(choice) || !this.options.wholeStates) {
      const picked = this.choices.pick(cell.domain, choice, (i) => this.choiceBit(cell, i), cell.name);
      this.refuse(joinFails(fails, picked.fails));
      this.refuseInputs(picked.bits, `the assignment of '${cell.name}'`, assignment.at);
      return { bits: picked.bits, latch: -1 };
    }
    return this.holdInLatches(cell);
  }

  private holdInLatches(cell: Cell): Held {
    const latch = this.latches.length;
    const bits = Array.from({ length: widthOf(cell.domain) }, () => this.newLatch("free"));
    const valid = isValid(this.aig, cell.domain, bits);
    if (valid !== TRUE) for (const b of bits) this.domainOf.set(nodeOf(b), valid);
    return { bits, latch };
  }

  private newLatch(reset: Lit | "free"): Lit {
    const lit = this.aig.leaf();
    this.latches.push({ node: nodeOf(lit), next: lit, reset });
    return lit;
  }

  private newInput(): Lit {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  }

  /** The i-th free bit of the choices made for a variable. */
  private choiceBit(cell: Cell, i: number): Lit {
    let lits = this.choiceBits.get(cell);
    if (lits === undefined) {
      lits = [];
      this.choiceBits.set(cell, lits);
    }
    while (lits.length <= i) lits.push(this.newInput());
    return lits[i]!;
  }

  // Processes

  running(process: number): Lit {
    return hasCode(this.aig, this.processBits(), process);
  }

  selector(): Value {
    return decode(this.aig, this.processDomain(), this.processBits());
  }

  private processDomain(): Domain {
    return { kind: "enum", values: this.hierarchy.processes.map((p) => p.path || "main") };
  }

  private processBits(): Lit[] {
    if (this.processCode === null) {
      this.processCode = this.choices.freeCode(this.processDomain(), () => {
        const lit = this.newInput();
        this.sourceInputs.add(nodeOf(lit));
        return lit;
      });
    }
    return this.processCode;
  }

  // Next values

  private nextOf(cell: Cell): Bits {
    const at = cell.next[0]?.at ?? cell.always?.at ?? cell.at;
    return this.once(this.nexts, cell, `next(${cell.name})`, at, () => this.nextBits(cell));
  }

  private nextBits(cell: Cell): Bits {
    const held = this.heldOf(cell);
    if (cell.role === "frozen") return held.bits;
    if (cell.always !== null) {
      const { choice, fails } = this.assigned(cell.always, "next");
      const picked = this.choices.pick(cell.domain, choice, (i) => this.choiceBit(cell, i), cell.name);
      this.refuse(joinFails(fails, picked.fails));
      return picked.bits;
    }
    if (cell.next.length === 0) {
      if (held.latch < 0) throw new Error(`next(${cell.name}) of a variable that is not in latches`);
      return this.choices.freeCode(cell.domain, (i) => this.choiceBit(cell, i));
    }
    if (this.hierarchy.processes.length === 1) return this.assignedNext(cell, cell.next[0]!, TRUE);
    // Only the process that runs assigns; the others leave the variable as it is.
    let bits: Bits = held.bits;
    for (const a of cell.next) {
      const runs = this.running(a.scope.process);
      const assigned = this.assignedNext(cell, a, runs);
      const otherwise = bits;
      bits = assigned.map((b, i) => this.aig.mux(runs, b, otherwise[i]!));
    }
    return bits;
  }

  private assignedNext(cell: Cell, a: Assignment, when: Lit): Bits {
    const { choice, fails } = this.assigned(a, "step");
    const picked = this.choices.pick(cell.domain, choice, (i) => this.choiceBit(cell, i), cell.name);
    this.refuse(guardFails(this.aig, joinFails(fails, picked.fails), when));
    return picked.bits;
  }

  private setNext(cell: Cell): void {
    const { latch, bits } = this.heldOf(cell);
    if (latch < 0) return;
    this.nextOf(cell).forEach((next, i) => {
      this.latches[latch + i]!.next = next;
    });
    if (bits.length === 0 && cell.init !== null) this.initialBits(cell);
  }

  // Constraints

  private invariants(): void {
    this.forEach("constraint", (d, scope) => {
      if (d.on !== "INVAR") return;
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "now", "the invariant"));
      this.refuseInputs([v.lit], "INVAR", d.at);
      this.invariant = this.ops.logical("&", this.invariant, v, d.at) as BoolValue;
      if (v.lit !== TRUE) this.constraints.push(v.lit);
    });
    this.refuse(this.invariant.fails);
  }

  private transitions(): void {
    this.forEach("constraint", (d, scope) => {
      if (d.on !== "TRANS") return;
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "step", "the transition relation"));
      this.transition = this.ops.logical("&", this.transition, v, d.at) as BoolValue;
    });
    this.refuse(this.transition.fails);
    if (this.transition.lit === TRUE) return;
    if (!this.options.finiteRuns) this.constraints.push(this.transition.lit);
    else this.allowToHalt(this.transition.lit);
  }

  /**
   * A finite run may end in a state without a successor, while a constraint on transitions would cut that state off.
   * So a run may halt instead of moving on; it can do so once, in its last step: infinite behaviours never halt.
   */
  private allowToHalt(transition: Lit): void {
    // What is chosen for the next state does not matter in the last step: one choice is enough.
    const choices = this.options.wholeStates ? this.inputs.filter((n) => !this.sourceInputs.has(n)) : [];
    const idle = this.aig.andAll(choices.map((n) => litOf(n, true)));
    const halt = this.newInput();
    const halted = this.newLatch(FALSE);
    this.latches[this.latches.length - 1]!.next = this.aig.or(halted, halt);
    this.constraints.push(this.aig.mux(halt, idle, transition), not(halted));
  }

  // Initial states

  /** The code of a variable in the first step if it is a constant; null when it is not known. */
  private initialBits(cell: Cell): Bits | null {
    const at = cell.init?.at ?? cell.always?.at ?? cell.at;
    const known = this.once(this.inits, cell, `init(${cell.name})`, at, () => ({ bits: this.knownInit(cell) }));
    return known.bits;
  }

  private knownInit(cell: Cell): Bits | null {
    const a = cell.init ?? cell.always;
    if (a === null) return null;
    const { choice, fails } = this.assigned(a, "initial");
    const picked = this.choices.pick(cell.domain, choice, () => FALSE, cell.name);
    this.refuse(joinFails(fails, picked.fails));
    return isDeterministic(choice) && constantOf(picked.bits) !== null ? picked.bits : null;
  }

  private initialStates(): void {
    const conditions: Lit[] = [];
    for (const cell of this.cells) {
      const { latch, bits } = this.heldOf(cell);
      if (latch < 0) continue;
      const known = this.settle(() => this.initialBits(cell));
      if (known !== null) {
        known.forEach((b, i) => {
          this.latches[latch + i]!.reset = b;
        });
        continue;
      }
      const a = cell.init ?? cell.always;
      if (a !== null) {
        const { choice } = this.settle(() => this.assigned(a, "initial"));
        const value = decode(this.aig, cell.domain, bits);
        conditions.push(this.choices.isMember(value, choice, a.at));
      }
    }
    let all: BoolValue = bool(this.aig.andAll(conditions));
    this.forEach("constraint", (d, scope) => {
      if (d.on !== "INIT") return;
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "initial", "the initial condition"));
      all = this.ops.logical("&", all, v, d.at) as BoolValue;
    });
    this.refuse(guardFails(this.aig, all.fails, this.invariant.lit));
    this.constrainInitially(all.lit);
    this.constrainCodes();
  }

  /** Conjuncts that are bits of the state become resets; what remains must hold in the first step. */
  private constrainInitially(condition: Lit): void {
    const byNode = new Map(this.latches.map((l) => [l.node, l]));
    const rest = conjuncts(this.aig, condition).filter((c) => {
      const latch = byNode.get(nodeOf(c));
      if (latch === undefined || latch.reset !== "free") return latch?.reset !== (isNegated(c) ? FALSE : TRUE);
      latch.reset = isNegated(c) ? FALSE : TRUE;
      return false;
    });
    if (rest.length === 0) return;
    this.constraints.push(this.aig.or(this.startedLatch(), this.aig.andAll(rest)));
  }

  /** 0 in the first step, 1 afterwards. */
  private startedLatch(): Lit {
    if (this.started === null) {
      this.started = this.newLatch(FALSE);
      this.latches[this.latches.length - 1]!.next = TRUE;
    }
    return this.started;
  }

  /** A free reset may choose bits that are no code; afterwards codes stay codes. */
  private constrainCodes(): void {
    for (const cell of this.cells) {
      const { latch, bits } = this.heldOf(cell);
      if (latch < 0) continue;
      const first = bits.map((b, i) => {
        const { reset } = this.latches[latch + i]!;
        return reset === "free" ? b : reset;
      });
      if (isValid(this.aig, cell.domain, first) === TRUE) continue;
      this.constraints.push(isValid(this.aig, cell.domain, bits));
    }
  }

  // Fairness

  private fairnessConditions(): void {
    this.forEach("justice", (d, scope) => {
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "now", "the fairness condition"));
      this.refuse(guardFails(this.aig, v.fails, this.invariant.lit));
      this.fairness.push(v.lit);
      this.fairnessNames.push(inScope(printExpr(d.body), scope));
    });
    this.forEach("compassion", (d, scope) => {
      const often = this.settle(() => this.expressions.boolean(d.often, scope, "now", "the first condition"));
      const then = this.settle(() => this.expressions.boolean(d.follows, scope, "now", "the second condition"));
      this.refuse(guardFails(this.aig, joinFails(often.fails, then.fails), this.invariant.lit));
      this.compassion(often.lit, then.lit);
      this.fairnessNames.push(inScope(`COMPASSION (${printExpr(d.often)}, ${printExpr(d.follows)})`, scope));
    });
  }

  /**
   * Infinitely often p implies infinitely often q: at some moment the behaviour may promise that p holds no more, and
   * must keep that; unless it has promised, q holds infinitely often. Exact for single behaviours, not for trees.
   */
  private compassion(p: Lit, q: Lit): void {
    const promised = this.newLatch(FALSE);
    this.latches[this.latches.length - 1]!.next = this.aig.or(promised, this.newInput());
    this.constraints.push(not(this.aig.and(promised, p)));
    this.fairness.push(this.aig.or(promised, q));
  }

  // Errors of expressions

  /** Expressions that the language calls errors must not be reached by any valuation of the variables. */
  refuse(fails: Failures): void {
    for (const f of fails) {
      const possible = this.reaches(f.when, BUDGET);
      if (possible === null) continue;
      if (possible === "unknown") this.notes.push(f);
      else throw this.report.error("smv-range", `${f.problem}${this.example(possible)}`, f.at);
    }
  }

  possible(fails: Failures): Failures {
    return fails.filter((f) => this.reaches(f.when, SMALL_BUDGET) !== null);
  }

  private reaches(when: Lit, budget: number): ReadonlyMap<number, boolean> | null | "unknown" {
    if (when === FALSE || this.refuted.has(when)) return null;
    const codes = new Set(leavesOf(this.aig, [when]).flatMap((n) => this.domainOf.get(n) ?? []));
    const possible = satisfiable(this.aig, this.aig.andAll([when, ...codes]), budget);
    if (possible === null) this.refuted.add(when);
    return possible;
  }

  private example(valuation: ReadonlyMap<number, boolean>): string {
    const shown = this.cells.flatMap((cell) => {
      const bits = this.held.get(cell)?.result?.bits;
      if (bits === undefined || !bits.some((b) => valuation.has(nodeOf(b)))) return [];
      const code = bits.reduce((n, b, i) => n + (valuation.get(nodeOf(b)) !== isNegated(b) ? 2 ** i : 0), 0);
      return [`${cell.name} = ${valueName(cell.domain, code)}`];
    });
    return shown.length === 0 ? "" : ` (for example with ${shown.slice(0, 5).join(", ")})`;
  }

  readsSourceInput(lits: readonly Lit[]): boolean {
    return this.sourceInputs.size > 0 && leavesOf(this.aig, lits).some((n) => this.sourceInputs.has(n));
  }

  private refuseInputs(lits: readonly Lit[], where: string, at: number): void {
    if (this.readsSourceInput(lits)) throw this.report.error("smv-input", `${where} cannot read inputs`, at);
  }

  // Results

  /** A condition that may read next values, and whether it does. */
  ofStep(e: Expr, scope: Instance, where: string): { readonly value: BoolValue; readonly readsNext: boolean } {
    const read = (mode: Mode): BoolValue => this.settle(() => this.expressions.boolean(e, scope, mode, where));
    try {
      return { value: read("now"), readsNext: false };
    } catch (error) {
      if (!(error instanceof InputError) || error.code !== "smv-next") throw error;
      return { value: read("step"), readsNext: true };
    }
  }

  /** That the choices made in this step are a transition to a state that the invariants allow. */
  legalMove(): Lit {
    let all = this.transition.lit;
    this.forEach("constraint", (d, scope) => {
      if (d.on !== "INVAR") return;
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "next", "the invariant"));
      all = this.aig.and(all, v.lit);
    });
    return all;
  }

  get invariantLit(): Lit {
    return this.invariant.lit;
  }

  /** Whether every state has a fair path by construction. */
  get everyStateGoesOn(): boolean {
    return this.constraints.length === 0 && this.fairness.length === 0;
  }

  /** Errors of expressions of which it is not known whether any valuation reaches them. */
  get undecided(): readonly Failure[] {
    return this.notes;
  }

  model(): Model {
    const latches: Latch[] = this.latches.map((l) => ({ ...l }));
    return {
      aig: this.aig,
      inputs: this.inputs,
      latches,
      constraints: this.constraints,
      fairness: this.fairness,
      fairnessNames: this.fairnessNames,
      signals: this.signals(),
      modules: this.modules(),
    };
  }

  private modules(): number[][] {
    const clusters = new Map<Instance, number[]>();
    for (const cell of this.cells) {
      const { latch, bits } = this.heldOf(cell);
      if (latch < 0 || bits.length === 0) continue;
      const cluster = clusters.get(cell.scope) ?? [];
      if (cluster.length === 0) clusters.set(cell.scope, cluster);
      cluster.push(...bits.map((_, i) => latch + i));
    }
    return [...clusters.values()];
  }

  private signals(): Signal[] {
    const signals: Signal[] = [];
    const inputs = new Set(this.inputs);
    for (const role of ["frozen", "state", "input"] as const) {
      for (const cell of this.cells) if (cell.role === role) signals.push(this.signal(cell, inputs));
    }
    if (this.hierarchy.processes.length > 1) signals.push(...this.processSignals());
    signals.push(...this.defines());
    return signals;
  }

  private signal(cell: Cell, inputs: ReadonlySet<number>): Signal {
    const { bits, latch } = this.heldOf(cell);
    const reads = latch >= 0 ? "latch" : this.isFree(bits, inputs) ? "input" : "define";
    return {
      name: cell.name,
      kind: reads,
      type: signalType(cell.domain),
      bits,
      ...(cell.role === "input" ? {} : { isState: true }),
      source: this.report.place(cell.at),
    };
  }

  private isFree(bits: Bits, inputs: ReadonlySet<number>): boolean {
    return bits.length > 0 && leavesOf(this.aig, bits).every((n) => inputs.has(n));
  }

  private processSignals(): Signal[] {
    const type = signalType(this.processDomain());
    const source = this.report.place(this.hierarchy.main.module.at);
    return [
      { name: SELECTOR, kind: "input", type, bits: this.processBits(), source },
      ...this.hierarchy.processes.map((p): Signal => {
        const name = p.path === "" ? "running" : `${p.path}.running`;
        return { name, kind: "input", type: { kind: "bool" }, bits: [this.running(p.process)], source };
      }),
    ];
  }

  /** Definitions whose values people can read. Those that are sets, or read next values, are not values of a step. */
  private defines(): Signal[] {
    const signals: Signal[] = [];
    for (const scope of this.hierarchy.instances) {
      for (const member of scope.members.values()) {
        if (member.kind !== "macro" || !member.macro.isDefine) continue;
        const shown = this.shownDefine(member.macro);
        if (shown === null) continue;
        signals.push({ name: member.macro.name, kind: "define", ...shown, source: this.report.place(member.macro.at) });
      }
    }
    return signals;
  }

  private shownDefine(macro: Macro): { readonly type: SignalType; readonly bits: Bits } | null {
    try {
      return shownValue(
        this.aig,
        this.settle(() => this.expressions.macroValue(macro, "now")),
      );
    } catch (e) {
      if (e instanceof InputError && e.code === "smv-next") return null;
      throw e;
    }
  }
}

const isDeterministic = (c: Choice): boolean => {
  switch (c.kind) {
    case "one":
      return true;
    case "span":
      return c.low === c.high;
    case "if":
      return isDeterministic(c.whenTrue) && isDeterministic(c.whenFalse);
    case "any":
      return c.options.length === 1 && isDeterministic(c.options[0]!);
  }
};

export function signalType(domain: Domain): SignalType {
  switch (domain.kind) {
    case "boolean":
      return { kind: "bool" };
    case "word":
      return { kind: domain.signed ? "signed" : "unsigned" };
    case "range":
      return { kind: "range", low: domain.low };
    case "enum":
      return { kind: "enum", values: domain.values.map(String) };
  }
}

function valueName(domain: Domain, code: number): string {
  switch (domain.kind) {
    case "boolean":
      return code === 1 ? "TRUE" : "FALSE";
    case "range":
      return `${domain.low + code}`;
    case "enum":
      return `${domain.values[code]}`;
    case "word":
      return `0${domain.signed ? "s" : "u"}d${domain.width}_${code}`;
  }
}

function shownValue(aig: Aig, v: Value): { readonly type: SignalType; readonly bits: Bits } | null {
  switch (v.kind) {
    case "boolean":
      return { type: { kind: "bool" }, bits: [v.lit] };
    case "integer": {
      const wide = resized(v.bits, v.bits.length + 1, true);
      const code = difference(aig, wide, constantBits(v.low, wide.length));
      return { type: { kind: "range", low: v.low }, bits: code.slice(0, codeWidth(v.high - v.low + 1)) };
    }
    case "enum":
      return { type: { kind: "enum", values: v.values.map(String) }, bits: v.bits };
    case "word":
      return { type: { kind: v.signed ? "signed" : "unsigned" }, bits: v.bits };
    default:
      return null;
  }
}

import { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../../logic/lit.js";
import { type Bits, constantOf, hasCode } from "../../logic/vector.js";
import type { Model } from "../../model/model.js";
import type { Demand } from "../../model/property.js";
import type { SourcePlace } from "../../model/symbols.js";
import { InputError } from "../../text/input-error.js";
import type { Register } from "../psl/monitor.js";
import { BehaviourDemands } from "./behaviour-demands.js";
import { CellTable } from "./cell-table.js";
import { Choices } from "./choices.js";
import { Definition, Expressions, type Mode, type Variables } from "./expressions.js";
import { FailureSearch } from "./failure-search.js";
import type { Assignment, Cell, Hierarchy, Instance, Macro } from "./instances.js";
import { inScope } from "./instances.js";
import { Leaves } from "./leaves.js";
import { Operators, type Reporter } from "./operators.js";
import { printExpr } from "./print.js";
import { type Held, signalsOf } from "./signals.js";
import type { Declaration, Expr } from "./syntax.js";
import {
  type BoolValue,
  bool,
  type Choice,
  choiceOf,
  type Domain,
  decode,
  type Failures,
  guardFails,
  isDeterministic,
  isValid,
  joinFails,
  type Value,
  widthOf,
} from "./values.js";

const MAX_GATES = 40_000_000;
/** What a gate takes with its place in the table, in bytes. */
const BYTES_OF_A_GATE = 64;

export interface CompileOptions {
  /** Keep every state variable in latches: formulas that branch, or `next` in expressions, look at whole states. */
  readonly wholeStates: boolean;
  /** There are questions about finite runs: what a run may end in must not be cut off. */
  readonly finiteRuns: boolean;
  /** Bytes that the model may take: larger ones are refused where they get there. */
  readonly memoryBytes: number;
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
  private readonly leaves: Leaves;
  private readonly table: CellTable;
  private readonly held = new Map<Cell, Definition<Held>>();
  private readonly nexts = new Map<Cell, Definition<Bits>>();
  private readonly inits = new Map<Cell, Definition<{ readonly bits: Bits | null }>>();
  private readonly asked: BehaviourDemands;
  readonly failures: FailureSearch;
  private processCode: Lit[] | null = null;
  private invariant: BoolValue = bool(TRUE);
  private transition: BoolValue = bool(TRUE);

  constructor(
    readonly hierarchy: Hierarchy,
    private readonly report: Reporter & { place(at: number): SourcePlace },
    private readonly options: CompileOptions,
  ) {
    this.aig = new Aig(Math.min(MAX_GATES, Math.ceil(options.memoryBytes / BYTES_OF_A_GATE)));
    this.leaves = new Leaves(this.aig);
    this.asked = new BehaviourDemands(this.aig, this.leaves);
    this.ops = new Operators(this.aig, report);
    this.choices = new Choices(this.ops, report);
    this.expressions = new Expressions(hierarchy, this.ops, this.choices, report, this);
    this.table = new CellTable(this.expressions, report, options.memoryBytes);
    this.failures = new FailureSearch(this.aig, report, this.cells, (cell) => this.held.get(cell)?.result?.bits);
  }

  get cells(): readonly Cell[] {
    return this.table.cells;
  }

  /** Everything but the properties. Order matters: types, assignments, then what reads them. */
  compile(): void {
    for (const scope of this.hierarchy.instances) this.table.declare(scope);
    this.forEach("assign", (d, scope) => this.table.assign(d, scope));
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

  // Assignments

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

  heldOf(cell: Cell): Held {
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
      const bits = this.choices.freeCode(cell.domain, (i) => this.leaves.fromSource(this.leaves.choiceBit(cell, i)));
      return { bits, latch: -1 };
    }
    if (cell.always !== null) return this.holdAlways(cell, cell.always);
    const isFree = cell.role === "state" && cell.next.length === 0 && cell.init === null;
    if (isFree && !this.options.wholeStates) {
      return { bits: this.choices.freeCode(cell.domain, (i) => this.leaves.choiceBit(cell, i)), latch: -1 };
    }
    return this.holdInLatches(cell);
  }

  private holdAlways(cell: Cell, assignment: Assignment): Held {
    const { choice, fails } = this.assigned(assignment, "now");
    if (isDeterministic(choice) || !this.options.wholeStates) {
      const picked = this.choices.pick(cell.domain, choice, (i) => this.leaves.choiceBit(cell, i), cell.name);
      this.failures.refuse(joinFails(fails, picked.fails));
      this.refuseInputs(picked.bits, `the assignment of '${cell.name}'`, assignment.at);
      return { bits: picked.bits, latch: -1 };
    }
    return this.holdInLatches(cell);
  }

  private holdInLatches(cell: Cell): Held {
    const latch = this.leaves.latches.length;
    const bits = Array.from({ length: widthOf(cell.domain) }, () => this.leaves.latch("free"));
    const valid = isValid(this.aig, cell.domain, bits);
    if (valid !== TRUE) for (const b of bits) this.failures.domainOf.set(nodeOf(b), valid);
    return { bits, latch };
  }

  get inputs(): readonly number[] {
    return this.leaves.inputs;
  }

  /** A register that watches behaviours: 0 at first, then what `follow` is told. */
  register(): Register {
    return this.leaves.register();
  }

  /** A bit that no variable has, free in every step. */
  guess(): Lit {
    return this.leaves.input();
  }

  // Processes

  running(process: number): Lit {
    return hasCode(this.aig, this.processBits(), process);
  }

  selector(): Value {
    return decode(this.aig, this.processDomain(), this.processBits());
  }

  processDomain(): Domain {
    return { kind: "enum", values: this.hierarchy.processes.map((p) => p.path || "main") };
  }

  processBits(): Lit[] {
    if (this.processCode === null) {
      this.processCode = this.choices.freeCode(this.processDomain(), () => this.leaves.fromSource(this.leaves.input()));
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
      const picked = this.choices.pick(cell.domain, choice, (i) => this.leaves.choiceBit(cell, i), cell.name);
      this.failures.refuse(joinFails(fails, picked.fails));
      return picked.bits;
    }
    if (cell.next.length === 0) {
      if (held.latch < 0) throw new Error(`next(${cell.name}) of a variable that is not in latches`);
      return this.choices.freeCode(cell.domain, (i) => this.leaves.choiceBit(cell, i));
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
    const picked = this.choices.pick(cell.domain, choice, (i) => this.leaves.choiceBit(cell, i), cell.name);
    this.failures.refuse(guardFails(this.aig, joinFails(fails, picked.fails), when));
    return picked.bits;
  }

  private setNext(cell: Cell): void {
    const { latch, bits } = this.heldOf(cell);
    if (latch < 0) return;
    this.nextOf(cell).forEach((next, i) => {
      this.leaves.latches[latch + i]!.next = next;
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
      if (v.lit === TRUE) return;
      this.asked.inEveryState(v.lit, {
        name: `INVAR ${inScope(printExpr(d.body), scope)}`,
        place: this.place(d.at),
      });
    });
    this.failures.refuse(this.invariant.fails);
  }

  private transitions(): void {
    const relations: { readonly lit: Lit; readonly name: string; readonly at: number }[] = [];
    this.forEach("constraint", (d, scope) => {
      if (d.on !== "TRANS") return;
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "step", "the transition relation"));
      this.transition = this.ops.logical("&", this.transition, v, d.at) as BoolValue;
      if (v.lit !== TRUE) relations.push({ lit: v.lit, name: `TRANS ${inScope(printExpr(d.body), scope)}`, at: d.at });
    });
    this.failures.refuse(this.transition.fails);
    if (relations.length === 0) return;
    if (this.options.finiteRuns) this.asked.allowToHalt(this.options.wholeStates ? this.leaves.choosing() : []);
    for (const { lit, name, at } of relations) this.asked.inEveryMove(lit, { name, place: this.place(at) });
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
    this.failures.refuse(joinFails(fails, picked.fails));
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
          this.leaves.latches[latch + i]!.reset = b;
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
    this.failures.refuse(guardFails(this.aig, all.fails, this.invariant.lit));
    this.asked.inFirstState(all.lit);
    this.constrainCodes();
  }

  /** A free reset may choose bits that are no code; afterwards codes stay codes. */
  private constrainCodes(): void {
    for (const cell of this.cells) {
      const { latch, bits } = this.heldOf(cell);
      if (latch < 0) continue;
      const first = bits.map((b, i) => {
        const { reset } = this.leaves.latches[latch + i]!;
        return reset === "free" ? b : reset;
      });
      if (isValid(this.aig, cell.domain, first) === TRUE) continue;
      this.asked.unsaid(isValid(this.aig, cell.domain, bits));
    }
  }

  // Fairness

  private fairnessConditions(): void {
    this.forEach("justice", (d, scope) => {
      const v = this.settle(() => this.expressions.boolean(d.body, scope, "now", "the fairness condition"));
      this.failures.refuse(guardFails(this.aig, v.fails, this.invariant.lit));
      this.asked.justice(v.lit, inScope(printExpr(d.body), scope), this.place(d.at));
    });
    this.forEach("compassion", (d, scope) => {
      const often = this.settle(() => this.expressions.boolean(d.often, scope, "now", "the first condition"));
      const then = this.settle(() => this.expressions.boolean(d.follows, scope, "now", "the second condition"));
      this.failures.refuse(guardFails(this.aig, joinFails(often.fails, then.fails), this.invariant.lit));
      const name = inScope(`COMPASSION (${printExpr(d.often)}, ${printExpr(d.follows)})`, scope);
      this.asked.compassion(often.lit, then.lit, { name, place: this.place(d.at) });
    });
  }

  // Errors of expressions, and inputs of the source

  possible(fails: Failures): Failures {
    return this.failures.possible(fails);
  }

  readsSourceInput(lits: readonly Lit[]): boolean {
    return this.leaves.readsSource(lits);
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

  /** True where a finite run ends. */
  get halt(): Lit {
    return this.asked.halt;
  }

  get demands(): readonly Demand[] {
    return this.asked.demands;
  }

  get everyStateGoesOn(): boolean {
    return this.asked.everyStateGoesOn;
  }

  model(): Model {
    return {
      aig: this.aig,
      inputs: this.inputs,
      latches: this.leaves.made(),
      constraints: this.asked.constraints,
      fairness: this.asked.fairness,
      fairnessNames: this.asked.fairnessNames,
      signals: signalsOf(this),
      modules: this.modules(),
      origin: { name: "main" },
    };
  }

  definedAs(macro: Macro): Value {
    return this.settle(() => this.expressions.macroValue(macro, "now"));
  }

  place(at: number): SourcePlace {
    return this.report.place(at);
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
}

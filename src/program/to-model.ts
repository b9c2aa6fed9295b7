import { Aig } from "../logic/aig.js";
import { FALSE, type Lit, nodeOf, not, TRUE } from "../logic/lit.js";
import {
  type Bits,
  codeWidth,
  constantBits,
  difference,
  foldCode,
  hasCode,
  resized,
  tableBits,
} from "../logic/vector.js";
import { DemandLog } from "../model/demands.js";
import type { Latch, Model } from "../model/model.js";
import type { Demand } from "../model/property.js";
import type { Signal, SignalType } from "../model/symbols.js";
import type { Assignment } from "./action.js";
import { bool, decoded, TermCircuits, type Value } from "./circuit.js";
import { type AnyScalar, signalType } from "./domain.js";
import { ModelError } from "./model-error.js";
import {
  type Condition,
  type FairnessCondition,
  fairnessOf,
  firstFunction,
  type Program,
  type StepFairness,
} from "./program.js";
import { type ProcessStep, possibleConflicts, Semantics, slotTerm } from "./semantics.js";
import type { Term } from "./term.js";

/** A program as a model, with what is needed to understand it and to read its lassos. */
export interface ProgramModel {
  readonly program: Program;
  readonly model: Model;
  /** The fairness of the program. */
  readonly demands: readonly Demand[];
  /** Some value leaves its domain, or an index its array, in this step. */
  readonly error: Lit;
  /** No step is enabled. */
  readonly deadlock: Lit;
  /** The code of each slot, over latches. */
  readonly slots: readonly Bits[];
  /** The code of the step that is taken, over inputs; the number of steps itself means that nothing happens. */
  readonly step: Bits;
  /** Strong fairness, where it was not made a promise: who is enabled again and again takes a step again and again. */
  readonly pairs: readonly StreettPair[];
  /** The latches, by index, that come back when a state does: all but those that chose the first one. */
  readonly state: readonly number[];
  /** Latches, by index, that promise something: see `Design`. */
  readonly promises: readonly number[];
  /** The literal of a condition on states. */
  literal(condition: Condition, name: string): Lit;
}

export interface StreettPair {
  readonly enabled: Lit;
  readonly taken: Lit;
}

/**
 * Compiles a program of expressions. Inputs choose the step, values where any of several will do, and where a promise of
 * strong fairness begins; a constraint asks for a step that is enabled.
 *
 * An error or a deadlock is the end of a behaviour: a latch `over` is set, which a constraint forbids one step later.
 * So both can be asked for as bad states, and no fair behaviour goes through them.
 */
export function programModel(program: Program, strong: "promises" | "pairs" = "promises"): ProgramModel {
  const where = firstFunction(program);
  if (where !== null)
    throw new ModelError(
      "model-symbolic",
      `${where} is a function: only a system written with expressions becomes a circuit`,
    );
  return new Compiler(program, strong).compile();
}

interface CompiledStep {
  readonly enabled: Lit;
  readonly guardFails: Lit;
  readonly effectFails: Lit;
  /** New codes by slot. */
  readonly writes: ReadonlyMap<number, Bits>;
}

class Compiler {
  private readonly aig = new Aig();
  private readonly inputs: number[] = [];
  private readonly latches: Latch[] = [];
  private readonly signals: Signal[] = [];
  private readonly modules: number[][] = [];
  private readonly semantics: Semantics;
  private readonly steps: readonly ProcessStep[];
  private readonly codes: Bits[] = [];
  private readonly values: Value[] = [];
  private readonly terms: TermCircuits;
  /** Inputs that choose values; steps share them. */
  private readonly choices: Lit[] = [];
  private readonly pairs: StreettPair[] = [];
  private readonly promises: number[] = [];
  /** Latches that choose the first state. */
  private readonly firstChoices = new Set<number>();

  constructor(
    private readonly program: Program,
    private readonly strong: "promises" | "pairs",
  ) {
    this.semantics = new Semantics(program);
    this.steps = this.semantics.steps;
    for (const { domain } of program.slots) {
      const code = Array.from({ length: codeWidth(sizeOf(domain)) }, () => this.aig.leaf());
      this.codes.push(code);
      const value = decoded(this.aig, code, domain.low, domain.high);
      this.values.push(domain.kind === "bool" ? bool(code[0]!) : value);
    }
    this.terms = new TermCircuits(this.aig, this.values);
  }

  compile(): ProgramModel {
    const { aig, program } = this;
    const { isPromised } = this.semantics;
    const stutters = program.deadlock === "stutter";
    const canIdle = stutters || (program.stopping === "allowed" && isPromised.includes(false));
    const selector = Array.from({ length: codeWidth(this.steps.length + (canIdle ? 1 : 0)) }, () => this.input());
    const selected = this.steps.map((_, k) => hasCode(aig, selector, k));
    const steps = this.steps.map((step) => this.step(step));

    const anyEnabled = aig.orAll(steps.map((s) => s.enabled));
    const guardFails = aig.orAll(steps.map((s) => s.guardFails));
    const taken = selected.map((lit, k) => aig.and(lit, steps[k]!.enabled));
    const error = aig.or(guardFails, aig.orAll(taken.map((lit, k) => aig.and(lit, steps[k]!.effectFails))));
    const stuck = aig.and(not(anyEnabled), not(guardFails));
    const deadlock = stutters ? FALSE : stuck;
    const isFree = not(aig.orAll(steps.filter((_, k) => isPromised[k]).map((s) => s.enabled)));
    const mayStop = program.stopping === "allowed" ? aig.andAll([anyEnabled, isFree, not(guardFails)]) : FALSE;
    const mayIdle = aig.or(stutters ? stuck : FALSE, mayStop);
    const idles = canIdle ? aig.and(mayIdle, hasCode(aig, selector, this.steps.length)) : FALSE;
    const constraints = [aig.orAll([...taken, idles, guardFails, deadlock])];

    this.addSlots(steps, taken);
    const over = aig.or(error, deadlock);
    if (over !== FALSE) {
      const latch = aig.leaf();
      this.latches.push({ node: nodeOf(latch), next: over, reset: FALSE });
      constraints.push(not(latch));
    }
    const held: Lit[] = constraints.filter((l) => l !== TRUE);
    const fairness: Lit[] = [];
    const asked = new DemandLog(held, fairness);
    for (const condition of fairnessOf(program))
      if (condition.kind === "strong" && this.strong === "pairs")
        this.pairs.push(pairOf(this.aig, condition, steps, taken));
      else asked.during(condition.name, undefined, () => fairness.push(this.condition(condition, steps, taken, held)));
    this.addSignals(selector, canIdle);

    const model: Model = {
      aig,
      inputs: this.inputs,
      latches: this.latches,
      constraints: held,
      fairness,
      signals: this.signals,
      modules: this.modules,
    };
    const literal = (condition: Condition, name: string): Lit => this.literal(condition, name);
    const { codes: slots, pairs, promises } = this;
    const state = [...this.latches.keys()].filter((i) => !this.firstChoices.has(this.latches[i]!.node));
    const { demands } = asked;
    return { program, model, demands, error, deadlock, slots, step: selector, pairs, state, promises, literal };
  }

  private literal(condition: Condition, name: string): Lit {
    if (typeof condition !== "function") return this.terms.condition(condition).lit;
    throw new ModelError("model-symbolic", `${name} is a function: only expressions become circuits`);
  }

  private input(): Lit {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  }

  // ---- steps

  private step(step: ProcessStep): CompiledStep {
    const { aig } = this;
    const guard = this.terms.condition(step.guard as Term);
    const writes = new Map<number, Bits>();
    const fails: Lit[] = this.conflicts(step.effect as readonly Assignment[]);
    let used = 0;
    for (const { target, value } of step.effect as readonly Assignment[]) {
      const width = codeWidth(sizeOf(target.domain));
      let code: Bits;
      if (value.op === "any") {
        code = this.anyOf(value.codes, target.domain, used);
        used += codeWidth(value.codes.length);
      } else {
        const made = this.terms.value(value);
        fails.push(made.fails, this.terms.outside(made, target.domain.low, target.domain.high));
        code = codeOf(aig, made, target.domain.low, width);
      }
      if (target.index === null) writes.set(target.first, code);
      else {
        const index = this.terms.value(target.index);
        fails.push(index.fails, this.terms.outside(index, 0, target.length - 1));
        for (let k = 0; k < target.length; k++) {
          const slot = target.first + k;
          const before = writes.get(slot) ?? this.codes[slot]!;
          const here = this.terms.isValue(index, k);
          writes.set(
            slot,
            before.map((bit, b) => aig.mux(here, code[b]!, bit)),
          );
        }
      }
    }
    const enabled = aig.and(guard.lit, not(guard.fails));
    return { enabled, guardFails: guard.fails, effectFails: aig.orAll(fails), writes };
  }

  /** Where two assignments write the same slot. */
  private conflicts(effect: readonly Assignment[]): Lit[] {
    return possibleConflicts(effect).map(
      ([a, b]) => this.terms.condition({ op: "equal", left: slotTerm(a.target), right: slotTerm(b.target) }).lit,
    );
  }

  /** The code of one of several values, which inputs choose; `used` of those inputs are taken. */
  private anyOf(codes: readonly number[], { low, high }: AnyScalar, used: number): Bits {
    const width = codeWidth(codes.length);
    while (this.choices.length < used + width) this.choices.push(this.input());
    return oneOfCodes(this.aig, codes, this.choices.slice(used, used + width), low, codeWidth(high - low + 1));
  }

  // ---- state

  private addSlots(steps: readonly CompiledStep[], taken: readonly Lit[]): void {
    const { aig } = this;
    this.program.slots.forEach((slot, i) => {
      const code = this.codes[i]!;
      let next: Lit[] = [...code];
      steps.forEach(({ writes }, k) => {
        const written = writes.get(i);
        if (written !== undefined) next = next.map((bit, b) => aig.mux(taken[k]!, written[b]!, bit));
      });
      const resets = this.resets(slot.initial, slot.domain, code.length);
      code.forEach((bit, b) => {
        this.latches.push({ node: nodeOf(bit), next: next[b]!, reset: resets[b]! });
      });
    });
    this.addModules();
  }

  /**
   * The first value. Of several, free latches choose, which are 0 ever after: formulas of branching time could not read
   * inputs.
   */
  private resets(initial: readonly number[], { low }: AnyScalar, width: number): (Lit | "free")[] {
    if (initial.length === 1) return constantBits(initial[0]! - low, width);
    if (initial.length === 2 ** width) return new Array<"free">(width).fill("free");
    const choice = Array.from({ length: codeWidth(initial.length) }, () => this.aig.leaf());
    for (const bit of choice) {
      this.firstChoices.add(nodeOf(bit));
      this.latches.push({ node: nodeOf(bit), next: FALSE, reset: "free" });
    }
    return oneOfCodes(this.aig, initial, choice, low, width);
  }

  /** The latches of each variable belong together. */
  private addModules(): void {
    const indexOf = new Map(this.latches.map(({ node }, i) => [node, i]));
    for (const { first, size } of this.program.variables) {
      const latches = this.codes.slice(first, first + size).flatMap((code) => code.map((b) => indexOf.get(nodeOf(b))!));
      if (latches.length > 0) this.modules.push(latches);
    }
  }

  // ---- fairness

  private condition(
    condition: FairnessCondition,
    steps: readonly CompiledStep[],
    taken: readonly Lit[],
    constraints: Lit[],
  ): Lit {
    const { aig } = this;
    if (condition.kind === "state") return this.literal(condition.holds, condition.name);
    const { taken: moves, enabled } = pairOf(aig, condition, steps, taken);
    if (condition.kind === "unconditional") return moves;
    return aig.or(condition.kind === "weak" ? not(enabled) : this.never(enabled, constraints), moves);
  }

  /** A latch that may be set at any time, and promises that from then on something is never true. */
  private never(lit: Lit, constraints: Lit[]): Lit {
    const promised = this.aig.leaf();
    this.promises.push(this.latches.length);
    this.latches.push({ node: nodeOf(promised), next: this.aig.or(promised, this.input()), reset: FALSE });
    if (lit !== FALSE) constraints.push(not(this.aig.and(promised, lit)));
    return promised;
  }

  // ---- names

  private addSignals(selector: Bits, canIdle: boolean): void {
    this.program.slots.forEach(({ name, domain }, i) => {
      const bits = this.codes[i]!;
      if (bits.length > 0) this.signals.push({ name, kind: "latch", type: signalType(domain), bits, isState: true });
    });
    for (const { name, holds } of this.program.propositions.values())
      if (typeof holds !== "function")
        this.signals.push({ name, kind: "define", type: { kind: "bool" }, bits: [this.literal(holds, name)] });
    if (selector.length === 0) return;
    const values = this.steps.map((s) => `${s.processName}.${s.name}`);
    const type: SignalType = { kind: "enum", values: canIdle ? [...values, "nothing"] : values };
    this.signals.push({ name: this.freshName("step"), kind: "input", type, bits: selector });
  }

  private freshName(name: string): string {
    return this.signals.some((s) => s.name === name) ? this.freshName(`${name}_`) : name;
  }
}

function pairOf(
  aig: Aig,
  { steps: those }: StepFairness,
  steps: readonly CompiledStep[],
  taken: readonly Lit[],
): StreettPair {
  const among = (lits: readonly Lit[]) => aig.orAll(lits.filter((_, k) => those.has(k)));
  return { enabled: among(steps.map((s) => s.enabled)), taken: among(taken) };
}

const sizeOf = ({ low, high }: AnyScalar): number => high - low + 1;

/** The distance from `low`, cut to the width of the variable. */
function codeOf(aig: Aig, { bits }: Value, low: number, width: number): Bits {
  const wide = Math.max(bits.length, width);
  return difference(aig, resized(bits, wide, true), constantBits(low, wide)).slice(0, width);
}

function oneOfCodes(aig: Aig, codes: readonly number[], choice: Bits, low: number, width: number): Lit[] {
  const rows = codes.map((code) => constantBits(code - low, width));
  return tableBits(aig, foldCode(aig, codes.length, choice), rows);
}

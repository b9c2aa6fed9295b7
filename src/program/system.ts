import { ArgumentError } from "../text/argument-error.js";
import { own, recordOf } from "../text/record.js";
import { ArrayDomain, type Domain, Scalar, show, type Value } from "./domain.js";
import { ArrayVar, type Assignment, BoolExpr, slotTerm, type Target, type VariableOf, variable } from "./expression.js";
import { ModelError } from "./model-error.js";
import type {
  Choose,
  Condition,
  Deadlock,
  NamedCondition,
  Process,
  ProcessFairness,
  Program,
  Slot,
  StateObject,
  Step,
  Variable,
} from "./program.js";
import { boundsOf, partsOf, type Term } from "./term.js";

export type Variables = Readonly<Record<string, Domain>>;

/** A state to look at: what guards, propositions and fairness conditions get. */
export type View<V extends Variables> = {
  readonly [K in keyof V]: V[K] extends ArrayDomain<infer E> ? readonly Value<E>[] : Value<V[K]>;
};

/** A state to change: what effects get. */
export type Draft<V extends Variables> = {
  -readonly [K in keyof V]: Value<V[K]>;
};

/** An expression, or a function of the state. A function must only look. */
export type Predicate<V extends Variables> = BoolExpr | ((state: View<V>) => boolean);

export interface StepSpec<V extends Variables> {
  /** When the step can be taken; always when absent. */
  readonly when?: Predicate<V>;
  /** What a scheduler grants this step, besides what it grants the process; nothing when absent. */
  readonly fair?: ProcessFairness;
  /** What it does, at once: new values, or a function that changes the state it is given. */
  readonly do: readonly Assignment[] | ((state: Draft<V>, choose: Choose) => void);
}

export interface ProcessOptions {
  /** What a scheduler grants the process; nothing when absent. */
  readonly fair?: ProcessFairness;
}

export interface SystemOptions {
  /** What it means that no step is enabled; an error when absent. */
  readonly deadlock?: Deadlock;
}

/** A property that belongs to the system: what `fairlead check` asks. */
export interface NamedQuestion {
  readonly name: string;
  readonly logic: "ltl" | "ctl";
  readonly formula: string;
}

const SYSTEM = Symbol.for("fairlead.system");

/**
 * A system of processes that share variables. In each state one process takes one of its steps that are enabled there;
 * which one, nobody knows, and fairness says what can be relied on.
 */
export class System<V extends Variables = Variables> implements Program {
  /** A file may have this class from another copy of the package. */
  readonly [SYSTEM] = true;
  /** The variables as expressions. */
  readonly vars: { readonly [K in keyof V]: VariableOf<V[K]> };
  readonly variables: readonly Variable[];
  readonly slots: readonly Slot[];
  readonly processes: Process[] = [];
  readonly fairness: NamedCondition[] = [];
  readonly propositions = new Map<string, NamedCondition>();
  readonly properties: NamedQuestion[] = [];
  readonly deadlock: Deadlock;

  constructor(
    readonly name: string,
    domains: V,
    options: SystemOptions = {},
  ) {
    expectText("the name of a system", name);
    const variables: Variable[] = [];
    const slots: Slot[] = [];
    const vars: [string, unknown][] = [];
    for (const [key, domain] of Object.entries(domains)) {
      this.checkName("variable", key);
      const first = slots.length;
      if (domain instanceof ArrayDomain) {
        domain.initial.forEach((initial, i) => {
          slots.push({ name: `${key}[${i}]`, domain: domain.of, initial });
        });
        vars.push([key, new ArrayVar(this, key, first, domain)]);
      } else if (domain instanceof Scalar) {
        const target: Target = { owner: this, name: key, first, length: 1, index: null, domain };
        slots.push({ name: key, domain, initial: domain.initial });
        vars.push([key, variable(slotTerm(target), target)]);
      } else
        throw new ModelError("model-domain", `${key} needs a domain (bool, int, oneOf, array), not ${show(domain)}`, {
          variable: key,
        });
      variables.push({ name: key, domain, first });
    }
    this.variables = variables;
    this.slots = slots;
    // Keys and types are those of `domains`.
    this.vars = recordOf(vars) as { readonly [K in keyof V]: VariableOf<V[K]> };
    this.checkOptions(options, { deadlock: ["error", "stutter", "end"] }, `system '${name}'`);
    this.deadlock = options.deadlock ?? "error";
  }

  /** A process with its steps. */
  process(name: string, options: ProcessOptions, steps: Readonly<Record<string, StepSpec<V>>>): this {
    this.checkName("process", name);
    if (this.processes.some((p) => p.name === name))
      throw new ModelError("model-name", `there are two processes '${name}'`, { process: name });
    this.checkOptions(options, { fair: FAIRNESS }, `process '${name}'`);
    const made = Object.entries(steps).map(([step, spec]) => this.step(name, step, spec));
    this.processes.push({ name, fairness: options.fair ?? null, steps: made });
    return this;
  }

  /** A condition that is true again and again, in every behaviour that counts. */
  fair(name: string, condition: Predicate<V>): this {
    expectText("the name of a fairness condition", name);
    this.fairness.push({ name, holds: this.total(condition, `the fairness condition ${name}`) });
    return this;
  }

  /** A name for something that formulas speak of. */
  proposition(name: string, condition: Predicate<V>): this {
    this.checkName("proposition", name);
    if (this.propositions.has(name) || this.variables.some((v) => v.name === name))
      throw new ModelError("model-name", `'${name}' is a variable or a proposition already`);
    this.propositions.set(name, { name, holds: this.total(condition, `the proposition ${name}`) });
    return this;
  }

  /** A property that `fairlead check` asks: a formula of LTL, or `{ ctl: … }`. */
  property(name: string, formula: string | { readonly ctl: string } | { readonly ltl: string }): this {
    const question = questionOf(formula);
    expectText("the name of a property", name);
    expectText(`the formula of ${name}`, question.formula);
    if (this.properties.some((p) => p.name === name))
      throw new ModelError("model-name", `there are two properties '${name}'`);
    this.properties.push({ name, ...question });
    return this;
  }

  private step(process: string, name: string, spec: StepSpec<V>): Step {
    const where = `${process}.${name}`;
    this.checkOptions(spec, { when: null, fair: FAIRNESS, do: null }, where);
    const fairness = spec.fair ?? null;
    const guard = spec.when === undefined ? TRUE_TERM : this.condition(spec.when, `the guard of ${where}`);
    // The state object has the shape that the type says.
    if (typeof spec.do === "function")
      return { name, fairness, guard, effect: spec.do as (state: StateObject, choose: Choose) => unknown };
    if (!Array.isArray(spec.do))
      throw new ModelError("model-step", `the effect of ${where} is a list of assignments or a function`, {
        process,
        step: name,
      });
    return { name, fairness, guard, effect: this.assignments(spec.do, process, name) };
  }

  private assignments(given: readonly Assignment[], process: string, step: string): readonly Assignment[] {
    const where = `the effect of ${process}.${step}`;
    const written = new Set<number>();
    for (const { target, value } of given) {
      if (target.owner !== this) throw this.foreign(where);
      if (target.index !== null) this.checkTerm(target.index, where);
      else if (written.has(target.first))
        throw new ModelError("model-step", `${where} sets ${target.name} twice`, {
          process,
          step,
          variable: target.name,
        });
      else written.add(target.first);
      if (value.op !== "any") this.checkTerm(value, where);
    }
    return given;
  }

  private condition(given: Predicate<V>, where: string): Condition {
    // The state object has the shape that the type says.
    if (typeof given === "function") return given as (state: StateObject) => unknown;
    if (!(given instanceof BoolExpr))
      throw new ModelError("model-expression", `${where} is ${show(given)}: expected an expression or a function`);
    this.checkTerm(given.term, where);
    return given.term;
  }

  /** A condition that has a value in every state, whatever steps can do: no index can be out of bounds. */
  private total(given: Predicate<V>, where: string): Condition {
    const condition = this.condition(given, where);
    const unsafe = typeof condition === "function" ? null : unsafeIndex(condition);
    if (unsafe === null) return condition;
    const { low, high } = boundsOf(unsafe.index);
    throw new ModelError(
      "model-index",
      `${where} uses ${unsafe.name}[…] with an index in ${low}..${high}, but there are 0 to ${unsafe.length - 1}: bound it, with mod for instance`,
      { variable: unsafe.name },
    );
  }

  /** Of this system, and of a size that can be computed with. */
  private checkTerm(term: Term, where: string): void {
    if ((term.op === "slot" || term.op === "element") && term.owner !== this) throw this.foreign(where);
    for (const part of partsOf(term)) this.checkTerm(part, where);
    boundsOf(term);
  }

  private foreign(where: string): ModelError {
    return new ModelError("model-expression", `${where} uses a variable of another system than '${this.name}'`);
  }

  /** What TypeScript says anyway, for who does not ask it: a misspelt option would go unnoticed. */
  private checkOptions(given: object, known: Readonly<Record<string, readonly string[] | null>>, where: string): void {
    for (const [key, value] of Object.entries(given)) {
      const values = own(known, key);
      if (values === undefined)
        throw new ModelError("model-option", `${where} has no option '${key}': ${Object.keys(known).join(", ")}`);
      if (values !== null && value !== undefined && !values.includes(value as string))
        throw new ModelError("model-option", `${where}: ${key} is ${show(value)}, expected ${values.join(", ")}`);
    }
  }

  private checkName(kind: string, name: string): void {
    if (!/^[A-Za-z_$][\w$.-]*$/.test(name))
      throw new ModelError("model-name", `'${name}' cannot be the name of a ${kind}: letters, digits, _, $, . and -`);
  }
}

/** TypeScript says it anyway, for who does not ask it. */
function expectText(what: string, given: unknown): void {
  if (typeof given !== "string") throw new ModelError("model-name", `${what} is ${show(given)}: expected a text`);
}

function unsafeIndex(term: Term): (Term & { op: "element" }) | null {
  if (term.op === "element") {
    const { low, high } = boundsOf(term.index);
    if (low < 0 || high >= term.length) return term;
  }
  for (const part of partsOf(term)) {
    const found = unsafeIndex(part);
    if (found !== null) return found;
  }
  return null;
}

const FAIRNESS: readonly ProcessFairness[] = ["weak", "strong", "unconditional"];

const TRUE_TERM: Term = { op: "constant", value: 1 };

export const isSystem = (value: unknown): value is System =>
  typeof value === "object" && value !== null && SYSTEM in value;

/** A finite-state system with these variables. */
export function system<const V extends Variables>(name: string, variables: V, options: SystemOptions = {}): System<V> {
  if (typeof name !== "string") throw new ArgumentError("system", "name", "a text", name);
  if (typeof variables !== "object" || variables === null || Array.isArray(variables))
    throw new ArgumentError("system", "variables", "an object of domains, by name", variables);
  return new System(name, variables, options);
}

export function questionOf(formula: string | { readonly ctl: string } | { readonly ltl: string }): {
  readonly logic: "ltl" | "ctl";
  readonly formula: string;
} {
  if (typeof formula === "string") return { logic: "ltl", formula };
  if ("ctl" in formula) return { logic: "ctl", formula: formula.ctl };
  return { logic: "ltl", formula: formula.ltl };
}

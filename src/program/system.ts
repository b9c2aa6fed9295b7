import { didYouMean, suggest } from "../model/suggest.js";
import { ArgumentError, expectFunction } from "../text/argument-error.js";
import { recordOf } from "../text/record.js";
import { expectName, expectOptions, expectText } from "./author-checks.js";
import { channelsIn } from "./channels-in.js";
import { columnsOf, type Domain, type Fields, isDomain } from "./compound.js";
import { type EnumDomain, show } from "./domain.js";
import { exactMethods, expectAtMost } from "./exact-calls.js";
import { BoolExpr } from "./expression.js";
import { commonPlaces, Family, type Processes } from "./family.js";
import { sequentialSteps, specifiedSteps, unwrittenSteps } from "./make-steps.js";
import { ModelError } from "./model-error.js";
import { OwnTerms } from "./own-terms.js";
import { CallPlace } from "./place.js";
import {
  type Body,
  type FamilyOptions,
  isSequence,
  type LocalOptions,
  type Me,
  type Predicate,
  type ProcessOptions,
  type StepSpec,
  type Variables,
} from "./process-spec.js";
import {
  type Deadlock,
  FAIRNESS,
  type FairGroup,
  type NamedCondition,
  type NamedQuestion,
  type Process,
  type ProcessFairness,
  type Program,
  type Slot,
  type Step,
  type Stopping,
  type Variable,
} from "./program.js";
import { Ref } from "./ref.js";
import { compileSequence } from "./sequential.js";
import { Temporal } from "./temporal.js";
import { onTrial } from "./unused.js";
import { type ChannelVar, type VariableOf, variable } from "./variable.js";

export interface SystemOptions {
  /** What it means that no step is enabled; an error when absent. */
  readonly deadlock?: Deadlock;
  /** Whether all may stop where no fairness forbids it; `allowed` when absent. */
  readonly stopping?: Stopping;
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
  readonly variables: Variable[] = [];
  readonly slots: Slot[] = [];
  readonly processes: Process[] = [];
  readonly groups: FairGroup[] = [];
  readonly fairness: NamedCondition[] = [];
  readonly propositions = new Map<string, NamedCondition>();
  readonly properties: NamedQuestion[] = [];
  readonly deadlock: Deadlock;
  readonly stopping: Stopping;
  private readonly terms: OwnTerms<V>;

  constructor(
    readonly name: string,
    domains: V,
    options: SystemOptions = {},
  ) {
    expectText("the name of a system", name);
    this.terms = new OwnTerms(this, name);
    const vars = Object.entries(domains).map(([key, domain]): [string, unknown] => [key, this.declare(key, domain)]);
    // Keys and types are those of `domains`.
    this.vars = recordOf(vars) as { readonly [K in keyof V]: VariableOf<V[K]> };
    expectOptions(
      options,
      { deadlock: ["error", "stutter", "end"], stopping: ["allowed", "never"] },
      `system '${name}'`,
    );
    this.deadlock = options.deadlock ?? "error";
    this.stopping = options.stopping ?? "allowed";
  }

  /** A process with its steps. */
  process(name: string, options: ProcessOptions, steps: Readonly<Record<string, StepSpec<V>>>): this;
  /** A process with variables of its own; what it does is said twice, so the function must only say it. */
  process<const L extends Fields = Record<never, never>>(
    name: string,
    options: LocalOptions<L>,
    body: (me: Me<L>) => Body<V>,
  ): Me<L>;
  process(
    name: string,
    options: LocalOptions<Fields>,
    body: Readonly<Record<string, StepSpec<V>>> | ((me: Me<Fields>) => Body<V>),
  ): this | Me<Fields> {
    expectName("process", name);
    expectOptions(options, { fair: FAIRNESS, locals: null }, `process '${name}'`);
    if (typeof body === "function") return this.addFamily(name, options, null, (me) => body(me)).at(0);
    if (options.locals !== undefined)
      throw new ModelError("model-option", `process '${name}': locals are for a process that a function describes`);
    this.addProcess(name, options.fair, specifiedSteps(this.terms, name, body, new CallPlace()));
    return this;
  }

  /** Several processes of one kind: `name[0]`, `name[1]`… */
  family<const L extends Fields = Record<never, never>>(
    name: string,
    options: FamilyOptions<L>,
    body: (me: Me<L>, all: Processes<L>) => Body<V>,
  ): Processes<L> {
    expectName("process", name);
    expectOptions(options, { fair: FAIRNESS, locals: null, count: null }, `process '${name}'`);
    const { count } = options;
    if (!Number.isInteger(count) || count < 1 || count > 64)
      throw new ModelError("model-option", `process '${name}': count is ${show(count)}, expected 1 to 64`);
    expectFunction("family", "body", body);
    return this.addFamily(name, options, count, body);
  }

  /** Steps of any processes, of which one is taken as the kind of fairness says: `process.step`, with the names as written. */
  fairTogether(name: string, kind: ProcessFairness, steps: readonly string[]): this {
    expectText("the name of a group", name);
    if (this.groups.some((group) => group.name === name))
      throw new ModelError("model-name", `there are two groups '${name}'`);
    if (!Array.isArray(steps) || steps.length === 0)
      throw new ModelError("model-option", `${name} is a group of steps: expected a list of some`);
    if (!FAIRNESS.includes(kind)) throw new ModelError("model-option", `${name}: the fairness is ${show(kind)}`);
    const known = this.processes.flatMap((p) => p.steps.map((s) => `${p.name}.${s.written}`));
    for (const step of steps)
      if (!known.includes(step))
        throw new ModelError("model-name", `${name}: there is no step '${step}'${didYouMean(suggest(step, known))}`);
    this.groups.push({ name, kind, steps });
    return this;
  }

  // ---- variables

  private declare(name: string, domain: Domain): unknown {
    expectName("variable", name);
    if (!isDomain(domain))
      throw new ModelError(
        "model-domain",
        `${name} needs a domain (bool, int, oneOf, array, record, option, setOf, mapOf, channel), not ${show(domain)}`,
        { variable: name },
      );
    if (this.propositions.has(name) || this.variables.some((v) => v.name === name))
      throw new ModelError("model-name", `'${name}' is a variable or a proposition already`);
    const first = this.slots.length;
    for (const { domain: scalar, names, initial } of columnsOf(domain))
      for (const [k, part] of names.entries())
        this.slots.push({ name: `${name}${part}`, domain: scalar, initial: initial[k]! });
    this.variables.push({ name, domain, first, size: this.slots.length - first });
    const ref = Ref.variable(this, name, domain, first);
    for (const { name: channel, variable: found } of channelsIn(ref)) this.network(channel, found);
    return variable(ref);
  }

  /** What may happen to messages on their way is done by a process that is called like the channel. */
  private network(name: string, channel: ChannelVar<Domain>): void {
    const { lossy, duplicating } = channel.ref.domain.options;
    const steps = [
      ...(lossy ? unwrittenSteps(this.terms, name, "lose", channel.lose()) : []),
      ...(duplicating ? unwrittenSteps(this.terms, name, "duplicate", channel.duplicate()) : []),
    ];
    if (steps.length > 0) this.processes.push({ name, fairness: null, steps });
  }

  // ---- processes

  private addProcess(name: string, fair: ProcessFairness | undefined, steps: readonly Step[]): void {
    if (this.processes.some((p) => p.name === name))
      throw new ModelError("model-name", `there are two processes '${name}'`, { process: name });
    const twice = steps.find((s, k) => steps.findIndex((t) => t.name === s.name) < k);
    if (twice !== undefined)
      throw new ModelError("model-name", `process '${name}' has two steps '${twice.name}'`, { process: name });
    this.processes.push({ name, fairness: fair ?? null, steps });
  }

  private addFamily<L extends Fields>(
    name: string,
    options: LocalOptions<L>,
    count: number | null,
    body: (me: Me<L>, all: Processes<L>) => Body<V>,
  ): Processes<L> {
    const family = new Family(this, name, count, options.locals);
    const first = this.slots.length;
    // What the statements are says which places there are, and only then can be said where a process is.
    const unknown = family.members("unknown", first);
    const drafts = onTrial(() => unknown.map((me) => body(me, unknown)));
    const places = commonPlaces(
      name,
      drafts.map((draft) => (isSequence(draft) ? compileSequence(draft) : null)),
    );
    const domain = family.domain(places);
    if (domain !== null) this.declare(name, domain);
    const all = family.members(places, first);
    for (let id = 0; id < all.length; id++) {
      const made = body(all.at(id), all);
      const own = family.nameOf(id);
      const pc = places === null ? null : family.pc(id, places, first);
      this.addProcess(own, options.fair, this.stepsOf(own, made, pc));
    }
    return all;
  }

  private stepsOf(process: string, body: Body<V>, pc: Ref<EnumDomain<string>> | null): Step[] {
    if (!isSequence(body)) return specifiedSteps(this.terms, process, body, new CallPlace());
    if (pc !== null) return sequentialSteps(this.terms, process, compileSequence(body), pc);
    throw new ModelError("model-step", `what process '${process}' does is said twice, and not the same both times`);
  }

  /** A condition that is true again and again, in every behaviour that counts. */
  fair(name: string, condition: Predicate<V>): this {
    expectText("the name of a fairness condition", name);
    if (this.fairness.some((condition) => condition.name === name))
      throw new ModelError("model-name", `there are two fairness conditions '${name}'`);
    this.fairness.push({ name, holds: this.terms.total(condition, `the fairness condition ${name}`) });
    return this;
  }

  /** A name for something that formulas speak of. */
  proposition(name: string, condition: Predicate<V>): this {
    expectName("proposition", name);
    if (this.propositions.has(name) || this.variables.some((v) => v.name === name))
      throw new ModelError("model-name", `'${name}' is a variable or a proposition already`);
    this.propositions.set(name, { name, holds: this.terms.total(condition, `the proposition ${name}`) });
    return this;
  }

  /** The text of a formula whose atoms are conditions: each becomes a proposition, or is one already. */
  formula(given: Temporal, name?: string): string {
    if (!(given instanceof Temporal)) throw noFormula("the formula", given);
    return this.named(given, name ?? "p");
  }

  private named(given: Temporal, name: string): string {
    const known = [...this.propositions.values()];
    return given.text((condition) => {
      const same = known.find((p) => p.holds === condition.term);
      if (same !== undefined) return same.name;
      let k = 1;
      while (this.propositions.has(`${name}#${k}`)) k++;
      const made = { name: `${name}#${k}`, holds: this.terms.total(condition, `the formula ${name}`) };
      this.propositions.set(made.name, made);
      known.push(made);
      return made.name;
    });
  }

  /** A property that `fairlead check` asks: a formula of LTL, as text or of conditions, or `{ ctl: … }`. */
  property(name: string, given: string | { readonly ctl: string } | { readonly ltl: string } | Temporal): this {
    expectText("the name of a property", name);
    const question = questionOf(given instanceof Temporal ? this.named(given, name) : given, `the formula of ${name}`);
    if (this.properties.some((p) => p.name === name))
      throw new ModelError("model-name", `there are two properties '${name}'`);
    this.properties.push({ name, ...question });
    return this;
  }
}

exactMethods(System);

export const isSystem = (value: unknown): value is System =>
  typeof value === "object" && value !== null && SYSTEM in value;

/** A finite-state system with these variables. */
export function system<const V extends Variables>(name: string, variables: V, options: SystemOptions = {}): System<V> {
  expectAtMost("system", 3, arguments);
  if (typeof name !== "string") throw new ArgumentError("system", "name", "a text", name);
  if (typeof variables !== "object" || variables === null || Array.isArray(variables))
    throw new ArgumentError("system", "variables", "an object of domains, by name", variables);
  return new System(name, variables, options);
}

/** `what`: for messages. */
export function questionOf(
  given: string | { readonly ctl: string } | { readonly ltl: string },
  what: string,
): { readonly logic: "ltl" | "ctl"; readonly formula: string } {
  if (typeof given === "string") return { logic: "ltl", formula: given };
  if (typeof given !== "object" || given === null || given instanceof BoolExpr) throw noFormula(what, given);
  const [[logic, formula] = [], ...others] = Object.entries(given);
  if ((logic !== "ltl" && logic !== "ctl") || typeof formula !== "string" || others.length > 0)
    throw noFormula(what, given);
  return { logic, formula };
}

function noFormula(what: string, given: unknown): ModelError {
  const found = given instanceof BoolExpr ? "a condition" : show(given);
  return new ModelError(
    "model-expression",
    `${what} is ${found}: expected a text, { ltl: text }, { ctl: text }, or a formula such as always(condition)`,
  );
}

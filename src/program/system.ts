import { didYouMean, suggest } from "../model/suggest.js";
import { ArgumentError } from "../text/argument-error.js";
import { own, recordOf } from "../text/record.js";
import { Action, type Actions, type Assignment, type Branch, branchName, conjunction, together } from "./action.js";
import {
  ArrayDomain,
  columnsOf,
  type Domain,
  type Fields,
  isDomain,
  type MapDomain,
  RecordDomain,
  type Value,
} from "./compound.js";
import { type AnyScalar, EnumDomain, show } from "./domain.js";
import { all, BoolExpr, constant, count, type EnumExpr, type IntExpr, onTrial, some } from "./expression.js";
import { ModelError } from "./model-error.js";
import { CallPlace } from "./place.js";
import type {
  Choose,
  Condition,
  Deadlock,
  FairGroup,
  NamedCondition,
  Process,
  ProcessFairness,
  Program,
  Slot,
  StateObject,
  Step,
  Stopping,
  Variable,
} from "./program.js";
import { Ref } from "./ref.js";
import { type Compiled, compileSequence } from "./sequential.js";
import type { Statement } from "./statement.js";
import { Temporal } from "./temporal.js";
import { boundsOf, partsOf, type Term, unsafePart } from "./term.js";
import { type ChannelVar, type VariableOf, variable } from "./variable.js";

export type Variables = Readonly<Record<string, Domain>>;

/** A state to look at: what guards, propositions and fairness conditions get. */
export type View<V extends Variables> = {
  readonly [K in keyof V]: DeepReadonly<Value<V[K]>>;
};

type DeepReadonly<T> =
  T extends Set<infer U>
    ? ReadonlySet<U>
    : T extends Map<infer K, infer U>
      ? ReadonlyMap<K, DeepReadonly<U>>
      : T extends readonly (infer U)[]
        ? readonly DeepReadonly<U>[]
        : T extends object
          ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
          : T;

/** A state to change: what effects get. */
export type Draft<V extends Variables> = {
  -readonly [K in keyof V]: Value<V[K]>;
};

/** An expression, or a function of the state. A function must only look. */
export type Predicate<V extends Variables> = BoolExpr | ((state: View<V>) => boolean);

export interface StepSpec<V extends Variables> {
  /** When the step can be taken; always when absent. */
  readonly when?: Predicate<V>;
  /**
   * What a scheduler grants this step, besides what it grants the process; nothing when absent. `none`: what it grants
   * the process does not speak of this step, which may be left undone.
   */
  readonly fair?: ProcessFairness | "none";
  /** What it does, at once: all values are read before anything is written. Or a function that changes the state it is given. */
  readonly do: Actions | ((state: Draft<V>, choose: Choose) => void);
}

export interface ProcessOptions {
  /** What a scheduler grants the process; nothing when absent. */
  readonly fair?: ProcessFairness;
}

/** A process with variables of its own, whose names follow its name: `node[2].term`. */
export interface LocalOptions<L extends Fields> extends ProcessOptions {
  readonly locals?: L;
}

/** Several processes of one kind, which know their numbers. */
export interface FamilyOptions<L extends Fields> extends LocalOptions<L> {
  readonly count: number;
}

/** A process as its own text sees it. */
export type Me<L extends Fields> = { readonly [K in keyof L]: VariableOf<L[K]> } & {
  /** Its number, from 0. */
  readonly id: number;
  /** It is about to execute the statement with one of these labels. */
  isAt(...labels: readonly string[]): BoolExpr;
};

/** What processes of one kind do: steps by name, or statements one after the other. */
export type Body<V extends Variables> = Readonly<Record<string, StepSpec<V>>> | readonly Statement[];

/** All processes of one kind. */
export class Processes<L extends Fields> {
  constructor(private readonly each: readonly Me<L>[]) {}

  get count(): number {
    return this.each.length;
  }

  at(id: number): Me<L> {
    const found = this.each[id];
    if (found === undefined)
      throw new ModelError("model-index", `there is no process ${id}: they are 0 to ${this.count - 1}`);
    return found;
  }

  map<R>(f: (process: Me<L>) => R): R[] {
    return this.each.map(f);
  }

  every(f: (process: Me<L>) => BoolExpr): BoolExpr {
    return all(...this.each.map(f));
  }

  some(f: (process: Me<L>) => BoolExpr): BoolExpr {
    return some(...this.each.map(f));
  }

  number(f: (process: Me<L>) => BoolExpr): IntExpr {
    return count(...this.each.map(f));
  }
}

export interface SystemOptions {
  /** What it means that no step is enabled; an error when absent. */
  readonly deadlock?: Deadlock;
  /** Whether all may stop where no fairness forbids it; `allowed` when absent. */
  readonly stopping?: Stopping;
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
  readonly variables: Variable[] = [];
  readonly slots: Slot[] = [];
  readonly processes: Process[] = [];
  readonly groups: FairGroup[] = [];
  readonly fairness: NamedCondition[] = [];
  readonly propositions = new Map<string, NamedCondition>();
  readonly properties: NamedQuestion[] = [];
  readonly deadlock: Deadlock;
  readonly stopping: Stopping;

  constructor(
    readonly name: string,
    domains: V,
    options: SystemOptions = {},
  ) {
    expectText("the name of a system", name);
    const vars = Object.entries(domains).map(([key, domain]): [string, unknown] => [key, this.declare(key, domain)]);
    // Keys and types are those of `domains`.
    this.vars = recordOf(vars) as { readonly [K in keyof V]: VariableOf<V[K]> };
    this.checkOptions(
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
    this.checkName("process", name);
    this.checkOptions(options, { fair: FAIRNESS, locals: null }, `process '${name}'`);
    if (typeof body === "function") return this.addFamily(name, options, null, (me) => body(me)).at(0);
    this.addProcess(name, options.fair, this.steps(name, body, new CallPlace()));
    return this;
  }

  /** Several processes of one kind: `name[0]`, `name[1]`… */
  family<const L extends Fields = Record<never, never>>(
    name: string,
    options: FamilyOptions<L>,
    body: (me: Me<L>, all: Processes<L>) => Body<V>,
  ): Processes<L> {
    this.checkName("process", name);
    this.checkOptions(options, { fair: FAIRNESS, locals: null, count: null }, `process '${name}'`);
    const { count } = options;
    if (!Number.isInteger(count) || count < 1 || count > 64)
      throw new ModelError("model-option", `process '${name}': count is ${show(count)}, expected 1 to 64`);
    return this.addFamily(name, options, count, body);
  }

  /** Steps of any processes, of which one is taken as the kind of fairness says: `process.step`, with the names as written. */
  fairTogether(name: string, kind: ProcessFairness, steps: readonly string[]): this {
    expectText("the name of a group", name);
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
    this.checkName("variable", name);
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
      ...(lossy ? this.ways(name, "lose", channel.lose().branches, null) : []),
      ...(duplicating ? this.ways(name, "duplicate", channel.duplicate().branches, null) : []),
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
    for (const local of Object.keys(options.locals ?? {}))
      if (["id", "isAt", "pc"].includes(local))
        throw new ModelError("model-name", `'${local}' cannot be a variable of process '${name}'`);
    const size = count ?? 1;
    const nameOf = (id: number) => (count === null ? name : `${name}[${id}]`);
    // What the statements are says which places there are, and only then can be said where a process is.
    const unknown = this.members<L>(name, count, options.locals, null, this.slots.length);
    const drafts = onTrial(() => unknown.map((me) => body(me, unknown)));
    const texts = drafts.map((draft) => (isSequence(draft) ? compileSequence(draft) : null));
    const all = this.declared<L>(name, count, options.locals, commonPlaces(name, texts));
    for (let id = 0; id < size; id++) {
      const made = body(all.at(id), all);
      const own = nameOf(id);
      const steps = isSequence(made)
        ? this.statements(
            own,
            compileSequence(made),
            Ref.variable(this, name, this.variableNamed(name).domain, this.variableNamed(name).first),
            id,
            count,
          )
        : this.steps(own, made, new CallPlace());
      this.addProcess(own, options.fair, steps);
    }
    return all;
  }

  private variableNamed(name: string): Variable {
    return this.variables.find((v) => v.name === name)!;
  }

  /** The variables of all members, and where each of them is. */
  private declared<L extends Fields>(
    name: string,
    count: number | null,
    locals: L | undefined,
    places: Compiled | null,
  ): Processes<L> {
    const first = this.slots.length;
    const domain = memberDomain(locals, places);
    if (domain !== null) this.declare(name, count === null ? domain : new ArrayDomain(domain, count));
    return this.members(name, count, locals, places, first);
  }

  private members<L extends Fields>(
    name: string,
    count: number | null,
    locals: L | undefined,
    places: Compiled | null,
    first: number,
  ): Processes<L> {
    const domain = memberDomain(locals, places) ?? new RecordDomain({});
    const ids = Array.from({ length: count ?? 1 }, (_, id) => id);
    return new Processes(
      ids.map((id) => {
        const whole = count === null ? domain : new ArrayDomain(domain, count);
        const ref = Ref.variable(this, name, whole, first);
        const own = count === null ? (ref as Ref<typeof domain>) : ref.element(domain, count, constant(id), 0);
        const me: object = variable(own) as object;
        Object.defineProperty(me, "id", { value: id, enumerable: true });
        Object.defineProperty(me, "isAt", {
          value: (...labels: readonly string[]) =>
            places === null
              ? new BoolExpr({ op: "equal", left: constant(id), right: constant(-1) })
              : isAt(name, places, (Reflect.get(me, "pc") as EnumExpr<string>).term, labels),
        });
        return me as Me<L>;
      }),
    );
  }

  /** Statements as steps that move `pc`, the first variable of the process. */
  private statements(own: string, compiled: Compiled, ref: Ref, id: number, count: number | null): Step[] {
    const record = (count === null ? ref.domain : (ref.domain as ArrayDomain<Domain>).of) as RecordDomain<{
      pc: EnumDomain<string>;
    }>;
    const member = count === null ? (ref as Ref<typeof record>) : ref.element(record, count, constant(id), 0);
    const pc = member.part(record.fields.pc, 0, ".pc");
    return compiled.steps.flatMap(({ name, from, to, branches, fairness, place }) => {
      const here: Term = { op: "equal", left: pc.term(), right: constant(from) };
      const moved = branches.map(
        (b): Branch => ({
          choices: b.choices,
          requires: [here, ...b.requires],
          assignments: from === to ? b.assignments : [...b.assignments, ...pc.write([[constant(to)]])],
        }),
      );
      return this.ways(own, name, moved, fairness, place, true);
    });
  }

  private steps(process: string, specs: Readonly<Record<string, StepSpec<V>>>, place: CallPlace): Step[] {
    return Object.entries(specs).flatMap(([step, spec]) => this.step(process, step, spec, place));
  }

  private step(process: string, name: string, spec: StepSpec<V>, called: CallPlace): Step[] {
    const where = `${process}.${name}`;
    this.checkOptions(spec, { when: null, fair: [...FAIRNESS, "none"], do: null }, where);
    const fairness = spec.fair ?? null;
    const guard = spec.when === undefined ? TRUE_TERM : this.condition(spec.when, `the guard of ${where}`);
    // The state object has the shape that the type says.
    if (typeof spec.do === "function") {
      const effect = spec.do as (state: StateObject, choose: Choose) => unknown;
      return [{ name, written: name, place: called.get(), isStatement: false, fairness, guard, effect }];
    }
    if (spec.do !== null && !(spec.do instanceof Action) && !Array.isArray(spec.do))
      throw new ModelError("model-step", `the effect of ${where} is a list of assignments or a function`, {
        process,
        step: name,
      });
    const actions: Actions = spec.do;
    const [first] = actions instanceof Action ? [actions] : (actions ?? []);
    const place = (first?.place ?? called).get();
    const branches = together(actions);
    if (typeof guard === "function") {
      if (branches.length !== 1 || branches[0]!.requires.length > 0)
        throw new ModelError("model-step", `${where} has a function as its guard: it cannot choose, send or receive`);
      const effect = this.assignments(branches[0]!.assignments, process, name);
      return [{ name, written: name, place, isStatement: false, fairness, guard, effect }];
    }
    const guarded = branches.map((b) => ({ ...b, requires: [guard, ...b.requires] }));
    return this.ways(process, name, guarded, fairness, place);
  }

  /** A step for each way to take one. */
  private ways(
    process: string,
    written: string,
    branches: readonly Branch[],
    fairness: Step["fairness"],
    place: Step["place"] = null,
    isStatement = false,
  ): Step[] {
    const names = new Set<string>();
    return branches.map((branch) => {
      let name = branchName(written, branch);
      while (names.has(name)) name += "'";
      names.add(name);
      const guard = conjunction(branch.requires);
      try {
        this.checkTerm(guard, `the guard of ${process}.${name}`);
        const effect = this.assignments(branch.assignments, process, name);
        return { name, written, place, isStatement, fairness, guard, effect };
      } catch (e) {
        throw e instanceof ModelError && e.written === null ? e.writtenAt(place) : e;
      }
    });
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

  /** The text of a formula whose atoms are conditions: each becomes a proposition, or is one already. */
  formula(given: Temporal, name = "p"): string {
    const known = [...this.propositions.values()];
    return given.text((condition) => {
      const same = known.find((p) => p.holds === condition.term);
      if (same !== undefined) return same.name;
      let k = this.propositions.size + 1;
      while (this.propositions.has(`${name}#${k}`)) k++;
      const made = { name: `${name}#${k}`, holds: this.total(condition, `the formula ${name}`) };
      this.propositions.set(made.name, made);
      known.push(made);
      return made.name;
    });
  }

  /** A property that `fairlead check` asks: a formula of LTL, as text or of conditions, or `{ ctl: … }`. */
  property(name: string, given: string | { readonly ctl: string } | { readonly ltl: string } | Temporal): this {
    const formula = given instanceof Temporal ? this.formula(given, name) : given;
    const question = questionOf(formula);
    expectText("the name of a property", name);
    expectText(`the formula of ${name}`, question.formula);
    if (this.properties.some((p) => p.name === name))
      throw new ModelError("model-name", `there are two properties '${name}'`);
    this.properties.push({ name, ...question });
    return this;
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
    const unsafe = typeof condition === "function" ? null : unsafePart(condition);
    if (unsafe === null) return condition;
    throw new ModelError("model-index", `${where} uses ${unsafe}`);
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

const isSequence = (body: Body<never>): body is readonly Statement[] => Array.isArray(body);

/** All channels of a variable, with their names. */
function channelsIn(ref: Ref): { readonly name: string; readonly variable: ChannelVar<Domain> }[] {
  const { domain } = ref;
  switch (domain.kind) {
    case "channel":
      return [{ name: ref.name, variable: variable(ref) as ChannelVar<Domain> }];
    case "array":
      return Array.from({ length: domain.length }, (_, i) => i).flatMap((i) =>
        channelsIn(ref.element(domain.of, domain.length, constant(i), 0)),
      );
    case "map": {
      const { key, of } = domain as MapDomain<AnyScalar, Domain>;
      const size = key.high - key.low + 1;
      return Array.from({ length: size }, (_, i) => i).flatMap((i) =>
        channelsIn(ref.element(of, size, constant(i), 0)),
      );
    }
    case "record": {
      let next = 0;
      return Object.entries(domain.fields).flatMap(([name, field]) => {
        const from = next;
        next += columnsOf(field).length;
        return channelsIn(ref.part(field, from, `.${name}`));
      });
    }
    default:
      return [];
  }
}

/** What a process keeps for itself: where it is, and its variables; null for nothing. */
function memberDomain(locals: Fields | undefined, places: Compiled | null): RecordDomain<Fields> | null {
  const pc = places === null ? {} : { pc: new EnumDomain(places.locations) };
  const fields = { ...pc, ...locals };
  return Object.keys(fields).length === 0 ? null : new RecordDomain(fields);
}

/** Processes of one kind have the same text, or none. */
function commonPlaces(name: string, texts: readonly (Compiled | null)[]): Compiled | null {
  const [first = null] = texts;
  for (const text of texts)
    if (JSON.stringify(text?.locations) !== JSON.stringify(first?.locations))
      throw new ModelError(
        "model-step",
        `the processes '${name}' have different statements: only what these say may differ`,
      );
  return first;
}

function isAt(name: string, { labels, locations }: Compiled, pc: Term, wanted: readonly string[]): BoolExpr {
  const codes = wanted.map((label) => {
    const code = labels.get(label) ?? (label === "done" ? locations.indexOf("done") : -1);
    if (code >= 0) return code;
    throw new ModelError(
      "model-name",
      `process '${name}' has no label '${label}'${didYouMean(suggest(label, [...labels.keys()]))}`,
    );
  });
  return new BoolExpr({
    op: "or",
    args: codes.map((code): Term => ({ op: "equal", left: pc, right: constant(code) })),
  });
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

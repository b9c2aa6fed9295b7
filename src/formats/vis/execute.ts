import type { Lit } from "../../logic/lit.js";
import { FALSE, not, TRUE } from "../../logic/lit.js";
import { select } from "../../logic/vector.js";
import { variableOf } from "./declare.js";
import { type Called, type Context, Expressions } from "./expressions.js";
import type { Network } from "./network.js";
import type { Part, Values } from "./parts.js";
import type { Expression, Routine, Statement } from "./syntax.js";
import { type VisToken, visError } from "./tokens.js";
import { type Scope, sizeOf, type Variable } from "./variables.js";

/** Statements that are executed in all, those of loops each time. */
const MOST_STATEMENTS = 2 ** 16;

/** What a block has assigned so far: at once, and at its end. */
interface State {
  values: Values;
  later: Values;
}

/**
 * Blocks as functions of what is there before: an assignment with `=` is seen by what follows it in the same block, one with `<=` is not. Other
 * blocks see neither.
 */
export class Execution {
  readonly expressions: Expressions;
  private statements = 0;

  constructor(private readonly network: Network) {
    this.expressions = new Expressions(network, (routine, args, c, at) => this.call(routine, args, c, at));
  }

  /** What the variables are worth after a block. */
  run(body: Statement, scope: Scope, start: Values = new Map()): Values {
    const state: State = { values: start, later: new Map() };
    this.execute(body, state, scope);
    for (const [variable, bits] of state.later) state.values.set(variable, bits);
    return state.values;
  }

  private execute(s: Statement, state: State, scope: Scope): void {
    if (++this.statements > MOST_STATEMENTS)
      throw visError("vis-limit", `more than ${MOST_STATEMENTS} statements, with loops unrolled`, s.at);
    this.network.deeper(() => this.one(s, state, scope), s.at);
  }

  private one(s: Statement, state: State, scope: Scope): void {
    const c: Context = { scope, values: state.values };
    switch (s.kind) {
      case "block":
        for (const inner of s.body) this.execute(inner, state, scope);
        return;
      case "assign":
        this.assign(s.target, s.value, s.blocking ? state.values : state.later, c);
        return;
      case "if": {
        const condition = this.expressions.condition(s.condition, c);
        this.branch(condition, s, state, scope);
        return;
      }
      case "case":
        this.cases(s, state, scope, c);
        return;
      case "for":
        this.loop(s, state, scope);
        return;
      case "task":
        this.task(s, state, c);
    }
  }

  private branch(condition: Lit, s: Statement & { kind: "if" }, state: State, scope: Scope): void {
    const { then, otherwise, at } = s;
    const taken = copyOf(state);
    if (condition !== FALSE) this.execute(then, taken, scope);
    if (condition !== TRUE && otherwise !== null) this.execute(otherwise, state, scope);
    this.merge(condition, taken, state, at);
  }

  /** The first item with a label that matches; the default stands for all that none does. */
  private cases(s: Statement & { kind: "case" }, state: State, scope: Scope, c: Context): void {
    const { aig } = this.network;
    const taken: { readonly when: Lit; readonly state: State }[] = [];
    let left: Lit = TRUE;
    for (const { labels, body } of s.items) {
      if (labels === null) continue;
      const matches = aig.orAll(labels.map((label) => this.expressions.equal(s.subject, label, c)));
      const when = aig.and(left, matches);
      left = aig.and(left, not(matches));
      if (when === FALSE) continue;
      const own = copyOf(state);
      this.execute(body, own, scope);
      taken.push({ when: matches, state: own });
    }
    const rest = s.items.find((item) => item.labels === null);
    if (rest !== undefined && left !== FALSE) this.execute(rest.body, state, scope);
    for (const { when, state: own } of taken.reverse()) this.merge(when, own, state, s.at);
  }

  /** `into` becomes what `taken` says where the condition holds. */
  private merge(condition: Lit, taken: State, into: State, at: VisToken): void {
    this.mergeValues(condition, taken.values, into.values, at);
    this.mergeValues(condition, taken.later, into.later, at);
  }

  private mergeValues(condition: Lit, taken: Values, into: Values, at: VisToken): void {
    const { network } = this;
    for (const variable of new Set([...taken.keys(), ...into.keys()])) {
      const [a, b] = [taken.get(variable), into.get(variable)];
      if (a === b) continue;
      network.copying(2 * sizeOf(variable), at);
      const before = a === undefined || b === undefined ? network.bits(variable, 0, sizeOf(variable), at) : [];
      into.set(variable, select(network.aig, condition, a ?? before, b ?? before));
    }
  }

  /** The number of times must be known: each is executed by itself. */
  private loop(s: Statement & { kind: "for" }, state: State, scope: Scope): void {
    const { expressions } = this;
    const own = scope.within();
    const c: Context = { scope: own, values: state.values };
    own.constants.set(s.variable, expressions.constant(s.from, c));
    while (expressions.constant(s.condition, c) !== 0n) {
      this.execute(s.body, state, own);
      own.constants.set(s.variable, expressions.constant(s.step, c));
    }
  }

  private assign(target: Expression, value: Expression, into: Values, c: Context): void {
    const { expressions } = this;
    if (target.kind !== "concat") {
      const part = expressions.part(target, c);
      this.put(target, expressions.value(value, part.type, part.width, c), into, c);
      return;
    }
    const widths = target.parts.map((t) => expressions.part(t, c).width);
    const bits = expressions.value(
      value,
      null,
      widths.reduce((sum, w) => sum + w, 0),
      c,
    );
    let end = bits.length;
    target.parts.forEach((t, i) => {
      this.put(t, bits.slice(end - widths[i]!, end), into, c);
      end -= widths[i]!;
    });
  }

  private put(target: Expression, bits: readonly Lit[], into: Values, c: Context): void {
    const part = this.expressions.part(target, c);
    const { variable } = part;
    if (!variable.isReg)
      throw visError("vis-type", `'${variable.path}' is no register: a block cannot assign it`, target.at);
    if (isWhole(part)) {
      into.set(variable, bits);
      return;
    }
    const before = into.get(variable) ?? this.network.bits(variable, 0, sizeOf(variable), target.at);
    into.set(variable, this.expressions.parts.written(part, bits, before, target.at));
  }

  private task(s: Statement & { kind: "task" }, state: State, c: Context): void {
    const routine = c.scope.routines.get(s.name);
    if (routine?.kind !== "task") throw visError("vis-unknown", `there is no task '${s.name}'`, s.at);
    const { own, ports } = this.enter(routine, s.args, c, state.values, s.at);
    this.execute(routine.body, state, own);
    ports.forEach(({ port, arg }) => {
      if (port.direction !== "output") return;
      const part = this.expressions.part(arg, c);
      if (part.width !== sizeOf(port) || part.type !== port.type)
        throw visError("vis-type", `'${port.name}' is not as wide as what it is to give a value`, arg.at);
      this.put(arg, state.values.get(port) ?? this.network.bits(port, 0, sizeOf(port), s.at), state.values, c);
    });
    for (const variable of own.variables.values()) state.values.delete(variable);
  }

  private call(routine: Routine, args: readonly Expression[], c: Context, at: VisToken): Variable & Called {
    if (++this.statements > MOST_STATEMENTS)
      throw visError("vis-limit", `more than ${MOST_STATEMENTS} statements, with loops and calls`, at);
    const values: Values = new Map(c.values ?? []);
    const { own } = this.enter(routine, args, c, values, at);
    const { name, range, type } = routine;
    const declaration = { name, direction: null, storage: "reg", type, range, array: null, at: routine.at } as const;
    const result = variableOf([declaration], name, own, this.expressions, true);
    own.variables.set(name, result);
    const state: State = { values, later: new Map() };
    this.execute(routine.body, state, own);
    if (state.later.size > 0) throw visError("vis-unsupported", `the function '${name}' assigns with '<='`, at);
    for (const variable of values.keys())
      if (!variable.isLocal && values.get(variable) !== c.values?.get(variable))
        throw visError(
          "vis-unsupported",
          `the function '${name}' assigns '${variable.path}', which is not its own`,
          at,
        );
    return { ...result, bits: values.get(result) ?? this.network.bits(result, 0, sizeOf(result), at) };
  }

  /** The variables of a routine, with the values of its inputs. */
  private enter(routine: Routine, args: readonly Expression[], c: Context, into: Values, at: VisToken) {
    const own = c.scope.within();
    const ports: { readonly port: Variable; readonly arg: Expression }[] = [];
    const byName = new Map<string, Routine["declarations"][number][]>();
    for (const d of routine.declarations) byName.set(d.name, [...(byName.get(d.name) ?? []), d]);
    for (const [name, declarations] of byName) {
      if (declarations.every((d) => d.storage === "integer")) continue;
      const variable = { ...variableOf(declarations, name, own, this.expressions, true), isReg: true };
      own.variables.set(name, variable);
      if (variable.direction === null) continue;
      const arg = args[ports.length];
      if (arg === undefined) throw visError("vis-ports", `'${routine.name}' needs a value for '${name}'`, at);
      ports.push({ port: variable, arg });
      if (variable.direction === "input")
        into.set(variable, this.expressions.value(arg, variable.type, variable.width, { ...c, values: c.values }));
    }
    if (args.length > ports.length)
      throw visError("vis-ports", `'${routine.name}' takes ${ports.length} values, not ${args.length}`, at);
    return { own, ports };
  }
}

const isWhole = ({ variable, element, bit, width, isOutside }: Part): boolean =>
  element === null && bit === null && !isOutside && width === sizeOf(variable);

const copyOf = (state: State): State => ({ values: new Map(state.values), later: new Map(state.later) });

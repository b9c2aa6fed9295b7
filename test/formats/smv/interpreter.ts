import { parseProgram } from "../../../src/formats/smv/parse.js";
import type { Declaration, Expr, ModuleDeclaration, Program, TypeExpr } from "../../../src/formats/smv/syntax.js";
import {
  ArrayOf,
  asInteger,
  binary,
  call,
  isMember,
  itemsOf,
  SetOf,
  same,
  Undefined,
  type Value,
  Word,
} from "./interpreter-values.js";

interface Scope {
  readonly path: string;
  readonly parent: Scope | null;
  readonly module: ModuleDeclaration;
  readonly parameters: ReadonlyMap<string, { readonly e: Expr; readonly scope: Scope }>;
  readonly children: Map<string, Scope>;
  readonly isProcess: boolean;
  /** Path of the process that executes it. */
  readonly process: string;
}

export interface Variable {
  readonly name: string;
  readonly role: "state" | "input" | "frozen";
  readonly domain: readonly Value[];
}

/** Values of variables by name. */
export type Assignment = ReadonlyMap<string, Value>;

interface Environment {
  readonly now: Assignment;
  readonly next: Assignment | null;
}

interface Assign {
  readonly when: "init" | "next" | "always";
  readonly target: string;
  readonly value: Expr;
  readonly scope: Scope;
}

export const PROCESS = "_process_selector_";

/**
 * SMV straight from its syntax: expressions are evaluated to values, states are listed, and every constraint is asked
 * of every candidate. It shares the parser with the reader, and nothing else: no bits, no instances, no operators.
 */
export class Interpreter {
  readonly variables: Variable[] = [];
  readonly scopes: Scope[] = [];
  private readonly program: Program;
  private readonly constants = new Set<string>();
  private readonly assigns: Assign[] = [];
  private readonly processes: string[] = [];

  constructor(text: string) {
    this.program = parseProgram(text);
    this.instantiate("main", "", null, new Map(), true);
    if (this.processes.length > 1) {
      this.variables.push({ name: PROCESS, role: "input", domain: this.processes.map((p) => p || "main") });
    }
    for (const scope of this.scopes) this.declare(scope);
    for (const { d, scope } of this.all("assign")) this.addAssign(d, scope);
  }

  private instantiate(
    name: string,
    path: string,
    parent: Scope | null,
    parameters: Scope["parameters"],
    isProcess: boolean,
  ): Scope {
    const module = this.program.modules.get(name)!;
    const process = isProcess ? path : parent!.process;
    const scope: Scope = { path, parent, module, parameters, children: new Map(), isProcess, process };
    this.scopes.push(scope);
    if (isProcess) this.processes.push(path);
    for (const d of module.body) {
      if (d.kind !== "variable" || d.type.kind !== "module") continue;
      const { type } = d;
      const actual = new Map(
        this.program.modules.get(type.module)!.parameters.map((p, i) => [p, { e: type.args[i]!, scope }]),
      );
      scope.children.set(d.name, this.instantiate(type.module, join(path, d.name), scope, actual, type.process));
    }
    return scope;
  }

  private declare(scope: Scope): void {
    for (const d of scope.module.body) {
      if (d.kind === "constants") for (const c of d.names) this.constants.add(c);
      if (d.kind === "variable" && d.type.kind !== "module") {
        this.declareVariable(join(scope.path, d.name), d.role, d.type, scope);
      }
    }
  }

  private declareVariable(name: string, role: Variable["role"], type: TypeExpr, scope: Scope): void {
    if (type.kind === "array") {
      const low = this.constant(type.low, scope);
      const high = this.constant(type.high, scope);
      for (let i = low; i <= high; i++) this.declareVariable(`${name}[${i}]`, role, type.of, scope);
    } else this.variables.push({ name, role, domain: this.domain(type, scope) });
  }

  private domain(type: TypeExpr, scope: Scope): Value[] {
    switch (type.kind) {
      case "boolean":
        return [false, true];
      case "enum":
        for (const v of type.values) if (typeof v === "string") this.constants.add(v);
        return [...type.values];
      case "range": {
        const low = this.constant(type.low, scope);
        return Array.from({ length: this.constant(type.high, scope) - low + 1 }, (_, i) => low + i);
      }
      case "word": {
        const width = this.constant(type.width, scope);
        return Array.from({ length: 2 ** width }, (_, i) => new Word(type.signed, width, BigInt(i)));
      }
      default:
        throw new Error("no domain");
    }
  }

  private constant(e: Expr, scope: Scope): number {
    return this.eval(e, scope, { now: new Map(), next: null }) as number;
  }

  private addAssign(d: Declaration & { kind: "assign" }, scope: Scope): void {
    const target = this.nameOf(d.target, scope);
    if (this.variables.some((v) => v.name === target)) {
      this.assigns.push({ when: d.when, target, value: d.value, scope });
      return;
    }
    // A whole array: each element gets its own.
    for (const v of this.variables.filter((w) => w.name.startsWith(`${target}[`))) {
      const index: Expr = { kind: "integer", value: Number(/\[(-?\d+)\]$/.exec(v.name)![1]), at: 0 };
      const value: Expr = { kind: "index", of: d.value, index, at: 0 };
      this.assigns.push({ when: d.when, target: v.name, value, scope });
    }
  }

  private *all<K extends Declaration["kind"]>(
    kind: K,
  ): Iterable<{ readonly d: Declaration & { kind: K }; readonly scope: Scope }> {
    for (const scope of this.scopes) {
      for (const d of scope.module.body) if (d.kind === kind) yield { d: d as Declaration & { kind: K }, scope };
    }
  }

  specs(): { readonly logic: "ctl" | "ltl" | "invariant"; readonly body: Expr; readonly scope: Scope }[] {
    return [...this.all("spec")].map(({ d, scope }) => ({ logic: d.logic, body: d.body, scope }));
  }

  fairness(): { readonly body: Expr; readonly scope: Scope }[] {
    return [...this.all("justice")].map(({ d, scope }) => ({ body: d.body, scope }));
  }

  // States

  get stateVariables(): Variable[] {
    return this.variables.filter((v) => v.role !== "input");
  }

  inputs(): Assignment[] {
    return assignments(this.variables.filter((v) => v.role === "input"));
  }

  /** States that satisfy the invariants. */
  states(): Assignment[] {
    return assignments(this.stateVariables).filter((s) => this.isInvariant(s));
  }

  isInitial(s: Assignment): boolean {
    return this.holdsAll("INIT", s, null) && this.assignsHold("init", s, null) && this.isInvariant(s);
  }

  private isInvariant(s: Assignment): boolean {
    return this.holdsAll("INVAR", s, null) && this.assignsHold("always", s, null);
  }

  private holdsAll(on: "INIT" | "INVAR" | "TRANS", now: Assignment, next: Assignment | null): boolean {
    for (const { d, scope } of this.all("constraint")) {
      if (d.on === on && this.eval(d.body, scope, { now, next }) !== true) return false;
    }
    return true;
  }

  private assignsHold(when: "init" | "always", s: Assignment, next: Assignment | null): boolean {
    return this.assigns.every(
      (a) => a.when !== when || isMember(s.get(a.target)!, this.eval(a.value, a.scope, { now: s, next })),
    );
  }

  /** The states that a state moves to under an input; `from` are all states. */
  successors(state: Assignment, input: Assignment, from: readonly Assignment[]): Assignment[] {
    const now = new Map([...state, ...input]);
    const allowed = new Map<string, readonly Value[]>();
    const relational: Assign[] = [];
    for (const v of this.stateVariables) {
      if (v.role === "frozen") allowed.set(v.name, [state.get(v.name)!]);
      const nexts = this.assigns.filter((a) => a.when === "next" && a.target === v.name);
      if (nexts.length === 0) continue;
      const running =
        this.processes.length === 1 ? nexts[0] : nexts.find((a) => now.get(PROCESS) === (a.scope.process || "main"));
      if (running === undefined) allowed.set(v.name, [state.get(v.name)!]);
      else if (mentionsNext(running.value)) relational.push(running);
      else allowed.set(v.name, itemsOf(this.eval(running.value, running.scope, { now, next: null })));
    }
    return from.filter(
      (next) =>
        [...allowed].every(([name, values]) => values.some((v) => same(v, next.get(name)!))) &&
        relational.every((a) => isMember(next.get(a.target)!, this.eval(a.value, a.scope, { now, next }))) &&
        this.holdsAll("TRANS", now, next),
    );
  }

  // Expressions

  /** The name of a variable that a reference leads to. */
  private nameOf(e: Expr, scope: Scope): string {
    switch (e.kind) {
      case "name": {
        const parameter = scope.parameters.get(e.name);
        return parameter === undefined ? join(scope.path, e.name) : this.nameOf(parameter.e, parameter.scope);
      }
      case "self":
        return scope.path;
      case "dot":
        return join(this.nameOf(e.of, scope), e.name);
      case "index":
        return `${this.nameOf(e.of, scope)}[${this.constant(e.index, scope)}]`;
      default:
        throw new Error("not a variable");
    }
  }

  private scopeCalled(path: string): Scope | undefined {
    return this.scopes.find((s) => s.path === path);
  }

  eval(e: Expr, scope: Scope, env: Environment): Value {
    const sub = (x: Expr): Value => this.eval(x, scope, env);
    switch (e.kind) {
      case "boolean":
      case "integer":
        return e.value;
      case "word":
        return new Word(e.signed, e.width, e.value);
      case "name":
        return this.lookup(e.name, scope, env);
      case "self":
        throw new Error("self is not a value");
      case "dot": {
        const owner = this.scopeCalled(this.nameOf(e.of, scope));
        if (owner === undefined) throw new Error(`no instance before .${e.name}`);
        return this.lookup(e.name, owner, env);
      }
      case "index": {
        const array = sub(e.of) as ArrayOf;
        const item = array.items[Number(asInteger(sub(e.index))) - array.low];
        if (item === undefined) throw new Undefined("index");
        return item;
      }
      case "bits": {
        const w = sub(e.of) as Word;
        const low = sub(e.low) as number;
        const width = (sub(e.high) as number) - low + 1;
        return new Word(false, width, BigInt.asUintN(width, w.bits >> BigInt(low)));
      }
      case "unary": {
        const v = sub(e.arg);
        if (v instanceof Word) return v.with(e.op === "!" ? ~v.bits : -v.bits);
        return e.op === "!" ? !v : 0 - (v as number);
      }
      case "chain":
        return e.rest.reduce<() => Value>(
          (left, link) => () => binary(link.op, left, () => sub(link.arg)),
          () => sub(e.first),
        )();
      case "implies":
        return e.args.map((a) => () => sub(a)).reduceRight((right, left) => () => binary("->", left, right))();
      case "set":
        return new SetOf(e.items.flatMap((i) => itemsOf(sub(i))));
      case "range": {
        const low = sub(e.low) as number;
        return new SetOf(Array.from({ length: (sub(e.high) as number) - low + 1 }, (_, i) => low + i));
      }
      case "case": {
        const branch = e.branches.find((b) => sub(b.condition) === true);
        if (branch !== undefined) return sub(branch.value);
        if (e.otherwise === null) throw new Undefined("case");
        return sub(e.otherwise);
      }
      case "list":
        return new ArrayOf(0, e.items.map(sub));
      case "call":
        if (e.fn === "next") return this.eval(e.args[0]!, scope, { now: env.next!, next: null });
        return call(e.fn, e.args.map(sub));
      default:
        throw new Error(`${e.kind} is not an expression`);
    }
  }

  private lookup(name: string, scope: Scope, env: Environment): Value {
    const parameter = scope.parameters.get(name);
    if (parameter !== undefined) return this.eval(parameter.e, parameter.scope, env);
    const define = scope.module.body.find((d) => d.kind === "define" && d.name === name);
    if (define?.kind === "define") return this.eval(define.body, scope, env);
    const full = join(scope.path, name);
    const value = env.now.get(full);
    if (value !== undefined) return value;
    if (this.constants.has(name)) return name;
    if (name === "running") return env.now.get(PROCESS) === (scope.path || "main");
    const array = this.array(full, env);
    if (array !== null) return array;
    throw new Error(`${full} has no value`);
  }

  private array(name: string, env: Environment): ArrayOf | null {
    const element = new RegExp(`^${name.replace(/[.[\]$]/g, "\\$&")}\\[(-?\\d+)\\]`);
    const indices = this.variables.flatMap((v) => element.exec(v.name)?.[1] ?? []);
    if (indices.length === 0) return null;
    const items = [...new Set(indices)].map((i) => env.now.get(`${name}[${i}]`) ?? this.array(`${name}[${i}]`, env)!);
    return new ArrayOf(Number(indices[0]), items);
  }
}

const join = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

function assignments(variables: readonly Variable[]): Assignment[] {
  return variables.reduce<Assignment[]>(
    (all, v) => all.flatMap((a) => v.domain.map((x) => new Map([...a, [v.name, x]]))),
    [new Map()],
  );
}

/** Conservative: a definition may read next values, too. */
function mentionsNext(e: Expr): boolean {
  return JSON.stringify(e, (_, v) => (typeof v === "bigint" ? `${v}` : v)).includes('"fn":"next"');
}

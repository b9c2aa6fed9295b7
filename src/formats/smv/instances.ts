import type { InputError } from "../../text/input-error.js";
import type { Declaration, Expr, ModuleDeclaration, Program, TypeExpr } from "./syntax.js";
import type { Domain } from "./values.js";

/** More instances than this are a runaway hierarchy. */
const MAX_INSTANCES = 200_000;
const MAX_HIERARCHY = 300;

/** An instance of a module: the scope in which its declarations are read. */
export interface Instance {
  /** As the user would write it in `main`; empty for `main` itself. */
  readonly path: string;
  readonly module: ModuleDeclaration;
  readonly parent: Instance | null;
  /** The module's declarations, with those of the modules that it is a (`ISA`) put in. */
  readonly declarations: readonly Declaration[];
  readonly members: Map<string, Member>;
  /** Index of the process that executes the instance's assignments; 0 is `main`. */
  readonly process: number;
  /** Whether this instance is a process itself, and so has `running`. */
  readonly isProcess: boolean;
  /** Whether members have names such as `a.b` or `a[1]`, as flattened models have. */
  hasFlatNames: boolean;
}

export type Member =
  | { readonly kind: "macro"; readonly macro: Macro }
  | { readonly kind: "variable"; readonly variable: Variable }
  | { readonly kind: "instance"; readonly instance: Instance };

/** A name for an expression: a DEFINE or an actual parameter. */
export interface Macro {
  readonly name: string;
  readonly body: Expr;
  /** Where the expression is read; for a parameter, that is outside of the instance. */
  readonly scope: Instance;
  readonly isDefine: boolean;
  readonly at: number;
}

export interface Variable {
  readonly name: string;
  readonly role: "state" | "input" | "frozen";
  readonly type: TypeExpr;
  readonly scope: Instance;
  readonly at: number;
  /** Known once types have been worked out. */
  storage: Storage | null;
}

export type Storage =
  | { readonly kind: "scalar"; readonly cell: Cell }
  | { readonly kind: "array"; readonly name: string; readonly low: number; readonly items: readonly Storage[] };

/** A variable that is not an array, or an element of an array. */
export interface Cell {
  readonly name: string;
  readonly role: "state" | "input" | "frozen";
  readonly domain: Domain;
  readonly scope: Instance;
  readonly at: number;
  init: Assignment | null;
  always: Assignment | null;
  /** One for each process that assigns the variable. */
  readonly next: Assignment[];
}

export interface Assignment {
  readonly value: Expr;
  /** The elements of `value` that lead to this one, when a whole array is assigned. */
  readonly element: readonly number[];
  readonly scope: Instance;
  readonly at: number;
}

/** What a name, `a.b`, `a[i]` or `self` means. */
export type Reference =
  | { readonly kind: "instance"; readonly instance: Instance }
  | { readonly kind: "macro"; readonly macro: Macro }
  | { readonly kind: "variable"; readonly variable: Variable }
  | { readonly kind: "element"; readonly storage: Storage }
  | { readonly kind: "constant"; readonly name: string }
  | { readonly kind: "running"; readonly process: number }
  | { readonly kind: "selector" };

export interface Hierarchy {
  readonly main: Instance;
  readonly instances: readonly Instance[];
  /** The instances that are processes; `main` is the first. */
  readonly processes: readonly Instance[];
  /** Symbols that some enumeration or CONSTANTS declares. */
  readonly constants: ReadonlySet<string>;
}

export type ErrorAt = (code: string, problem: string, at: number) => InputError;

export const SELECTOR = "_process_selector_";

/** Builds the tree of instances below `main`. */
export function instantiate(program: Program, error: ErrorAt): Hierarchy {
  const mainModule = program.modules.get("main");
  if (mainModule === undefined) throw error("smv-name", "there is no module 'main'", 0);
  if (mainModule.parameters.length > 0) throw error("smv-name", "'main' takes no parameters", mainModule.at);
  const instances: Instance[] = [];
  const processes: Instance[] = [];
  const constants = new Set<string>();

  const create = (module: ModuleDeclaration, path: string, parent: Instance | null, isProcess: boolean): Instance => {
    if (instances.length >= MAX_INSTANCES) {
      throw error("smv-limit", `more than ${MAX_INSTANCES} instances of modules`, module.at);
    }
    const process = isProcess ? processes.length : parent!.process;
    const declarations = expandIsa(program, module, error);
    const instance: Instance = {
      path,
      module,
      parent,
      declarations,
      members: new Map(),
      process,
      isProcess,
      hasFlatNames: false,
    };
    instances.push(instance);
    if (isProcess) processes.push(instance);
    return instance;
  };

  const main = create(mainModule, "", null, true);
  // `a.b := …` may define a component of another instance, once instances and parameters are known.
  const dotted: { readonly scope: Instance; readonly name: string; readonly member: Member; readonly at: number }[] =
    [];
  const pending = [main];
  for (let scope = pending.pop(); scope !== undefined; scope = pending.pop()) {
    const children: Instance[] = [];
    for (const d of scope.declarations) declare(scope, d, children);
    // Depth first, in the order of the text.
    pending.push(...children.reverse());
  }
  for (const { scope, name, member, at } of dotted) {
    const { owner, rest } = ownerOf(scope, name);
    addMember(owner, rest, member, at, error);
  }
  return { main, instances: inPreorder(main), processes, constants };

  function add(scope: Instance, name: string, member: Member, at: number): void {
    if (name.includes(".")) dotted.push({ scope, name, member, at });
    else addMember(scope, name, member, at, error);
  }

  function declare(scope: Instance, d: Declaration, children: Instance[]): void {
    if (d.kind === "constants") for (const name of d.names) constants.add(name);
    if (d.kind === "define") {
      const macro: Macro = { name: qualified(scope, d.name), body: d.body, scope, isDefine: true, at: d.at };
      add(scope, d.name, { kind: "macro", macro }, d.at);
    }
    if (d.kind !== "variable") return;
    if (d.type.kind === "module") children.push(addInstance(scope, d.name, d.type, d.at));
    else {
      for (const symbol of symbolsOf(d.type)) constants.add(symbol);
      const { role, type, at } = d;
      const variable: Variable = { name: qualified(scope, d.name), role, type, scope, at, storage: null };
      add(scope, d.name, { kind: "variable", variable }, d.at);
    }
  }

  function addInstance(scope: Instance, name: string, type: TypeExpr & { kind: "module" }, at: number): Instance {
    const module = program.modules.get(type.module);
    if (module === undefined) throw error("smv-name", `there is no module '${type.module}'`, type.at);
    checkRecursion(scope, module, type.at, error);
    if (module.parameters.length !== type.args.length) {
      const wanted = `${module.parameters.length} parameter${module.parameters.length === 1 ? "" : "s"}`;
      throw error("smv-name", `module '${module.name}' takes ${wanted}, not ${type.args.length}`, type.at);
    }
    const instance = create(module, qualified(scope, name), scope, type.process);
    module.parameters.forEach((parameter, i) => {
      const body = type.args[i]!;
      const macro: Macro = { name: qualified(instance, parameter), body, scope, isDefine: false, at: body.at };
      addMember(instance, parameter, { kind: "macro", macro }, body.at, error);
    });
    addMember(scope, name, { kind: "instance", instance }, at, error);
    return instance;
  }
}

/** The instance that a dotted name leads to, and the name of the component there. */
function ownerOf(scope: Instance, name: string): { readonly owner: Instance; readonly rest: string } {
  let owner = scope;
  let rest = name;
  for (let dot = rest.indexOf("."); dot >= 0; dot = rest.indexOf(".")) {
    const next = instanceCalled(owner, rest.slice(0, dot));
    if (next === null) break;
    owner = next;
    rest = rest.slice(dot + 1);
  }
  return { owner, rest };
}

/** Follows parameters that are instances. */
function instanceCalled(scope: Instance, name: string): Instance | null {
  const member = scope.members.get(name);
  if (member?.kind === "instance") return member.instance;
  if (member?.kind !== "macro" || member.macro.isDefine) return null;
  const path: string[] = [];
  let e = member.macro.body;
  for (; e.kind === "dot"; e = e.of) path.unshift(e.name);
  let at: Instance | null = member.macro.scope;
  if (e.kind === "name") path.unshift(e.name);
  else if (e.kind !== "self") return null;
  for (const step of path) if (at !== null) at = instanceCalled(at, step);
  return at;
}

function inPreorder(main: Instance): Instance[] {
  const out: Instance[] = [];
  const pending = [main];
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    out.push(i);
    const children = [...i.members.values()].flatMap((m) => (m.kind === "instance" ? [m.instance] : []));
    pending.push(...children.reverse());
  }
  return out;
}

function addMember(scope: Instance, name: string, member: Member, at: number, error: ErrorAt): void {
  if (scope.members.has(name)) throw error("smv-name", `'${name}' is declared twice`, at);
  scope.members.set(name, member);
  if (/[.[]/.test(name)) scope.hasFlatNames = true;
}

function expandIsa(program: Program, module: ModuleDeclaration, error: ErrorAt): readonly Declaration[] {
  if (!module.body.some((d) => d.kind === "isa")) return module.body;
  const out: Declaration[] = [];
  const expand = (m: ModuleDeclaration, within: readonly string[]): void => {
    for (const d of m.body) {
      if (d.kind !== "isa") {
        out.push(d);
        continue;
      }
      const base = program.modules.get(d.module);
      if (base === undefined) throw error("smv-name", `there is no module '${d.module}'`, d.at);
      if (within.includes(base.name)) throw error("smv-name", `module '${base.name}' is a part of itself`, d.at);
      if (base.parameters.length > 0) throw error("smv-name", `'ISA ${base.name}': the module has parameters`, d.at);
      expand(base, [...within, base.name]);
    }
  };
  expand(module, [module.name]);
  return out;
}

function checkRecursion(scope: Instance, module: ModuleDeclaration, at: number, error: ErrorAt): void {
  let depth = 0;
  for (let s: Instance | null = scope; s !== null; s = s.parent) {
    if (s.module === module) throw error("smv-name", `module '${module.name}' contains itself`, at);
    if (++depth > MAX_HIERARCHY) throw error("smv-limit", `instances nested more than ${MAX_HIERARCHY} deep`, at);
  }
}

export const qualified = (scope: Instance, name: string): string =>
  scope.path === "" ? name : `${scope.path}.${name}`;

/** A formula of an instance, as NuSMV prints it. */
export const inScope = (formula: string, scope: Instance): string =>
  scope.path === "" ? formula : `${formula} IN ${scope.path}`;

function* symbolsOf(type: TypeExpr): Iterable<string> {
  let t = type;
  while (t.kind === "array") t = t.of;
  if (t.kind === "enum") for (const v of t.values) if (typeof v === "string") yield v;
}

/** Finds what references mean. `indexOf` gives the value of a constant index, or null when it is not constant. */
export class Resolver {
  constructor(
    private readonly hierarchy: Hierarchy,
    private readonly error: ErrorAt,
    private readonly indexOf: (e: Expr, scope: Instance) => number | null,
  ) {}

  /** null when the expression is not a reference, or one through an index that is not constant. */
  resolve(e: Expr, scope: Instance): Reference | null {
    if (scope.hasFlatNames) {
      const flat = this.flatName(e, scope);
      const member = flat === null ? undefined : scope.members.get(flat);
      if (member !== undefined) return this.reference(member);
    }
    switch (e.kind) {
      case "self":
        return { kind: "instance", instance: scope };
      case "name":
        return this.lookup(e.name, scope, e.at);
      case "dot": {
        const owner = this.resolve(e.of, scope);
        if (owner?.kind === "instance") return this.lookupIn(owner.instance, e.name, e.at);
        const dotted = this.flatName(e, scope);
        if (dotted !== null && this.hierarchy.constants.has(dotted)) return { kind: "constant", name: dotted };
        throw this.error("smv-name", `no instance of a module stands before '.${e.name}'`, e.at);
      }
      case "index": {
        const array = this.resolve(e.of, scope);
        const storage = array === null ? null : storageOf(array);
        if (storage?.kind !== "array") return null;
        const i = this.indexOf(e.index, scope);
        if (i === null) return null;
        const item = storage.items[i - storage.low];
        return item === undefined ? null : { kind: "element", storage: item };
      }
      default:
        return null;
    }
  }

  private flatName(e: Expr, scope: Instance): string | null {
    switch (e.kind) {
      case "name":
        return e.name;
      case "dot": {
        const of = this.flatName(e.of, scope);
        return of === null ? null : `${of}.${e.name}`;
      }
      case "index": {
        const of = this.flatName(e.of, scope);
        const i = of === null ? null : this.indexOf(e.index, scope);
        return i === null ? null : `${of}[${i}]`;
      }
      default:
        return null;
    }
  }

  private lookup(name: string, scope: Instance, at: number): Reference {
    const member = scope.members.get(name);
    const isConstant = this.hierarchy.constants.has(name);
    if (member !== undefined) {
      if (isConstant && !(member.kind === "macro" && !member.macro.isDefine)) {
        throw this.error("smv-name", `'${name}' is both a value of an enumeration and declared here`, at);
      }
      return this.reference(member);
    }
    if (isConstant) return { kind: "constant", name };
    if (this.hierarchy.processes.length > 1) {
      if (name === "running" && scope.isProcess) return { kind: "running", process: scope.process };
      if (name === SELECTOR) return { kind: "selector" };
    }
    const isProcess = name !== "" && this.hierarchy.processes.some((p) => (p.path || "main") === name);
    if (isProcess && this.hierarchy.processes.length > 1) return { kind: "constant", name };
    throw this.error("smv-name", `'${name}' is not declared${inModule(scope)}`, at);
  }

  private lookupIn(instance: Instance, name: string, at: number): Reference {
    const member = instance.members.get(name);
    if (member !== undefined) return this.reference(member);
    if (name === "running" && instance.isProcess && this.hierarchy.processes.length > 1) {
      return { kind: "running", process: instance.process };
    }
    throw this.error("smv-name", `'${name}' is not declared${inModule(instance)}`, at);
  }

  /** A parameter that names something is that thing. */
  private reference(member: Member): Reference {
    if (member.kind !== "macro") return member;
    const { macro } = member;
    if (macro.isDefine || !isReference(macro.body)) return member;
    return this.resolve(macro.body, macro.scope) ?? member;
  }
}

const inModule = (scope: Instance): string => (scope.path === "" ? "" : ` in module '${scope.module.name}'`);

const isReference = (e: Expr): boolean =>
  e.kind === "name" || e.kind === "dot" || e.kind === "index" || e.kind === "self";

/** Where the value of a variable or array element is kept. */
export function storageOf(ref: Reference): Storage | null {
  if (ref.kind === "element") return ref.storage;
  return ref.kind === "variable" ? ref.variable.storage : null;
}

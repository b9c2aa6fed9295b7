import type { Lit } from "../../logic/lit.js";
import { variableOf } from "./declare.js";
import { Execution } from "./execute.js";
import type { Context } from "./expressions.js";
import type { Network } from "./network.js";
import type { Values } from "./parts.js";
import type { Connection, Declaration, Expression, Instance, Statement, VisFile, VisModule } from "./syntax.js";
import { type VisToken, visError } from "./tokens.js";
import { Scope, sizeOf, type Variable } from "./variables.js";

const MOST_INSTANCES = 100_000;
const MOST_NESTED = 50;

/** A module in its place. */
export interface Placed {
  readonly module: VisModule;
  /** With a dot at its end, but for the top. */
  readonly path: string;
  readonly scope: Scope;
}

/** The instances of a design, and what their blocks do. */
export class Elaboration {
  private readonly work = { constants: 0 };
  readonly placed: Placed[] = [];
  /** Of a register: its value in the next step. */
  readonly next = new Map<Variable, readonly Lit[]>();
  private readonly execution: Execution;

  constructor(
    private readonly file: VisFile,
    private readonly network: Network,
  ) {
    this.execution = new Execution(network);
  }

  /** All instances below the top, with what drives their variables. */
  build(top: VisModule, parameters: ReadonlyMap<string, bigint>): void {
    const { scope } = this.place(top, "", parameters, 0, top.at);
    this.findClock(top, scope);
    for (const variable of scope.variables.values())
      if (variable.direction === "input" && !this.network.isClock(variable)) this.network.input(variable);
  }

  /** Runs the blocks with a clock: what registers are worth next. */
  runBlocks(): void {
    for (const { module, scope } of this.placed)
      for (const always of module.always) {
        if (always.clock === null) continue;
        const values = this.execution.run(always.body, scope);
        for (const [variable, bits] of values) {
          if (variable.isLocal) continue;
          if (this.next.has(variable))
            throw visError("vis-drivers", `'${variable.path}' is assigned in several blocks`, always.at);
          this.next.set(variable, bits);
        }
      }
  }

  /** Runs the initial blocks: the first values of registers; what has none may have any. */
  runInitial(): Values {
    const first: Values = new Map();
    for (const { module, scope } of this.placed) {
      let values: Values = new Map();
      for (const statement of module.initial) values = this.execution.run(statement, scope, values);
      for (const [variable, bits] of values) if (!variable.isLocal) first.set(variable, bits);
    }
    return first;
  }

  private place(
    module: VisModule,
    path: string,
    parameters: ReadonlyMap<string, bigint>,
    depth: number,
    at: VisToken,
  ): Placed {
    if (depth > MOST_NESTED) throw visError("vis-limit", `modules are more than ${MOST_NESTED} deep in each other`, at);
    if (this.placed.length >= MOST_INSTANCES)
      throw visError("vis-limit", `there are more than ${MOST_INSTANCES} instances`, at);
    const routines = new Map(module.routines.map((r) => [r.name, r]));
    const scope = new Scope(routines, null, this.file.types, this.work);
    const placed: Placed = { module, path, scope };
    this.placed.push(placed);
    this.defineParameters(module, scope, parameters);
    this.declare(module, path, scope);
    const inner = module.instances.map((instance) => ({ instance, child: this.child(instance, placed, depth) }));
    for (const { instance, child } of inner) this.implicitNets(instance, child, placed);
    this.registers(module, scope);
    for (const { target, value, at: where } of module.assignments) this.assignment(target, value, placed, where);
    for (const { instance, child } of inner) this.connect(instance, child, scope);
    return placed;
  }

  /** Each after those that it reads. */
  private defineParameters(module: VisModule, scope: Scope, given: ReadonlyMap<string, bigint>): void {
    for (const [name, value] of given) scope.constants.set(name, value);
    let open = module.parameters.filter((p) => !given.has(p.name) || p.isLocal);
    while (open.length > 0) {
      const left = open.filter(({ name, value }) => {
        const names = namesIn(value);
        if (open.some((p) => p.name !== name && names.has(p.name))) return true;
        scope.constants.set(name, this.execution.expressions.constant(value, { scope, values: null }));
        return false;
      });
      if (left.length === open.length)
        throw visError("vis-constant", `the parameter '${left[0]!.name}' depends on itself`, left[0]!.at);
      open = left;
    }
  }

  private declare(module: VisModule, path: string, scope: Scope): void {
    const byName = new Map<string, Declaration[]>();
    for (const d of module.declarations) {
      const same = byName.get(d.name);
      if (same === undefined) byName.set(d.name, [d]);
      else same.push(d);
    }
    for (const [name, declarations] of byName) {
      // Integers count loops; these give them their values.
      if (declarations.every((d) => d.storage === "integer")) continue;
      scope.variables.set(name, variableOf(declarations, path + name, scope, this.execution.expressions, false));
    }
    for (const port of module.ports)
      if (scope.variables.get(port)?.direction == null)
        throw visError("vis-ports", `the port '${port}' of '${module.name}' is neither input nor output`, module.at);
  }

  private child(instance: Instance, { scope, path }: Placed, depth: number): Placed {
    const module = this.file.modules.get(instance.module);
    if (module === undefined) throw visError("vis-unknown", `there is no module '${instance.module}'`, instance.at);
    const parameters = new Map<string, bigint>();
    const names = module.parameters.filter((p) => !p.isLocal).map((p) => p.name);
    instance.parameters.forEach(({ port, value, at }, i) => {
      const name = port ?? names[i];
      if (name === undefined || !names.includes(name))
        throw visError(
          "vis-ports",
          `'${module.name}' has no parameter ${port === null ? `number ${i + 1}` : `'${port}'`}`,
          at,
        );
      if (value !== null) parameters.set(name, this.execution.expressions.constant(value, { scope, values: null }));
    });
    return this.place(module, `${path}${instance.name}.`, parameters, depth + 1, instance.at);
  }

  /** Names that nothing declares are nets, as wide as the ports that they are connected to. */
  private implicitNets(instance: Instance, child: Placed, { scope, path }: Placed): void {
    for (const { port, value } of portsOf(instance, child)) {
      if (value?.kind !== "name" || this.isKnown(value.name, scope)) continue;
      const { left, right, width, type } = port;
      const net = { left, right, width, type, array: null, isReg: false, direction: null, isLocal: false } as const;
      scope.variables.set(value.name, { ...net, name: value.name, path: path + value.name, at: value.at });
    }
  }

  private isKnown(name: string, scope: Scope): boolean {
    return scope.variable(name) !== null || scope.constant(name) !== null || scope.isSymbol(name);
  }

  /** A register keeps its value, unless a block without a clock computes it. */
  private registers(module: VisModule, scope: Scope): void {
    const computed = new Set<string>();
    for (const always of module.always) {
      if (always.clock !== null) continue;
      const names = new Set(targetsIn(always.body));
      let values: Values | null = null;
      for (const name of names) {
        const variable = scope.variable(name);
        if (variable === null) continue;
        computed.add(name);
        const compute = () => {
          values ??= this.execution.run(always.body, scope);
          return values.get(variable) ?? this.network.bits(variable, 0, sizeOf(variable), always.at);
        };
        this.network.drive(variable, 0, sizeOf(variable), compute, always.at);
      }
    }
    for (const [name, variable] of scope.variables)
      if (variable.isReg && !computed.has(name)) {
        if (variable.direction === "input")
          throw visError("vis-ports", `the input '${name}' is a register`, variable.at);
        this.network.latch(variable);
      }
  }

  private assignment(target: Expression, value: Expression, { scope, path }: Placed, at: VisToken): void {
    if (target.kind === "name" && !this.isKnown(target.name, scope)) {
      const net = {
        left: 0,
        right: 0,
        width: 1,
        type: null,
        array: null,
        isReg: false,
        direction: null,
        isLocal: false,
      } as const;
      scope.variables.set(target.name, { ...net, name: target.name, path: path + target.name, at });
    }
    const { expressions } = this.execution;
    const c: Context = { scope, values: null };
    this.driveParts(target, c, at, (type, width) => expressions.value(value, type, width, c));
  }

  /** The parts of a target get the bits of one value, which is computed once. */
  private driveParts(
    target: Expression,
    c: Context,
    at: VisToken,
    compute: (type: Variable["type"], width: number) => readonly Lit[],
  ): void {
    const targets = target.kind === "concat" ? target.parts : [target];
    const parts = targets.map((t) => this.execution.expressions.part(t, c));
    const total = parts.reduce((sum, p) => sum + p.width, 0);
    let value: readonly Lit[] | null = null;
    let isActive = false;
    const whole = (): readonly Lit[] => {
      if (value === null) {
        if (isActive) throw visError("vis-cycle", "this value depends on itself, with no clock in between", at);
        isActive = true;
        value = compute(parts.length === 1 ? parts[0]!.type : null, total);
      }
      return value;
    };
    let end = total;
    for (const part of parts) {
      const start = end - part.width;
      if (part.element !== null || part.bit !== null || part.isOutside)
        throw visError("vis-constant", "the index of an assigned net must be a constant within its range", at);
      if (part.variable.isReg)
        throw visError("vis-type", `'${part.variable.path}' is a register: a block assigns it`, at);
      this.network.drive(part.variable, part.offset, part.width, () => whole().slice(start, start + part.width), at);
      end = start;
    }
  }

  private connect(instance: Instance, child: Placed, scope: Scope): void {
    const { expressions } = this.execution;
    const c: Context = { scope, values: null };
    for (const { port, value, at } of portsOf(instance, child)) {
      if (value === null) continue;
      if (port.array !== null) throw visError("vis-unsupported", `the port '${port.name}' is an array`, at);
      if (port.direction === "input") {
        const compute = () => expressions.value(value, port.type, port.width, c);
        this.network.drive(port, 0, sizeOf(port), compute, at);
        if (value.kind === "name") this.wires.set(port, scope.variable(value.name));
        continue;
      }
      this.driveParts(value, c, at, (type, width) => {
        if (type !== port.type) throw visError("vis-type", `the port '${port.name}' is of another type`, at);
        const bits = this.network.bits(port, 0, sizeOf(port), at);
        return Array.from({ length: width }, (_, i) => bits[i] ?? (0 as Lit));
      });
    }
  }

  /** Of an input port: the variable of the outer module that it is connected to. */
  private readonly wires = new Map<Variable, Variable | null>();

  /** Every clock must be the same input of the top module. */
  private findClock(top: VisModule, scope: Scope): void {
    let edge: string | null = null;
    for (const placed of this.placed)
      for (const { clock } of placed.module.always) {
        if (clock === null) continue;
        if (edge !== null && edge !== clock.edge)
          throw visError(
            "vis-clock",
            "some blocks wait for the rising edge of the clock, some for the falling one",
            clock.at,
          );
        edge = clock.edge;
        const variable = this.sourceOf(placed.scope.variable(clock.name));
        if (variable === null || scope.variables.get(variable.name) !== variable || variable.direction !== "input")
          throw visError("vis-clock", `the clock '${clock.name}' is not an input of '${top.name}'`, clock.at);
        this.network.setClock(variable, clock.at);
      }
    for (const port of this.wires.keys()) {
      const source = this.sourceOf(port);
      if (source !== null && this.network.isClock(source)) this.network.addClockPort(port);
    }
  }

  /** What a port is connected to, through all modules that it passes. */
  private sourceOf(port: Variable | null): Variable | null {
    let variable = port;
    while (variable !== null && this.wires.has(variable)) variable = this.wires.get(variable)!;
    return variable;
  }
}

/** The ports of an instance and what they are connected to. */
function portsOf(
  instance: Instance,
  { module, scope }: Placed,
): { readonly port: Variable; readonly value: Connection["value"]; readonly at: VisToken }[] {
  return instance.connections.map(({ port, value, at }, i) => {
    const name = port ?? module.ports[i];
    if (name === undefined || !module.ports.includes(name))
      throw visError(
        "vis-ports",
        `'${module.name}' has no port ${port === null ? `number ${i + 1}` : `'${port}'`}`,
        at,
      );
    return { port: scope.variables.get(name)!, value, at };
  });
}

function namesIn(e: Expression, found: Set<string> = new Set()): Set<string> {
  if (e.kind === "name") found.add(e.name);
  for (const value of Object.values(e))
    for (const inner of Array.isArray(value) ? value : [value])
      if (typeof inner === "object" && inner !== null && "kind" in inner && "at" in inner)
        namesIn(inner as Expression, found);
  return found;
}

/** The variables that a statement may assign. */
function* targetsIn(s: Statement): Generator<string> {
  switch (s.kind) {
    case "assign":
      yield* assignedBy(s.target);
      return;
    case "block":
      for (const inner of s.body) yield* targetsIn(inner);
      return;
    case "if":
      yield* targetsIn(s.then);
      if (s.otherwise !== null) yield* targetsIn(s.otherwise);
      return;
    case "case":
      for (const { body } of s.items) yield* targetsIn(body);
      return;
    case "for":
      yield* targetsIn(s.body);
      return;
    case "task":
      throw visError("vis-unsupported", "tasks are supported in blocks with a clock only", s.at);
  }
}

function* assignedBy(target: Expression): Generator<string> {
  if (target.kind === "name") yield target.name;
  if (target.kind === "index" || target.kind === "slice") yield* assignedBy(target.base);
  if (target.kind === "concat") for (const part of target.parts) yield* assignedBy(part);
}

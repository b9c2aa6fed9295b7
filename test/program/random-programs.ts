import { Random } from "../../src/logic/random.js";
import { type Action, choose, ifElse, when } from "../../src/program/action.js";
import {
  type ArrayDomain,
  array,
  channel,
  type Domain,
  mapOf,
  option,
  record,
  setOf,
} from "../../src/program/compound.js";
import { type AnyScalar, bool, int, oneOf } from "../../src/program/domain.js";
import { all, BoolExpr, cond, count, EnumExpr, exists, IntExpr, onTrial, some } from "../../src/program/expression.js";
import type { StepSpec, Variables } from "../../src/program/process-spec.js";
import type { Deadlock, ProcessFairness } from "../../src/program/program.js";
import { BoolVar, EnumVar, IntVar } from "../../src/program/scalar-variable.js";
import { SetVar } from "../../src/program/set-variable.js";
import { atomic, branch, either, loop, type Statement, unfair, waitFor, whileDo } from "../../src/program/statement.js";
import { System } from "../../src/program/system.js";
import { ArrayVar, ChannelVar, MapVar, OptionVar } from "../../src/program/variable.js";
import { recordOf } from "../../src/text/record.js";

/** What a random program may have. Everything when absent. */
export interface ProgramShape {
  /** Values that leave their domains, and indices out of bounds. */
  readonly mistakes?: boolean;
  readonly strong?: boolean;
  readonly deadlock?: Deadlock;
}

const COLOURS = ["red", "green", "blue"] as const;

/** A small program of expressions: every kind of variable, expression, choice, fairness and deadlock occurs. */
export function randomProgram(seed: number, shape: ProgramShape = {}): System {
  // Alternatives are made, and one is picked: what is not used is no mistake.
  return onTrial(() => new Maker(new Random(seed), shape).make());
}

class Maker {
  constructor(
    private readonly random: Random,
    private readonly shape: ProgramShape,
  ) {}

  make(): System {
    const deadlock = this.shape.deadlock ?? this.pick(["error", "stutter", "end"] as const);
    const domains: Record<string, Domain> = {};
    const variables = 2 + this.below(2);
    // More than a word: elements of one array, and fields, lie in different ones.
    if (this.below(3) === 0) domains.wide = array(5, int(0, 100));
    for (let i = 0; i < variables; i++) domains[`v${i}`] = this.domain();
    const stopping = this.pick(["allowed", "never"] as const);
    const system = new System("random", domains, { deadlock, stopping });
    if (this.below(3) === 0) this.sequential(system);
    const processes = 1 + this.below(2);
    for (let p = 0; p < processes; p++) {
      const fair = this.below(5) < 2 ? undefined : this.fairness();
      const steps: Record<string, StepSpec<Variables>> = {};
      const count = 1 + this.below(3);
      for (let k = 0; k < count; k++) steps[`s${k}`] = this.step(system);
      system.process(`p${p}`, fair === undefined ? {} : { fair }, steps);
    }
    if (this.below(5) === 0) {
      const names = system.processes.flatMap((p) => p.steps.map((s) => `${p.name}.${s.written}`));
      system.fairTogether("group", this.fairness(), this.some([...new Set(names)]));
    }
    const conditions = this.below(2);
    for (let c = 0; c < conditions; c++)
      system.fair(
        `c${c}`,
        this.safe(() => this.bool(system, 2)),
      );
    for (const name of ["a", "b"])
      system.proposition(
        name,
        this.safe(() => this.bool(system, 2)),
      );
    return system;
  }

  /** One or two processes with a small text of every kind of statement. */
  private sequential(system: System): void {
    const fair = this.pick([undefined, "weak", "strong"] as const);
    const count = 1 + this.below(2);
    // The text is said twice: both times by the same random numbers.
    const seed = this.below(2 ** 30);
    system.family(
      "q",
      { count, ...(fair && this.shape.strong !== false ? { fair } : {}), locals: { l: int(0, 1) } },
      (me) => new Maker(new Random(seed), this.shape).text(system, me.l, 2),
    );
  }

  text(system: System, local: IntVar, depth: number): Statement[] {
    const statements = () => (depth === 0 ? [this.simple(system, local)] : this.text(system, local, depth - 1));
    return Array.from({ length: 1 + this.below(2) }, (): Statement => {
      switch (this.below(9)) {
        case 0:
          return branch(this.bool(system, 1), statements(), this.below(2) === 0 ? [] : statements());
        case 1:
          return whileDo(this.bool(system, 1), ...statements());
        case 2:
          return either(this.simple(system, local), statements());
        case 3:
          return this.within(() =>
            atomic(this.simple(system, local), local.set(local.plus(1).mod(2)), this.simple(system, local)),
          );
        case 4:
          return loop(...statements());
        case 5:
          return waitFor(this.bool(system, 1), local.set(0));
        case 6:
          return unfair(this.simple(system, local));
        default:
          return this.simple(system, local);
      }
    });
  }

  /** Nothing is any value: what is atomic may read it. */
  private within<T>(make: () => T): T {
    this.hasAny = false;
    const made = make();
    this.hasAny = true;
    return made;
  }

  private hasAny = true;

  private simple(system: System, local: IntVar): Action {
    const [variable] = this.some(Object.values(system.vars));
    const [action] = variable === undefined ? [] : this.assignment(system, variable);
    return action ?? local.set(this.int(system, 1).mod(2));
  }

  private fairness(): ProcessFairness {
    return this.pick(["weak", this.shape.strong === false ? "weak" : "strong", "unconditional"] as const);
  }

  private isSafe = false;

  /** Conditions on states must be in bounds. */
  private safe<T>(make: () => T): T {
    const before = this.isSafe;
    this.isSafe = true;
    const made = make();
    this.isSafe = before;
    return made;
  }

  private scalar(): AnyScalar {
    switch (this.below(3)) {
      case 0:
        return this.pick([bool, bool.init(true), bool.free()]);
      case 1: {
        const low = this.below(5) - 2;
        const domain = int(low, low + this.below(4));
        return this.pick([domain, domain.free(), domain.init(domain.high), domain.init(domain.low, domain.high)]);
      }
      default: {
        const domain = this.pick([oneOf(...COLOURS), oneOf("blue", "red", "green")]);
        return this.pick([domain, domain.free(), domain.init("green"), domain.init("red", "blue")]);
      }
    }
  }

  private domain(): Domain {
    if (this.below(3) > 0) return this.scalar();
    const small = () => this.pick([bool, int(0, 2), oneOf(...COLOURS), int(-1, 0)]);
    switch (this.below(8)) {
      case 0:
        return record({ x: small(), y: small() });
      case 1:
        return option(this.pick([small(), record({ x: bool, y: small() })]));
      case 2:
        return setOf(small());
      case 3:
        return mapOf(small(), small());
      case 4:
        return channel(1 + this.below(2), this.pick([small(), record({ x: bool, y: small() })]), {
          order: this.pick(["fifo", "bag"] as const),
          lossy: this.below(3) === 0,
          duplicating: this.below(3) === 0,
        });
      case 5:
        return array(2, record({ x: small(), y: array(2, bool) }));
      default: {
        const domain: ArrayDomain<AnyScalar> = array(1 + this.below(3), this.scalar());
        return domain;
      }
    }
  }

  private step(system: System): StepSpec<Variables> {
    const assignments: Action[] = [];
    for (const variable of this.some(Object.values(system.vars)))
      assignments.push(...this.assignment(system, variable));
    const fair = this.below(6) === 0 ? { fair: this.fairness() } : {};
    if (this.below(5) === 0) return { ...fair, do: assignments };
    return { ...fair, when: this.bool(system, 2), do: assignments };
  }

  private assignment(system: System, variable: unknown): Action[] {
    if (
      variable instanceof ChannelVar ||
      variable instanceof SetVar ||
      variable instanceof MapVar ||
      variable instanceof OptionVar
    )
      return [this.compound(system, variable)];
    if (isRecord(variable)) {
      const { x } = variable;
      return this.below(2) === 0
        ? this.assignment(system, x)
        : [choose(2, (k) => when(this.bool(system, 1), ...this.assignment(system, k === 0 ? x : variable.y)))];
    }
    if (variable instanceof ArrayVar) {
      const at = this.below(2) === 0 ? this.below(variable.length) : this.index(system, variable.length);
      return this.assignment(system, variable.at(at));
    }
    const isAny = this.hasAny && this.below(5) === 0;
    if (variable instanceof BoolVar) return [isAny ? variable.setAny() : variable.set(this.bool(system, 1))];
    if (variable instanceof EnumVar) {
      if (isAny) return [this.below(2) === 0 ? variable.setAny() : variable.setAny("blue", "green")];
      return [variable.set(this.name(system, 1))];
    }
    if (!(variable instanceof IntVar) || (variable.term.op !== "slot" && variable.term.op !== "element")) return [];
    const { low, high } = variable.term;
    const isWide = high - low > 16;
    if (isAny) return [isWide ? variable.setAny(low, high) : variable.setAny()];
    const value = this.int(system, 1);
    if (isWide) return [variable.set(value.mod(3).times(50))]; // few values, so that there are few states
    if (this.shape.mistakes !== false && this.below(3) === 0) return [variable.set(value)];
    return [
      variable.set(
        value
          .minus(low)
          .mod(high - low + 1)
          .plus(low),
      ),
    ];
  }

  private compound(
    system: System,
    variable: ChannelVar<Domain> | SetVar<AnyScalar> | MapVar<AnyScalar, Domain> | OptionVar<Domain>,
  ): Action {
    const { domain } = variable.ref;
    if (variable instanceof SetVar) {
      const value = this.value(system, variable.of) as never;
      return this.pick([
        () => variable.add(value),
        () => variable.remove(value),
        () => variable.set(variable.without([])),
        () => ifElse(variable.has(value), variable.remove(value), variable.add(value)),
      ])();
    }
    if (variable instanceof MapVar) {
      const { key, of } = variable.ref.domain;
      const [place] = this.assignment(system, variable.at(this.value(system, key) as never));
      return place ?? ifElse(variable.is(variable), variable.set(variable), of === null ? null : []);
    }
    if (variable instanceof OptionVar)
      return this.below(2) === 0
        ? variable.set(null)
        : variable.set(this.value(system, variable.ref.domain.of) as never);
    if (domain.kind !== "channel") throw new Error("no channel");
    if (this.below(5) === 0) return variable.clear();
    if (this.below(2) === 0) return variable.send(this.value(system, domain.of) as never);
    const test = this.bool(system, 1);
    return variable.receive((m) =>
      m instanceof BoolExpr ? when(m.or(test)) : m instanceof IntExpr ? when(m.gt(0).or(test)) : when(test),
    );
  }

  /** Something that is in the domain in every state. */
  private value(system: System, domain: Domain): unknown {
    switch (domain.kind) {
      case "bool":
        return this.bool(system, 1);
      case "int": {
        const size = domain.high - domain.low + 1;
        return this.int(system, 1).mod(size).plus(domain.low);
      }
      case "enum":
        return this.pick(domain.values);
      case "record":
        return recordOf(Object.entries(domain.fields).map(([name, field]) => [name, this.value(system, field)]));
      default:
        throw new Error(`no random ${domain.kind}`);
    }
  }

  private index(system: System, length: number): IntExpr {
    const value = this.int(system, 1);
    return !this.isSafe && this.shape.mistakes !== false && this.below(4) === 0 ? value : value.mod(length);
  }

  private bool(system: System, depth: number): BoolExpr {
    if (depth === 0) return this.leaf(system, BoolVar) ?? this.int(system, 0).is(this.below(3));
    switch (this.below(11)) {
      case 9:
        return this.aboutCompound(system) ?? this.bool(system, 0);
      case 10:
        return exists(2, (k) => this.int(system, depth - 1).is(k));
      case 0:
        return this.bool(system, depth - 1).not();
      case 1:
        return all(this.bool(system, depth - 1), this.bool(system, depth - 1));
      case 2:
        return some(this.bool(system, depth - 1), this.bool(system, depth - 1));
      case 3:
        return this.bool(system, depth - 1).implies(this.bool(system, depth - 1));
      case 4:
        return this.name(system, depth - 1).is(this.name(system, depth - 1));
      case 5:
        return this.int(system, depth - 1).lt(this.int(system, depth - 1));
      case 6:
        return this.int(system, depth - 1).ge(this.int(system, depth - 1));
      case 7:
        return this.name(system, depth - 1).in(this.pick(COLOURS), this.pick(COLOURS));
      default:
        return this.bool(system, 0);
    }
  }

  private int(system: System, depth: number): IntExpr {
    if (depth === 0) return this.leaf(system, IntVar) ?? cond(this.boolLeaf(system), this.below(3), this.below(5) - 2);
    switch (this.below(11)) {
      case 6:
        return this.int(system, depth - 1).min(this.int(system, depth - 1));
      case 7:
        return this.int(system, depth - 1).max(this.below(2));
      case 8:
        return this.int(system, depth - 1).div(this.divisor(system));
      case 9:
        return this.int(system, depth - 1).mod(this.divisor(system));
      case 10: {
        const bits = this.int(system, depth - 1).mod(4);
        return this.pick([bits.bitAnd(2), bits.bitOr(1), bits.bitXor(3), bits.shiftRight(1), bits.shiftLeft(1)]);
      }
      case 0:
        return this.int(system, depth - 1).plus(this.int(system, depth - 1));
      case 1:
        return this.int(system, depth - 1).minus(this.below(3));
      case 2:
        return this.int(system, depth - 1).times(this.int(system, depth - 1));
      case 3:
        return this.int(system, depth - 1).mod(1 + this.below(3));
      case 4:
        return cond(this.bool(system, depth - 1), this.int(system, depth - 1), this.below(4));
      default:
        return count(this.bool(system, depth - 1), this.bool(system, depth - 1));
    }
  }

  private divisor(system: System): IntExpr {
    const value = this.int(system, 0);
    return !this.isSafe && this.shape.mistakes !== false && this.below(3) === 0
      ? cond(value.gt(0), 2, 0)
      : value.max(1);
  }

  private aboutCompound(system: System): BoolExpr | undefined {
    const found = Object.values(system.vars).flatMap((variable: unknown): BoolExpr[] => {
      if (variable instanceof ChannelVar)
        return [this.pick([variable.isEmpty(), variable.isFull(), variable.length.gt(0)])];
      if (variable instanceof SetVar)
        return [this.pick([variable.isEmpty(), variable.size().lt(2), variable.some(() => true)])];
      if (variable instanceof OptionVar) return [variable.isSome()];
      return [];
    });
    return found.length === 0 ? undefined : this.pick(found);
  }

  private name(system: System, depth: number): EnumExpr<string> {
    const leaf = this.leaf(system, EnumVar);
    if (leaf === undefined) return cond(this.boolLeaf(system), this.constantName("red"), "blue");
    if (depth === 0 || this.below(2) === 0) return leaf;
    return cond(this.bool(system, depth - 1), leaf, this.pick(COLOURS));
  }

  private constantName(name: string): EnumExpr<string> {
    return new EnumExpr({ op: "constant", value: COLOURS.indexOf(name as "red") }, COLOURS);
  }

  private boolLeaf(system: System): BoolExpr {
    return this.leaf(system, BoolVar) ?? new BoolExpr({ op: "constant", value: this.below(2) });
  }

  /** A variable, or an element of an array, of a kind. */
  private leaf<T>(system: System, kind: abstract new (...args: never[]) => T): T | undefined {
    const found: T[] = [];
    for (const variable of Object.values(system.vars)) {
      const value: unknown = variable;
      if (value instanceof kind) found.push(value);
      if (!(value instanceof ArrayVar)) continue;
      if (!(value.at(0) instanceof kind)) continue;
      found.push(value.at(this.below(value.length)) as T);
      const ints = Object.values(system.vars).filter((v): v is IntVar => (v as unknown) instanceof IntVar);
      if (ints.length > 0) {
        const raw = this.pick(ints);
        const index =
          !this.isSafe && this.shape.mistakes !== false && this.below(3) === 0 ? raw : raw.mod(value.length);
        found.push(value.at(index) as T);
      }
    }
    return found.length === 0 ? undefined : this.pick(found);
  }

  private some<T>(items: readonly T[]): T[] {
    return items.filter(() => this.below(2) === 0);
  }

  private pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  private below(limit: number): number {
    return this.random.below(limit);
  }
}

/** A record with the fields that random ones have. */
const isRecord = (value: unknown): value is { readonly x: unknown; readonly y: unknown } =>
  typeof value === "object" && value !== null && "x" in value && "y" in value;

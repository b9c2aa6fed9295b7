import { Random } from "../../src/logic/random.js";
import type { Action } from "../../src/program/action.js";
import { type ArrayDomain, array, type Domain } from "../../src/program/compound.js";
import { type AnyScalar, bool, int, oneOf } from "../../src/program/domain.js";
import { all, BoolExpr, cond, count, EnumExpr, type IntExpr, some } from "../../src/program/expression.js";
import type { Deadlock, ProcessFairness } from "../../src/program/program.js";
import { type StepSpec, System, type Variables } from "../../src/program/system.js";
import { ArrayVar, BoolVar, EnumVar, IntVar } from "../../src/program/variable.js";

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
  return new Maker(new Random(seed), shape).make();
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
    const processes = 1 + this.below(3);
    for (let p = 0; p < processes; p++) {
      const fair = this.below(5) < 2 ? undefined : this.fairness();
      const steps: Record<string, StepSpec<Variables>> = {};
      const count = 1 + this.below(3);
      for (let k = 0; k < count; k++) steps[`s${k}`] = this.step(system);
      system.process(`p${p}`, fair === undefined ? {} : { fair }, steps);
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
    const of = this.scalar();
    const domain: ArrayDomain<AnyScalar> = array(1 + this.below(3), of);
    return domain;
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
    if (variable instanceof ArrayVar) {
      const at = this.below(2) === 0 ? this.below(variable.length) : this.index(system, variable.length);
      return this.assignment(system, variable.at(at));
    }
    const isAny = this.below(5) === 0;
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

  private index(system: System, length: number): IntExpr {
    const value = this.int(system, 1);
    return !this.isSafe && this.shape.mistakes !== false && this.below(4) === 0 ? value : value.mod(length);
  }

  private bool(system: System, depth: number): BoolExpr {
    if (depth === 0) return this.leaf(system, BoolVar) ?? this.int(system, 0).is(this.below(3));
    switch (this.below(9)) {
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
    switch (this.below(6)) {
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

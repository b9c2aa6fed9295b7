import type { Random } from "../../src/logic/random.js";
import { type Action, choose, ifElse, when } from "../../src/program/action.js";
import type { Domain } from "../../src/program/compound.js";
import { type AnyScalar, allCodes, int } from "../../src/program/domain.js";
import {
  all,
  BoolExpr,
  cond,
  count,
  countOf,
  EnumExpr,
  exists,
  forAll,
  IntExpr,
  max,
  min,
  some,
  sumOf,
} from "../../src/program/expression.js";
import { isSameDomain } from "../../src/program/same-domain.js";
import { BoolVar, EnumVar, IntVar } from "../../src/program/scalar-variable.js";
import { SetExpr, SetVar } from "../../src/program/set-variable.js";
import { ArrayVar, ChannelVar, MapVar, OptionVar } from "../../src/program/variable.js";
import { recordOf } from "../../src/text/record.js";

export const COLOURS = ["red", "green", "blue"] as const;

/** Random expressions, and random things that steps do, about some variables. */
export class RandomTerms {
  /** Nothing is any value: what is atomic may read it. */
  hasAny = true;
  /** A step does one thing only, which may write any variable. */
  isAlone = false;
  /** Conditions on states must be in bounds. */
  private isSafe = false;
  /** So many reads inside each other are being made. */
  private nesting = 0;

  constructor(
    private readonly random: Random,
    private readonly hasMistakes: boolean,
    /** What is read and written. */
    readonly variables: readonly unknown[],
  ) {}

  safe<T>(make: () => T): T {
    const before = this.isSafe;
    this.isSafe = true;
    const made = make();
    this.isSafe = before;
    return made;
  }

  private get mayFail(): boolean {
    return this.hasMistakes && !this.isSafe;
  }

  // ---- what steps do

  assignment(variable: unknown): Action[] {
    if (variable instanceof ArrayVar) {
      if (this.below(4) === 0) return this.whole(variable);
      const at = this.below(2) === 0 ? this.below(variable.length) : this.index(variable.length);
      return this.assignment(variable.at(at));
    }
    if (variable instanceof ChannelVar) return [this.onChannel(variable as unknown as ChannelVar<Domain>)];
    if (variable instanceof SetVar) return this.below(4) === 0 ? this.whole(variable) : [this.onSet(variable)];
    if (variable instanceof MapVar) {
      if (this.below(3) === 0) return this.whole(variable);
      return this.assignment(variable.at(this.value(variable.ref.domain.key) as never));
    }
    if (variable instanceof OptionVar) return this.whole(variable);
    if (isRecord(variable)) {
      const { x, y } = variable;
      if (this.below(3) === 0) return this.whole(variable);
      return this.below(2) === 0
        ? this.assignment(x)
        : [choose(2, (k) => when(this.bool(1), ...this.assignment(k === 0 ? x : y)))];
    }
    return this.onScalar(variable);
  }

  /** Sets all of something with parts, to a value, to any of several, or to any at all. */
  private whole(variable: Whole): Action[] {
    const { domain } = variable.ref;
    if (hasChannel(domain)) return [];
    if (this.hasAny && this.below(4) === 0 && sizeOf(domain) <= 64) return [variable.setAny()];
    const given = () => this.value(domain) as never;
    switch (this.below(4)) {
      case 0:
        return [variable.setAny(given(), given())];
      case 1:
        return [ifElse(variable.is(given()), variable.set(given()), this.below(3) === 0 ? null : [])];
      default:
        return [variable.set(given())];
    }
  }

  private onScalar(variable: unknown): Action[] {
    const isAny = this.hasAny && this.below(5) === 0;
    if (variable instanceof BoolVar)
      return [isAny ? variable.setAny(...this.some([this.bool(1), true, false])) : variable.set(this.bool(1))];
    if (variable instanceof EnumVar) {
      if (isAny) return [variable.setAny(...this.some([this.name(1), "blue", "green"]))];
      return [variable.set(this.name(1))];
    }
    if (!(variable instanceof IntVar) || (variable.term.op !== "slot" && variable.term.op !== "element")) return [];
    const { low, high } = variable.term;
    const isWide = high - low > 16;
    if (isAny) return [isWide ? variable.setAny(low, high) : variable.setAny(...this.some([low, high]))];
    const value = this.int(1);
    if (isWide) return [variable.set(value.mod(3).times(50))]; // few values, so that there are few states
    if (this.mayFail && this.below(3) === 0) return [variable.set(value)];
    return [variable.set(this.within(value, low, high))];
  }

  private onSet(variable: SetVar<AnyScalar>): Action {
    const value = this.value(variable.of) as never;
    return this.pick([
      () => variable.add(value),
      () => variable.remove(value),
      () => variable.set(this.set(variable)),
      () => ifElse(variable.has(value), variable.remove(value), variable.add(value)),
    ])();
  }

  private onChannel(variable: ChannelVar<Domain>): Action {
    const { of } = variable.ref.domain;
    switch (this.below(6)) {
      case 0:
        return variable.clear();
      case 1:
      case 2:
      case 3:
        return variable.send(this.value(of) as never);
      default: {
        // What is received may decide, and may be kept.
        const target = this.pick(this.variables);
        return variable.receive((m) => {
          const inside = new RandomTerms(this.random, this.hasMistakes, [m, ...this.variables]);
          inside.hasAny = this.hasAny;
          const kept = !this.isAlone || touchesChannel(target) || this.below(2) === 0 ? [] : inside.assignment(target);
          return this.below(2) === 0 ? kept : [when(inside.bool(1), ...kept)];
        });
      }
    }
  }

  // ---- values

  /** Something that is in the domain in every state. */
  value(domain: Domain): unknown {
    const same = this.variables.filter((v) => isWhole(v) && !hasChannel(domain) && isSameDomain(v.ref.domain, domain));
    if (same.length > 0 && this.below(4) === 0) return this.pick(same);
    switch (domain.kind) {
      case "bool":
        return this.bool(1);
      case "int":
        return this.within(this.int(1), domain.low, domain.high);
      case "enum":
        return this.name(1);
      case "record":
        return recordOf(Object.entries(domain.fields).map(([name, field]) => [name, this.value(field)]));
      case "array":
        return Array.from({ length: domain.length }, () => this.value(domain.of));
      case "option":
        return this.below(3) === 0 ? null : this.value(domain.of);
      case "set":
        return this.some(allCodes(domain.of).map((code) => domain.of.decode(code)));
      case "map":
        return new Map(allCodes(domain.key).map((code) => [domain.key.decode(code), this.value(domain.of)]));
      case "channel":
        throw new Error("a channel is no value");
    }
  }

  private within(value: IntExpr, low: number, high: number): IntExpr {
    return value
      .minus(low)
      .mod(high - low + 1)
      .plus(low);
  }

  private index(length: number): IntExpr {
    const value = this.int(1);
    return this.mayFail && this.below(4) === 0 ? value : value.mod(length);
  }

  // ---- expressions

  bool(depth: number): BoolExpr {
    if (depth === 0) return this.leaf(BoolExpr) ?? this.int(0).is(this.below(3));
    const less = depth - 1;
    switch (this.below(15)) {
      case 0:
        return this.bool(less).not();
      case 1:
        return all(this.bool(less), this.bool(less));
      case 2:
        return some(this.bool(less), this.bool(less));
      case 3:
        return this.bool(less).implies(this.bool(less));
      case 4:
        return this.name(less).is(this.name(less));
      case 5:
        return this.int(less).lt(this.int(less));
      case 6:
        return this.int(less).ge(this.int(less));
      case 7:
        return this.name(less).in(this.pick(COLOURS), this.pick(COLOURS));
      case 8:
        return this.pick([exists, forAll])(2, (k) => this.int(less).is(k));
      case 9:
        return this.pick([exists, forAll])(int(-1, 1), (k) => this.int(less).le(k));
      case 10:
      case 11:
        return this.aboutParts(less) ?? this.bool(0);
      case 12:
        return this.bool(less).is(this.bool(less));
      case 13:
        return cond(this.bool(less), this.bool(less), this.bool(0));
      default:
        return this.bool(0);
    }
  }

  int(depth: number): IntExpr {
    if (depth === 0) return this.leaf(IntExpr) ?? cond(this.boolLeaf(), this.below(3), this.below(5) - 2);
    const less = depth - 1;
    switch (this.below(15)) {
      case 0:
        return this.int(less).plus(this.int(less));
      case 1:
        return this.int(less).minus(this.below(3));
      case 2:
        return this.int(less).times(this.int(less));
      case 3:
        return this.int(less).mod(1 + this.below(3));
      case 4:
        return cond(this.bool(less), this.int(less), this.below(4));
      case 5:
        return count(this.bool(less), this.bool(less));
      case 6:
        return this.int(less).min(this.int(less));
      case 7:
        return this.int(less).max(this.below(2));
      case 8:
        return this.int(less).div(this.divisor());
      case 9:
        return this.int(less).mod(this.divisor());
      case 10: {
        const bits = this.int(less).mod(4);
        return this.pick([bits.bitAnd(2), bits.bitOr(1), bits.bitXor(3), bits.shiftRight(1), bits.shiftLeft(1)]);
      }
      case 11:
        return sumOf([0, 1], (k) => this.int(less).min(k + 1));
      case 12:
        return countOf(2, (k) => this.int(less).gt(k));
      case 13:
        return this.pick([max, min])(this.int(less), this.below(3), this.int(less));
      default:
        return this.int(0);
    }
  }

  private divisor(): IntExpr {
    const value = this.int(0);
    return this.mayFail && this.below(3) === 0 ? cond(value.gt(0), 2, 0) : value.max(1);
  }

  private name(depth: number): EnumExpr<string> {
    const leaf = this.leaf(EnumExpr);
    if (leaf === undefined) return cond(this.boolLeaf(), constantName("red"), "blue");
    if (depth === 0 || this.below(2) === 0) return leaf;
    return cond(this.bool(depth - 1), leaf, this.pick(COLOURS));
  }

  private boolLeaf(): BoolExpr {
    return this.leaf(BoolExpr) ?? new BoolExpr({ op: "constant", value: this.below(2) });
  }

  private set(like: SetExpr<AnyScalar>): SetExpr<AnyScalar> {
    const other = this.some(allCodes(like.of).map((code) => like.of.decode(code)));
    return this.pick([
      () => like.union(other),
      () => like.intersection(other),
      () => like.without(other),
      () => like.without([]).union(like),
    ])();
  }

  /** A condition on something with parts: what it is, or what some or all of it are. */
  private aboutParts(depth: number): BoolExpr | undefined {
    const found = this.part((v) => !isScalar(v));
    const test = (value: unknown): BoolExpr =>
      value instanceof BoolExpr
        ? value.or(this.bool(depth))
        : value instanceof IntExpr
          ? value.gt(this.below(2))
          : value instanceof EnumExpr
            ? value.is(this.pick(COLOURS))
            : this.bool(depth);
    if (found instanceof ChannelVar)
      return this.pick([
        () => found.isEmpty(),
        () => found.isFull(),
        () => found.length.gt(this.below(2)),
        () => found.some(test),
        () => found.every(test),
        () => found.count(test).is(1),
      ])();
    if (found instanceof SetExpr) {
      const set: SetExpr<AnyScalar> = found;
      return this.pick([
        () => set.isEmpty(),
        () => set.size.lt(2),
        () => set.some((value) => this.int(depth).is(Number(value === "red"))),
        () => set.every((value) => value !== 1 && value !== true),
        () => set.count(() => true).ge(1),
        () => set.isSubsetOf(this.set(set)),
        () => set.has(this.value(set.of) as never),
      ])();
    }
    if (found instanceof ArrayVar || found instanceof MapVar) {
      const many = found as ArrayVar<Domain>;
      if (this.below(3) === 0 && !hasChannel(found.ref.domain)) return found.is(this.value(found.ref.domain) as never);
      return this.pick([() => many.every(test), () => many.some(test), () => many.count(test).lt(2)])();
    }
    if (found instanceof OptionVar && this.below(2) === 0) return this.pick([found.isSome(), found.isNone()]);
    return isWhole(found) && !hasChannel(found.ref.domain)
      ? found.isNot(this.value(found.ref.domain) as never)
      : undefined;
  }

  /** A read of one value of a kind, somewhere inside a variable. */
  private leaf<T>(kind: abstract new (...args: never[]) => T): T | undefined {
    const found = this.part((value) => value instanceof kind);
    return found instanceof kind ? found : undefined;
  }

  /** A part of a variable that is as wanted, if one is met on a few ways down. */
  private part(isWanted: (value: unknown) => boolean): unknown {
    this.nesting++;
    const found = this.search(isWanted);
    this.nesting--;
    return found;
  }

  private search(isWanted: (value: unknown) => boolean): unknown {
    for (let tries = 0; tries < 6; tries++) {
      let value: unknown = this.pick(this.variables);
      for (;;) {
        if (isWanted(value) && (isScalar(value) || this.below(3) > 0)) return value;
        const inside = this.down(value);
        if (inside === undefined) break;
        value = inside;
      }
    }
    return undefined;
  }

  /** One of the parts of something. */
  private down(value: unknown): unknown {
    // Indices have indices, but not for ever.
    const isPlain = this.nesting > 2 || this.below(2) === 0;
    if (value instanceof ArrayVar) return value.at(isPlain ? this.below(value.length) : this.index(value.length));
    if (value instanceof MapVar) {
      const { key } = value.ref.domain;
      return value.at((isPlain ? key.decode(this.pick(allCodes(key))) : this.value(key)) as never);
    }
    if (value instanceof OptionVar) return this.below(3) === 0 ? value.isSome() : value.value;
    if (value instanceof ChannelVar) return this.pick([value.length, value.peek, value.isEmpty()]);
    if (value instanceof SetExpr) return this.pick([value.size, value.isEmpty()]);
    if (isRecord(value)) return this.pick([value.x, value.y]);
    return undefined;
  }

  some<T>(items: readonly T[]): T[] {
    return items.filter(() => this.below(2) === 0);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  below(limit: number): number {
    return this.random.below(limit);
  }
}

/** What variables with parts have in common. */
interface Whole {
  readonly ref: { readonly domain: Domain };
  is(value: never): BoolExpr;
  isNot?(value: never): BoolExpr;
  set(value: never): Action;
  setAny(...values: never[]): Action;
}

const isWhole = (value: unknown): value is Whole & { isNot(value: never): BoolExpr } =>
  typeof value === "object" && value !== null && "ref" in value && "isNot" in value;

const isScalar = (value: unknown): boolean =>
  value instanceof BoolExpr || value instanceof IntExpr || value instanceof EnumExpr;

/** A record with the fields that random ones have. */
const isRecord = (value: unknown): value is Whole & { readonly x: unknown; readonly y: unknown } =>
  typeof value === "object" && value !== null && "x" in value && "y" in value;

const touchesChannel = (value: unknown): boolean =>
  value instanceof ChannelVar || (isWhole(value) && hasChannel(value.ref.domain));

const constantName = (name: (typeof COLOURS)[number]): EnumExpr<string> =>
  new EnumExpr({ op: "constant", value: COLOURS.indexOf(name) }, COLOURS);

function hasChannel(domain: Domain): boolean {
  switch (domain.kind) {
    case "channel":
      return true;
    case "array":
    case "map":
    case "option":
      return hasChannel(domain.of);
    case "record":
      return Object.values(domain.fields).some(hasChannel);
    default:
      return false;
  }
}

/** How many values a domain has. */
function sizeOf(domain: Domain): number {
  switch (domain.kind) {
    case "array":
      return sizeOf(domain.of) ** domain.length;
    case "map":
      return sizeOf(domain.of) ** sizeOf(domain.key);
    case "set":
      return 2 ** sizeOf(domain.of);
    case "option":
      return 1 + sizeOf(domain.of);
    case "record":
      return Object.values(domain.fields).reduce((n, field) => n * sizeOf(field), 1);
    case "channel":
      return Number.POSITIVE_INFINITY;
    default:
      return domain.high - domain.low + 1;
  }
}

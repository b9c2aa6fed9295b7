import type { Random } from "../../src/logic/random.js";
import {
  array,
  BoolExpr,
  bool,
  channel,
  type Domain,
  EnumExpr,
  IntExpr,
  int,
  mapOf,
  oneOf,
  option,
  record,
  type System,
  setOf,
  skip,
  system,
} from "../../src/program.js";
import { recordOf } from "../../src/text/record.js";

export type Scalar = Extract<Domain, { kind: "bool" | "int" | "enum" }>;

/** What a part of the state is; undefined where nothing is there. */
export type Value = string | number | boolean | undefined;

/** What the variables of quantifiers stand for. */
export type Bindings = ReadonlyMap<string, string | number>;

/** A text, and what it says. */
export interface Meant<T> {
  readonly text: string;
  means(at: Bindings): T;
}

/** A part of the state, which may have parts. `variable` is a name that is written alone. */
export interface Part extends Meant<unknown> {
  readonly domain: Domain;
  readonly variable?: string;
}

/** Operators, keywords and names of quantified variables among them: variables, propositions, fields, keys and values all come from here. */
const WORDS = [
  ..."left right a b F U G X red i min Fa A E once next S mod in exists a-b left.x true1 x0 GF".split(" "),
] as const;
const VALUES = [...WORDS, "0", "1", "2", "10", "-1", "x y"];
const FIELDS = ["x", "y", "length", "left", "F", "isSome"];

/** Whether a word can be written without quotes. */
export const isPlain = (word: string) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(word);

/** What a scalar domain has. */
export function valuesOf(domain: Scalar): readonly (string | number | boolean)[] {
  if (domain.kind === "bool") return [false, true];
  if (domain.kind === "enum") return domain.values;
  return Array.from({ length: domain.high - domain.low + 1 }, (_, i) => domain.low + i);
}

/** Who makes things at random. */
export abstract class Maker {
  constructor(protected readonly random: Random) {}

  protected below(limit: number): number {
    return this.random.below(limit);
  }

  protected pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  protected sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)[0]!);
  }
}

/** A program in a state that it stays in. */
export interface State {
  readonly system: System;
  readonly described: string;
  /** Variables and propositions, as they are where no quantifier is. */
  readonly roots: readonly Part[];
  readonly names: ReadonlySet<string>;
}

/** States of all kinds of domains. */
export class StateMaker extends Maker {
  make(): State {
    const names = this.sample(WORDS.filter(isPlain), 4 + this.below(4));
    const spare = names.splice(2 + this.below(names.length - 3));
    const given = names.map((name) => {
      const domain = this.domain(0);
      return { name, domain, value: this.value(domain) };
    });
    const made = system("still", recordOf(given.map((v) => [v.name, starting(v.domain, v.value)]))).process(
      "p1",
      {},
      { go: { do: [skip()] } },
    );
    const propositions = spare.flatMap((name) => {
      const about = this.pick(given);
      const { condition, value, text } = this.proposition(made.vars[about.name], about.value);
      if (condition === undefined) return [];
      made.proposition(name, condition);
      return [{ name, domain: bool, value, text: `${about.name} ${text}` }];
    });
    return {
      system: made,
      described: [
        ...given.map(({ name, domain, value }) => `${name}: ${shape(domain)} = ${JSON.stringify(value)}`),
        ...propositions.map(({ name, text, value }) => `${name} := ${text} (${value})`),
      ].join("\n"),
      roots: [...given, ...propositions].map(({ name, domain, value }) => ({
        text: name,
        domain,
        variable: name,
        means: () => value,
      })),
      names: new Set([...names, ...spare]),
    };
  }

  /** A condition on a variable, by the methods of programs. */
  private proposition(
    variable: unknown,
    value: unknown,
  ): { readonly condition?: BoolExpr; readonly value: boolean; readonly text: string } {
    if (variable instanceof BoolExpr) return { condition: variable.not(), value: value !== true, text: "is false" };
    const isIt = this.below(2) === 0;
    if (variable instanceof IntExpr)
      return isIt
        ? { condition: variable.is(value as number), value: true, text: `is ${value}` }
        : { condition: variable.gt(0), value: Number(value) > 0, text: "> 0" };
    if (variable instanceof EnumExpr)
      return isIt
        ? { condition: variable.is(value as string), value: true, text: `is ${value}` }
        : { condition: variable.isNot(value as string), value: false, text: `is not ${value}` };
    return { value: false, text: "" };
  }

  private scalar(): Scalar {
    switch (this.below(3)) {
      case 0:
        return bool;
      case 1: {
        const low = this.below(6) - 3;
        return int(low, low + this.below(5));
      }
      default: {
        const [first, ...more] = this.sample(VALUES, 1 + this.below(4));
        return oneOf(first!, ...more);
      }
    }
  }

  private domain(depth: number): Domain {
    if (depth > 1) return this.scalar();
    switch (this.below(10)) {
      case 0:
      case 1:
        return array(1 + this.below(3), this.domain(depth + 1));
      case 2:
        return record(recordOf(this.sample(FIELDS, 1 + this.below(2)).map((field) => [field, this.domain(depth + 1)])));
      case 3:
        return option(this.below(2) === 0 ? this.scalar() : record({ x: this.scalar(), y: this.scalar() }));
      case 4:
        return setOf(this.scalar());
      case 5:
      case 6:
        return mapOf(this.scalar(), this.domain(depth + 1));
      case 7:
        return depth === 0 ? channel(1 + this.below(2), this.scalar()) : this.scalar();
      default:
        return this.scalar();
    }
  }

  private value(domain: Domain): unknown {
    switch (domain.kind) {
      case "array":
        return Array.from({ length: domain.length }, () => this.value(domain.of));
      case "record":
        return recordOf(Object.entries(domain.fields).map(([name, of]) => [name, this.value(of)]));
      case "option":
        return this.below(2) === 0 ? null : this.value(domain.of);
      case "set":
        return valuesOf(domain.of).filter(() => this.below(2) === 0);
      case "map":
        return valuesOf(domain.key).map((key) => [key, this.value(domain.of)]);
      case "channel":
        return Array.from({ length: this.below(domain.capacity + 1) }, () => this.value(domain.of));
      default:
        return this.pick(valuesOf(domain));
    }
  }
}

/** The domain, with this to start with. */
const starting = (domain: Domain, value: unknown): Domain =>
  value === null ? domain : (domain as { init(...values: unknown[]): Domain }).init(value);

/** A domain as it is made. */
function shape(domain: Domain): string {
  switch (domain.kind) {
    case "bool":
      return "bool";
    case "int":
      return `int(${domain.low}, ${domain.high})`;
    case "enum":
      return `oneOf(${domain.values.map((v) => JSON.stringify(v)).join(", ")})`;
    case "array":
      return `array(${domain.length}, ${shape(domain.of)})`;
    case "record":
      return `record({ ${Object.entries(domain.fields)
        .map(([name, of]) => `${name}: ${shape(of)}`)
        .join(", ")} })`;
    case "option":
      return `option(${shape(domain.of)})`;
    case "set":
      return `setOf(${shape(domain.of)})`;
    case "map":
      return `mapOf(${shape(domain.key)}, ${shape(domain.of)})`;
    case "channel":
      return `channel(${domain.capacity}, ${shape(domain.of)})`;
  }
}

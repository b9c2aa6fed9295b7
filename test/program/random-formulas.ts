import { Random } from "../../src/logic/random.js";
import { bool, type Domain, int, type System } from "../../src/program.js";
import {
  type Bindings,
  isPlain,
  Maker,
  type Meant,
  type Part,
  type Scalar,
  type State,
  StateMaker,
  type Value,
  valuesOf,
} from "./random-states.js";

interface Leaf extends Meant<Value> {
  readonly domain: Scalar;
  readonly variable?: string;
}

/** A number that is computed. */
interface Sum extends Meant<number | undefined> {
  /** It says the same in all states: two of these are not compared. */
  readonly isConstant?: boolean;
  readonly isProduct?: boolean;
}

interface Bound {
  readonly name: string;
  readonly values: readonly (string | number)[];
}

/** A state of a program, and formulas with what they say of it. */
export interface AskedState {
  readonly system: System;
  /** The variables and propositions, for who reads of a difference. */
  readonly described: string;
  readonly formulas: readonly { readonly text: string; readonly holds: boolean }[];
}

/** What quantifiers call their variables. */
const BOUND = ["q", "left", "i2", "red"];

/** The relations, also of what is not there. */
const RELATIONS: readonly (readonly [string, (a: Value, b: Value) => boolean])[] = [
  ["=", isSame],
  ["==", isSame],
  ["!=", (a, b) => !isSame(a, b)],
  ["<", (a, b) => isThere(a, b) && a! < b!],
  ["<=", (a, b) => isThere(a, b) && a! <= b!],
  [">", (a, b) => isThere(a, b) && a! > b!],
  [">=", (a, b) => isThere(a, b) && a! >= b!],
];
const EQUALITIES = RELATIONS.slice(0, 3);

/** Nothing is equal to nothing, and neither less nor more than anything. */
function isSame(a: Value, b: Value): boolean {
  return a === b;
}

const isThere = (...values: readonly Value[]) => !values.includes(undefined);
const modulo = (a: number, n: number) => ((a % n) + n) % n;
const asNumber = (value: Value): number | undefined => (value === undefined ? undefined : Number(value));

/**
 * A random state whose names and values collide, and formulas about it. What they say is computed beside their text, from
 * the values that the state was made of, and never by reading the text.
 */
export function randomFormulas(seed: number, count: number): AskedState {
  const random = new Random(seed);
  const state = new StateMaker(random).make();
  const maker = new FormulaMaker(random, state);
  const formulas = Array.from({ length: count }, () => maker.formula()).filter((f) => f !== undefined);
  return { system: state.system, described: state.described, formulas };
}

/** Makes undefined where something that it needs is not in the state. */
class FormulaMaker extends Maker {
  /** The variables of the quantifiers around what is made. */
  private readonly bound: Bound[] = [];
  /** So many indices inside each other are being made. */
  private nesting = 0;

  constructor(
    random: Random,
    private readonly state: State,
  ) {
    super(random);
  }

  formula(): { readonly text: string; readonly holds: boolean } | undefined {
    const made = this.condition(0);
    return made && { text: made.text, holds: made.means(new Map()) };
  }

  private condition(depth: number): Meant<boolean> | undefined {
    switch (this.below(depth > 3 ? 6 : 11)) {
      case 0:
      case 1:
        return this.ofNumbers();
      case 2:
      case 3:
        return this.ofNames();
      case 4: {
        const flag = this.leaf("bool");
        return flag && { text: flag.text, means: (at) => flag.means(at) === true };
      }
      case 5:
        return this.ofFlags();
      case 6: {
        const inner = this.condition(depth + 1);
        return inner && { text: `!(${inner.text})`, means: (at) => !inner.means(at) };
      }
      case 7:
        return this.quantified(depth);
      default:
        return this.both(depth);
    }
  }

  private both(depth: number): Meant<boolean> | undefined {
    const [left, right] = [this.condition(depth + 1), this.condition(depth + 1)];
    if (left === undefined || right === undefined) return undefined;
    const [operator, join] = this.pick<readonly [string, (a: boolean, b: boolean) => boolean]>([
      ["&", (a, b) => a && b],
      ["|", (a, b) => a || b],
      ["->", (a, b) => !a || b],
      ["<->", (a, b) => a === b],
      ["xor", (a, b) => a !== b],
    ]);
    return {
      text: `(${left.text}) ${operator} (${right.text})`,
      means: (at) => join(left.means(at), right.means(at)),
    };
  }

  private related(left: Meant<Value>, right: Meant<Value>, relations = RELATIONS): Meant<boolean> {
    const [relation, holds] = this.pick(relations);
    return { text: `${left.text} ${relation} ${right.text}`, means: (at) => holds(left.means(at), right.means(at)) };
  }

  /** Either may be on the left. */
  private inAnyOrder(a: Meant<Value>, b: Meant<Value>, relations = RELATIONS): Meant<boolean> {
    return this.below(2) === 0 ? this.related(a, b, relations) : this.related(b, a, relations);
  }

  private ofNumbers(): Meant<boolean> | undefined {
    const [left, right] = [this.sum(0), this.sum(0)];
    if (left === undefined || right === undefined || (left.isConstant && right.isConstant)) return undefined;
    return this.related(left, right);
  }

  private ofNames(): Meant<boolean> | undefined {
    const left = this.leaf("enum");
    if (left === undefined) return undefined;
    const right = this.below(3) === 0 ? this.leaf("enum") : this.nameIn(left.domain);
    if (right === undefined || isAlso(left, right.domain) || isAlso(right, left.domain)) return undefined;
    return this.inAnyOrder(left, right, EQUALITIES);
  }

  /** A value of the domain, or what a quantifier lets stand for one. */
  private nameIn(domain: Scalar): Leaf {
    const bound = this.bound.filter(({ values }) => values.some((v) => valuesOf(domain).includes(v)));
    if (bound.length > 0 && this.below(2) === 0) return { ...boundTerm(this.pick(bound)), domain };
    return this.literal(domain, this.pick(valuesOf(domain)));
  }

  private ofFlags(): Meant<boolean> | undefined {
    const flag = this.leaf("bool");
    const other = this.below(3) === 0 ? this.leaf("bool") : this.literal(bool, this.below(2) === 0);
    if (flag === undefined || other === undefined) return undefined;
    const numeric = (leaf: Leaf): Meant<Value> => ({ text: leaf.text, means: (at) => asNumber(leaf.means(at)) });
    return this.inAnyOrder(numeric(flag), numeric(other));
  }

  private quantified(depth: number): Meant<boolean> | undefined {
    const name = this.pick(BOUND);
    const range = this.range();
    if (range === undefined || this.state.names.has(name) || this.bound.some((b) => b.name === name)) return undefined;
    this.bound.push({ name, values: range.values });
    const body = this.condition(Math.max(depth + 1, 3));
    this.bound.pop();
    if (body === undefined) return undefined;
    const isAll = this.below(2) === 0;
    const holds = (at: Bindings) => (value: string | number) => body.means(new Map([...at, [name, value]]));
    return {
      text: `(${isAll ? "forall" : "exists"} ${name} in ${range.text}: ${body.text})`,
      means: (at) => (isAll ? range.values.every(holds(at)) : range.values.some(holds(at))),
    };
  }

  /** Numbers, or the indices and keys of a variable. */
  private range(): { readonly text: string; readonly values: readonly (string | number)[] } | undefined {
    if (this.below(3) === 0) {
      const low = this.below(3) - 1;
      const values = Array.from({ length: 1 + this.below(3) }, (_, i) => low + i);
      return { text: `${low}..${values.at(-1)}`, values };
    }
    const { domain, text } = this.pick(this.state.roots);
    if (domain.kind === "array")
      return { text: this.written(text), values: Array.from({ length: domain.length }, (_, i) => i) };
    if (domain.kind !== "map" && domain.kind !== "set") return undefined;
    const values = valuesOf(domain.kind === "map" ? domain.key : domain.of);
    return { text: this.written(text), values: values.map((v) => (typeof v === "boolean" ? Number(v) : v)) };
  }

  // ---- numbers

  private sum(depth: number): Sum | undefined {
    const choice = this.below(depth > 2 ? 4 : 10);
    if (choice === 0) {
      const value = this.below(9) - 3;
      return { text: `${value}`, means: () => value, isConstant: true };
    }
    const numbers = this.bound.filter(({ values }) => values.every((v) => typeof v === "number"));
    if (choice === 1 && numbers.length > 0) {
      const { text, means } = boundTerm(this.pick(numbers));
      return { text, means: (at) => asNumber(means(at)), isConstant: true };
    }
    if (choice < 5) {
      const read = this.leaf("int");
      return read && { text: read.text, means: (at) => asNumber(read.means(at)) };
    }
    const left = this.sum(depth + 1);
    return left && (choice < 7 ? this.divided(left) : this.joined(left, this.sum(depth + 1)));
  }

  private divided(left: Sum): Sum {
    const by = 1 + this.below(4);
    const isModulo = this.below(2) === 0;
    return {
      text: `${factor(left)} ${isModulo ? "mod" : "/"} ${by}`,
      means: (at) => {
        const value = left.means(at);
        if (value === undefined) return undefined;
        return isModulo ? modulo(value, by) : Math.floor(value / by);
      },
      isConstant: left.isConstant === true,
      isProduct: true,
    };
  }

  private joined(left: Sum, right: Sum | undefined): Sum | undefined {
    if (right === undefined) return undefined;
    const operator = this.pick(["+", "-", "*", "min", "max"] as const);
    const compute = {
      "+": (a: number, b: number) => a + b,
      "-": (a: number, b: number) => a - b,
      "*": (a: number, b: number) => a * b,
      min: Math.min,
      max: Math.max,
    }[operator];
    const isCall = operator === "min" || operator === "max";
    return {
      text: isCall
        ? `${operator}(${left.text}, ${right.text})`
        : operator === "*"
          ? `${factor(left)} * ${factor(right)}`
          : `(${left.text} ${operator} ${right.text})`,
      means: (at) => {
        const [a, b] = [left.means(at), right.means(at)];
        return a === undefined || b === undefined ? undefined : compute(a, b);
      },
      isConstant: left.isConstant === true && right.isConstant === true,
      isProduct: operator === "*",
    };
  }

  // ---- ways into the state

  /** A scalar of a kind, if one is met on a few ways down. */
  private leaf(kind: Scalar["kind"]): Leaf | undefined {
    for (let tries = 0; tries < 30; tries++) {
      const root = this.pick(this.state.roots);
      const found = this.into({ ...root, text: this.written(root.text) });
      if (found?.domain.kind === kind) return found;
    }
    return undefined;
  }

  private into(part: Part): Leaf | undefined {
    const { domain, text } = part;
    const down = (suffix: string, of: Domain, means: (at: Bindings) => unknown) =>
      this.into({ text: text + suffix, domain: of, means });
    // Of what is not there, no part is.
    const inside = (at: Bindings, read: (whole: unknown) => unknown) => {
      const whole = part.means(at);
      return whole === undefined ? undefined : read(whole);
    };
    const at = (index: Meant<Value> | undefined, of: Domain, read: (whole: unknown, index: Value) => unknown) =>
      index &&
      down(`[${index.text}]`, of, (bindings) => {
        const value = index.means(bindings);
        return value === undefined ? undefined : inside(bindings, (whole) => read(whole, value));
      });
    switch (domain.kind) {
      case "array":
        return at(this.index(domain.length), domain.of, (whole, i) => (whole as unknown[])[i as number]);
      case "record": {
        const field = this.pick(Object.keys(domain.fields));
        return down(`.${field}`, domain.fields[field]!, (b) => inside(b, (w) => (w as Record<string, unknown>)[field]));
      }
      case "option":
        if (this.below(4) === 0) return down(".isSome", bool, (b) => inside(b, (whole) => whole !== null));
        return this.into({ ...part, domain: domain.of, means: (b) => inside(b, (whole) => whole ?? undefined) });
      case "set":
        return at(this.key(domain.of), bool, (whole, key) => (whole as Value[]).includes(key));
      case "map":
        return at(this.key(domain.key), domain.of, (w, key) => (w as [Value, unknown][]).find(([k]) => k === key)?.[1]);
      case "channel":
        if (this.below(3) === 0)
          return down(".length", int(0, domain.capacity), (b) => inside(b, (whole) => (whole as Value[]).length));
        return at(this.index(domain.capacity), domain.of, (whole, i) => (whole as Value[])[i as number]);
      default:
        return { ...part, domain, means: (b) => part.means(b) as Value };
    }
  }

  private index(length: number): Meant<Value> | undefined {
    return this.nested((isPlain) => {
      const value = this.below(length);
      if (isPlain) return { text: `${value}`, means: () => value };
      return this.remainder(length, 0);
    });
  }

  private key(domain: Scalar): Meant<Value> | undefined {
    return this.nested((isPlain) => {
      const fitting = this.bound.filter(({ values }) => values.every((v) => isKey(v, domain)));
      if (fitting.length > 0 && this.below(2) === 0) {
        const { text, means } = boundTerm(this.pick(fitting));
        return { text, means: (at) => (domain.kind === "bool" ? means(at) === 1 : means(at)) };
      }
      if (isPlain) return this.literal(domain, this.pick(valuesOf(domain)));
      if (domain.kind === "int") return this.remainder(valuesOf(domain).length, domain.low);
      const read = this.leaf(domain.kind);
      return read === undefined || isAlso(read, domain) ? undefined : read;
    });
  }

  /** A number that is one of so many in every state, from the lowest. */
  private remainder(count: number, low: number): Meant<Value> | undefined {
    const sum = this.sum(1);
    return (
      sum && {
        text: `(${sum.text}) mod ${count}${low === 0 ? "" : ` + (${low})`}`,
        means: (at) => {
          const value = sum.means(at);
          return value === undefined ? undefined : modulo(value, count) + low;
        },
      }
    );
  }

  /** Indices have indices, but not for ever. */
  private nested<T>(make: (isPlain: boolean) => T): T {
    this.nesting++;
    const made = make(this.nesting > 2 || this.below(2) === 0);
    this.nesting--;
    return made;
  }

  // ---- words

  private literal(domain: Scalar, value: Value): Leaf {
    const means = () => value;
    if (typeof value === "boolean")
      return { text: this.pick(value ? ["true", "1", "TRUE"] : ["false", "0", "FALSE"]), domain, means };
    // In quotes, what is written with digits is the name of something.
    const text = typeof value === "string" && !/^-?\d+$/.test(value) ? this.written(value) : `${value}`;
    return { text, domain, means };
  }

  /** A word as formulas have it: in quotes where it must be, and sometimes where it need not. */
  private written(word: string): string {
    const isBound = this.bound.some(({ name }) => name === word);
    return isPlain(word) && !isBound && this.below(5) > 0 ? word : `"${word}"`;
  }
}

const factor = ({ text, isProduct }: Sum) => (isProduct ? `(${text})` : text);

const boundTerm = ({ name }: Bound): Meant<Value> => ({ text: name, means: (at) => at.get(name) });

const isKey = (value: string | number, domain: Scalar) =>
  domain.kind === "bool" ? value === 0 || value === 1 : valuesOf(domain).includes(value);

/** Whether a variable is called like a value of what it is beside, so that its name says either. */
const isAlso = ({ variable }: Leaf, beside: Scalar) => variable !== undefined && valuesOf(beside).includes(variable);

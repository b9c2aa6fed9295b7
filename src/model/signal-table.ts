import type { Atom, Relation } from "../formula/atom.js";
import type { Aig } from "../logic/aig.js";
import { add, constantBits, equal, less, type SignedBits, unsignedBits } from "../logic/bits.js";
import { type Lit, not } from "../logic/lit.js";
import { InputError } from "../text/input-error.js";
import type { Model } from "./model.js";
import { didYouMean, suggest } from "./suggest.js";
import { type Signal, splitIndex } from "./symbols.js";

type Operand =
  | { readonly kind: "signal"; readonly signal: Signal }
  | { readonly kind: "number"; readonly value: number };

/** Neither a signal nor a number. */
interface Word {
  readonly kind: "word";
  readonly word: string;
}

/**
 * Finds signals of a model by the names that people write, and turns what formulas say about them into literals: of
 * `aig`, which is the model's graph and the comparisons that were asked for.
 */
export class SignalTable {
  readonly aig: Aig;
  private readonly byName = new Map<string, Signal[]>();
  private readonly values = new Set<string>();

  constructor(model: Model) {
    this.aig = model.aig.fork();
    for (const signal of model.signals) {
      if (signal.type.kind === "enum") for (const value of signal.type.values) this.values.add(value);
      const same = this.byName.get(signal.name);
      if (same === undefined) this.byName.set(signal.name, [signal]);
      else if (!same.some((s) => sameBits(s, signal))) same.push(signal);
    }
  }

  /** Is the word a signal, a part of one, or a value that one is compared with? A formula then means that by it. */
  knows(word: string): boolean {
    const base = /^(.+)\[\d+:\d+\]$/.exec(word)?.[1] ?? splitIndex(word)?.base ?? word;
    return (
      [word, base].some((name) => this.byName.has(name)) || this.values.has(word) || this.inBrackets(word) !== null
    );
  }

  /** A signal, a bit `x<3>` or `x[3]` of one, or a slice `x[7:4]`. Throws an InputError that suggests what was meant. */
  signal(name: string): Signal {
    const found = this.find(name);
    if (found !== null) return found;
    const suggestions = suggest(name, this.byName.keys());
    const known = this.byName.size;
    const bare = comparisonIn(name) ? ": to compare, write it without quotes" : "";
    const all =
      suggestions.length === 0 && known > 0 && known <= 8 ? `: it has ${[...this.byName.keys()].join(", ")}` : "";
    throw new InputError("unknown-signal", `the model has no signal '${name}'${didYouMean(suggestions)}${bare || all}`);
  }

  /** The literal of an atom. */
  literal(atom: Atom): Lit {
    return atom.kind === "signal" ? this.boolean(atom.name) : this.compare(atom.left, atom.relation, atom.right);
  }

  /** The literals of all atoms of a formula, by the names that they have in it. */
  literals(atoms: ReadonlyMap<string, Atom>): Map<string, Lit> {
    return new Map([...atoms].map(([name, atom]) => [name, this.literal(atom)]));
  }

  private find(name: string): Signal | null {
    const exact = this.byName.get(name);
    if (exact !== undefined) return exact.length === 1 ? exact[0]! : this.ambiguous(name, exact);
    return this.slice(name) ?? this.inBrackets(name);
  }

  private ambiguous(name: string, signals: readonly Signal[]): never {
    const ways = signals.map((signal) => {
      const other = [...this.byName].find(([n, s]) => n !== name && s.length === 1 && sameBits(s[0]!, signal));
      return other === undefined ? `a ${signal.kind}` : `the ${signal.kind} '${other[0]}'`;
    });
    throw new InputError("ambiguous-signal", `'${name}' names different things: ${ways.join(" and ")}`);
  }

  private slice(name: string): Signal | null {
    const slice = /^(.+)\[(\d{1,6}):(\d{1,6})\]$/.exec(name);
    const bit = splitIndex(name);
    const base = slice?.[1] ?? bit?.base;
    if (base === undefined) return null;
    const whole = this.byName.get(base);
    if (whole === undefined) return null;
    if (whole.length > 1) this.ambiguous(base, whole);
    const { bits, kind, type, left = bits.length - 1, right = 0 } = whole[0]!;
    if (type.kind === "enum" || type.kind === "range")
      throw new InputError(
        "type-mismatch",
        `'${base}' is a value without bits: compare it, as in ${example(whole[0]!)}`,
      );
    const position = (index: number): number => (left < right ? right - index : index - right);
    const high = position(slice === null ? bit!.index : Number(slice[2]));
    const low = position(slice === null ? bit!.index : Number(slice[3]));
    if (high >= bits.length || low > high || low < 0)
      throw new InputError("unknown-signal", `'${base}' has bits ${left} to ${right}, and no '${name}'`);
    return { name, kind, type: { kind: slice === null ? "bool" : "unsigned" }, bits: bits.slice(low, high + 1) };
  }

  /** `x[3]` for a bit that the file calls `x<3>`, and the other way round. */
  private inBrackets(name: string): Signal | null {
    const split = splitIndex(name);
    if (split === null) return null;
    const { base, index } = split;
    const other = this.byName.get(name.endsWith("]") ? `${base}<${index}>` : `${base}[${index}]`);
    return other?.length === 1 ? other[0]! : null;
  }

  private boolean(name: string): Lit {
    const signal = this.signal(name);
    const { type, bits } = signal;
    const isBit = bits.length === 1 && type.kind !== "enum" && !(type.kind === "range" && type.low !== 0);
    if (!isBit) throw new InputError("type-mismatch", `'${name}' is not Boolean: compare it, as in ${example(signal)}`);
    return bits[0]!;
  }

  private compare(left: string, relation: Relation, right: string | number): Lit {
    const symbolic = this.compareEnum(left, relation, right);
    if (symbolic !== null) return symbolic;
    const a = this.operand(left);
    const b = this.operand(right);
    if (a.kind === "word") return this.unknownWord(a.word, b);
    if (b.kind === "word") return this.unknownWord(b.word, a);
    checkPossible(a, relation, b);
    return relate(this.aig, this.numberOf(a), relation, this.numberOf(b));
  }

  /** Comparisons that need the names of values; null when both sides are numbers. */
  private compareEnum(left: string, relation: Relation, right: string | number): Lit | null {
    const leftSignal = this.enumNamed(left);
    const rightSignal = typeof right === "string" ? this.enumNamed(right) : null;
    const x = this.isValueOf(rightSignal, left) ? null : leftSignal;
    const y = typeof right === "string" && this.isValueOf(leftSignal, right) ? null : rightSignal;
    let same: Lit;
    if (x !== null && y !== null) same = this.sameValue(x, y);
    else if (x !== null && typeof right === "string" && this.isMeantAsValue(x, right)) same = this.hasValue(x, right);
    else if (y !== null && this.isMeantAsValue(y, left)) same = this.hasValue(y, left);
    else return null;
    if (relation === "=") return same;
    if (relation === "!=") return not(same);
    if (x?.numeric && y?.numeric) return null;
    throw new InputError("type-mismatch", `the values of '${x === null ? right : left}' have no order: use = or !=`);
  }

  private enumNamed(name: string): EnumSignal | null {
    const signal = this.byName.has(name) ? this.signal(name) : null;
    if (signal === null || signal.type.kind !== "enum") return null;
    const { values } = signal.type;
    return { signal, values, numeric: values.every((v) => /^-?\d{1,15}$/.test(v)) };
  }

  /**
   * Does the word mean a value of the signal beside it? Where it is the name of a signal as well, that is meant only if the two
   * could be equal, and then nobody knows which was. A number in quotes is always a name.
   */
  private isValueOf(signal: EnumSignal | null, word: string): boolean {
    if (signal === null || !signal.values.includes(word) || isDigits(word)) return false;
    const other = this.enumNamed(word);
    if (other === null || !other.values.some((v) => signal.values.includes(v))) return true;
    const problem = `'${word}' is a signal, and a value of '${signal.signal.name}': rename one of them`;
    throw new InputError("ambiguous-signal", problem);
  }

  private isMeantAsValue({ values }: EnumSignal, word: string): boolean {
    return values.includes(word) && !(isDigits(word) && this.byName.has(word));
  }

  private hasValue({ signal, values }: EnumSignal, value: string): Lit {
    return equal(this.aig, unsignedBits(signal.bits), constantBits(values.indexOf(value)));
  }

  private sameValue(x: EnumSignal, y: EnumSignal): Lit {
    const common = x.values.filter((v) => y.values.includes(v));
    return this.aig.orAll(common.map((v) => this.aig.and(this.hasValue(x, v), this.hasValue(y, v))));
  }

  private operand(text: string | number): Operand | Word {
    if (typeof text === "number") {
      if (Number.isSafeInteger(text)) return { kind: "number", value: text };
      throw new InputError("unknown-value", `expected a whole number below 2^53, found ${text}`);
    }
    const signal = this.find(text);
    if (signal !== null) return { kind: "signal", signal };
    return { kind: "word", word: text };
  }

  private numberOf(operand: Operand): SignedBits {
    if (operand.kind === "number") return constantBits(operand.value);
    const { bits, type, name } = operand.signal;
    switch (type.kind) {
      case "bool":
      case "unsigned":
        return unsignedBits(bits);
      case "signed":
        return bits;
      case "range":
        return type.low === 0 ? unsignedBits(bits) : add(this.aig, unsignedBits(bits), constantBits(type.low));
      case "enum":
        return this.numericEnum(name);
    }
  }

  private numericEnum(name: string): SignedBits {
    const found = this.enumNamed(name)!;
    if (!found.numeric)
      throw new InputError("type-mismatch", `'${name}' is not a number: its values are ${listed(found.values)}`);
    const choices = found.values.map((v) => ({ when: this.hasValue(found, v), bits: constantBits(Number(v)) }));
    const width = Math.max(...choices.map((c) => c.bits.length));
    return Array.from({ length: width }, (_, i) =>
      this.aig.orAll(choices.map(({ when, bits }) => this.aig.and(when, bits[Math.min(i, bits.length - 1)]!))),
    );
  }

  /** `other` is what it is compared with: it knows which words would have had a meaning. */
  private unknownWord(word: string, other: Operand | Word): never {
    if (other.kind === "signal" && other.signal.type.kind === "enum") {
      const { values } = other.signal.type;
      const hint = didYouMean(suggest(word, values)) || `: its values are ${listed(values)}`;
      throw new InputError("unknown-value", `'${other.signal.name}' has no value '${word}'${hint}`);
    }
    this.signal(word);
    throw new Error(`'${word}' was not found before`);
  }
}

interface EnumSignal {
  readonly signal: Signal;
  readonly values: readonly string[];
  /** Every value is written as a number. */
  readonly numeric: boolean;
}

/** A number that was not in quotes is no word. */
const isDigits = (word: string): boolean => /^-?\d+$/.test(word);

/** Does a name look like something that its writer wanted to compare? */
const comparisonIn = (name: string): boolean => /[\w\])>] *(=|!=|<|>) *[\w"-]/.test(name);

const sameBits = (a: Signal, b: Signal): boolean =>
  a.bits.length === b.bits.length && a.bits.every((bit, i) => bit === b.bits[i]);

function relate(aig: Aig, a: SignedBits, relation: Relation, b: SignedBits): Lit {
  switch (relation) {
    case "=":
      return equal(aig, a, b);
    case "!=":
      return not(equal(aig, a, b));
    case "<":
      return less(aig, a, b);
    case ">=":
      return not(less(aig, a, b));
    case ">":
      return less(aig, b, a);
    case "<=":
      return not(less(aig, b, a));
  }
}

/** Equality with a number that the signal can never have is a mistake in the formula rather than a constant. */
function checkPossible(a: Operand, relation: Relation, b: Operand): void {
  if (relation !== "=" && relation !== "!=") return;
  const signal = a.kind === "signal" ? a.signal : b.kind === "signal" ? b.signal : null;
  const number = a.kind === "number" ? a.value : b.kind === "number" ? b.value : null;
  if (signal === null || number === null) return;
  const { type, bits, name } = signal;
  if (type.kind === "enum") {
    if (type.values.includes(String(number))) return;
    throw new InputError("unknown-value", `'${name}' is never ${number}: its values are ${listed(type.values)}`);
  }
  const low = type.kind === "range" ? type.low : type.kind === "signed" ? -(2 ** (bits.length - 1)) : 0;
  const high = low + 2 ** bits.length - 1;
  if (number < low || number > high)
    throw new InputError("unknown-value", `'${name}' is never ${number}: it lies in ${low}..${high}`);
}

function listed(values: readonly string[]): string {
  return values.length > 12 ? `${values.slice(0, 12).join(", ")}, …` : values.join(", ");
}

function example({ name, type }: Signal): string {
  const value = type.kind === "enum" ? type.values[0] : type.kind === "range" ? type.low : 1;
  return `'${name} = ${value}'`;
}

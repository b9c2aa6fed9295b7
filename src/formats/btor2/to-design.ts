import { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf, TRUE } from "../../logic/lit.js";
import { type Bits, negatedBits, select } from "../../logic/vector.js";
import type { Latch, Model } from "../../model/model.js";
import type { Design, Property, SourceWord } from "../../model/property.js";
import type { InputError } from "../../text/input-error.js";
import { circuitOf, constantBits, gatesFor } from "./circuits.js";
import type { Btor2File } from "./file.js";
import { readBtor2File } from "./read-file.js";
import { Signals } from "./signals.js";
import {
  arityOf,
  BAD,
  bitsOf,
  CONSTRAINT,
  FAIR,
  INIT,
  INPUT,
  isConstant,
  isOperator,
  JUSTICE,
  NEXT,
  OUTPUT,
  STATE,
  TAGS,
} from "./syntax.js";

/** Bits of one word or array. */
const MOST_BITS = 2 ** 20;
/** Bits of all inputs and states, and of all terms that are needed. */
const MOST_LEAVES = 2 ** 22;
const MOST_BITS_IN_ALL = 2 ** 26;
const MOST_GATES = 2 ** 25;
const MOST_RESERVED = 2 ** 22;
/** Gates that are asked for, those included that are there already. */
const MOST_WORK = 2 ** 30;

/**
 * The model and the properties of a BTOR2 file, bit by bit: words and arrays become latches, inputs and gates.
 *
 * @example
 * ```ts
 * import { readBtor2 } from "fairlead";
 *
 * const text = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 inc 1 4\n7 next 1 4 6\n8 redand 2 4\n9 justice 1 8\n";
 * const { model, properties } = readBtor2(new TextEncoder().encode(text));
 * console.log(model.latches.length, model.signals[0].name, properties[0].kind); // 4 count justice
 * ```
 */
export function readBtor2(bytes: Uint8Array): Design {
  return new Blaster(readBtor2File(bytes)).design();
}

/** Turns the lines of a file, each after what it reads, into literals. */
class Blaster {
  private readonly aig = new Aig();
  private readonly inputs: number[] = [];
  private readonly latches: Latch[] = [];
  /** By line; null where nothing needs it. */
  private readonly values: (Bits | null)[];
  private readonly initOf = new Map<number, number>();
  private readonly nextOf = new Map<number, number>();
  private readonly words: { inputs: SourceWord[]; states: SourceWord[] } = { inputs: [], states: [] };
  private readonly signals: Signals;
  /** A latch that is 0 in the first step only; made when something asks for it. */
  private started: Lit | null = null;
  private work = 0;

  constructor(private readonly file: Btor2File) {
    this.values = new Array<Bits | null>(file.length).fill(null);
    this.signals = new Signals(file);
  }

  design(): Design {
    const { file, aig, inputs, words } = this;
    for (let line = 0; line < file.length; line++) {
      if (file.tag(line) === INIT) this.initOf.set(file.operand(line, 0) - 1, file.operand(line, 1));
      if (file.tag(line) === NEXT) this.nextOf.set(file.operand(line, 0) - 1, file.operand(line, 1));
    }
    const isNeeded = this.needed();
    // Bits are as good a guess as any at how many gates there will be.
    this.aig.reserve(Math.min(this.checkSizes(isNeeded), MOST_RESERVED));
    const states: number[] = [];
    for (let line = 0; line < file.length; line++) {
      if (file.tag(line) === STATE) states.push(line);
      if (isNeeded[line] === 1) this.values[line] = this.value(line);
    }
    for (const line of states) this.connect(line);
    for (const line of this.linesOf(OUTPUT)) this.output(line);
    const model: Model = {
      aig,
      inputs,
      latches: this.latches,
      constraints: this.roots(CONSTRAINT),
      fairness: this.roots(FAIR),
      fairnessNames: this.linesOf(FAIR).map((line) => file.symbol(line)),
      signals: this.signals.all(),
      modules: [],
    };
    return { model, properties: this.properties(), words };
  }

  private linesOf(tag: number): number[] {
    const lines: number[] = [];
    for (let line = 0; line < this.file.length; line++) if (this.file.tag(line) === tag) lines.push(line);
    return lines;
  }

  private roots(tag: number): Lit[] {
    return this.linesOf(tag).map((line) => this.operand(line, 0)[0]!);
  }

  /** Inputs, states, what has a name, and what these and the properties read: a byte for each line. */
  private needed(): Uint8Array {
    const { file } = this;
    const isNeeded = new Uint8Array(file.length);
    const need = (operand: number) => {
      isNeeded[Math.abs(operand) - 1] = 1;
    };
    for (let line = file.length - 1; line >= 0; line--) {
      const tag = file.tag(line);
      if (isOperator(tag)) {
        if (file.hasSymbol(line)) isNeeded[line] = 1;
        if (isNeeded[line] === 1) for (let k = arityOf(tag) - 1; k >= 0; k--) need(file.operand(line, k));
      } else if (tag === INPUT || tag === STATE) isNeeded[line] = 1;
      else if (tag === JUSTICE) file.justice(line).forEach(need);
      else if (tag === INIT || tag === NEXT) need(file.operand(line, 1));
      else if (tag === BAD || tag === CONSTRAINT || tag === FAIR || tag === OUTPUT) need(file.operand(line, 0));
    }
    return isNeeded;
  }

  private value(line: number): Bits {
    const { file } = this;
    const tag = file.tag(line);
    const size = bitsOf(file.sort(line));
    if (tag === INPUT) return this.input(line, size);
    if (tag === STATE) return this.state(line, size);
    const value = this.term(line);
    const sort = file.sort(line);
    if (sort.index === null && isOperator(tag) && file.hasSymbol(line))
      this.signals.add(line, sort, value, "define", false);
    return value;
  }

  /** Before anything is made: no value has too many bits, nor have all together, which are returned. */
  private checkSizes(isNeeded: Uint8Array): number {
    const { file } = this;
    let leaves = 0;
    let bits = 0;
    for (let line = 0; line < file.length; line++) {
      if (isNeeded[line] === 0) continue;
      const sort = file.sort(line);
      const size = bitsOf(sort);
      const what = sort.index === null ? "a word" : `an array of 2^${sort.index} elements of ${sort.width} bits,`;
      if (size > MOST_BITS) throw this.tooLarge(`${what} of ${figure(size)} bits`, MOST_BITS, line);
      bits += size;
      if (file.tag(line) === INPUT || file.tag(line) === STATE) leaves += size;
      if (leaves > MOST_LEAVES)
        throw this.tooLarge(`inputs and states up to here have ${leaves} bits`, MOST_LEAVES, line);
      if (bits > MOST_BITS_IN_ALL) throw this.tooLarge(`terms up to here have ${bits} bits`, MOST_BITS_IN_ALL, line);
    }
    return bits;
  }

  private tooLarge(what: string, most: number, line: number): InputError {
    return this.file.error("btor2-limit", `${what}: at most ${most} are supported`, line);
  }

  private input(line: number, size: number): Bits {
    const bits = this.freeBits(size);
    const sort = this.file.sort(line);
    const choice = { chosenFirst: true, chosenLater: true };
    this.words.inputs.push({ ...this.named(line), bits, leaves: bits, index: sort.index, ...choice });
    this.signals.add(line, sort, bits, "input", false);
    return bits;
  }

  private named(line: number): Pick<SourceWord, "name"> {
    const name = this.file.symbol(line);
    return name === undefined ? {} : { name };
  }

  private freeBits(size: number): Lit[] {
    return Array.from({ length: size }, () => {
      const lit = this.aig.leaf();
      this.inputs.push(nodeOf(lit));
      return lit;
    });
  }

  /** Without a next value a state may change to anything: it is an input, but for its first value. */
  private state(line: number, size: number): Bits {
    const { aig } = this;
    const init = this.initOf.get(line);
    const hasNext = this.nextOf.has(line);
    const sort = this.file.sort(line);
    const choice = { chosenFirst: init === undefined, chosenLater: !hasNext };
    const leaves = hasNext ? Array.from({ length: size }, () => aig.leaf()) : this.freeBits(size);
    const changes = hasNext || init === undefined;
    const bits = changes ? leaves : select(aig, this.startedLatch(), leaves, this.initial(init, size));
    this.words.states.push({ ...this.named(line), bits, leaves, index: sort.index, ...choice });
    this.signals.add(line, sort, bits, hasNext ? "latch" : init === undefined ? "input" : "define", !hasNext);
    return bits;
  }

  /** The first value of a state. One constant may stand for all elements of an array. */
  private initial(operand: number, size: number): Bits {
    const value = this.operandValue(operand);
    return value.length === size ? value : Array.from({ length: size }, (_, i) => value[i % value.length]!);
  }

  private startedLatch(): Lit {
    if (this.started === null) {
      this.started = this.aig.leaf();
      this.latches.push({ node: nodeOf(this.started), next: TRUE, reset: FALSE });
    }
    return this.started;
  }

  /** The latches of a state, now that everything has a value. */
  private connect(line: number): void {
    const next = this.nextOf.get(line);
    if (next === undefined) return;
    const bits = this.values[line]!;
    const init = this.initOf.get(line);
    const first = init === undefined ? null : this.initial(init, bits.length);
    const then = this.operandValue(next);
    bits.forEach((bit, i) => {
      this.latches.push({ node: nodeOf(bit), next: then[i]!, reset: first === null ? "free" : first[i]! });
    });
  }

  private output(line: number): void {
    const { file } = this;
    const operand = file.operand(line, 0);
    const sort = file.sort(Math.abs(operand) - 1);
    if (sort.index === null) this.signals.add(line, sort, this.operandValue(operand), "define", false);
  }

  private term(line: number): Bits {
    const { file, aig } = this;
    const tag = file.tag(line);
    const name = TAGS[tag]!;
    if (isConstant(tag)) {
      const at = file.operand(line, 0);
      return constantBits(name, at === 0 ? "" : file.text(at), file.sort(line).width);
    }
    const arity = arityOf(tag);
    const a = this.operand(line, 0);
    const b = arity > 1 ? this.operand(line, 1) : [];
    const c = arity > 2 ? this.operand(line, 2) : [];
    const gates = gatesFor(name, a, b);
    if (aig.size + gates > MOST_GATES) {
      const before = aig.size > gates ? `, beside ${aig.size} before it` : "";
      throw this.tooLarge(`'${name}' of ${a.length} bits may need ${figure(gates)} gates${before}`, MOST_GATES, line);
    }
    this.work += gates;
    if (this.work > MOST_WORK)
      throw this.tooLarge(
        `operators up to here may ask for ${figure(this.work)} gates, shared ones counted each time`,
        MOST_WORK,
        line,
      );
    return circuitOf(tag)(aig, a, b, c, file.operand(line, 1), file.operand(line, 2));
  }

  private operand(line: number, k: number): Bits {
    return this.operandValue(this.file.operand(line, k));
  }

  private operandValue(operand: number): Bits {
    const value = this.values[Math.abs(operand) - 1]!;
    return operand < 0 ? negatedBits(value) : value;
  }

  private properties(): Property[] {
    const { file } = this;
    const bad = this.linesOf(BAD).map((line, i): Property => {
      return { kind: "bad", name: file.symbol(line) ?? `b${i}`, literal: this.operand(line, 0)[0]! };
    });
    const justice = this.linesOf(JUSTICE).map((line, i): Property => {
      const literals = file.justice(line).map((operand) => this.operandValue(operand)[0]!);
      return { kind: "justice", name: file.symbol(line) ?? `j${i}`, literals };
    });
    return [...bad, ...justice];
  }
}

const figure = (n: number): string => (n < 1e15 ? `${Math.round(n)}` : n.toExponential(1));

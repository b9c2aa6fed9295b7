import type { Aig } from "../../logic/aig.js";
import { FALSE, type Lit, nodeOf } from "../../logic/lit.js";
import { codeWidth, foldCode } from "../../logic/vector.js";
import type { Notice } from "../../model/property.js";
import type { Enumeration } from "./syntax.js";
import { placeOf, type VisToken, visError } from "./tokens.js";
import { sizeOf, type Variable } from "./variables.js";

const MOST_BITS = 2 ** 20;
/** What is computed on the way to one value, one within the other. */
const MOST_DEEP = 700;
/** Bits of variables that are looked at and copied while parts of them are read and written: about two seconds. */
const MOST_COPIED = 2 ** 28;

/** What gives some bits of a variable their value. */
interface Driver {
  readonly offset: number;
  readonly width: number;
  readonly at: VisToken;
  readonly compute: () => readonly Lit[];
  value: readonly Lit[] | null;
  isActive: boolean;
}

/** The variables of all instances and what they are worth in a step: latches, inputs, and what drivers compute when asked. */
export class Network {
  readonly inputs: number[] = [];
  readonly latches: { readonly variable: Variable; readonly bits: readonly Lit[] }[] = [];
  readonly notices: Notice[] = [];
  private readonly leaves = new Map<Variable, readonly Lit[]>();
  private readonly drivers = new Map<Variable, (Driver | null)[]>();
  private readonly undriven = new Map<Variable, Map<number, Lit>>();
  private clock: Variable | null = null;
  /** Ports that are connected to the clock. */
  private readonly clockPorts = new Set<Variable>();
  private bitsInAll = 0;
  private depth = 0;
  private copied = 0;

  constructor(readonly aig: Aig) {}

  latch(variable: Variable): void {
    this.count(variable);
    const bits = Array.from({ length: sizeOf(variable) }, () => this.aig.leaf());
    this.leaves.set(variable, bits);
    this.latches.push({ variable, bits });
  }

  /** An input of the top module. */
  input(variable: Variable): void {
    this.count(variable);
    this.leaves.set(variable, this.free(variable.type, sizeOf(variable)));
  }

  isLatch(variable: Variable): boolean {
    return this.leaves.has(variable) && variable.isReg;
  }

  /** There is one clock: a step of the model is a step of it. */
  setClock(variable: Variable, at: VisToken): void {
    if (this.clock !== null && this.clock !== variable)
      throw visError("vis-clock", `'${this.clock.path}' is the clock already: there can be only one`, at);
    this.clock = variable;
  }

  addClockPort(variable: Variable): void {
    this.clockPorts.add(variable);
  }

  /** The clock, or a port that it is connected to: what has no value. */
  isClock(variable: Variable): boolean {
    return this.clock === variable || this.clockPorts.has(variable);
  }

  drive(variable: Variable, offset: number, width: number, compute: () => readonly Lit[], at: VisToken): void {
    this.count(variable);
    let drivers = this.drivers.get(variable);
    if (drivers === undefined) {
      drivers = new Array<Driver | null>(sizeOf(variable)).fill(null);
      this.drivers.set(variable, drivers);
    }
    if (this.leaves.has(variable))
      throw visError("vis-drivers", `'${variable.path}' has a value already: it cannot be assigned here`, at);
    const driver: Driver = { offset, width, compute, at, value: null, isActive: false };
    for (let i = offset; i < offset + width; i++) {
      if (drivers[i] !== null) throw visError("vis-drivers", `'${variable.path}' is assigned in several places`, at);
      drivers[i] = driver;
    }
  }

  /** Some bits of a variable. `at` is who asks. */
  bits(variable: Variable, offset: number, width: number, at: VisToken): readonly Lit[] {
    if (this.isClock(variable))
      throw visError("vis-clock", `'${variable.path}' is the clock: its value cannot be read`, at);
    const leaves = this.leaves.get(variable);
    if (leaves !== undefined) return leaves.slice(offset, offset + width);
    if (variable.isLocal) return new Array<Lit>(width).fill(FALSE);
    const drivers = this.drivers.get(variable);
    const out: Lit[] = [];
    for (let i = offset; i < offset + width; i++) {
      const driver = drivers?.[i] ?? null;
      out.push(
        driver === null ? this.undrivenBit(variable, i) : this.valueOf(driver, variable, at)[i - driver.offset]!,
      );
    }
    return out;
  }

  private valueOf(driver: Driver, variable: Variable, at: VisToken): readonly Lit[] {
    if (driver.value !== null) return driver.value;
    if (driver.isActive)
      throw visError("vis-cycle", `'${variable.path}' depends on itself, with no clock in between`, driver.at);
    driver.isActive = true;
    driver.value = this.deeper(driver.compute, at);
    driver.isActive = false;
    return driver.value;
  }

  /** Counts what the length of the text does not bound: bits of large variables, each time that a part is read or written. */
  copying(bits: number, at: VisToken): void {
    this.copied += bits;
    if (this.copied > MOST_COPIED)
      throw visError("vis-limit", "parts of large variables are read and written too often, with loops unrolled", at);
  }

  deeper<T>(work: () => T, at: VisToken): T {
    if (++this.depth > MOST_DEEP)
      throw visError("vis-limit", `what this depends on is more than ${MOST_DEEP} expressions deep`, at);
    const value = work();
    this.depth--;
    return value;
  }

  /** Nothing gives it a value: it may have any, in every step. */
  private undrivenBit(variable: Variable, bit: number): Lit {
    let known = this.undriven.get(variable);
    if (known === undefined) {
      this.count(variable);
      const all = this.free(variable.type, sizeOf(variable));
      known = new Map(all.map((l, i) => [i, l]));
      this.undriven.set(variable, known);
      this.notices.push({
        code: "vis-undriven",
        text: `nothing assigns '${variable.path}': it may have any value in every step`,
        source: placeOf(variable.at),
      });
    }
    return known.get(bit)!;
  }

  /** New inputs: one value of a type after the other, or bits. */
  free(type: Enumeration | null, size: number): Lit[] {
    if (type === null) return Array.from({ length: size }, () => this.inputBit());
    const width = codeWidth(type.values.length);
    const out: Lit[] = [];
    while (out.length < size) out.push(...this.freeCode(type.values.length, width));
    return out;
  }

  /** Inputs for one of so many codes; every value of them means one. */
  freeCode(size: number, width = codeWidth(size)): Lit[] {
    return foldCode(
      this.aig,
      size,
      Array.from({ length: width }, () => this.inputBit()),
    );
  }

  private inputBit(): Lit {
    const lit = this.aig.leaf();
    this.inputs.push(nodeOf(lit));
    return lit;
  }

  private readonly counted = new Set<Variable>();

  private count(variable: Variable): void {
    if (this.counted.has(variable)) return;
    this.counted.add(variable);
    this.bitsInAll += sizeOf(variable);
    if (this.bitsInAll > MOST_BITS)
      throw visError(
        "vis-limit",
        `variables up to here have ${this.bitsInAll} bits: at most ${MOST_BITS}`,
        variable.at,
      );
  }
}

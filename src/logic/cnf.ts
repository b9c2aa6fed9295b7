import type { ReadonlyAig } from "./aig.js";
import type { ClauseSink } from "./clause-list.js";
import { AND, CnfShapes, ITE, LEAF, XOR } from "./cnf-shapes.js";
import { lengthened } from "./grow.js";
import { type Lit, litOf } from "./lit.js";
import { type SatLit, satLit, satNot } from "./sat-lit.js";

/**
 * Which way a literal is going to be used. 'true': somebody asserts or assumes it true, so that the clauses must let truth run
 * down to the leaves; 'false': somebody asserts it false; 'both': its value must follow from the leaves (Tseitin).
 * With one direction (Plaisted and Greenbaum) about half of the clauses are saved; models then speak of the leaves only.
 */
export type CnfUse = "true" | "false" | "both";

const TRUE_WAY = 1;
const FALSE_WAY = 2;
const WAYS = { true: TRUE_WAY, false: FALSE_WAY, both: TRUE_WAY | FALSE_WAY } as const;
const flipWays = (ways: number): number => ((ways & 1) << 1) | (ways >> 1);

// Besides AND, XOR and ITE, what a gate can be in a frame: a literal that is there already.
const SAME = 0;

/** Writes cones of one graph into one sink; each time step, or other copy of the logic, is a `CnfFrame` of it. */
export class CnfEncoder {
  /** True in every model; its negation stands for false. */
  readonly truth: SatLit;

  /** `shapes` may be shared by encoders of the same graph. */
  constructor(
    readonly aig: ReadonlyAig,
    readonly sink: ClauseSink,
    readonly shapes: CnfShapes = new CnfShapes(aig),
  ) {
    this.truth = satLit(sink.newVar());
    sink.addClause([this.truth]);
  }

  frame(): CnfFrame {
    return new CnfFrame(this);
  }

  constant(value: boolean): SatLit {
    return value ? this.truth : satNot(this.truth);
  }
}

const UNKNOWN = -1;

/**
 * One copy of a graph's logic. Leaves are bound to literals beforehand (those of an earlier frame, constants), or get variables when
 * they are met. Gates are written when a literal asks for them, once, and simplified by constants among their inputs: a
 * gate with one input left is that input, without a variable or clause.
 */
export class CnfFrame {
  private readonly shapes: CnfShapes;
  private readonly sink: ClauseSink;
  private readonly truth: SatLit;
  // By place: the literal, or UNKNOWN; and the ways in which its clauses are written.
  private literals: Int32Array = new Int32Array(0);
  private written = new Uint8Array(0);

  constructor(encoder: CnfEncoder) {
    this.shapes = encoder.shapes;
    this.sink = encoder.sink;
    this.truth = encoder.truth;
    this.makeRoom();
    this.literals[0] = satNot(encoder.truth);
  }

  /** Lets a leaf be `lit` in this copy. Pre: nothing that reads the leaf has been encoded. */
  bind(leaf: number, lit: SatLit): void {
    const place = this.shapes.placed(litOf(leaf)) >> 1;
    this.makeRoom();
    if (this.literals[place] !== UNKNOWN && this.literals[place] !== lit)
      throw new Error(`leaf ${leaf} is bound already`);
    this.literals[place] = lit;
  }

  /** The literal of `l` in this copy, with the clauses that its use needs. */
  literal(l: Lit, use: CnfUse = "both"): SatLit {
    const signed = this.shapes.placed(l);
    this.makeRoom();
    this.assignLiterals(signed >> 1);
    this.write(signed, WAYS[use]);
    return this.literalAt(signed);
  }

  /** The literal of `l`, if it has one: does not encode anything. */
  known(l: Lit): SatLit | undefined {
    const signed = this.shapes.placed(l);
    const known = signed >> 1 < this.literals.length && this.literals[signed >> 1] !== UNKNOWN;
    return known ? this.literalAt(signed) : undefined;
  }

  private makeRoom(): void {
    const { size } = this.shapes;
    const had = this.literals.length;
    if (size <= had) return;
    const room = had === 0 ? size : Math.max(size, had + (had >> 1));
    const written = new Uint8Array(room);
    written.set(this.written);
    this.written = written;
    this.literals = lengthened(this.literals, room);
    this.literals.fill(UNKNOWN, had);
  }

  private literalAt(signed: number): SatLit {
    return (this.literals[signed >> 1]! ^ (signed & 1)) as SatLit;
  }

  private assignLiterals(root: number): void {
    const { shapes, literals } = this;
    const pending = [root];
    while (pending.length > 0) {
      const place = pending[pending.length - 1]!;
      if (literals[place] !== UNKNOWN) {
        pending.pop();
        continue;
      }
      const height = pending.length;
      for (let i = shapes.begin(place); i < shapes.end(place); i++) {
        const below = shapes.input(i) >> 1;
        if (literals[below] === UNKNOWN) pending.push(below);
      }
      if (pending.length > height) continue;
      pending.pop();
      if (shapes.kind(place) === LEAF) literals[place] = satLit(this.sink.newVar());
      else {
        const form = this.simplify(place);
        literals[place] = form === SAME ? this.same : satLit(this.sink.newVar(), this.negated);
      }
    }
  }

  // What `simplify` makes of a gate in this copy: AND, XOR or ITE of `ins[0 … inCount-1]`, negated when `negated`; or SAME,
  // the literal `same` that is there already.
  private same = 0;
  private negated = false;
  private ins: SatLit[] = [];
  private inCount = 0;

  /** Pre: the inputs of the gate have literals. Gives the same result each time. */
  private simplify(place: number): number {
    const { shapes } = this;
    const i = shapes.begin(place);
    this.negated = false;
    switch (shapes.kind(place)) {
      case AND:
        return this.simplifyAnd(i, shapes.end(place));
      case XOR:
        return this.makeXor(this.literalAt(shapes.input(i)), this.literalAt(shapes.input(i + 1)));
      default:
        return this.makeIte(
          this.literalAt(shapes.input(i)),
          this.literalAt(shapes.input(i + 1)),
          this.literalAt(shapes.input(i + 2)),
        );
    }
  }

  private simplifyAnd(begin: number, end: number): number {
    this.inCount = 0;
    for (let i = begin; i < end; i++) {
      const l = this.literalAt(this.shapes.input(i));
      if (l === this.truth) continue;
      if (l === satNot(this.truth)) return this.becomeSame(l);
      this.ins[this.inCount++] = l;
    }
    if (this.inCount === 0) return this.becomeSame(this.truth);
    if (this.inCount === 1) return this.becomeSame(this.ins[0]!);
    return this.inCount === 2 ? this.makeAnd(this.ins[0]!, this.ins[1]!) : AND;
  }

  private makeAnd(a: SatLit, b: SatLit): number {
    const no = satNot(this.truth);
    if (a === this.truth || a === b) return this.becomeSame(b);
    if (b === this.truth) return this.becomeSame(a);
    if (a === no || b === no || a === satNot(b)) return this.becomeSame(no);
    this.ins[0] = a;
    this.ins[1] = b;
    this.inCount = 2;
    return AND;
  }

  private makeOr(a: SatLit, b: SatLit): number {
    this.negated = true;
    return this.makeAnd(satNot(a), satNot(b));
  }

  private makeXor(a: SatLit, b: SatLit): number {
    if (a >> 1 === this.truth >> 1) return this.becomeSame(a === this.truth ? satNot(b) : b);
    if (b >> 1 === this.truth >> 1) return this.becomeSame(b === this.truth ? satNot(a) : a);
    if (a >> 1 === b >> 1) return this.becomeSame(a === b ? satNot(this.truth) : this.truth);
    this.ins[0] = a;
    this.ins[1] = b;
    this.inCount = 2;
    return XOR;
  }

  private makeIte(c: SatLit, t: SatLit, e: SatLit): number {
    const yes = this.truth;
    const no = satNot(yes);
    if (c === yes || t === e) return this.becomeSame(t);
    if (c === no) return this.becomeSame(e);
    if (t === yes || t === c) return this.makeOr(c, e);
    if (t === no || t === satNot(c)) return this.makeAnd(satNot(c), e);
    if (e === yes || e === satNot(c)) return this.makeOr(satNot(c), t);
    if (e === no || e === c) return this.makeAnd(c, t);
    if (t === satNot(e)) return this.makeXor(c, e);
    this.ins[0] = c;
    this.ins[1] = t;
    this.ins[2] = e;
    this.inCount = 3;
    return ITE;
  }

  private becomeSame(l: SatLit): number {
    this.same = this.negated ? satNot(l) : l;
    return SAME;
  }

  /** Writes the clauses for `ways` of a signed place, and of everything below that these need. */
  private write(signed: number, ways: number): void {
    const { shapes, written } = this;
    const pending = [signed, ways];
    while (pending.length > 0) {
      const asked = pending.pop()!;
      const at = pending.pop()!;
      const place = at >> 1;
      const kind = shapes.kind(place);
      const wanted = (at & 1) === 1 ? flipWays(asked) : asked;
      const missing = wanted & ~written[place]!;
      if (missing === 0 || kind <= LEAF) continue;
      written[place]! |= missing;
      const form = this.simplify(place);
      if (form !== SAME) {
        const out = (this.literals[place]! ^ (this.negated ? 1 : 0)) as SatLit;
        this.writeGate(form, out, this.negated ? flipWays(missing) : missing);
      }
      for (let i = shapes.begin(place); i < shapes.end(place); i++) {
        const input = shapes.input(i);
        if (!this.matters(this.literals[input >> 1]!, form)) continue;
        const monotone = kind === AND || (kind === ITE && i > shapes.begin(place));
        pending.push(input, monotone ? missing : TRUE_WAY | FALSE_WAY);
      }
    }
  }

  /** Whether the gate just simplified still reads the input with this literal. */
  private matters(input: number, form: number): boolean {
    if (form === SAME) return input >> 1 === this.same >> 1;
    return input >> 1 !== this.truth >> 1;
  }

  private writeGate(form: number, out: SatLit, ways: number): void {
    if (form === AND) this.writeAnd(out, ways);
    else if (form === XOR) this.writeXor(out, ways, this.ins[0]!, this.ins[1]!);
    else this.writeIte(out, ways, this.ins[0]!, this.ins[1]!, this.ins[2]!);
  }

  private writeAnd(out: SatLit, ways: number): void {
    const { sink, ins, inCount } = this;
    if (ways & TRUE_WAY) for (let i = 0; i < inCount; i++) sink.addClause([satNot(out), ins[i]!]);
    if (!(ways & FALSE_WAY)) return;
    if (inCount === 2) sink.addClause([out, satNot(ins[0]!), satNot(ins[1]!)]);
    else sink.addClause([out, ...ins.slice(0, inCount).map(satNot)]);
  }

  private writeXor(out: SatLit, ways: number, a: SatLit, b: SatLit): void {
    if (ways & TRUE_WAY) {
      this.sink.addClause([satNot(out), a, b]);
      this.sink.addClause([satNot(out), satNot(a), satNot(b)]);
    }
    if (ways & FALSE_WAY) {
      this.sink.addClause([out, satNot(a), b]);
      this.sink.addClause([out, a, satNot(b)]);
    }
  }

  private writeIte(out: SatLit, ways: number, c: SatLit, t: SatLit, e: SatLit): void {
    if (ways & TRUE_WAY) {
      this.sink.addClause([satNot(out), satNot(c), t]);
      this.sink.addClause([satNot(out), c, e]);
    }
    if (ways & FALSE_WAY) {
      this.sink.addClause([out, satNot(c), satNot(t)]);
      this.sink.addClause([out, c, satNot(e)]);
    }
  }
}
